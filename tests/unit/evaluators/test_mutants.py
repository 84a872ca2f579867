"""Wrong outcomes are made from right ones: which, that they differ, and that what means the same is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Request, StepRecord
from evaluators.mutants import Mutant, Pool, mutants, neighbours, verdicts
from tasks.formats import Format
from tasks.model import Task

from .checks_world import DictWorld, task_with

SHOP = "http://shopping.webarium.test"


def made(
    task: Task, outcome: dict[str, Any], world: DictWorld | None = None, siblings: list[Task] | None = None
) -> list[Mutant]:
    """The mutants of an outcome that passes."""
    whole = Outcome(task_id=task.id, **outcome)
    evidence = json.loads(json.dumps(collect_all(task, world or DictWorld(), whole)))
    assert judge_all(task, evidence).passed, judge_all(task, evidence)
    return list(mutants(task, evidence, whole, Pool.of(task, siblings or [])))


def answers(found: list[Mutant], kind: str) -> set[str]:
    return {m.evidence[m.changed[0]]["evidence"]["answer"] for m in found if m.kind == kind}


def survivors(task: Task, found: list[Mutant]) -> list[str]:
    return [m.name for m in found if all(v.passed for v in verdicts(task, m))]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12.50", {"13.50", "22.50", "21.50", "1.50", "120.50", "12.51"}),
        ("9", {"0", "90"}),
        ("3 March 2026", {"4 March 2026", "3 April 2026", "3 March 2027"}),
        ("Nordwind Kettle Basic", {"Kettle Basic", "Nordwind Basic", "Nordwind Kettle"}),
    ],
)
def test_neighbours_are_one_step_away(text: str, wanted: set[str]) -> None:
    found = {other for _, other in neighbours(text)}
    assert wanted <= found
    assert text not in found


def test_the_values_of_other_rows_are_tried_but_not_where_they_are_the_same() -> None:
    found = declared({"type": "number"}, 17, "You have 17 orders.", [23, "17.0"])
    assert answers(found, "other row") == {"23"}
    assert {"18", "71"} <= answers(found, "neighbour")


def test_a_refusal_must_be_looked_up() -> None:
    spec = {"not_achievable": ["not_found"], "visited": [f"{SHOP}/search/*"]}
    task = task_with({"answer": spec})
    found = made(task, {"answer": "N/A: not found", "urls": [f"{SHOP}/", f"{SHOP}/search/x"]})
    assert {m.kind for m in found} == {"claims otherwise", "another reason", "not looked up"}
    assert survivors(task, found) == []


def test_addresses_lose_terms_but_one_that_the_template_names_is_no_mutant() -> None:
    task = task_with({"url": {"any_of": [f"{SHOP}/contact/?order=17", f"{SHOP}/contact/"]}})
    found = made(task, {"final_url": f"{SHOP}/contact/?order=17"})
    urls = {m.evidence[0]["evidence"]["url"] for m in found}
    assert f"{SHOP}/contact/" not in urls
    assert {f"{SHOP}/contact/?order=18", f"{SHOP}/contact/?order=17&extra=1", f"{SHOP}/"} <= urls
    assert survivors(task, found) == []


LINE = {"id": 5, "product_id": 7, "quantity": 2, "note": "in red", "line_reference": "7_1"}
NOTE = StepRecord(url=SHOP, action={"name": "type", "text": "in red"})
SENT = Request(method="POST", url=f"{SHOP}/basket/", post_data="quantity=2&note=in+red")


def rows(**change: Any) -> DictWorld:
    empty: dict[str, Any] = {"added": [], "removed": [], "changed": []}
    return DictWorld(changed={"line": {**empty, **change}, "bookkeeping": {**empty, "added": [{"id": 1}]}})


def test_rows_are_undone_doubled_and_changed_where_somebody_chose_the_value() -> None:
    rule = {"line": {"added": [{"product_id": 7, "quantity": 2}]}, "bookkeeping": "any"}
    task = task_with({"changes": {"shopping": rule}})
    found = made(task, {"steps": [NOTE], "requests": [SENT]}, rows(added=[LINE]))
    names = {m.name for m in found}
    assert {"changes: line: one row less added", "changes: line: one row more added"} <= names
    assert {"changes: line: product_id is 8", "changes: line: quantity is 3"} <= names
    assert not [name for name in names if "bookkeeping" in name or "line_reference" in name]
    assert survivors(task, found) == ["changes: line: note is red"], "the template forgets the note"


def test_the_same_change_of_another_row_is_tried() -> None:
    change = {
        "key": {"id": 5},
        "before": {"id": 5, "number": "100", "status": "New"},
        "after": {"id": 5, "number": "100", "status": "Sent"},
        "columns": ["status"],
    }

    def with_matcher(matcher: dict[str, Any]) -> Task:
        rules = {"line": {"changed": [matcher]}, "bookkeeping": "any"}
        return task_with({"changes": {"shopping": rules}})

    bound = with_matcher({"before": {"number": "100"}, "status": "Sent"})
    loose = with_matcher({"status": "Sent"})
    assert survivors(bound, made(bound, {}, rows(changed=[change]))) == []
    assert survivors(loose, made(loose, {}, rows(changed=[change]))) == [
        "changes: line: the neighbour changed"
    ]


def test_requests_and_key_nodes_are_left_out_and_changed() -> None:
    task = task_with(
        {"request": {"url": f"{SHOP}/basket/", "form": {"quantity": 2}}},
        {"node": {"name": "Note", "value": "in red"}},
    )
    step = StepRecord(url=SHOP, action=NOTE.action, target={"role": "textbox", "name": "Note"})
    found = made(task, {"steps": [step], "requests": [SENT]})
    assert {m.name for m in found} == {
        "request: not sent",
        "request: other quantity",
        "node: step left out",
        "node: other name",
        "node: other value",
    }
    assert survivors(task, found) == []


def test_the_same_mutants_every_time() -> None:
    first, second = (declared({"type": "number"}, 17, "17", list(range(20, 60))) for _ in range(2))
    assert first == second
    assert len(answers(first, "other row")) == 8


def declared(
    format: dict[str, Any], reference: Any, answer: str, siblings: list[Any] | None = None
) -> list[Mutant]:
    tasks = [
        task_with({"answer": {"exact": value}}, id=f"shopping.test.{number}").model_copy(
            update={"answer": Format.model_validate(format)}
        )
        for number, value in enumerate([reference, *(siblings or [])])
    ]
    return made(tasks[0], {"answer": answer}, siblings=tasks)


def test_near_misses_of_a_declared_value() -> None:
    found = declared({"type": "currency", "unit": "EUR"}, "12.50", "€12.50", ["12.5", "20.00"])
    assert {"12.51", "12.49", "-12.5", "$12.5"} <= answers(found, "neighbour")
    assert answers(found, "other row") == {"20"}
    assert answers(found, "right and wrong") == {"12.5 or 20"}


def test_near_misses_of_a_declared_list_and_record() -> None:
    found = declared({"list_of": {"type": "text"}, "ordered": True}, ["A", "B"], '["A", "B"]')
    assert answers(found, "items swapped") == {'["B", "A"]'}
    assert answers(found, "item left out") == {'["B"]', '["A"]'}
    found = declared({"record": {"day": {"type": "date"}, "count": {"type": "number"}}},
                     {"day": "2026-03-16", "count": 3}, '{"day": "2026-03-16", "count": 3}')  # fmt: skip
    assert '{"day": "2026-03-17", "count": 3}' in answers(found, "neighbour")
    assert '{"day": "2026-03-16", "count": 4}' in answers(found, "neighbour")


def test_a_table_that_still_holds_what_it_must_is_no_mutant() -> None:
    format = {"table_of": {"what": {"type": "text"}, "price": {"type": "number"}}}
    task = task_with({"answer": {"must_include": [{"what": "Lamp", "price": 3}]}}, answer=format)
    found = made(task, {"answer": '[{"what": "Lamp", "price": 3}]'})
    assert {m.kind for m in found} == {"neighbour", "item left out"}
    assert survivors(task, found) == []


def test_a_refusal_for_another_reason_is_a_mutant() -> None:
    task = task_with({"answer": {"not_achievable": ["not_found"]}})
    outcome = {"answer": "", "status": "not_achievable", "reason": "not_found"}
    found = made(task, outcome)
    assert [m.name for m in found if m.kind == "another reason"] == [
        "answer: because not_permitted", "answer: because not_supported",
    ]  # fmt: skip
    assert survivors(task, found) == []
