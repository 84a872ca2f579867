"""What a page's own script tells as an act is looked at before it counts."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import pytest

from harness.browser.acts import is_told, steps_of

ACT = {"paths": ["#a"], "action": {"name": "click"}, "url": "http://shopping.webarium.test/"}


@pytest.mark.parametrize("more", [{}, {"document": ""}, {"html": ""}, {"document": 1, "html": 2}])
def test_an_act_without_its_page_is_none(more: dict[str, Any]) -> None:
    assert not is_told(ACT | more)
    assert steps_of([ACT | more], MagicMock()) == []
    assert is_told(ACT | {"document": "http://shopping.webarium.test/", "html": ""})
