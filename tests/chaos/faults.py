"""The faults: one small function each, which does it to a running trial and returns how to take it back."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from reset.sitectl.space import amount
from sites.spec import load_site

from .processes import process

Undo = Callable[[], None]

STEP = 1 << 20
ENGINE_SECONDS = 60.0


class NotYet(Exception):
    """What the fault is to hit is not there at this moment."""


class Target(Protocol):
    """What a fault sees of the trial that it disturbs."""

    random: Random
    """For what it draws."""
    folder: Path
    """The run's."""

    def run(self) -> int:
        """Process id of `webarium eval`."""

    def process(self, *words: str, without: str = "") -> int:
        """An innermost process below the run whose command line holds all the words; NotYet without any."""

    def inside(self, part: str | None, *words: str) -> list[int]:
        """Process ids in the container of a site, parents first, whose command line holds all the words.

        Without a part it is one site of the world that is drawn; NotYet when nothing fits.
        """

    def kill_container(self, part: str | None, *, remove: bool = False) -> None:
        """kill -9 of such a container, or of `gateway`; NotYet when it does not run."""


@dataclass(frozen=True)
class Fault:
    """One way in which the world is unkind.

    Args:
        name: for the table.
        inject: does it; returns how to take it back, or None where nothing is to be taken back.
        scenes: where it can be played.
        lasting: seconds it may last, one of them is drawn; None is until the run has ended.
        blames_agent: the one episode that it hits may fail, as the agent's own fault.
        writes: it writes where a site does. Between a reset and the look at what that left, the look must
            tell; everywhere else it must tell nothing.
        small_disk: it needs runs/ on a small disk of its own.
        lacks: says what it lacks on this machine; empty when it can be played.
    """

    name: str
    inject: Callable[[Target], Undo | None]
    scenes: tuple[str, ...] = ("home", "shop")
    lasting: tuple[float | None, ...] = ()
    blames_agent: bool = False
    writes: bool = False
    small_disk: bool = False
    lacks: Callable[[], str] = lambda: ""

    @property
    def what(self) -> str:
        """In one line."""
        return (self.inject.__doc__ or "").strip()


FAULTS: dict[str, Fault] = {}


def fault(
    name: str,
    *,
    scenes: tuple[str, ...] = ("home", "shop"),
    lasting: tuple[float | None, ...] = (),
    blames_agent: bool = False,
    writes: bool = False,
    small_disk: bool = False,
    lacks: Callable[[], str] = lambda: "",
) -> Callable[[Callable[[Target], Undo | None]], Callable[[Target], Undo | None]]:
    """Register a fault; the arguments are those of `Fault`."""

    def register(inject: Callable[[Target], Undo | None]) -> Callable[[Target], Undo | None]:
        FAULTS[name] = Fault(name, inject, scenes, lasting, blames_agent, writes, small_disk, lacks)
        return inject

    return register


def _kill(pid: int, number: int = signal.SIGKILL) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError as error:
        raise NotYet from error


def _needs_root() -> str:
    return "" if os.geteuid() == 0 else "it needs root"


def within(pid: int, *command: str) -> None:
    """Run a command, as root, among the files of a container.

    Args:
        pid: of a process in it.

    Raises:
        NotYet: it does not work, since the container is just coming up or going down.
    """
    enter = ["nsenter", "--target", str(pid), "--mount", "--pid"]
    done = subprocess.run([*enter, *command], check=False, capture_output=True)
    if done.returncode:
        raise NotYet(done.stderr.decode(errors="replace").strip())


# --- the harness ---------------------------------------------------------------------------------------


@fault("run killed")
def kill_run(target: Target) -> None:
    """kill -9 of `webarium eval` itself."""
    _kill(target.run())


@fault("worker killed")
def kill_worker(target: Target) -> None:
    """kill -9 of a worker."""
    _kill(target.process("multiprocessing.spawn"))


@fault("two interrupts")
def interrupt_twice(target: Target) -> None:
    """Ctrl-C, and once more within two seconds."""
    group = os.getpgid(target.run())
    for pause in (target.random.uniform(0.0, 2.0), 0.0):
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGINT)
        time.sleep(pause)


@fault("full runs/", small_disk=True, lasting=(3.0, None), lacks=_needs_root)
def fill_runs(target: Target) -> Undo:
    """The disk that holds the run is full."""
    filler = target.folder.parent / "filler"
    fill(filler)
    return lambda: filler.unlink(missing_ok=True)


