"""What may stand under a check."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tasks.specs import AnswerSpec


@pytest.mark.parametrize("data", [{"exact": 3, "facts": ["x"]}, {"must_include": [], "exact": 1}])
def test_two_kinds_are_an_error(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="name one kind of answer"):
        AnswerSpec.model_validate(data)
