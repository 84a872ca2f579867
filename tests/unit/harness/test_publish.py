"""What is published of a run can be checked by anybody, and holds nothing that is not for them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from recorded import TASK, UntouchedWorld, files_of, record_run
from typer.testing import CliRunner

from evaluators import Outcome, collect_all, judge_all
from harness.commands.cli import app
from harness.elsewhere.sites_file import read_sites_file
from harness.elsewhere.tasks import keep_tasks, published_tasks, tasks_of_run
from harness.episode.dataset import dataset_row
from harness.jsonio import write_json
from harness.run.agreement import ENDS
from harness.run.identity import tasks_hash
from harness.run.models import JournalLine
from harness.run.publish import PublishError, publish
from harness.run.rescore import rescore
from sites.errors import WebariumError
from sites.spec import ROOT
from tasks.canary import CANARY, NOTICE
from tasks.lint import strays
from tasks.loader import load_tasks
from tasks.published import PublishedTask


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


def test_no_file_tells_a_path_or_a_user_of_an_endpoint(run: Path, tmp_path: Path) -> None:
    agent = {"name": "mine", "command": ["mine", "--config=/home/jane/secret.yaml"], "options": {
        "prompts": "/home/jane/prompts", "base_url": "http://jane:hunter2pass@10.0.0.5/v1"}}  # fmt: skip
    change(run / "manifest.json", agent=agent, selection="@/home/jane/tasks.txt")
    folder = publish(run, tmp_path / "out")
    for name, content in files_of(folder).items():
        assert b"jane" not in content, name
        assert b"hunter2pass" not in content, name
    assert "Tasks: @tasks.txt." in (folder / "README.md").read_text()
    assert json.loads((folder / "entry.json").read_text())["selection"] == "@tasks.txt"


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


@pytest.mark.parametrize("told", ["hunter2%21pass", "hunter2!pass"])
def test_the_password_of_an_endpoint_in_a_trajectory_is_not_published(
    run: Path, tmp_path: Path, told: str
) -> None:
    options = {"base_url": "http://jane:hunter2%21pass@10.0.0.5/v1"}
    change(run / "manifest.json", agent={"name": "mine", "command": ["mine"], "options": options})
    (run / "episodes" / f"{TASK}.0" / "axtree" / "0.txt").write_text(f"it refused {told}, the page says")
    with pytest.raises(PublishError, match=r"0\.txt of the run holds the value of password \d of the agent"):
        publish(run, tmp_path / "out")


@pytest.mark.parametrize(
    "written",
    [
        'so "long/as ä key & <more>',
        r"so \"long/as \u00e4 key & <more>",
        r"so \"long/as ä key & <more>",
        "so%20%22long%2Fas%20%C3%A4%20key%20%26%20%3Cmore%3E",
        "so+%22long%2Fas+%C3%A4+key+%26+%3Cmore%3E",
        "so &quot;long/as ä key &amp; &lt;more&gt;",
        'so "long/as ä key &amp; &lt;more&gt;',
    ],
)
def test_a_secret_is_found_however_it_is_written(run: Path, tmp_path: Path, written: str) -> None:
    (run / "episodes" / f"{TASK}.0" / "axtree" / "0.txt").write_text(f"a {written} b")
    with pytest.raises(PublishError, match=r"0\.txt of the run holds the value of MY_KEY"):
        publish(run, tmp_path / "out", secrets={"MY_KEY": 'so "long/as ä key & <more>'})


def test_a_value_that_is_no_text_is_searched_for_as_well(run: Path, tmp_path: Path) -> None:
    (run / "episodes" / f"{TASK}.0" / "axtree" / "0.txt").write_bytes(b"a correct-\xff-battery b")
    with pytest.raises(PublishError, match="the value of MY_KEY"):
        publish(run, tmp_path / "out", secrets={"MY_KEY": os.fsdecode(b"correct-\xff-battery")})


def test_a_variable_that_is_not_set_is_named(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "webarium: the run is not searched for the values of MY_KEY, which are not set here\n"
    monkeypatch.delenv("MY_KEY", raising=False)
    publish(run, tmp_path / "out")
    assert capsys.readouterr() == ("", told)
    monkeypatch.setenv("MY_KEY", "correct-horse-battery")
    publish(run, tmp_path / "more")
    assert capsys.readouterr() == ("", "")


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


def elsewhere(run: Path) -> PublishedTask:
    """Make the run one of a task that another benchmark published."""
    sites = run.parent / "sites.yaml"
    sites.write_text("sites: {map: {url: 'http://localhost:3000'}}")
    rules = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "1 km"}}
    record = {"task_id": 1, "intent": "How far?", "sites": ["map"], "start_url": "__MAP__", "eval": rules}
    (run.parent / "raw.json").write_text(json.dumps(record))
    (task,) = published_tasks(str(run.parent / "raw.json"), read_sites_file(sites))
    keep_tasks(run, [task])
    change(run / "manifest.json", tasks=[task.id], trials=1, sites=["map"], tasks_hash=tasks_hash([task]),
           elsewhere="/home/jane/sites.yaml", selection="/home/jane/raw.json,!*.2")  # fmt: skip
    place = run / "episodes" / f"{task.id}.0"
    place.with_name(f"{TASK}.0").rename(place)
    outcome = Outcome(task_id=task.id, answer="1 km", stop_reason="stop")
    evidence = collect_all(task, UntouchedWorld(), outcome)
    write_json(place / "outcome.json", outcome.model_dump(mode="json"))
    write_json(place / "evidence.json", evidence)
    write_json(place / "verdict.json", judge_all(task, evidence).model_dump(mode="json"))
    line = JournalLine.of(
        task, trial=0, agent="mine", config="c", status="passed", score=1.0, answer="1 km",
        stop_reason="stop", steps=1, folder=f"episodes/{place.name}", digest=None,
    )  # fmt: skip
    (run / "journal.jsonl").write_bytes(line.to_line())
    return task


def test_a_run_of_somebody_elses_tasks_is_published_with_them(run: Path, tmp_path: Path) -> None:
    task = elsewhere(run)
    folder = publish(run, tmp_path / "out")
    assert tasks_of_run(folder, [task.id]) == [task]
    assert not rescore(folder)["tasks_changed"]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["elsewhere"], manifest["selection"]) == ("sites.yaml", "raw.json,!*.2")
    assert b"jane" not in b"".join(files_of(folder).values())


@pytest.mark.parametrize("name", ["axtree/0.txt", "axtree", "0.png", "outcome.json", "trajectory.jsonl"])
def test_what_lies_elsewhere_is_not_published(run: Path, tmp_path: Path, name: str) -> None:
    """A link in a run that somebody sent leads to a file of whoever publishes it."""
    place = run / "episodes" / f"{TASK}.0"
    (tmp_path / "own").mkdir()
    (place / name).rename(tmp_path / "own" / "secret")
    (place / name).symlink_to(tmp_path / "own" / "secret")
    with pytest.raises(WebariumError, match="leads out of the episode's folder"):
        publish(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_log_of_the_same_run_is_not_published_as_a_page(run: Path, tmp_path: Path) -> None:
    page = run / "episodes" / f"{TASK}.0" / "axtree" / "0.txt"
    page.unlink()
    page.symlink_to("../../../agents/log")
    with pytest.raises(WebariumError, match="leads out of the episode's folder"):
        publish(run, tmp_path / "out")


def test_a_link_within_an_episode_is_as_good_as_a_file(run: Path, tmp_path: Path) -> None:
    page = run / "episodes" / f"{TASK}.0" / "axtree" / "0.txt"
    page.rename(page.with_name("1.txt"))
    page.symlink_to("1.txt")
    (folder,) = publish(run, tmp_path / "out").glob(f"episodes/{TASK}.0")
    assert (folder / "axtree" / "0.txt").read_text() == "a page"


KEY = f"AIza{'a1' * 17}b"
FOLDED = f"<p>{KEY[:10]}=\r\n{KEY[10:]}</p>"


def saved(kind: str, encoding: str, content: str) -> str:
    """A page as the browser saves it."""
    return (
        'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
        f"--b\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{content}\r\n--b--\r\n"
    )


@pytest.mark.parametrize(
    ("field", "name", "content", "found"),
    [
        ("dom_file", "0.xml", f"<a>{KEY}</a>", True),
        ("mhtml_file", "0.mhtml", saved("text/html", "quoted-printable", FOLDED), True),
        ("mhtml_file", "0.mhtml", saved(f"text/html\r\nContent-Location: http://x/?{KEY}", "8bit", ""), True),
        ("mhtml_file", "0.mhtml", saved("image/png", "base64", f"iVBORw0KGgo/{KEY}+"), False),
    ],
)
def test_keys_are_looked_for_in_pages_too(
    run: Path, tmp_path: Path, field: str, name: str, content: str, found: bool
) -> None:
    place = run / "episodes" / f"{TASK}.0"
    change(place / "trajectory.jsonl", **{field: name})
    with (place / "trajectory.jsonl").open("a") as file:
        file.write("\n")
    (place / name).write_bytes(content.encode())
    publish(run, tmp_path / "plain")
    if not found:
        publish(run, tmp_path / "out", pictures=True)
        return
    with pytest.raises(PublishError, match=rf"{name} of the run holds what looks like a key: AIzaa1"):
        publish(run, tmp_path / "out", pictures=True)
