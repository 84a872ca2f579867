# ruff: noqa: SIM905 - word lists read best as running text
"""``fuzzy``: the same facts in other words, without a model.

The reference and the answer are taken apart into facts: typed values with the subject they belong to, names,
key words, and whether something is said or denied. All facts of the reference must be in the answer, none
may be contradicted. Where too little of the wording is shared to tell, the verdict is undecided.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import DamerauLevenshtein

from sites.errors import WebariumError

from . import scan
from .base import MatchResult, Setting, Value
from .claims import is_page
from .kinds import TYPES, infer, parse_reference
from .lexicon import FRAME, OPPOSITES, STOP, sense, stem
from .mapping import Mapping
from .month_counts import MonthCounts
from .statement import NEGATOR, Stance, Statement
from .surface import Token, blank, clean, fold, tokens, words
from .text import Text, judge_text
from .unachievable import Unachievable, judge_unachievable
from .yes_no import YesNo, read

# The share of a reference's key words that an answer must have to say the same.
SAME = 0.6
_SOFT = re.compile(r"\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.|~)\s*", re.I)
_FILLER = frozenset(
    (
        "customer people user say said says mention mentioned state stated think thought feel felt "
        "find found get got go went make made take took seem seemed give gave product item thing lot "
        "really quite rather just well much many some several use used using time way need want "
        "order need also however it's reason because due since therefore"
    ).split()
)
_HEDGED = re.compile(
    r"\b(?:not (?:sure|certain)|unsure|uncertain|maybe|perhaps|possibly|probably|might (?:be|have)|could "
    r"be|may be|i guess|my guess|don't know|do not know|unclear)\b",
    re.I,
)
_OPPOSITE: dict[str, set[str]] = {}
for _a, _b in OPPOSITES:
    _OPPOSITE.setdefault(sense(_a), set()).add(sense(_b))
    _OPPOSITE.setdefault(sense(_b), set()).add(sense(_a))


def judge(reference: Any, statement: Statement, setting: Setting) -> MatchResult:
    """The verdict on an answer; every text of a list must be given."""
    if isinstance(reference, dict):
        return _decide(
            _typed(parse_reference("mapping", reference, setting), statement, setting),
            reference,
            statement,
            setting,
        )
    if isinstance(reference, list | tuple):
        results = [judge(item, statement, setting) for item in reference]
        bad = [r for r in results if not r.score]
        if bad:
            decided = [r for r in bad if not r.undecided]
            return (decided or bad)[0]
        return MatchResult(
            1.0, "every fact is there", expected=", ".join(map(str, reference)), found=statement.text[:120]
        )
    text = clean("" if reference is None else reference)
    if Unachievable.parse(text):
        return judge_unachievable(Unachievable(), statement, setting)
    hint = setting.options.get("type")
    value: Value | None = None
    if hint in TYPES and hint not in ("text", "unachievable"):
        try:
            value = parse_reference(str(hint), reference, setting)
        except WebariumError:
            value = None
        if value is not None and not _whole(value, text):
            value = None
    value = value or _value(text, setting)
    if value is not None:
        return _decide(_typed(value, statement, setting), reference, statement, setting)
    return _decide(_facts(text, statement, setting), reference, statement, setting)


def _whole(value: Value, text: str) -> bool:
    """A value found inside a longer reference is only one of its facts."""
    if value.kind in scan.CLOSED:
        found = scan.find(value.kind, text)
        return len(words(blank(text, [(m.start, m.end) for m in found]))) <= 1
    return value.kind in ("mapping", "month_counts", "list", "address", "yes_no", "status", "name")


def _decide(result: MatchResult, reference: Any, statement: Statement, setting: Setting) -> MatchResult:
    """Ask the judge, when there is one, where the rules cannot tell."""
    ask = setting.options.get("judge")
    if not result.undecided or not callable(ask):
        return result
    said = ask(statement.intent, str(reference), statement.text)
    if said is None:
        return result
    return MatchResult(float(bool(said)), "as the judge says", expected=result.expected, found=result.found)


def _value(text: str, setting: Setting) -> Value | None:
    """The reference as one typed value or mapping, when it is nothing else."""
    value = infer(text, setting)
    if type(value) is not Text:
        return value
    pairs = Mapping.parse(text, setting) if ":" in text or "=" in text else None
    if (
        pairs
        and len(pairs.pairs) > 1
        and all(type(v) is not Text or len(words(str(v))) <= 3 for _, v in pairs.pairs)
    ):
        return pairs
    counts = MonthCounts.parse(text)
    return (
        counts if counts and len(counts.counts) > 1 and len(words(text)) <= 3 * len(counts.counts) else None
    )


def _typed(value: Value, statement: Statement, setting: Setting) -> MatchResult:
    """As ``exact``, but "about 34 minutes" gives 34 minutes: the same number, more modestly said."""
    from .judging import judge_as

    plain = Statement(
        _SOFT.sub("", statement.text) if re.search(r"\d", statement.text) else statement.text,
        statement.intent,
    )
    result = judge_as(value, plain, setting)
    if isinstance(value, YesNo) and result.undecided:
        return result
    return result


# -- facts -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Word:
    """A key word: what it means, whether it is denied, and how it is written."""

    sense: str
    denied: bool
    token: Token


def _facts(text: str, statement: Statement, setting: Setting) -> MatchResult:
    expected = text
    if not words(statement.text):
        return MatchResult(0.0, "the answer is empty", expected=expected)
    if is_page(statement, 60 + 6 * len(words(text))):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    same = words(text) == words(statement.text)
    if same:
        return MatchResult(1.0, "the answer is the reference", expected=expected, found=statement.text)
    wanted = Statement(text, statement.intent)
    if _HEDGED.search(statement.text) and not _HEDGED.search(text):
        return MatchResult(0.0, "the answer does not commit itself", expected=expected, found=statement.text)
    phrase = Text(text)
    named = all(t.capital for t in tokens(text) if t.folded not in STOP)
    if (
        len(words(text)) <= 5
        and (named or words(text)[0] not in ("the", "a", "an", "it", "they"))
        and not re.search(r"\b(?:is|are|was|were|not|has|have|does|do|too|very)\b|n't\b", text, re.I)
    ):
        if phrase.places(statement.text):
            return judge_text(phrase, statement, setting)
        if named:
            return MatchResult(
                0.0,
                f"the answer does not name {text}",
                undecided=True,
                expected=expected,
                found=statement.text[:120],
            )
    if (
        Unachievable.find(statement.text)
        and not Unachievable.find(text)
        and re.match(r"^\W*(?:n\s?/\s?a|none)\b", statement.text, re.I)
    ):
        return MatchResult(
            0.0, "the answer says that it cannot be done", expected=expected, found=statement.text
        )
    verdict = _polarity(wanted, statement) or _values(wanted, statement, setting) or _names(wanted, statement)
    if verdict:
        return MatchResult(0.0, verdict, expected=expected, found=statement.text[:120])
    return _wording(wanted, statement, setting)


def _polarity(wanted: Statement, said: Statement) -> str:
    """A reference that begins with yes or no needs an answer that comes to the same."""
    lead = re.match(r"^\W*(yes|no)\b(?=\s*[,.;:!-]|$)", wanted.text, re.I)
    if not lead:
        return ""
    answer = read(said)
    if answer is None or answer == (lead[1].lower() == "yes"):
        return ""
    return f"the answer says {'yes' if answer else 'no'}, expected {lead[1].lower()}"


def _values(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Every typed value of the reference is claimed, with its subject, and no other is in its place."""
    needed = [
        (k, m)
        for k, m in scan.everything(wanted.text, setting)
        if not _is_number_word(wanted.text[m.start : m.end])
    ]
    given = scan.everything(_soft(said), setting)
    asked = scan.everything(said.intent, setting)
    soft = Statement(_soft(said), said.intent)
    claimed = []
    for kind, m in given:
        later = any(k == kind and o.start > m.end and not o.value.same(m.value) for k, o in given)
        stance = soft.stance(m.start, m.end, quantity=True, later=later)
        claimed.append((kind, m, stance))
    for kind, m in needed:
        hits = [x for x in claimed if _equal(kind, m.value, x[0], x[1].value, setting)]
        if not hits:
            if any(_equal(kind, m.value, k, o.value, setting) for k, o in asked):
                continue
            return f"the answer lacks {m.value}"
        if all(x[2] in (Stance.DENIED, Stance.WITHDRAWN, Stance.HEDGED) for x in hits):
            wanted_stance = wanted.stance(m.start, m.end, quantity=True)
            if wanted_stance is not hits[0][2]:
                return f"{m.value} is {hits[0][2].value} in the answer"
    kinds = {k for k, _ in needed}
    for kind, m, stance in claimed:
        if kind not in kinds or stance not in (Stance.CLAIMED, Stance.HEDGED):
            continue
        known = any(_equal(k, o.value, kind, m.value, setting) for k, o in [*needed, *asked])
        if not known and not _difference(soft.text, m.start, m.end):
            if (
                kind == "number"
                and len(needed) > 1
                and not re.match(r"\s?-|\s+(?:or|to)\s+\d", soft.text[m.end :])
            ):
                continue
            return f"the answer claims {m.value}, which the reference does not"
    return _swapped(needed, claimed, wanted, soft, setting)


