"""A run survives the death of its parts. The world is a stand-in, everything else is real."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from harness import processes
from harness.agents.naming import AgentSpec, resolve_agent
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from harness.fleet.coming import ComingImages
from harness.run.journal import Journal, RunBusy, read_journal
from harness.run.models import JournalLine
from harness.run.runner import Runner
from harness.run.settings import RunError, RunSettings
from sites.errors import WebariumError
from sites.seeds import Seed
from tasks.model import Limits as TaskLimits
from tasks.model import Task

HERE = Path(__file__).parent
SHOP = "http://shopping.webarium.test"

FINDS_ORDER = """
import time
from harness.agents.base import Agent, serve
class Finds(Agent):
    def run(self, session):
        page = session.observe()
        page = session.act({"name": "click", "element": page.find("link", "First order").id}, thought="look")
        time.sleep(PAUSE)
        session.stop(page.find("cell", "12.50").name)
serve(Finds())
"""
SAYS_TWICE = """
from harness.agents.base import Agent, serve
class Says(Agent):
    def run(self, session):
        assert session.task.answer_format["schema"], session.task
        seen = session.stop("I am not sure")
        assert "schema" in seen.error, seen
        session.stop(SECOND)
serve(Says())
"""
CRASHES = "import sys; sys.stdin.readline(); print('no idea', file=sys.stderr); sys.exit(7)"
CLICKS_NOTHING = """
from harness.agents.base import Agent, serve
class Same(Agent):
    def act(self, observation):
        return {"name": "noop"}
serve(Same())
"""
TALKS_NONSENSE = """
import sys
for line in sys.stdin:
    print("hello", flush=True)
