"""Names of people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, Setting
from .lexicon import TITLES
from .surface import tokens
from .text import Text


@dataclass(frozen=True)
class Name(Text):
    """A person's name, first name first or after a comma, with or without a title.

    Examples:
        ``Emma Thompson`` is ``emma thompson``, ``Ms. Emma Thompson`` and ``Thompson, Emma``
        ``Jürgen Groß`` is ``Juergen Gross`` and ``Jurgen Gross``
        ``Emma Thompson`` is not ``Emma``, ``Emma Thomson`` or ``Emma Jane Thompson``
        ``Ann`` is not ``Anna`` or ``Mary-Ann``
    """

    kind: ClassVar[str] = "name"

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Name | None:
        """Up to six words without digits; ``Last, First`` is turned round, titles are left out."""
        stripped = text.strip().rstrip(".")
        turned = re.fullmatch(r"([^,]+),\s*([^,]+)", stripped)
        plain = f"{turned[2]} {turned[1]}" if turned else stripped
        parts = tokens(plain)
        kept = [t for t in parts if t.folded not in TITLES] or list(parts)
        if not kept or len(kept) > 6:
            return None
        return cls(plain[kept[0].start : kept[-1].end])

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where the name stands, in either order."""
        found = super().places(text)
        parts = [self.words[t.start : t.end] for t in tokens(self.words)]
        if not found and len(parts) > 1:
            turned = Text(" ".join([parts[-1], *parts[:-1]]))
            found = [(a, b) for a, b in turned.places(text) if "," in text[a:b]]
        return found
