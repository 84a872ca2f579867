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

from harness.agents import confinement, keeper
from harness.agents.process import (
    AgentError,
    AgentGone,
    AgentProcess,
    AgentSlow,
    AgentSpec,
    resolve_agent,
)
from harness.agents.protocol import ProtocolError, TaskMessage, Tokens, decode, encode

TASK = TaskMessage(episode="f00d", intent="Look.")


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


def test_a_long_message_is_one_mistake_and_takes_no_memory(start) -> None:
    agent = start(
        "sys.stdin.readline()\n"
        "for _ in range(100): out.write('x' * (1 << 20))\n"
        'out.write(\'\\n{"type": "action"}\\n\')\n'
        "out.flush()\n"
        "sys.stdin.readline()"
    )
    agent.begin(TASK, seconds=10)
    with pytest.raises(ProtocolError, match="8 MB"):
        agent.receive(seconds=30)
    assert len(agent._buffer) <= 65536
    assert agent.receive(seconds=30) == {"type": "action"}


def test_a_flood_without_end_is_one_mistake_and_then_the_end(start) -> None:
    agent = start("sys.stdin.readline()\nwhile True: out.write('x' * 65536)")
    agent.begin(TASK, seconds=10)
    with pytest.raises(ProtocolError, match="8 MB"):
        agent.receive(seconds=30)
    with pytest.raises(AgentGone, match="was ended: it wrote 128 MB without ending the line"):
        agent.receive(seconds=60)
    assert not agent.running
    assert len(agent._buffer) <= 65536


def test_half_a_line_is_told_when_the_agent_goes(start) -> None:
    agent = start('sys.stdin.readline()\nout.write(\'{"type": "act\'); out.flush()')
    agent.begin(TASK, seconds=10)
    with pytest.raises(AgentGone, match=r"ended with code 0: its last line has no end: '\{\"type\": \"act'"):
        agent.receive(seconds=10)


def test_half_a_line_is_told_when_nothing_follows(start) -> None:
    agent = start("sys.stdin.readline()\nout.write('{\"type\"'); out.flush()\nsys.stdin.readline()")
    agent.begin(TASK, seconds=10)
    with pytest.raises(AgentSlow, match=r"no action within 2 s; its last line has no end: '\{\"type\"'"):
        agent.receive(seconds=2)


def test_a_log_does_not_grow_for_ever(start, monkeypatch, tmp_path: Path) -> None:
    agent = start(
        "for _ in range(100): sys.stderr.write('x' * (1 << 20))\n"
        "print(json.dumps({'type': 'action'}), flush=True)\n"
        "sys.stdin.readline()"
    )
    assert agent.receive(seconds=60) == {"type": "action"}, "it does not wait for a log that is full"
    size = agent.log.stat().st_size
    assert keeper.LOG_LIMIT <= size <= keeper.LOG_LIMIT + 1000
    assert b"the log is full" in agent.log.read_bytes()[-1000:]


@pytest.mark.parametrize(
    "action", [b"[" * 200_000, b"[" * 900 + b"]" * 900, b'{"a":' * 150 + b"1" + b"}" * 150]
)
def test_deep_nesting_is_no_message(action: bytes) -> None:
    with pytest.raises(ProtocolError, match=r"JSON|nested"):
        decode(b'{"type":"action","action":' + action + b"}")


@pytest.mark.parametrize("number", [b"NaN", b"-Infinity", b"1e400", b"\xff", b"9" * 5000])
def test_what_is_no_json_for_others_is_none_for_us(number: bytes) -> None:
    with pytest.raises(ProtocolError, match="Not a line of JSON"):
        decode(b'{"type":"action","thought":' + number + b"}")


def test_an_answer_that_is_no_message_is_told_when_the_agent_goes(start) -> None:
    agent = start("sys.stdin.readline()\nprint(187.9)")
    agent.begin(TASK, seconds=10)
    with pytest.raises(ProtocolError, match="JSON object") as wrong:
        agent.receive(seconds=10)
    assert "'187.9'" in wrong.value.message
    with pytest.raises(AgentGone, match="code 0") as gone:
        agent.receive(seconds=10)
    assert "'187.9'" in str(gone.value)
    assert "187.9" in agent.log.read_text()


# Starts one that leaves the session and whose parent has ended, and tells its number.
LEAVES = """
import os, subprocess, time
first, second = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(second, str(os.getpid()).encode())
        os.close(2)
        time.sleep(600)
    os._exit(0)
pid = int(os.read(first, 20))
os.wait()
print(json.dumps({"type": "left", "pid": pid}), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize(
    "then", ["sys.stdin.readline()", "time.sleep(600)", "sys.exit(3)", "os.kill(os.getpid(), 11)"]
)
def test_nothing_that_an_agent_started_outlives_it(start, then: str) -> None:
    agent = start(LEAVES + then)
    pid = agent.receive(seconds=10)["pid"]
    agent.close(seconds=1.0)
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_an_agent_that_ends_is_noticed_though_its_children_hold_its_pipes(start) -> None:
    agent = start(LEAVES + "os.kill(os.getpid(), 11)")
    agent.receive(seconds=10)
    with pytest.raises(AgentGone, match="code -11"):
        agent.receive(seconds=10)


HARNESS = """
import os, sys, pathlib
from harness.agents.process import AgentProcess, AgentSpec
agent = AgentProcess(AgentSpec("x", [sys.executable, sys.argv[1]]), log=pathlib.Path(sys.argv[2]))
print(agent.pid, agent.receive(seconds=10)["pid"], flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_nothing_outlives_a_harness_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(f"import json, sys\n{LEAVES}time.sleep(600)")
    ended = subprocess.run(
        [sys.executable, "-c", HARNESS, str(script), str(tmp_path / "log")],
        capture_output=True, text=True, check=False, cwd=confinement.ROOT,
    )  # fmt: skip
    assert ended.returncode == -9, ended.stderr
    deadline = time.monotonic() + 20
    for pid in ended.stdout.split():
        while Path(f"/proc/{pid}").exists():
            assert time.monotonic() < deadline, "it still runs"
            time.sleep(0.02)


def test_an_agent_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    (tmp_path / "agent").write_text("no program")
    (tmp_path / "agent").chmod(0o755)
    with pytest.raises(AgentError, match="does not start: Exec format error"):
        AgentProcess(AgentSpec("none", [str(tmp_path / "agent")]), log=tmp_path / "log")


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
    agent.begin(TaskMessage(episode="f00d", intent="", options=options), seconds=10)
    found = agent.receive(seconds=20)
    assert found == {
        "type": "found", "locks": 0, "templates": 0, "run": 0, "write": "OSError",
        "memory": "PermissionError", "root": "PermissionError",
    }  # fmt: skip
    assert list((confinement.ROOT / "tasks/answers.lock").rglob("*.json")), "only the agent's view changed"
