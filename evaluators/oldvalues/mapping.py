"""Values that belong to subjects: "walking: 34 min, driving: 8 min"."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from . import scan
from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import MAX_WORDS, is_page
from .date import DAYS, MONTHS
from .inferring import infer
from .lexicon import FAMILIES, sense, stem
from .listing import places_of
from .statement import Stance, Statement
from .surface import blank, clean, fold, tokens
from .text import Text

_DIFFERENCE = re.compile(
    r"\b(?:faster|slower|difference|longer|shorter|more|less|fewer|quicker|cheaper|dearer|total|sum"
    r"|altogether|together|saves?|saving|combined|extra|additional|than|apart|farther|closer|further)\b",
    re.I,
)
_SPLIT = re.compile(
    r"\n|;|\||•|(?<=[.!?])\s|\b(?:while|whereas|but|versus|vs\.?|compared (?:to|with)|and)\b|,(?!\d{3}\b)",
    re.I,
)
_OR = re.compile(r"\s*(?:\bor\b|/|-|\bto\b)\s*(?:maybe\s+|even\s+)?[$€£]?", re.I)
_PAIR = re.compile(
    r"\s*(?P<key>[^:=,;\n]+?)\s*(?:[:=]|\s-\s|\bis\b|\btakes\b)\s*(?P<value>.+?)\s*(?=(?:,|;|\n"
    r"|\band\b)\s*[^:=,;\n]+?\s*(?:[:=]|\s-\s)|[.;,]?\s*$)",
    re.I | re.S,
)
# Sizes as a shop writes them, in words.
_SIZES = {
    "S": "(?<!extra[ -])small",
    "M": "medium|mid-?size(?:d)?",
    "L": "(?<!extra[ -])large",
    "XS": "extra[ -]small",
    "XL": "extra[ -]large",
}
_FAMILY = {word: line.split() for line in FAMILIES[:4] for word in line.split()}


@dataclass(frozen=True)
class Mapping(Value):
    """Subjects with their values; each value must stand with its own subject.

    Examples:
        ``walking: 34 min, driving: 8 min`` is ``8 minutes by car and 34 minutes on foot``
        ``walking: 34 min, driving: 8 min`` is ``Walking takes 34 min while driving takes 8 min``
        ``A: 5, B: 6`` is ``A and B have 5 and 6 respectively``
        ``walking: 34 min, driving: 8 min`` is not ``walking: 8 min, driving: 34 min``
    """

    kind: ClassVar[str] = "mapping"
    pairs: tuple[tuple[str, Value], ...]

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Mapping]]:
        """The whole text, when it is written as ``key: value`` pairs."""
        value = cls.parse(text, setting)
        return [Mention(value, 0, len(text))] if value else []

    @classmethod
    def of(cls, pairs: MappingType[Any, Any], setting: Setting = NO_SETTING) -> Mapping | None:
        """From a mapping as YAML or JSON give it."""
        if not pairs:
            return None
        return cls(tuple((clean(k), infer(clean(v), setting)) for k, v in pairs.items()))

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Mapping | None:
        """``key: value`` pairs separated by commas, semicolons, lines or "and"."""
        pairs = [(m["key"].strip(" •-\"'"), m["value"].strip(" \"'")) for m in _PAIR.finditer(text)]
        pairs = [(re.sub(r"^and\s+", "", k), v) for k, v in pairs]
        if (
            not pairs
            or any(not k or not v for k, v in pairs)
            or len({k.casefold() for k, _ in pairs}) < len(pairs)
        ):
            return None
        return cls.of(dict(pairs), setting)

    def same(self, other: Mapping) -> bool:
        """The same subjects with the same values."""
        mine, theirs = ({fold(k): v for k, v in m.pairs} for m in (self, other))
        return set(mine) == set(theirs) and all(
            type(v) is type(theirs[k]) and v.same(theirs[k]) for k, v in mine.items()
        )

    def __str__(self) -> str:
        return ", ".join(f"{k}: {v}" for k, v in self.pairs)


@dataclass(frozen=True)
class _Place:
    start: int
    end: int
    key: int | None = None
    value: Any = None
    stance: Stance = Stance.CLAIMED


def judge_mapping(value: Mapping, statement: Statement, setting: Setting) -> MatchResult:
    """Each subject is given its own value, and no value is given that belongs to none."""
    expected = str(value)
    if is_page(statement, MAX_WORDS + 10 * len(value.pairs)):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    kinds = {v.kind for _, v in value.pairs}
    if len(kinds) == 1 and kinds <= set(scan.CLOSED):
        return _judge_typed(value, statement, setting, kinds.pop())
    return _judge_mixed(value, statement, setting)


def key_places(key: str, text: str) -> list[tuple[int, int]]:
    """Where a subject is named, by itself or by a word of the same family ("by car" for driving)."""
    found = Text(key).places(text) if tokens(key) else []
    if found:
        return found
    own = [t.folded for t in tokens(key)]
    if len(own) == 2 and all(t.capital for t in tokens(key)):
        # A person as a register writes it: "Voss, Sabine".
        first, last = (re.escape(t.text) for t in tokens(key))
        found = [m.span() for m in re.finditer(rf"\b{last}, {first}\b", text, re.I)]
        if found:
            return found
    if key.strip() in _SIZES:
        return [m.span() for m in re.finditer(rf"\b(?:{_SIZES[key.strip()]})\b", text, re.I)]
    if len(own) == 1:
        forms = set(_FAMILY.get(own[0], own)) | {own[0]}
        for names in (DAYS, MONTHS):
            forms |= {
                w + s for w, n in names.items() if n == names.get(own[0].removesuffix("s")) for s in ("", "s")
            }
        return [
            (t.start, t.end)
            for t in tokens(text)
            if t.folded in forms or sense(t.folded) == sense(own[0]) or stem(t.folded) == stem(own[0])
        ]
    stand = tokens(text)
    stems = [stem(w) for w in own]
    found = [
        (stand[n].start, stand[n + len(own) - 1].end)
        for n in range(len(stand) - len(own) + 1)
        if [stem(t.folded) for t in stand[n : n + len(own)]] == stems
    ]
    if found:
        return found
    heads = [w for w in own if w in _FAMILY]
    if len(heads) == 1:
        return [(t.start, t.end) for t in tokens(text) if t.folded in _FAMILY[heads[0]]]
    return []


def _judge_typed(value: Mapping, statement: Statement, setting: Setting, kind: str) -> MatchResult:
    expected = str(value)
    text = statement.text
    places: list[_Place] = []
    order = sorted(range(len(value.pairs)), key=lambda n: -len(value.pairs[n][0]))
    masked = text
    for n in order:
        spans = key_places(value.pairs[n][0], masked)
        places += [_Place(a, b, key=n) for a, b in spans]
        masked = blank(masked, spans)
    values = [
        m
        for m in scan.find(kind, masked, setting, value.pairs[0][1])
        if not m.weak or any(v.same(m.value) for _, v in value.pairs)
    ]
    # Without its subjects: "Invoice: 41" counts invoices here, it names none.
    bare = Statement(masked, statement.intent)
    for m in values:
        later = any(o.start > m.end and not o.value.same(m.value) for o in values)
        stance = bare.stance(
            m.start,
            m.end,
            quantity=True,
            later=later
            and bool(re.search(r"\b(?:wait|correction|scratch|sorry|actually|first)\b", text, re.I)),
        )
        places.append(_Place(m.start, m.end, value=m.value, stance=stance))
    places.sort(key=lambda p: p.start)
    choice = _choice(places, text)
    if choice:
        return MatchResult(0.0, f"the answer leaves open which: {choice}", expected=expected)
    pairs, loose = pair_up(places, text)
    for n, (key, wanted) in enumerate(value.pairs):
        got = [v for k, v in pairs if k == n]
        if not got:
            return MatchResult(0.0, f"the answer gives no value for {key}", expected=expected)
        wrong = [v for v in got if not wanted.written_as(v.value, setting)]
        if wrong:
            return MatchResult(
                0.0, f"the answer gives {wrong[0].value} for {key}, expected {wanted}", expected=expected
            )
        if any(v.stance is not Stance.CLAIMED for v in got):
            return MatchResult(
                0.0, f"the value for {key} is {got[0].stance.value} in the answer", expected=expected
            )
    extra = [p for p in loose if not _explained(p, statement, value)]
    if extra:
        return MatchResult(
            0.0,
            f"the answer gives {extra[0].value}, which belongs to none of the subjects",
            expected=expected,
        )
    return MatchResult(1.0, "each subject has its value", expected=expected, found=expected)


def _choice(places: list[_Place], text: str) -> str:
    """Two values joined by "or" or a dash ("2 or 3 orders"), unless there is one for each subject."""
    shape = "".join("V" if p.key is None else "K" for p in places)
    if re.fullmatch(r"(?:K+V+|V+K+)", shape) and shape.count("K") == shape.count("V"):
        return ""
    for a, b in pairwise(places):
        apart = a.key is None and b.key is None and not a.value.same(b.value)
        if apart and _OR.fullmatch(text[a.end : b.start]):
            return text[a.start : b.end]
    return ""


def _explained(place: _Place, statement: Statement, value: Mapping) -> bool:
    """A difference or a sum of the values, or a repetition of one of them, is no further claim."""
    if place.stance in (Stance.DENIED, Stance.WITHDRAWN, Stance.ASIDE) or any(
        v.same(place.value) for _, v in value.pairs
    ):
        return True
    a, b = statement.sentence(place.start, place.end)
    near = statement.text[max(a, place.start - 45) : min(b, place.end + 30)]
    return bool(_DIFFERENCE.search(near))


def pair_up(places: list[_Place], text: str) -> tuple[list[tuple[int, _Place]], list[_Place]]:
    """Put each value to its subject: within a clause, else by the order of the whole."""
    live = [p for p in places if p.key is not None or p.stance in (Stance.CLAIMED, Stance.HEDGED)]
    cuts = [m.start() for m in _SPLIT.finditer(text)]
    groups: dict[int, list[_Place]] = {}
    for p in live:
        groups.setdefault(sum(c <= p.start for c in cuts), []).append(p)
    pairs: list[tuple[int, _Place]] = []
    ends = [0, *cuts, len(text)]
    remarks = {n for n in groups if _DIFFERENCE.search(text[ends[n] : ends[n + 1]])}
    plain = {n: g for n, g in groups.items() if any(p.key is None for p in g) and n not in remarks}
    if plain and all(
        len({p.key for p in g if p.key is not None}) == 1 and sum(p.key is None for p in g) == 1
        for g in plain.values()
    ):
        for g in plain.values():
            own = [p.key for p in g if p.key is not None]
            pairs.append((own[0], next(p for p in g if p.key is None)))
        if {k for k, _ in pairs} == {p.key for p in live if p.key is not None}:
            return pairs, [p for n in remarks for p in groups[n] if p.key is None]
        pairs = []
    # Otherwise by order: key value key value, value key value key, or all keys and then all values.
    shape = "".join("K" if p.key is not None else "V" for p in live)
    keys = [p for p in live if p.key is not None]
    got = [p for p in live if p.key is None]
    joint = re.fullmatch(r"(K+)(V+)", shape) or re.fullmatch(r"(V+)(K+)", shape)
    if joint and len(keys) > 1:
        if len(got) == len(keys):
            return [(int(k.key or 0), v) for k, v in zip(keys, got, strict=True)], []
        if len(got) == 1 and re.search(r"\b(?:both|each|all|same)\b", text, re.I):
            return [(int(k.key or 0), got[0]) for k in keys], []
    forward = shape.startswith("K")
    taken: set[int] = set()
    for n, p in enumerate(live):
        if p.key is None:
            continue
        candidates = range(n + 1, len(live)) if forward else range(n - 1, -1, -1)
        for c in candidates:
            if live[c].key is not None:
                break
            if c not in taken:
                taken.add(c)
                pairs.append((p.key, live[c]))
                break
    waiting = [p for n, p in enumerate(live) if p.key is None and n not in taken]
    return pairs, waiting


def _judge_mixed(value: Mapping, statement: Statement, setting: Setting) -> MatchResult:
    """Values of several types, or texts: each must be claimed, nearest after (or before) its own subject."""
    expected = str(value)
    keys = [key_places(k, statement.text) for k, _ in value.pairs]
    spots: list[list[tuple[int, int]]] = []
    for key, wanted in value.pairs:
        claimed = [span for span, stance in places_of(wanted, statement, setting) if stance is Stance.CLAIMED]
        if not claimed:
            return MatchResult(0.0, f"the answer does not claim {wanted} for {key}", expected=expected)
        spots.append(claimed)
    for n, (key, wanted) in enumerate(value.pairs):
        if not keys[n]:
            if len(value.pairs) > 1 and wanted.kind in {
                v.kind for m, (_, v) in enumerate(value.pairs) if m != n
            }:
                return MatchResult(0.0, f"the answer does not name {key}", expected=expected)
            continue
        if not any(_nearest(spot, keys) == n for spot in spots[n]) and len(value.pairs) > 1:
            return MatchResult(0.0, f"{wanted} does not stand with {key} in the answer", expected=expected)
    return MatchResult(1.0, "each subject has its value", expected=expected, found=expected)


def _nearest(spot: tuple[int, int], keys: list[list[tuple[int, int]]]) -> int:
    """The subject named last before the value; else the first after it."""
    before = [(end, n) for n, spans in enumerate(keys) for _, end in spans if end <= spot[0]]
    if before:
        return max(before)[1]
    after = [(start, n) for n, spans in enumerate(keys) for start, _ in spans if start >= spot[1]]
    return min(after)[1] if after else -1
