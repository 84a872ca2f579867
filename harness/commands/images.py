"""``webarium images ...``: images by their content tags, between this engine, a registry and a file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson, SeedNumber
from harness.commands.output import print_json
from sites.seeds import DEFAULT_SEED, Seed

app = Commands(no_args_is_help=True, help="Images: list, push, pull, save, load, prune.")

Names = Annotated[list[str] | None, typer.Argument(help="Sites; all without any.")]
SiteOption = Annotated[list[str] | None, typer.Option("--site", help="Only this site; repeatable.")]


@app.command("list")
def list_images(
    sites: Names = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    packages: Annotated[bool, typer.Option("--packages", help="Each one's packages and versions.")] = False,
    as_json: AsJson = False,
) -> None:
    """List what worlds run: tags, sizes, packages, data, and how many checkouts use each."""
    from rich.console import Console
    from rich.table import Table

    from reset.images import commands

    found = commands.list_images(sites, seed=Seed.parse(seed))
    if as_json:
        print_json(found)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("image", "tag", "id", "size", "packages", "data", "checkouts"):
        table.add_column(title, overflow="fold")
    for one in found:
        held = one["packages"]
        counts = ", ".join(f"{len(names)} {kind}" for kind, names in held.items()) if held else "not recorded"
        size = f"{one['size'] / 1e6:.0f} MB" if one["id"] else "missing"
        identity = (one["id"] or "").removeprefix("sha256:")[:12]
        users = str(one["checkouts"] or "")
        table.add_row(
            one["name"],
            one["tag"],
            identity,
            size,
            counts if one["id"] else "",
            (one["data"] or "")[:12],
            users,
        )
    Console().print(table)
    for one in found if packages else ():
        for kind, names in (one["packages"] or {}).items():
            for name, version in names.items():
                typer.echo(f"{one['name']}  {kind}  {name} {version}")


@app.command("pull")
def pull(sites: Names = None, seed: SeedNumber = str(DEFAULT_SEED), as_json: AsJson = False) -> None:
    """Fetch what is missing from the registry that WEBARIUM_REGISTRY names; nothing is built."""
    from reset.images import commands

    found = commands.pull(sites, seed=Seed.parse(seed), on_progress=_tell)
    if as_json:
        print_json(found)
        return
    for one in found:
        typer.echo(f"{one['name']:<32} {one['size'] / 1e6:7.0f} MB  pulled in {one['seconds']:.1f} s")
    typer.echo(f"{len(found)} images pulled")


@app.command("push")
def push(sites: Names = None, seed: SeedNumber = str(DEFAULT_SEED), as_json: AsJson = False) -> None:
    """Upload what is new to the registry that WEBARIUM_REGISTRY names."""
    from reset.images import commands

    found = commands.push(sites, seed=Seed.parse(seed), on_progress=_tell)
    if as_json:
        print_json(found)
        return
    for one in found:
        typer.echo(
            f"{one['name']:<32} {one['layers']} layers sent ({one['size'] / 1e6:.0f} MB unpacked), "
            f"{one['there']} were there, {one['seconds']:.1f} s"
        )


@app.command("save")
def save(
    file: Annotated[Path, typer.Argument(help="The archive, such as webarium.tar.zst.")],
    site: SiteOption = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    as_json: AsJson = False,
) -> None:
    """Write images to one archive, for a machine without a network: an OCI layout, each layer once, zstd."""
    from reset.images import commands

    started = time.monotonic()
    found = commands.save(file, site, seed=Seed.parse(seed), on_progress=_tell)
    if as_json:
        print_json(found)
        return
    seconds = time.monotonic() - started
    typer.echo(f"{file}: {len(found['images'])} images, {found['size'] / 1e6:.0f} MB, {seconds:.1f} s")


@app.command("load")
def load(
    file: Annotated[Path, typer.Argument(help="What `webarium images save` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Take the images of an archive, each of which proves first that it holds what it says."""
    from reset.images import commands

    started = time.monotonic()
    found = commands.load(file, on_progress=_tell)
    if as_json:
        print_json(found)
        return
    for tag in found["others"]:
        typer.echo(f"{tag} is of another version of Webarium, or of another seed than the default one")
    typer.echo(f"{len(found['images'])} images, {time.monotonic() - started:.1f} s")


@app.command("prune")
def prune(as_json: AsJson = False) -> None:
    """Remove the images of earlier versions that this checkout used and no other one uses."""
    from reset.images import commands

    gone = commands.prune(on_progress=_tell)
    if as_json:
        print_json(gone)
        return
    typer.echo("\n".join([*(f"removed {tag}" for tag in gone), f"{len(gone)} images removed"]))


def _tell(line: str) -> None:
    typer.echo(line, err=True)
