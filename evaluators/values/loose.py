"""Reading prose by two rules.

What stands alone at the end, behind "answer:" or below a paragraph, is the answer. Else the values of the
declared type in the text, less those of the question, are one value, and no word beside them denies, hedges
or takes back; where something is said behind "answer:", in a last sentence that concludes ("so ...", "total:
..."), or in bold, those are the values, else what stands in brackets is an aside. Anything else is not read.
"""

from __future__ import annotations

import re
from typing import Any

from tasks.formats import Format

from . import cues, strict
from .kind import Ask, Mention, UnreadError
from .kinds import apart, free, kind_of

LONGEST = 2_000  # characters of prose: a copied page is no answer
MOST = 60  # values in prose; it bounds the time that a text takes

_REGIONS = (
    re.compile(r"(?im)^[^\w\n]{0,10}(?:final |the )?answer(?: is)?[^\w\n]{0,5}:\s*(.+)$"),
    re.compile(
        r"(?im)(?:(?:^|(?<=[.!?;,] )|(?<=, and ))(?:so|overall|in (?:total|all|short)|(?:al)?together)\b"
        r"|\b(?:therefore|thus|hence)\b|(?:^|(?<=[.!?;] ))(?:\w+ ){0,2}\w+(?=: )"
        r"|=(?= ?[€$£]?\d))((?:[^.!?\n]|[.!?](?![ \n]))+[.!?]?)\Z"
    ),
    re.compile(r"\*\*(?=\S)([^*\n]{1,300})\*\*"),
)
_ASIDE = re.compile(r"\([^()]{1,200}\)")
_BLOCKS = re.compile(r"\n[ \t]*\n|(?<=:)(?:\*\*)?\n")
_TERM = r"[€$£]?\d[\d.,]*(?: ?[€$£%])?"
_WORKING = re.compile(rf"(?<![\w.,]){_TERM}(?: ?[-+−×*x·/÷] ?{_TERM})+(?= ?=)")  # "11 × 110.00 ="
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
    if (value := _at_the_end(text, format, question)) is not None:
        return value
    return _stated(_WORKING.sub(lambda m: " " * len(m[0]), text), format, question)


def _stated(text: str, format: Format, question: str) -> Any:
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
    if format.record is None or not apart([leaf for _, leaf in format.leaves()]):
        raise UnreadError("which value belongs where cannot be told from prose")
    return {key: _stated(text, one, question) for key, one in format.record.items()}


def _at_the_end(text: str, format: Format, question: str) -> Any | None:
    """What stands alone behind the last "answer:", or in the last block below a paragraph."""
    answers, blocks = list(_REGIONS[0].finditer(text)), list(_BLOCKS.finditer(text))
    if free(format) or not answers + blocks:
        return None
    before, begin = (answers or blocks)[-1].start(), (answers[-1].start(1) if answers else blocks[-1].end())
    lead, last = re.split(r"(?<=[.!?])\s", text[:before].rstrip(" *\n"))[-1], text[begin:]
    if not lead.endswith((".", "!", ":")) or cues.doubts(last):
        return None
    found = strict.bare(last, format, question)
    if format.list_of is None:
        return found
    items = found is None and len(re.findall(r"(?m)^(?:[-*•+]|\d{1,3}[.)]) ", last)) > 1
    found = _values(last, format.list_of, question, regions=False) if items else found
    return None if cues.excludes(lead, question) else found


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
        held = {start: kind.parse(text[start + 1 : end - 1].strip(), ask)}
        if cues.hedged(text[start + 1 : end], ask.question):  # "20 (if that is wrong, 24)"
            held |= {one.start: one.value for one in found if start <= one.start < end}
        pairs = ((one.value, other) for one in found if one.start not in held for other in held.values())
        if any(v is None or not kind.same(v, w, ask.format) for v, w in pairs if w is not None):
            raise UnreadError("a bracket holds another value")
    return [one for one in found if not any(start <= one.start < end for start, end in asides)] or found
