"""What an agent finds from inside its jail: nothing. The attempts are ``burglar``'s, in real processes."""

from __future__ import annotations

import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from integrity import burglar

from harness.agents import jail, places
from harness.agents.naming import AgentError, AgentSpec, Shutting, program_of, resolve_agent
from harness.agents.orders import try_jail
from harness.agents.process import AgentGone, AgentProcess
from harness.agents.protocol import TaskMessage
from harness.processes import children
from sites.errors import WebariumError
from sites.spec import ROOT

pytestmark = pytest.mark.skipif(not jail.is_installed(), reason="there is no bubblewrap")
ENGINE = ["/var/lib/docker", "/var/run/docker.sock", "/run/docker.sock", "/run/containerd"]


HEAD = """import json, os, sys
def say(**data): print(json.dumps({"type": "said", **data}), flush=True)
task = json.loads(sys.stdin.readline())
"""


class Hello(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[int]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hello) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield serving.server_address[1]
        serving.shutdown()


def play(spec: AgentSpec, folder: Path, **options: Any) -> tuple[AgentProcess, dict[str, Any]]:
    """Start an agent and take its first message."""
    agent = AgentProcess(spec, log=folder / "run" / "agents" / "log")
    try:
        agent.begin(TaskMessage(episode="f00d", intent="", options=options), seconds=30)
        return agent, agent.receive(seconds=60)
    except BaseException:
        agent.close()
        raise


def script(folder: Path, code: str) -> Path:
    """An agent that writes one object."""
    path = folder / "mine" / "agent.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{HEAD}{code}\nsys.stdin.readline()\n")
    return path


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, as those of pytest are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def below(pid: int) -> list[int]:
    table, found = children(), [pid]
    for one in found:
        found += table.get(one, [])
    return found


@pytest.fixture(scope="module")
def loot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What the burglar finds, with everything there that it must not find."""
    folder = tmp_path_factory.mktemp("burglary")
    run = folder / "run"
    (run / "episodes").mkdir(parents=True)
    (run / "journal.jsonl").write_text("{}\n")
    (ROOT / "runs").mkdir(exist_ok=True)
    secret = [
        ROOT / "tasks" / "answers.lock", ROOT / "tasks" / "answers.lock" / "shopping" / "order_total.json",
        ROOT / "tasks" / "shopping" / "order_total.yaml", ROOT / ".git", ROOT / ".webarium", ROOT / "runs",
        ROOT / "evaluators" / "base.py", ROOT / "harness" / "agents" / "oracle" / "agent.py",
        ROOT / "tests" / "unit", run, run / "journal.jsonl",
    ]  # fmt: skip
    allowed = [one.relative_to(ROOT).as_posix() for one in places.modules()]
    own = Path(burglar.__file__).parent
    allowed += [one.relative_to(ROOT).as_posix() for one in own.rglob("*")]
    abstract = f"webarium-test-{os.getpid()}"
    os.environ["WEBARIUM_TEST_SECRET"] = "1"
    sleeper = subprocess.Popen(["sleep", "600"])
    with (
        socket.socket() as everywhere,
        socket.socket(socket.AF_UNIX) as named,
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hello) as serving,
    ):
        everywhere.bind(("0.0.0.0", 0))
        everywhere.listen()
        named.bind("\0" + abstract)
        named.listen()
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        ports = [serving.server_address[1], everywhere.getsockname()[1]]
        told = {
            "engine": ENGINE, "secret": [str(one) for one in secret], "root": str(ROOT), "allowed": allowed,
            "own": str(own), "ports": ports, "sockets": ["/var/run/docker.sock", "/run/docker.sock"],
            "addresses": socket.gethostbyname_ex(socket.gethostname())[2], "abstract": abstract,
            "pids": [os.getpid(), sleeper.pid], "variables": ["WEBARIUM_TEST_SECRET"],
        }  # fmt: skip
        agent, said = play(resolve_agent(str(Path(burglar.__file__))), folder, **told)
        everybody = below(agent._process.pid)
        outside = {
            "found_by_us": {
                name: burglar.TRIES[name](told) for name in ("reads_answers_and_runs", "walks_the_checkout")
            },
            "ports": burglar.reaches_ports_of_this_machine(told | {"addresses": []}),
            "sockets": burglar.reaches_sockets_of_this_machine(told),
            "signals": burglar.signals_other_processes(told),
        }
        agent.close(seconds=0.5)
        serving.shutdown()
    sleeper.kill()
    sleeper.wait()
    yield {**said, "outside": outside, "processes": everybody}
    del os.environ["WEBARIUM_TEST_SECRET"]


@pytest.mark.parametrize("name", burglar.TRIES)
def test_an_attempt_from_inside_finds_nothing(loot: dict[str, Any], name: str) -> None:
    assert loot["found"][name] == []


def test_the_same_attempts_find_it_all_from_outside(loot: dict[str, Any]) -> None:
    outside = loot["outside"]
    assert len(outside["found_by_us"]["reads_answers_and_runs"]) >= 8
    assert outside["found_by_us"]["walks_the_checkout"]
    assert len(outside["ports"]) >= 2
    assert len(outside["signals"]) >= 2
    assert any("webarium-test" in one for one in outside["sockets"])


def test_no_process_is_left_behind(loot: dict[str, Any]) -> None:
    assert len(loot["processes"]) >= 4, "keeper, jail, its first process, the agent and what that left"
    assert [pid for pid in loot["processes"] if Path(f"/proc/{pid}").exists()] == []


def test_the_working_folder_is_empty_writable_and_gone_afterwards(tmp_path: Path) -> None:
    code = 'open("note", "w").write("x"); say(here=os.listdir())'
    agent, said = play(resolve_agent(str(script(tmp_path, code))), tmp_path)
    assert said["here"] == ["note"]
    folder = agent._folder
    assert (folder / "note").is_file()
    agent.close()
    assert not folder.exists()


FETCH = """
import urllib.request
found = {}
for url in task["options"]["urls"]:
    try:
        found[url] = urllib.request.urlopen(url, timeout=10).read().decode()
    except Exception as error:
        found[url] = f"{type(error).__name__}: {getattr(error, 'code', error)}"
