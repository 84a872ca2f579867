"""Chance that repeats: whatever is drawn during a request follows from clock, session and path.

Everything random that Django, the application or our own views draw (CSRF masks, session keys, keys of links,
salts) comes from one generator a thread. The middleware seeds it at the start of a request, so the same
actions at the same moment of the stopped clock make the same pages and the same rows. Import this module
before Django is set up.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
import uuid
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

_local = threading.local()


def generator() -> random.Random:
    """The generator of this thread; seeded with a constant until a request seeds it."""
    found = getattr(_local, "generator", None)
    if found is None:
        found = _local.generator = random.Random("webarium")
    return found


def reseed(*parts: object) -> None:
    """Start the generator of this thread again from the clock (whole seconds) and ``parts``."""
    _local.generator = random.Random("\x1f".join([str(int(time.time())), *map(str, parts)]))


def _choice(sequence: Sequence[Any]) -> Any:
    return sequence[generator().randrange(len(sequence))]


def _token_bytes(nbytes: int | None = None) -> bytes:
    return generator().randbytes(32 if nbytes is None else nbytes)


def _token_hex(nbytes: int | None = None) -> str:
    return _token_bytes(nbytes).hex()


def _token_urlsafe(nbytes: int | None = None) -> str:
    import base64

    return base64.urlsafe_b64encode(_token_bytes(nbytes)).rstrip(b"=").decode()


def _uuid4() -> uuid.UUID:
    return uuid.UUID(bytes=_token_bytes(16), version=4)


def _shuffle(items: MutableSequence[Any]) -> None:
    generator().shuffle(items)


def install() -> None:
    """Put the repeatable generator where libraries look for chance. Harmless when called twice."""
    replacements: dict[Any, dict[str, Any]] = {
        secrets: {
            "choice": _choice,
            "token_bytes": _token_bytes,
            "token_hex": _token_hex,
            "token_urlsafe": _token_urlsafe,
            "randbelow": lambda limit: generator().randrange(limit),
        },
        uuid: {"uuid4": _uuid4},
        random: {
            "random": lambda: generator().random(),
            "choice": _choice,
            "randint": lambda low, high: generator().randint(low, high),
            "randrange": lambda *limits: generator().randrange(*limits),
            "shuffle": _shuffle,
            "sample": lambda population, k, **more: generator().sample(population, k, **more),
            "choices": lambda population, *more, **named: generator().choices(population, *more, **named),
        },
    }
    for module, functions in replacements.items():
        for name, function in functions.items():
            setattr(module, name, function)


class RepeatableChance:
    """Middleware, outermost: seeds chance from the clock, the session and the request."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        reseed(request.COOKIES.get("sessionid", ""), request.method, request.get_full_path())
        return self.get_response(request)
