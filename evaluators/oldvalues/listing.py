"""Lists of values, ordered or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from . import scan
from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import MAX_WORDS, is_page, read_claims
from .inferring import infer
from .lexicon import FRAME, STOP, stem
from .rivals import extended
from .statement import Stance, Statement
from .surface import blank, tokens
from .text import Text, stances

_SEPARATOR = re.compile(
    r"\n•?|•|[,;|/]|\s&\s|\band/or\b|\band\b|\bor\b|\bas well as\b|\bplus\b|\bfollowed by\b|\bthen\b"
    r"|(?<=[.!?])\s",
    re.I,
)
_DETAIL = re.compile(
    r"\b(?:is|are|was|were|has|have|which|who|with|at|for|from|in|on|by|because|since|these|those|that"
    r"|this|here|there|they|it|its|all|both|"
    r"i|you|we|my|your|based|according|sorted|each|priced|costs?|rated|found|listed|following|respectively"
    r"|total|no|none|only|hope|please)\b",
    re.I,
)
_ORDERED = re.compile(
    r"\b(?:in (?:\w+ )?order|in (?:the )?(?:right|correct|chronological|alphabetical|ascending|descending)"
    r"|order(?:ed)? (?:by|from)|sort(?:ed)? |rank(?:ed|ing)?\b|ascending|descending|"
    r"from (?:the )?(?:cheapest|most|lowest|highest|oldest|newest|earliest|latest|smallest|largest|least"
    r"|fastest|shortest|longest|low|high|best|worst|old|new|first|nearest|closest)\b.*\bto\b|"
    r"alphabetical(?:ly)?|chronological(?:ly)?|(?:newest|oldest|cheapest|latest|earliest|most expensive"
    r"|highest|lowest|nearest|closest) first|starting with)",
    re.I,
)
_NOTHING = re.compile(
    r"^\W*(?:none|nothing|there (?:is|are|was|were) (?:no|none)\b|there (?:aren't|isn't|weren't) any|no "
    r"[a-z]+|empty|an empty list|zero|0)\b",
    re.I,
)


@dataclass(frozen=True)
class Listing(Value):
    """Several values of one type; each must be claimed, and nothing else of the sort.

    Examples:
        ``[red, blue]`` is ``blue and red``, and ``- Red`` ``- Blue`` on two lines
        ``[5, 6]`` is ``5 and 6``, not ``5, 6 and 7``
        ``[a@x.org, b@x.org]`` is not ``a@x.org``
        ``[red, blue]`` asked for in order is not ``blue, red``
    """

    kind: ClassVar[str] = "list"
    items: tuple[Value, ...]
    ordered: bool = False

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Listing]]:
        """The whole text as a list of its parts."""
        value = cls.of(split(text), setting)
        return [Mention(value, 0, len(text))] if value else []

    @classmethod
    def of(cls, items: Sequence[Any], setting: Setting = NO_SETTING) -> Listing | None:
        """Each item in its own type, or all as text when they differ."""
        texts = [str(item).strip() for item in items if str(item).strip()]
        values: list[Value] = [infer(text, setting) for text in texts]
        if len({type(v) for v in values}) > 1:
            numeric = all(re.fullmatch(r"[\d.,]+", t) for t in texts)
            values = [v if numeric else Text(t.rstrip(".")) for v, t in zip(values, texts, strict=True)]
        order = setting.options.get("ordered")
        return cls(tuple(values), bool(_ORDERED.search(setting.intent)) if order is None else bool(order))

    def same(self, other: Listing) -> bool:
        """The same values, paired off by the best assignment; in order when either is ordered."""
        if len(self.items) != len(other.items):
            return False
        if self.ordered or other.ordered:
            return all(type(a) is type(b) and a.same(b) for a, b in zip(self.items, other.items, strict=True))
        return not unmatched(self.items, other.items)

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))


def unmatched(wanted: Sequence[Value], got: Sequence[Value]) -> list[Value]:
    """The wanted values that no assignment can pair with a value of ``got`` of their own."""
    if not wanted or not got:
        return list(wanted)
    table = [[int(type(a) is type(b) and a.same(b)) for b in got] for a in wanted]
    if all(sum(row) <= 1 for row in table) and all(sum(column) <= 1 for column in zip(*table, strict=True)):
        return [a for a, row in zip(wanted, table, strict=True) if not any(row)]
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment([[-x for x in row] for row in table])
    paired = {r for r, c in zip(rows, columns, strict=True) if table[r][c]}
    return [a for i, a in enumerate(wanted) if i not in paired]


def split(text: str) -> list[str]:
    """The items of a written list: lines, or what stands between commas and "and"."""
    lines = [line.strip(" •-") for line in re.split(r"\n|•|;|\|", text) if line.strip(" •-")]
    if len(lines) > 1:
        return lines
    return [
        part.strip()
        for part in re.split(r",(?!\d{3}\b)\s*(?:and\s+|or\s+)?|\s+and\s+|\s+&\s+", text)
        if part.strip()
    ]


def judge_list(value: Listing, statement: Statement, setting: Setting) -> MatchResult:
    """Every item is claimed, in order when that was asked, and no other item is."""
    expected = str(value)
    if is_page(statement, MAX_WORDS + 8 * sum(len(str(v).split()) for v in value.items)):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    if not value.items:
        empty = bool(_NOTHING.match(statement.text))
        return MatchResult(
            float(empty),
            "the answer is " + ("an empty list" if empty else "not an empty list"),
            expected="nothing",
        )
    first = value.items[0]
    if type(first).kind in scan.CLOSED and all(type(v) is type(first) for v in value.items):
        return _judge_typed(value, statement, setting)
    return _judge_texts(value, statement, setting)


def _judge_typed(value: Listing, statement: Statement, setting: Setting) -> MatchResult:
    expected = str(value)
    claims = read_claims(type(value.items[0]).kind, statement, setting, value.items[0])
    live = [
        c
        for c in claims
        if (c.stance is Stance.CLAIMED or c.stance is Stance.HEDGED)
        and (any(v.written_as(c.mention.value, setting) for v in value.items) or not c.restated)
    ]
    strong = [c for c in live if not c.mention.weak or any(v.same(c.mention.value) for v in value.items)]
    found = ", ".join(str(c.mention.value) for c in strong)
    hedged = [
        c
        for c in strong
        if c.stance is Stance.HEDGED and not (len(value.items) == 2 and _bounds(statement, c))
    ]
    if hedged:
        return MatchResult(
            0.0, f"{hedged[0].mention.value} is only a guess in the answer", expected=expected, found=found
        )
    values = [c.mention.value for c in strong]
    missing = unmatched(value.items, values)
    if missing:
        return MatchResult(
            0.0, f"the answer lacks {', '.join(map(str, missing))}", expected=expected, found=found
        )
    extra = [v for v in values if not any(r.same(v) for r in value.items)]
    if extra:
        labelled = _explained(extra, strong, statement, value)
        if not labelled:
            return MatchResult(
                0.0, f"the answer claims {', '.join(map(str, extra))} besides", expected=expected, found=found
            )
    kept = [v for v in values if v not in extra]
    if len(kept) > len(value.items) and len({str(v) for v in value.items}) < len(value.items):
        return MatchResult(0.0, "the answer repeats a value too often", expected=expected, found=found)
    if value.ordered:
        sequence = kept if len(kept) == len(value.items) else list(dict.fromkeys(kept))
        if not all(a.same(b) for a, b in zip(value.items, sequence, strict=False)):
            return MatchResult(0.0, "the items are in another order", expected=expected, found=found)
    return MatchResult(1.0, "every item is claimed and nothing else", expected=expected, found=found)


def _bounds(statement: Statement, claim: Any) -> bool:
    """ "Between A and B" gives the two ends of a range."""
    before = statement.text[max(0, claim.mention.start - 40) : claim.mention.start]
    return bool(
        re.search(r"\b(?:between|from|starting at)\b(?:[^.;\n]{1,30}\band)?\s*[$€£]?\s*$", before, re.I)
    )


def _explained(extra: list[Any], claims: list[Any], statement: Statement, value: Listing) -> bool:
    """A count that announces the list ("These 2 orders: ...") is no item of it."""
    for c in claims:
        if c.mention.value in extra:
            shown = statement.text[c.mention.start : c.mention.end].lower()
            count = {str(len(value.items))} | (
                {"two", "both"} if len(value.items) == 2 else {"three"} if len(value.items) == 3 else set()
            )
            after = statement.text[c.mention.end : c.mention.end + 30]
            if not (shown in count and re.match(r"\s+[a-z]+", after)):
                return False
    return True


def places_of(item: Value, statement: Statement, setting: Setting) -> list[tuple[tuple[int, int], Stance]]:
    """Where an item, typed or text, stands in the answer, and how the answer stands to it."""
    if isinstance(item, Text):
        return stances(item, statement)
    if item.kind not in scan.CLOSED:
        inner = Text(str(item))
        known = (
            [m for m in type(item).find(statement.text, setting) if item.same(m.value)]
            if item.kind == "status"
            else []
        )
        if known:
            return [
                ((m.start, m.end), statement.stance(m.start, m.end, quantity=False, later=True))
                for m in known
            ]
        return [
            ((a, b), statement.stance(a, b, quantity=False, later=True))
            for a, b in inner.places(statement.text)
            if not extended(statement, a, b, inner.words)
        ]
    return [
        ((c.mention.start, c.mention.end), c.stance)
        for c in read_claims(item.kind, statement, setting, item)
        if item.written_as(c.mention.value, setting)
    ]


def _judge_texts(value: Listing, statement: Statement, setting: Setting) -> MatchResult:
    expected = str(value)
    claimed: list[list[tuple[int, int]]] = []
    taken: list[tuple[int, int]] = []
    order = sorted(range(len(value.items)), key=lambda i: -len(str(value.items[i])))
    by_item: dict[int, list[tuple[int, int]]] = {}
    for i in order:
        item = value.items[i]
        places = [
            p
            for p in places_of(item, statement, setting)
            if not any(p[0][0] < e and s < p[0][1] for s, e in taken)
        ]
        good = [span for span, stance in places if stance is Stance.CLAIMED]
        if not good:
            how = f" ({places[0][1].value})" if places else ""
            return MatchResult(0.0, f"the answer does not claim {item}{how}", expected=expected)
        if any(stance is Stance.DENIED for _, stance in places):
            return MatchResult(0.0, f"the answer both claims and denies {item}", expected=expected)
        taken += good
        by_item[i] = good
    claimed = [by_item[i] for i in range(len(value.items))]
    extra = extra_items(statement, taken, value)
    if extra:
        return MatchResult(
            0.0,
            f"the answer lists {', '.join(extra)} besides",
            expected=expected,
            found=f"{expected}, {', '.join(extra)}",
        )
    if value.ordered:
        starts = [min(spans)[0] for spans in claimed]
        if starts != sorted(starts):
            return MatchResult(0.0, "the items are in another order", expected=expected)
    return MatchResult(1.0, "every item is claimed and nothing else", expected=expected, found=expected)


def extra_items(statement: Statement, spans: list[tuple[int, int]], value: Listing) -> list[str]:
    """Parts of the enumeration that are not among the wanted items."""
    text = blank(statement.text, spans)
    digits = any(re.search(r"\d", str(v)) for v in value.items)
    text = blank(text, scan.details(text, spans, digits))
    lined = (
        bool(re.search(r"\n|•", statement.text))
        and len(re.findall(r"\n|•", statement.text)) >= len(value.items) - 1 > 0
    )
    capital = all(str(v)[:1].isupper() or str(v)[:1].isdigit() for v in value.items)
    pieces = []
    place = 0
    for m in _SEPARATOR.finditer(text):
        pieces.append((place, m.start()))
        place = m.end()
    pieces.append((place, len(text)))
    header = _header_end(statement.text, spans)
    columns = _columns([text[a:b] for a, b in pieces], value)
    holders = [n for n, (a, b) in enumerate(pieces) if any(a <= s < b for s, _ in spans)]
    found = []
    for n, (a, b) in enumerate(pieces):
        piece = statement.text[a:b].strip()
        if n in holders and sum(a <= s < b for s, _ in spans) > 1:
            found += _run_together(text[a:b], statement)
        if n in holders or not piece or b <= header or n in columns:
            continue
        if (
            lined
            and statement.text.rfind("\n", 0, a) == statement.text.rfind("\n", 0, spans[0][0])
            and n < holders[0]
        ):
            continue
        if _looks_like_item(text[a:b], statement, capital, n < holders[0], statement.text[b : b + 1]):
            stance = statement.stance(
                a + (len(text[a:b]) - len(text[a:b].lstrip())), b, quantity=False, later=True
            )
            if stance in (Stance.CLAIMED, Stance.HEDGED):
                found.append(piece)
    return found


def _columns(pieces: list[str], value: Listing) -> set[int]:
    """Pieces with a number and at most a plain word, one for every item: ranks, counts ("27 reviews")."""
    if any(str(v)[:1].isdigit() for v in value.items):
        return set()
    numeric = {
        n for n, p in enumerate(pieces) if re.fullmatch(r"\W*(?:with )?\d[\d.,]*(?: [a-z]+){0,2}\W*", p)
    }
    return numeric if 1 < len(value.items) <= len(numeric) + 1 else set()


def _header_end(text: str, spans: list[tuple[int, int]]) -> int:
    """Where the head of a table ends, when the items stand in one; else 0."""
    line = text.rfind("\n", 0, min(spans)[0])
    above = text[text.rfind("\n", 0, line) + 1 : line] if line > 0 else ""
    return line if "|" in above and "|" in text[line:] else 0


def _run_together(piece: str, statement: Statement) -> list[str]:
    """Words between items that only spaces divide: "red blue green yellow"."""
    if not re.search(r"▒ +▒", piece):
        return []
    tail = re.search(r"▒((?: +[^\W\d]+){1,3})\s*\W?$", piece)
    asked = {stem(w) for w in statement.intent_words}
    return (
        [
            t.text
            for t in tokens(tail[1])
            if t.folded not in STOP and t.folded not in FRAME and stem(t.folded) not in asked
        ]
        if tail
        else []
    )


def _looks_like_item(piece: str, statement: Statement, capital: bool, before: bool, following: str) -> bool:
    if before and ":" in piece:
        piece = piece.rsplit(":", 1)[1]
    elif before and re.search(r"\b(?:is|are|was|were|include|includes|named|called)\b", piece):
        piece = re.split(r"\b(?:is|are|was|were|includes?|named|called)\b", piece)[-1]
    stand = tokens(re.sub(r"\(.*?\)?$", "", piece))
    says = [t for t in stand if t.folded not in STOP and t.folded not in FRAME and t.text != "▒"]
    asked = {stem(w) for w in statement.intent_words}
    fresh = [t for t in says if stem(t.folded) not in asked]
    if not fresh or len(stand) > 10 or "▒" in piece.strip()[:1]:
        return False
    if re.search(r"\bnot\b|n't\b", piece):
        return False
    if capital:
        lead = next((t for t in stand if t.folded not in ("the", "a", "an", "also")), None)
        return (
            lead is not None
            and lead in fresh
            and (lead.capital or lead.text[0].isdigit())
            and not _DETAIL.search(lead.text)
            and not re.search(r"\b(?:is|are|was|were|have|has)\b", piece)
        )
    return len(says) <= 4 and not _DETAIL.search(piece)
