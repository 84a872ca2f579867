"""Reading prose by one rule.

The values of the declared type in the text, less those of the question, are one value, and no word beside
them denies, hedges or takes back. Where something is said behind "answer:", in a last
sentence that concludes ("so ...", "total: ..."), or in bold, those are the
values; else what stands in brackets is an aside. Anything else is not read.
"""

from __future__ import annotations

import re
from typing import Any

from tasks.formats import Format

from . import cues
from .kind import Ask, Mention, UnreadError
from .kinds import apart, kind_of

LONGEST = 2_000  # characters of prose: a copied page is no answer
MOST = 60  # values in prose; it bounds the time that a text takes

_REGIONS = (
    re.compile(r"(?im)^[^\w\n]{0,10}(?:final |the )?answer(?: is)?[^\w\n]{0,5}:\s*(.+)$"),
    re.compile(
        r"(?im)(?:^|(?<=[.!?;] ))(?:(?:so|therefore|thus|hence|overall|in total|altogether|in short)\b"
        r"|(?:\w+ ){0,2}\w+(?=: ))(.+)\Z"
    ),
    re.compile(r"\*\*(?=\S)([^*\n]{1,300})\*\*"),
)
_ASIDE = re.compile(r"\([^()]{1,200}\)")
_SLASH = re.compile(r"\s+/\s+[-+−±€$£]?\s?\d")


def loose(text: str, format: Format, question: str) -> Any:
    """The value that prose states.

    Raises:
        UnreadError: it states none, or not plainly one.
    """
    if len(text) > LONGEST:
        raise UnreadError(f"prose of more than {LONGEST:,} characters is not read")
    if len({" ".join(m[1].split()) for m in _REGIONS[0].finditer(text)}) > 1:
        raise UnreadError("it gives several answers")
    if cues.taken_back(text, question):
        raise UnreadError("it takes back or doubts what it says")
    text = re.sub(r"~~[^~\n]{1,200}~~", lambda m: " " * len(m[0]), text)  # struck out
    if format.type is not None:
        values, kind = _values(text, format, question), kind_of(format)
        lines = [] if kind.of_text else [kind.parse(one.strip(), Ask(format)) for one in text.splitlines()]
        values += [one for one in lines if one is not None and not kind.same(one, values[0], format)]
        if len(values) > 1:
            raise UnreadError(f"it states {len(values)} values of type {format.type}")
        return values[0]
    if format.list_of is not None:
        values = _values(text, format.list_of, question, regions=False)
        if cues.excludes(text, question):
            raise UnreadError("some of what it names is excluded")
        return values
    if format.record is None:
        raise UnreadError("a table is read as JSON, as lines or as a markdown table")
    if not apart([leaf for _, leaf in format.leaves()]):
        raise UnreadError("which value belongs to which key cannot be told from prose")
    return {key: loose(text, one, question) for key, one in format.record.items()}


def mentions(text: str, format: Format, question: str) -> list[Mention]:
    """The values of a type in a text, less those of the question."""
    kind, ask = kind_of(format), Ask(format, question)
    found = kind.find(text, ask)
    asked = kind.find(question, ask)
    if kind.of_text and len({str(one.value) for one in asked}) > 1:
        return []  # the question names the candidates: a sentence about one of them may mean the other
    known = [one.value for one in asked if one.value is not None]
    return [
        one for one in found if one.value is None or not any(kind.same(one.value, v, format) for v in known)
    ]


def _values(text: str, format: Format, question: str, *, regions: bool = True) -> list[Any]:
    kind, found = kind_of(format), mentions(text, format, question)
    found = _claimed(text, found, Ask(format, question)) if regions else found
    for wrong, why in (
        (not found, "no value can be read"),
        (any(one.value is None for one in found), "a value can be read in two ways"),
        (any(_SLASH.match(text, one.end) for one in found), "another value stands behind a slash"),
        (len(found) > MOST, f"it states more than {MOST} values"),
    ):
        if wrong:
            raise UnreadError(why)
    if any(cues.doubted(text, one.start, one.end, question) for one in found):
        raise UnreadError("a value is denied, hedged or asked")
    values: list[Any] = []
    for one in found:
        if not any(kind.same(one.value, other, format) for other in values):
            values.append(one.value)
    return values


def _claimed(text: str, found: list[Mention], ask: Ask) -> list[Mention]:
    """The values that a text gives as its answer, or else those outside brackets."""
    for pattern in _REGIONS:
        places = [m.span(1) for m in pattern.finditer(text)]
        if inside := [one for one in found if any(s <= one.start and one.end <= e for s, e in places)]:
            return inside
    kind, asides = kind_of(ask.format), [m.span() for m in _ASIDE.finditer(text)]
    for start, end in asides:  # "20 (24)": a bracket that holds nothing but a value is no aside
        alone = kind.parse(text[start + 1 : end - 1].strip(), ask)
        same = (one.value is not None and kind.same(one.value, alone, ask.format) for one in found)
        if alone is not None and not all(same):
            raise UnreadError("a bracket holds another value")
    return [one for one in found if not any(start <= one.start < end for start, end in asides)] or found
