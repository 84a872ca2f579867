"""Refusals and their twins, and answers that are guessed too easily, as lint sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tasks import pairs
from tasks.lint import lint_file
from tasks.model import Task
from tasks.templates import load_template

REFUSAL = {
    "intent": "How many {{ thing }} does the shop have in stock?",
    "covers": ["S1"],
    "category": "information_seeking",
    "profile": {"shopping": "emma"},
    "start": "{{ shopping }}/",
    "params": [{"thing": "umbrellas"}, {"thing": "bridges"}],
    "answer": {"type": "number"},
    "twin": "shopping.stock_of",
    "checks": [{"answer": {"not_achievable": ["not_found"]}}, {"changes": "none"}],
    "oracle": [
        {"type": {"into": {"searchbox": "Search"}, "text": "{{ thing }}", "enter": True}},
        {"stop": {"status": "not_achievable", "reason": "not_found"}},
    ],
    "wrong": [{"answer": "0"}, {"answer": "3"}],
}
TWIN = REFUSAL | {
    "params": [{"thing": "lamps", "count": 14}, {"thing": "desks", "count": 25}],
    "checks": [{"answer": {"exact": "{{ count }}"}}, {"changes": "none"}],
    "oracle": [{"stop": "{{ thing }}"}],
}
del TWIN["twin"]


def write(root: Path, name: str, content: dict[str, Any]) -> Path:
    path = root / "shopping" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    return path


def told(root: Path, refusal: dict[str, Any], twin: dict[str, Any] | None = TWIN) -> list[tuple[str, str]]:
    if twin is not None:
        write(root, "stock_of", twin)
    path = write(root, "no_stock_of", refusal)
    return [(level, message) for _, level, message in pairs.refusal(load_template(path), root)]


def without(content: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in content.items() if key not in keys}


def test_a_good_pair_is_not_complained_of(tmp_path: Path) -> None:
    assert told(tmp_path, REFUSAL) == []


@pytest.mark.parametrize(
    ("refusal", "twin", "words"),
    [
        (REFUSAL, None, "there is no template shopping.stock_of"),
        (REFUSAL, without(REFUSAL, "twin"), "cannot be done either"),
        (REFUSAL, TWIN | {"profile": {"shopping": None}}, "another profile"),
        (
            REFUSAL,
            TWIN | {"sites": ["shopping", "wiki"], "profile": {"shopping": "emma", "wiki": None}},
            "other sites: shopping, wiki",
        ),
        (REFUSAL, TWIN | {"answer": {"type": "currency", "unit": "EUR"}}, "another answer format"),
        (without(REFUSAL, "answer"), TWIN, "another answer format"),
        (
            REFUSAL | {"checks": [{"answer": {"not_achievable": []}}, {"changes": "none"}]},
            TWIN,
            "no reason is right",
        ),
    ],
)
def test_what_tells_them_apart_is_an_error(
    tmp_path: Path, refusal: dict[str, Any], twin: dict[str, Any] | None, words: str
) -> None:
    found = told(tmp_path, refusal, twin)
    assert [level for level, message in found if words in message] == ["error"]


def test_a_refusal_wants_a_twin(tmp_path: Path) -> None:
    assert [level for level, _ in told(tmp_path, without(REFUSAL, "twin"))] == ["error"]
    ((level, message),) = told(tmp_path, TWIN | {"twin": "shopping.no_stock_of"}, None)
    assert (level, "this one can be" in message) == ("error", True)


def test_other_words_are_hinted_at(tmp_path: Path) -> None:
    aside = REFUSAL | {"intent": f"{REFUSAL['intent']} If there is none, tell me why."}
    ((level, message),) = told(tmp_path, aside)
    assert level == "hint"
    assert "'If there is none' stands here" in message
    assert told(tmp_path, aside, TWIN | {"intent": aside["intent"]}) == []
    other = REFUSAL | {"intent": "Please send flowers to my aunt on Sunday morning"}
    ((level, message),) = told(tmp_path, other)
    assert (level, "no frame of wording" in message) == ("hint", True)


def test_candidates_are_never_told_and_may_differ(tmp_path: Path) -> None:
    one = {"type": "name", "among": ["Lamp", "Desk"]}
    other = {"type": "name", "among": ["Bed", "Chair"]}
    assert told(tmp_path, REFUSAL | {"answer": one}, TWIN | {"answer": other}) == []


def test_lint_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, "no_stock_of", REFUSAL)
    problems, _, _ = lint_file(path, tmp_path)
    found = [problem for problem in problems if "there is no template" in problem.message]
    assert [problem.level for problem in found] == ["error"]
    assert path.read_text().splitlines()[found[0].line - 1].startswith("twin:")


def task(name: str, number: int = 0, *, profile: str = "emma", checks: Any = None, **more: Any) -> Task:
    checks = checks or [{"answer": {"exact": 14}}, {"changes": "none"}]
    return Task.model_validate(
        {"id": f"shopping.{name}.{number}", "template": f"shopping.{name}", "folder": "shopping",
         "number": number, "sites": ["shopping"], "profile": {"shopping": profile}, "intent": "How many?",
         "start": ["http://shopping.webarium.test/"], "category": "information_seeking", "covers": ["S1"],
         "answer": {"type": "number"}, "checks": checks} | more
    )  # fmt: skip


def refused(name: str, number: int = 0, *reasons: str, visited: Any = (), **more: Any) -> Task:
    spec: dict[str, Any] = {"not_achievable": list(reasons) or ["not_found"]}
    if visited:
        spec["visited"] = list(visited)
    checks = [{"answer": spec}, {"changes": "none"}]
    return task(name, number, checks=checks, unachievable=True, **more)


def test_two_tasks_that_can_be_done_to_one_that_cannot() -> None:
    cannot = [refused("no_a", number, twin="shopping.a") for number in range(3)]
    assert pairs.balance([*cannot, *(task("a", number) for number in range(6))]) == []
    (few,) = pairs.balance([*cannot, *(task("a", number) for number in range(2))])
    assert "2 tasks that can be done to 3" in few
    assert pairs.balance([task("a")]) == []


def test_a_profile_that_is_always_refused_tells() -> None:
    staff = [refused("no_b", number, profile="staff") for number in range(3)]
    (found,) = pairs.balance([*staff, task("a")])
    assert "3 of 3 tasks of staff (shopping)" in found
    assert pairs.balance([*staff, *(task("b", number, profile="staff") for number in range(3))]) == []


def numbers(*values: Any, **more: Any) -> list[Task]:
    return [
        task("a", number, checks=[{"answer": {"exact": value}}, {"changes": "none"}], **more)
        for number, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("tasks", "easy"),
    [
        (numbers(3, 3, 3), True),
        (numbers("3", "4", "5"), True),
        (numbers(3, 4, 5, 6), False),
        (numbers(3, 14, 5), False),
        (numbers("yes", answer={"type": "boolean"}), True),
        (numbers("a", answer={"type": "choice", "options": ["a", "b"]}), True),
        (numbers("a", answer={"type": "choice", "options": ["a", "b", "c"]}), False),
        (numbers({"n": 3}, answer={"record": {"n": {"type": "number"}, "m": {"type": "number"}}}), False),
        (
            [task("a", checks=[{"answer": {"exact": 3}}, {"changes": {"shopping": {"t": "any"}}}])],
            False,
        ),
        ([refused("no_a")], False),
        ([], False),
    ],
)
def test_answers_that_a_guess_hits(tasks: list[Task], easy: bool) -> None:
    assert (pairs.guessable(tasks) is not None) is easy


def test_what_constant_policies_could_pass() -> None:
    tasks = [
        refused("no_a", 0, "not_found"),
        refused("no_a", 1, "not_found", "not_supported"),
        refused("no_b", 0, "not_permitted"),
        refused("no_c", 0, "not_found", visited=["http://shopping.webarium.test/a", "*/b"]),
        refused("no_d", 0, "not_found", visited=["*/a", "*/b", "*/c"]),
        *(task("a", number) for number in range(5)),
    ]
    found = {one.policy: one.passed for one in pairs.ceilings(tasks)}
    assert found == {
        "refuse at once: not_found": 2,
        "refuse at once, told nothing of reasons": 3,
        "look at 2 pages, then refuse: not_found": 3,
        "look at 2 pages, then refuse, told nothing of reasons": 4,
    }
    assert (
        str(pairs.ceilings(tasks)[0])
        == "refuse at once: not_found: 2 of 10 tasks at most (20.0%), and no pair"
    )
