"""Bands follow from features, weights from who failed, and the fixed splits stay as they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sites.errors import WebariumError
from tasks import calibration
from tasks.difficulty import FEATURES, SIZES, Calibration, Measured, Scale, band, features, place, read, score
from tasks.loader import all_tasks, load_tasks
from tasks.model import Task
from tasks.splits import load_split


@pytest.fixture(autouse=True)
def _profiles() -> None:
    """The real profiles, not the ones of the other tests."""


def task(number: int, template: str = "home.note", **more: object) -> Task:
    data = {
        "id": f"{template}.{number}",
        "template": template,
        "folder": template.split(".")[0],
        "number": number,
        "sites": ["home"],
        "profile": {"home": None},
        "intent": "Do something here.",
        "start": ["/"],
        "category": "navigation",
        "covers": ["H1"],
    }
    return Task.model_validate(data | more)


def known(*measured: tuple[str, int]) -> Calibration:
    found = {name: Measured(pages=size, facts=size, tokens=100 * size) for name, size in measured}
    return Calibration(measured=found)


def test_what_was_not_measured_is_taken_from_siblings_then_from_tasks_as_long() -> None:
    levels = {"easy": Measured(pages=7, facts=0, tokens=1)}
    of = known(("home.note.0", 2), ("home.note.1", 4)).model_copy(update={"levels": levels})
    assert features(task(1), of) == {
        "pages": 4,
        "facts": 4,
        "tokens": 400,
        "distractors": 0,
        "sites": 1,
        "milestones": 0,
        "events": 0,
    }
    assert features(task(2), of)["pages"] == 3  # type: ignore[index]
    assert features(task(0, "home.other"), of)["pages"] == 7  # type: ignore[index]
    assert features(task(0, "home.other", difficulty="hard"), of) is None


def test_a_band_is_where_the_score_lies_between_the_bounds() -> None:
    tasks = [task(number) for number in range(9)]
    of = known(*((f"home.note.{number}", number) for number in range(9)))
    of.scales = calibration.scaled(tasks, of)
    of.bounds = calibration.bounds(tasks, of)
    bands = [band(one, of) for one in tasks]
    assert bands == ["easy"] * 3 + ["medium"] * 3 + ["hard"] * 3
    assert band(task(0, "home.other", difficulty="hard"), of) == "hard"  # nothing is known of it


def test_the_feature_that_goes_with_failure_weighs_most() -> None:
    scales = {name: Scale() for name in FEATURES}
    flat = dict.fromkeys(FEATURES, 0)
    outcomes = [(flat | {"facts": 20 * (n % 2), "pages": 20 * (n % 3 == 0)}, n % 2 == 0) for n in range(24)]
    weights = {name: scale.weight for name, scale in calibration.weighted(scales, outcomes).items()}
    assert max(weights, key=lambda name: weights[name]) == "facts"
    assert score(flat | {"facts": 20}, {"facts": Scale(weight=weights["facts"])}) > 0


def test_a_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    place(tmp_path).write_text('{"bounds": "high"}')
    with pytest.raises(WebariumError, match=r"difficulty\.json"):
        read(tmp_path)


def test_the_fixed_splits_hold_tasks_that_are_there() -> None:
    there = {one.id for one in all_tasks()}
    for name, size in SIZES.items():
        held = read().splits[name]
        assert len(set(held)) == len(held) == size
        assert set(held) <= there
    of_template = Counter(one.rpartition(".")[0] for one in read().splits["hard"])
    assert max(of_template.values()) <= calibration.MOST_OF_TEMPLATE


def test_a_fixed_split_is_a_split_to_choose() -> None:
    found = load_split("lite")
    assert [one.id for one in found] == [one.id for one in load_tasks() if one.id in read().splits["lite"]]
    assert {one.difficulty for one in found} == {"easy", "medium", "hard"}
    with pytest.raises(WebariumError, match="no split 'heavy'"):
        load_split("heavy")
