"""Texts, names of people and choices: found in prose among the candidates that are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from tasks.formats import Format

from . import cues
from .folding import folded, plain, spellings, tokens
from .kind import Ask, Kind, Mention

_FIRST = re.compile(  # not "No doubt", "No. 5"
    r"(?i)(?:^|(?<=[.!?\n])\s{0,9})[*_\"' ]*(yes|no|true|false)\b(?!-\w|\.? ?\d)"
    r"(?= ?[^\w ]| *\Z| (?:i|you|he|she|it|we|they|there|this|that|these|those|the)\b)"
)
_SO = re.compile(r"(?:\A|(?<=[.!?] ))(?:so|therefore|thus|hence),? (yes|no)\b,[^.!?]*[.!?]?\Z", re.I)
_GOES_ON = re.compile(r"[-._@/]\w| [A-ZÄÖÜ][\w-]+(?! (?:is|was|has|are|were)\b)| \d")
_TITLES = {"mr", "mrs", "ms", "dr", "prof", "professor", "sir", "herr", "frau"}


@lru_cache(maxsize=256)
def _index(candidates: tuple[str, ...]) -> tuple[dict[tuple[str, ...], str], int]:
    """Each way to write each candidate, and the longest one's number of words."""
    index: dict[tuple[str, ...], str] = {}
    for candidate in candidates:
        for spelling in {*spellings(candidate), tuple(t for t, _, _ in tokens(candidate))} - {()}:
            index.setdefault(spelling, candidate)
    return index, max(map(len, index), default=0)


def named(text: str, candidates: Iterable[str]) -> list[Mention]:
    """The candidates in a text: whole words, the longest first; not where a longer name goes on."""
    index, longest = _index(tuple(candidates))
    found, place, all_words = [], 0, tokens(text)
    while place < len(all_words):
        for size in range(min(longest, len(all_words) - place), 0, -1):
            part = all_words[place : place + size]
            candidate = index.get(tuple(word for word, _, _ in part))
            if candidate is not None:
                start, end = part[0][1], part[-1][2]
                end += candidate.endswith(".") and text[end : end + 1] == "."  # of "Ada L."
                goes_on = _GOES_ON.match(text, end) and not candidate.startswith("#")  # "#6 Flour is missing"
                if not goes_on and not re.search(r"\w[-._@/]$", text[:start][-2:]):
                    found.append(Mention(candidate, start, end))
                place += size
                break
        else:
            place += 1
    return found


@lru_cache(maxsize=4096)
def _of_person(name: str) -> frozenset[tuple[str, ...]]:
    ways = spellings(re.sub(r"^([^,]+),(.*\w.*)$", r"\2 \1", name))
    return frozenset(tuple(word for word in way if word not in _TITLES) for way in ways)


@lru_cache(maxsize=8192)  # an answer says the same many times, beside each of many candidates
def _alike(ways: Callable[[str], frozenset[tuple[str, ...]]], left: str, right: str) -> bool:
    one, other = ways(left), ways(right)
    if "@" in left + right or () in one | other:  # an e-mail address, nothing but signs
        return folded(left) == folded(right)
    return not one.isdisjoint(other)


class Text(Kind):
    """A text, such as a title; ``among`` are those that the page shows."""

    name = "text"
    noun = "text"
    of_text = True
    ways: Callable[[str], frozenset[tuple[str, ...]]] = staticmethod(spellings)

    def candidates(self, format: Format) -> list[str]:
        return [str(one) for one in format.among] if isinstance(format.among, list) else []

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            return None
        text = " ".join(plain(str(given)).split())
        known = self.candidates(ask.format)
        value = next((one for one in known if self.same(text, one, ask.format)), text or None)
        return value if not (known and text.endswith("?")) or str(value).endswith("?") else None  # "Fixed?"

    def find(self, text: str, ask: Ask) -> list[Mention]:
        return named(text, self.candidates(ask.format))

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return _alike(self.ways, str(value), str(reference))

    def sentence(self, format: Format) -> str:
        return f"one {self.noun}, as it is written there"

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        others = [one for one in self.candidates(format) if not self.same(one, value, format)]
        yield from (("another candidate", other) for other in others[:3])
        if len(parts := str(value).split()) > 1:
            yield "a word left out", " ".join(parts[:-1])
        yield "a word added", f"{value} Plus"
        yield from super().nearby(value, format)


class Name(Text):
    """A person's name: titles do not count, and the last name may stand first before a comma."""

    name = "name"
    noun = "name"
    ways = staticmethod(_of_person)


class Choice(Text):
    """One of ``options``."""

    name = "choice"
    noun = "choice"

    def candidates(self, format: Format) -> list[str]:
        return [str(one) for one in format.options] if isinstance(format.options, list) else []

    def parse(self, given: Any, ask: Ask) -> Any | None:
        value = super().parse(given, ask)
        return value if value in self.candidates(ask.format) else None

    def sentence(self, format: Format) -> str:
        return f"one of: {', '.join(self.candidates(format))}"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"enum": self.candidates(format)}


class Boolean(Choice):
    """The answer to a question that is answered by yes or no: the first word of prose says it."""

    name = "boolean"

    def candidates(self, format: Format) -> list[str]:
        return ["yes", "no"]

    def parse(self, given: Any, ask: Ask) -> Any | None:
        word = folded(str(given)).strip() if isinstance(given, bool | str) else ""
        return super().parse({"true": "yes", "false": "no"}.get(word, word), ask)

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield "the opposite", "no" if value == "yes" else "yes"

    def find(self, text: str, ask: Ask) -> list[Mention]:
        if m := _SO.search(text):
            return [Mention(m[1].casefold(), *m.span(1))]
        firsts = list(_FIRST.finditer(text))
        if not firsts or firsts[0].start() or cues.says(cues.HEDGE, text, ask.question):
            return []
        other = "no" if self.parse(firsts[0][1], ask) == "yes" else "yes"
        if m := re.search(rf"\b{other}(?:[.,;:!]|$)|\b(?:and|or|/) ?(?:yes|no)\b", text, re.I):
            return [Mention(None, *m.span())]
        return [Mention(self.parse(one[1], ask), *one.span(1)) for one in firsts]
