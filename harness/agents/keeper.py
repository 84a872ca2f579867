"""The process between the harness and an agent: it starts the agent, and ends all that the agent has started.

What an agent starts may leave the agent's session, and outlive it; it then belongs to this process, which no
agent can end where the harness is root. An agent that is not ours it puts into a jail (``jail``), and keeps
the proxy that is the jail's one way out. It runs as a program of its own and imports as little as it can.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from harness.agents import jail as jails  # noqa: E402 - the path to it comes first
from harness.agents.jail import Jail  # noqa: E402

LOG_LIMIT = 64 * 1024 * 1024  # bytes that a process may write to its log
_CHUNK = 65536
_FULL = b"\n(the log is full; what the agent wrote after this is not kept)\n"


@dataclass(frozen=True)
class Orders:
    """What a keeper is to do.

    Args:
        command: of the agent.
        account: number of its user and of its group; None keeps the harness' own.
        jail: what there is for it; None lets it see all.
        stage: an empty folder that its user can reach, for making the jail.
    """

    command: list[str]
    account: tuple[int, int] | None = None
    jail: Jail | None = None
    stage: str = ""

    @classmethod
    def read(cls, text: str) -> Orders:
        """Orders as ``start`` has written them down."""
        data = json.loads(text)
        return cls(**data | {"jail": Jail(**data["jail"]) if data["jail"] else None})


def start(orders: Orders, **options: Any) -> tuple[subprocess.Popen[bytes], int]:
    """Start an agent under a keeper; it ends when this process does, or on SIGTERM.

    Args:
        orders: what to start.
        options: for ``Popen``: pipes, folder, environment.

    Returns:
        The keeper, which ends as the agent did, and the agent's process id.

    Raises:
        OSError: when the agent does not start.
    """
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as report:
        try:
            command = [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(writing)]
            keeper = subprocess.Popen(
                [*command, json.dumps(asdict(orders))], pass_fds=[writing], start_new_session=True, **options
            )
        finally:
            os.close(writing)
        pid, _, error = report.read().partition(b"\n")
    if error or not pid:
        number, why = int(error or 0), _why_none(keeper)
        raise OSError(number, os.strerror(number) if number else why)
    return keeper, int(pid)


def _why_none(keeper: subprocess.Popen[bytes]) -> str:
    """What a keeper says that has started nothing: its last line, where it can be heard, and how it ended."""
    _, told = keeper.communicate()
    lines = (told or b"").decode("utf-8", "replace").strip().splitlines()
    ended = f"its keeper ended with code {keeper.returncode} before it started anything"
    return f"{ended}: {lines[-1]}" if lines else ended


def main(parent: int, report: int, orders: Orders) -> NoReturn:
    """Keep one agent: start it, wait for it or for the order to end, end what it left, end as it did."""
    from harness.processes import adopt_orphans, die_with_parent

    def leave(*_: object) -> NoReturn:
        _end_all()
        os._exit(1)

    signal.signal(signal.SIGTERM, leave)
    die_with_parent(parent, signal.SIGTERM)
    adopt_orphans()
    errors, stderr = os.pipe()
    pipes = _Pipes(*os.pipe(), *os.pipe()) if orders.jail else None
    pid = os.fork()
    if pid == 0:
        os.dup2(stderr, 2)
        _become(orders, report, pipes)
    os.close(report)
    if pipes and orders.jail:
        _open_gate(orders.jail, orders.account, pipes, stderr)
    os.close(stderr)
    log = os.dup(2)
    nothing = os.open(os.devnull, os.O_RDWR)
    for shared in (0, 1):
        os.dup2(nothing, shared)
    pump = threading.Thread(target=_pump, args=(errors, log), daemon=True)
    pump.start()
    status = _wait_for(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)  # all there is to do where there is no /proc
    _end_all()
    pump.join(1.0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -code)
    os._exit(code)


@dataclass(frozen=True)
class _Pipes:
    """What the jail tells, and what tells it to let the agent start."""

    info: int
    told: int
    gate: int
    opens: int


def _open_gate(jail: Jail, account: tuple[int, int] | None, pipes: _Pipes, log: int) -> None:
    """Put the proxy at the jail's way out where it has one, then let the agent start."""
    from harness.processes import end_below

    os.close(pipes.told)
    os.close(pipes.gate)
    pid = jails.process_in(pipes.info)
    if pid and jail.network:
        listening = jails.listener(pid)
        if listening and os.fork() == 0:
            _be_proxy(listening, jail.network, account, log)
        if listening:
            listening.close()
        else:  # an agent without the way out that it was promised is not started
            os.write(log, b"webarium: the jail's way out could not be made\n")
            end_below(os.getpid())  # who waits for the agent buries it, and hears how it ended
            return
    with suppress(OSError):  # the jail did not come to be; it has told why
        os.write(pipes.opens, b".")
    os.close(pipes.opens)


def _be_proxy(listening: Any, network: list[str], account: tuple[int, int] | None, log: int) -> NoReturn:
    """In a child of its own: no pipe of the agent stays open in it, and no right that it does not need."""
    from harness.agents import proxy

    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number, target in ((0, nothing), (1, nothing), (2, log)):
            os.dup2(target, number)
        last = listening.fileno()
        os.closerange(3, last)
        os.closerange(last + 1, 256)
        if account:
            os.setgroups([])
            os.setgid(account[1])
            os.setuid(account[0])
        proxy.main(listening, network)
    finally:
        os._exit(1)


def _become(orders: Orders, report: int, pipes: _Pipes | None) -> NoReturn:
    """In the child: change the user, go into the jail, and turn into the agent."""
    from harness.processes import die_with_parent

    keeper = os.getppid()
    try:
        os.write(report, f"{os.getpid()}\n".encode())
        os.set_inheritable(report, False)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()
        if orders.jail and pipes:
            die_with_parent(keeper)
            jails.enter(
                orders.jail, orders.command, account=orders.account, stage=orders.stage, info=pipes.told,
                gate=pipes.gate,
            )  # fmt: skip
        if orders.account:
            os.setgroups([])
            os.setgid(orders.account[1])
            os.setuid(orders.account[0])
        die_with_parent(keeper)
        os.execvp(orders.command[0], orders.command)  # noqa: S606 - a command is words, not a line for a shell
    except OSError as error:
        os.write(report, str(error.errno or 0).encode())
    os._exit(127)


def _wait_for(pid: int) -> int:
    """Wait until a child ends, and bury all others that do; how it ended."""
    while True:
        ended, status = os.wait()
        if ended == pid:
            return status


def _end_all() -> None:
    """End whatever is below this process, and bury it."""
    from harness.processes import end_below

    end_below(os.getpid())
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _pump(reading: int, log: int) -> None:
    """Write what the agent says to its log, up to a limit."""
    left = LOG_LIMIT
    while chunk := os.read(reading, _CHUNK):
        with suppress(OSError):  # the disk is full: the agent must not wait for it
            if left > 0:
                os.write(log, chunk[:left])
            if 0 < left <= len(chunk):
                os.write(log, _FULL)
        left -= len(chunk)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Orders.read(sys.argv[3]))