def _soft(said: Statement) -> str:
    return _SOFT.sub("", said.text)


def _is_number_word(text: str) -> bool:
    return text.lower() in ("one", "zero")


def _difference(text: str, start: int, end: int) -> bool:
    return bool(
        re.search(
            r"\b(?:faster|slower|difference|longer|shorter|more|less|quicker|saves?|total|sum|additional"
            r"|extra)\b",
            text[max(0, start - 40) : end + 25],
            re.I,
        )
    )


def _equal(kind: str, value: Value, other_kind: str, other: Value, setting: Setting) -> bool:
    if kind == other_kind:
        return value.written_as(other, setting)
    pair = {kind, other_kind}
    if pair == {"duration", "time"}:
        clock = value if kind == "time" else other
        length = other if kind == "time" else value
        return clock.hour * 3600 + clock.minute * 60 == length.seconds  # type: ignore[attr-defined]
    if pair == {"number", "currency"}:
        number = value if kind == "number" else other
        money = other if kind == "number" else value
        return number.number == money.amount  # type: ignore[attr-defined]
    return False


def _swapped(
    needed: list[Any], claimed: list[Any], wanted: Statement, said: Statement, setting: Setting
) -> str:
    """Two values of one type must stand with the same subjects as in the reference."""
    for kind in {k for k, _ in needed}:
        mine = [m for k, m in needed if k == kind]
        if len(mine) < 2:
            continue
        theirs = [(m, s) for k, m, s in claimed if k == kind and s is Stance.CLAIMED]
        subjects = _subjects([(m.start, m.end) for m in mine], wanted.text)
        shared = set.intersection(*subjects)
        own = [s - shared for s in subjects]
        got = _subjects([(m.start, m.end) for m, _ in theirs], said.text)
        for m, keys in zip(mine, own, strict=True):
            here = [g for (t, _), g in zip(theirs, got, strict=True) if m.value.same(t.value)]
            if not here or not keys:
                continue
            fit = max(len(keys & g) for g in here)
            others = [o for other, o in zip(mine, own, strict=True) if not other.value.same(m.value)]
            misfit = max((len(o & g) for o in others for g in here), default=0)
            if misfit > fit:
                return f"{m.value} stands with another subject in the answer"
    return ""


