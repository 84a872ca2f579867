"""Making the tasks of another edition: images, locks, then every oracle and wrong outcome; kept as it goes.

A task counts only after its oracle passed and its wrong outcomes failed. What is known stands in
``made.json`` beside the locks after each task, so that whatever was interrupted goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.authoring.apart import apart
from harness.authoring.playing import OraclePlayer
from harness.authoring.reports import TaskReport
from harness.authoring.verify import verify
from harness.run.binding import data_of
from sites.errors import WebariumError
from sites.source import Source
from sites.spec import load_site
from tasks.editions import DEFAULT, Edition
from tasks.loader import build_tasks
from tasks.lockfile import Lock, lock_path, oracle_hash, read_lock, source_hash
from tasks.locking import lock_template, pin_nodes
from tasks.made import Made, MadeTask, merge_made, read_made
from tasks.model import DrawnParams, Task, Template
from tasks.salting import hashed
from tasks.templates import ROOT, TemplateErrors, load_source

Say = Callable[[str], None]
LONGEST = 160
"""Characters of a reason that people are shown."""


@dataclass(frozen=True)
class Counted:
    """What came of the templates of one folder, or of all.

    Attributes:
        templates: all that were asked for; of ``hold`` some task holds, ``skipped`` have no lock.
        listed: those whose parameters are a fixed list, or a draw without a hash: a salt changes nothing.
        tasks: all that have a lock; ``holding`` of them hold, and ``fresh`` of these are new.
    """

    templates: int = 0
    hold: int = 0
    skipped: int = 0
    listed: int = 0
    tasks: int = 0
    holding: int = 0
    fresh: int = 0


@dataclass
class Making:
    """The making of one edition.

    Args:
        edition: which one.
        paths: of the templates.
        say: told in lines what happens.
        again: also play tasks again that did not hold.
        most: tasks of a template that are played; 0: all.
        root: the folder of the tasks.
    """

    edition: Edition
    paths: Sequence[Path]
    say: Say
    again: bool = False
    most: int = 0
    root: Path = ROOT
    made: Made = field(init=False)
    sources: list[tuple[Template, Source]] = field(init=False)

    def __post_init__(self) -> None:
        loaded = [load_source(path) for path in self.paths]
        self.sources = [(template.of(self.edition), source) for template, source in loaded]
        known = read_made(self.edition, self.root)
        self.made = known or Made(seed=str(self.edition.seed), salt=self.edition.salt)

    @property
    def sites(self) -> list[str]:
        """What these templates need."""
        return sorted({site for template, _ in self.sources for site in template.sites})

    def bind(self, data: Mapping[str, str]) -> None:
        """Begin with these data; what is known of templates whose sites had others is forgotten.

        Args:
            data: digest of each site's pristine data.
        """
        other = {site for site, digest in data.items() if self.made.data.get(site, digest) != digest}
        for template, _ in self.sources:
            if other & {*template.sites}:
                lock_path(template, self.root, self.edition).unlink(missing_ok=True)
                self._forget(template)
        if stale := sorted(other & {*self.made.data}):
            self.say(f"{', '.join(stale)}: other data than before, the templates are locked anew")
        self.made.data.update(data)
        self._keep()

    def lock(self, world: Any) -> None:
        """Lock what is not locked yet, or was locked from another text of the template."""
        world.reset()
        for number, (template, source) in enumerate(self.sources, 1):
            before = read_lock(template, self.root, self.edition)
            if before and before.source == source_hash(template):
                continue
            self._forget(template)
            lock_path(template, self.root, self.edition).unlink(missing_ok=True)
            told = f"[{number}/{len(self.sources)}] {template.id}"
            try:
                report = lock_template(template, source, world, self.root, edition=self.edition)
                self.say(f"{told}: {report.tasks} tasks locked")
            except TemplateErrors as error:
                self.made.skipped[template.id] = reason(error.errors[0].reason)
                self.say(f"{told}: skipped, {self.made.skipped[template.id]}")
            self._keep()

    def to_play(self) -> list[Task]:
        """The tasks of which it is not known whether they hold."""
        found = []
        for template, source in self.sources:
            lock = read_lock(template, self.root, self.edition)
            tasks = build_tasks(template, lock, source.path, self.edition) if lock else []
            for task in tasks[: self.most or None]:
                known = self.made.tasks.get(plain(task.id))
                same = known is not None and known.lock == digest_of(task, template, self.root)
                if not same or (self.again and known and not known.holds):
                    found.append(task)
        return found

    def play(self, tasks: list[Task], *, world: Any = None, workers: int = 1) -> None:
        """Play each oracle, nothing, and each wrong outcome; what comes of it is kept task by task.

        Args:
            tasks: to play.
            world: a running world; by default each worker has one of its own.
            workers: how many.
        """
        done = 0

        def note(report: TaskReport) -> None:
            nonlocal done
            done += 1
            told = f"[{done}/{len(tasks)}] {report.task}"
            if why := sandbox_failed(report):
                self.say(f"{told}: not known, {reason(why)}")  # it says nothing about the task
                return
            kept = self._note(report)
            how = "holds" if kept.holds else f"does not hold, {kept.why}"
            self.say(f"{told}: {how} ({report.seconds:.0f} s)")

        if world is None:
            apart(tasks, verify, workers=workers, on_report=note)
            return
        with OraclePlayer(world) as player:
            for task in tasks:
                note(verify(player, task))

    def _note(self, report: TaskReport) -> MadeTask:
        """Keep what came of a task, its key nodes as well."""
        name, _, number = plain(report.task).rpartition(".")
        template, source = next(one for one in self.sources if one[0].id == name)
        if report.ok:
            pin_nodes(source.path, {int(number): report.key_nodes}, self.root, self.edition)
        lock = read_lock(template, self.root, self.edition)
        assert lock is not None, "it was played"
        task = build_tasks(template, lock, source.path, self.edition)[sorted(lock.tasks).index(int(number))]
        kept = MadeTask(
            holds=report.ok,
            fresh=self._fresh(template, lock, int(number)),
            lock=digest_of(task, template, self.root),
            why="" if report.ok else reason(why_not(report)),
        )
        self.made.tasks[plain(report.task)] = kept
        self._keep()
        return kept

    def _fresh(self, template: Template, lock: Lock, number: int) -> bool:
        """Whether the default edition has no task with the same parameters and answers."""
        default = read_lock(template, self.root, DEFAULT)
        task = lock.tasks[number]
        known = default.tasks.values() if default else ()
        return all((task.params, task.reference) != (one.params, one.reference) for one in known)

    def _forget(self, template: Template) -> None:
        self.made.skipped.pop(template.id, None)
        for name in [one for one in self.made.tasks if one.rpartition(".")[0] == template.id]:
            del self.made.tasks[name]

    def _keep(self) -> None:
        names = {template.id for template, _ in self.sources}
        merge_made(self.made, self.edition, self.root, templates=names, sites=self.sites)

    # --- what came of it ----------------------------------------------------------------------------------

    def counts(self) -> dict[str, Counted]:
        """By folder, and under ``all``."""
        folders: dict[str, list[Template]] = {}
        for template, _ in self.sources:
            folders.setdefault(template.folder, []).append(template)
        found = {name: self._count(group) for name, group in sorted(folders.items())}
        return found | {"all": self._count([template for template, _ in self.sources])}

    def _count(self, templates: list[Template]) -> Counted:
        ids = {template.id for template in templates}
        tasks = {name: one for name, one in self.made.tasks.items() if name.rpartition(".")[0] in ids}
        holding = {name: one for name, one in tasks.items() if one.holds}
        return Counted(
            templates=len(templates),
            hold=len({name.rpartition(".")[0] for name in holding}),
            skipped=sum(template.id in self.made.skipped for template in templates),
            listed=sum(not drawn_by_chance(template) for template in templates),
            tasks=len(tasks),
            holding=len(holding),
            fresh=sum(one.fresh for one in holding.values()),
        )

    def faults(self) -> dict[str, str]:
        """Why templates were skipped and tasks do not hold, by id."""
        ids = {template.id for template, _ in self.sources}
        found = {name: f"skipped: {why}" for name, why in self.made.skipped.items() if name in ids}
        for name, one in self.made.tasks.items():
            if not one.holds and name.rpartition(".")[0] in ids:
                found[name] = one.why
        return dict(sorted(found.items()))


def make(making: Making, *, world: str | None = None, workers: int = 1) -> None:
    """Build, lock and play.

    Args:
        making: of what.
        world: a running world of the edition's seed; by default worlds are started and removed.
        workers: how many worlds play side by side.

    Raises:
        WebariumError: images cannot be built, a world cannot start, or the running one lacks a site.
    """
    from reset import images
    from reset.world import World

    if world:
        attached: Any = World.attach(world)
        try:
            _check_sites(attached, making.sites)
            making.bind(data_of(attached))
            making.lock(attached)
            making.play(making.to_play(), world=attached)
        finally:
            attached.detach()
        return
    sites = [load_site(name) for name in making.sites]
    if images.missing(sites, seed=making.edition.seed):
        images.build(sites, making.say, seed=making.edition.seed)
    making.say(f"starting a world of {', '.join(making.sites)}")
    with World.start(sites, name=f"made-{os.getpid()}", seed=making.edition.seed) as started:
        making.bind(data_of(started))
        making.lock(started)
        to_play = making.to_play()
        if workers == 1:
            making.play(to_play, world=started)
            return
    if to_play:
        making.play(to_play, workers=workers)


def _check_sites(world: Any, sites: Sequence[str]) -> None:
    if lacking := sorted({*sites} - {site.name for site in world.sites}):
        raise WebariumError(
            f"The world {world.name!r} has no {', '.join(lacking)}, which the templates need",
            remedy="choose templates with --tasks or --sites, or leave --world out",
        )


def plain(task_id: str) -> str:
    """An id without its edition."""
    return task_id.partition(":")[0]


def drawn_by_chance(template: Template) -> bool:
    """Whether a salt gives other parameters."""
    return isinstance(template.params, DrawnParams) and hashed(template.params.sql)


def digest_of(task: Task, template: Template, root: Path = ROOT) -> str:
    """Sixteen hexadecimal digits of all that decides whether a task holds: its texts, values and oracle."""
    data = task.model_dump(mode="json", exclude={"key_nodes"})
    text = json.dumps([data, oracle_hash(template, root)], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def sandbox_failed(report: TaskReport) -> str:
    """Why the sandbox could not play some way of a task; empty where it could play all."""
    return next((one.problem or "" for one in report.attempts if one.sandbox_failed), "")


def why_not(report: TaskReport) -> str:
    """What went wrong first."""
    return next(f"{one.name}: {one.problem or 'not as wanted'}" for one in report.attempts if not one.ok)


def reason(text: str) -> str:
    """A reason on one short line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
