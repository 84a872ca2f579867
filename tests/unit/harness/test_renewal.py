"""A baseline renewed with a run of the tasks that changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.compare.renewal import renew_baseline
from harness.compare.sides import load_side, save_baseline
from harness.run.identity import tasks_hash
from sites.errors import WebariumError
from tasks.model import Task
from tests.unit.evaluators.checks_world import task_with
from tests.unit.harness.test_compare import HOSTILE, make_run


def present(*changed: str, count: int = 4, gone: str = "") -> list[Task]:
    """The tasks that `make_run` names, of which some ask for something else now."""
    ids = [f"shopping.template_{number // 2}.{number % 2}" for number in range(count)]
    return [
        task_with({"changes": "none"}).model_copy(
            update={"id": name, "intent": "Other" if name in changed else HOSTILE}
        )
        for name in ids
        if name != gone
    ]


def seen(path: Path) -> dict[str, str]:
    return {one.task_id: one.digest for one in load_side(str(path)).episodes}


def run_of(tmp_path: Path, *numbers: int, **manifest: Any) -> Path:
    """A later run that played some of the tasks, failing them, so that its rows can be told."""
    run = make_run(tmp_path / "later", "f" * (max(numbers) + 1))
    kept = [
        line
        for number, line in enumerate((run / "journal.jsonl").read_text().splitlines())
        if number in numbers
    ]
    (run / "journal.jsonl").write_text("\n".join(kept) + "\n")
    facts = json.loads((run / "manifest.json").read_text())
    facts["tasks"] = [json.loads(line)["task_id"] for line in kept]
    (run / "manifest.json").write_text(json.dumps(facts | {"release": "v2"} | manifest))
    return run


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    path = tmp_path / "baseline.json"
    save_baseline(make_run(tmp_path / "first", "pppp", release="v1"), path)
    return path


def test_what_was_played_is_replaced_and_the_rest_stays(tmp_path: Path, baseline: Path) -> None:
    tasks = present("shopping.template_0.1")
    found = renew_baseline(run_of(tmp_path, 1), baseline, tasks)
    assert seen(baseline) == {
        "shopping.template_0.0": "0p",
        "shopping.template_0.1": "1f",
        "shopping.template_1.0": "2p",
        "shopping.template_1.1": "3p",
    }
    assert (found.played, found.gone) == (["shopping.template_0.1"], [])
    facts = load_side(str(baseline)).facts
    assert (facts["release"], facts["tasks"]) == ("v2", [task.id for task in tasks])
    assert facts["tasks_hash"] == tasks_hash(tasks)
    assert not load_side(str(baseline)).unfinished


def test_new_tasks_come_in_and_those_that_are_gone_go(tmp_path: Path, baseline: Path) -> None:
    found = renew_baseline(run_of(tmp_path, 4), baseline, present(count=5, gone="shopping.template_1.0"))
    assert found.gone == ["shopping.template_1.0"]
    assert [*seen(baseline).values()] == ["0p", "1p", "3p", "4f"]


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (
            {"agent": {"name": "two", "options": {}, "command": [], "environment": []}},
            "of one, the run of two",
        ),
        (
            {"settings": {"observation": ["html"], "scope": "page", "limits": {"steps": 30}}},
            "observation differs",
        ),
        ({"browser": "157.0"}, "browsers differ"),
        ({"tasks": ["shopping.template_0.0", "shopping.template_0.1"]}, "not finished: 1 of 2"),
    ],
)
def test_a_run_that_was_played_otherwise_renews_nothing(
    tmp_path: Path, baseline: Path, manifest: dict[str, Any], said: str
) -> None:
    before = baseline.read_bytes()
    with pytest.raises(WebariumError, match=said):
        renew_baseline(run_of(tmp_path, 1, **manifest), baseline, present())
    assert baseline.read_bytes() == before


def test_sites_that_the_run_had_no_need_of_are_no_difference(tmp_path: Path, baseline: Path) -> None:
    renew_baseline(run_of(tmp_path, 1, images={"webarium/gateway": "h"}), baseline, present())
    assert load_side(str(baseline)).facts["images"] == {"webarium/shopping": "aaa", "webarium/gateway": "h"}


def test_how_many_looked_as_before_is_counted(tmp_path: Path, baseline: Path) -> None:
    run = run_of(tmp_path, 0, 1, 4)
    journal = run / "journal.jsonl"
    journal.write_text(journal.read_text().replace('"digest": "1f"', '"digest": "1p"'))
    found = renew_baseline(run, baseline, present(count=5))
    assert (found.alike, found.again) == (1, 2)


def test_a_changed_task_that_was_not_played_is_named(tmp_path: Path, baseline: Path) -> None:
    with pytest.raises(
        WebariumError, match=r"changed since, and not played by later: shopping\.template_1\.1"
    ):
        renew_baseline(run_of(tmp_path, 1), baseline, present("shopping.template_1.1"))


def test_the_command_counts(tmp_path: Path, baseline: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.loader.all_tasks", lambda: present(gone="shopping.template_1.1"))
    result = CliRunner().invoke(app, ["baseline", "save", "--renew", str(run_of(tmp_path, 1)), str(baseline)])
    assert result.exit_code == 0, result.output
    assert "3 episodes, 1 tasks renewed, 1 gone" in result.output


def test_there_must_be_a_baseline_to_renew(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app,
        ["baseline", "save", "--renew", str(make_run(tmp_path / "run", "p")), str(tmp_path / "none.json")],
    )
    assert result.exit_code != 0
    assert "none.json" in result.output
