"""Agents that write what none should and look where none should: the harness goes on and shows nothing."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.agents import keeper, places, proxy
from harness.agents.naming import AgentError, AgentSpec, Shutting, resolve_agent
from harness.agents.process import AgentGone, AgentProcess, AgentSlow
from harness.agents.protocol import ProtocolError, TaskMessage, Tokens, decode, encode
from sites.errors import WebariumError
from sites.spec import ROOT

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
from harness.agents.naming import AgentSpec
from harness.agents.process import AgentProcess
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
        capture_output=True, text=True, check=False, cwd=ROOT,
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


def test_agents_that_are_not_ours_are_put_into_the_jail(tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.touch()
    assert resolve_agent(str(script)).jail == "on"
    assert resolve_agent(str(script), shutting=Shutting(jail=False), user="same").jail == "off"
    assert resolve_agent("human").jail == "ours"
    with pytest.raises(AgentError, match="needs no jail"):
        resolve_agent("human", shutting=Shutting(jail=False))


@pytest.mark.parametrize("name", ["oracle", "noisy-oracle:0.5", "random", "first-hit", "keyword", "refuse"])
def test_scripted_agents_of_ours_are_put_into_the_jail_too(name: str) -> None:
    assert (resolve_agent(name).jail, resolve_agent(name).user) == ("on", "nobody")
    assert resolve_agent(name, shutting=Shutting(jail=False)).jail == "off"
    with pytest.raises(AgentError, match="needs nothing from outside its jail"):
        resolve_agent(name, shutting=Shutting(network=("127.0.0.1:80",)))


@pytest.mark.parametrize(
    ("jail", "network", "binds", "told"),
    [
        ("perhaps", "none", [], "on or off"),
        ("on", "example.com", [], "is no address"),
        ("on", "https://example.com:443", [], "is no address"),
        ("on", "example.com:70000", [], "is no address"),
        ("on", "none,example.com:443", [], "is no address"),
        ("off", "example.com:443", [], "reaches every address"),
        ("off", "none", ["/usr/share"], "sees every file"),
        ("on", "none", ["/no/such/folder"], "there is no /no/such/folder"),
    ],
)
def test_options_of_the_jail_that_say_nothing_are_told(
    jail: str, network: str, binds: list[str], told: str
) -> None:
    with pytest.raises(WebariumError, match=told):
        Shutting.named(jail, network, binds)


def test_addresses_are_named_with_their_ports() -> None:
    found = Shutting.named("on", "API.example.com:443, 127.0.0.1:8000,[::1]:8000", [])
    assert found.network == ("127.0.0.1:8000", "[::1]:8000", "api.example.com:443")


def test_the_base_class_brings_its_own_modules_and_nothing_that_judges() -> None:
    found = {one.relative_to(ROOT).as_posix() for one in places.modules()}
    code = "import sys, harness.agents.base\nfor m in sys.modules.values(): print(getattr(m, '__file__', ''))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    ours = {Path(one) for one in loaded.stdout.split() if Path(one).is_relative_to(ROOT)}
    assert {one.relative_to(ROOT).as_posix() for one in ours if ".venv" not in one.parts} <= found
    assert all(name.endswith(".py") for name in found)
    assert not [
        name for name in found if name.startswith(("evaluators", "tasks/loader", "harness/agents/oracle"))
    ]


def _asked(head: str) -> object:
    try:
        return proxy.request(head.encode() + b"\r\n\r\n")
    except proxy.Refused as refused:
        return refused.code


def test_requests_for_a_proxy_and_others() -> None:
    assert _asked("CONNECT api.example.com:443 HTTP/1.1\r\nHost: x") == (("api.example.com", 443), b"")
    where, first = _asked("GET http://h:8000/a?b=1 HTTP/1.1\r\nHost: h\r\nProxy-Authorization: x")  # type: ignore[misc]
    assert where == ("h", 8000)
    assert first == b"GET /a?b=1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
    for head in (
        "GET / HTTP/1.1", "CONNECT api.example.com HTTP/1.1", "GET ftp://h/ HTTP/1.1", "hello",
        "GET http://u@h/ HTTP/1.1", "GET http://h:99999999/ HTTP/1.1",
        "CONNECT h:0x50 HTTP/1.1", "GET http://[h/ HTTP/1.1",
    ):  # fmt: skip
        assert _asked(head) == 400, head


def own_address() -> str:
    """An address of this machine that is not its loopback's."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("198.51.100.1", 9))  # sends nothing
        except OSError:
            pytest.skip("this machine has no network")
        return str(line.getsockname()[0])


