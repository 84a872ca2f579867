"""Making the tasks of another edition: images, locks, then every oracle and wrong outcome; kept as it goes.

A task counts only after its oracle passed and its wrong outcomes failed. What is known stands in
``made.json`` beside the locks after each task, so that whatever was interrupted goes on where it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
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
from tasks.loader import build_task, build_tasks
from tasks.lockfile import Lock, digest_of, is_current, lock_path, oracle_hash, read_lock
from tasks.locking import lock_template, pin_nodes
from tasks.made import Made, MadeTask, merge_made, read_made
from tasks.model import DrawnParams, Task, Template
from tasks.salting import hashed
from tasks.templates import ROOT, TemplateErrors, load_source, load_template, template_paths

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

        That goes for all templates of the edition: one that is not made now would keep answers of the old
        data, and they would count as answers of these.

        Args:
            data: digest of each site's pristine data.
        """
        self.made = read_made(self.edition, self.root) or self.made  # images may have been built for hours
        now = {site: data[site] for site in self.sites if site in data}
        other = {site for site, digest in now.items() if self.made.data.get(site, digest) != digest}
        stale = self._using(other) if other else set()
        for name in stale:
            lock_path(name, self.root, self.edition).unlink(missing_ok=True)
            self._forget(name)
        if other:
            what = f"what was made of {len(stale)} templates is forgotten"
            self.say(f"{', '.join(sorted(other))}: other data than before, {what}")
        self.made.data.update(now)
        self._keep(stale)

    def _using(self, sites: set[str]) -> set[str]:
        """Templates of which something was made, now or before, but for those that use no such site."""
        folder = self.edition.folder(self.root)
        known = {f"{path.parent.name}.{path.stem}" for path in folder.glob("*/*.json")}
        known |= {*self.made.skipped, *(name.rpartition(".")[0] for name in self.made.tasks)}
        for path in template_paths(self.root):
            if (name := f"{path.parent.name}.{path.stem}") in known:
                with suppress(WebariumError):
                    if not sites & {*load_template(path).sites}:
                        known.remove(name)
        return known

    def lock(self, world: Any) -> None:
        """Lock what is not locked yet, or was locked from another text of the template.

        An older lock is of the same data: its tasks keep their numbers.
        """
        world.reset()
        for number, (template, source) in enumerate(self.sources, 1):
            before = read_lock(template, self.root, self.edition)
            if before and is_current(before, template):
                if self.made.skipped.pop(template.id, None):  # its text is again what it was
                    self._keep()
                continue
            self._forget(template.id)
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
            if lock is None or not is_current(lock, template):
                continue
            oracle = oracle_hash(template, self.root)
            for task in build_tasks(template, lock, source.path, self.edition)[: self.most or None]:
                known = self.made.tasks.get(plain(task.id))
                same = known is not None and known.lock == digest_of(task, oracle)
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
        oracles = {template.id: oracle_hash(template, self.root) for template, _ in self.sources}
        before = {task.id: digest_of(task, oracles[task.template]) for task in tasks}

        def note(report: TaskReport) -> None:
            nonlocal done
            done += 1
            told = f"[{done}/{len(tasks)}] {report.task}"
            if why := sandbox_failed(report):
                self.say(f"{told}: not known, {reason(why)}")  # it says nothing about the task
                return
            kept = self._note(report, before[report.task])
            if kept is None:
                self.say(f"{told}: not known, it changed while it was played")
                return
            how = "holds" if kept.holds else f"does not hold, {kept.why}"
            self.say(f"{told}: {how} ({report.seconds:.0f} s)")

        if world is None:
            apart(tasks, verify, workers=workers, on_report=note)
            return
        with OraclePlayer(world) as player:
            for task in tasks:
                note(verify(player, task))

    def _note(self, report: TaskReport, before: str) -> MadeTask | None:
        """Keep what came of a task, its key nodes as well.

        Args:
            report: on the task.
            before: the digest of the task before it was played; where it is another one now, nobody knows
                which of both was played, and nothing is kept.
        """
        name, _, number = plain(report.task).rpartition(".")
        path = next(source.path for template, source in self.sources if template.id == name)
        try:
            template = load_template(path).of(self.edition)
            lock = read_lock(template, self.root, self.edition)
            if lock is None or int(number) not in lock.tasks:
                return None
            task = build_task(template, lock, int(number), path, self.edition)
        except TemplateErrors:
            return None
        if digest_of(task, oracle_hash(template, self.root)) != before:
            return None
        if report.ok:
            pin_nodes(path, {int(number): report.key_nodes}, self.root, self.edition)
        kept = MadeTask(
            holds=report.ok,
            fresh=self._fresh(template, lock, int(number)),
            lock=before,
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

    def _forget(self, template: str) -> None:
        self.made.skipped.pop(template, None)
        for name in [one for one in self.made.tasks if one.rpartition(".")[0] == template]:
            del self.made.tasks[name]

    def _keep(self, forgotten: Collection[str] = ()) -> None:
        names = {*forgotten, *(template.id for template, _ in self.sources)}
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
