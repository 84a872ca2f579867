"""What an agent said last, where some of it stands in the outcome and some was told before."""

from __future__ import annotations

from typing import Any

import pytest

from harness.service.drive import _last_word
from sites.errors import WebariumError
from tasks.actions import Stop

NOT_FOUND = {"status": "not_achievable", "reason": "not_found"}
REFUSED = ("", "not_achievable", "not_found")


def last_word(before: dict[str, Any] | None, outcome: dict[str, Any]) -> tuple[Any, ...] | None:
    said = (outcome.get(name) for name in ("answer", "status", "reason"))
    stop = _last_word(None if before is None else Stop(**before), *said)
    return (stop.text, stop.status, stop.reason) if stop else None


@pytest.mark.parametrize(
    ("outcome", "heard"),
    [
        ({}, None),
        ({"answer": ""}, ("", None, None)),
        ({"answer": 0}, ("0", None, None)),
        ({"answer": "5", "status": "done"}, ("5", "done", None)),
        ({"status": "done"}, ("", "done", None)),
        ({"status": "failed"}, ("", "failed", None)),
        (NOT_FOUND, REFUSED),
    ],
)
def test_a_word_may_lack_any_of_its_parts(outcome: dict[str, Any], heard: tuple[Any, ...] | None) -> None:
    assert last_word(None, outcome) == heard


@pytest.mark.parametrize(
    ("before", "outcome", "heard"),
    [
        ({"answer": "5"}, {}, ("5", None, None)),
        ({"answer": "5"}, {"status": "done"}, ("5", "done", None)),
        ({"answer": 0, "status": "done"}, {"status": "done"}, ("0", "done", None)),
        (NOT_FOUND, {}, REFUSED),
        (NOT_FOUND, {"status": "not_achievable"}, REFUSED),
    ],
)
def test_what_was_said_before_need_not_be_said_again(
    before: dict[str, Any], outcome: dict[str, Any], heard: tuple[Any, ...]
) -> None:
    assert last_word(before, outcome) == heard


@pytest.mark.parametrize(
    ("before", "outcome", "heard"),
    [
        ({"answer": "5"}, NOT_FOUND, REFUSED),
        ({"answer": "5"}, {"status": "failed"}, ("", "failed", None)),
        (NOT_FOUND, {"answer": "5"}, ("5", None, None)),
        (NOT_FOUND, {"status": "done"}, ("", "done", None)),
    ],
)
def test_another_word_takes_nothing_of_the_one_before(
    before: dict[str, Any], outcome: dict[str, Any], heard: tuple[Any, ...]
) -> None:
    assert last_word(before, outcome) == heard


@pytest.mark.parametrize("before", [None, {"answer": "5"}])
def test_a_reason_alone_is_no_word(before: dict[str, Any] | None) -> None:
    with pytest.raises(WebariumError, match="a reason goes with"):
        last_word(before, {"reason": "not_found"})
