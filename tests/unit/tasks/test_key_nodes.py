"""Key nodes of templates and locks: named, pinned, kept with the parameters, told when stale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sites.errors import WebariumError
from tasks.lint import lint_file
from tasks.loader import tasks_of
from tasks.lockfile import read_lock
from tasks.locking import check_paths, lock_paths, pin_nodes
from tasks.model import KeyNode
from tasks.specs import NodeSpec
from tasks.templates import TemplateErrors, load_template

SHOP = "http://shopping.webarium.test"
ORDERS = KeyNode(node=NodeSpec(url=f"{SHOP}/orders/"), step=3)


@pytest.fixture
def path(root: Path, world: Any) -> Path:
    found = root / "shopping" / "add_to_basket.yaml"
    lock_paths([found], world, root)
    return found


def _nodes(path: Path) -> dict[str, list[dict[str, Any]]]:
    root = path.parent.parent
    return {
        task.id: [one.model_dump(exclude_defaults=True) for one in task.key_nodes]
        for task in tasks_of([path], root)
    }


def test_nodes_are_pinned_for_the_tasks_that_were_played(path: Path) -> None:
    assert pin_nodes(path, {0: [ORDERS]}, path.parent.parent) == (1, True)
    assert pin_nodes(path, {0: [ORDERS]}, path.parent.parent) == (1, False)
    assert _nodes(path) == {
        "shopping.add_to_basket.0": [{"node": {"url": f"{SHOP}/orders/"}, "step": 3}],
        "shopping.add_to_basket.1": [],
    }
    text = (path.parent.parent / "answers.lock" / "shopping" / "add_to_basket.json").read_text()
    assert json.loads(text)["tasks"]["0"]["key_nodes"] == [{"url": f"{SHOP}/orders/", "step": 3}]
    assert "key_nodes" not in json.loads(text)["tasks"]["1"]


def test_locking_again_keeps_the_nodes_of_the_same_parameters(path: Path, world: Any) -> None:
    root = path.parent.parent
    pin_nodes(path, {0: [ORDERS], 1: [ORDERS]}, root)
    (report,) = lock_paths([path], world, root)
    assert not report.changed
    assert not check_paths([path], world, root)[0].changed
    world.database.execute("UPDATE products SET title = 'Green kettle' WHERE sku = 'A-1'")
    lock_paths([path], world, root)
    assert [len(found) for found in _nodes(path).values()] == [0, 1]
    lock_paths([path], world, root, fresh=True)
    assert [len(found) for found in _nodes(path).values()] == [0, 0]


def test_nodes_on_the_way_of_another_oracle_are_told(path: Path) -> None:
    root = path.parent.parent

    def stale() -> list[str]:
        return [p.message for p in lint_file(path, root)[0] if "key nodes" in p.message]

    assert stale() == []
    pin_nodes(path, {0: [ORDERS], 1: [ORDERS]}, root)
    assert stale() == []
    module = root / "shopping" / "oracles" / "add_to_basket.py"
    module.write_text(f"{module.read_text()}\n# another way\n")
    assert stale() == ["the key nodes lie on the way of another oracle: webarium tasks lock --key-nodes RUN"]
    pin_nodes(path, {0: [ORDERS]}, root)
    assert stale() == []
    assert [len(found) for found in _nodes(path).values()] == [1, 0]  # the other lay on the old way


def test_nodes_of_a_task_that_is_not_locked_are_refused(path: Path, root: Path) -> None:
    with pytest.raises(WebariumError, match="not locked with a task 7"):
        pin_nodes(path, {7: [ORDERS]}, root)
    with pytest.raises(WebariumError, match="not locked"):
        pin_nodes(root / "shopping" / "order_total.yaml", {0: [ORDERS]}, root)


def test_a_template_names_nodes_of_its_own(path: Path) -> None:
    root = path.parent.parent
    path.write_text(
        path.read_text() + 'key_nodes:\n  - url: "{{ shopping }}/orders/"\n  - {name: "{{ sku }}"}\n'
    )
    named = [{"node": {"url": f"{SHOP}/orders/"}}, {"node": {"name": "A-1"}}]
    assert _nodes(path)["shopping.add_to_basket.0"] == named
    other = KeyNode(node=NodeSpec(url=f"{SHOP}/p/"), step=2)
    pin_nodes(path, {0: [ORDERS, other]}, root)
    # what the template names is not there twice
    assert _nodes(path)["shopping.add_to_basket.0"] == [*named, {"node": {"url": f"{SHOP}/p/"}, "step": 2}]


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ("{match: include}", "at least one of"),
        ("{address: x}", "'address'"),
        ("{name: '{{ nobody }}'}", "nobody"),
    ],
)
def test_a_node_that_says_nothing_is_refused(path: Path, node: str, message: str) -> None:
    path.write_text(path.read_text() + f"key_nodes:\n  - {node}\n")
    with pytest.raises(TemplateErrors, match=message):
        tasks_of([path], path.parent.parent)


def test_a_damaged_node_is_told(path: Path) -> None:
    root = path.parent.parent
    pin_nodes(path, {0: [ORDERS]}, root)
    lock = root / "answers.lock" / "shopping" / "add_to_basket.json"
    lock.write_text(lock.read_text().replace('"step": 3', '"step": -3'))
    with pytest.raises(TemplateErrors, match="damaged"):
        read_lock(load_template(path), root)
