"""The tools of the drawings: 600 x 600 units, shapes with a soft light from above and a thin dark outline.

A drawing is a function of an ``Art`` that is registered under the kind it shows. It uses ``art.main`` and
``art.accent`` and the fixed materials below, so that one function serves all colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

INK = "#2f343b"
STEEL = "#b9c0c7"
GLASS = "#d6e6ec"
WOOD = "#b98a58"
PAPER = "#faf8f2"
LEAF = "#5a9450"
GOLD = "#d9ab3e"

Drawing = Callable[["Art"], None]
DRAWINGS: dict[str, Drawing] = {}


def draws(kind: str) -> Callable[[Drawing], Drawing]:
    """Register a function as the drawing of a kind."""

    def register(function: Drawing) -> Drawing:
        DRAWINGS[kind] = function
        return function

    return register


def mix(colour: str, other: str, share: float) -> str:
    """``colour`` with ``share`` (0 to 1) of ``other`` in it; both ``#rrggbb``."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def brightness(colour: str) -> float:
    """How bright a colour looks, 0 (black) to 1 (white)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


class Art:
    """One drawing in the making."""

    def __init__(self, main: str, accent: str) -> None:
        self.main, self.accent = main, accent
        self.dark, self.light = mix(main, "#10151c", 0.28), mix(main, "#ffffff", 0.35)
        self.contrast = "#ffffff" if brightness(main) < 0.55 else INK
        self.parts: list[str] = []
        self.gradients: dict[str, str] = {}

    # -- paint
    def paint(self, colour: str, way: str) -> str:
        """Fill for a colour: flat (``""``), lit from above (``v``), or round like a tube (``h``)."""
        if not way or not colour.startswith("#"):
            return colour
        name = f"{way}{colour[1:]}"
        if name not in self.gradients:
            high, low = mix(colour, "#ffffff", 0.16), mix(colour, "#10151c", 0.14)
            body: tuple[tuple[float, str], ...]
            if way == "v":
                body, ends = ((0, high), (1, low)), 'x2="0" y2="1"'
            else:
                body, ends = (
                    ((0, low), (0.3, high), (0.6, colour), (1, mix(colour, "#10151c", 0.24))),
                    'x2="1" y2="0"',
                )
            stops = "".join(f'<stop offset="{at}" stop-color="{tone}"/>' for at, tone in body)
            self.gradients[name] = f'<linearGradient id="{name}" {ends}>{stops}</linearGradient>'
        return f"url(#{name})"

    def _style(self, fill: str, line: float, way: str, stroke: str = "") -> str:
        edge = stroke or mix(fill if fill.startswith("#") else self.main, "#141a22", 0.42)
        outline = f' stroke="{edge}" stroke-width="{line:g}" stroke-linejoin="round"' if line else ""
        return f'fill="{self.paint(fill, way)}"{outline}'

    # -- shapes
    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str = "",
        r: float = 0,
        line: float = 3,
        way: str = "v",
    ) -> None:
        """A rectangle with corners of radius ``r``."""
        style = self._style(fill or self.main, line, way)
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" {style}/>')

    def oval(
        self, x: float, y: float, rx: float, ry: float = 0, fill: str = "", line: float = 3, way: str = "v"
    ) -> None:
        """An ellipse around (x, y), a circle without ``ry``."""
        style = self._style(fill or self.main, line, way)
        self.parts.append(f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry or rx:g}" {style}/>')

    def path(self, d: str, fill: str = "", line: float = 3, way: str = "v") -> None:
        """A closed figure given as SVG path data."""
        self.parts.append(f'<path d="{d}" {self._style(fill or self.main, line, way)}/>')

    def stroke(self, d: str, colour: str = "", width: float = 10, dash: str = "", edge: bool = False) -> None:
        """A line along SVG path data with round ends; ``edge`` gives it the dark outline of a body."""
        tone = colour or self.main
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        for paint, size in (
            ((mix(tone, "#141a22", 0.42), width + 6), (tone, width)) if edge else ((tone, width),)
        ):
            self.parts.append(
                f'<path d="{d}" fill="none" stroke="{paint}" stroke-width="{size:g}" stroke-linecap="round"'
                f' stroke-linejoin="round"{dashes}/>'
            )

    def dots(self, points: Iterable[tuple[float, float]], radius: float, fill: str, line: float = 0) -> None:
        """Equal small discs."""
        for x, y in points:
            self.oval(x, y, radius, fill=fill, line=line, way="")

    def shine(self, d: str, opacity: float = 0.28, width: float = 0) -> None:
        """A white reflection: an area, or a line if it has a width."""
        if width:
            self.parts.append(
                f'<path d="{d}" fill="none" stroke="#fff" stroke-opacity="{opacity:g}"'
                f' stroke-width="{width:g}" stroke-linecap="round"/>'
            )
        else:
            self.parts.append(f'<path d="{d}" fill="#fff" fill-opacity="{opacity:g}"/>')

    def veil(self, d: str, opacity: float = 0.14) -> None:
        """A dark shade over an area."""
        self.parts.append(f'<path d="{d}" fill="#10151c" fill-opacity="{opacity:g}"/>')

    def shadow(self, x: float = 300, y: float = 520, rx: float = 190, ry: float = 20) -> None:
        """The shadow on the ground; draw it first."""
        self.gradients["ground"] = (
            '<radialGradient id="ground"><stop offset="0" stop-color="#2b3440" stop-opacity=".34"/>'
            '<stop offset="1" stop-color="#2b3440" stop-opacity="0"/></radialGradient>'
        )
        self.parts.append(f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="url(#ground)"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        fill: str = INK,
        weight: int = 600,
        anchor: str = "middle",
    ) -> None:
        """A line of text, centred on x unless the anchor says otherwise."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-family="Lato, Helvetica, Arial, sans-serif" font-size="{size:g}"'
            f' font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{words}</text>'
        )

    @contextmanager
    def moved(self, transform: str) -> Iterator[None]:
        """Shapes drawn inside are transformed: ``rotate(30 300 300)``, ``translate(20 0)``, ``scale(.5)``."""
        self.parts.append(f'<g transform="{transform}">')
        yield
        self.parts.append("</g>")

    def body(self) -> str:
        """What was drawn, with its gradients, without the frame."""
        return f"<defs>{''.join(self.gradients.values())}</defs>{''.join(self.parts)}"


def draw(kind: str, main: str, accent: str) -> Art:
    """The drawing of a kind in two colours (``#rrggbb``); ``KeyError`` for a kind that nobody drew."""
    art = Art(main, accent)
    DRAWINGS[kind](art)
    return art
