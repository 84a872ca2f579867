"""What is published of a run can be checked by anybody, and holds nothing that is not for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from recorded import TASK, files_of, record_run
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.episode.dataset import dataset_row
from harness.run.agreement import ENDS
from harness.run.publish import PublishError, publish
from harness.run.rescore import rescore
from sites.errors import WebariumError
from sites.spec import ROOT
from tasks.canary import CANARY, NOTICE
from tasks.lint import strays
from tasks.loader import load_tasks


def change(path: Path, **values: Any) -> None:
    """Put other values into a file of JSON."""
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = record_run(tmp_path / "mine")
    (folder / "agents").mkdir()
    (folder / "agents" / "log").write_text("OPENAI_API_KEY=correct-horse-battery")
    place = folder / "episodes" / f"{TASK}.0"
    (place / "trace.zip").write_bytes(b"PK")
    (place / "axtree").mkdir()
    (place / "axtree" / "0.txt").write_text("a page")
    (place / "0.png").write_bytes(b"".join(ENDS[".png"][:2]))
    step = json.loads((place / "trajectory.jsonl").read_text())
    step |= {"axtree_file": "axtree/0.txt", "screenshot": "0.png"}
    (place / "trajectory.jsonl").write_text(json.dumps(step) + "\n")
    agent = {"name": "mine", "command": ["/home/jane/bin/python", "/home/jane/agent.py", "--fast"],
             "environment": ["MY_KEY"], "binds": ["/home/jane/weights:rw"]}  # fmt: skip
    change(folder / "manifest.json", agent=agent)
    return folder


def test_a_run_is_not_published_into_itself(run: Path) -> None:
    before = files_of(run)
    with pytest.raises(PublishError, match="within the run itself"):
        publish(run, run / "episodes" / "out")
    assert files_of(run) == before


def test_what_is_published_is_judged_again_to_the_same(run: Path, tmp_path: Path) -> None:
    before = files_of(run)
    folder = publish(run, tmp_path / "out")
    found = rescore(folder)
    assert (found["episodes"], found["passed"], found["changed"], found["unjudged"]) == (2, 1, [], [])
    assert files_of(run) == before
    entry = json.loads((folder / "entry.json").read_text())
    assert entry["result"]["rate"] == 0.5
    assert entry["result"]["episodes"] == 2
    assert entry["canary"] == CANARY
    told = (folder / "README.md").read_text()
    assert NOTICE in told
    assert "webarium score out\n" in told
    assert str(tmp_path) not in told


def test_logs_traces_paths_and_pictures_stay_behind(run: Path, tmp_path: Path) -> None:
    folder = publish(run, tmp_path / "out")
    content = b"\n".join(files_of(folder).values())
    assert b"jane" not in content
    assert b"correct-horse" not in content
    names = {Path(name).name for name in files_of(folder)}
    assert names == {
        "README.md", "entry.json", "manifest.json", "summary.json", "journal.jsonl", "trajectory.jsonl",
        "outcome.json", "evidence.json", "verdict.json", "0.txt",
    }  # fmt: skip
    command = json.loads((folder / "manifest.json").read_text())["agent"]["command"]
    assert command == ["python", "agent.py", "--fast"]
    assert "0.png" in {Path(name).name for name in files_of(publish(run, tmp_path / "more", pictures=True))}


@pytest.mark.parametrize(
    ("thought", "words"),
    [
        ("my key is correct-horse-battery", "the value of MY_KEY"),
        (f"sk-{'a1' * 20}", "looks like a key: sk-a1a"),
    ],
)
def test_a_secret_in_a_trajectory_is_not_published(
    run: Path, tmp_path: Path, thought: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "correct-horse-battery")
    path = run / "episodes" / f"{TASK}.0" / "trajectory.jsonl"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"thought": thought}) + "\n")
    with pytest.raises(WebariumError, match=words) as caught:
        publish(run, tmp_path / "out")
    assert "correct-horse" not in str(caught.value)
    assert list(tmp_path.iterdir()) == [run]


def test_a_run_that_is_not_finished_is_not_published(run: Path, tmp_path: Path) -> None:
    change(run / "manifest.json", trials=3)
    result = CliRunner().invoke(app, ["publish", str(run), "--to", str(tmp_path / "out")])
    assert result.exit_code != 0
    assert "1 of 3 episodes have no verdict" in result.stderr


def test_a_verdict_that_its_evidence_does_not_bear_is_not_published(run: Path, tmp_path: Path) -> None:
    place = run / "episodes" / f"{TASK}.1"
    verdict = json.loads((place / "verdict.json").read_text())
    for check in verdict["checks"]:
        check |= {"passed": True, "score": 1.0, "status": "pass"}
    change(place / "verdict.json", passed=True, score=1.0, checks=verdict["checks"])
    lines = [json.loads(line) for line in (run / "journal.jsonl").read_text().splitlines()]
    lines[1] |= {"status": "passed", "passed": True, "score": 1.0}
    (run / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(WebariumError, match="1 verdicts are not those of the evidence"):
        publish(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_there_is_not_written_over(run: Path, tmp_path: Path) -> None:
    publish(run, tmp_path / "out")
    with pytest.raises(WebariumError, match="is there already"):
        publish(run, tmp_path / "out")


def test_a_place_that_cannot_be_written_is_told(run: Path) -> None:
    with pytest.raises(WebariumError, match="/proc/webarium-published cannot be written"):
        publish(run, Path("/proc/webarium-published"))


def test_the_canary_stands_in_tasks_locks_and_exports() -> None:
    for path in ("tasks/README.md", "tasks/answers.lock/README.md", "docs/measure.md"):
        assert CANARY in (ROOT / path).read_text(), path
    assert dataset_row(load_tasks(TASK)[0])["canary"] == CANARY
    assert [str(problem) for problem in strays(ROOT / "tasks") if "README" in str(problem)] == []
