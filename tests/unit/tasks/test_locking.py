"""Numbers, parameters and reference values are pinned, and stay what they were."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sites.errors import WebariumError
from sites.seeds import Seed
from tasks.editions import DEFAULT, Edition
from tasks.lock_reports import preview
from tasks.lockfile import lock_path, number_params, params_key, read_lock
from tasks.locking import check_paths, lock_paths
from tasks.templates import TemplateErrors, load_template


def _lock(root: Path, world: Any, name: str) -> Any:
    path = root / "shopping" / f"{name}.yaml"
    return lock_paths([path], world, root)[0], read_lock(load_template(path), root)


def test_each_template_has_its_own_readable_file(root: Path, world: Any) -> None:
    _lock(root, world, "order_total")
    path = root / "answers.lock" / "shopping" / "order_total.json"
    assert path == lock_path("shopping.order_total", root)
    data = json.loads(path.read_text())
    assert data["tasks"]["0"]["reference"] == {"total": 1234.5}
    assert data["tasks"]["0"]["wrong"] == {"0": 19.9}


def test_locking_again_changes_nothing(root: Path, world: Any) -> None:
    first, _ = _lock(root, world, "add_to_basket")
    again, _ = _lock(root, world, "add_to_basket")
    assert (first.changed, again.changed) == (True, False)


def test_a_drawn_row_keeps_its_number_when_others_come_and_go(root: Path, world: Any) -> None:
    _, lock = _lock(root, world, "add_to_basket")
    assert {n: t.params["sku"] for n, t in lock.tasks.items()} == {0: "A-1", 1: "A-2"}
    world.database.execute("DELETE FROM products WHERE sku = 'A-1'")
    report, lock = _lock(root, world, "add_to_basket")
    assert {n: t.params["sku"] for n, t in lock.tasks.items()} == {1: "A-2", 2: "A-3"}
    assert list(lock.retired) == [0]
    assert (report.added, report.removed) == ([2], [0])
    world.database.execute("INSERT INTO products VALUES (11, 'A-1', 'Blue kettle', 21, 'Red kettle')")
    _, lock = _lock(root, world, "add_to_basket")
    assert {n: t.params["sku"] for n, t in lock.tasks.items()} == {0: "A-1", 1: "A-2"}
    assert list(lock.retired) == [2]


def _without_kettle(root: Path, world: Any) -> None:
    _lock(root, world, "add_to_basket")
    world.database.execute("DELETE FROM products WHERE sku = 'A-1'")
    _lock(root, world, "add_to_basket")
    world.database.execute("INSERT INTO products VALUES (99, 'A-1', 'Toaster', 21, 'Grill')")


def test_a_key_that_comes_back_for_something_else_gets_another_number(root: Path, world: Any) -> None:
    _without_kettle(root, world)
    _, lock = _lock(root, world, "add_to_basket")
    assert {n: t.params["title"] for n, t in lock.tasks.items()} == {1: "Red kettle", 3: "Toaster"}
    assert (list(lock.retired), {*lock.gone}) == ([0, 2], {0, 2})
    world.database.execute("UPDATE products SET title = 'Blue kettle' WHERE sku = 'A-1'")
    world.database.execute("DELETE FROM products WHERE sku = 'A-2'")
    lock.retire(3)
    again = number_params(load_template(root / "shopping" / "add_to_basket.yaml"), [lock.gone[0]], lock)
    assert list(again.tasks) == [0], "it comes back to the number under which it was that"


def test_a_person_may_say_that_what_came_back_is_the_same(root: Path, world: Any) -> None:
    _without_kettle(root, world)
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root, keep=True)
    lock = read_lock(load_template(path), root)
    assert lock is not None
    assert lock.tasks[0].params["title"] == "Toaster"


def test_a_retired_key_of_an_older_lock_gets_another_number(root: Path, world: Any) -> None:
    """Nobody knows what else it asked for; where the key says all, it is the same thing."""
    _without_kettle(root, world)
    path = root / "shopping" / "add_to_basket.yaml"
    file = lock_path("shopping.add_to_basket", root)
    data = json.loads(file.read_text())
    del data["gone"]
    file.write_text(json.dumps(data))
    assert 3 in _lock(root, world, "add_to_basket")[1].tasks
    file.write_text(json.dumps(data))
    path.write_text(path.read_text().replace("key: [sku]", "key: [sku, title, neighbour]"))
    data["retired"]["0"] = params_key({"sku": "A-1", "title": "Toaster", "neighbour": "Grill"})
    file.write_text(json.dumps(data))
    assert 0 in _lock(root, world, "add_to_basket")[1].tasks


def test_rows_with_keys_that_are_no_texts_are_locked_as_json_keeps_them(root: Path, world: Any) -> None:
    for name, old, new in (
        ("order_total", "offset: 0}", "offset: 0, of: {1: a}}"),
        ("order_total", "offset: 1}", "offset: 1, of: {2: b}}"),
        ("add_to_basket", "add: {quantity: 2}", "add: {quantity: 2, of: {1: a}}"),
    ):
        path = root / "shopping" / f"{name}.yaml"
        path.write_text(path.read_text().replace(old, new))
    for name in ("order_total", "add_to_basket"):
        _, lock = _lock(root, world, name)
        assert lock.tasks[0].params["of"] == {"1": "a"}
        assert not _lock(root, world, name)[0].changed


def test_numbering_anew_forgets_what_was(root: Path, world: Any) -> None:
    _lock(root, world, "add_to_basket")
    world.database.execute("DELETE FROM products WHERE sku = 'A-1'")
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root, fresh=True)
    lock = read_lock(load_template(path), root)
    assert lock is not None
    assert {n: t.params["sku"] for n, t in lock.tasks.items()} == {0: "A-2", 1: "A-3"}
    assert lock.retired == {}


ELSEWHERE = """
elsewhere:
  site: shopping
  sql: >
    SELECT 3 - ROW_NUMBER() OVER (ORDER BY number) AS offset, 'first' AS position FROM orders
    WHERE username = 'emma' AND number < '100003' ORDER BY number
  key: [offset]
  limit: 2
