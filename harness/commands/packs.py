"""``--pack``, ``webarium.toml`` and ``webarium pack``: tasks and sites from outside the checkout."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from harness.commands.groups import Commands, Group
from harness.commands.options import AsJson
from harness.commands.output import PACKS, print_json
from sites import packs
from sites.errors import WebariumError
from sites.files import read_text, strict_json, write_text

app = Commands()
pack = Commands(cls=Group, help="Tasks and sites of your own, outside the checkout.", no_args_is_help=True)
app.add_typer(pack, name="pack", rich_help_panel="Tasks and sites")

_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
_README = """# {name}

A pack of Webarium: tasks of our own, laid out as its checkout is.

    webarium --pack {folder} tasks lint {name}
    webarium up home --world {name}
    webarium --pack {folder} tasks try {name}.keep_note --world {name}
    webarium down --world {name}

{notice}
"""
_TEMPLATE = """intent: "Keep a note for me on the scratchpad, titled \\"{{ title }}\\", that says: {{ text }}"
covers: [H2]
sites: [home]
profile: {home: null}
start: "{{ home }}/"
category: content_and_config
params:
  - {title: For the weekend, text: Mend the fence}
  - {title: For the neighbour, text: The ladder is in the shed}
checks:
  - changes: {home: {note: {added: [{title: {text: "{{ title }}"}, text: {contains: "{{ text }}"}}]}}}
oracle:
  - click: {link: Scratchpad, within: {navigation: Main}}
  - type: {into: {textbox: Title}, text: "{{ title }}"}
  - type: {into: {textbox: Text}, text: "{{ text }}"}
  - click: {button: Save note}
wrong:
  - oracle: {skip: 4}
    note: never saves
  - oracle: {with: {title: "{{ title }} 2"}}
    note: another title
  - oracle: {with: {text: Nothing}}
    note: another text
"""


def begin(named: Sequence[Path]) -> None:
    """Use the packs that were named, those of ``webarium.toml`` here, and those of the environment.

    Raises:
        WebariumError: one is no pack.
    """
    inherited = [one.folder for one in packs.packs()]
    listed = packs.listed(Path.cwd())
    for folders, where in ((inherited, packs.VARIABLE), (listed, Path.cwd() / packs.SETTINGS)):
        if gone := next((one for one in folders if not one.is_dir()), None):
            raise WebariumError(
                f"there is no pack at {gone}, which {where} names", remedy=f"mend {where}: name its folder"
            )
    PACKS[:] = [str(one) for one in named]
    if every := [*inherited, *listed, *named]:
        tell_once(one.folder for one in packs.use(every))


def tell_once(folders: Iterable[Path]) -> None:
    """Say of each pack, before it is used for the first time, that it executes code."""
    from reset.places import hidden

    place = hidden("packs.json")
    told = _told(place)
    new = [str(folder) for folder in folders if str(folder) not in told]
    for folder in new:
        typer.echo(
            f"The pack {folder} executes code: its solutions run on this machine, and its images are built "
            "from its Dockerfiles. Use it if you trust who wrote it. (This is said once.)",
            err=True,
        )
    if new:
        write_text(place, json.dumps([*told, *new]))


def _told(place: Path) -> list[str]:
    """The packs that it was said of; none where the file is damaged, for to say it again does no harm."""
    try:
        told = strict_json(read_text(place)) if place.is_file() else []
    except (WebariumError, ValueError):
        return []
    return [one for one in told if isinstance(one, str)] if isinstance(told, list) else []


@pack.command("list")
def list_packs(as_json: AsJson = False) -> None:
    """List the packs in use, with their folders of tasks and their sites."""
    rows = [
        {"folder": str(one.folder), "tasks": one.names("tasks"), "sites": one.names("sites")}
        for one in packs.packs()
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['folder']}: tasks {_words(row['tasks'])}; sites {_words(row['sites'])}")
    if not rows:
        typer.echo(f"No pack is in use: webarium --pack FOLDER ..., or name some in {packs.SETTINGS}.")


@pack.command("new")
def new_pack(
    folder: Annotated[Path, typer.Argument(help="A new folder; its name is that of its folder of tasks.")],
    name: Annotated[
        str | None, typer.Option("--name", help="Of its folder of tasks, if it is not the folder's.")
    ] = None,
) -> None:
    """Write a pack with one template that passes, to begin with."""
    from tasks.canary import NOTICE
    from tasks.loader import listed_params
    from tasks.lockfile import number_params, write_lock
    from tasks.templates import load_template

    own = name or re.sub(r"[^a-z0-9_]+", "_", folder.resolve().name.lower())
    if not _NAME.fullmatch(own):
        raise WebariumError(
            f"'{own}' is no name for a folder of tasks",
            remedy="small letters, digits and _, a letter first: --name my_tasks",
        )
    if os.path.lexists(folder):
        raise WebariumError(f"{folder} is there already", remedy="name a new folder")
    path = folder / "tasks" / own / "keep_note.yaml"
    path.parent.mkdir(parents=True)
    write_text(path, _TEMPLATE)
    write_text(folder / "README.md", _README.format(name=own, folder=folder, notice=NOTICE))
    try:
        packs.use([*(one.folder for one in packs.packs()), folder])
    except WebariumError:
        shutil.rmtree(folder)  # it was new, and the next try begins anew
        raise
    template = load_template(path)
    write_lock(template, number_params(template, listed_params(template), None), folder / "tasks")
    typer.echo(f"Wrote {folder}, with the template {template.id}. Next:")
    shown = shlex.quote(str(folder))
    typer.echo(f"  webarium --pack {shown} tasks lint {own}")
    typer.echo(f"  webarium up home --world {own}")
    typer.echo(f"  webarium --pack {shown} tasks try {template.id} --world {own}")


def _words(names: object) -> str:
    return ", ".join(names) if isinstance(names, list) and names else "none"
