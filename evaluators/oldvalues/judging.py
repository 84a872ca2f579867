"""The ways to match an answer: exact, must_include, a type by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sites.errors import WebariumError
from tasks.specs import check_options

from . import fuzzy, gates, references, scan
from .address import Address
from .base import MatchResult, Setting, Value
from .claims import MAX_WORDS, is_page, read_claims, relevant
from .inferring import infer
from .kinds import KINDS, TYPES, parse_reference, structured
from .listing import Listing, extra_items, judge_list, places_of, split
from .mapping import Mapping as MappingValue
from .month_counts import MonthCounts
from .rivals import rivals, siblings
from .statement import Stance, Statement
from .surface import clean, words
from .text import Text
from .time_of_day import TimeOfDay
from .typed import judge_as
from .unachievable import Unachievable, judge_unachievable
from .yes_no import YesNo

# Characters, with room for the reference; nothing longer is read at all.
LONGEST = 4_000


def match(
    kind: str, reference: Any, answer: str, *, intent: str = "", options: Mapping[str, Any] | None = None
) -> MatchResult:
    """Judge an answer against a reference.

    Args:
        kind: ``exact`` (the one final claim is the reference), ``must_include`` (every item is claimed),
            ``fuzzy`` (the same facts), or a type of value (``currency``, ``date``, ...; see ``KINDS``).
        reference: text, or a list (must_include, list), or a mapping (mapping, month_counts); ``N/A`` says
            that the task cannot be done.
        answer: what the agent answered, as it is.
        intent: the question; values that it contains are not claims of the answer.
        options: ``type`` (of the reference, for exact and
            must_include), ``ordered`` (lists), ``day_first`` (numeric dates), ``reason_required``
            (unachievable), ``judge`` (for fuzzy, called with question, reference and answer where the
            rules cannot decide; returns True, False or None).

    Raises:
        WebariumError: the kind or an option is not known, or the reference is empty, too large, or not a
            value of its type.
    """
    if kind not in KINDS:
        raise WebariumError(f"no kind of value is called '{kind}'", remedy=f"use one of {', '.join(KINDS)}")
    chosen = dict(options or {})
    try:
        plain = {
            name: one for name, one in chosen.items() if name != "judge" or not (one is None or callable(one))
        }
        check_options(plain, kind)
    except ValueError as error:
        raise WebariumError(str(error), remedy="see docs/values.md for what each option says") from error
    references.check(kind, reference)
    if answer and len(answer) > LONGEST + 4 * len(str(reference)):
        return MatchResult(0.0, "the answer is a whole page", expected=str(reference))
    if answer and references.beyond_all_amounts(answer):
        return MatchResult(
            0.0, "the answer holds a number that is no amount of anything", expected=str(reference)
        )
    try:
        return _judged(kind, reference, answer, intent, chosen)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise WebariumError(
            f"the reference {str(reference)[:80]!r} cannot be judged as {kind} ({error})",
            remedy="write it as the examples in docs/values.md do",
        ) from error


def check_reference(
    kind: str, reference: Any, *, intent: str = "", options: Mapping[str, Any] | None = None
) -> None:
    """Refuse a reference that no answer could be matched with; the arguments are those of match.

    Raises:
        WebariumError: it is empty, too large, or not a value of its type.
    """
    references.check(kind, reference)
    setting = Setting(intent, dict(options or {}))
    hint = setting.options.get("type")
    if kind in TYPES:
        parse_reference(kind, reference, setting)
    elif kind == "exact" and hint in TYPES:
        parse_reference(str(hint), reference, setting)


def _judged(kind: str, reference: Any, answer: str, intent: str, chosen: Mapping[str, Any]) -> MatchResult:
    statement = Statement.of(gates.without_question(answer or "", intent), intent)
    setting = Setting(statement.intent, chosen)
    result = _match(kind, reference, statement, setting)
    if result.score and (other := gates.offered(kind, reference, statement, setting)):
        return MatchResult(0.0, f"the answer offers {other} as well", expected=result.expected)
    return result


def _match(kind: str, reference: Any, statement: Statement, setting: Setting) -> MatchResult:
    if kind == "fuzzy":
        return fuzzy.judge(reference, statement, setting)
    if kind == "must_include":
        return _must_include(reference, statement, setting)
    value = _untyped(reference, setting) if kind == "exact" else parse_reference(kind, reference, setting)
    result = judge_as(value, statement, setting)
    if kind == "exact" and not result.score and type(value) is Text and not value.places(statement.text):
        items = split(str(value))
        if len(items) > 1 and all(len(item.split()) <= 5 for item in items):
            # A list that reads like a text, with its items in another order or other words between them.
            listed = judge_list(Listing(tuple(Text(item) for item in items)), statement, setting)
            return listed if listed.score else result
    return result


def _untyped(reference: Any, setting: Setting) -> Value:
    """The reference of ``exact`` in the type that it, or ``options["type"]``, says."""
    hint = setting.options.get("type")
    if isinstance(reference, str) and Unachievable.parse(clean(reference)):
        return Unachievable()
    if hint in TYPES:
        return parse_reference(str(hint), reference, setting)
    if isinstance(reference, dict):
        return parse_reference("mapping", reference, setting)
    if isinstance(reference, list | tuple):
        return (
            structured(list(reference), setting) or parse_reference("list", list(reference), setting)
            if len(reference) != 1
            else _untyped(reference[0], setting)
        )
    if isinstance(reference, bool):
        return YesNo(reference)
    text = clean("" if reference is None else reference)
    value = infer(text, setting)
    if type(value) is Text:
        value = _structured(text, setting) or value
    return value


def _structured(text: str, setting: Setting) -> Value | None:
    """A text that is a written mapping ("walking: 34 min, driving: 8 min") or list ("red, green, blue")."""
    if text.count(":") >= 2 or re.fullmatch(
        r"[^:,;]{2,30}: [^:,;]{1,40}(?:[,;] [^:,;]{2,30}: [^:,;]{1,40})+", text
    ):
        pairs = MappingValue.parse(text, setting)
        if pairs and len(pairs.pairs) > 1:
            return pairs
    times = TimeOfDay.find(text)
    ends = [("time", m) for m in times] if len(times) == 2 else scan.everything(text)
    gap = text[ends[0][1].end : ends[1][1].start] if len(ends) == 2 else ""
    if gap and ends[0][0] == ends[1][0] and re.fullmatch(r"\s*(?:-|to|and)\s*", gap):
        return Listing((ends[0][1].value, ends[1][1].value))
    items = split(text)
    if (
        len(items) >= 2
        and (text.count(",") + text.count(";") + text.count("\n") >= 2 or _all_typed(items, setting))
        and all(len(i.split()) <= 5 for i in items)
    ):
        return Listing.of(items, setting)
    return None


def _all_typed(items: list[str], setting: Setting) -> bool:
    kinds = {infer(i, setting).kind for i in items}
    return len(kinds) == 1 and kinds <= set(scan.CLOSED)


def _must_include(reference: Any, statement: Statement, setting: Setting) -> MatchResult:
    """Every item is claimed; further details are allowed, further candidates of the same sort are not."""
    items = list(reference) if isinstance(reference, list | tuple) else [reference]
    expected = ", ".join(str(i) for i in items)
    if any(isinstance(i, str) and Unachievable.parse(clean(i)) for i in items) and len(items) == 1:
        return judge_unachievable(Unachievable(), statement, setting)
    if not words(statement.text):
        return MatchResult(0.0, "the answer is empty", expected=expected)
    size = sum(len(str(i).split()) for i in items)
    if is_page(statement, MAX_WORDS + 40 + 12 * size):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    values: list[Value] = []
    spans: list[tuple[int, int]] = []
    for item in items:
        options = [_item(o, setting) for o in re.split(r"\s*\|OR\|\s*", str(item))]
        verdict = None
        for value in options:
            verdict = _claimed(value, statement, setting)
            if not isinstance(verdict, str):
                values.append(value)
                spans += verdict
                break
        if isinstance(verdict, str) or verdict is None:
            return MatchResult(0.0, verdict or f"the answer does not claim {item}", expected=expected)
    flood = _flood(values, spans, statement, setting)
    if flood:
        return MatchResult(0.0, f"the answer gives {flood} besides", expected=expected)
    return MatchResult(1.0, "every item is claimed", expected=expected, found=expected)


def _item(item: Any, setting: Setting) -> Value:
    hint = setting.options.get("type")
    text = clean(item)
    if hint in TYPES and hint not in ("list", "mapping", "month_counts", "unachievable"):
        try:
            return parse_reference(str(hint), text, setting)
        except WebariumError:
            pass
    pair = re.fullmatch(r"([^:,;]{2,30}): ([^:,;]{1,30})", text)
    if pair and infer(pair[2], setting).kind in scan.CLOSED:
        return MappingValue.of({pair[1]: pair[2]}, setting) or Text(text)
    return infer(text, setting)


def _claimed(value: Value, statement: Statement, setting: Setting) -> list[tuple[int, int]] | str:
    """Where the answer claims the value, or why it does not."""
    if isinstance(value, YesNo | Unachievable | MappingValue | Listing | MonthCounts | Address):
        verdict = judge_as(value, statement, setting)
        return [] if verdict.score else verdict.why
    places = places_of(value, statement, setting)
    good = [span for span, stance in places if stance is Stance.CLAIMED]
    if any(stance is Stance.DENIED for _, stance in places) and not (
        good and value.kind in ("text", "name", "number")
    ):
        return f"{value} is denied in the answer"
    if not good and value.kind in ("number", "currency", "date", "order_number"):
        good = [span for span, stance in places if stance is Stance.ASIDE]
    if not good:
        return (
            f"{value} is {places[0][1].value} in the answer"
            if places
            else f"the answer does not claim {value}"
        )
    return good


def _flood(values: list[Value], spans: list[tuple[int, int]], statement: Statement, setting: Setting) -> str:
    """Candidates beside the items: further values of the same type, further parts of the enumeration."""
    for kind in {v.kind for v in values} & set(scan.CLOSED):
        wanted = [v for v in values if v.kind == kind]
        claims = [
            c
            for c in read_claims(kind, statement, setting, wanted[0])
            if c.stance in (Stance.CLAIMED, Stance.HEDGED) and not c.restated and not c.mention.weak
            and not any(v.written_as(c.mention.value, setting) for v in values if v.kind == kind)
            and not any(c.mention.start < e and s < c.mention.end for s, e in spans)
        ]  # fmt: skip
        if wanted:
            hits = [
                c for c in read_claims(kind, statement, setting, wanted[0])
                if c.stance is Stance.CLAIMED and any(v.written_as(c.mention.value, setting) for v in wanted)
            ]  # fmt: skip
            kept = relevant(sorted([*claims, *hits], key=lambda c: c.mention.start), statement)
            claims = [
                c for c in claims if c in kept and not any(v.echoed_by(c.mention.value) for v in wanted)
            ]
        others = list(dict.fromkeys(str(c.mention.value) for c in claims))
        if others and (
            kind != "number"
            or len(values) == 1
            or len(others) > len(wanted)
            or _siblings(claims, spans, statement)
        ):
            if kind == "number" and len(values) > len(wanted) and not _siblings(claims, spans, statement):
                continue
            return ", ".join(others)
    texts = [v for v in values if isinstance(v, Text)]
    if texts and spans:
        listing = Listing(tuple(texts))
        own = [s for v in texts for s in v.places(statement.text)]
        extra = extra_items(statement, sorted(set(own) | set(spans)), listing)
        single = len(texts) == 1
        if single and len(values) == 1:
            beside = rivals(statement, spans, texts[0].words)
        else:
            beside = rivals_of(texts, own, statement) if own else []
        named = [b for b in beside if any(c.isupper() for c in b)]
        if len(extra) >= 3 or (beside and (single or (extra and (named or len(beside) > 1)))):
            return ", ".join(beside or extra)
    return ""


def rivals_of(texts: list[Text], own: list[tuple[int, int]], statement: Statement) -> list[str]:
    """Siblings of any of the texts that are none of the others."""
    return siblings(statement, own, [t.words for t in texts])


def _siblings(claims: list[Any], spans: list[tuple[int, int]], statement: Statement) -> bool:
    """Whether a further value is joined to a wanted one as in an enumeration."""
    join = re.compile(r"\s*(?:,|;|/|\||\n•?|•|\band\b|\bor\b|-|\bto\b)\s*(?:and|or)?\s*[$€£]?")
    for c in claims:
        for start, end in spans:
            gap = (
                statement.text[end : c.mention.start]
                if end <= c.mention.start
                else statement.text[c.mention.end : start]
            )
            if join.fullmatch(gap):
                return True
    return False