say(found=found)
"""


def test_only_the_named_address_is_reached(tmp_path: Path, server: int) -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hello) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        urls = [f"http://127.0.0.1:{port}/" for port in (server, other.server_address[1])]
        urls += [f"http://localhost:{server}/", f"https://127.0.0.1:{server + 1}/"]
        spec = resolve_agent(
            str(script(tmp_path, FETCH)), shutting=Shutting(network=(f"127.0.0.1:{server}",))
        )
        agent, said = play(spec, tmp_path, urls=urls)
        agent.close()
        other.shutdown()
    first, *others = said["found"].values()
    assert first == "hello"
    assert others[0] == "HTTPError: 403"
    assert others[1] == "HTTPError: 403"
    assert "403" in others[2]
    assert "is not among the addresses of --agent-network" in agent.log.read_text()


def test_a_tunnel_leads_to_the_named_address_alone(tmp_path: Path, server: int) -> None:
    code = f"""
import socket
found = []
for port in ({server}, 1):
    with socket.create_connection(("127.0.0.1", {jail.PORT}), timeout=10) as line:
        line.sendall(f"CONNECT 127.0.0.1:{{port}} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n".encode())
        found.append(line.recv(1000).decode().split("\\r\\n")[0])
        if "200" in found[-1]:
            line.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
            said = b""
            while chunk := line.recv(1000):
                said += chunk
            found.append(said.decode().rpartition("\\r\\n")[2])
say(found=found)
"""
    spec = resolve_agent(str(script(tmp_path, code)), shutting=Shutting(network=(f"127.0.0.1:{server}",)))
    agent, said = play(spec, tmp_path)
    agent.close()
    assert said["found"] == ["HTTP/1.1 200 Connection established", "hello", "HTTP/1.1 403 Refused"]


def test_what_is_named_is_bound_and_the_rest_is_not(tmp_path: Path) -> None:
    for name in ("weights", "scratch", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(0o777)
        (tmp_path / name / "file").write_text(name)
    code = """
def tries(what):
    try:
        return what()
    except OSError as error:
        return type(error).__name__
seen = {}
for path in task["options"]["places"]:
    seen[path.rpartition("/")[2]] = [
        tries(lambda: open(path + "/file").read()), tries(lambda: open(path + "/new", "w").write("x"))]
