"""Reading prose by two rules.

What stands alone at the end, behind "answer:" or below a paragraph, is the answer. Else the values of the
declared type in the text, less those of the question, are one value, and no word beside them denies, hedges
or takes back; where something is said behind "answer:", in a last sentence that concludes ("so ...", "total:
..."), or in bold, those are the values, else what stands in brackets is an aside. Anything else is not read.
"""

from __future__ import annotations

import re
from itertools import pairwise
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
        r"(?im)(?:(?:^|(?<=[.!?;,] )|(?<=[.!?]['\x22)] )|(?<=, and ))"
        r"(?:so|overall|in (?:total|all|short)|(?:al)?together)\b"
        r"|\b(?:therefore|thus|hence|the answer is)\b"
        r"|(?:^|(?<=[.!?;] ))(?:(?:that (?:makes|is|leaves)|this is|it is)\b|(?:\w+ ){0,2}\w+(?=: ))"
        r"|=(?= ?[€$£]?\d))((?:[^.!?\n]|[.!?](?![ \n]))+[.!?]?)\Z"
    ),
    re.compile(r"\*\*(?=\S)([^*\n]{1,300})\*\*"),
)
_ASIDE = re.compile(r"\([^()]{1,200}\)")
_TERM = r"[€$£]?\d[\d.,]*(?: ?[€$£%])?"
_WORKING = re.compile(rf"(?<![\w.,]){_TERM}(?: ?[-+−×*x·/÷] ?{_TERM})+(?= ?=)")  # "11 × 110.00 ="
_COMPARING = re.compile(
    r"(?i)\b(?:(?:soon|fast|cheap|dear|lat|earli|long|short|high|low|near|clos|light|heavi|larg|bigg|small|old|new|young"
    r"|quick|bett)(?:er|est)|more|most|less|least|fewer|fewest|best|worst|first|last)\b"
)


def loose(text: str, format: Format, question: str) -> Any:
    """The value that prose states.

    Raises:
        UnreadError: it states none, or not plainly one.
    """
    if len({" ".join(m[1].split()) for m in _REGIONS[0].finditer(text)}) > 1:
        raise UnreadError("it gives several answers")
    if cues.says(cues.TAKEN_BACK, text, question):
        raise UnreadError("it takes back or doubts what it says")
    if not free(format) and (value := _alone(text, format, question)) is not None:
        return value
    if len(text) > LONGEST:
        raise UnreadError(f"prose of more than {LONGEST:,} characters is not read")
    return _stated(_WORKING.sub(lambda m: " " * len(m[0]), text), format, question)


def _stated(text: str, format: Format, question: str) -> Any:
    if format.type is not None:
        values, kind = _values(text, format, question), kind_of(format)
        lines = [] if kind.of_text else [kind.parse(one.strip(), Ask(format)) for one in text.splitlines()]
        values += [one for one in lines if one is not None and not _among(one, values, format)]
        if len(values) > 1:
            raise UnreadError(f"it states {len(values)} values of type {format.type}")
        return values[0]
    if format.list_of is not None:
        values = _values(text, format.list_of, question, regions=False)
        if cues.says(cues.EXCLUDED, text, question):
            raise UnreadError("some of what it names is excluded")
        return values
    if format.record and apart([leaf for _, leaf in format.leaves()]):
        return {key: _stated(text, one, question) for key, one in format.record.items()}
    return _in_turn(text, format, question)


def _in_turn(text: str, format: Format, question: str) -> Any:
    """Rows with a value for each column in one order; a record's fields of one type beside their keys."""
    unclear = UnreadError("which value belongs where cannot be told from prose")
    if format.record:
        leaf, *others = format.record.values()
        if leaf.type is None or any(other != leaf for other in others):
            raise unclear
        keys = {key.replace("_", " "): key for key in format.record}
        pairs = Format(table_of={"key": Format(type="choice", options=list(keys)), "value": leaf})
        told = [(keys[row["key"]], row["value"]) for row in _in_turn(text, pairs, question)]
        if sorted(key for key, _ in told) != sorted(format.record):
            raise unclear
        return dict(told)
    columns = format.table_of or {}
    every = ((n, one) for n, leaf in columns.items() for one in kind_of(leaf).find(text, Ask(leaf, question)))
    found: list[tuple[str, Mention]] = []
    for name, one in sorted(every, key=lambda pair: (pair[1].start, -pair[1].end)):
        if not found or one.start >= found[-1][1].end:  # not a number within a name
            found.append((name, one))
    rows = [dict(found[start : start + len(columns)]) for start in range(0, len(found), len(columns))]
    if len({tuple(row) for row in rows}) != 1 or rows[0].keys() != columns.keys() or len(found) > MOST:
        raise unclear
    unsure = (one.value is None or cues.doubted(text, one.start, one.end, question) for _, one in found)
    hedged = cues.doubts(text.split(maxsplit=1)[0]) or cues.says(cues.EXCLUDED, text, question)  # "About ..."
    if hedged or any(unsure):
        raise UnreadError("a value is denied, hedged or asked")
    return [{name: row[name].value for name in columns} for row in rows]


