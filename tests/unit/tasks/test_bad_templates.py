"""Bad input costs its author a sentence with file and line, and nobody else anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluators import unsound
from sites.errors import WebariumError
from tasks.lint import Problem, lint_all, lint_file, lint_strays, once
from tasks.loader import load_tasks
from tasks.lockfile import lock_path, read_lock
from tasks.locking import lock_paths
from tasks.templates import TemplateErrors, load_template, template_paths

TOTAL = "shopping.order_total"


@pytest.fixture
def locked(root: Path, world: Any) -> Path:
    """The good templates with their locks."""
    lock_paths(template_paths(root), world, root)
    return root


def changed(root: Path, old: str, new: str, name: str = "order_total") -> Path:
    path = root / "shopping" / f"{name}.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    "content", [b"intent: \0\n", b"\xff\n", b"intent: [\n", b"a: 1\n" * 100_000, b"", b"just words", b"- 1"]
)
def test_a_damaged_template_stops_no_other(locked: Path, content: bytes) -> None:
    (locked / "shopping" / "damaged.yaml").write_bytes(content)
    problems = [problem for problem in lint_all(locked) if problem.level == "error"]
    assert [problem.path for problem in problems] == ["tasks/shopping/damaged.yaml"]
    assert [task.id for task in load_tasks(TOTAL, root=locked)] == [f"{TOTAL}.0", f"{TOTAL}.1"]
    assert [task.id for task in load_tasks(f"{TOTAL}.1", root=locked)] == [f"{TOTAL}.1"]
    with pytest.raises(TemplateErrors, match=r"damaged\.yaml"):
        load_tasks("shopping", root=locked)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("covers: [S1]", "covers: [S1]\nsites: [hoem]", 3, "no site called 'hoem'"),
        ("covers: [S1]", "covers: [S1]\nsites: [../sites/shopping]", 3, "no site called"),
        ("covers: [S1]", "covers: [S1]\nsites: [" + 5000 * "a" + "]", 3, "no site called"),
        ("profile: {shopping: emma}", "profile: {shopping: ema}", 3, "no profile 'ema'"),
        ("    site: shopping\n", "    site: hoem\n", 11, "no site called 'hoem'"),
        ("SELECT total FROM", "DELETE FROM", 12, "no SELECT"),
        ("SELECT total FROM", "-- SELECT\n      UPDATE", 12, "no SELECT"),
        ("- changes: none", "- sql: {site: shopping, sql: DROP TABLE orders, count: 0}", 17, "no SELECT"),
        (
            "- changes: none",
            "- sql: {site: shopping, sql: \"SELECT '50%'\", count: 0}",
            17,
            "is written %%",
        ),
        (
            "- changes: none",
            "- sql: {site: shopping, sql: SELECT 1; SELECT 2, count: 0}",
            17,
            "one statement",
        ),
        ("- changes: none", "- api: {site: shopping, path: example.com/x, count: 0}", 17, "begins with /"),
        ("- changes: none", "- changes: {shopping: {a: {added: [{b: {like: [x]}}]}}}", 17, "like: takes a"),
        ("- changes: none", "- sql: {site: forum, sql: SELECT 1, count: 0}", 17, "'forum' is none of"),
        ("- changes: none", "- changes: {hoem: {orders: any}}", 17, "'hoem' is none of"),
        ("- changes: none", "- api: {site: hoem, path: /api/, count: 0}", 17, "'hoem' is none of"),
        ("- changes: none", "- page: {url: /, css: 'a[', count: 1}", 17, "no CSS selector"),
        ("- changes: none", "- page: {url: /, xpath: '//a[', count: 1}", 17, "no XPath"),
        ("- changes: none", "- page: {url: /, css: a, matches: '(a'}", 17, "no regular expression"),
        ("- changes: none", "- node: {css: 'a['}", 17, "no CSS selector"),
        ("- changes: none", "- node: {name: '/(a/'}", 17, "no regular expression"),
        ('pattern: "€([0-9.,]+)"', 'pattern: "€([0-9.,]+"', 21, "no regular expression"),
        ("{link: My orders}", "{link: '/My (orders/'}", 20, "no regular expression"),
        ("category: inf", "categroy: x\ncategory: inf", 5, "'categroy' is not known"),
        ('{exact: "{{ ref', '{exakt: "{{ ref', 16, "the kinds are"),
        ('total }}"}', 'total }}", type: nuber}', 16, "name one kind of answer"),
        ("offset: 0}", "offset: 0, offset: 1}", 7, "stands here twice"),
        ("covers: [S1]", "covers: [S1]\nparms: []", 3, "'parms' is not known here; is 'params' meant?"),
        ("    site: shopping\n", "    site: shopping\n    sqx: 1\n", 12, "known are site, sql, api, pick, "),
        ("unit: EUR", "unit: EUROS", 26, "a currency is named by its code, such as EUR, not 'EUROS'"),
        ("stop: ", "stop: {status: lost} #", 22, "no status 'lost'"),
        ("stop: ", "stop: {status: not_achievable, reason: lost} #", 22, "no reason 'lost'"),
        (
            "- stop",
            "- upload: {into: {button: X}, filename: ../x, content: x}\n  - stop",
            22,
            "without a folder",
        ),
        ('pattern: "€([0-9.,]+)"', "pattern: 'Total'", 21, "'Total' reads nothing but itself"),
        ('- answer: "€1.00"', "- steps: []", 25, "steps: 0 is too few"),
        ("wrong:", "---\nwrong:", 23, "take out the line ---"),
        ("{link: My orders}", "{link: My orders, nth: first}", 20, "'first' is no"),
        ("{link: My orders}", "{role: lnk, name: My orders}", 20, "no role 'lnk'; is 'link' meant?"),
        ("{link: My orders}", "{link: Mine, within: {role: 'a row'}}", 20, "no role 'a row'"),
        ("- changes: none", "- node: {role: '/(a/'}", 17, "no regular expression"),
        ("- changes: none", "- node: {role: buton}", 17, "no role 'buton'; is 'button' meant?"),
    ],
)
def test_what_cannot_work_is_told_when_it_is_read(
    root: Path, old: str, new: str, line: int, words: str
) -> None:
    path = changed(root, old, new)
    with pytest.raises(TemplateErrors) as caught:
        load_template(path)
    assert [error.line for error in caught.value.errors] == [line], str(caught.value)
    assert words in str(caught.value)
    assert [problem.line for problem in lint_file(path, root)[0]] == [line]


def test_a_pattern_with_a_parameter_is_looked_at_when_it_is_known(locked: Path) -> None:
    path = changed(locked, "- changes: none", "- page: {url: /, css: 'a[{{ offset }}', count: 1}")
    load_template(path)
    (problem,) = [one for one in lint_file(path, locked)[0] if "CSS" in one.message]
    assert problem.line == 17
    assert f"{TOTAL}.0" in problem.message


def test_what_may_be_written_is_said_once(locked: Path) -> None:
    path = changed(locked, "- changes: none", "- changes: none\n  - changes: none")
    (problem,) = [one for one in lint_file(path, locked)[0] if "changes stands twice" in one.message]
    assert problem.line == 18


def test_a_text_that_no_task_renders_is_looked_at_all_the_same(locked: Path) -> None:
    path = changed(
        locked, '- answer: "€1.00"', """- answer: "{{ reference.total | euros }}"\n    when: '1 == 2'"""
    )
    (problem,) = [one for one in lint_file(path, locked)[0] if "euros" in one.message]
    assert problem.line == 25


def test_lint_prints_the_remedy(root: Path) -> None:
    path = changed(root, '"€([0-9.,]+)"', '"\\d"')
    (problem,) = lint_file(path, root)[0]
    assert "remedy: put the text in quotes; a pattern belongs in 'single quotes'" in str(problem)


def test_the_remedies_of_several_mistakes_are_all_told(root: Path) -> None:
    changed(root, "profile: {shopping: emma}", "profile: {shopping: ema}")
    changed(root, "profile: {shopping: emma}", "profile: {shopping: [", "add_to_basket")
    with pytest.raises(TemplateErrors) as caught:
        load_tasks("all", root=root)
    assert "its profiles are emma, owner" in str(caught.value)


@pytest.mark.parametrize("content", ["", "{", '{"source": 1}', "[]", '{"source": "x", "tasks": {"a": {}}}'])
def test_a_damaged_lock_is_told_and_the_remedy_mends_it(locked: Path, world: Any, content: str) -> None:
    path = lock_path(TOTAL, locked)
    path.write_text(content)
    (problem,) = [one for one in lint_all(locked) if one.level == "error"]
    assert problem.path == f"tasks/answers.lock/shopping/{path.name}"
    with pytest.raises(TemplateErrors, match="is damaged") as caught:
        load_tasks(TOTAL, root=locked)
    assert f"webarium tasks lock --fresh {TOTAL}" in str(caught.value.remedy)
    lock_paths([locked / "shopping" / "order_total.yaml"], world, locked, fresh=True)
    assert [task.number for task in load_tasks(TOTAL, root=locked)] == [0, 1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda task: task["reference"].update(total=float("nan")), r":\d+: .*damaged: .*NaN is no JSON"),
        (lambda task: task["reference"].pop("total"), r":4: .*damaged: task 0 lacks reference\.total"),
        (lambda task: task["params"].pop("offset"), r":4: .*damaged: task 0 lacks params\.offset"),
        (lambda task: task.pop("params"), r":4: .*damaged: task 0 lacks the key 'params'"),
    ],
)
def test_what_a_lock_lacks_is_no_mistake_of_the_template(locked: Path, change: Any, words: str) -> None:
    path = lock_path(TOTAL, locked)
    data = json.loads(path.read_text())
    change(data["tasks"]["0"])
    path.write_text(json.dumps(data, indent=1))
    with pytest.raises(TemplateErrors, match=r"answers\.lock/shopping/order_total\.json" + words):
        load_tasks(TOTAL, root=locked)


def test_of_an_older_lock_only_its_age_is_told(locked: Path, world: Any) -> None:
    path = changed(locked, "reference:\n", "reference:\n  more: {value: 3}\n")
    (problem,) = lint_file(path, locked)[0]
    assert "the lock is older" in problem.message
    lock_paths([path], world, locked)
    assert not lint_file(path, locked)[0]


def test_a_damaged_lock_is_never_numbered_anew_unasked(locked: Path, world: Any) -> None:
    lock_path(TOTAL, locked).write_text("{")
    with pytest.raises(WebariumError, match="is damaged"):
        lock_paths([locked / "shopping" / "order_total.yaml"], world, locked)
    assert lock_path(TOTAL, locked).read_text() == "{"


def test_a_lock_is_written_whole_or_not_at_all(
    locked: Path, world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = changed(locked, "offset: 1}", "offset: 2}")
    before = lock_path(TOTAL, locked).read_text()

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WebariumError, match="No space left"):
        lock_paths([path], world, locked)
    assert lock_path(TOTAL, locked).read_text() == before
    assert read_lock(TOTAL, locked) is not None
    assert [one.name for one in lock_path(TOTAL, locked).parent.iterdir() if one.name.startswith(".")] == []


def test_a_start_elsewhere_is_told(locked: Path) -> None:
    path = changed(locked, "{{ shopping }}/", "http://example.com/")
    problems, _, _ = lint_file(path, locked)
    assert any("is on none of its sites" in one.message for one in problems)


def test_what_is_wrong_in_a_file_of_another_is_told_once() -> None:
    there = [Problem(path="a.yaml", line=n, level="error", message="site.yaml:3: is wrong") for n in (1, 2)]
    here = [Problem(path="a.yaml", line=n, level="error", message="is wrong") for n in (1, 2)]
    assert once([*there, *here]) == [there[0], *here]


def test_a_folder_is_linted_with_the_files_that_nobody_reads(locked: Path) -> None:
    (locked / "shopping" / "other.yml").write_text("intent: x")
    lock_path(TOTAL, locked).with_name("gone.json").write_text("{}")
    (locked / "more").mkdir()
    found = lint_strays("shopping", locked)
    assert {problem.path for problem in found} == {
        "tasks/shopping/other.yml",
        "tasks/answers.lock/shopping/gone.json",
    }
    assert not lint_strays("more", locked)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("- click: {link: Account}", "- goto: https://www.google.com/", "is on none of the task's sites"),
        (
            "checks:",
            "user:\n  facts: [{topic: the day, about: [day], says: Monday}]\n"
            "  turns: [{at: 'http://other.example/', says: No}]\nchecks:",
            "the turn at http://other.example/ is on none of its sites",
        ),
        ('- answer: "€1.00"', "- answer: {value: [1, 2]}", "is no value of the declared format"),
        ("- changes: none", "- url: toolshed/page", "is no address of the task's sites"),
    ],
)
def test_what_can_never_come_out_is_told(locked: Path, world: Any, old: str, new: str, words: str) -> None:
    path = changed(locked, old, new)
    lock_paths([path], world, locked)
    assert any(words in one.message for one in lint_file(path, locked, unsound=unsound)[0])


def test_a_wrong_answer_that_is_a_value_is_said_as_json(locked: Path, world: Any) -> None:
    path = changed(locked, "type: currency, unit: EUR", "list_of: {type: currency, unit: EUR}")
    path = changed(locked, "wrong:\n  - answer: {", "wrong:\n  - answer: {text: '{{ [value, 2] }}', ")
    path = changed(locked, '{exact: "{{ reference.total }}"}', '{exact: ["{{ reference.total }}"]}')
    lock_paths([path], world, locked)
    (first, *_) = load_tasks(TOTAL, root=locked)[0].wrong
    assert json.loads(str(first.answer)) == [19.9, 2]
