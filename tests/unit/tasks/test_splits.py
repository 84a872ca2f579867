"""Splits hold whole families, stay as they are, and their rows tell nothing of what is right."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from harness.episode.dataset import dataset_row
from sites.errors import WebariumError
from tasks.loader import all_tasks
from tasks.model import Task, Template
from tasks.splits import SPLITS, family_of, in_split, load_split, split_of


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return all_tasks()


def test_each_task_is_in_one_split(tasks: list[Task]) -> None:
    split = [task.id for name in SPLITS for task in in_split(tasks, name)]
    assert sorted(split) == sorted(task.id for task in tasks)


def test_siblings_and_twins_stay_together(tasks: list[Task]) -> None:
    of_template = defaultdict(set)
    for task in tasks:
        of_template[task.template].add(split_of(task))
    assert all(len(splits) == 1 for splits in of_template.values())
    pairs = [(task.template, task.twin) for task in tasks if task.twin]
    assert len(pairs) > 20
    assert all(of_template[one] == of_template[twin] for one, twin in pairs)


def test_no_split_has_much_more_or_less_than_its_share(tasks: list[Task]) -> None:
    families = {family_of(task): split_of(task) for task in tasks}
    shares = {name: list(families.values()).count(name) / len(families) for name in SPLITS}
    assert 0.5 < shares["train"] < 0.7
    assert 0.1 < shares["dev"] < 0.2
    assert 0.2 < shares["test"] < 0.3


@pytest.mark.parametrize(
    ("template", "drawn"),
    [("home.open_site", 0.4907), ("shopping.order_total", 0.9278), ("gitlab.close_issue", 0.7207)],
)
def test_a_family_keeps_its_split_for_ever(template: str, drawn: float) -> None:
    """Whoever has trained on a split must not find its tasks in another one later.

    The first of them by ``printf 'webarium split 1:home.open_site' | sha256sum``: 7da0..., as a share 0.49.
    """
    folder, name = template.split(".")
    content = {
        "folder": folder,
        "name": name,
        "intent": "Do something here.",
        "covers": ["S1"],
        "category": "navigation",
        "sites": [folder],
        "profile": {folder: None},
        "start": ["/"],
        "checks": [{"changes": "none"}],
        "oracle": [],
    }
    found = split_of(Template.model_validate(content))
    assert found == ("train" if drawn < 0.6 else "dev" if drawn < 0.75 else "test")
    refusal = Template.model_validate(content | {"name": "no_such_thing", "twin": template})
    assert split_of(refusal) == found


def test_a_row_is_json_and_tells_nothing_of_what_is_right(tasks: list[Task]) -> None:
    for task in tasks[::10]:
        row = dataset_row(task)
        assert row == json.loads(json.dumps(row))
        assert {"id", "intent", "sites", "profile", "start", "category", "limits", "split"} <= row.keys()
        assert not {"reference", "checks", "params", "unachievable", "twin", "oracle"} & row.keys()


def test_a_pair_is_marked_in_training_alone_and_on_both_sides_alike(tasks: list[Task]) -> None:
    by_template = {task.template: dataset_row(task) for task in tasks}
    marked = {row["split"] for row in by_template.values() if row["family"] is not None}
    assert marked == {"train"}
    for task in tasks:
        if task.twin:
            assert by_template[task.template]["family"] == by_template[task.twin]["family"]


def test_a_split_can_be_narrowed(tasks: list[Task]) -> None:
    task = in_split(tasks, "train")[0]
    assert task.id in [one.id for one in load_split("train", task.template)]
    with pytest.raises(WebariumError, match=f"none of the tasks that '{task.template}' names is in"):
        load_split("test", task.template)
    with pytest.raises(WebariumError, match="there is no split 'tset'"):
        load_split("tset")
