"""Where a new template may stand, and where it may start."""

from __future__ import annotations

from typing import Any

import pytest

from harness.authoring.draft import begin
from sites.errors import WebariumError

GIVEN: dict[str, Any] = {
    "folder": "shopping", "name": "a_thing", "intent": "Do a thing.", "profile": "emma", "kind": "page",
    "covers": ["S1"],
}  # fmt: skip


@pytest.mark.parametrize("folder", ["answers.lock", "..", "Shopping", "a/b", ""])
def test_a_folder_has_a_plain_name(folder: str) -> None:
    with pytest.raises(WebariumError, match="is no name for a folder of templates"):
        begin(**GIVEN | {"folder": folder, "start": "http://shopping.webarium.test/"})


def test_what_is_no_address_is_no_page() -> None:
    assert begin(**GIVEN | {"start": "/deals/"}).start == "{{ shopping }}/deals/"
    with pytest.raises(WebariumError, match=r"http://\[x is no page of shopping") as refused:
        begin(**GIVEN | {"start": "http://[x"})
    assert "give a path" in str(refused.value.remedy)