"""


def test_other_editions_draw_what_the_default_one_lists(root: Path, world: Any) -> None:
    _, listed = _lock(root, world, "order_total")
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text() + ELSEWHERE)
    report, still = _lock(root, world, "order_total")
    assert not report.changed
    assert still == listed
    for edition in (Edition(Seed("7")), Edition(salt="k")):
        lock_paths([path], world, root, edition=edition)
        lock = read_lock(load_template(path), root, edition)
        assert lock is not None
        assert [task.params["offset"] for task in lock.tasks.values()] == [2, 1]
        assert lock.tasks[0].key == '{"offset": 2}'
        assert not check_paths([path], world, root, edition=edition)[0].changed


def test_a_failing_draw_of_other_editions_is_told_at_its_place(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text() + ELSEWHERE.replace("'emma'", "'nobody'"))
    line = path.read_text().splitlines().index("elsewhere:") + 3
    with pytest.raises(TemplateErrors, match=f"order_total.yaml:{line}: .*finds no row"):
        lock_paths([path], world, root, edition=Edition(Seed("7")))


def test_other_columns_than_the_key_may_change(root: Path, world: Any) -> None:
    _lock(root, world, "add_to_basket")
    world.database.execute("UPDATE products SET title = 'Sky blue kettle' WHERE sku = 'A-1'")
    _, lock = _lock(root, world, "add_to_basket")
    assert lock.tasks[0].params["title"] == "Sky blue kettle"


def test_listed_parameters_keep_their_numbers_when_one_is_put_in_front(root: Path, world: Any) -> None:
    _lock(root, world, "order_total")
    path = root / "shopping" / "order_total.yaml"
    text = path.read_text().replace("params:\n", "params:\n  - {position: third most recent, offset: 2}\n")
    path.write_text(text)
    _, lock = _lock(root, world, "order_total")
    assert {n: t.params["offset"] for n, t in lock.tasks.items()} == {0: 0, 1: 1, 2: 2}


def test_a_neighbour_without_an_answer_makes_no_wrong_outcome(root: Path, world: Any) -> None:
    """After the third and last order there is no fourth one."""
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text().replace("offset: 1}", "offset: 2}"))
    _, lock = _lock(root, world, "order_total")
    assert lock.tasks[0].wrong == {"0": 19.9}
    assert lock.tasks[1].wrong == {}


@pytest.mark.parametrize("offset", [1, 2], ids=["of a task", "of a wrong outcome alone"])
@pytest.mark.parametrize("edition", [DEFAULT, Edition(Seed("7"))], ids=["default", "another"])
def test_a_fault_of_the_sandbox_is_no_fact(
    root: Path, world: Any, monkeypatch: pytest.MonkeyPatch, edition: Edition, offset: int
) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text() + ELSEWHERE.replace("3 - ROW", "2 - ROW"))
    query = world.query

    def slow(site: str, sql: str, params: Any = None) -> Any:
        if (params or {}).get("offset") == offset:
            raise WebariumError("the query failed: it takes longer than 30 s")
        return query(site, sql, params)

    monkeypatch.setattr(world, "query", slow)
    with pytest.raises(TemplateErrors, match="takes longer than 30 s"):
        lock_paths([path], world, root, edition=edition)
    assert read_lock("shopping.order_total", root, edition) is None


@pytest.mark.parametrize(("status", "locks"), [(404, True), (410, True), (500, False), (503, False)])
def test_a_page_that_there_is_not_is_a_fact_and_a_site_that_fails_is_none(
    root: Path, world: Any, monkeypatch: pytest.MonkeyPatch, status: int, locks: bool
) -> None:
    def fetch(site: str, path: str, headers: Any = None) -> Any:
        return SimpleNamespace(json=lambda: {"total": path}, status_code=status if path == "/2" else 200)

    monkeypatch.setattr(world, "fetch", fetch)
    path = root / "shopping" / "order_total.yaml"
    head, rest = path.read_text().split("    sql: >")
    path.write_text(f"{head}    api: '/{{{{ offset }}}}'\n    pick: total\n{rest[rest.index('checks:') :]}")
    if not locks:
        with pytest.raises(TemplateErrors, match=f"shopping answers {status} for /2"):
            lock_paths([path], world, root)
        return
    _, lock = _lock(root, world, "order_total")
    assert [task.wrong for task in lock.tasks.values()] == [{"0": "/1"}, {}]


def test_moved_values_are_reported_and_check_writes_nothing(root: Path, world: Any) -> None:
    _lock(root, world, "order_total")
    world.database.execute("UPDATE orders SET total = 20 WHERE number = '100001'")
    before = lock_path("shopping.order_total", root).read_text()
    (report,) = check_paths([root / "shopping" / "order_total.yaml"], world, root)
    assert report.changed
    assert report.moved == {"1": [{"total": 19.9}, {"total": 20}]}
    assert lock_path("shopping.order_total", root).read_text() == before


def test_drawn_values_and_answers_are_previewed(root: Path, world: Any) -> None:
    _lock(root, world, "order_total")
    lines = preview(root / "shopping" / "order_total.yaml", root)
    assert lines[0] == "  0: position most recent, offset 0 => total 1234.5"
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("%(offset)s", "%(ofset)s", 10, "ofset"),
        ("LIMIT 1 OFFSET %(offset)s", "", 10, "3 rows where one is wanted"),
        ("FROM orders", "FROM ordres", 10, "ordres"),
    ],
)
def test_failing_queries_are_told_with_file_and_line(
    root: Path, world: Any, old: str, new: str, line: int, words: str
) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(TemplateErrors, match=words) as caught:
        lock_paths([path], world, root)
    assert caught.value.errors[0].line == line
    assert read_lock("shopping.order_total", root) is None


def test_values_are_bound_never_spliced(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    text = path.read_text().replace("username = %(profile.shopping.username)s", "number = %(position)s")
    path.write_text(text.replace("most recent, offset: 0", "'x'' OR 1=1 --', offset: 0"))
    with pytest.raises(TemplateErrors, match="no row"):
        lock_paths([path], world, root)


def test_equal_parameters_are_refused(root: Path) -> None:
    template = load_template(root / "shopping" / "order_total.yaml")
    with pytest.raises(Exception, match="same parameters"):
        number_params(template, [{"offset": 1}, {"offset": 1}], None)


PRICES = "Prices of autumn\nblue kettle: 20\nred kettle: 30\n"


@pytest.mark.parametrize(
    ("pattern", "shape", "found"),
    [
        (r"'^{{ position }} kettle: (\d+)$'", None, "20"),
        (r"'\w+ kettle: \d+'", "list", ["blue kettle: 20", "red kettle: 30"]),
        (r"': (\d+)'", None, "matches 2 times"),
        ("'teapot'", None, "matches 0 times"),
    ],
)
def test_a_page_gives_what_a_pattern_finds_in_it(
    root: Path, world: Any, monkeypatch: pytest.MonkeyPatch, pattern: str, shape: str | None, found: Any
) -> None:
    asked = []

    def fetch(site: str, path: str, headers: Any = None) -> Any:
        asked.append((site, path))
        return SimpleNamespace(text=PRICES, status_code=200)

    monkeypatch.setattr(world, "fetch", fetch)
    path = root / "shopping" / "order_total.yaml"
    head, rest = path.read_text().replace("most recent", "blue", 1).split("  total:\n")
    kept = rest[rest.index("checks:") :]
    read = f"    site: shopping\n    page: '/raw/{{{{ offset }}}}.txt'\n    pattern: {pattern}\n"
    path.write_text(f"{head}  total:\n{read}{f'    shape: {shape}' if shape else ''}\n{kept}")
    if isinstance(found, str) and found.startswith("matches"):
        with pytest.raises(TemplateErrors, match=found):
            lock_paths([path], world, root)
        return
    path.write_text(path.read_text().replace("  - {position: second most recent, offset: 1}\n", ""))
    lock_paths([path], world, root)
    lock = read_lock(load_template(path), root)
    assert lock is not None
    assert lock.tasks[0].reference == {"total": found}
    assert asked[0] == ("shopping", "/raw/0.txt")


def test_a_page_that_there_is_not_is_told_with_its_address(
    root: Path, world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "fetch", lambda *_args: SimpleNamespace(text="", status_code=404))
    path = root / "shopping" / "order_total.yaml"
    head, rest = path.read_text().split("    sql: >")
    path.write_text(f"{head}    api: /api/nothing\n{rest[rest.index('checks:') :]}")
    with pytest.raises(
        TemplateErrors, match=r"order_total.yaml:\d+: task 0: shopping answers 404 for /api/nothing"
    ):
        lock_paths([path], world, root)


def test_a_page_without_a_pattern_is_refused(root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    head, rest = path.read_text().split("    sql: >")
    path.write_text(f"{head}    page: /raw/0.txt\n{rest[rest.index('checks:') :]}")
    with pytest.raises(TemplateErrors, match="page: and pattern: go together"):
        load_template(path)
