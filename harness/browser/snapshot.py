"""Playwright's snapshot of a page, read into nodes.

``page.aria_snapshot(mode="ai", boxes=True)`` gives the whole accessibility tree as lines of YAML, iframes
included, with a ``[ref=eN]`` and a box for every element.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_HEAD = re.compile(r'(?P<role>[\w-]+)(?: (?P<name>"(?:[^"\\]|\\.)*"))?(?P<marks>(?: \[[^\]]*\])*)')
_MARK = re.compile(r"\[([\w-]+)(?:=([^\]]*))?\]")
_LINE = re.compile(r"(?P<indent> *)- (?P<rest>.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|.)")


@dataclass
class Node:
    """One line of the snapshot with the lines below it."""

    role: str
    name: str = ""
    ref: str | None = None
    box: tuple[int, int, int, int] | None = None
    states: dict[str, Any] = field(default_factory=dict)
    url: str | None = None
    text: str | None = None
    pointer: bool = False
    children: list[Node] = field(default_factory=list)


def parse_snapshot(snapshot: str) -> list[Node]:
    """Read Playwright's snapshot text; an unknown line is kept as text rather than lost.

    Args:
        snapshot: what ``aria_snapshot(mode="ai")`` returned.
    """
    top = Node("fragment")
    stack: list[tuple[int, Node]] = [(-1, top)]
    for line in snapshot.split("\n"):
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        indent = len(match["indent"])
        while stack[-1][0] >= indent:
            stack.pop()
        parent = stack[-1][1]
        head, value = _split(match["rest"])
        if head.startswith("/"):
            _apply_property(parent, head[1:], value or "")
        elif head == "text":
            parent.children.append(Node("text", text=value or ""))
        else:
            node = _node(head)
            node.text = value or node.text
            parent.children.append(node)
            stack.append((indent, node))
    return _without_icons(top).children


def _without_icons(node: Node) -> Node:
    """A node without the glyphs of icon fonts that stand as texts among its children.

    Playwright reads what CSS puts before and after elements that are hidden as well, and Chromium knows that
    for some of them only now and then: a folded editor would have texts in one look and none in the next.
    """
    children = [_without_icons(child) for child in node.children]
    kept = [child for child in children if not (child.role == "text" and _is_icons(child.text or ""))]
    node.children = kept or children
    plain = node.role == "generic" and not node.name and not node.states
    if plain and len(kept) == 1 < len(children) and kept[0].role != "text":
        kept[0].pointer |= node.pointer  # as Playwright does where there was no text
        return kept[0]
    return node


def _is_icons(text: str) -> bool:
    return bool(text.strip()) and all(sign.isspace() or "\ue000" <= sign <= "\uf8ff" for sign in text)


def _node(head: str) -> Node:
    match = _HEAD.fullmatch(head)
    if match is None:
        return Node("text", text=head)
    name = match["name"] or '""'
    node = Node(match["role"], json.loads(name) if "\\" in name else name[1:-1])
    for key, value in _MARK.findall(match["marks"]):
        if key == "ref":
            node.ref = value
        elif key == "box":
            x, y, width, height = value.split(",")
            node.box = (int(float(x)), int(float(y)), int(float(width)), int(float(height)))
        elif key == "cursor":
            node.pointer = value == "pointer"
        elif key == "active":
            node.states["focused"] = True
        elif key == "aria-hidden":
            continue
        else:
            node.states[key] = int(value) if value.isdigit() else (value or True)
    return node


def _apply_property(node: Node, key: str, value: str) -> None:
    if key == "url":
        node.url = value
    elif key == "placeholder":
        node.states["placeholder"] = repr(value)


def _split(rest: str) -> tuple[str, str | None]:
    """Split ``key: value`` of one YAML line into unquoted key and value."""
    if rest.startswith("'"):
        end = 1
        while (end := rest.index("'", end)) + 1 < len(rest) and rest[end + 1] == "'":
            end += 2
        key, tail = rest[1:end].replace("''", "'"), rest[end + 1 :]
    elif rest.startswith(("text:", "/")):
        key, _, tail = rest.partition(":")
        tail = ":" + tail
    else:
        match = _HEAD.match(rest)
        end = match.end() if match else len(rest)
        key, tail = rest[:end], rest[end:]
        if tail and not tail.startswith(":"):  # not the grammar we know: keep the line whole
            return rest, None
    value = tail.removeprefix(":").strip()
    return key, _scalar(value) if value else None


def _scalar(value: str) -> str:
    if len(value) < 2 or not (value.startswith('"') and value.endswith('"')):
        return value
    plain = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
    return _ESCAPE.sub(
        lambda m: chr(int(m[1][1:], 16)) if len(m[1]) == 3 else plain.get(m[1], m[1]), value[1:-1]
    )