say(seen=seen)
"""
    binds = [f"{tmp_path}/weights", f"{tmp_path}/scratch:rw"]
    spec = resolve_agent(str(script(tmp_path, code)), shutting=Shutting.named("on", "none", binds))
    agent, said = play(
        spec, tmp_path, places=[str(tmp_path / name) for name in ("weights", "scratch", "other")]
    )
    agent.close()
    assert said["seen"] == {
        "weights": ["weights", "OSError"], "scratch": ["scratch", 1], "other": ["FileNotFoundError"] * 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    "place",
    [
        "/",
        "/root",
        "/run",
        "/proc/1",
        "/var/lib/docker",
        "/etc",
        str(ROOT),
        str(ROOT / "tasks"),
        str(ROOT.parent),
    ],
)
def test_places_with_answers_are_not_bound(place: str) -> None:
    if not Path(place).exists():
        pytest.skip("it is not there")
    with pytest.raises(WebariumError, match="must not see"):
        places.checked_bind(place)


def test_a_script_among_answers_brings_itself_alone(tmp_path: Path) -> None:
    for folder in (ROOT / "tasks" / "shopping", ROOT):
        path = folder / f"agent-of-a-test-{os.getpid()}.py"
        path.write_text(
            "import json, os, sys\nsys.stdin.readline()\nhere = os.path.dirname(os.path.abspath(__file__))\n"
            "found = [os.path.join(a, c) for a, _, b in os.walk(here) for c in b if '.venv' not in a]\n"
            "print(json.dumps({'type': 'x', 'found': found}), flush=True)\nsys.stdin.readline()\n"
        )
        path.chmod(0o644)
        try:
            agent, said = play(resolve_agent(str(path)), tmp_path)
            agent.close()
        finally:
            path.unlink()
        wanted = {str(path)} | {str(one) for one in places.modules() if one.is_relative_to(folder)}
        assert set(said["found"]) == wanted


def test_an_interpreter_below_a_folder_of_root_does_not_make_the_agent_root(tmp_path: Path) -> None:
    """As it was found: `python3 agent.py`, its interpreter where root alone may enter."""
    if os.geteuid() != 0:
        pytest.skip("only root has such folders")
    closed = tmp_path / "closed"
    for folder in ("tools/bin", "agents"):
        (closed / folder).mkdir(parents=True)
    shutil.copy("/bin/sh", closed / "tools" / "bin" / "shell")
    (closed / "agents" / "agent.sh").write_text(
        'read -r line; echo "{\\"type\\": \\"x\\", \\"uid\\": $(id -u)}"; read -r line'
    )
    closed.chmod(0o700)
    spec = resolve_agent(f"{closed}/tools/bin/shell {closed}/agents/agent.sh")
    assert spec.user == "nobody"
    agent, said = play(spec, tmp_path)
    agent.close()
    assert said["uid"] not in (0, os.geteuid())


@pytest.mark.parametrize("user", ["same", "root"])
def test_no_agent_is_root_in_the_jail(user: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    with pytest.raises(AgentError, match="no agent is root"):
        resolve_agent("sh -c true", user=user)
    with pytest.raises(AgentError, match="no agent is root"):
        try_jail(AgentSpec("x", ["true"], jail="on"))


def test_without_the_jail_nobody_becomes_root_unasked(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    path = script(tmp_path, "")
    path.chmod(0o600)
    off = Shutting(jail=False)
    with pytest.raises(AgentError, match="may not read"):
        resolve_agent(f"sh {path}", shutting=off)
    assert resolve_agent(f"sh {path}", user="same", shutting=off).user is None


def test_a_file_that_its_user_may_not_read_is_told(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    path = script(tmp_path, "")
    path.chmod(0o600)
    with pytest.raises(AgentError, match=f"may not read {path}"):
        try_jail(resolve_agent(str(path)))


def test_where_there_is_no_jail_the_agent_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, open_folder: Path
) -> None:
    spec = resolve_agent(str(script(tmp_path, "")))
    broken = open_folder / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    with monkeypatch.context() as changed:
        changed.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
        with pytest.raises(AgentError, match="No permissions to create new namespace") as refused:
            try_jail(spec)
    assert "--agent-jail off" in str(refused.value.remedy)
    monkeypatch.setattr(jail, "PROGRAM", "no-such-program")
    for start in (try_jail, lambda one: AgentProcess(one, log=tmp_path / "log")):
        with pytest.raises(AgentError, match="cannot be had: there is no `bwrap`") as refused:
            start(spec)
    assert "apt-get install bubblewrap" in str(refused.value.remedy)


def test_the_jail_ends_as_its_agent_does(tmp_path: Path) -> None:
    spec = resolve_agent(str(script(tmp_path, "say(); sys.exit('broken')")))
    agent, _ = play(spec, tmp_path)
    with pytest.raises(AgentGone, match="code 1: broken"):
        agent.receive(seconds=10)
    agent.close()


ORDINARY = """
import json, subprocess, sys, tempfile
from pathlib import Path
root, interpreter, agent, port = sys.argv[1:]
sys.path.insert(0, root)
from harness.agents import jail, keeper, proxy
folder = Path(tempfile.mkdtemp())
mounts = [
    ["ro", "/usr", "/usr"], ["link", "usr/lib", "/lib"], ["link", "usr/lib64", "/lib64"],
    ["link", "usr/bin", "/bin"], ["rw", str(folder), jail.HOME],
    ["ro", str(Path(agent).parent), str(Path(agent).parent)],
]
held = jail.Jail(mounts=mounts, network=[f"127.0.0.1:{port}"])
running, _ = keeper.start(
    keeper.Orders([interpreter, agent], jail=held), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder,
    env=proxy.environment(jail.PORT),
)
urls = [f"http://127.0.0.1:{port}/", "http://127.0.0.1:1/"]
said, _ = running.communicate(json.dumps({"options": {"urls": urls}}).encode() + b"\\n\\n", timeout=60)
print(said.decode())
folder.rmdir()
"""


def test_an_ordinary_user_has_the_same_jail(open_folder: Path, server: int) -> None:
    """The harness itself as a user without rights: namespaces of users do what root did."""
    if os.geteuid() != 0:
        pytest.skip("the other tests have shown it")
    interpreter = "/usr/bin/python3"
    if not Path(interpreter).exists() or not _open(ROOT) or _too_old(interpreter):
        pytest.skip("another user may not read this checkout, or has no Python for it")
    path = open_folder / "agent.py"
    more = "found=found, uid=os.getuid(), root=os.listdir('/')"
    path.write_text(HEAD + FETCH.replace("found=found", more))
    asked = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", interpreter, "-c", ORDINARY,
         str(ROOT), interpreter, str(path), str(server)],
        capture_output=True, text=True, cwd="/", env={"PATH": "/usr/bin:/bin"}, timeout=120,
    )  # fmt: skip
    said = json.loads(asked.stdout.strip() or "{}")
    assert list(said.get("found", {}).values()) == ["hello", "HTTPError: 403"], asked.stderr
    assert said["uid"] == 65534
    assert "var" not in said["root"]


def _open(folder: Path) -> bool:
    return all(one.stat().st_mode & 0o001 for one in (folder, *folder.parents))


def _too_old(interpreter: str) -> bool:
    asked = subprocess.run(
        [interpreter, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"], check=False
    )
    return asked.returncode != 0


def test_stand_ins_of_pyenv_lead_to_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shims").mkdir()
    (tmp_path / "bin").mkdir()
    for place, text in (("shims/python3", "exit 1"), ("bin/pyenv", f"echo {sys.executable}")):
        (tmp_path / place).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / place).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:/usr/bin:/bin")
    assert program_of(["python3", "agent.py"]) == sys.executable


def test_how_long_an_agent_takes_to_start(
    tmp_path: Path, open_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = open_folder / "agent.sh"
    shell.write_text('read -r line; echo \'{"type": "x"}\'; read -r line\n')
    took: dict[str, list[float]] = {"without": [], "with": [], "with a way out": []}
    for _ in range(5):
        for name, shutting in (
            ("without", Shutting(jail=False)), ("with", Shutting()),
            ("with a way out", Shutting(network=("127.0.0.1:1",))),
        ):  # fmt: skip
            spec = resolve_agent(f"/usr/bin/env sh {shell}", shutting=shutting)
            before = time.monotonic()
            agent, _ = play(spec, tmp_path)
            took[name].append(time.monotonic() - before)
            agent.close()
    medians = {name: sorted(times)[2] for name, times in took.items()}
    with capsys.disabled():
        print("\nmedian start of an agent, ms:", {name: round(1000 * one) for name, one in medians.items()})
    assert medians["with"] - medians["without"] < 2


PRYING = """
import os

