"""Set of marks: the elements one can act on, numbered on the screenshot.

After Yang et al., "Set-of-Mark Prompting Unleashes Extraordinary Visual Grounding in GPT-4V" (2023), as
VisualWebArena uses it: a box around each element and its number at the corner.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont

from harness.agents.protocol import ROOT_ID, Element, Observation

INTERACTIVE = frozenset(
    {
        "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
        "option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
    }
)  # fmt: skip
_COLOURS = ("#c2255c", "#1864ab", "#2b8a3e", "#d9480f", "#5f3dc4", "#0b7285")
_SMALLEST = 4  # CSS pixels; less is an element that is there for scripts or screen readers


def interactive(observation: Observation) -> list[Element]:
    """The elements one can act on, in reading order; closed options go with their select box."""
    found = []
    for element in observation.elements.values():
        parent = observation.elements.get(element.parent or ROOT_ID)
        closed = element.role == "option" and parent is not None and parent.role == "combobox"
        if element.role in INTERACTIVE and not closed:
            found.append(element)
    return found


def visible(elements: Iterable[Element], width: int, height: int) -> list[Element]:
    """Those with a box that shows in a picture of this size."""
    shown = []
    for element in elements:
        if element.box is None:
            continue
        x, y, w, h = element.box
        if w >= _SMALLEST and h >= _SMALLEST and x < width and y < height and x + w > 0 and y + h > 0:
            shown.append(element)
    return shown


def draw(screenshot: str, elements: Iterable[Element]) -> str:
    """A screenshot with its elements marked.

    Args:
        screenshot: PNG in base64, of the viewport.
        elements: with their boxes in CSS pixels.

    Returns:
        PNG in base64.
    """
    picture = Image.open(io.BytesIO(base64.b64decode(screenshot))).convert("RGB")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(13)
    for element in visible(elements, *picture.size):
        assert element.box is not None
        x, y, w, h = element.box
        colour = _COLOURS[element.id % len(_COLOURS)]
        pen.rectangle((x, y, x + w - 1, y + h - 1), outline=colour, width=2)
        left, top, right, bottom = pen.textbbox((max(x, 0) + 2, max(y, 0) + 1), str(element.id), font=font)
        pen.rectangle((left - 2, top - 1, right + 2, bottom + 1), fill=colour)
        pen.text((max(x, 0) + 2, max(y, 0) + 1), str(element.id), fill="white", font=font)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode("ascii")
