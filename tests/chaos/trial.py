"""One trial: a run is started, disturbed once, continued where it ended, and looked at from all sides."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docker
from reset.world import World
from reset.world.control import READY_TIMEOUT
from sites.errors import WebariumError
from sites.spec import ROOT

from . import checks
from .checks import Key, Line, Things
from .command import CommandFailed, Run, webarium
from .draws import Draw, Scene
from .engine import Engine
from .faults import NotYet, Undo
from .processes import all_processes

RECORDS = ROOT / ".webarium" / "worlds"
RESUMES = 2  # a run that ended with a sentence is continued so often
ANSWER_SECONDS = 10
EPISODE_SECONDS = 60
GRACE_SECONDS = 60.0  # beyond three times the undisturbed run's time, and what a world may take to start
CLEARING_SECONDS = 5.0  # for what dies with its parent
STARTING_SECONDS = 3.0  # of browser and agent, in a world that is up
SMALL_DISK = "48m"


def _of_a_world(path: Path) -> bool:
    """Whether a file says who plays in a world that is there; it goes with the world's record."""
    return path.suffix == ".use" and path.with_suffix(".json").exists()


@dataclass(frozen=True)
class Reference:
    """The undisturbed run of a scene: its episodes, and how long it took."""

    lines: dict[Key, Line]
    seconds: float
    quicker: dict[tuple[bool, int], float] = field(default_factory=dict)
    """Seconds of runs that ended before anything could be done to them, by what `length` is asked for."""

    def length(self, kept: bool, workers: int) -> float:
        """Seconds that such a run takes, without the start of a world where one is there.

        Machines are not always as busy as they were at the undisturbed run.
        """
        playing = sum(line["seconds"] for line in self.lines.values()) + STARTING_SECONDS
        whole = min(playing, self.seconds) if kept else self.seconds
        return min(whole, self.quicker.get((kept, workers), whole))


@dataclass
class Result:
    """What came of a trial."""

    draw: Draw
    violations: list[str] = field(default_factory=list)
    hit: bool = False
    resumes: int = 0
    seconds: float = 0.0
    said: list[str] = field(default_factory=list)
    """By the run, of its trouble."""
    kept_in: Path | None = None
    """Where run and output of a violation are."""


