"""Whose a world is: a process that may die, or nobody's in particular (`webarium up`).

An owner is written `<host>:<boot>:<pid namespace>:<pid>:<start>`, or `<host>:kept`. Whether a process lives
can be seen in its own process-id namespace alone: of all others nothing is known, so they count as alive.
"""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path

_KEPT = "kept"


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When a process started, in clock ticks since boot; empty when there is none of that number."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


@cache
def _host() -> str:
    """This machine, or container, across boots; machines may share a name, and copies of one an id."""
    return f"{socket.gethostname().replace(':', '_')}/{_read('/etc/machine-id')}"


@cache
def _view() -> tuple[str, str]:
    """Which processes are seen from here: this boot's, of this process-id namespace."""
    try:
        return _read("/proc/sys/kernel/random/boot_id"), os.readlink("/proc/self/ns/pid").strip("pid:[]")
    except OSError:
        return "", ""


def kept() -> str:
    """Owner of a world that is to stay until `webarium down`."""
    return f"{_host()}:{_KEPT}"


def me() -> str:
    """This process: its number and start, so that a later process of the same number is told apart."""
    return ":".join((_host(), *_view(), str(os.getpid()), _started(os.getpid())))


def is_kept(owner: str) -> bool:
    """Whether the world stays until somebody ends it."""
    return owner.endswith(f":{_KEPT}")


def here(owner: str) -> bool:
    """Whether an owner belongs to this machine and, if it is a process, could be seen from here."""
    host, *rest = owner.split(":")
    return host == _host() and (rest == [_KEPT] or tuple(rest[:2]) == _view())


def alive(owner: str) -> bool:
    """Whether an owner still is there, as far as can be known from here."""
    if is_kept(owner):
        return True
    try:
        host, boot, space, pid, started = owner.split(":")
    except ValueError:
        return False
    if (host, boot, space) != (_host(), *_view()):
        ours_of_an_earlier_boot = host == _host() and boot != _view()[0] and not host.endswith("/")
        return not ours_of_an_earlier_boot
    return pid.isdigit() and bool(started) and _started(int(pid)) == started
