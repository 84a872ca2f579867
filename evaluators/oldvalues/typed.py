"""An answer against one value of any type."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import gates
from .address import Address, judge_address
from .base import MatchResult, Setting, Value
from .claims import judge_value
from .listing import Listing, judge_list
from .mapping import Mapping, judge_mapping
from .month_counts import MonthCounts, judge_month_counts
from .statement import Statement
from .status import Status
from .surface import words
from .text import Text, judge_text
from .unachievable import Unachievable, judge_unachievable
from .yes_no import YesNo, judge_yes_no

_JUDGES: dict[type[Value], Callable[[Any, Statement, Setting], MatchResult]] = {
    Unachievable: judge_unachievable,
    YesNo: judge_yes_no,
    Listing: judge_list,
    Mapping: judge_mapping,
    MonthCounts: judge_month_counts,
    Address: judge_address,
}


def judge_as(value: Value, statement: Statement, setting: Setting) -> MatchResult:
    """``exact`` for a value of any type."""
    if (
        not words(statement.text)
        and not isinstance(value, Unachievable)
        and not re.search(r"\w", statement.text)
    ):
        if value.kind == "text" and not words(str(value)) and str(value).strip() == statement.text.strip():
            return MatchResult(1.0, "the answer is the reference", expected=str(value), found=statement.text)
        return MatchResult(0.0, "the answer is empty", expected=str(value))
    if isinstance(value, Mapping | MonthCounts) and gates.denies(statement.text):
        return MatchResult(0.0, "the answer denies or asks what it gives", expected=str(value))
    judge = _JUDGES.get(type(value))
    if judge:
        return judge(value, statement, setting)
    if isinstance(value, Text):
        return judge_text(value, statement, setting)
    if isinstance(value, Status):
        return _judge_status(value, statement, setting)
    return judge_value(value, statement, setting)


def _judge_status(value: Status, statement: Statement, setting: Setting) -> MatchResult:
    if statement.text.strip(" .!\"'").casefold() == value.state:
        return MatchResult(1.0, "the answer is the reference", expected=str(value), found=str(value))
    return judge_value(value, statement, setting)
