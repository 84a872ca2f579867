"""Observations: one snapshot call, made into numbered elements and rendered in WebArena's manner.

The snapshot's nodes become elements with integer ids, nameless wrappers are lifted out, and what the viewport
shows is arithmetic on the boxes.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

from playwright.sync_api import CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from harness.agents.protocol import ROOT_ID, TEXT_ROLE, Element
from harness.browser.otr import Otr
from harness.browser.snapshot import Node, parse_snapshot
from harness.browser.window import DESKTOP, Window

Mode = Literal["axtree", "html", "screenshot", "otr"]
MODES: tuple[Mode, ...] = ("axtree", "html", "screenshot", "otr")

_VALUE_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "slider", "progressbar", "meter"})
INTERACTIVE = frozenset(
    {
        "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
        "option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
    }
)  # fmt: skip
"""Roles of what one acts on."""
_quoted = json.JSONEncoder(ensure_ascii=False).encode
_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()  # one a tab: to attach takes time
_BORDER_MS = 1_000  # for an iframe to answer; one that does not is there no more
_BORDER = 2  # of an iframe whose own border is not known, in CSS pixels: the default style sheet's


@dataclass(frozen=True)
class View:
    """Which part of the page an agent gets.

    Args:
        modes: any of ``axtree``, ``html``, ``screenshot``, ``otr``.
        scope: of tree and HTML the whole ``page`` or what the ``viewport`` shows of it; the screenshot is
            always of the window, as coordinates are.
        window: what pages are shown in.
        marks: the elements one can act on are numbered on the screenshot.
        otr: how its text is made.
    """

    modes: frozenset[str] = frozenset({"axtree"})
    scope: Literal["page", "viewport"] = "page"
    window: Window = DESKTOP
    marks: bool = False
    otr: Otr = field(default_factory=Otr)


@dataclass(frozen=True)
class Tree:
    """A numbered accessibility tree: the elements, their refs for Playwright, and the text agents read."""

    elements: dict[int, Element]
    refs: dict[int, str]
    text: str
    borrowed: frozenset[int] = frozenset()
    """Ids of bare texts and closed options, whose ref is that of the element around them."""


def number_tree(
    nodes: list[Node],
    *,
    title: str,
    size: tuple[int, int],
    viewport_only: bool = False,
    borders: Mapping[str, tuple[int, int]] | None = None,
) -> Tree:
    """Number the nodes in document order and render them.

    Args:
        nodes: of ``parse_snapshot``.
        title: the page's, which names the root.
        size: viewport width and height in CSS pixels.
        viewport_only: leave out what the viewport does not show.
        borders: left and top border of each iframe, by its ref.
    """
    builder = _Builder(size, viewport_only, borders or {})
    builder.add("RootWebArea", title, box=(0, 0, *size), depth=0, parent=None, ref=None)
    for node in nodes:
        builder.visit(node, depth=1, parent=ROOT_ID, origin=(0, 0), box=(0, 0, *size), ref=None)
    text = "\n".join(map(render_element, builder.elements.values()))
    return Tree(builder.elements, builder.refs, text, frozenset(builder.borrowed))


def render_element(element: Element) -> str:
    """One line, as WebArena writes it: ``\\t[12] button 'Add to basket' focused: True``."""
    name = _quoted(element.name)[1:-1].replace('\\"', '"').replace("'", "\\'")
    line = f"{chr(9) * element.depth}[{element.id}] {element.role} '{name}'"
    if element.value is not None:
        line += f" value: {element.value!r}"
    return line + "".join(f" {key}: {value}" for key, value in element.states.items())


def named(node: Node) -> dict[str, str]:
    """Role and name of a node, as a tree would have them."""
    return {"role": node.role, "name": _contents(node)[0]}


def digest_of(url: str, titles: Iterable[str], tree: str) -> str:
    """The digest two runs are compared by: URL, titles of all tabs, tree (less volatile elements).

    Args:
        url: of the focused tab.
        titles: of the tabs, in order.
        tree: rendered by ``number_tree`` from the stable snapshot.

    Returns:
        Sixteen hexadecimal digits of SHA-256.
    """
    content = json.dumps([url, list(titles), tree], ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def take_tree(page: Page, *, title: str, viewport_only: bool = False) -> Tree:
    """Snapshot and number the page's accessibility tree."""
    nodes = parse_snapshot(page.aria_snapshot(mode="ai", boxes=True))
    size = page.viewport_size or {"width": DESKTOP.width, "height": DESKTOP.height}
    tree = number_tree(
        nodes,
        title=title,
        size=(size["width"], size["height"]),
        viewport_only=viewport_only,
        borders=_borders(page, nodes),
    )
    return replace(tree, elements=_with_visible(page, tree.elements))


