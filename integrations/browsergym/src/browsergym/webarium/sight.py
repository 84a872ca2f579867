"""What the service shows, in the shape of BrowserGym's observations."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np
from lxml import html as lxml_html
from PIL import Image
from webarium_client import Observation

TEXT = "StaticText"


def of_page(seen: Observation) -> dict[str, Any]:
    """The part of an observation that tells of the browser.

    Ids of elements are the service's numbers, as text. ``dom_object`` is made from the HTML, which the
    service tells with ``--observation axtree,html``, and has no ids; ``screenshot`` is there where told.
    """
    tabs = seen.tabs
    front = next((number for number, tab in enumerate(tabs) if tab["active"]), 0)
    found: dict[str, Any] = {
        "open_pages_urls": tuple(tab["url"] for tab in tabs),
        "open_pages_titles": tuple(tab["title"] for tab in tabs),
        "active_page_index": np.asarray([front]),
        "url": seen.url,
        "dom_object": _dom(seen.html or "<html></html>"),
        "axtree_object": {"nodes": _nodes(seen)},
        "extra_element_properties": _properties(seen),
        "focused_element_bid": next(
            (str(one.id) for one in seen.elements.values() if one.states.get("focused")), ""
        ),
    }
    if seen.screenshot:
        picture = Image.open(io.BytesIO(base64.b64decode(seen.screenshot)))
        found["screenshot"] = np.asarray(picture.convert("RGB"))
    return found


def _nodes(seen: Observation) -> list[dict[str, Any]]:
    nodes = []
    for one in seen.elements.values():
        node: dict[str, Any] = {
            "nodeId": str(one.id),
            "role": {"type": "role", "value": one.role},
            "name": {"type": "computedString", "value": one.name},
            "properties": [{"name": key, "value": {"value": state}} for key, state in one.states.items()],
            "childIds": [str(child.id) for child in seen.children(one.id)],
        }
        if one.value is not None:
            node["value"] = {"type": "string", "value": one.value}
        if one.parent is not None:
            node["parentId"] = str(one.parent)
        if one.role != TEXT:
            node["browsergym_id"] = str(one.id)
        nodes.append(node)
    return nodes


def _properties(seen: Observation) -> dict[str, Any]:
    return {
        str(one.id): {
            "visibility": 1.0 if one.visible else 0.0,
            "bbox": list(one.box) if one.box else None,
            "clickable": one.clickable,
            "set_of_marks": one.clickable and one.visible,
        }
        for one in seen.elements.values()
        if one.role != TEXT
    }


def _dom(text: str) -> dict[str, Any]:
    """A page's HTML as a DOM snapshot, as far as BrowserGym's text of it reads one."""
    strings: dict[str, int] = {}
    nodes: dict[str, list[Any]] = {
        key: [] for key in ("nodeType", "nodeName", "nodeValue", "parentIndex", "attributes")
    }

    def number(word: str) -> int:
        return strings.setdefault(word, len(strings))

    def add(kind: int, name: str, value: str, parent: int, attributes: list[int]) -> int:
        row = (kind, number(name), number(value), parent, attributes)
        for key, cell in zip(nodes, row, strict=True):
            nodes[key].append(cell)
        return len(nodes["nodeType"]) - 1

    def visit(element: Any, parent: int) -> None:
        if isinstance(element.tag, str):
            words = [number(word) for pair in element.attrib.items() for word in pair]
            own = add(1, element.tag, "", parent, words)
            if element.text:
                add(3, "#text", element.text, own, [])
            for child in element:
                visit(child, own)
        if element.tail:
            add(3, "#text", element.tail, parent, [])

    visit(lxml_html.document_fromstring(text), add(9, "#document", "", -1, []))
    nodes["contentDocumentIndex"] = {"index": [], "value": []}  # type: ignore[assignment]
    return {"documents": [{"nodes": nodes}], "strings": list(strings)}
