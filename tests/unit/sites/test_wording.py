"""What is wrong with data is said with the value and without the words of a library."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.wording import plain_message, wording


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")

    steps: int = Field(default=1, ge=1, le=500)


class Data(BaseModel):
    model_config = ConfigDict(extra="forbid")

    limits: Inner = Inner()
    seconds: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    mode: Literal["one", "two"] = "one"
    names: list[str] = Field(default=["a"], min_length=1)
    word: str = Field(default="a", pattern="^a+$", max_length=3)
    on: bool = False
    table: dict[str, str] = {}


SLIPS: list[tuple[dict[str, Any], str, str]] = [
    ({"limits": {"steps": "abc"}}, "'abc' is no whole number", "steps: 'abc' is no whole number"),
    ({"limits": {"steps": 1.5}}, "1.5 is no whole number", "steps: 1.5 is no whole number"),
    ({"limits": {"steps": 0}}, "0 is less than 1", "steps: 0 is less than 1"),
    ({"limits": {"steps": 501}}, "501 is more than 500", "steps: 501 is more than 500"),
    ({"limits": {"step": 5}}, "is no known key", "the key 'step' is not known here"),
    ({"limits": 5}, "write a mapping of keys to values", "write a mapping of keys to values"),
    ({"seconds": 0}, "0 is not more than 0", "seconds: 0 is not more than 0"),
    ({"seconds": "x"}, "'x' is no number", "seconds: 'x' is no number"),
    ({"mode": "three"}, "'three' is none of 'one' or 'two'", "mode: 'three' is none of 'one' or 'two'"),
    ({"names": []}, "0 is too few; at least 1 are wanted", "names: 0 is too few; at least 1 are wanted"),
    ({"names": "a"}, "'a' is no list", "names: 'a' is no list"),
    ({"names": [None]}, "null is no text", "names: null is no text"),
    ({"word": "b"}, "'b' is not of the form ^a+$", "word: 'b' is not of the form ^a+$"),
    ({"word": "aaaa"}, "the text is longer than 3 characters", "word: the text is longer than 3 characters"),
    ({"on": "perhaps"}, "'perhaps' is neither true nor false", "on: 'perhaps' is neither true nor false"),
    ({"table": []}, "write a mapping of keys to values", "write a mapping of keys to values"),
]


@pytest.mark.parametrize(("data", "after_a_place", "alone"), SLIPS, ids=[alone for _, _, alone in SLIPS])
def test_a_slip_is_told_in_plain_words(data: dict[str, Any], after_a_place: str, alone: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Data.model_validate(data)
    first = caught.value.errors()[0]
    assert wording(first) == after_a_place
    assert plain_message(first) == alone


def test_a_long_value_is_cut() -> None:
    with pytest.raises(ValidationError) as caught:
        Data.model_validate({"on": "x" * 1000})
    assert len(wording(caught.value.errors()[0])) < 120
