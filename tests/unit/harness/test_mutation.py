"""Which actions are tampered with, when two plays came to the same, and how mutants are counted."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from evaluators import Judgement, Outcome
from evaluators.base import Request, StepRecord
from harness.authoring import mutation
from harness.authoring.mutation import MutationReport, Survivor, plan, same_outcome, summarize
from harness.episode.results import Played
from harness.episode.trouble import TaskFault
from tasks.loader import load_tasks

SHOP = "http://shopping.webarium.test"
FORM = f"{SHOP}/contact/"


def step(url: str, name: str, role: str = "") -> StepRecord:
    return StepRecord(url=url, action={"name": name}, target={"role": role, "name": "x"})


def played(*rows: dict[str, Any], answer: str = "done", final_url: str = FORM) -> Played:
    change = {"added": list(rows), "removed": [], "changed": [], "counts": {"added": len(rows)}}
    data = {"changes": {"tables": {"line": change}}, "noise": {"tables": {}, "files": []}}
    return Played(
        outcome=Outcome(task_id="shopping.test.0", answer=answer, final_url=final_url),
        evidence=[{"check": 0, "kind": "changes", "evidence": {"sites": {"shopping": data}}}],
        judgement=Judgement(passed=True, score=1.0, checks=[]),
    )


def test_only_what_fills_or_sends_a_form_is_tampered_with() -> None:
    outcome = Outcome(
        task_id="shopping.test.0",
        steps=[
            step(SHOP, "click", "link"),
            step(FORM, "click", "link"),
            step(FORM, "type", "textbox"),
            step(FORM, "click", "checkbox"),
            step(FORM, "click", "button"),
            step(SHOP, "type", "searchbox"),
        ],
        requests=[
            Request(method="GET", url=FORM, step=0),
            Request(method="POST", url=FORM, step=4),
            Request(method="GET", url=f"{SHOP}/search/", step=5),
        ],
    )
    assert plan(outcome) == [(2, "left out"), (3, "left out"), (4, "done twice"), (4, "left out")]


def test_a_second_form_on_the_same_page_has_its_own_fields() -> None:
    outcome = Outcome(
        task_id="shopping.test.0",
        steps=[step(FORM, "type"), step(FORM, "click", "button"), step(FORM, "type"), step(FORM, "press")],
        requests=[Request(method="POST", url=FORM, step=n) for n in (1, 3)],
    )
    assert [number for number, way in plan(outcome) if way == "left out"] == [0, 1, 2, 3]


def test_plays_came_to_the_same_whatever_the_clock_says() -> None:
    row = {"id": 1, "quantity": 2, "date": "2026-03-16 09:00:40.000000"}
    later = {**row, "date": "2026-03-16 09:01:20.000000"}
    assert same_outcome(played(row), played(later))
    assert not same_outcome(played(row), played({**later, "quantity": 3}))
    assert not same_outcome(played(row), played(later, {**later, "id": 2}))
    assert not same_outcome(played(row), played(later, answer="not done"))
    assert not same_outcome(played(row), played(later, final_url=SHOP))
    assert not same_outcome(played(row), played({**row, "date": "2025-03-16 09:00:40.000000"}))


def test_shares_are_counted_by_template_and_kind() -> None:
    survivor = Survivor(task="a.b.1", kind="neighbour", name="8 for 7", why="the one claim is 7")
    reports = [
        MutationReport(task="a.b.0", template="a.b", made={"neighbour": 3}, killed=3, equivalent=1),
        MutationReport(task="a.b.1", template="a.b", made={"neighbour": 1}, survivors=[survivor]),
        MutationReport(task="a.c.0", template="a.c", problem="the oracle does not pass"),
    ]
    found = summarize(reports)
    assert (found["mutants"], found["killed"], found["equivalent"], found["share"]) == (4, 3, 1, 0.75)
    assert found["kinds"] == {"neighbour": {"mutants": 4, "killed": 3}}
    assert found["templates"]["a.b"]["share"] == 0.75
    assert found["templates"]["a.b"]["survivors"] == [survivor.model_dump()]
    assert found["problems"] == {"a.c.0": "the oracle does not pass"}


def test_what_a_problem_says_is_printed_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    report = MutationReport(task="a.b.0", template="a.b", problem="no link [/old] [red]here")

    def apart(*_: Any, on_report: Any, **__: Any) -> list[MutationReport]:
        on_report(report)
        return [report]

    monkeypatch.setattr(mutation, "apart", apart)
    done = CliRunner().invoke(mutation.app, ["mutate", "shopping.order_total.0"])
    assert isinstance(done.exception, SystemExit), done.exception
    assert "0 of 0 fail. no link [/old] [red]here" in done.output


def test_what_fails_in_the_midst_of_a_task_ends_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Player:
        def play(self, task: Any, **more: Any) -> Played:
            if more:
                raise TaskFault("the check 'sql' (number 3) is wrong")
            return played()

    def counted(task: Any, evidence: Any, outcome: Any, report: MutationReport) -> None:
        report.count("neighbour")
        report.killed += 1

    monkeypatch.setattr(mutation, "mutate_evidence", counted)
    monkeypatch.setattr(mutation, "plan", lambda _: [(0, "left out")])
    (task,) = load_tasks("shopping.order_total.0")
    report = mutation.mutate_played(Player(), task)  # type: ignore[arg-type]
    assert (report.made, report.killed) == ({"neighbour": 1}, 1)
    assert report.problem == "one of its mutants cannot be played: the check 'sql' (number 3) is wrong"
