"""Which world a task is of: ids, folders of locks, selections, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sites.errors import WebariumError
from sites.seeds import Seed
from tasks.editions import DEFAULT, Edition, edition_of, split_id
from tasks.loader import load_tasks, oracle_view, tasks_of
from tasks.lockfile import digest_of, lock_path, oracle_hash, read_lock
from tasks.locking import lock_paths
from tasks.made import Made, MadeTask, read_made, write_made
from tasks.templates import TemplateErrors, load_template

SALTED = Edition(salt="3")
SEVEN = Edition(Seed("7"))
BOTH = Edition(Seed("7"), "3")


@pytest.mark.parametrize(
    ("edition", "suffix", "folder"),
    [
        (DEFAULT, "", "20260316"),
        (SALTED, ":k3", "20260316-3"),
        (SEVEN, ":s7", "7"),
        (BOTH, ":s7.k3", "7-3"),
        (Edition(Seed("7", 10), "w47"), ":s7x10.kw47", "7x10-w47"),
    ],
)
def test_an_id_says_its_world(edition: Edition, suffix: str, folder: str, tmp_path: Path) -> None:
    assert edition.suffix == suffix
    assert split_id(f"shopping.order_total.12{suffix}") == ("shopping.order_total", "12", edition)
    assert edition.folder(tmp_path / "tasks") == tmp_path / ".webarium" / "locks" / folder


@pytest.mark.parametrize(
    "mark", ["", "x", "k", "s", "k3.s7", "s20260316", "s007", ".k3", "s7k3", "k3!", "kK"]
)
def test_a_world_is_written_in_one_way(mark: str) -> None:
    with pytest.raises(WebariumError, match="names no world"):
        edition_of(mark)


@pytest.mark.parametrize("salt", ["K", "a b", "a-b", "a.b", "../x", "x" * 17, "'"])
def test_a_salt_is_short_and_plain(salt: str) -> None:
    with pytest.raises(WebariumError, match="is no salt"):
        Edition.of("7", salt)


def test_the_few_records_by_hand_are_no_world() -> None:
    with pytest.raises(WebariumError, match="'sample' is no seed"):
        Edition.of("sample")


def _locked(root: Path, world: Any, edition: Edition, name: str = "order_total") -> Path:
    path = root / "shopping" / f"{name}.yaml"
    lock_paths([path], world, root, edition=edition)
    return path


def _made(root: Path, edition: Edition, **holds: bool) -> None:
    path = root / "shopping" / "order_total.yaml"
    oracle = oracle_hash(load_template(path), root)
    locks = {task.number: digest_of(task, oracle) for task in tasks_of([path], root, edition)}
    tasks = {
        f"shopping.order_total.{number}": MadeTask(holds=held, fresh=True, lock=locks.get(number, ""))
        for number, held in ((int(name.removeprefix("n")), held) for name, held in holds.items())
    }
    write_made(Made(seed=str(edition.seed), salt=edition.salt, tasks=tasks), edition, root)


def test_locks_of_other_worlds_are_kept_apart(root: Path, world: Any) -> None:
    _locked(root, world, DEFAULT)
    tracked = lock_path("shopping.order_total", root)
    before = tracked.read_bytes()
    world.database.execute("UPDATE orders SET total = 1 WHERE number = '100003'")
    path = _locked(root, world, SEVEN)
    assert tracked.read_bytes() == before
    lock = read_lock(load_template(path), root, SEVEN)
    assert lock
    assert lock.tasks[0].reference == {"total": 1}
    assert (root.parent / ".webarium").stat().st_mode & 0o077 == 0


def test_only_tasks_that_hold_are_named(root: Path, world: Any) -> None:
    _locked(root, world, SEVEN)
    with pytest.raises(WebariumError, match="no tasks of seed 7 here") as refused:
        load_tasks("all", root=root, edition=SEVEN)
    assert refused.value.remedy == "make them: webarium worlds new --seed 7"
    _made(root, SEVEN, n0=True, n1=False)
    assert [task.id for task in load_tasks("all", root=root, edition=SEVEN)] == ["shopping.order_total.0:s7"]
    with pytest.raises(WebariumError, match="or none that holds"):
        load_tasks("shopping.order_total.1", root=root, edition=SEVEN)


CHANGES = [
    ("- click: {link: My orders}", "- click: {link: Orders}"),  # the oracle
    ("- changes: none", "- changes: {shopping: {basket_line: any}}"),
    ('- answer: "€1.00"', '- answer: "€2.00"'),
    ("ORDER BY placed DESC", "ORDER BY placed DESC, number"),  # the lock is older than this
]


@pytest.mark.parametrize(("old", "new"), CHANGES, ids=[new for _, new in CHANGES])
def test_what_changed_since_it_was_played_holds_no_longer(
    root: Path, world: Any, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    path = _locked(root, world, SEVEN)
    _made(root, SEVEN, n0=True, n1=False)
    assert len(load_tasks("all", root=root, edition=SEVEN)) == 1
    assert capsys.readouterr().err == ""
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(WebariumError, match="or none that holds"):
        load_tasks("all", root=root, edition=SEVEN)
    told = capsys.readouterr().err
    assert told.startswith(
        "webarium: left out, since they changed after they were played (1): shopping.order"
    )
    assert "webarium worlds new --seed 7" in told
    if "ORDER BY" in old:
        with pytest.raises(WebariumError, match=r"the lock of shopping\.order_total is older") as refused:
            load_tasks("all", root=root, edition=SEVEN, holding=False)
        assert str(refused.value.remedy).startswith("webarium worlds new --seed 7")
        return
    assert len(load_tasks("all", root=root, edition=SEVEN, holding=False)) == 2


def test_only_what_was_named_is_told(root: Path, world: Any, capsys: pytest.CaptureFixture[str]) -> None:
    _locked(root, world, SEVEN)
    _made(root, SEVEN, n0=True, n1=True)
    lock = lock_path("shopping.order_total", root, SEVEN)
    lock.write_text(lock.read_text().replace("75", "76"))  # the value of the wrong outcome of the second one
    assert [task.number for task in load_tasks("shopping.order_total.0:s7", root=root)] == [0]
    assert capsys.readouterr().err == ""
    assert [task.number for task in load_tasks("shopping.order_total", root=root, edition=SEVEN)] == [0]
    assert "shopping.order_total.1;" in capsys.readouterr().err


def test_a_template_of_which_no_task_holds_is_not_read(root: Path, world: Any) -> None:
    _locked(root, world, SEVEN)
    _made(root, SEVEN, n0=True)
    (root / "shopping" / "add_to_basket.yaml").write_text("half written")
    assert len(load_tasks("all", root=root, edition=SEVEN)) == 1


def test_an_id_brings_its_world_along(root: Path, world: Any) -> None:
    _locked(root, world, DEFAULT)
    _locked(root, world, SEVEN)
    _made(root, SEVEN, n0=True)
    (task,) = load_tasks("shopping.order_total.0:s7", root=root)
    assert (task.id, task.template) == ("shopping.order_total.0:s7", "shopping.order_total")
    assert oracle_view(task.id, root=root).task_id == task.id
    with pytest.raises(WebariumError, match="of different worlds"):
        load_tasks("shopping.order_total.0:s7,shopping.order_total.0", root=root)
    with pytest.raises(WebariumError, match=r"of seed 7, not of seed 20260316, salt 3") as refused:
        load_tasks("shopping.order_total.0:s7", root=root, edition=SALTED)
    assert refused.value.remedy == "give --seed 7"


def test_what_is_known_of_a_world_is_its_own(root: Path) -> None:
    _made(root, SEVEN, n0=True)
    (SEVEN.folder(root)).rename(BOTH.folder(root))
    with pytest.raises(WebariumError, match=r"made.json is damaged: it is of seed 7, salt none"):
        read_made(BOTH, root)


def test_a_key_that_stands_for_something_else_is_refused(root: Path, world: Any) -> None:
    """The row is called by its number, and in other data that is another thing."""
    path = root / "shopping" / "add_to_basket.yaml"
    _locked(root, world, DEFAULT, "add_to_basket")
    world.database.execute(
        "UPDATE products SET title = 'Toaster', id = 99, neighbour = 'x' WHERE sku = 'A-1'"
    )
    with pytest.raises(TemplateErrors, match=r"task 0 would ask for something else under the same id"):
        lock_paths([path], world, root)
    lock_paths([path], world, root, keep=True)
    lock = read_lock(load_template(path), root)
    assert lock
    assert lock.tasks[0].params["title"] == "Toaster"


def test_the_number_of_a_row_without_a_value_is_not_given_to_another(root: Path, world: Any) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    path.write_text(path.read_text().replace("sku = %(sku)s", "sku = %(sku)s AND price > 20"))
    lock_paths([path], world, root, edition=SEVEN)
    lock = read_lock(load_template(path), root, SEVEN)
    assert lock
    assert ({*lock.tasks}, lock.retired) == ({1, 2}, {0: '{"sku": "A-1"}'}), "the next row takes its place"
    world.database.execute("UPDATE products SET price = 1 WHERE sku = 'A-2'")
    world.database.execute("DELETE FROM products WHERE sku = 'A-1'")
    lock_paths([path], world, root, edition=SEVEN)
    lock = read_lock(load_template(path), root, SEVEN)
    assert lock
    assert {number: task.params["sku"] for number, task in lock.tasks.items()} == {2: "A-3"}
    assert {*lock.retired} == {0, 1}
