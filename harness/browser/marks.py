"""Set of marks: the elements one can act on, numbered on the screenshot.

After Yang et al., "Set-of-Mark Prompting Unleashes Extraordinary Visual Grounding in GPT-4V" (2023), as
VisualWebArena uses it: a box around each element and its number at the corner.
"""

from __future__ import annotations

import io
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont

from harness.agents.protocol import ROOT_ID, Element, Observation
from harness.browser.observation import INTERACTIVE

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


def marked(elements: Iterable[Element]) -> list[Element]:
    """Those that are marked: clickable, visible, and large enough to be seen; one of several in one place."""
    found: dict[tuple[int, int, int, int], Element] = {}
    for element in elements:
        if element.clickable and element.visible and element.box and min(element.box[2:]) >= _SMALLEST:
            found.setdefault(element.box, element)
    return list(found.values())


def draw(screenshot: bytes, elements: Iterable[Element], *, scale: float = 1.0) -> bytes:
    """A screenshot with its elements marked.

    Args:
        screenshot: PNG of the window.
        elements: of the page; those that ``marked`` chooses get a mark.
        scale: pixels of the picture for one CSS pixel.

    Returns:
        PNG.
    """
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(round(13 * scale))
    for element in marked(elements):
        assert element.box is not None
        x, y, w, h = (side * scale for side in element.box)
        colour = _COLOURS[element.id % len(_COLOURS)]
        pen.rectangle((x, y, x + w - 1, y + h - 1), outline=colour, width=round(2 * scale))
        left, top, right, bottom = pen.textbbox((max(x, 0) + 2, max(y, 0) + 1), str(element.id), font=font)
        pen.rectangle((left - 2, top - 1, right + 2, bottom + 1), fill=colour)
        pen.text((max(x, 0) + 2, max(y, 0) + 1), str(element.id), fill="white", font=font)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
