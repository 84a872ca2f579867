"""What may stand under a check."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tasks.specs import AnswerSpec


@pytest.mark.parametrize(
    ("data", "kind", "options"),
    [
        ({"currency": "5.00"}, "currency", {}),
        ({"currency": "5.00", "currency_required": True}, "currency", {"currency_required": True}),
        ({"list": ["5", "6"], "currency": "USD"}, "list", {"currency": "USD"}),
        (
            {"exact": "5", "type": "currency", "currency": "USD"},
            "exact",
            {"type": "currency", "currency": "USD"},
        ),
    ],
)
def test_currency_is_a_kind_alone_and_an_option_beside_another(
    data: dict[str, Any], kind: str, options: dict[str, Any]
) -> None:
    spec = AnswerSpec.model_validate(data)
    assert (spec.kind, spec.value, spec.options) == (kind, data[kind], options)


@pytest.mark.parametrize("data", [{"number": 3, "date": "x"}, {"list": [], "number": 1, "currency": "USD"}])
def test_two_kinds_are_an_error(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="name one kind of answer"):
        AnswerSpec.model_validate(data)
