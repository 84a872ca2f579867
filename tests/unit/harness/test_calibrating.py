"""What a run of the oracle tells of a task."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from example_site import EXAMPLE

from harness.authoring import calibrating
from harness.authoring.calibrating import calibrate, held
from sites import packs
from sites.errors import WebariumError
from tasks.model import Task
from tasks.templates import ROOT, template_paths

PAGES = ["price 12.50 here", "phone 0395 555", "a form", "sent"]


def test_facts_are_held_from_the_page_that_shows_them_to_their_use() -> None:
    assert held("write it down", PAGES, [(2, "12.50"), (2, "0395 555")]) == 2
    assert held("write it down", PAGES, [(0, "12.50"), (1, "0395 555")]) == 1  # one after the other


def test_what_the_task_says_itself_and_what_no_page_shows_is_not_held() -> None:
    assert held("write 12.50 down", PAGES, [(2, "12.50"), (3, "never seen"), (3, "h")]) == 0


def test_a_fact_that_is_used_twice_is_held_until_the_last_time() -> None:
    assert held("", PAGES, [(0, "12.50"), (3, "12.50"), (2, "0395 555")]) == 2


def test_the_tasks_of_a_pack_are_not_calibrated_with_those_of_the_checkout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(packs.VARIABLE, str(EXAMPLE))
    assert not template_paths()[-1].is_relative_to(ROOT)
    asked: list[Path] = []

    def tasks_of(paths: Iterable[Path], root: Path) -> list[Task]:
        asked.extend(paths)
        return []

    monkeypatch.setattr(calibrating, "tasks_of", tasks_of)
    with pytest.raises(WebariumError, match="ever measured"):
        calibrate([])
    assert asked
    assert all(path.is_relative_to(ROOT) for path in asked)