@pytest.mark.parametrize("own", [lambda: "127.0.0.1", lambda: "::ffff:127.0.0.1", own_address])
def test_an_allowed_name_does_not_lead_to_this_machine(own: Callable[[], str]) -> None:
    address = own()

    async def tries(name: str) -> str:
        loop = asyncio.get_running_loop()

        async def here(*_: object, **__: object) -> list[object]:
            return [(2, 1, 6, "", (address, 80))]

        loop.getaddrinfo = here  # type: ignore[method-assign, assignment]
        try:
            await proxy.Proxy([name])._connect(*proxy.request(f"CONNECT {name} HTTP/1.1".encode())[0])
        except proxy.Refused as refused:
            return str(refused)
        return "connected"

    assert "leads to this machine" in asyncio.run(tries("api.example.com:1"))
    assert "does not answer" in asyncio.run(tries("localhost:1"))
    assert "does not answer" in asyncio.run(tries("192.0.2.1:1")), "the operator named the number"


ROUTES = """Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
eth0 00000000 010200C0 0003 0 0 0 00000000 0 0 0
docker0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0
br-9 000012AC 00000000 0001 0 0 0 0000FFFF 0 0 0
br0 00000A0A 00000000 0001 0 0 0 00FFFFFF 0 0 0
br0 0000140A 01000A0A 0003 0 0 0 0000FFFF 0 0 0
eth0 000200C0 00000000 0001 0 0 0 00FFFFFF 0 0 0"""
NO = "00000000000000000000000000000000"
ROUTES_6 = f"""fd000000000000000000000000000000 40 {NO} 00 {NO} 00000100 00000002 00000000 00000001 eth0
fd010000000000000000000000000000 50 {NO} 00 {NO} 00000100 00000002 00000000 00000001 br-9"""


def test_networks_of_containers_are_those_on_bridges_that_lead_nowhere() -> None:
    """A neighbour on the line is no container, also where the line is on a bridge, as of virtual machines."""
    four, six = ([line.split() for line in text.splitlines()] for text in (ROUTES, ROUTES_6))
    found = proxy.networks_here(four, six, lambda name: name in ("docker0", "br-9", "br0"))
    assert [str(one) for one in found] == ["172.17.0.0/16", "172.18.0.0/16", "fd01::/80"]
    assert proxy.networks_here([], [], lambda _: True) == []


def test_a_keeper_that_starts_nothing_says_why(tmp_path, monkeypatch) -> None:
    broken = tmp_path / "keeper.py"
    broken.write_text("raise SystemExit('no room here')\n")
    monkeypatch.setattr(keeper, "__file__", str(broken))
    with pytest.raises(OSError, match=r"code 1 before it started anything: no room here"):
        keeper.start(keeper.Orders(["/bin/true"]), stderr=subprocess.PIPE)


def test_a_command_that_is_not_there_is_said_so() -> None:
    with pytest.raises(FileNotFoundError):
        keeper.start(keeper.Orders(["/no/such/agent"]), stderr=subprocess.PIPE)


# A keeper whose jail comes to be, but not its way out.
NO_WAY_OUT = """
import os
from harness.agents import keeper
from harness.agents.jail import Jail
keeper.jails.enter = lambda *_, **__: os.execvp("sleep", ["sleep", "600"])
keeper.jails.process_in = lambda _: 1
keeper.jails.listener = lambda _: None
keeper.main(os.getppid(), os.open(os.devnull, os.O_WRONLY), keeper.Orders(["x"], jail=Jail([], ["x:1"])))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_jail_without_its_way_out_is_told_and_nothing_else() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NO_WAY_OUT], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    assert ended.stderr == "webarium: the jail's way out could not be made\n"
    assert ended.returncode != 0