def oracle(page, params):
    found = []
    for place in params["places"]:
        try:
            open(place).close() if not os.path.isdir(place) else os.listdir(place)[0]
            found.append(place)
        except (OSError, IndexError):
            pass
    for folder, _, names in os.walk(params["root"]):
        found += [os.path.join(folder, name) for name in names if name.endswith((".yaml", ".json"))]
    return found
"""


@pytest.mark.parametrize("name", ["oracle", "noisy-oracle:0", "forgetful-oracle:0", "short-sighted-oracle:0"])
def test_the_process_of_the_oracle_finds_no_answer(name: str, tmp_path: Path) -> None:
    """It is handed the solution of its task, and neither lock nor template nor oracle of any is there."""
    tasks = ROOT / "tasks"
    places = [
        tasks / "answers.lock", tasks / "answers.lock" / "shopping" / "order_total.json",
        tasks / "coverage.yaml", tasks / "shopping" / "order_total.yaml", tasks / "shopping" / "oracles",
        tasks / "loader.py",
        ROOT / "sites" / "shopping", ROOT / "evaluators", ROOT / ".git", ROOT / "harness" / "episode",
    ]  # fmt: skip
    assert all(place.exists() for place in places)
    spec = resolve_agent(name)
    view = {
        "task_id": "a.b.0", "intent": "", "start": [], "variables": {}, "oracle": "python", "code": PRYING,
        "params": {"places": [str(place) for place in places], "root": str(tasks)},
    }  # fmt: skip
    agent = AgentProcess(spec, log=tmp_path / "run" / "agents" / "log")
    try:
        agent.begin(TaskMessage(episode="f00d", intent="", options={"oracle": view}), seconds=30)
        agent.send({"type": "observation", "step": 0, "url": "about:blank"}, seconds=30)
        said = agent.receive(seconds=60)
    finally:
        agent.close()
    assert said["action"] == {"name": "stop", "answer": []}
