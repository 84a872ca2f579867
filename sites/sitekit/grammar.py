"""The small grammar in which descriptions and reviews are written.

A *line* of a text block is ``(conditions) text`` in descriptions and ``topic(conditions): text // Title |
Title`` in reviews. In the text ``[a|b|c]`` is a choice (they nest) and ``{name}`` a slot; conditions are
separated by ``;``: ``waterproof``, ``!waterproof``, ``litres>=40``, ``material=oak|beech``,
``material!=steel``. A line whose conditions do not hold, or which needs a slot that the product lacks, is
never used: so a text can only say what the attributes say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from sites.errors import WebariumError

Facts = Mapping[str, object]

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_CONDITION = re.compile(r"^(!?)(\w+)\s*(?:(>=|<=|!=|=|>|<)\s*(.+))?$")
_REVIEW_LINE = re.compile(r"^(\w+)(?:\(([^)]*)\))?: (.*?)(?: // (.*))?$")
_TEXT_LINE = re.compile(r"^(?:\(([^)]*)\) )?(.*)$")
_ARTICLE = re.compile(
    r"(?<![-\w])([Aa]) (?=(?:[aeioAEIO]|8\d?\b|11\b|18\b|u(?!ni|se|su|ti))(?!ne\b|ne-|nce\b|u[rp]|uro))"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or two with what it needs to be true. ``topic`` is empty in descriptions."""

    topic: str
    conditions: tuple[str, ...]
    text: str
    titles: tuple[str, ...]
    slots: frozenset[str]

    def fits(self, facts: Facts) -> bool:
        """Whether everything the line needs is there and every condition holds."""
        return all(facts.get(slot) is not None for slot in self.slots) and all(
            holds(condition, facts) for condition in self.conditions
        )


def parse_block(block: str | None, *, review: bool = False) -> tuple[Line, ...]:
    """The lines of a text block; blank lines and lines that begin with ``#`` are skipped."""
    lines = []
    for raw in (block or "").splitlines():
        text = raw.strip()
        if not text or text.startswith("#"):
            continue
        topic, conditions, titles = "", None, None
        match = (_REVIEW_LINE if review else _TEXT_LINE).match(text)
        if match is None:
            raise WebariumError(f"cannot read the line {text!r}", remedy="write it as `topic: text // Title`")
        if review:
            topic, conditions, text, titles = match.groups()
        else:
            conditions, text = match.groups()
        lines.append(
            Line(
                topic,
                tuple(part.strip() for part in (conditions or "").split(";") if part.strip()),
                text,
                tuple(part.strip() for part in (titles or "").split(" | ") if part.strip()),
                frozenset(_SLOT.findall(text)),
            )
        )
    return tuple(lines)


@cache
def _condition(text: str) -> tuple[bool, str, str | None, str]:
    match = _CONDITION.match(text)
    if match is None:
        raise WebariumError(
            f"cannot read the condition {text!r}", remedy="write `name`, `!name` or `name>=3`"
        )
    return bool(match[1]), match[2], match[3], (match[4] or "").strip()


def holds(condition: str, facts: Facts) -> bool:
    """Whether one condition holds; a comparison with a missing attribute does not, its negation does."""
    negated, name, operator, wanted = _condition(condition)
    value = facts.get(name)
    if operator is None:
        return bool(value) != negated
    if value is None:
        return negated
    if operator in ("=", "!="):
        equal = str(value) in wanted.split("|")
        return (equal == (operator == "=")) != negated
    number, bound = float(str(value)), float(wanted)
    result = {">=": number >= bound, "<=": number <= bound, ">": number > bound, "<": number < bound}[
        operator
    ]
    return result != negated


def show(value: object) -> str:
    """A value as text: 1.5 not 1.50, 2 not 2.0."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def expand(text: str, rng: Random, facts: Facts) -> str:
    """Resolve choices (innermost first), then slots, then mend "a" before a vowel."""
    while "[" in text and (match := _CHOICE.search(text)):
        text = text[: match.start()] + rng.choice(match[1].split("|")) + text[match.end() :]
    text = _SLOT.sub(lambda match: show(facts[match[1]]), text)
    text = _ARTICLE.sub(lambda match: match[1] + "n ", text)
    text = re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s{2,}", " ", text)).strip()
    return re.sub(r"(?<=[.!?] )[a-z]", lambda match: match[0].upper(), text)


def fitting(lines: Iterable[Line], facts: Facts) -> list[Line]:
    """The lines that may be said of these facts."""
    return [line for line in lines if line.fits(facts)]


def capital(text: str) -> str:
    """First letter upper case, the rest as it is."""
    return text[:1].upper() + text[1:]
