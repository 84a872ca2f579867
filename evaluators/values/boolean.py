"""Yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from tasks.formats import Format

from . import cues
from .folding import folded
from .kind import Ask, Kind, Mention

_YES, _NO = ("yes", "true"), ("no", "false")
_FIRST = re.compile(
    r"(?:^|(?<=[.!?\n])\s*)[*_\"' ]*(yes|no|true|false)\b(?! (?:one|longer|such|idea|clue|problem)\b)", re.I
)


class Boolean(Kind):
    """The answer to a question that is answered by yes or no."""

    name = "boolean"
    says = "yes or no"
    json: ClassVar = {"enum": ["yes", "no"]}

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, bool):
            return given
        word = folded(given).strip() if isinstance(given, str) else ""
        return True if word in _YES else False if word in _NO else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        """A text says yes or no by the first word of a sentence, the first sentence before all."""
        found = [Mention(m[1].casefold() in _YES, m.start(1), m.end(1)) for m in _FIRST.finditer(text)]
        if not found or text[: found[0].start].strip("*_\"' \n") or cues.hedged(text, ask.question):
            return []
        both = re.search(
            rf"\b{'no' if found[0].value else 'yes'}(?:[.,;:!]|$)|\b(?:and|or|/) ?(?:yes|no)\b", text, re.I
        )
        return [Mention(None, *both.span())] if both else found

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield "the opposite", "no" if value else "yes"
