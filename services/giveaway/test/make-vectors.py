"""Makes the test vectors beside this file: the draw once more, in another language and by other hands.

python3 make-vectors.py
"""

import hashlib
import hmac
import itertools
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


def shown(height, header):
    seconds = struct.unpack_from("<I", header, 68)[0]
    return {"height": height, "hash": sha256(sha256(header))[::-1].hex(), "header": header.hex(), "time": iso(seconds)}


def block(height, previous, seconds, bits, mined=True):
    """With a nonce that meets the target, or with the first one that comes along."""
    fields = struct.pack("<I", 0x20000000) + previous + sha256(b"vector %d" % height) + struct.pack("<II", seconds, bits)
    target = (bits & 0xFFFFFF) << 8 * ((bits >> 24) - 3)
    for nonce in itertools.count():
        header = fields + struct.pack("<I", nonce)
        if not mined or int.from_bytes(sha256(sha256(header)), "little") <= target:
            return shown(height, header)


def blocks(name, before_at, after_at, bits, mined=True):
    before = block(900000, sha256(name.encode()), NOON + before_at, bits, mined)
    return before, block(900001, bytes.fromhex(before["hash"])[::-1], NOON + after_at, bits, mined)


def proof(title, end_date, noon, pair, entries, wanted, postponements):
    before, after = pair
    after_at = struct.unpack_from("<I", bytes.fromhex(after["header"]), 68)[0] - noon
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
                  "sources": ["blockstream.info", "mempool.space"]},
        "seed": seed, "winners": winners, "postponements": postponements, "nextCursor": None, "entries": ordered,
    }


def save(name, value):
    (HERE / name).write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"
# In UTF-16 the last two would stand the other way round.
NAMES = ["alice", "bob", "café", "łukasz", "阿里斯", "\uff65wide", "𝔷eta"]
NOON = 1795280400  # 2026-11-21 17:00:00 UTC, 12:00 in New York
NOON_OF_2024 = 1707498000  # 2024-02-09 17:00:00 UTC, 12:00 in New York
# Bitcoin's own, as any explorer shows them: the first of the two came at noon exactly.
REAL = (
    shown(829703, bytes.fromhex(
        "004045271b990fc6f639ea32019c21512ed4dbf2bce9ad8056230100000000000000000058059b45"
        "a107ad39c0a154ab1d9907ad542ca0f6118458525c692316c4376df4105ac6655dba03175072078f"
    )),
    shown(829704, bytes.fromhex(
        "000021238a5cc9750e187a40854067f86f6912f7072a499e5fba02000000000000000000e7fb7e91"
        "e5b6b37c1d929544508e62400b54bc9001703404a8e14e663fa2e2f2cd5ac6655dba0317714e6849"
    )),
)

save("vectors.json", [
    vector("nobody", GENESIS, 1, entries=[]),
    vector("one entry", GENESIS, 1, entries=["alice"]),
    vector("more prizes than entries", GENESIS, 10, entries=["alice", "bob"]),
    vector("the order of the bytes", GENESIS, 3, entries=NAMES),
    vector("a thousand entries", "f" * 64, 5, numbered=1000),
    vector("100,000 entries", "0" * 63 + "1", 10, numbered=100000),
])
save("proof-first-after.json", proof("First after noon", "2024-02-08", NOON_OF_2024, REAL, NAMES, 3, []))
save("proof-not-mined.json", proof("Blocks that only claim work", "2026-11-20", NOON,
                                   blocks("not mined", -240, 300, 0x1703BA5D, mined=False), NAMES, 3, []))
save("proof-too-easy.json", proof("Blocks of little work", "2026-11-20", NOON,
                                  blocks("too easy", -240, 300, 0x1F00FFFF), NAMES, 3, []))
# A miner may write a time two hours ahead into a block, so a parent may be later than its child.
save("proof-passed-over.json", proof("A parent too late", "2026-11-20", NOON,
                                     blocks("passed over", 5401, 300, 0x207FFFFF), NAMES, 2, []))
save("proofs-of-wrong-blocks.json", [
    proof(title, "2026-11-20", NOON, blocks(title, before_at, after_at, 0x207FFFFF), NAMES, 2, [])
    for title, before_at, after_at in [
        ("The second block in time", 5400, 300),
        ("The first block in time, by a child too late", 1, 5401),
        ("A block too late, by a child too late", 5401, 5402),
        ("A block at noon, by a parent too late", 5401, 0),
    ]
])
made_up = blocks("The fallback", 0, 5401, 0x207FFFFF)
save("proof-fallback.json", proof("The fallback", "2026-11-19", NOON, made_up, NAMES, 2, [
    {"draw_at": iso(NOON - 86400), "reason": "disagreement", "said": [
        {"source": "blockstream.info", "answer": "block 899857, " + "1" * 64},
        {"source": "mempool.space", "answer": "block 899857, " + "2" * 64}]},
]))
