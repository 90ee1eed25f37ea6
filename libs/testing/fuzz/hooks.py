"""What Schemathesis is told of Likewell: a session that lasts, what there is to ask for, and a count of every response.

Of calls that are to be valid every second one names what exists, where a made-up number or password never would.
"""

import atexit
import json
import os
import random
import struct
import zlib
from collections import Counter, defaultdict

import requests
import schemathesis

WORLD = json.loads(os.environ["FUZZ_WORLD"])
COUNTS_FILE = os.environ["FUZZ_COUNTS"]
CHANCE = random.Random(int(os.environ["FUZZ_SEED"]))
WITHIN_S = 30

counts: dict[str, Counter] = defaultdict(Counter)


class Session:
    """A member who signs in again whenever a call has ended the session."""

    def __init__(self, email: str, password: str, token: str):
        # The username is one of the things that calls change.
        self.email, self.password = email, password
        self.next_password = password
        self.token = token

    def headers(self) -> dict[str, str]:
        if self.token == "":
            self.token = self._log_in()
        return {"Authorization": f"Bearer {self.token}"}

    def _log_in(self) -> str:
        for password in (self.next_password, self.password):
            body = {"emailOrUser": self.email, "password": password}
            response = requests.post(f"{WORLD['base']}/api/auth/login", json=body, timeout=WITHIN_S)
            if response.ok:
                self.password = self.next_password = password
                return response.json()["token"]
        raise RuntimeError(f"{self.email} cannot sign in: {response.status_code} {response.text}")


# A visitor has none.
SESSIONS = [Session(**member) for member in WORLD["sessions"]]
# The one that a call is made in.
current: Session | None = None


@schemathesis.hook
def before_call(context, case, kwargs):
    global current
    if SESSIONS:
        # The last one is a moderator's and does nothing else: to sign in again takes a code that is new each half minute.
        current = SESSIONS[-1] if "/moderation/" in case.path else CHANCE.choice(SESSIONS[:-1])
        case.headers.update(current.headers())
    if is_valid(case) and CHANCE.random() < 0.5:
        name_what_exists(case)


@schemathesis.hook
def after_call(context, case, response):
    counts[case.operation.label][response.status_code] += 1
    ends_session = case.operation.label in (
        "POST /api/auth/logout",
        "PUT /api/users/password",
        "POST /api/users/me/deletion",
        "DELETE /api/users/me/sessions/{id}",
    )
    if current is not None and ends_session and response.status_code == 200:
        current.token = ""


def is_valid(case) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


def name_what_exists(case) -> None:
    label = case.operation.label
    known = {
        "username": WORLD["usernames"],
        "account": ["alice", "bob"],
        "file": [f"{'0' * 64}.webp"],
        "address": ["So11111111111111111111111111111111111111112"],
        "id": ids_of(label),
    }
    for name in case.path_parameters or {}:
        case.path_parameters[name] = CHANCE.choice(known.get(name) or [1])
    body = body_of(label)
    if body is not None:
        case.body = body


def ids_of(label: str) -> list:
    if "/giveaways/" in label:
        return WORLD["giveaways"]
    # What is deleted is the member's own, and others remain.
    return WORLD["own_posts"] if label.startswith(("PUT", "DELETE")) else WORLD["posts"]


def body_of(label: str):
    name = "f" + "".join(CHANCE.choices("abcdefghjkmnpqrtuvwxyz", k=15))
    if label == "POST /api/auth/register":
        return {"username": name, "email": f"{name}@example.org", "password": "correct horse battery"}
    if label == "POST /api/auth/login" and WORLD["known"]:
        return {"emailOrUser": WORLD["known"]["username"], "password": WORLD["known"]["password"]}
    if label == "PUT /api/users/password" and current is not None:
        current.next_password = f"correct horse {CHANCE.randrange(10**9)}"
        return {"oldPass": current.password, "newPass": current.next_password}
    if label == "PUT /api/users/username":
        return {"username": name}
    if label in ("POST /api/posts", "PUT /api/posts/{id}"):
        return {"title": f"Notes by {name}", "body": f"A few words about {name}."}
    if label == "POST /api/posts/{id}/like":
        return {"amount": CHANCE.choice([0.000001, 0.01, "0.5", 1])}
    if label == "POST /api/wallet/proofs":
        return {"purpose": CHANCE.choice(["link", "claim"]), "address": "So11111111111111111111111111111111111111112"}
    if label == "PUT /api/users/avatar":
        return {"avatar": png(CHANCE.randrange(1, 64), CHANCE.randrange(1, 64))}
    return None


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = b"".join(b"\0" + CHANCE.randbytes(width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@atexit.register
def write_counts() -> None:
    with open(COUNTS_FILE, "w", encoding="utf-8") as file:
        json.dump(counts, file)
