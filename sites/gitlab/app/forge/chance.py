"""Chance that repeats: the same actions from the pristine state draw the same keys, tokens and ids.

Everything is drawn from one generator a thread, seeded at the start of a request (and of a git hook) from
clock, session, request and the number of writes of this process. The last keeps two equal requests of one
moment apart, where a key must be new; reset ends the process, so it counts from pristine.
"""

from __future__ import annotations

import random
import string
import threading
import time
import uuid
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

_local = threading.local()
_writes = 0


def generator() -> random.Random:
    """The generator of this thread."""
    found = getattr(_local, "generator", None)
    if found is None:
        found = _local.generator = random.Random("smithy")
    return found


def reseed(*parts: object) -> None:
    """Start this thread's generator again from clock (whole seconds), number of writes and ``parts``."""
    given = [str(int(time.time())), str(_writes), *map(str, parts)]
    _local.generator = random.Random("\x1f".join(given))


def wrote() -> None:
    """Count one write of this process."""
    global _writes
    _writes += 1


def _choice(sequence: Sequence[Any]) -> Any:
    return sequence[generator().randrange(len(sequence))]


def _bytes(length: int | None = None) -> bytes:
    return generator().randbytes(32 if length is None else length)


def _salt(rounds: int = 4, prefix: bytes = b"2b") -> bytes:
    """A bcrypt salt of the lowest cost: the passwords are public anyway."""
    letters = "./" + string.ascii_uppercase + string.ascii_lowercase + string.digits
    # the last letter carries two bits only
    text = "".join(_choice(letters) for _ in range(21)) + _choice(".Oeu")
    return b"$2b$04$" + text.encode()


def install() -> None:
    """Put the generator where Pagure and its libraries look for chance."""
    import secrets

    secrets.choice = _choice
    secrets.token_bytes = _bytes
    secrets.token_hex = lambda length=None: _bytes(length).hex()
    random.choice = _choice
    random.random = lambda: generator().random()
    random.randint = lambda low, high: generator().randint(low, high)
    uuid.uuid4 = lambda: uuid.UUID(bytes=_bytes(16), version=4)

    import bcrypt
    import flask_wtf.csrf
    import pagure.lib.login

    bcrypt.gensalt = _salt
    pagure.lib.login.random_choice = _choice
    flask_wtf.csrf.os = SimpleNamespace(urandom=_bytes)
