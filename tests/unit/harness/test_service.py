"""The service without worlds: leases, attempts, faults; workers are stand-ins that answer at once."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from harness.agents.naming import AgentSpec
from harness.agents.protocol import decode
from harness.commands.cli import app
from harness.episode.mend import ATTEMPTS
from harness.fleet.local import Event
from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from harness.service.api import application
from harness.service.foreign_run import ForeignRun
from harness.service.house import House
from harness.service.ledger import Ledger
from harness.service.metrics import Metrics
from harness.service.refusals import Refused
from harness.service.worker import GONE
from tasks.loader import load_tasks
from tasks.model import Task

TOKEN, OTHERS_TOKEN = "a-token-of-some-length", "another-token-of-some-length"
TRAIN, OTHER = load_tasks("home.monthly_use.0,home.monthly_use.1")


FORMAT = {"sentence": "Answer with a number.", "schema": None, "statuses": {}}


class StandInWorker:
    """Plays an episode as soon as it is told something."""

    fruitless = 0

    def __init__(self, fleet: StandInFleet, number: int) -> None:
        self.fleet, self.number, self.pipe = fleet, number, self
        self.process = SimpleNamespace(pid=1, kill=lambda: fleet.kill(number))
        self.job: Any = None
        self.task: Task
        self.step = 0

    def tells(self, **message: Any) -> None:
        self.fleet.put(Event(self, "tells", message))  # type: ignore[arg-type]

    def begin(self, task: Task) -> None:
        self.task, self.step = task, 0
        told = {"intent": task.intent, "answer_format": FORMAT, "seed": 211340923, "trial": self.job.trial}
        self.tells(type="task", options={"task": task.id}, **told)
        self.see()

    def see(self) -> None:
        seen: dict[str, Any] = {"step": self.step, "url": "http://home.webarium.test/", "title": "\ud800"}
        seen["messages"] = []
        self.tells(type="observation", key_nodes={"passed": 1, "all": 2}, **seen)

    def send(self, said: tuple[str, Any]) -> None:
        if self.fleet.silent:
            return None
        if said[0] == GONE:
            return self.finish(f"agent_gone: {said[1]}", passed=False)
        message = decode(said[1])
        action = message.get("action") or message["actions"][-1]
        if action["name"] == "stop":
            return self.finish("stop", passed=action.get("answer") == "right")
        self.step += 1
        return self.see()

    def finish(self, reason: str, *, passed: bool) -> None:
        if self.job is None:
            return
        key, self.job = self.job, None
        self.tells(type="end", reason=reason)
        line = JournalLine.of(
            self.task,
            trial=key.trial,
            agent="client",
            config=key.config,
            status="passed" if passed else "failed",
            score=float(passed),
            stop_reason=reason,
        )
        self.fleet.put(Event(self, "done", line))  # type: ignore[arg-type]


class StandInFleet:
    """As ``LocalFleet``."""

    def __init__(self, count: int) -> None:
        self.workers = [StandInWorker(self, number) for number in range(count)]
        self.silent = False
        self._events: list[Event] = []
        self._more, self._put = Pipe(duplex=False)
        for one in self.workers:
            self.put(Event(one, "ready", {}))  # type: ignore[arg-type]

    def put(self, event: Event) -> None:
        self._events.append(event)
        self._put.send(None)

    def listen(self, also: Any) -> list[Event]:
        if self._more in wait([self._more, also]):
            self._more.recv()
            return [self._events.pop(0)]
        return []

    def give(self, one: Any, key: Any, task: Task) -> None:
        one.job = key
        one.begin(task)

    def replace(self, gone: Any) -> None:
        fresh = StandInWorker(self, gone.number)
        self.workers = [fresh if one is gone else one for one in self.workers]
        self.put(Event(fresh, "ready", {}))  # type: ignore[arg-type]

    def kill(self, number: int) -> None:
        self.put(Event(self.workers[number], "gone", f"worker {number}: died"))  # type: ignore[arg-type]


class Service(SimpleNamespace):
    """A running service and a client of it."""

    http: TestClient
    fleet: StandInFleet
    run: Path

    def ask(self, path: str, **data: Any) -> Any:
        answer = self.http.post(path, json=data)
        self.status, self.headers = answer.status_code, answer.headers
        return answer.json()

    def get(self, path: str, session: str = "") -> Any:
        answer = self.http.get(path, headers={"Webarium-Session": session} if session else {})
        self.status = answer.status_code
        return answer.json()

    @property
    def lines(self) -> list[JournalLine]:
        return list(RunFolder(self.run).lines.values())


def served(
    folder: Path, *, worlds: int = 1, scored: bool = False, trials: int = 1, lease: float = 60.0
) -> Iterator[Service]:
    spec = AgentSpec("client", [], jail="off")
    book = ForeignRun(folder, spec, tasks=[TRAIN, OTHER], factory="given", trials=trials)
    before = RunFolder(folder).lines if folder.exists() else {}
    ledger = Ledger(
        [TRAIN, OTHER], run="run", all_scored=scored, trials=trials, before=before, config=book.config
    )
    fleet = StandInFleet(worlds)
    house = House(fleet, ledger, book, lease=lease, metrics=Metrics())  # type: ignore[arg-type]
    book.begin(TRAIN, "given")
    with TestClient(application(house, frozenset([TOKEN, OTHERS_TOKEN]))) as http:
        http.headers["Authorization"] = f"Bearer {TOKEN}"
        yield Service(http=http, fleet=fleet, run=folder, house=house)


@pytest.fixture
def train(tmp_path: Path) -> Iterator[Service]:
    yield from served(tmp_path / "run")


@pytest.fixture
def scored(tmp_path: Path) -> Iterator[Service]:
    yield from served(tmp_path / "run", scored=True)


def test_an_episode_for_training_tells_its_reward(train: Service) -> None:
    begun = train.ask("/reset", task=TRAIN.id)
    assert (begun["observation"]["step"], begun["done"], begun["reward"]) == (0, False, 0.0)
    assert begun["key_nodes"] == {"passed": 1, "all": 2}
    goal = f"{TRAIN.intent}\n\n{FORMAT['sentence']}"
    assert (begun["task"]["intent"], begun["task"]["goal"]) == (TRAIN.intent, goal)
    assert not {"options", "seed", "trial"} & begun["task"].keys(), "the id can be found by them"
    session = begun["session"]
    seen = train.ask("/step", session=session, action={"name": "noop"})
    assert seen["observation"]["step"] == 1
    assert train.get("/state", session)["step_count"] == 1
    end = train.ask("/step", session=session, action={"name": "stop", "answer": "right"})
    assert (end["done"], end["reward"], end["passed"], end["masked"]) == (True, 1.0, True, False)
    assert [line.passed for line in train.lines] == [True]


def test_training_may_be_repeated(train: Service) -> None:
    session = train.ask("/reset", task=TRAIN.id)["session"]
    for answer, reward in (("wrong", 0.0), ("right", 1.0)):
        assert (
            train.ask("/step", session=session, action={"name": "stop", "answer": answer})["reward"] == reward
        )
        train.ask("/reset", session=session, task=TRAIN.id)
    train.ask("/close", session=session)
    assert [line.trial for line in train.lines] == [0, 1, 2]


def test_a_scored_episode_tells_nothing_before_its_session_is_closed(scored: Service) -> None:
    handle = scored.get("/tasks")["tasks"][0]["task"]
    begun = scored.ask("/reset", task=handle)
    assert not [name for name in (TRAIN.id, OTHER.id) if name in json.dumps(begun)]
    assert (begun["reward"], "key_nodes" in begun) == (None, False)
    end = scored.ask("/step", session=begun["session"], action={"name": "stop", "answer": "right"})
    assert (end["done"], end["reward"], "passed" in end, "checks" in end) == (True, None, False, False)
    closed = scored.ask("/close", session=begun["session"])
    assert [(one["task"], one["passed"]) for one in closed["episodes"]] == [(handle, True)]
    assert scored.ask("/close", session=begun["session"]) == closed, "who lost the answer asks again"


def test_a_scored_task_is_played_once_a_trial(scored: Service) -> None:
    session = scored.ask("/reset", task=TRAIN.id)["session"]
    scored.ask("/step", session=session, action={"name": "stop"})
    refused = scored.ask("/reset", session=session, task=TRAIN.id)
    assert (scored.status, refused["code"]) == (409, "attempted")
    assert scored.ask("/reset", session=session, task=TRAIN.id, trial=1)["code"] == "unknown"
    scored.ask("/reset", session=session)
    assert scored.status == 200, "the other task is left"
    assert scored.ask("/reset", session=session)["code"] == "nothing_left"


def test_a_service_that_goes_on_knows_what_was_attempted(tmp_path: Path) -> None:
    for status in (200, 409):
        for service in served(tmp_path / "run", scored=True):
            begun = service.ask("/reset", task=TRAIN.id)
            assert service.status == status
            if status == 200:
                service.ask("/close", session=begun["session"])


def test_two_sessions_cannot_make_the_same_attempt(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", scored=True, worlds=2):
        service.ask("/reset", task=TRAIN.id)
        assert service.ask("/reset", task=TRAIN.id)["code"] == "attempted"
        assert service.http.get("/sessions").json()["sessions"][1:] == [], "nothing is leased for it"


def test_a_full_house_says_when_to_ask_again(train: Service) -> None:
    session = train.ask("/reset")["session"]
    assert train.ask("/reset")["code"] == "full"
    assert train.status == 503
    assert int(train.headers["Retry-After"]) >= 1
    train.ask("/close", session=session)
    train.ask("/reset")
    assert train.status == 200


def test_an_answer_that_was_lost_is_told_again_and_nothing_done_twice(train: Service) -> None:
    session = train.ask("/reset")["session"]
    first = train.ask("/step", session=session, step=0, action={"name": "noop"})
    assert train.ask("/step", session=session, step=0, action={"name": "noop"}) == first
    assert train.ask("/step", session=session, step=7, action={"name": "noop"})["code"] == "out_of_step"
    assert train.get("/observation", session)["observation"] == first["observation"]
    assert train.get("/state", session)["step_count"] == 1


def test_a_reset_that_was_lost_is_told_again_and_nothing_begun_twice(scored: Service) -> None:
    first = scored.ask("/reset", request_id="mine")
    assert scored.ask("/reset", request_id="mine") == first
    second = scored.ask("/reset", session=first["session"], request_id="mine too")
    assert scored.ask("/reset", session=first["session"], request_id="mine too") == second
    assert second["episode"] != first["episode"]


def test_a_worker_that_died_is_told_as_the_sandbox_and_replaced(scored: Service) -> None:
    session = scored.ask("/reset", task=TRAIN.id)["session"]
    scored.fleet.kill(0)
    deadline = time.monotonic() + 10
    while not scored.get("/state", session)["done"] and time.monotonic() < deadline:
        time.sleep(0.01)
    told = scored.get("/observation", session)
    assert (told["done"], told["reward"], told["failure"], told["masked"]) == (True, None, "sandbox", True)
    scored.ask("/reset", session=session, task=TRAIN.id)
    assert scored.status == 200, "what the sandbox spoiled is no attempt"
    scored.ask("/step", session=session, action={"name": "stop", "answer": "right"})
    verdicts = scored.ask("/close", session=session)["episodes"]
    assert [(one["masked"], one["reward"]) for one in verdicts] == [(True, None), (False, 1.0)]
    assert [line.status for line in scored.lines] == ["passed"]


def test_a_client_that_thinks_meanwhile_hears_of_it_with_its_next_step(train: Service) -> None:
    session = train.ask("/reset")["session"]
    train.fleet.kill(0)
    deadline = time.monotonic() + 10
    while not train.get("/state", session)["done"] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert train.ask("/step", session=session, action={"name": "noop"})["failure"] == "sandbox"
    assert train.ask("/step", session=session, action={"name": "noop"})["code"] == "no_episode"


def test_a_client_that_waits_hears_of_a_worker_that_died(train: Service) -> None:
    session = train.ask("/reset")["session"]
    train.fleet.silent = True
    send = train.fleet.workers[0].send
    train.fleet.workers[0].send = lambda said: (send(said), train.fleet.kill(0))[0]  # type: ignore[method-assign]
    assert train.ask("/step", session=session, action={"name": "noop"})["failure"] == "sandbox"


def test_what_is_lost_is_taken_back(tmp_path: Path) -> None:
    for service in served(tmp_path / "run", lease=1.0):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        deadline = time.monotonic() + 20
        while service.get("/sessions")["sessions"] and time.monotonic() < deadline:
            time.sleep(0.05)
        refused = service.ask("/step", session=session, action={"name": "noop"})
        assert (service.status, refused["code"]) == (410, "lease_ended")
        service.ask("/reset", task=TRAIN.id)
        while service.status == 503 and time.monotonic() < deadline:  # the world is still being taken back
            time.sleep(0.05)
            service.ask("/reset", task=TRAIN.id)
        assert service.status == 200, "its world can be leased again"
        assert "webarium_sessions_reaped_total 1.0" in service.http.get("/metrics").text
        assert service.lines[0].stop_reason.startswith("agent_gone: the lease ended")


def test_a_service_that_is_stopped_spoils_what_is_played(tmp_path: Path) -> None:
    for service in served(tmp_path / "run"):
        service.ask("/reset", task=TRAIN.id)
    assert [line.status for line in RunFolder(tmp_path / "run").lines.values()] == ["error"]


@pytest.mark.parametrize("path", ["/tasks", "/state", "/metrics", "/sessions", "/observation"])
def test_nothing_is_told_without_a_token(train: Service, path: str) -> None:
    for header in ({"Authorization": ""}, {"Authorization": "Bearer nonsense"}):
        assert train.http.get(path, headers=header).status_code == 401


def test_a_websocket_speaks_as_openenv_does_and_its_session_outlives_it(train: Service) -> None:
    with train.http.websocket_connect("/ws") as socket:
        socket.send_json({"type": "reset", "data": {"seed": 3, "episode_id": "mine"}})
        begun = socket.receive_json()
        assert (begun["type"], begun["data"]["done"]) == ("observation", False)
        socket.send_json({"type": "step", "data": {"name": "noop", "metadata": {"thought": "let us see"}}})
        assert socket.receive_json()["data"]["observation"]["step"] == 1
        socket.send_json({"type": "fly"})
        assert socket.receive_json()["type"] == "error"
    session = begun["data"]["session"]
    with train.http.websocket_connect("/ws", headers={"Webarium-Session": session}) as socket:
        socket.send_json({"type": "state"})
        assert socket.receive_json()["data"]["step_count"] == 1
        socket.send_json({"type": "close"})
        assert socket.receive_json()["data"]["episodes"][0]["stop_reason"].startswith("agent_gone")


def test_a_seed_chooses_the_same_task() -> None:
    tasks = load_tasks("home.*,shopping.*")
    one, other = (Ledger(tasks, run="run") for _ in range(2))
    drawn = [one.choose(split="train", seed=seed)[0].id for seed in range(20)]
    assert drawn == [other.choose(split="train", seed=seed)[0].id for seed in range(20)]
    assert len(set(drawn)) > 5


def test_what_the_sandbox_spoils_again_and_again_is_given_up() -> None:
    ledger = Ledger([TRAIN], run="run", all_scored=True)
    for _ in range(ATTEMPTS):
        ledger.spoiled(*ledger.choose())
    with pytest.raises(Refused, match="been played"):
        ledger.choose()


def test_a_port_that_is_taken_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = tmp_path / "run"
        words = ["serve", "--tasks", "home.monthly_use.0", "--port", str(port), "--run", str(run)]
        result = CliRunner().invoke(app, words)
    assert result.exit_code != 0
    assert f"cannot listen on 127.0.0.1:{port}" in result.stderr
    assert not run.exists()
