"""Wikitext from values: infoboxes, tables, numbers, sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sites.wiki.seed.records import Draft

LINK = re.compile(r"\[\[([^\[\]|#]+)(#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]")


def link(title: str, text: str = "") -> str:
    """A link to an article."""
    return f"[[{title}|{text}]]" if text and text != title else f"[[{title}]]"


def number(value: float, digits: int = 0) -> str:
    """A number with commas: 12,345 or 10.4."""
    return f"{value:,.{digits}f}"


def infobox(name: str, fields: dict[str, str]) -> str:
    """The call of an infobox template; empty fields are left out."""
    width = max(len(key) for key in fields)
    lines = [f"| {key.ljust(width)} = {value}" for key, value in fields.items() if value]
    return "\n".join([f"{{{{Infobox {name}", *lines, "}}"])


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A sortable table."""
    lines = ['{| class="wikitable sortable"']
    if caption:
        lines.append(f"|+ {caption}")
    lines.append("! " + " !! ".join(head))
    for row in rows:
        lines += ["|-", "| " + " || ".join(str(cell) for cell in row)]
    return "\n".join([*lines, "|}"])


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"* {item}" for item in items)


def english(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def ordinal(number: int) -> str:
    """``1st``, ``12th``, ``23rd``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def article(word: str) -> str:
    """``a`` or ``an`` before a word."""
    return "an" if word[:1].lower() in "aeiou" and not word.lower().startswith(("uni", "eu", "one")) else "a"


def coordinates(lat: float, lon: float) -> str:
    """The call of the template for degrees north and east."""
    return f"{{{{Coord|{lat:.4f}|{lon:.4f}}}}}"


def plain(text: str) -> str:
    """What a reader sees of links and bold words; for measuring and comparing."""
    text = LINK.sub(lambda found: found[3] or found[1], text)
    return text.replace("'''", "").replace("''", "")


def compose(
    draft: Draft, *, sentences: int | None = None, box: bool = True, sections: int | None = None
) -> str:
    """The wikitext of a draft, or of an earlier state of it with fewer parts."""
    parts = []
    if draft.hatnote:
        parts.append(draft.hatnote)
    if box and draft.box:
        parts.append(infobox(*draft.box))
    parts.append(" ".join(draft.lead[:sentences]))
    chosen = draft.sections if sections is None else draft.sections[:sections]
    parts += [f"== {heading} ==\n{body}" for heading, body in chosen]
    whole = sections is None or sections >= len(draft.sections)
    if whole and draft.see_also:
        parts.append("== See also ==\n" + bullets(link(title) for title in draft.see_also))
    if "<ref" in "".join(parts):
        parts.append("== References ==\n<references />")
    if draft.tail:
        parts.append(draft.tail)
    parts.append("\n".join(f"[[Category:{name}]]" for name in draft.categories))
    return "\n\n".join(part for part in parts if part)
