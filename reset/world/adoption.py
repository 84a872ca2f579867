"""Taking a world that somebody else started."""

from __future__ import annotations

import time
from pathlib import Path

from reset import owners
from reset.backends.attached import Attached, read_attach_file
from reset.errors import WorldError
from reset.world.lifecycle import Progress
from reset.world.record import Record, claim
from reset.world.world import World
from sites.spec import load_site


def adopt(file: Path, *, name: str, on_progress: Progress | None = None) -> World:
    """Attach a world that somebody else started, for good: `World.attach` finds it by its name.

    Args:
        file: where it answers and what opens it, see `reset.backends.attached`.
        name: how it is called here.
        on_progress: gets one line at a time.

    Raises:
        WebariumError: the file is wrong, the name is in use, or a site does not answer.
    """
    told = read_attach_file(file)
    sites = [load_site(site) for site in told.sites]
    with claim(name):
        if Record.load(name) is not None:
            raise WorldError(
                f"there is a world called {name!r} already",
                remedy=f"`webarium down --world {name}`, or choose another --world",
            )
        record = Record(
            name=name,
            identity="",
            sites=told.sites,
            seed=told.seed,
            owner=owners.kept(),
            backend="attached",
            started=time.time(),
            secrets=told.secrets,
            endpoints=told.endpoints,
        )
        world = World(record, sites, Attached(record.sites))
        try:
            for site in sites:  # a wrong token or address is told before anything is kept
                world.health(site)
            world.await_ready(on_progress or (lambda line: None))
            record.save()
        except BaseException:
            world.detach()
            raise
    return world
