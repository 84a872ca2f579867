"""``webarium node``: this machine as a node of a Ray cluster that runs worlds."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import SeedNumber, exclusive
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed

app = Commands()
command = partial(app.command, rich_help_panel="Worlds")

WORLD_MEMORY = 2e9
"""Bytes of a world of all sites (1.2 GB), its browser (0.5 GB) and an agent."""
OWN_MEMORY = 1e9
"""Bytes of the machine itself and of Ray."""
SWEEP_SECONDS = 10.0


@command("node")
def node(
    context: typer.Context,
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="HOST:PORT", help="The cluster's head; without, this is the head."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=1024, max=65535, help="Of the head, where the cluster is joined.")
    ] = 6379,
    worlds: Annotated[
        int | None,
        typer.Option("--worlds", min=1, help="How many it may run; by default what memory and cores allow."),
    ] = None,
    sites: Annotated[list[str] | None, typer.Option("--site", help="Only its images; repeatable.")] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
) -> None:
    """Offer this machine's worlds to a Ray cluster until it is interrupted; missing images are pulled first.

    What a lost driver left here (its workers end by themselves) is removed while the node runs.
    """
    exclusive(context, "address", "port")
    if find_spec("ray") is None:
        raise WebariumError("a node needs Ray, which is not installed", remedy="pip install -e '.[ray]'")
    from harness.fleet.seat import WORLD
    from reset import images
    from reset.commands import chosen
    from reset.images import building, registry

    wanted, made_from = chosen(sites), Seed.parse(seed)
    if place := registry.from_environment(_tell):
        building.pull(wanted, place, _tell, seed=made_from)
    if lacking := images.missing(wanted, seed=made_from):
        _tell(f"no images of {', '.join(lacking)} here: runs that need them get no worker of this node")
    count = worlds or room()
    words = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"]
    words += (
        [f"--address={address}"] if address else ["--head", f"--port={port}", "--include-dashboard=false"]
    )
    words += [f'--resources={{"{WORLD}": {count}}}', f"--num-cpus={max(count, os.cpu_count() or 1)}"]
    _tell(f"offering {count} worlds" + (f" to {address}" if address else ""))
    code: int | None = None
    with subprocess.Popen(words) as process:
        try:
            while (code := _ended(process)) is None:
                _sweep()
        finally:
            process.terminate()
            process.wait()
            _sweep()
    if code:
        raise WebariumError(f"Ray ended with {code}", remedy="see what it said above")


def room() -> int:
    """How many worlds this machine can run: by its memory, and no more than it has cores.

    Agents that wait for a model need less than a core: then ``--worlds`` may say more.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(os.cpu_count() or 1, int((memory - OWN_MEMORY) / WORLD_MEMORY)))


def _ended(process: subprocess.Popen[bytes]) -> int | None:
    try:
        return process.wait(SWEEP_SECONDS)
    except subprocess.TimeoutExpired:
        return None


def _sweep() -> None:
    from reset.world import sweep

    try:
        sweep()
    except WebariumError as error:
        _tell(error.message)


def _tell(line: str) -> None:
    typer.echo(line, err=True)