def _alone(text: str, format: Format, question: str) -> Any | None:
    """What stands alone: behind the last "answer:", in the last block, or a list, record or table in lines.

    Raises:
        UnreadError: there are two such blocks, or what stands below doubts it or names another value.
    """
    if answers := list(_REGIONS[0].finditer(text)):
        blocks = [text[: answers[-1].start()], text[answers[-1].start(1) :]]
    else:
        blocks = _blocks(text)
    found = []
    for n, block in enumerate(blocks):
        lead = re.split(r"(?<=[.!?])\s", blocks[n - 1].rstrip(" *\n"))[-1] if n else ""
        many = format.type is None and "\n" in block.strip()
        if lead.endswith((".", "!", ":")) if n == len(blocks) - 1 else many:
            value = None if cues.doubts(block) else strict.bare(block, format, question)
            if value is not None and not (format.list_of and cues.says(cues.EXCLUDED, lead, question)):
                found.append((value, "\n".join(blocks[n + 1 :])))
    if len(found) > 1:
        raise UnreadError("it gives several answers")
    for value, below in found:
        gone = format.list_of and cues.says(cues.EXCLUDED, below, question)
        if below and (gone or strict.contradicts(below, below, format, question, value)):
            raise UnreadError("what stands below says something else")
        return value
    return None


def _blocks(text: str) -> list[str]:
    """Paragraphs, and within them what is marked as a list or stands below a colon."""
    lines = [""]
    for line in text.splitlines():
        marked = [bool(strict.ITEM.match(one)) for one in (lines[-1], line)]
        ends = lines[-1].rstrip("* ").endswith(":") or marked[0] != marked[1]
        lines += ["", line.strip()] if ends else [line.strip()]
    return [block for block in re.split(r"\n{2,}", "\n".join(lines)) if block.strip()]


def mentions(text: str, format: Format, question: str) -> list[Mention]:
    """The values of a type in a text, less those of the question."""
    kind, ask = kind_of(format), Ask(format, question)
    found = kind.find(text, ask)
    asked = kind.find(question, ask)
    if kind.of_text and len({str(one.value) for one in asked}) > 1:
        # the question names the candidates: a sentence about one may mean the other, but for "X is cheaper"
        sought = {word.casefold() for word in _COMPARING.findall(question)}
        parts = [_COMPARING.findall(cues.clause(text, one.start, one.end).casefold()) for one in found]
        return [one for one, said in zip(found, parts, strict=True) if sought & {*said}]
    known = [one.value for one in asked if one.value is not None]
    return [one for one in found if one.value is None or not _among(one.value, known, format)]


def _among(value: Any, others: list[Any], format: Format) -> bool:
    return any(kind_of(format).same(value, other, format) for other in others)


def _values(text: str, format: Format, question: str, *, regions: bool = True) -> list[Any]:
    found, of_text = mentions(text, format, question), kind_of(format).of_text
    if len(found) > MOST:
        raise UnreadError(f"it states more than {MOST} values")
    found = _claimed(text, found, Ask(format, question)) if regions else found
    between = {text[one.end : other.start].strip(" ") for one, other in pairwise(found)}
    for wrong, why in (
        (not found, "no value can be read"),
        (any(one.value is None for one in found), "a value can be read in two ways"),
        (not of_text and {"-", "/"} & between, "another value stands behind a dash or a slash"),
        (any(cues.doubted(text, m.start, m.end, question) for m in found), "a value is denied or hedged"),
    ):
        if wrong:
            raise UnreadError(why)
    values: list[Any] = []
    for one in found:
        if not _among(one.value, values, format):
            values.append(one.value)
    return values


def _claimed(text: str, found: list[Mention], ask: Ask) -> list[Mention]:
    """The values that a text gives as its answer, or else those outside brackets."""
    for pattern in _REGIONS:
        spans = [(m.start(), *m.span(1)) for m in pattern.finditer(text)]
        # a label that other sentences have as well ("member: ada. member: bo") concludes nothing
        places = [(s, e) for at, s, e in spans if text[s] != ":" or f"{text[at:s]}: " not in text[:at]]
        if inside := [one for one in found if any(s <= one.start and one.end <= e for s, e in places)]:
            return inside
    kind, asides = kind_of(ask.format), [m.span() for m in _ASIDE.finditer(text)]
    for start, end in asides:  # "20 (24)": a bracket that holds nothing but a value is no aside
        alone = kind.parse(text[start + 1 : end - 1].strip(), ask)
        held = {} if kind.of_text and alone not in kind.candidates(ask.format) else {start: alone}
        if cues.says(cues.HEDGE, text[start + 1 : end], ask.question):  # "20 (if that is wrong, 24)"
            held |= {one.start: one.value for one in found if start <= one.start < end}
        pairs = ((one.value, other) for one in found if one.start not in held for other in held.values())
        if any(v is None or not kind.same(v, w, ask.format) for v, w in pairs if w is not None):
            raise UnreadError("a bracket holds another value")
    return [one for one in found if not any(start <= one.start < end for start, end in asides)] or found
