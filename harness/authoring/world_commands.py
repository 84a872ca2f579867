"""``webarium worlds ...``: tasks of other seeds and salts."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from harness.authoring.editions import Counted, Making, make
from harness.authoring.tasks import matching_paths
from harness.commands.groups import Commands
from harness.commands.options import AsJson, SaltText, SeedNumber, Workers, exclusive
from harness.commands.output import EXIT_UNMET, print_json
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from sites.spec import ROOT as CHECKOUT
from sites.spec import all_sites, load_site
from tasks.editions import Edition
from tasks.loader import load_tasks
from tasks.made import FILE, read_made
from tasks.release import FILE as RELEASE
from tasks.release import read_release, unreleased, write_release
from tasks.templates import ROOT, load_template

app = Commands(no_args_is_help=True, help="Make the tasks of other seeds and salts, and list them.")
SHOWN = 40
"""Faults that people are shown; all stand in the edition's ``made.json`` and in JSON."""


@app.command("new")
def new(
    context: typer.Context,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
    tasks: Annotated[
        str,
        typer.Option(
            "--tasks",
            "-t",
            help="Of which templates: as at eval. one-per-template and representative: one task of each.",
        ),
    ] = "all",
    sites: Annotated[
        str | None, typer.Option("--sites", help="Only templates that need none but these; commas.")
    ] = None,
    workers: Workers = 1,
    world: Annotated[
        str | None, typer.Option("--world", help="A running world; its seed is that of the tasks.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Play tasks again that did not hold before.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the tasks of another seed or salt: build, lock, play each oracle and each wrong outcome.

    What holds is played by `webarium eval` with the same options. Whatever is known already is kept, so that
    the same command goes on where it was interrupted. Exit code 1 when no task holds.
    """
    exclusive(context, "world", "workers", "seed")
    edition = Edition.of(_seed_of(world) if world else seed, salt)
    if edition.is_default:
        raise WebariumError(
            "the default edition is tracked, and its tasks hold",
            remedy="give another --seed, a --salt, or both",
        )
    paths = matching_paths(",".join(dict.fromkeys(task.template for task in load_tasks(tasks))))
    few = {"one-per-template", "representative"} & {part.strip() for part in tasks.split(",")}
    if sites:
        wanted = {load_site(name.strip()).name for name in sites.split(",")}
        paths = [path for path in paths if {*load_template(path).sites} <= wanted]
        if not paths:
            raise WebariumError(f"no template needs only {sites}", remedy="name more sites, or other --tasks")
    started = time.monotonic()

    def say(line: str) -> None:
        seconds = int(time.monotonic() - started)
        typer.echo(f"{seconds // 60}:{seconds % 60:02} {line}", err=True)

    making = Making(edition, paths, say, again=again, most=1 if few else 0)
    make(making, world=world, workers=workers)
    counts = making.counts()
    if as_json:
        print_json(
            {
                "seed": str(edition.seed),
                "salt": edition.salt,
                "seconds": round(time.monotonic() - started, 1),
                "counts": {name: asdict(one) for name, one in counts.items()},
                "faults": making.faults(),
            }
        )
    else:
        _show(edition, counts, making.faults())
    raise typer.Exit(0 if counts["all"].holding else EXIT_UNMET)


def _seed_of(world: str) -> str:
    from reset.world import World

    attached: Any = World.attach(world)
    try:
        return str(attached.seed)
    finally:
        attached.detach()


def _show(edition: Edition, counts: dict[str, Counted], faults: dict[str, str]) -> None:
    console = Console()
    titles = ("folder", "templates", "hold", "skipped", "not drawn by chance", "tasks", "hold", "fresh")
    table = Table(*titles, box=None, pad_edge=False)
    for name, one in counts.items():
        table.add_row(name, *map(str, asdict(one).values()))
    console.print(table)
    for name, why in list(faults.items())[:SHOWN]:
        console.print(f"{name}: {why}", highlight=False, markup=False, soft_wrap=True)
    if len(faults) > SHOWN:
        console.print(f"and {len(faults) - SHOWN} more: --json has all")
    console.print(f"Play them: webarium eval {edition.options} --tasks all", highlight=False)


@app.command("list")
def list_editions(as_json: AsJson = False) -> None:
    """List the editions whose tasks were made here, and how many of them hold."""
    found = []
    for path in sorted((ROOT.parent / ".webarium" / "locks").glob(f"*/{FILE}")):
        seed, _, salt = path.parent.name.partition("-")
        made = read_made(Edition.of(seed, salt))
        assert made is not None, "it was found"
        holding = [one for one in made.tasks.values() if one.holds]
        row = {"seed": seed, "salt": salt, "tasks": len(made.tasks), "holding": len(holding)}
        found.append(row | {"fresh": sum(one.fresh for one in holding), "skipped": len(made.skipped)})
    if as_json:
        print_json(found)
        return
    table = Table("seed", "salt", "tasks", "hold", "fresh", "templates skipped", box=None, pad_edge=False)
    for row in found:
        table.add_row(*map(str, row.values()))
    Console().print(table if found else "none; make one: webarium worlds new --salt 1 --tasks 'home.*'")


@app.command("release")
def release(
    name: Annotated[
        str | None, typer.Argument(help="Of the new one: v1, v2, v1.1. Without: the present.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Freeze the default world as a release: digests of its locks and of each site's data.

    All images of the default seed must be built. Without a name: what the present release is, and exit code 1
    where locks or images differ from it.
    """
    from reset import images

    sites = [site for site in all_sites() if site.roots[0] == CHECKOUT]
    held = images.held_data(sites)
    if name is not None:
        if lacking := sorted({site.name for site in sites} - held.keys()):
            raise WebariumError(
                f"there are no images of {', '.join(lacking)}, whose data belong to a release",
                remedy="run `webarium build`",
            )
        found = write_release(name, held)
        if as_json:
            print_json(found.model_dump())
        else:
            typer.echo(f"{found.name}: tasks/{RELEASE}")
            typer.echo("next: play what changed, webarium baseline save latest tests/oracle.json --renew")
        return
    present = read_release()
    if present is None:
        raise WebariumError("there is no release yet", remedy="make one: webarium worlds release v1")
    other = [site for site, digest in held.items() if present.data.get(site) != digest]
    locks = [one.path for one in unreleased()]
    if as_json:
        print_json(present.model_dump() | {"other_data": other, "other_locks": locks})
    else:
        typer.echo(f"{present.name}: {len(present.locks)} folders of locks, {len(present.data)} sites")
        for word, names in (("other data", other), ("other locks", locks)):
            if names:
                typer.echo(f"{word}: {', '.join(names)}")
    raise typer.Exit(EXIT_UNMET if other or locks else 0)
