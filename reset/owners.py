"""Whose a world is: a process that may die, or nobody's in particular (`webarium up`)."""

from __future__ import annotations

import os
from pathlib import Path

KEPT = "kept"
"""Owner of a world that is to stay until `webarium down`."""


def _started(pid: int) -> str:
    """When a process started, in clock ticks since boot; empty when there is none of that number."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def me() -> str:
    """This process: its number and start, so that a later process of the same number is told apart."""
    return f"{os.getpid()}:{_started(os.getpid())}"


def alive(owner: str) -> bool:
    """Whether an owner still is there."""
    if owner == KEPT:
        return True
    pid, _, started = owner.partition(":")
    return pid.isdigit() and bool(started) and _started(int(pid)) == started
