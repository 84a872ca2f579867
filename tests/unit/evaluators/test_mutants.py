"""Wrong outcomes are made from right ones: which, that they differ, and that what means the same is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Request, StepRecord
from evaluators.mutants import Mutant, Pool, mutants, neighbours, same_value, verdicts
from evaluators.oldvalues import Setting
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
    ("text", "kind", "wanted"),
    [
        ("€12.50", "currency", {"€13.50", "€22.50", "€21.50", "€1.50", "€120.50", "€12.51", "$12.50"}),
        ("9", "number", {"0", "90"}),
        ("3 March 2026", "date", {"4 March 2026", "3 April 2026", "3 March 2027"}),
        ("Nordwind Kettle Basic", "text", {"Kettle Basic", "Nordwind Basic", "Nordwind Kettle"}),
        ("ann@x.example", "email", {"znn@x.example", "azn@x.example"}),
    ],
)
def test_neighbours_are_one_step_away(text: str, kind: str, wanted: set[str]) -> None:
    found = {other for _, other in neighbours(text, kind)}
    assert wanted <= found
    assert text not in found


def test_values_that_mean_the_same_are_no_mutants() -> None:
    setting = Setting("")
    assert same_value("currency", "€12.5", "12.50 EUR", setting)
    assert not same_value("currency", "€12.5", "€12.51", setting)
    assert not same_value("date", "3 March 2026", "no date at all", setting)


def test_a_number_in_a_sentence_is_changed_where_it_stands() -> None:
    task = task_with({"answer": {"number": 17}})
    other = task_with({"answer": {"number": 23}}, id="shopping.test.1")
    found = made(task, {"answer": "You have 17 orders."}, siblings=[task, other])
    assert answers(found, "other row") == {"You have 23 orders."}
    assert {"You have 18 orders.", "You have 71 orders."} <= answers(found, "neighbour")
    assert answers(found, "right and wrong") == {"You have 17 or 23 orders."}
    assert survivors(task, found) == []


def test_a_neighbour_with_the_same_value_is_left_out() -> None:
    task = task_with({"answer": {"number": 17}})
    other = task_with({"answer": {"number": "17.0"}}, id="shopping.test.1")
    assert answers(made(task, {"answer": "17"}, siblings=[other]), "other row") == set()


def test_one_answer_goes_into_every_answer_check() -> None:
    task = task_with({"answer": {"must_include": ["Blue kettle"]}}, {"answer": {"currency": "20.00"}})
    found = [m for m in made(task, {"answer": "Blue kettle, €20.00"}) if m.kind == "neighbour"]
    assert found
    for mutant in found:
        assert mutant.changed == (0, 1)
        assert len({entry["evidence"]["answer"] for entry in mutant.evidence}) == 1


def test_lists_lose_an_item_and_change_places() -> None:
    task = task_with({"answer": {"list": ["Anna", "Berta", "Clara"], "ordered": True}})
    found = made(task, {"answer": "Anna, Berta, Clara"})
    assert answers(found, "item left out") == {"Berta, Clara", "Anna, Clara", "Anna, Berta"}
    assert answers(found, "items swapped") == {"Berta, Anna, Clara", "Anna, Clara, Berta"}
    assert survivors(task, found) == []


def test_mappings_swap_their_values() -> None:
    task = task_with({"answer": {"month_counts": "January: 3, February: 4, March: 4"}})
    found = made(task, {"answer": "January: 3, February: 4, March: 4"})
    assert answers(found, "values swapped") == {"January: 4, February: 3, March: 4"}, "4 and 4 are no swap"
    assert "January: 3, February: 4" in answers(found, "item left out")


def test_what_cannot_be_done_must_be_looked_up() -> None:
    spec = {"unachievable": {"reason": "not_found", "visited": [f"{SHOP}/search/*"]}}
    task = task_with({"answer": spec})
    found = made(task, {"answer": "N/A", "urls": [f"{SHOP}/", f"{SHOP}/search/x"]})
    assert {m.kind for m in found} == {"claims otherwise", "not looked up"}
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
    task = task_with({"answer": {"number": 17}})
    others = [task_with({"answer": {"number": n}}, id=f"shopping.test.{n}") for n in range(20, 60)]
    first, second = (made(task, {"answer": "17"}, siblings=others) for _ in range(2))
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
    assert answers(found, "right and wrong") == {"12.5 or 12.51"}


def test_near_misses_of_a_declared_list_and_record() -> None:
    found = declared({"list_of": {"type": "text"}, "ordered": True}, ["A", "B"], '["A", "B"]')
    assert answers(found, "items swapped") == {'["B", "A"]'}
    assert answers(found, "item left out") == {'["B"]', '["A"]'}
    found = declared({"record": {"day": {"type": "date"}, "count": {"type": "number"}}},
                     {"day": "2026-03-16", "count": 3}, '{"day": "2026-03-16", "count": 3}')  # fmt: skip
    assert '{"day": "2026-03-17", "count": 3}' in answers(found, "neighbour")
    assert '{"day": "2026-03-16", "count": 4}' in answers(found, "neighbour")


def test_a_refusal_for_another_reason_is_a_mutant() -> None:
    task = task_with({"answer": {"not_achievable": ["not_found"]}})
    outcome = {"answer": "", "status": "not_achievable", "reason": "not_found"}
    found = made(task, outcome)
    assert [m.name for m in found if m.kind == "another reason"] == [
        "answer: because not_permitted", "answer: because not_supported",
    ]  # fmt: skip
    assert survivors(task, found) == []
