"""References that cannot be compared with anything are errors of the task, whatever is answered."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.oldvalues import KINDS, match
from sites.errors import WebariumError

COMPARED = [kind for kind in KINDS if kind != "unachievable"]


@pytest.mark.parametrize("kind", COMPARED)
@pytest.mark.parametrize(
    "reference", ["", " \n", None, {}, [""], ["a", " "], {"": ""}, {"a": ""}, {"a": [None]}]
)
@pytest.mark.parametrize("answer", ["", "a"])
def test_an_empty_reference_is_refused(kind: str, reference: Any, answer: str) -> None:
    with pytest.raises(WebariumError, match="empty"):
        match(kind, reference, answer)


@pytest.mark.parametrize("kind", ["must_include", "fuzzy"])
def test_what_asks_for_no_item_is_refused(kind: str) -> None:
    with pytest.raises(WebariumError, match="empty"):
        match(kind, [], "anything")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "reference",
    [10**5000, -(10**5000), 1e400, float("nan"), "9" * 5000, ["1", 10**5000]],
    ids=range(6),
)
def test_a_number_beyond_all_amounts_is_refused(kind: str, reference: Any) -> None:
    with pytest.raises(WebariumError, match="number"):
        match(kind, reference, "1")


@pytest.mark.parametrize("kind", ["exact", "number", "currency", "duration", "distance", "percentage"])
@pytest.mark.parametrize("unit", ["", " euros", " km", " hours", "%"])
def test_a_number_beyond_all_amounts_in_an_answer_is_no_match(kind: str, unit: str) -> None:
    reference = {"currency": "€5", "duration": "5 h", "distance": "5 km", "percentage": "5%"}.get(kind, "5")
    assert match(kind, reference, "9" * 3000 + unit).score == 0.0
    assert match(kind, reference, "9,999" + ",999" * 900 + unit).score == 0.0


def test_an_empty_list_says_that_there_is_nothing() -> None:
    assert match("list", [], "There are none.").score == 1.0
    assert match("list", [], "red").score == 0.0