class Stage:
    """What all trials of a session share: the engine, undisturbed runs, worlds that stay.

    Args:
        folder: where the runs of violations are kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.engine = Engine()
        self._references: dict[str, Reference] = {}
        self._pristine: dict[str, dict[str, str]] = {}

    def reference(self, scene: Scene) -> Reference:
        """The undisturbed run; played once.

        Raises:
            CommandFailed: it does not even pass undisturbed.
        """
        if scene.name not in self._references:
            with place(small_disk=False) as where:
                started = time.monotonic()
                webarium(*_eval(scene, where / "runs" / "run"), "--expect", "all")
                lines = checks.finished((where / "runs" / "run" / "journal.jsonl").read_bytes())
                self._references[scene.name] = Reference(lines, time.monotonic() - started)
        return self._references[scene.name]

    def world(self, scene: Scene) -> str:
        """The world of a scene that was up before and stays; started when it is first wanted."""
        name = f"chaos-{os.getpid()}-{len(scene.sites)}"
        if name not in self._pristine:
            webarium("up", "--world", name, *scene.sites)
            self._pristine[name] = digests(name)
        return name

    def pristine_again(self, name: str) -> list[str]:
        """Violations of a world that stays: after a reset it must be as it was when it was started."""
        try:
            webarium("reset", "--world", name)
            found = digests(name)
        except (CommandFailed, WebariumError) as error:
            self.forget(name)
            return [f"the world that was to stay cannot be reset: {error}"]
        return [
            f"after the reset the state of {site} is {found.get(site)}, pristine is {digest}"
            for site, digest in self._pristine[name].items()
            if found.get(site) != digest
        ]

    def forget(self, name: str) -> None:
        """End a world that was to stay; the next trial gets a new one."""
        with suppress(CommandFailed):
            webarium("down", "--world", name)
        self._pristine.pop(name, None)

    def close(self) -> None:
        """End the worlds that stayed."""
        for name in list(self._pristine):
            self.forget(name)

    def things(self, run: Run | None = None, temporary: Path | None = None) -> Things:
        """What is there now; with a run, also what that has started, wherever it went."""
        containers = self.engine.containers()
        used = {volume for one in containers for volume in one.volumes}
        known = run.processes if run else set()
        mark = str(temporary) if temporary else ""
        return Things(
            containers=frozenset(one.name for one in containers),
            networks=frozenset(self.engine.networks()),
            volumes=frozenset((self.engine.volumes() & run.volumes) - used) if run else frozenset(),
            processes=frozenset(
                str(one) for one in all_processes() if one in known or (mark and one.mentions(mark))
            ),
            records=frozenset(path.name for path in RECORDS.glob("*") if not _of_a_world(path)),
            temporary=frozenset(path.name for path in temporary.iterdir()) if temporary else frozenset(),
        )


def digests(world: str) -> dict[str, str]:
    """The state of every site of a world."""
    attached = World.attach(world)
    try:
        return {site.name: attached.digest(site) for site in attached.sites}
    finally:
        attached.detach()


@contextmanager
def place(*, small_disk: bool) -> Iterator[Path]:
    """A folder for one trial: `runs`, on a small disk of its own when asked for, and `tmp`.

    Its path is short, since Chromium's sockets stand below it, and open to the agent's user.
    """
    where = Path(tempfile.mkdtemp(prefix="chaos-"))
    where.chmod(0o711)
    for name in ("runs", "tmp"):
        (where / name).mkdir()
    (where / "tmp").chmod(0o1777)
    if small_disk:
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=755", "chaos", str(where / "runs")]
        subprocess.run(command, check=True)
    try:
        yield where
    finally:
        if small_disk:
            subprocess.run(["umount", "--lazy", str(where / "runs")], check=False)
        shutil.rmtree(where, ignore_errors=True)


class Trial:
    """Plays one draw.

    Args:
        draw: what is played.
        stage: where.
        where: its folder.
    """

    def __init__(self, draw: Draw, stage: Stage, where: Path) -> None:
        self.draw, self.stage, self.where = draw, stage, where
        self.reference = stage.reference(draw.scene)
        self.world = stage.world(draw.scene) if draw.kept else None
        self.folder = where / "runs" / "run"
        self.result = Result(draw)
        self.looks: list[bytes] = []
        self.run: Run | None = None
        self.undo: Undo | None = None
        self.hung = False

    def play(self) -> Result:
        """Play, check, clear up."""
        started = time.monotonic()
        before = self.stage.things()
        try:
            self._first_run(before)
            while self.result.resumes < RESUMES and self._unfinished():
                self.result.resumes += 1
                self._begin(self._continued())
                self._end()
            self._check(before)
        finally:
            self._take_back()
            self._clear(before)
        self.result.seconds = time.monotonic() - started
        return self.result

    # --- runs ------------------------------------------------------------------------------------------

    def _first_run(self, before: Things) -> None:
        scene, world = self.draw.scene, self.world
        words = _eval(scene, self.folder, workers=self.draw.workers, world=world)
        self._begin(words)
        assert self.run
        like = (self.draw.kept, self.draw.workers)
        started = time.monotonic()
        if self.run.watch(self.draw.moment * self.reference.length(*like)):
            self.reference.quicker[like] = time.monotonic() - started
        else:
            self._inject()
        if self.result.hit and self.draw.lasting is not None:
            self.run.watch(self.draw.lasting)
            self._take_back()
        self._end()
        self._take_back()

    def _begin(self, words: list[str]) -> None:
        before = self.run
        self.run = Run(
            words,
            folder=self.folder,
            temporary=self.where / "tmp",
            output=self.where / f"output-{self.result.resumes}.txt",
            engine=self.stage.engine,
            world=self.world,
            known={one.world for one in self.stage.engine.containers()} if before is None else set(),
            random=self.draw.random(),
        )
        if before:
            self.run.processes |= before.processes
            self.run.volumes |= before.volumes

    def _inject(self) -> None:
        """Do it as soon as there is something to do it to."""
        assert self.run
        while self.run.code is None:
            self._look()
            try:
                self.undo = self.draw.fault.inject(self.run)
            except (NotYet, docker.errors.DockerException):
                self.run.watch(0.05)
                continue
            self.result.hit = True
            return

    def _end(self) -> None:
        """Until the run has ended, by itself or because it takes too long."""
        assert self.run
        limit = 3 * self.reference.seconds + GRACE_SECONDS + (0 if self.draw.kept else READY_TIMEOUT)
        if not self.run.watch(limit):
            self.hung = True
            self.result.violations.append(f"the run did not end within {limit:.0f} s")
            os.killpg(self.run.run(), signal.SIGINT)
            if not self.run.watch(20.0):
                self.result.violations.append("one Ctrl-C did not end it within 20 s either")
                self.run.end()
        self._look()
        if not self.hung:
            killed = self.draw.fault.name == "run killed"
            text = self.run.output.read_text(errors="replace")
            assert self.run.code is not None
            self.result.violations += checks.ended(self.run.code, text, may_be_killed=killed)
            self.result.violations += checks.resets_exact(text, writes=self.draw.fault.writes)
            self.result.said += checks.sentences(text)

    def _continued(self) -> list[str]:
        """How to go on: as the run says, or, where it did not get so far, as it began."""
        if not (self.folder / "manifest.json").is_file():
            return _eval(self.draw.scene, self.folder, workers=self.draw.workers, world=self.world)
        world = ["--world", self.world] if self.world else []
        return ["eval", "--resume", str(self.folder), "--verbose", *world]

    def _unfinished(self) -> bool:
        """Whether it is to be continued: it did not end in order, or an episode has no verdict."""
        assert self.run
        if self.hung:
            return False
        try:
            played = checks.finished(self._journal())
        except ValueError:
            return True
        return self.run.code not in (0, checks.UNMET) or not set(self.reference.lines) <= set(played)

    def _journal(self) -> bytes:
        path = self.folder / "journal.jsonl"
        return path.read_bytes() if path.is_file() else b""

    def _look(self) -> None:
        self.looks.append(self._journal())

    # --- afterwards ------------------------------------------------------------------------------------

    def _check(self, before: Things) -> None:
        found = self.result.violations
        found += checks.journal_kept(self.looks)
        with suppress(ValueError):
            lines = checks.finished(self.looks[-1])
            blamed = self.draw.fault.blames_agent and self.result.hit
            found += checks.verdicts_equal(lines, self.reference.lines, blames_agent=blamed)
            found += checks.files_whole(self.folder, lines.values())
        if self.world:
            found += self.stage.pristine_again(self.world)
        deadline = time.monotonic() + CLEARING_SECONDS
        while (left := self._left(before)) and time.monotonic() < deadline:
            time.sleep(0.2)
        found += left + checks.world_stays(before, self.stage.things())

    def _left(self, before: Things) -> list[str]:
        return checks.nothing_left(before, self.stage.things(self.run, self.where / "tmp"))

    def _take_back(self) -> None:
        undo, self.undo = self.undo, None
        if undo:
            undo()

    def _clear(self, before: Things) -> None:
        """Whatever a violation left must not disturb the next trial; what it was about is kept."""
        if self.result.violations:
            self.result.kept_in = self.stage.folder / self.draw.name
            shutil.rmtree(self.result.kept_in, ignore_errors=True)
            shutil.copytree(
                self.where, self.result.kept_in, symlinks=True, ignore=shutil.ignore_patterns("tmp")
            )
            (self.result.kept_in / "violations.txt").write_text(
                "\n".join([str(self.draw), *self.result.violations, ""])
            )
        if self.run:
            self.run.end()
        left = self.stage.things(self.run, self.where / "tmp").without(before)
        self.stage.engine.sweep(set(left.containers), set(left.networks), set(left.volumes))
        for one in all_processes():
            if one.mentions(str(self.where / "tmp")):
                with suppress(ProcessLookupError):
                    os.kill(one.pid, signal.SIGKILL)
        for name in left.records:
            (RECORDS / name).unlink(missing_ok=True)


def play(draw: Draw, stage: Stage) -> Result:
    """One trial.

    Raises:
        CommandFailed: its scene does not even pass undisturbed.
    """
    with place(small_disk=draw.fault.small_disk) as where:
        return Trial(draw, stage, where).play()


def _eval(scene: Scene, folder: Path, *, workers: int = 1, world: str | None = None) -> list[str]:
    limits = ["--answer-seconds", str(ANSWER_SECONDS), "--episode-seconds", str(EPISODE_SECONDS)]
    where = ["--world", world] if world else ["--workers", str(workers)]
    what = ["--tasks", scene.tasks, "--trials", str(scene.trials), "--agent", scene.agent]
    return [
        "eval",
        "--run",
        str(folder),
        *what,
        *where,
        *limits,
        "--check-resets",
        "--verbose",
        "--trace",
        "never",
    ]


def to_json(result: Result) -> dict[str, Any]:
    """For `--json`."""
    return {
        "number": result.draw.number,
        "fault": result.draw.fault.name,
        "scene": result.draw.scene.name,
        "hit": result.hit,
        "resumes": result.resumes,
        "violations": result.violations,
        "said": result.said,
        "seconds": round(result.seconds, 1),
        "kept_in": str(result.kept_in) if result.kept_in else None,
    }
