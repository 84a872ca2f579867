"""Whether the answers of a run's tasks were computed from the data that its worlds hold.

The locks of an edition are bound to digests of the sites' pristine data: those of the default one by the
release, those of others by what made them. On other data draws and references are computed again: the same
ones are accepted with a warning, others are refused.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.fleet.worker import REAL_WORLD
from harness.run.settings import RunError, RunSettings
from sites.files import write_text
from sites.spec import load_site
from tasks.editions import Edition
from tasks.lockfile import lock_path, read_lock
from tasks.locking import compute_lock
from tasks.made import read_made
from tasks.release import read_release
from tasks.templates import ROOT, TemplateErrors, load_source, root_for

Say = Callable[[str], None]


def data_of(world: Any) -> dict[str, str]:
    """By site, the digest of the pristine data that a running world holds, as far as its images say it."""
    from reset.images.contents import DATA

    parts = world.images()
    return {
        site.name: parts[site.name].labels[DATA]
        for site in world.sites
        if site.name in parts and DATA in parts[site.name].labels
    }


def bound_data(edition: Edition, root: Path = ROOT) -> dict[str, str]:
    """By site, the digest of the data that an edition's locks belong to; empty where nobody wrote it down."""
    if edition.is_default:
        release = read_release(root)
        return release.data if release else {}
    # a salt alone changes no data, but its locks were computed from what was there
    made = read_made(edition, root)
    return made.data if made else {}


def check_data(settings: RunSettings, say: Say, root: Path = ROOT) -> None:
    """Refuse a run whose answers are not those of its worlds' data.

    Where the digests are the bound ones nothing is asked. Images that are still to be built are not looked
    at, nor those of a cluster's workers, which come by the same tags.

    Raises:
        RunError: the data are others, and so are draws or references of some task.
    """
    bound = bound_data(settings.edition, root)
    if settings.factory != REAL_WORLD or settings.fleet != "local" or not bound:
        return
    held, absent = _held(settings)
    known = {site for site in settings.sites if site in bound and site not in absent}
    other = {site for site in known if held.get(site) != bound[site]}
    if not other:
        return
    templates = {task.template for task in settings.tasks if other & {*task.sites}}
    marks = {name: _mark(name, settings, held, root) for name in sorted(templates)}
    doubtful = {name: mark for name, mark in marks.items() if mark}
    if not doubtful:  # nothing was computed from these data
        return
    accepted = root.parent / ".webarium" / "locks" / "accepted"
    if new := [name for name, mark in doubtful.items() if not (accepted / mark).is_file()]:
        say(f"{', '.join(sorted(other))}: other data than the locks were computed from; computing them again")
        with _world(settings, new) as world:
            wrong = [why for name in new if (why := unlike(name, settings, world, root))]
        if wrong:
            more = f", and {len(wrong) - 5} more" if len(wrong) > 5 else ""
            raise RunError(
                "The answers of these tasks are not those of this world's data: "
                + "; ".join(wrong[:5])
                + more,
                remedy=_remedy(settings.edition),
            )
        for name in new:
            write_text(accepted / doubtful[name], f"{name}\n")
    say(
        f"warning: the data of {', '.join(sorted(other))} are not those of the locks; draws and answers are "
        "the same"
    )


def _remedy(edition: Edition) -> str:
    if edition.is_default:
        return "use images of this version: webarium build; after a change of data: webarium tasks lock"
    return f"make the tasks again: webarium worlds new {edition.options}"


def _held(settings: RunSettings) -> tuple[dict[str, str], set[str]]:
    """By site, the digest of the data that the run's worlds hold; and the sites that are not built yet."""
    from reset import images

    if settings.world:
        from reset.world import World

        world = World.attach(settings.world)
        try:
            dead = {*world.dead()}  # the run starts them again, from the images of their tags
            again = [site for site in world.sites if site.name in dead]
            return data_of(world) | (images.held_data(again, seed=settings.seed) if again else {}), set()
        finally:
            world.detach()

    sites = [load_site(name) for name in settings.sites]
    return images.held_data(sites, seed=settings.seed), {*images.missing(sites, seed=settings.seed)}


def _numbers(name: str, settings: RunSettings) -> list[int]:
    return sorted(task.number for task in settings.tasks if task.template == name)


def _mark(name: str, settings: RunSettings, held: Mapping[str, str], root: Path) -> str:
    """A name for: these tasks of this lock on these data; empty for a template that has no lock."""
    path = lock_path(name, root, settings.edition)
    if not path.is_file():
        return ""
    lock = hashlib.sha256(path.read_bytes()).hexdigest()
    text = f"{name}{settings.edition.suffix} {_numbers(name, settings)} {sorted(held.items())} {lock}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@contextmanager
def _world(settings: RunSettings, names: list[str]) -> Iterator[Any]:
    from reset.world import World

    if settings.world:
        attached = World.attach(settings.world)
        try:
            attached.revive()
            attached.reset()
            yield attached
        finally:
            attached.detach()
        return
    sites = {site for task in settings.tasks if task.template in names for site in task.sites}
    with World.start(
        [load_site(site) for site in sorted(sites)], name=f"bound-{os.getpid()}", seed=settings.seed
    ) as world:
        yield world


def unlike(name: str, settings: RunSettings, world: Any, root: Path = ROOT) -> str:
    """What of a template's tasks in a run is not as locked when it is computed again; empty if nothing is."""
    folder, stem = name.split(".")
    template, source = load_source(root_for(folder, root) / folder / f"{stem}.yaml")
    lock = read_lock(template, root, settings.edition)
    if lock is None:
        return ""
    try:
        now = compute_lock(template, source, world, lock, settings.edition, root)
    except TemplateErrors as error:
        return f"{name} ({error.errors[0].reason.splitlines()[0][:120]})"
    for number in _numbers(name, settings):
        before, after = lock.tasks[number], now.tasks.get(number)
        if after is None or after.params != before.params:
            return f"{name}.{number} (it is not drawn)"
        changed = [one for one, value in before.reference.items() if value != after.reference[one]]
        if changed:
            return f"{name}.{number} ({', '.join(changed)})"
    return ""
