"""Agents that write what none should and look where none should: the harness goes on and shows nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.agents import confinement
from harness.agents.process import AgentProcess, AgentSlow, AgentSpec, resolve_agent
from harness.agents.protocol import ProtocolError, TaskMessage, Tokens, decode, encode

TASK = TaskMessage(task_id="shopping.test.0", intent="Look.")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[object]:
    started: list[AgentProcess] = []

    def make(code: str, **options: object) -> AgentProcess:
        script = tmp_path / "agents" / "agent.py"
        script.parent.mkdir(exist_ok=True)
        script.write_text(f"import json, sys\nout = sys.stdout\n{code}")
        spec = AgentSpec("hostile", [sys.executable, str(script)], **options)  # type: ignore[arg-type]
        started.append(AgentProcess(spec, log=tmp_path / "run" / "agents" / "log"))
        return started[-1]

    yield make
    for agent in started:
        agent.close()


def test_an_agent_that_never_stops_writing_gets_no_task(start, monkeypatch) -> None:
    agent = start("sys.stdin.readline()")

    def more(seconds: float) -> bool:
        agent._buffer += b"x" * 65536
        return True

    monkeypatch.setattr(agent, "_read_chunk", more)
    before = time.monotonic()
    with pytest.raises(AgentSlow, match="before it had a task"):
        agent.begin(TASK, seconds=0.2)
    assert time.monotonic() - before < 5
    assert len(agent._buffer) <= 65536, "what is thrown away is not kept"


def test_empty_lines_are_no_messages_however_many(start) -> None:
    agent = start(
        "sys.stdin.readline()\n"
        "out.write('\\n' * 300000 + '{\"type\": \"action\"}\\n')\n"
        "out.flush()\n"
        "sys.stdin.readline()"
    )
    agent.begin(TASK, seconds=10)
    assert agent.receive(seconds=10) == {"type": "action"}


def test_endless_empty_lines_are_silence(start) -> None:
    agent = start("sys.stdin.readline()\nwhile True: out.write('\\n' * 4096)")
    agent.begin(TASK, seconds=10)
    with pytest.raises(AgentSlow):
        agent.receive(seconds=1)


def test_a_line_without_end_is_no_message(start) -> None:
    agent = start("sys.stdin.readline()\nwhile True: out.write('x' * 65536)")
    agent.begin(TASK, seconds=10)
    with pytest.raises(ProtocolError, match="8 MB"):
        agent.receive(seconds=30)


def test_deep_nesting_is_no_message() -> None:
    with pytest.raises(ProtocolError, match="JSON"):
        decode(b'{"type":"action","action":' + b"[" * 200_000)


def test_half_a_surrogate_pair_becomes_a_question_mark() -> None:
    line = encode({"type": "action", "thought": "a\ud800b", "action": {"text": "\U0001f600 ü"}})
    found = decode(line)
    assert found == {"type": "action", "thought": "a?b", "action": {"text": "\U0001f600 ü"}}
    json.dumps(found, ensure_ascii=False).encode()


@pytest.mark.parametrize("wild", [float("inf"), float("nan"), 1e400, "many", [1]])
def test_wild_counts_of_tokens_are_none(wild: object) -> None:
    assert Tokens.from_json({"prompt": wild, "cost": wild}).to_json()["prompt"] == 0
    assert Tokens.from_json({"cost": wild}).cost == 0.0


def test_folders_with_answers_are_secret_but_not_those_the_agent_needs(tmp_path: Path) -> None:
    for name in ("tasks/answers.lock", "tasks/shopping", "tasks/__pycache__", "runs", "harness", "mine"):
        (tmp_path / name).mkdir(parents=True)
    agent = tmp_path / "runs" / "agent.py"
    agent.touch()
    names = {
        p.relative_to(tmp_path).as_posix()
        for p in confinement.secret_places([tmp_path / "mine"], root=tmp_path)
    }
    assert names == {"tasks/answers.lock", "tasks/shopping", "runs", "mine"}
    left = confinement.secret_places(used=[agent], root=tmp_path)
    assert tmp_path / "runs" not in left


def test_agents_that_are_not_ours_are_confined(tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.touch()
    assert resolve_agent(str(script)).confined
    assert not resolve_agent("oracle").confined


def _may_mount() -> bool:
    return (
        os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0
    )


LOOKS = """
from pathlib import Path
root, run = map(Path, json.loads(sys.stdin.readline())["options"]["places"])
def tries(what):
    try:
        return what()
    except OSError as error:
        return type(error).__name__
found = {
    "locks": tries(lambda: len(list((root / "tasks/answers.lock").rglob("*.json")))),
    "templates": tries(lambda: len(list((root / "tasks").glob("*/*.yaml")))),
    "run": tries(lambda: len(list(run.iterdir()))),
    "write": tries(lambda: open(root / "evaluators/base.py", "ab").close()),
    "memory": tries(lambda: open(f"/proc/{__import__('os').getppid()}/mem", "rb").close()),
    "root": tries(lambda: len(list(Path(f"/proc/{__import__('os').getppid()}/root{root}/tasks").iterdir()))),
}
print(json.dumps({"type": "found", **found}), flush=True)
sys.stdin.readline()
"""


@pytest.mark.skipif(not _may_mount(), reason="only root with the right to mount can confine")
def test_a_confined_agent_sees_no_answers_and_changes_nothing(start, tmp_path: Path) -> None:
    agent = start(LOOKS, confined=True)
    options = {"places": [str(confinement.ROOT), str(tmp_path / "run")]}
    agent.begin(TaskMessage(task_id="x.y.0", intent="", options=options), seconds=10)
    found = agent.receive(seconds=20)
    assert found == {
        "type": "found", "locks": 0, "templates": 0, "run": 0, "write": "OSError",
        "memory": "PermissionError", "root": "PermissionError",
    }  # fmt: skip
    assert list((confinement.ROOT / "tasks/answers.lock").rglob("*.json")), "only the agent's view changed"
