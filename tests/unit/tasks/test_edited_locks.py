"""A lock that somebody edited is told, with the task and what is wrong; so are files that nobody reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tasks.lint import lint_all, lint_file
from tasks.loader import load_tasks
from tasks.locking import lock_paths
from tasks.templates import load_template

Edit = Callable[[dict[str, Any]], Any]
LISTED, DRAWN = "order_total", "add_to_basket"


def task(number: int = 0) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda lock: lock["tasks"][str(number)]


EDITS: list[tuple[str, Edit, str]] = [
    (
        LISTED,
        lambda lock: task()(lock)["params"].update(offset=7),
        "task 0 has other parameters than its key",
    ),
    (LISTED, lambda lock: task()(lock).update(key="{}"), "task 0 has other parameters than its key says"),
    (
        LISTED,
        lambda lock: task()(lock).update(
            params={"offset": 9, "position": "x"}, key='{"offset": 9, "position": "x"}'
        ),
        "task 0 has parameters that the template does not list",
    ),
    (
        DRAWN,
        lambda lock: task()(lock)["params"].update(sku="A-9"),
        "task 0 has other parameters than its key",
    ),
    (LISTED, lambda lock: lock["tasks"].update({"00": task()(lock)}), "'00' is no number of a task"),
    (
        LISTED,
        lambda lock: lock["tasks"].update({"7": task()(lock)}),
        "it has 3 tasks where the template makes 2",
    ),
    (LISTED, lambda lock: lock["tasks"].pop("1"), "it has 1 tasks where the template makes 2"),
    (DRAWN, lambda lock: lock["tasks"].clear(), "it has no task"),
    (LISTED, lambda lock: lock.update(retired={"0": "x"}), "task 0 is retired, too"),
    (LISTED, lambda lock: task()(lock)["reference"].update(sum=1), "task 0 has reference.sum, which"),
]


@pytest.fixture
def locked(root: Path, world: Any) -> Path:
    for name in (LISTED, DRAWN):
        lock_paths([root / "shopping" / f"{name}.yaml"], world, root)
    return root


def edited(root: Path, name: str, edit: Edit) -> list[str]:
    path = root / "answers.lock" / "shopping" / f"{name}.json"
    lock = json.loads(path.read_text())
    edit(lock)
    path.write_text(json.dumps(lock, indent=1))
    return [str(one) for one in lint_file(root / "shopping" / f"{name}.yaml", root)[0]]


@pytest.mark.parametrize(("name", "edit", "told"), EDITS, ids=[told for _, _, told in EDITS])
def test_an_edited_lock_is_told(locked: Path, name: str, edit: Edit, told: str) -> None:
    (found,) = edited(locked, name, edit)
    assert found.startswith(f"tasks/answers.lock/shopping/{name}.json")
    assert told in found
    assert f"webarium tasks lock --fresh shopping.{name}" in found


@pytest.fixture
def three(locked: Path) -> Path:
    """The listed template with a third task."""
    path = locked / "shopping" / f"{LISTED}.yaml"
    path.write_text(path.read_text().replace("params:\n", "params:\n  - {position: third, offset: 2}\n"))
    return path


def hints(path: Path, root: Path) -> list[str]:
    return [str(one) for one in lint_file(path, root)[0] if one.level == "hint"]


def test_a_value_of_another_type_than_its_neighbours_is_a_hint(locked: Path, world: Any, three: Path) -> None:
    lock_paths([three], world, locked)
    edited(locked, LISTED, lambda lock: task(1)(lock)["reference"].update(total="lots"))
    (hint,) = hints(three, locked)
    assert "hint: locked task 1: reference.total is a text, where others have a number" in hint
    assert hint.startswith(f"tasks/shopping/{LISTED}.yaml:")


def test_what_the_data_are_like_is_no_damage(locked: Path, world: Any, three: Path) -> None:
    world.database.execute("UPDATE orders SET total = '12a' WHERE number = '100000'")
    lock_paths([three], world, locked)
    assert [one.reference["total"] for one in load_tasks(f"shopping.{LISTED}", root=locked)] == [
        1234.5,
        19.9,
        "12a",
    ]
    assert not lock_paths([three], world, locked)[0].changed
    assert len(hints(three, locked)) == 1


def test_nothing_is_no_other_type(locked: Path, world: Any) -> None:
    path = locked / "shopping" / f"{DRAWN}.yaml"
    path.write_text(path.read_text().replace("limit: 2", "limit: 3"))
    world.database.execute("UPDATE products SET neighbour = NULL WHERE sku = 'A-3'")
    lock_paths([path], world, locked)
    assert [one.params["neighbour"] for one in load_tasks(f"shopping.{DRAWN}", root=locked)][2] is None
    assert hints(path, locked) == []


@pytest.mark.parametrize(("shape", "wanted"), [("list", "a list"), ("rows", "a list"), ("row", "an object")])
def test_a_value_that_no_query_of_its_shape_gives_is_told(
    locked: Path, world: Any, shape: str, wanted: str
) -> None:
    path = locked / "shopping" / f"{DRAWN}.yaml"
    text = path.read_text().replace("checks:\n", f"    shape: {shape}\nchecks:\n", 1)
    path.write_text(text.replace("{{ reference.product.id }}", "11"))
    lock_paths([path], world, locked)
    (found,) = edited(locked, DRAWN, lambda lock: task()(lock)["reference"].update(product=11))
    assert f"the lock is damaged: task 0: reference.product is not {wanted}, as its shape says" in found


WRONG = "wrong:\n"
OLDER = f"the lock is older than the file: webarium tasks lock shopping.{LISTED}"
NONE = "reference: total, with: {offset: 9}"


@pytest.mark.parametrize("earlier", [[], [NONE]], ids=["all have values", "some have none"])
def test_a_wrong_outcome_put_in_front_makes_a_lock_older(
    locked: Path, world: Any, earlier: list[str]
) -> None:
    """Values are kept by place: they would be taken for those of the outcome that is there now."""
    path = locked / "shopping" / f"{LISTED}.yaml"
    head, rest = path.read_text().split(WRONG)
    head, rest = head + WRONG, "".join(f"  - answer: {{{one}}}\n" for one in earlier) + rest
    path.write_text(head + rest)
    lock_paths([path], world, locked)
    assert not [one for one in lint_file(path, locked)[0] if one.message == OLDER]
    path.write_text(f"{head}  - answer: '5'\n{rest}")
    assert OLDER in [one.message for one in lint_file(path, locked)[0]]
    (report,) = lock_paths([path], world, locked)
    assert (report.changed, report.added, report.removed) == (True, [], [])
    assert [one.message for one in lint_file(path, locked)[0] if "lock" in one.message] == []
    place = str(len(earlier) + 1)
    assert [one.wrong_values for one in load_tasks(f"shopping.{LISTED}", root=locked)] == [
        {place: 19.9},
        {place: 75},
    ]


def test_a_value_of_a_wrong_outcome_that_is_not_asked_for_makes_a_lock_older(locked: Path) -> None:
    assert any(
        OLDER in one for one in edited(locked, LISTED, lambda lock: task()(lock)["wrong"].update({"9": 1}))
    )


def test_a_key_that_stands_twice_in_a_lock_is_told(locked: Path) -> None:
    path = locked / "answers.lock" / "shopping" / f"{LISTED}.json"
    path.write_text(path.read_text().replace('"params": {', '"params": {}, "params": {', 1))
    (found,) = lint_file(locked / "shopping" / f"{LISTED}.yaml", locked)[0]
    assert "the key 'params' stands in one object twice" in str(found)


def test_a_lock_as_it_was_written_is_sound(locked: Path) -> None:
    for name in (LISTED, DRAWN):
        assert load_template(locked / "shopping" / f"{name}.yaml")
        assert not [one for one in edited(locked, name, lambda lock: None) if "lock" in one]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("answers.lock/shopping/ghost.json", "is the lock of shopping.ghost, which there is no template of"),
        ("answers.lock/shopping/order_total.json.orig", "is no lock, and nobody reads it"),
        ("shopping/other.yml", "is read by nobody"),
        ("shopping/Other.YAML", "is read by nobody"),
        ("shopping/deeper/other.yaml", "is read by nobody"),
        ("other.yaml", "is read by nobody"),
        ("shopping/oracles/ghost.py", "is the oracle of shopping.ghost, which there is no template of"),
    ],
)
def test_a_file_that_nobody_reads_is_told(locked: Path, place: str, told: str) -> None:
    before = [str(one) for one in lint_all(locked)]
    (locked / place).parent.mkdir(parents=True, exist_ok=True)
    (locked / place).write_text("{}")
    (found,) = [str(one) for one in lint_all(locked) if str(one) not in before]
    assert found.startswith(f"tasks/{place}: error: {told}")
    assert "remedy:" in found


def test_drafts_and_what_is_kept_aside_are_left_alone(locked: Path) -> None:
    before = [str(one) for one in lint_all(locked)]
    for place in ("shopping/soon.yaml.draft", "answers.lock/shopping/soon.json", "shopping/_kept.yaml"):
        (locked / place).write_text("{}")
    assert [str(one) for one in lint_all(locked)] == before