def _subjects(spans: list[tuple[int, int]], text: str) -> list[set[str]]:
    """The key words around each value: in its clause, up to its neighbours, both sides of it when unclear."""
    statement = Statement(text)
    found = []
    for i, (start, end) in enumerate(spans):
        left, right = statement.clause(start, end)
        cut = list(re.finditer(r",|\band\b|\bwhile\b|\bwhereas\b", text))
        low = max([left, spans[i - 1][1] if i else 0, *[m.end() for m in cut if m.end() <= start]])
        high = min(
            [
                right,
                spans[i + 1][0] if i + 1 < len(spans) else len(text),
                *[m.start() for m in cut if m.start() >= end],
            ]
        )
        found.append({sense(w) for w in words(text[low:start] + " " + text[end:high]) if w not in STOP})
    return found


def _names(wanted: Statement, said: Statement) -> str:
    """Names of the reference that neither the question has nor the answer gives."""
    present = set(words(said.text)) | set(words(said.intent))
    masked = blank(wanted.text, [(m.start, m.end) for _, m in scan.everything(wanted.text)])
    for token in tokens(masked):
        begins = token.start == 0 or bool(re.search(r"[.!?:\n•]\s*$", masked[: token.start]))
        name = token.capital and not begins and len(token.text) > 1
        if name and token.folded not in STOP | FRAME | present:
            return f"the answer does not name {token.text}"
    return ""


def _key_words(statement: Statement) -> list[_Word]:
    text = blank(statement.text, [(m.start, m.end) for _, m in scan.everything(statement.text)])
    found = []
    for token in tokens(text):
        if (
            token.folded in STOP
            or token.folded in _FILLER
            or len(token.folded) < 2
            or NEGATOR.fullmatch(token.text)
        ):
            continue
        found.append(_Word(sense(token.folded), _denied(statement, token), token))
    return found


