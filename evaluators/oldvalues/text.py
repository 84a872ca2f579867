"""Any words at all: titles, colours, phrases."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import is_page
from .rivals import extended, other_role, rivals
from .statement import Stance, Statement
from .surface import occurrences, tokens, words

_WHO = re.compile(
    r"\b(?:who|whose|whom|(?:name of the|which) (?:customer|person|user|author|reviewer))\b", re.I
)
# "It is assigned to nobody" names nobody in the role that was asked.
_NOBODY = re.compile(
    r"\b(?:to|by|is|has|assignee:?|author:?) (?:nobody|no one|no-one)\b(?! (?:else|other|but|except))"
    r"|^\W*(?:nobody|no one)\b(?! (?:else|other|but|except))",
    re.I,
)
_ROLE = re.compile(r"\b(?:assignee|author|reviewer|owner|reporter|maintainer)\b", re.I)
_SIGNS = re.compile(r"[€$£¥%]")


@dataclass(frozen=True)
class Text(Value):
    """Words in their order; case, accents, quotes, hyphens and marks do not count.

    Examples:
        ``Quest Lumaflex™ Band`` is ``"quest lumaflex band"`` and ``the Quest Lumaflex Band``
        ``T-Shirt`` is ``t shirt`` and ``tshirt``
        ``Ann`` is not in ``Annual`` or ``Mary-Ann``
        ``Lamp`` is not ``Lamp Pro``, nor claimed by ``Lamp or Chair``
    """

    kind: ClassVar[str] = "text"
    words: str

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Text]]:
        """The whole text: words have no shape of their own."""
        return [Mention(cls(text.strip()), 0, len(text))] if tokens(text) else []

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Text | None:
        """Any text with at least one word."""
        stripped = text.strip().rstrip(".")
        return cls(stripped) if tokens(stripped) else None

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where these words stand in a cleaned text."""
        signs = set(_SIGNS.findall(self.words))
        found = [
            s
            for s in occurrences(self.words, text)
            if signs <= set(_SIGNS.findall(text[max(0, s[0] - 2) : s[1] + 2]))
        ]
        if self.words[-1:] in "?!":
            # The mark belongs to the words: it does not question them.
            return [(a, b + len(text[b:]) - len(text[b:].lstrip("?!"))) for a, b in found]
        return found

    def same(self, other: Text) -> bool:
        """Equal words, and equal signs of currencies."""
        if sorted(_SIGNS.findall(self.words)) != sorted(_SIGNS.findall(other.words)):
            return False
        return words(self.words) == words(other.words) or bool(
            [
                s
                for s in self.places(other.words)
                if s == (tokens(other.words)[0].start, tokens(other.words)[-1].end)
            ]
        )

    def __str__(self) -> str:
        return self.words


def stances(value: Text, statement: Statement) -> list[tuple[tuple[int, int], Stance]]:
    """Where the words stand in the answer (not as part of a longer name), and how it stands to them."""
    found = []
    for start, end in value.places(statement.text):
        if extended(statement, start, end, value.words):
            continue
        later = len(tokens(statement.text[end:])) > 0
        found.append(((start, end), statement.stance(start, end, quantity=False, later=later)))
    return found


def judge_text(value: Text, statement: Statement, setting: Setting) -> MatchResult:
    """``exact`` for words: they are claimed, and nothing else of their sort is."""
    expected = str(value)
    limit = 110 + 2 * len(tokens(value.words))
    if is_page(statement, limit):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    if value.same(Text(statement.text)) and ("?" not in statement.text or "?" in value.words):
        return MatchResult(1.0, "the answer is the reference", expected=expected, found=expected)
    found = stances(value, statement)
    claimed = [span for span, stance in found if stance is Stance.CLAIMED]
    if not claimed:
        for stance in (Stance.DENIED, Stance.WITHDRAWN, Stance.HEDGED, Stance.ASIDE):
            if any(s is stance for _, s in found):
                return MatchResult(0.0, f"'{expected}' is {stance.value} in the answer", expected=expected)
        partly = value.places(statement.text)
        why = "is only part of a longer name in the answer" if partly else "is not in the answer"
        return MatchResult(0.0, f"'{expected}' {why}", expected=expected)
    if any(stance is Stance.DENIED for _, stance in found):
        return MatchResult(0.0, f"the answer both claims and denies '{expected}'", expected=expected)
    person = value.kind == "name" or bool(_WHO.search(statement.intent))
    role = other_role(statement, claimed) if person else ""
    if role:
        return MatchResult(0.0, f"'{expected}' is named in another role ({role} by)", expected=expected)
    others = rivals(statement, claimed, value.words, person)
    nobody = _NOBODY.search(statement.text) if person or _ROLE.search(statement.intent) else None
    if nobody:
        others.append(nobody[0])
    if others:
        return MatchResult(
            0.0,
            f"the answer names {', '.join(others)} besides '{expected}'",
            expected=expected,
            found=", ".join([expected, *others]),
        )
    return MatchResult(1.0, f"'{expected}' is the one claim", expected=expected, found=expected)
