"""What still goes on between a site and those who ask it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

TABLES = ("tcp", "tcp6")
"""Where the kernel lists connections. Reading takes 3 ms: it goes through the whole machine's."""

ESTABLISHED, CLOSE_WAIT, LISTEN = b"01", b"08", b"0A"
"""TCP's states: a client waits; it has gone, the worker is still at it; a server waits for clients."""

CONNECTING, CONNECTED = b"02", b"03"
"""States of a Unix socket's connection: waiting to be taken, and taken."""


def listening(port: int) -> tuple[str, ...]:
    """The tables that hold a server on a local port; all, when nobody serves there now."""
    wanted = b":%04X" % port
    found = [
        table
        for table in TABLES
        if any(fields[1].endswith(wanted) and fields[3] == LISTEN for fields in _table(table))
    ]
    return tuple(found) or TABLES


def requests(port: int, paths: Collection[str] = (), tables: Collection[str] = TABLES) -> set[bytes]:
    """Requests under way, one entry for each connection that stays the same while the connection lasts.

    Args:
        port: local TCP port of the site.
        paths: Unix sockets on which its processes ask each other one request a connection.
        tables: those of the kernel's that may hold one.
    """
    found: set[bytes] = set()
    wanted = b":%04X" % port
    for table in tables:
        for fields in _table(table):
            if fields[1].endswith(wanted) and fields[3] in (ESTABLISHED, CLOSE_WAIT):
                found.add(fields[2])
    if paths:
        names = {path.encode() for path in paths}
        for fields in _table("unix"):
            if len(fields) == 8 and fields[7] in names and fields[5] in (CONNECTING, CONNECTED):
                found.add(fields[7] + b" " + fields[6])
    return found


def _table(name: str) -> list[list[bytes]]:
    try:
        return [line.split() for line in Path(f"/proc/net/{name}").read_bytes().splitlines()[1:]]
    except OSError:
        return []


def settle(busy: Callable[[], list[str]], timeout: float) -> dict[str, Any]:
    """Wait until nothing is left to wait for.

    Args:
        busy: says what still goes on.
        timeout: seconds after which it gives up.

    Returns:
        {"settled": bool, "waiting_for": [...], "seconds"}; two quiet looks 30 ms apart count as settled.
    """
    started = time.monotonic()
    quiet = 0
    while True:
        found = busy()
        quiet = 0 if found else quiet + 1
        seconds = time.monotonic() - started
        if quiet == 2 or seconds > timeout:
            return {"settled": quiet == 2, "waiting_for": found, "seconds": round(seconds, 3)}
        time.sleep(0.03)
