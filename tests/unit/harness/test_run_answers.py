"""How a run's episodes answered: counts, and a score that constant policies do not get."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluators.base import Outcome
from evaluators.heard import told_of
from harness.compare.comparison import compare
from harness.compare.show import markdown, paired
from harness.compare.sides import load_side, save_baseline
from harness.report import load_run, write_report
from harness.run.answers import count_answers, pair_scores
from harness.run.models import JournalLine
from harness.run.summary import summarize
from tasks.model import Task


def line(template: str, number: int, passed: bool, *, trial: int = 0, **facts: Any) -> JournalLine:
    refusal = template.startswith("no_")
    given = {
        "task_id": f"shopping.{template}.{number}",
        "template": f"shopping.{template}",
        "trial": trial,
        "config": "c",
        "status": "passed" if passed else "failed",
        "unachievable": refusal,
        "twin": f"shopping.{template[3:]}" if refusal else None,
        "answer_status": "done",
        "answer_reading": "strict",
    }
    return JournalLine.model_validate(given | facts)


def played(refuses: Any, *, trials: int = 1, pairs: int = 3) -> list[JournalLine]:
    """Pairs of two refusals and four twins each, by somebody who refuses where the function says so."""
    lines = []
    for trial in range(trials):
        for pair in range(pairs):
            for template, numbers in ((f"no_lamp{pair}", 2), (f"lamp{pair}", 4)):
                for number in range(numbers):
                    says = refuses(template, number, trial)
                    right = says == template.startswith("no_")
                    status = "not_achievable" if says else "done"
                    lines.append(line(template, number, right, trial=trial, answer_status=status))
    return lines


@pytest.mark.parametrize(
    ("refuses", "score"),
    [
        (lambda template, number, trial: True, 0.0),
        (lambda template, number, trial: False, 0.0),
        (lambda template, number, trial: trial == 0, 0.0),
        (lambda template, number, trial: template[-1] == "0", 0.0),
        (lambda template, number, trial: template.startswith("no_"), 1.0),
        # half of the refusals and half of the twins: as if a coin were thrown
        (lambda template, number, trial: number % 2 == 0, 0.25),
    ],
)
def test_a_constant_policy_has_no_pairs(refuses: Any, score: float) -> None:
    counts = count_answers(played(refuses, trials=2))
    assert counts.pairs.pairs == 3
    assert counts.pairs.score == pytest.approx(score)
    assert counts.pairs.interval is not None
    low, high = counts.pairs.interval
    assert low <= score <= high


def test_pairs_without_both_sides_are_left_out() -> None:
    lines = [
        line("no_lamp", 0, True),
        line("lamp", 0, True),
        line("no_desk", 0, True),
        line("no_chair", 0, True, twin=None),
        line("no_bed", 0, True),
        line("bed", 0, True, trial=1),
    ]
    assert pair_scores(lines) == ({"shopping.no_lamp": 1.0}, 3)
    counts = count_answers(lines)
    assert (counts.pairs.pairs, counts.pairs.left_out) == (1, 3)
    assert count_answers([]).pairs.score is None


def test_refusals_and_readings_are_counted() -> None:
    lines = [
        line("lamp", 0, True),
        line("lamp", 1, False, answer_status="not_achievable"),
        line("lamp", 2, False, answer_status="malformed", answer_reading="malformed"),
        line("lamp", 3, False, answer_status="failed", answer_reading="loose"),
        line("no_lamp", 0, True, answer_status="not_achievable"),
        line("no_lamp", 1, False, answer_status="done"),
        line("no_lamp", 2, False, answer_status="failed"),
        line("no_lamp", 3, False, answer_status=None, answer_reading="none"),
    ]
    counts = count_answers(lines)
    assert counts.readings == {"strict": 5, "loose": 1, "malformed": 1, "none": 1}
    assert (counts.achievable, counts.unachievable) == ((1, 4), (1, 4))
    assert (counts.false_refusals, counts.missed_refusals, counts.given_up) == (1, 2, 2)


def test_an_older_journal_counts_on_neither_side() -> None:
    older = {"task_id": "shopping.lamp.0", "trial": 0, "config": "c", "status": "passed", "answer": "3"}
    counts = count_answers([JournalLine.read(older)])
    assert (counts.achievable, counts.unachievable, counts.pairs.left_out) == ((0, 0), (0, 0), 0)


def task(**more: Any) -> Task:
    return Task.model_validate(
        {"id": "shopping.lamp.0", "template": "shopping.lamp", "folder": "shopping", "number": 0,
         "sites": ["shopping"], "profile": {"shopping": None}, "intent": "How many lamps are there?",
         "start": ["http://shopping.webarium.test/"], "category": "information_seeking", "covers": ["1"],
         "checks": [{"changes": "none"}]} | more
    )  # fmt: skip


@pytest.mark.parametrize(
    ("outcome", "status", "reading"),
    [
        ({}, None, "none"),
        ({"answer": ""}, "done", "none"),
        ({"answer": "", "status": "failed"}, "failed", "none"),
        ({"answer": "", "status": "not_achievable", "reason": "not_found"}, "not_achievable", "strict"),
        ({"answer": "", "status": "not_achievable"}, "not_achievable", "malformed"),
        ({"answer": "", "status": "not_achievable", "told": "none"}, "not_achievable", "strict"),
    ],
)
def test_what_is_kept_of_an_answer(outcome: dict[str, Any], status: str | None, reading: str) -> None:
    kept = told_of(task(), Outcome.model_validate({"task_id": "shopping.lamp.0"} | outcome))
    assert (kept["answer_status"], kept["answer_reading"]) == (status, reading)


def run(folder: Path, refuses: Any) -> Path:
    return written(folder, played(refuses))


def written(folder: Path, played: list[JournalLine]) -> Path:
    folder.mkdir(parents=True)
    lines = [one.to_json() for one in played]
    (folder / "journal.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    return folder


def test_summary_and_report_show_it(tmp_path: Path) -> None:
    folder = run(tmp_path / "one", lambda template, number, trial: number == 0)
    summary = summarize(folder)
    assert summary.answers.pairs.score == pytest.approx(0.5 * 0.75)
    assert summary.answers.achievable == (9, 12)
    assert summary.answers.unachievable == (3, 6)
    assert (summary.answers.false_refusals, summary.answers.missed_refusals) == (3, 3)
    page = write_report(folder).read_text(encoding="utf-8")
    assert "score 37.5 %" in page
    assert "over 3 pairs" in page
    assert "cannot be done" in page
    assert load_run(folder).answers == summary.answers


def test_compare_shows_pairs(tmp_path: Path) -> None:
    always = run(tmp_path / "always", lambda template, number, trial: True)
    knows = run(tmp_path / "knows", lambda template, number, trial: template.startswith("no_"))
    save_baseline(always, tmp_path / "always.json")
    sides = [load_side(str(tmp_path / "always.json")), load_side(str(knows))]
    (found,) = compare(sides[0], sides[1:])
    assert found.pair_score is not None
    assert (found.pair_score.baseline, found.pair_score.run, found.pair_score.tasks) == (0.0, 1.0, 3)
    assert paired(found).startswith("Pair score 0.0 % before, 100.0 % after (+100.0 points")
    text = markdown(sides, [found], [])
    assert "Pair score 0.0 % before" in text
    assert "cannot be done" in text
    assert found.value("false_refusals", None, True) == 12
    assert found.value("pair_score", None, False) == 1.0


def test_errors_of_the_sandbox_are_in_no_paired_score(tmp_path: Path) -> None:
    """They are no success of the run, as in its summary, but say nothing about the agent."""
    right = [line(name, 0, True, trial=trial) for name in ("no_lamp", "lamp") for trial in (0, 1)]
    broken = [*right[:-1], line("lamp", 0, False, trial=1, status="error")]
    sides = [load_side(str(written(tmp_path / name, lines))) for name, lines in
             (("right", right), ("broken", broken))]  # fmt: skip
    (found,) = compare(sides[0], sides[1:])
    assert found.pair_score is not None
    assert (found.pair_score.baseline, found.pair_score.run) == (1.0, 1.0)
    assert found.value("pair_score", None, False) == 0.5
    assert summarize(tmp_path / "broken").answers.pairs.score == 0.5


def test_a_pair_that_was_never_finished_is_compared_with_nothing(tmp_path: Path) -> None:
    right = [line("no_lamp", 0, True), line("lamp", 0, True)]
    broken = [right[0], line("lamp", 0, False, status="error")]
    sides = [load_side(str(written(tmp_path / name, lines))) for name, lines in
             (("right", right), ("broken", broken))]  # fmt: skip
    assert compare(sides[0], sides[1:])[0].pair_score is None
