"""The draw of parameters with a salt: other rows of the same data, in an order as good as the tracked one.

Templates order their draw by a hash (``ORDER BY MD5(CONCAT('wished', p.id))``), so that it is spread and the
same every time. A salt goes into every such hash of the statement; without one the statement is not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

HASHES = ("MD5", "SHA1", "CRC32")
SPARE = 60
"""Rows that are looked at where a draw takes the first few of a hashed order."""

_PIECE = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|\w+|.", re.S)
_TAIL = re.compile(r"(\bLIMIT\s+)(\d+)(\s*;?\s*)$", re.I)


def salted(sql: str, salt: str) -> str:
    """A statement with the salt in each of its hashes.

    >>> salted("SELECT id FROM t ORDER BY MD5(id) LIMIT 3", "k")
    "SELECT id FROM t ORDER BY MD5(CONCAT(id, 'k')) LIMIT 3"
    """
    return _with_salt(sql, salt) if salt else sql


def lifted(sql: str) -> str:
    """A statement whose limit, behind a hashed order, leaves rows to spare.

    >>> lifted("SELECT id FROM t ORDER BY MD5(id) LIMIT 3")
    'SELECT id FROM t ORDER BY MD5(id) LIMIT 60'
    """
    if not hashed_order(sql):
        return sql
    return _TAIL.sub(lambda found: f"{found[1]}{max(SPARE, int(found[2]))}{found[3]}", sql)


def hashed(sql: str) -> bool:
    """Whether some hash decides what a statement draws."""
    pieces = [piece for piece, _ in _pieces(sql) if not piece.isspace()]
    return any(one.upper() in HASHES and other == "(" for one, other in pairwise(pieces))


def hashed_order(sql: str) -> bool:
    """Whether the whole statement's rows come in the order of a hash, before all else."""
    outer = [piece.upper() for piece, depth in _pieces(sql) if depth == 0 and not piece.isspace()]
    for at in range(len(outer) - 2, -1, -1):
        if outer[at] == "ORDER" and outer[at + 1] == "BY":
            return outer[at + 2 : at + 3] != [] and outer[at + 2] in HASHES
    return False


def _with_salt(sql: str, salt: str) -> str:
    out: list[str] = []
    open_hashes: list[int] = []  # the depths in which the argument of a hash stands
    before = ""
    for piece, depth in _pieces(sql):
        if piece == ")" and open_hashes and depth == open_hashes[-1]:
            out.append(f", '{salt}')")
            open_hashes.pop()
        out.append(piece)
        if piece == "(" and before.upper() in HASHES:
            out.append("CONCAT(")
            open_hashes.append(depth)
        if not piece.isspace():
            before = piece
    return "".join(out)


def _pieces(sql: str) -> Iterator[tuple[str, int]]:
    """Words, quotes and signs, each with how deep in brackets it stands; a bracket stands outside its own."""
    depth = 0
    for found in _PIECE.finditer(sql):
        piece = found[0]
        if piece == ")":
            depth -= 1
        yield piece, depth
        if piece == "(":
            depth += 1