"""


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))  # spawned workers get the same search path


def make_task(number: int, start: str = "/") -> Task:
    return Task(
        id=f"shopping.first_order.{number}",
        template="shopping.first_order",
        folder="shopping",
        number=number,
        sites=["shopping"],
        profile={"shopping": "emma"},
        intent="Open my first order and tell me its total.",
        start=[SHOP + start],
        category="information_seeking",
        covers=["S1"],
        checks=[{"kind": "url", "spec": f"{SHOP}/order/1"}],  # type: ignore[list-item]
    )


def make_settings(
    folder: Path, script: str, *, tasks: int = 4, start: str = "/", **options: Any
) -> RunSettings:
    folder.mkdir(parents=True, exist_ok=True)
    agent = folder.parent / f"{folder.name}_agent.py"
    agent.write_text(script.replace("PAUSE", str(options.pop("pause", 0))))
    return RunSettings(
        folder=folder,
        tasks=[make_task(number, start) for number in range(tasks)],
        agent=AgentSpec("scripted", [sys.executable, str(agent)]),
        factory="local_world:make_world",
        episode=EpisodeSettings(limits=options.pop("limits", Limits())),
        **options,
    )


def start_run(place: Path, settings: RunSettings) -> subprocess.Popen[str]:
    """The run as a process of its own, which ends with 130 when it was interrupted."""
    pickled = place / "settings.pickle"
    pickled.write_bytes(pickle.dumps(settings))
    program = place / "run_it.py"
    program.write_text(
        f"import sys, pickle; sys.path[:0] = [{str(HERE)!r}, {str(HERE.parent.parent)!r}]\n"
        "from harness.run.runner import Interrupted, Runner\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        f"        Runner(pickle.load(open({str(pickled)!r}, 'rb'))).run()\n"
        "    except Interrupted:\n"
        "        sys.exit(130)\n"
    )
    return subprocess.Popen([sys.executable, str(program)], stderr=subprocess.PIPE, text=True)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [line.to_json() for line in read_journal(folder / "journal.jsonl").values()]


def test_run_leaves_journal_manifest_summary_and_episodes(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "runs" / "one", FINDS_ORDER, workers=2)
    summary = Runner(settings).run()
    assert (summary.tasks, summary.passed, summary.errors) == (4, 4, 0)
    assert summary.per_site["shopping"].success_rate == 1.0
    lines = lines_of(settings.folder)
    assert {line["task_id"] for line in lines} == {f"shopping.first_order.{n}" for n in range(4)}
    assert len({line["digest"] for line in lines}) == 1, "the same way must give the same observations"
    assert {line["answer"] for line in lines} == {"12.50"}
    assert (tmp_path / "runs" / "latest").resolve() == settings.folder.resolve()
    folder = settings.folder / lines[0]["folder"]
    steps = [json.loads(line) for line in (folder / "trajectory.jsonl").read_text().splitlines()]
    assert [step["action"]["name"] for step in steps] == ["click", "stop"]
    assert steps[0]["target"]["role"] == "link"
    assert steps[0]["target"]["name"] == "First order"
    assert steps[0]["thought"] == "look"
    assert (
        "[4] link 'First order'" in (folder / steps[0]["axtree_file"]).read_text()
        or "First order" in (folder / steps[0]["axtree_file"]).read_text()
    )
    assert (folder / steps[0]["screenshot"]).read_bytes().startswith(b"\x89PNG")
    outcome = json.loads((folder / "outcome.json").read_text())
    assert outcome["urls"] == [f"{SHOP}/", f"{SHOP}/order/1"]
    assert outcome["final_url"] == f"{SHOP}/order/1"
    manifest = json.loads((settings.folder / "manifest.json").read_text())
    assert manifest["browser"]
    assert manifest["protection"].startswith("as ")
    assert manifest["tasks"] == [f"shopping.first_order.{n}" for n in range(4)]


def test_run_of_another_agent_is_not_continued(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", CRASHES, tasks=1)
    Runner(settings).run()
    before = (settings.folder / "manifest.json").read_bytes()
    other = dataclasses.replace(settings, agent=dataclasses.replace(settings.agent, options={"model": "x"}))
    with pytest.raises(RunError, match="option model is 'x', not None"):
        Runner(other).run()
    assert (settings.folder / "manifest.json").read_bytes() == before


def test_killed_worker_gives_its_episode_back(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", FINDS_ORDER, tasks=5, workers=2, pause=0.3)
    pids: dict[int, int] = {}
    killed: list[str] = []

    def progress(event: str, data: dict[str, Any]) -> None:
        if event == "worker":
            pids[data["worker"]] = data["pid"]
        if event == "begun" and not killed and data["task_id"].endswith(("2", "3")):
            killed.append(data["task_id"])
            os.kill(pids[data["worker"]], signal.SIGKILL)

    summary = Runner(settings, progress=progress).run()
    assert (summary.tasks, summary.passed, summary.errors) == (5, 5, 0)
    attempts = {line["task_id"]: line["attempts"] for line in lines_of(settings.folder)}
    assert attempts[killed[0]] == 2
    assert sum(attempts.values()) == 6
    assert not list((settings.folder / "episodes").glob(".*")), "no half episode may stay"


def test_killed_run_resumes_where_it_stopped(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", FINDS_ORDER, tasks=6, workers=2, pause=0.3)
    process = start_run(tmp_path, settings)
    deadline = time.monotonic() + 60
    while len(lines_of(settings.folder)) < 2:
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with pytest.raises(RunBusy):
        Journal(settings.folder)
    process.kill()
    process.wait()
    before = (settings.folder / "journal.jsonl").read_bytes()
    with (settings.folder / "journal.jsonl").open("ab") as file:
        file.write(b'{"task_id": "shopping.first_or')  # as if killed while writing
    summary = Runner(settings).run()
    assert (summary.tasks, summary.passed) == (6, 6)
    after = (settings.folder / "journal.jsonl").read_bytes()
    assert after.startswith(before), "finished episodes stay as they are"
    assert after.count(b"\n") == 6, "no episode is run twice"


TELLS = """
import json, sys
task = json.loads(sys.stdin.readline())
print(json.dumps(task), file=sys.stderr, flush=True)
sys.stdin.readline()
print(json.dumps({"type": "action", "action": {"name": "stop"}}), flush=True)
sys.stdin.readline()
"""
GIVES_UP = """
from harness.agents.base import Agent, serve
class GivesUp(Agent):
    def run(self, session):
        page = session.observe()
        page = session.act({"name": "click", "element": page.find("link", "First order").id})
        print("no model", flush=True)
        session.fail("the model is down")