def _borders(page: Page, nodes: list[Node]) -> dict[str, tuple[int, int]]:
    """Left and top border of each iframe of the tree; a page may have hidden ones as well, or some in
    others.
    """
    found: dict[str, tuple[int, int]] = {}
    for node in _iframes(nodes):
        if node.ref is None:
            continue
        with suppress(PlaywrightError):  # it has gone meanwhile
            left, top = page.locator(f"aria-ref={node.ref}").evaluate(_BORDER_JS, timeout=_BORDER_MS)
            found[node.ref] = left, top
    return found


def _with_visible(page: Page, elements: dict[int, Element]) -> dict[int, Element]:
    """The elements, told which of them show: are in the window, and nothing lies over them."""
    inside = [one for one in elements.values() if one.in_viewport and one.box and one.id != ROOT_ID]
    shown = page.evaluate(_script("on_top.js"), [one.box for one in inside])
    seen = {ROOT_ID} | {one.id for one, visible in zip(inside, shown, strict=True) if visible}
    return {number: replace(one, visible=True) if number in seen else one for number, one in elements.items()}


@cache
def _script(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def take_html(page: Page, *, viewport_only: bool = False) -> str:
    """The page's HTML as it stands, or only the elements the viewport shows (and what holds them)."""
    return str(page.evaluate(_VISIBLE_HTML_JS)) if viewport_only else page.content()


def take_dom(page: Page) -> str:
    """The page's DOM as well-formed XML, with a number and a box for each element, see ``dom.js``."""
    return str(page.evaluate(_script("dom.js")))


def take_mhtml(page: Page) -> str:
    """The page with its styles and pictures, as MHTML (RFC 2557)."""
    session = page.context.new_cdp_session(page)
    try:
        return str(session.send("Page.captureSnapshot", {"format": "mhtml"})["data"])
    finally:
        session.detach()


def take_screenshot(page: Page, scale: float = 1.0) -> bytes:
    """A PNG of the window, with as many pixels for a CSS pixel as its scale says.

    Straight from the protocol: Playwright's own waits for fonts and hides the caret, which settling and the
    page style have done already. Only Playwright's has more pixels than the window.
    """
    if scale != 1:
        return page.screenshot()
    try:
        session = _sessions.get(page) or _sessions.setdefault(page, page.context.new_cdp_session(page))
        options: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        return base64.b64decode(session.send("Page.captureScreenshot", options)["data"])
    except PlaywrightError:
        _sessions.pop(page, None)
        return page.screenshot()


class _Builder:
    def __init__(
        self, size: tuple[int, int], viewport_only: bool, borders: Mapping[str, tuple[int, int]]
    ) -> None:
        self.elements: dict[int, Element] = {}
        self.refs: dict[int, str] = {}
        self.borrowed: set[int] = set()
        self._size = size
        self._viewport_only = viewport_only
        self._borders = borders

    def add(
        self,
        role: str,
        name: str,
        *,
        ref: str | None,
        box: tuple[int, int, int, int],
        pointer: bool = False,
        **fields: Any,
    ) -> int:
        element_id = len(self.elements) + 1
        states = fields.get("states") or {}
        self.elements[element_id] = Element(
            id=element_id,
            role=role,
            name=name,
            box=box,
            in_viewport=_overlaps(box, self._size),
            clickable=(role in INTERACTIVE or pointer) and not states.get("disabled"),
            **fields,
        )
        if ref is not None:
            self.refs[element_id] = ref
        return element_id

    def visit(
        self,
        node: Node,
        *,
        depth: int,
        parent: int,
        origin: tuple[int, int],
        box: tuple[int, int, int, int],
        ref: str | None,
    ) -> None:
        """Add a node and all below it; ``box`` and ``ref`` are the nearest ancestor's, for bare text."""
        own = _moved(node.box, origin) if node.box else box
        if node.box is not None and node.box[2:] == (0, 0) and node.role == "option":
            own = box  # a closed select box lays its options out nowhere
        ref = node.ref or ref
        children = node.children
        shown = not self._viewport_only or _overlaps(own, self._size)
        if node.role == "text" or (node.role == "generic" and not node.pointer and node.text is not None):
            text = node.text or ""
            if text.strip() and shown:
                text_id = self.add(TEXT_ROLE, text, box=own, depth=depth, parent=parent, ref=ref)
                if node.ref is None:
                    self.borrowed.add(text_id)
            return
        lifted = node.role == "generic" and not node.name and not node.pointer and not node.states
        if node.role == "generic" and parent == ROOT_ID and node.states == {"focused": True}:
            lifted = True  # the body has the focus when nothing else has
        if not lifted and shown:
            name, value, rest = _contents(node)
            parent = self.add(
                node.role,
                name,
                value=value,
                box=own,
                depth=depth,
                parent=parent,
                ref=ref,
                states=node.states,
                url=node.url,
                pointer=node.pointer,
            )
            if node.ref is None:
                self.borrowed.add(parent)
            depth += 1
            children = rest
        if node.role == "iframe" and node.box:
            left, top = self._borders.get(node.ref or "", (_BORDER, _BORDER))
            origin = (own[0] + left, own[1] + top)
        for child in children:
            self.visit(child, depth=depth, parent=parent, origin=origin, box=own, ref=ref)


def _contents(node: Node) -> tuple[str, str | None, list[Node]]:
    """Name, value, children: an only text is the value of an input, or the name of the nameless."""
    text, children = node.text, node.children
    if text is None and len(children) == 1 and children[0].role == "text":
        text, children = children[0].text, []
    if node.role in _VALUE_ROLES:
        chosen = [child.name for child in children if child.role == "option" and child.states.get("selected")]
        return node.name, text if text is not None else (", ".join(chosen) or None), children
    if text is None:
        return node.name, None, children
    if not node.name or node.name == text:
        return text, None, children
    return node.name, None, [Node("text", text=text), *children]


def _iframes(nodes: list[Node]) -> Iterable[Node]:
    for node in nodes:
        if node.role == "iframe":
            yield node
        yield from _iframes(node.children)


def _moved(box: tuple[int, int, int, int], origin: tuple[int, int]) -> tuple[int, int, int, int]:
    return (box[0] + origin[0], box[1] + origin[1], box[2], box[3])


def _overlaps(box: tuple[int, int, int, int], size: tuple[int, int]) -> bool:
    x, y, width, height = box
    return x < size[0] and y < size[1] and x + max(width, 1) > 0 and y + max(height, 1) > 0


_BORDER_JS = "(frame) => [frame.clientLeft, frame.clientTop]"

# A copy of the document without the elements outside the viewport; what holds a visible one stays.
_VISIBLE_HTML_JS = """() => {
  const inside = (element) => [...element.getClientRects()].some(r =>
    r.width > 0 && r.height > 0 && r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth);
  const copy = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    if (['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT'].includes(node.tagName)) return null;
    const children = [...node.childNodes].map(copy).filter(Boolean);
    if (!inside(node) && !children.some(child => child.nodeType === Node.ELEMENT_NODE)) return null;
    const clone = node.cloneNode(node.tagName === 'SELECT');
    if (node.tagName !== 'SELECT') clone.append(...children);
    return clone;
  };
  const body = copy(document.body) || document.createElement('body');
  return `<html><head><title>${document.title.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</title></head>` +
    `${body.outerHTML}</html>`;
}"""