def _denied(statement: Statement, token: Token) -> bool:
    left, _ = statement.clause(token.start, token.end)
    before = statement.text[left : token.start]
    near = re.search(
        r"(?:\b(?:not|never|no|without|cannot|hardly|neither|nor|lacks?|stopped|fails? to|failed to|unable "
        r"to)\b|n't\b)(?!\s+only)(?:\s+\w+){0,3}\s*$",
        before,
        re.I,
    )
    after = re.match(
        r"\s+(?:is|was|are|were|does|did|do|has|have|can|could|will)(?:\s+not|n't|not)\b",
        statement.text[token.end :],
        re.I,
    )
    return bool(near or after)


def _alike(a: str, b: str) -> bool:
    """The same word with a slip of the pen."""
    return len(a) > 4 and abs(len(a) - len(b)) < 2 and a[0] == b[0] and DamerauLevenshtein.distance(a, b) <= 1


def _wording(wanted: Statement, said: Statement, setting: Setting) -> MatchResult:
    asked = {sense(w) for w in words(wanted.intent) if w not in STOP}
    mine, theirs = _key_words(wanted), _key_words(said)
    fresh = [w for w in mine if w.sense not in asked] or mine
    have = {w.sense: w for w in theirs}
    expected, found = wanted.text, said.text[:120]
    matched = 0
    for key in dict.fromkeys(w.sense for w in fresh):
        if key in have or any(_alike(key, t.sense) for t in theirs):
            matched += 1
    said_senses = {w.sense for w in theirs if not w.denied} | {sense(stem(w)) for w in words(said.text)}
    mine_senses = {w.sense for w in mine}
    for word in mine:
        for opposite in _OPPOSITE.get(word.sense, ()):
            against = [t for t in theirs if t.sense == opposite]
            if (
                against
                and word.sense not in said_senses
                and opposite not in mine_senses
                and all(t.denied == word.denied for t in against)
            ):
                return MatchResult(
                    0.0,
                    f"the answer says {against[0].token.text}, the reference {word.token.text}",
                    expected=expected,
                    found=found,
                )
    for word in mine:
        here = [t for t in theirs if t.sense == word.sense]
        if here and all(t.denied != word.denied for t in here) and word.sense not in asked:
            return MatchResult(
                0.0,
                f"the answer {'denies' if here[0].denied else 'affirms'} '{word.token.text}', the "
                f"reference does not",
                expected=expected,
                found=found,
            )
    negated = [
        bool(NEGATOR.search(s.text)) and not re.search(r"\bnot only\b", s.text, re.I) for s in (wanted, said)
    ]
    total = len(dict.fromkeys(w.sense for w in fresh))
    typed = [1 for _ in scan.everything(wanted.text)]
    share = (matched + 2 * len(typed)) / (total + 2 * len(typed)) if total + len(typed) else 1.0
    if total == 0 and not typed:
        share = 1.0 if words(wanted.text) == words(said.text) else 0.0
    if share >= SAME and negated[0] == negated[1]:
        exchange = _order_of_comparison(wanted, said)
        if exchange:
            return MatchResult(0.0, exchange, expected=expected, found=found)
        return MatchResult(
            1.0, f"all facts and {share:.0%} of the key words are there", expected=expected, found=found
        )
    if share >= 0.85:
        return MatchResult(
            1.0, f"all facts and {share:.0%} of the key words are there", expected=expected, found=found
        )
    return MatchResult(
        0.0,
        f"only {share:.0%} of the key words are there: the rules cannot tell",
        undecided=True,
        expected=expected,
        found=found,
    )


def _order_of_comparison(wanted: Statement, said: Statement) -> str:
    """ "A is cheaper than B" is not "B is cheaper than A"."""
    sides = []
    for statement in (wanted, said):
        m = re.search(
            r"^(.*?)\b(\w+(?:er)|more|less|fewer|before|after)\b(?:\s+\w+){0,3}?\s*\bthan\b(.*)$",
            statement.text,
            re.I | re.S,
        )
        if not m:
            return ""
        asked = [{sense(fold(w)) for w in words(part) if w not in STOP} for part in (m[1], m[3])]
        sides.append((asked[0] - asked[1], asked[1] - asked[0]))
    (a1, b1), (a2, b2) = sides
    if a1 & b2 and b1 & a2 and not (a1 & a2 or b1 & b2):
        return "the answer compares the other way round"
    return ""
