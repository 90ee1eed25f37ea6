"""Makes the test vectors beside this file: the draw once more, in another language and by other hands.

python3 make-vectors.py
"""

import hashlib
import hmac
import json
import pathlib
import struct
from datetime import datetime, timezone

HERE = pathlib.Path(__file__).parent


def sha256(data):
    return hashlib.sha256(data).digest()


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def draw(entries, block_hash, wanted):
    raw = sorted(entry.encode() for entry in entries)
    commitment = sha256(b"".join(entry + b"\n" for entry in raw))
    seed = sha256(commitment + bytes.fromhex(block_hash))
    tickets = sorted((hmac.new(seed, entry, hashlib.sha256).hexdigest(), entry) for entry in raw)
    winners = [
        {"place": place + 1, "entry": entry.decode(), "ticket": ticket}
        for place, (ticket, entry) in enumerate(tickets[:wanted])
    ]
    return [entry.decode() for entry in raw], commitment.hex(), seed.hex(), winners


def vector(name, block_hash, wanted, entries=None, numbered=None):
    listed = entries if entries is not None else ["account_%06d" % n for n in range(numbered)]
    ordered, commitment, seed, winners = draw(listed, block_hash, wanted)
    given = {"entries": ordered} if entries is not None else {"numbered": numbered}
    return {"name": name, **given, "commitment": commitment, "blockHash": block_hash,
            "seed": seed, "wanted": wanted, "winners": winners}


def block(height, previous, seconds):
    fields = struct.pack("<I", 0x20000000) + previous + sha256(b"vector %d" % height)
    fields += struct.pack("<III", seconds, 0x207FFFFF, height)
    block_hash = sha256(sha256(fields))
    shown = {"height": height, "hash": block_hash[::-1].hex(), "header": fields.hex(), "time": iso(seconds)}
    return shown, block_hash


def proof(title, end_date, noon, before_at, after_at, entries, wanted, postponements):
    before, before_hash = block(900000, sha256(title.encode()), noon + before_at)
    after, _ = block(900001, before_hash, noon + after_at)
    kind = "first-after" if after_at <= 5400 else "fallback"
    chosen = after if kind == "first-after" else before
    ordered, commitment, seed, winners = draw(entries, chosen["hash"], wanted)
    giveaway = {
        "id": 7, "title": title, "prize": "100 LIKE", "date": end_date, "audience": "Everybody", "status": "drawn",
        "rules": "One entry per account.", "winners_wanted": wanted, "starts_at": iso(noon - 864000),
        "snapshot_at": iso(noon - 43260 - 86400 * len(postponements)), "draw_at": iso(noon), "commitment": commitment,
        "entries_count": len(ordered), "drawn_at": iso(noon + 9000), "disputes_until": iso(noon + 9000 + 30 * 86400),
    }
    return {
        "giveaway": giveaway, "commitment": commitment,
        "block": {"kind": kind, "height": chosen["height"], "hash": chosen["hash"], "before": before, "after": after,
                  "sources": ["blockstream.info/api", "mempool.space/api"]},
        "seed": seed, "winners": winners, "postponements": postponements, "nextCursor": None, "entries": ordered,
    }


def save(name, value):
    (HERE / name).write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"
# In UTF-16 the last two would stand the other way round.
NAMES = ["alice", "bob", "café", "łukasz", "阿里斯", "\uff65wide", "𝔷eta"]
NOON = 1795280400  # 2026-11-21 17:00:00 UTC, 12:00 in New York

save("vectors.json", [
    vector("nobody", GENESIS, 1, entries=[]),
    vector("one entry", GENESIS, 1, entries=["alice"]),
    vector("more prizes than entries", GENESIS, 10, entries=["alice", "bob"]),
    vector("the order of the bytes", GENESIS, 3, entries=NAMES),
    vector("a thousand entries", "f" * 64, 5, numbered=1000),
    vector("100,000 entries", "0" * 63 + "1", 10, numbered=100000),
])
save("proof-first-after.json", proof("First after noon", "2026-11-20", NOON, -240, 300, NAMES, 3, []))
save("proof-fallback.json", proof("The fallback", "2026-11-19", NOON, 0, 5401, NAMES, 2, [
    {"draw_at": iso(NOON - 86400), "reason": "disagreement", "said": [
        {"source": "blockstream.info/api", "answer": "block 899857, " + "1" * 64},
        {"source": "mempool.space/api", "answer": "block 899857, " + "2" * 64}]},
]))