def fill(path: Path) -> None:
    """Write a file until its disk is full."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            for size in (STEP, 4096, 1):
                with suppress(OSError):
                    while file.write(b"\0" * size):
                        pass
            return


# --- agent and browser ---------------------------------------------------------------------------------


@fault("agent killed", scenes=("home", "shop", "agent"), blames_agent=True)
def kill_agent(target: Target) -> None:
    """kill -9 of the agent."""
    _kill(_agent(target))


@fault("agent hangs", scenes=("agent",), blames_agent=True)
def hang_agent(target: Target) -> None:
    """The agent neither reads nor writes any more."""
    _kill(_agent(target), signal.SIGUSR1)


@fault("agent floods", scenes=("agent",), blames_agent=True)
def flood_agent(target: Target) -> None:
    """The agent writes without end and reads nothing."""
    _kill(_agent(target), signal.SIGUSR2)


@fault("agent dies", scenes=("agent",), blames_agent=True)
def end_agent(target: Target) -> None:
    """The agent ends by itself, with an error."""
    _kill(_agent(target), signal.SIGTERM)


def _agent(target: Target) -> int:
    try:
        return target.process("tests/chaos/agent.py")
    except NotYet:
        return target.process("harness.agents.oracle")


@fault("browser killed")
def kill_browser(target: Target) -> None:
    """kill -9 of Chromium's main process."""
    _kill(target.process("--remote-debugging-pipe", "--user-data-dir=", without="--type="))


@fault("renderer killed")
def kill_renderer(target: Target) -> None:
    """kill -9 of the process that draws a page."""
    _kill(target.process("--type=renderer"))


CALCULATOR = "/srv/home/home/static/calculator.js"
LOOP = "/dev/shm/loop.js"


@fault("endless page", scenes=("home",), lasting=(3.0, 6.0), lacks=_needs_root)
def loop_page(target: Target) -> Undo:
    """A page's own script runs in an endless loop."""
    pid = target.inside("home")[0]

    within(pid, "sh", "-c", f"echo 'for (;;);' > {LOOP} && mount --bind {LOOP} {CALCULATOR}")

    def let_go() -> None:
        with suppress(NotYet):  # the container has gone, and the loop with it
            target.inside("home")
            within(pid, "umount", CALCULATOR)

    return let_go


# --- the world -----------------------------------------------------------------------------------------


@fault("mariadbd killed", scenes=("shop",))
def kill_database(target: Target) -> None:
    """kill -9 of a site's database server."""
    _kill(target.inside("shopping", "mariadbd")[0])


@fault("application killed")
def kill_application(target: Target) -> None:
    """kill -9 of the parent of a site's application processes."""
    _kill(target.inside(None, "gunicorn")[0])


@fault("sitectl killed")
def kill_sitectl(target: Target) -> None:
    """kill -9 of a site's supervisor."""
    _kill(target.inside(None, "sitectl.__main__")[0])


@fault("site killed")
def kill_site(target: Target) -> None:
    """kill -9 of a site's container; one time in two it is removed as well."""
    target.kill_container(None, remove=target.random.random() < 0.5)


@fault("gateway killed")
def kill_gateway(target: Target) -> None:
    """kill -9 of the gateway's container."""
    target.kill_container("gateway")


@fault("site stopped", lasting=(3.0, 8.0, None))
def stop_site(target: Target) -> Undo:
    """SIGSTOP of every process of a site."""
    pids = target.inside(None)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)

    def go_on() -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    return go_on


def too_much() -> int:
    """More bytes than any site of the scenes may write."""
    return max(amount(load_site(name).state.room) for name in ("home", "shopping")) + 64 * STEP


@fault("full /state", writes=True, lacks=_needs_root)
def fill_state(target: Target) -> None:
    """A site's files grow beyond what its /state may hold; nobody takes them away but a reset."""
    pid = target.inside(None)[0]
    within(pid, "fallocate", "--length", str(too_much()), "/state/files/filler")


ENGINE_PID = Path("/var/run/docker.pid")
ENGINE_LOG = Path("/var/log/webarium-dockerd.log")
ALLOW_ENGINE = "WEBARIUM_CHAOS_ENGINE"


def _needs_consent() -> str:
    if not os.environ.get(ALLOW_ENGINE):
        return "it needs --allow-engine: every container of this machine goes down with it"
    return _needs_root() or ("" if ENGINE_PID.is_file() else f"{ENGINE_PID} is not there")


@fault("engine restarted", lacks=_needs_consent)
def restart_engine(target: Target) -> None:
    """The container engine is stopped and started."""
    target.inside(None)
    if Path("/run/systemd/system").is_dir():
        subprocess.run(["systemctl", "restart", "docker"], check=True, timeout=ENGINE_SECONDS)
        return
    pid = int(ENGINE_PID.read_text())
    command = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")[:-1]
    os.kill(pid, signal.SIGTERM)
    # from the second time on it is a child of ours, and stays in the table of processes when it has ended
    await_that(lambda: process(pid) is None, "the engine does not end")
    with ENGINE_LOG.open("ab") as log:
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    await_that(
        lambda: subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0,
        "the engine does not come back",
    )


def await_that(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait until something holds.

    Raises:
        RuntimeError: it does not in time.
    """
    deadline = time.monotonic() + ENGINE_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{otherwise} within {ENGINE_SECONDS:.0f} s")
        time.sleep(0.1)
