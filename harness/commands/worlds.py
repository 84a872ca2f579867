"""Worlds: build, up, status, reset, down, logs, browse, doctor; thin calls into reset/commands.py."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson, SeedNumber, WorldName, exclusive, written
from harness.commands.output import EXIT_UNMET, print_json
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed

app = Commands()
command = partial(app.command, rich_help_panel="Worlds")

Names = Annotated[list[str] | None, typer.Argument(help="Sites; all without any.")]


@command("build")
def build(
    context: typer.Context,
    sites: Names = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove this checkout's images of these sites instead.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build the images that are missing or out of date, or fetch them where WEBARIUM_REGISTRY is set."""
    from reset import commands

    made_from = Seed.parse(seed)
    if remove:
        if written(context, "seed"):
            raise WebariumError("--remove takes the images of every seed", remedy="leave --seed out")
        gone = commands.unbuild(sites)
        if as_json:
            print_json(gone)
        else:
            typer.echo("\n".join([*(f"removed {tag}" for tag in gone), f"{len(gone)} images removed"]))
        return
    built = commands.build(sites or None, seed=made_from, on_progress=_tell)
    if as_json:
        print_json(built)
        return
    for one in built:
        how = "built" if one["built"] else "pulled" if one["pulled"] else None
        state = f"{how} in {one['seconds']:.0f} s" if how else "up to date"
        typer.echo(f"{one['name']:<32} {one['size'] / 1e6:7.0f} MB  {state}")


@command("up")
def up(
    context: typer.Context,
    sites: Names = None,
    world: WorldName = "default",
    port: Annotated[
        int | None,
        typer.Option("--port", min=1, max=65535, help="Loopback port of the sites; 8080 where free."),
    ] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    attach: Annotated[
        Path | None,
        typer.Option("--attach", metavar="FILE", help="Take a world that somebody else started instead."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a world that stays until `down`, and wait until it is healthy."""
    from reset import commands

    exclusive(context, "attach", "sites", "port", "seed")
    if attach:
        found = commands.attach(attach, name=world, on_progress=_tell)
    else:
        found = commands.up(sites or None, name=world, seed=Seed.parse(seed), port=port, on_progress=_tell)
    print_json(found) if as_json else _show_worlds([found])


@command("status")
def status(
    world: Annotated[str | None, typer.Option("--world", help="Only this world.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is running; exit code 1 when something is not healthy."""
    from reset import commands

    found = commands.status(world)
    if as_json:
        print_json(found)
    elif found:
        _show_worlds(found)
    else:
        typer.echo("no world is running; start one with `webarium up`")
    raise typer.Exit(0 if all(one["ready"] for one in found) else EXIT_UNMET)


@command("reset")
def reset(world: WorldName = "default", as_json: AsJson = False) -> None:
    """Return a world to its pristine state."""
    from reset import commands

    found = commands.reset(world)
    if as_json:
        print_json(found)
        return
    for site, state in found["sites"].items():
        typer.echo(f"{site}: {'was clean' if state['was_clean'] else 'restored'} ({state['seconds']:.2f} s)")


@command("down")
def down(
    context: typer.Context,
    world: Annotated[str | None, typer.Option("--world", help="Which world; default without.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every world of this checkout.")] = False,
    as_json: AsJson = False,
) -> None:
    """Stop and remove a world."""
    from reset import commands

    exclusive(context, "everything", "world")
    names = commands.down(None if everything else "default" if world is None else world)
    if world is not None and not names:
        raise WebariumError(f"there is no world called {world!r}", remedy="see: webarium status")
    print_json(names) if as_json else typer.echo(f"removed: {', '.join(names) or 'nothing was running'}")


@command("logs")
def logs(
    site: Annotated[str, typer.Argument(help="A site, or gateway.")],
    service: Annotated[str | None, typer.Option("--service", help="Only this service of it.")] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="How many.")] = 50,
    world: WorldName = "default",
    as_json: AsJson = False,
) -> None:
    """Show the last lines that a site's services wrote."""
    from reset import commands

    found = commands.logs(site, name=world, service=service, lines=lines)
    print_json(found) if as_json else typer.echo("\n".join(found))


@command("browse")
def browse(
    site: Annotated[str | None, typer.Argument(help="Where to begin.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Whose session to use.")] = None,
    world: WorldName = "default",
    as_json: AsJson = False,
) -> None:
    """Open a browser window on a running world, logged in as a profile; without a screen, print addresses."""
    from reset import commands

    found = commands.browse(site, name=world, profile=profile)
    if as_json:
        from dataclasses import asdict

        print_json(asdict(found))
        return
    for name, url in found.people_urls.items():
        typer.echo(f"{name}: {url}")
    if not found.display:
        typer.echo("There is no screen here; open an address above in a browser of this machine.")
        return
    from harness.browser.chromium import Browser

    with Browser(found.rules, headless=False) as browser:
        page = browser.new_context(found.cookies).new_page()
        page.goto(found.start)
        typer.echo("Close the window to end.")
        page.wait_for_event("close", timeout=0)


@command("doctor")
def doctor(as_json: AsJson = False) -> None:
    """Say what this machine has, what to install, and which commands lack something; exit code 1 if so."""
    from harness.commands import machine

    found = machine.examine()
    print_json(found) if as_json else typer.echo("\n".join(machine.lines(found)))
    raise typer.Exit(0 if machine.is_fit(found) else EXIT_UNMET)


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _show_worlds(worlds: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("world", "site", "state", "clean", "memory", "address"):
        table.add_column(title, overflow="fold")
    for world in worlds:
        for site in world["sites"]:
            memory = f"{site['memory'] / 1e6:.0f} MB" if site["memory"] else ""
            state = "ready" if site["ready"] else escape(f"not ready {site['problem'] or ''}")
            clean = {True: "yes", False: "no", None: ""}[site["clean"]]
            table.add_row(world["world"], site["site"], state, clean, memory, site["people_url"])
    Console().print(table)
