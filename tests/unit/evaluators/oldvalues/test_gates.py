"""An answer that repeats the question, denies what it gives or offers a choice gives nothing."""

from __future__ import annotations

import pytest

from evaluators.oldvalues import match

QUESTION = "Which part of the plastic kettle do most unhappy buyers complain about?"


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        (QUESTION, 0.0),
        (f"You asked: {QUESTION.lower()} I do not say.", 0.0),
        (f"{QUESTION} The plastic.", 1.0),
        ("The plastic", 1.0),
    ],
)
def test_the_question_claims_nothing(answer: str, score: float) -> None:
    assert match("must_include", ["plastic"], answer, intent=QUESTION).score == score


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("It is not January: 3, February: 4.", 0.0),
        ("I do not know whether it is January: 3, February: 4.", 0.0),
        ("Is it January: 3, February: 4?", 0.0),
        ("It is certainly anything but January: 3, February: 4.", 0.0),
        ("It is January: 3, February: 4.", 1.0),
        ("January: 3, February: 4", 1.0),
    ],
)
def test_counts_that_are_denied_or_asked_are_not_given(answer: str, score: float) -> None:
    assert match("month_counts", "January: 3, February: 4", answer).score == score


@pytest.mark.parametrize(
    ("kind", "reference", "answer", "score"),
    [
        ("must_include", ["June"], "May or June, 892.49", 0.0),
        ("must_include", ["Emma Lind", "emma@x.example"], "Emma Lind, emma@x.example or Tom Ohm", 0.0),
        ("list", ["Boomy", "Hands off"], "Boomy, Hands off or Too expensive for what it is", 0.0),
        ("list", ["Boomy", "Hands off"], "Too expensive for what it is or Boomy, Hands off", 0.0),
        ("currency", "402.71", "€402.71 or 892.49", 0.0),
        ("text", "43", "43 or cream", 0.0),
        ("list", ["Boomy", "Hands off"], "Boomy or Hands off", 1.0),
        ("duration", "180 minutes", "3 hours or 180 minutes", 1.0),
        ("text", "wool", "wool or so", 1.0),
        ("must_include", ["in the shop or by mail"], "You can do it in the shop or by mail", 1.0),
    ],
)  # fmt: skip
def test_a_choice_is_no_answer(kind: str, reference: object, answer: str, score: float) -> None:
    assert match(kind, reference, answer).score == score