serve(GivesUp())
"""


def records_of(folder: Path) -> list[JournalLine]:
    return [JournalLine.read(line) for line in lines_of(folder)]


def test_an_agent_is_told_no_name_of_its_task(tmp_path: Path) -> None:
    """Names tell: shopping.voucher_refused.0 is an answer. A limit of the task's own would tell as well."""
    settings = make_settings(tmp_path / "run", TELLS, tasks=2)
    own = [task.model_copy(update={"limits": TaskLimits(steps=7 + task.number)}) for task in settings.tasks]
    Runner(dataclasses.replace(settings, tasks=own)).run()
    folders = [settings.folder / str(line.folder) for line in records_of(settings.folder)]
    told = [json.loads((folder / "agent.log").read_text()) for folder in folders]
    assert not [one for one in told if "first_order" in json.dumps(one)]
    assert len({one.pop("episode") for one in told}) == 2
    assert len({one.pop("seed") for one in told}) == 2
    assert told[0] == told[1]
    digests = {line.digest for line in records_of(settings.folder)}
    assert len(digests) == 1, "what the agent is told by chance enters nothing that is compared"


def test_an_agent_may_say_once_that_it_cannot_go_on(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", GIVES_UP, tasks=1)
    summary = Runner(settings).run()
    (line,) = records_of(settings.folder)
    assert (line.stop_reason, line.agent_errors, line.attempts) == (
        "agent_error: the agent cannot go on: the model is down", 2, 2,
    )  # fmt: skip
    assert summary.errors == 0
    (kept,) = line.attempts_kept
    assert (kept.whose, kept.error) == ("agent", "the agent cannot go on: the model is down")
    files = {path.name for path in (settings.folder / kept.folder).iterdir()}
    assert {"trajectory.jsonl", "agent.log", "steps", "trouble.json"} <= files
    assert (settings.folder / kept.folder / "agent.log").read_text() == "no model\n"


def test_what_an_attempt_saw_is_kept_when_the_sandbox_fails(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", CLICKS_NOTHING, tasks=1, start="/down")
    settings = dataclasses.replace(settings, episode=EpisodeSettings(trace="failed"))
    Runner(settings).run()
    (line,) = records_of(settings.folder)
    assert [one.folder for one in line.attempts_kept] == [
        f"episodes/shopping.first_order.0.0.attempt{number}" for number in (1, 2, 3)
    ]
    for one in line.attempts_kept:
        assert "503" in one.error
        files = {path.name for path in (settings.folder / one.folder).iterdir()}
        assert {"trajectory.jsonl", "steps", "trace.zip"} <= files
    Runner(settings).run()
    (line,) = records_of(settings.folder)
    assert len(line.attempts_kept) == 6, "a run that goes on does not throw away what was before"


def test_an_endless_wait_ends_with_the_episode(tmp_path: Path) -> None:
    limits = Limits(answer_seconds=60, episode_seconds=60)
    settings = make_settings(tmp_path / "run", "import time; time.sleep(60)", tasks=1, limits=limits)
    brief = [task.model_copy(update={"limits": TaskLimits(seconds=2)}) for task in settings.tasks]
    Runner(dataclasses.replace(settings, tasks=brief)).run()
    (line,) = records_of(settings.folder)
    assert (line.status, line.stop_reason) == ("failed", "episode_timeout")
    assert line.phases["play"] < 30


def test_trouble_is_tried_again(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", CLICKS_NOTHING, tasks=3, start="/down-once")
    summary = Runner(settings).run()
    lines = lines_of(settings.folder)
    assert sorted(line["attempts"] for line in lines) == [1, 1, 2], "only the first one met it"
    assert {line["status"] for line in lines} == {"failed"}
    assert (summary.tasks, summary.errors) == (3, 0)


def test_lasting_trouble_is_an_error_not_a_failure(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", CLICKS_NOTHING, tasks=1, start="/down")
    summary = Runner(settings).run()
    (line,) = lines_of(settings.folder)
    assert (line["status"], line["attempts"]) == ("error", 3)
    assert "503" in line["error"]
    assert (summary.failed, summary.errors) == (0, 1)


@pytest.mark.parametrize("factory", ["make_world", "make_leaky_world"])
def test_an_imperfect_reset_is_noticed_when_asked(tmp_path: Path, factory: str) -> None:
    settings = dataclasses.replace(
        make_settings(tmp_path / "run", FINDS_ORDER, tasks=2),
        episode=EpisodeSettings(check_resets=True),
        factory=f"local_world:{factory}",
    )
    Runner(settings).run()
    found = {line["task_id"]: (line["status"], line["error"]) for line in lines_of(settings.folder)}
    assert found.pop("shopping.first_order.0") == ("passed", None)
    ((status, error),) = found.values()
    if factory == "make_world":
        assert (status, error) == ("passed", None)
    else:
        assert status == "error"
        assert "after the reset the state of shopping is stale, pristine is fresh" in error


@pytest.mark.parametrize(
    ("script", "reason", "steps"),
    [
        (CRASHES, "agent_gone: the agent ended with code 7: no idea", 0),
        (CLICKS_NOTHING, "repeated_action", 4),
        (
            TALKS_NONSENSE,
            "invalid_actions: Not a line of JSON: 'hello' (Expecting value, character 1)",
            3,
        ),
        ("import time; time.sleep(60)", "agent_timeout: no action within 2 s", 0),
    ],
)
def test_bad_agents_fail(tmp_path: Path, script: str, reason: str, steps: int) -> None:
    settings = make_settings(tmp_path / "run", script, tasks=1, limits=Limits(answer_seconds=2))
    Runner(settings).run()
    (line,) = lines_of(settings.folder)
    assert (line["status"], line["stop_reason"], line["steps"]) == ("failed", reason, steps)
    assert line["answer"] is None


@pytest.mark.parametrize(
    ("second", "status", "reading"), [("12.5", "passed", "strict"), ("'Hm'", "failed", "malformed")]
)
def test_an_answer_that_cannot_be_read_is_told_once(
    tmp_path: Path, second: str, status: str, reading: str
) -> None:
    settings = make_settings(tmp_path / "run", SAYS_TWICE.replace("SECOND", second), tasks=1)
    asks = Task.model_validate(
        make_task(0).model_dump()
        | {
            "answer": {"type": "currency", "unit": "EUR"},
            "checks": [{"answer": {"exact": 12.5}}, {"changes": "none"}],
        }
    )
    summary = Runner(dataclasses.replace(settings, tasks=[asks])).run()
    (line,) = lines_of(settings.folder)
    assert (line["status"], line["answer_reading"]) == (status, reading)
    assert (line["steps"], line["stop_reason"]) == (2, "stop")
    assert summary.answers.readings[reading] == 1  # type: ignore[index]
    first, _ = map(
        json.loads, (settings.folder / line["folder"] / "trajectory.jsonl").read_text().splitlines()
    )
    assert "could not be read" in first["problem"]
    manifest = json.loads((settings.folder / "manifest.json").read_text())
    assert manifest["settings"]["answer_format"] == "full"


@pytest.mark.parametrize("example", ["agent.py", "agent.js"])
def test_examples_of_the_documentation_work(tmp_path: Path, example: str) -> None:
    if example.endswith(".js") and not shutil.which("node"):
        pytest.skip("there is no node")
    settings = make_settings(tmp_path / "run", "", tasks=1)
    agent = resolve_agent(str(HERE.parent.parent / "examples" / example))
    summary = Runner(dataclasses.replace(settings, agent=agent)).run()
    (line,) = lines_of(settings.folder)
    assert (summary.passed, line["answer"], line["stop_reason"]) == (1, "Order 1", "stop")


def test_python_example_is_the_one_in_the_documentation() -> None:
    code = (HERE.parent.parent / "examples" / "agent.py").read_text()
    shown = (HERE.parent.parent / "docs" / "agents.md").read_text()
    assert code[code.index("from webarium_client") :] in shown


def test_replay_goes_the_same_way(tmp_path: Path) -> None:
    first = make_settings(tmp_path / "first", FINDS_ORDER, tasks=1)
    Runner(first).run()
    again = RunSettings(
        folder=tmp_path / "again",
        tasks=first.tasks,
        agent=AgentSpec(
            "replay", [sys.executable, "-m", "harness.agents.replay", str(first.folder)], lasting=True
        ),
        factory=first.factory,
    )
    assert Runner(again).run().passed == 1
    assert lines_of(again.folder)[0]["digest"] == lines_of(first.folder)[0]["digest"]


STARTS_A_CHILD = """
import subprocess, sys, time
from harness.agents.base import Agent, serve
class Starts(Agent):
    def run(self, session):
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        print("child", child.pid, file=sys.stderr, flush=True)
        session.observe()
        time.sleep(PAUSE)
        session.stop("")
serve(Starts())
"""


def child_of(run: Path) -> int:
    """The process that the agent started, as it told."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for log in (run / "agents").glob("*.log"):
            if found := re.findall(r"child (\d+)\n", log.read_text()):
                return int(found[-1])
        time.sleep(0.05)
    raise AssertionError("the agent started no child")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_an_agent_started_does_not_outlive_a_killed_worker(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "run", STARTS_A_CHILD, tasks=1, pause=2)
    pids: dict[int, int] = {}
    children: list[int] = []

    def progress(event: str, data: dict[str, Any]) -> None:
        if event == "worker":
            pids[data["worker"]] = data["pid"]
        if event == "begun" and not children:
            children.append(child_of(settings.folder))
            os.kill(pids[data["worker"]], signal.SIGKILL)
        if event == "trouble":
            assert not alive(children[0]), "the worker is gone, and what it started is not"

    Runner(settings, progress=progress).run()
    (line,) = lines_of(settings.folder)
    assert (line["status"], line["attempts"]) == ("failed", 2)


def test_a_site_that_hangs_costs_a_worker_and_no_episode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.fleet.local.GRACE_SECONDS", 0.5)
    settings = make_settings(tmp_path / "run", FINDS_ORDER, tasks=1)
    settings = dataclasses.replace(settings, factory="local_world:make_hanging_world")
    troubles: list[str] = []

    def progress(event: str, data: dict[str, Any]) -> None:
        if event == "trouble":
            troubles.append(data["error"])

    summary = Runner(settings, progress=progress).run()
    assert (summary.passed, summary.errors) == (1, 0)
    assert troubles == ["worker 0: the site hung: 'reset' took more than 0 s"]


@pytest.mark.parametrize("more", [0, 2])
def test_ctrl_c_ends_a_run_in_order_however_often_it_is_pressed(tmp_path: Path, more: int) -> None:
    settings = make_settings(tmp_path / "run", STARTS_A_CHILD, tasks=4, workers=2, pause=1)
    process = start_run(tmp_path, settings)
    child = child_of(settings.folder)
    while not lines_of(settings.folder):
        assert process.poll() is None
        time.sleep(0.05)
    below = processes.descendants(process.pid)
    before = (settings.folder / "journal.jsonl").read_bytes()
    for _ in range(1 + more):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in said) == (130, False), said
    deadline = time.monotonic() + 10  # the kernel takes a moment for each
    while left := [pid for pid in (child, *below) if alive(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)
    assert (settings.folder / "journal.jsonl").read_bytes().startswith(before)
    assert not list((settings.folder / "episodes").glob(".*"))
    assert Runner(settings).run().tasks == 4


def test_a_full_disk_ends_the_run_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = make_settings(tmp_path / "run", FINDS_ORDER, tasks=2)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("harness.run.journal.os.fsync", full)
        with pytest.raises(RunError, match="No space left on device") as caught:
            Runner(settings).run()
    assert f"--resume {settings.folder}" in str(caught.value.remedy)
    assert Runner(settings).run().passed == 2


def test_an_agent_that_hangs_loses_its_episode_and_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.fleet.local.GRACE_SECONDS", 0.5)
    script = "import time; time.sleep(1000)"
    settings = make_settings(tmp_path / "run", script, tasks=1, limits=Limits(answer_seconds=1))
    settings = dataclasses.replace(settings, factory="local_world:make_patient_world")
    summary = Runner(settings).run()
    (line,) = lines_of(settings.folder)
    assert (summary.failed, line["attempts"]) == (1, 1)
    assert line["stop_reason"].startswith("agent_gone"), "it was ended, and its worker was not"
    assert (settings.folder / line["folder"] / "verdict.json").is_file()


def some_images_later(pipe: Connection, sites: list[str], seed: Seed) -> None:
    """As a build whose last site is ready once the tasks of the first have been played."""
    pipe.send(("line", "images: begun"))
    pipe.send(("stand", {"done": 1, "of": 2, "left": 1.0, "doing": [], "ready": ["shopping"]}))
    journal = Path(os.environ["WEBARIUM_TEST_JOURNAL"])
    while not journal.exists() or len(journal.read_text().splitlines()) < 2:
        time.sleep(0.05)
    pipe.send(("over", {"image_ids": {"forum": "sha256:1"}, "packages": {}}))


def test_tasks_are_played_as_soon_as_their_sites_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "runs" / "one"
    monkeypatch.setenv("WEBARIUM_TEST_JOURNAL", str(folder / "journal.jsonl"))
    settings = make_settings(folder, FINDS_ORDER)
    later = [
        task.model_copy(update={"sites": ["forum", "shopping"]}) if task.number % 2 == 0 else task
        for task in settings.tasks
    ]
    settings = dataclasses.replace(settings, tasks=later)
    heard: list[str] = []

    def tell(event: str, data: dict[str, Any]) -> None:
        heard.append(data["task_id"] if event == "done" else event)

    coming = ComingImages(settings.sites, settings.seed, tell, target=some_images_later)
    summary = Runner(settings, progress=tell, coming=coming).run()
    assert (summary.passed, summary.tasks) == (4, 4)
    assert [one for one in heard if one.startswith("shopping")] == [
        f"shopping.first_order.{number}" for number in (1, 3, 0, 2)
    ]
    assert heard[:2] == ["image", "images"]
    assert heard.count("worker") == 4, "a second worker, with the wider world, took the place of the first"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["image_ids"] == {"forum": "sha256:1"}


def builds_nothing(pipe: Connection, sites: list[str], seed: Seed) -> None:
    """As a build that fails."""
    pipe.send(("broken", "the disk is full", "make room"))


def test_images_that_cannot_be_built_end_the_run_with_the_reason(tmp_path: Path) -> None:
    settings = make_settings(tmp_path / "runs" / "one", FINDS_ORDER)
    coming = ComingImages(settings.sites, settings.seed, lambda *_: None, target=builds_nothing)
    with pytest.raises(WebariumError, match="the disk is full"):
        Runner(settings, coming=coming).run()
