"""``fuzzy``: the same facts in other words, without a model.

The reference and the answer are taken apart into facts: typed values with the subject they belong to, names,
key words, and whether something is said or denied. All facts of the reference must be in the answer, none
may be contradicted. Where too little of the wording is shared to tell, the verdict is undecided.
"""

from __future__ import annotations

import re
from typing import Any

from sites.errors import WebariumError

from . import scan
from .base import MatchResult, Setting, Value
from .facts import same_facts
from .inferring import infer
from .kinds import TYPES, parse_reference
from .mapping import Mapping
from .month_counts import MonthCounts
from .statement import Statement
from .surface import blank, clean, words
from .text import Text
from .typed import judge_as
from .unachievable import Unachievable, judge_unachievable
from .yes_no import YesNo

_SOFT = re.compile(r"\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.|~)\s*", re.I)


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
    return _decide(same_facts(text, statement, setting), reference, statement, setting)


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
    plain = Statement(
        _SOFT.sub("", statement.text) if re.search(r"\d", statement.text) else statement.text,
        statement.intent,
    )
    result = judge_as(value, plain, setting)
    if isinstance(value, YesNo) and result.undecided:
        return result
    return result
