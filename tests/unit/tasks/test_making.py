"""Making the tasks of another world: what is locked, played, kept and counted, and what is done again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from evaluators import Judgement
from harness.authoring import editions
from harness.authoring.editions import Counted, Making
from harness.authoring.reports import Attempt, TaskReport
from sites.seeds import Seed
from tasks.editions import DEFAULT, Edition
from tasks.loader import load_tasks
from tasks.lockfile import read_lock
from tasks.locking import lock_paths
from tasks.made import read_made
from tasks.model import KeyNode
from tasks.specs import NodeSpec
from tasks.templates import TemplateErrors, load_template

SEVEN = Edition(Seed("7"))


class Play:
    """In place of playing: says what comes of each task, and remembers which were played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.outcome: dict[str, str] = {}
        self.played: list[str] = []
        self.meanwhile: Callable[[Any], Any] = lambda task: None
        monkeypatch.setattr(editions, "OraclePlayer", lambda world: nullcontext(world))
        monkeypatch.setattr(editions, "verify", self.verify)

    def verify(self, player: Any, task: Any) -> TaskReport:
        self.played.append(task.id)
        self.meanwhile(task)
        how = self.outcome.get(task.template, "")
        passed = Judgement(task_id=task.id, passed=True, score=1, checks=[])
        attempts = [Attempt(name="oracle", wanted=True, ok=not how, judgement=passed, problem=how or None)]
        if how == "sandbox":
            attempts[0] = Attempt(
                name="oracle",
                wanted=True,
                ok=False,
                problem="the sandbox failed: no answer",
                sandbox_failed=True,
            )
        node = KeyNode(node=NodeSpec(url="http://shopping.webarium.test/orders"), step=2)
        return TaskReport(task=task.id, ok=not how, attempts=attempts, key_nodes=[node])


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Nothing is played."""
    return Play(monkeypatch)


def _make(root: Path, world: Any, data: str = "d1", names: str = "*", **options: Any) -> Making:
    world.reset = lambda: None
    said: list[str] = []
    making = Making(SEVEN, sorted(root.glob(f"shopping/{names}.yaml")), said.append, root=root, **options)
    making.bind({"shopping": data, "home": "h1"})
    making.lock(world)
    making.play(making.to_play(), world=world)
    return making


def test_only_what_holds_counts(root: Path, world: Any, play: Play) -> None:
    lock_paths(sorted(root.glob("shopping/*.yaml")), world, root)
    world.database.execute("UPDATE orders SET total = 5 WHERE number = '100003'")
    play.outcome["shopping.add_to_basket"] = "sql: nothing was added"
    making = _make(root, world)
    counts = making.counts()["all"]
    tasks = len(load_tasks("shopping.order_total", root=root))
    assert counts == Counted(
        templates=2, hold=1, skipped=0, listed=2, tasks=2 + tasks, holding=tasks, fresh=counts.fresh
    )
    assert 0 < counts.fresh < tasks  # of one order the total is another
    assert making.faults()["shopping.add_to_basket.0"] == "oracle: sql: nothing was added"
    named = load_tasks("all", root=root, edition=SEVEN)
    assert {task.template for task in named} == {"shopping.order_total"}
    assert named[0].key_nodes[0].step == 2


def test_what_is_known_is_not_played_again(root: Path, world: Any, play: Play) -> None:
    play.outcome["shopping.add_to_basket"] = "no button"
    _make(root, world)
    play.played.clear()
    _make(root, world)
    assert play.played == []
    _make(root, world, again=True)
    assert set(play.played) == {"shopping.add_to_basket.0:s7", "shopping.add_to_basket.1:s7"}


def test_a_fault_of_the_sandbox_says_nothing_about_a_task(root: Path, world: Any, play: Play) -> None:
    play.outcome["shopping.order_total"] = "sandbox"
    making = _make(root, world)
    assert "shopping.order_total.0" not in making.made.tasks
    play.outcome.clear()
    play.played.clear()
    _make(root, world)
    assert {name.partition(":")[0].rpartition(".")[0] for name in play.played} == {"shopping.order_total"}


def test_other_data_begin_anew(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    world.database.execute("UPDATE products SET sku = 'B' || sku")
    play.played.clear()
    making = _make(root, world, data="d2")
    assert len(play.played) == len(making.made.tasks)
    made = read_made(SEVEN, root)
    assert made is not None
    assert made.data == {"shopping": "d2"}
    lock = load_tasks("shopping.add_to_basket.0", root=root, edition=SEVEN)[0]
    assert lock.params["sku"] == "BA-1"


def test_other_data_make_all_templates_of_their_sites_void(root: Path, world: Any, play: Play) -> None:
    (root / "home").mkdir()
    text = (root / "shopping" / "order_total.yaml").read_text().replace("{shopping: emma}", "{home: null}")
    text = text.replace("shopping", "home").replace("%(profile.home.username)s", "'emma'")
    (root / "home" / "order_total.yaml").write_text(text)
    making = Making(SEVEN, sorted(root.glob("*/*_to*.yaml")), lambda line: None, root=root)
    world.reset = lambda: None
    making.bind({"shopping": "d1", "home": "h1"})
    making.lock(world)
    making.play(making.to_play(), world=world)
    world.database.execute("UPDATE orders SET total = 5")
    (root / "home" / "broken.yaml").write_text("half written")

    play.played.clear()
    _make(root, world, "d2", "add_to_basket")
    assert {name.partition(":")[0] for name in play.played} == {f"shopping.add_to_basket.{n}" for n in (0, 1)}
    named = load_tasks("all", root=root, edition=SEVEN)
    assert {task.template for task in named} == {"home.order_total", "shopping.add_to_basket"}
    assert read_lock("shopping.order_total", root, SEVEN) is None

    play.played.clear()
    made = _make(root, world, "d2").made
    assert {name.partition(":")[0] for name in play.played} == {f"shopping.order_total.{n}" for n in (0, 1)}
    assert made.tasks["shopping.order_total.0"].holds
    (task,) = load_tasks("shopping.order_total.0", root=root, edition=SEVEN)
    assert task.reference == {"total": 5}


def test_what_uses_other_sites_alone_does_not_care(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    play.played.clear()
    making = Making(SEVEN, sorted(root.glob("shopping/*.yaml")), lambda line: None, root=root)
    making.bind({"shopping": "d1", "home": "h2"})
    assert making.to_play() == []


def test_what_another_process_made_of_these_data_stays(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    late = Making(SEVEN, [root / "shopping" / "order_total.yaml"], lambda line: None, root=root)
    _make(root, world, "d2", "add_to_basket")
    late.bind({"shopping": "d2"})
    assert {task.template for task in load_tasks("all", root=root, edition=SEVEN)} == {
        "shopping.add_to_basket"
    }


def test_another_text_on_the_same_data_keeps_the_numbers(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    path = root / "shopping" / "add_to_basket.yaml"
    path.write_text(path.read_text().replace("FROM products ORDER", "FROM products WHERE sku > 'A-1' ORDER"))
    made = _make(root, world).made
    lock = read_lock(load_template(path), root, SEVEN)
    assert lock is not None
    assert {number: task.params["sku"] for number, task in lock.tasks.items()} == {1: "A-2", 2: "A-3"}
    assert lock.retired == {0: '{"sku": "A-1"}'}
    assert {name for name in made.tasks if "basket" in name} == {
        f"shopping.add_to_basket.{n}" for n in (1, 2)
    }


def test_a_lock_that_cannot_be_made_again_is_not_played(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    path = root / "shopping" / "add_to_basket.yaml"
    good = path.read_text()
    path.write_text(good.replace("id, price FROM products", "id, price FROM produce"))
    play.played.clear()
    assert "produce" in _make(root, world).made.skipped["shopping.add_to_basket"]
    assert play.played == []
    assert {task.template for task in load_tasks("all", root=root, edition=SEVEN)} == {"shopping.order_total"}
    path.write_text(good)
    assert _make(root, world).made.skipped == {}
    assert len(play.played) == 2


EDITS = {
    "oracles/add_to_basket.py": "def oracle(page, params):\n    pass\n",
    "add_to_basket.yaml": "half written",
}


@pytest.mark.parametrize("place", EDITS)
def test_what_changes_while_it_is_played_is_not_known(root: Path, world: Any, play: Play, place: str) -> None:
    path = root / "shopping" / place
    good = path.read_text()
    play.meanwhile = lambda task: path.write_text(EDITS[place]) if "basket.1" in task.id else None
    making = _make(root, world)
    assert {name for name in making.made.tasks if "basket" in name} == {"shopping.add_to_basket.0"}
    play.meanwhile = lambda task: None
    path.write_text(good)
    play.played.clear()
    _make(root, world)
    assert play.played == ["shopping.add_to_basket.1:s7"]


def test_a_template_that_cannot_be_locked_is_skipped(root: Path, world: Any, play: Play) -> None:
    world.database.execute("DELETE FROM products")
    making = _make(root, world)
    assert making.faults()["shopping.add_to_basket"] == "skipped: the query for parameters finds no row"
    assert making.counts()["all"].skipped == 1
    assert read_made(SEVEN, root) == making.made


def test_the_next_row_takes_the_place_of_one_without_a_value(root: Path, world: Any, play: Play) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    path.write_text(path.read_text().replace("WHERE sku = %(sku)s", "WHERE sku = %(sku)s AND price <> 20", 1))
    drawn = [name for name in _make(root, world).made.tasks if "add_to_basket" in name]
    assert drawn == ["shopping.add_to_basket.1", "shopping.add_to_basket.2"]
    with pytest.raises(TemplateErrors, match="task 0: the query finds no row"):
        lock_paths([path], world, root)
    world.database.execute("UPDATE products SET price = 20")
    skipped = _make(root, world, data="d2").made.skipped["shopping.add_to_basket"]
    assert skipped.startswith("task 0: the query finds no row")


def test_two_at_once_keep_what_both_know(root: Path, world: Any, play: Play) -> None:
    paths = sorted(root.glob("shopping/*.yaml"))
    world.reset = lambda: None
    makings = [Making(SEVEN, [path], lambda line: None, root=root) for path in paths]
    for making in makings:
        making.bind({"shopping": "d1"})
        making.lock(world)
    for making in makings:
        making.play(making.to_play(), world=world)
    made = read_made(SEVEN, root)
    assert made is not None
    assert made.tasks == makings[0].made.tasks | makings[1].made.tasks
    assert makings[0].made.tasks
    assert makings[1].made.tasks


def test_a_changed_task_is_played_again(root: Path, world: Any, play: Play) -> None:
    _make(root, world)
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text().replace("How much", "Say: how much", 1))
    play.played.clear()
    _make(root, world)
    assert {name.partition(":")[0].rpartition(".")[0] for name in play.played} == {"shopping.order_total"}


def test_the_tracked_locks_are_not_touched(root: Path, world: Any, play: Play) -> None:
    lock_paths(sorted(root.glob("shopping/*.yaml")), world, root)
    before = {path: path.read_bytes() for path in (root / "answers.lock").rglob("*.json")}
    world.database.execute("UPDATE orders SET total = 5")
    _make(root, world)
    assert {path: path.read_bytes() for path in (root / "answers.lock").rglob("*.json")} == before
    assert DEFAULT.is_default
