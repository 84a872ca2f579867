"""``webarium sites ...``: the sites, and looking around in a running world while writing a task."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from pydantic import ValidationError
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.agents.oracle import Player
from harness.agents.protocol import Observation
from harness.authoring.playing import SETTINGS, OracleSession, free_task, play_oracle
from harness.browser.chromium import Browser, world_url
from harness.commands.groups import Commands
from harness.commands.options import AsJson, WorldName
from harness.commands.output import print_json
from harness.episode.engine import Episode
from sites.errors import WebariumError
from sites.facts import site_url
from sites.source import Source
from sites.wording import plain_message
from tasks.model import OracleView
from tasks.patterns import check_select
from tasks.steps import Step, parse_steps
from tasks.templates import profile_data
from tasks.values import plain

app = Commands(no_args_is_help=True, help="Sites: list them; ask a running one for a page, rows, JSON.")
SiteName = Annotated[str, typer.Argument(help="Which site, like shopping.")]


@app.command("list")
def list_sites(as_json: AsJson = False) -> None:
    """List the sites with their profiles."""
    from sites.spec import all_sites

    sites = all_sites()
    if as_json:
        print_json(
            [
                one.model_dump(mode="json", include={"name", "title", "description", "profiles"})
                for one in sites
            ]
        )
        return
    table = Table("site", "title", "profiles", "description", box=None, pad_edge=False)
    for one in sites:
        table.add_row(*map(escape, (one.name, one.title, ", ".join(one.profiles), one.description)))
    Console().print(table)


@app.command("login")
def login(
    site: Annotated[str, typer.Argument(help="Which site of the file, like shopping.")],
    sites: Annotated[Path, typer.Option("--sites", help="The file that says where the sites are.")],
) -> None:
    """Log in to a site of another benchmark, and keep the session for `webarium eval --sites`.

    With `form:` in the file it is sent; else a window opens for a person.
    """
    from harness.elsewhere.login import record_login
    from harness.elsewhere.sites_file import read_sites_file

    place = record_login(
        read_sites_file(sites), site, lambda text: typer.prompt(text, "", show_default=False)
    )
    typer.echo(f"The session of {site} is kept in {place}")


@app.command("page")
def page(
    site: SiteName,
    path: Annotated[str, typer.Argument(help="A path of the site, or an address.")] = "/",
    profile: Annotated[str | None, typer.Option("--profile", help="Who is logged in; - for nobody.")] = None,
    steps: Annotated[str, typer.Option("--steps", help="Oracle steps in YAML to take first.")] = "[]",
    whole: Annotated[bool, typer.Option("--whole", help="With header and footer.")] = False,
    changes: Annotated[bool, typer.Option("--changes", help="Also print what was written.")] = False,
    mobile: Annotated[bool, typer.Option("--mobile", help="In the window of a phone.")] = False,
    world: WorldName = "default",
) -> None:
    """Print a page's accessibility tree, as agents see it, after some steps; the site is reset before.

    A step that does not work ends it with exit code 2; the page is shown as it stood then.
    """
    from reset.world import World

    who = _profile(site, profile)
    view = _view(site, who, _steps(steps))
    attached: Any = World.attach(world)
    task = free_task("page", site, who, _address(site, path))
    if mobile:
        task = task.model_copy(update={"window": "mobile"})
    with (
        Browser(attached.resolver_rules()) as browser,
        Episode(task, world=attached, browser=browser, settings=SETTINGS) as episode,
    ):
        episode.begin()
        session = OracleSession(episode)
        answer, failed = play_oracle(Player(view, session), session)
        _show(session.observe(), whole=whole)
        if answer.text:
            typer.echo(f"answer: {answer.text}")
        session.stop(answer)
        episode.end()
    if failed:
        raise failed
    if changes:
        found = attached.changes(site)
        typer.echo(yaml.safe_dump(found, sort_keys=False, allow_unicode=True))


def _profile(site: str, wanted: str | None) -> str | None:
    """Who is logged in; None is nobody."""
    from sites.spec import load_site

    spec = load_site(site)
    who = wanted or spec.default_profile
    if who in (None, "-"):
        return None
    if who not in spec.profiles:
        known = ", ".join([*spec.profiles, "- for nobody"])
        raise WebariumError(f"{site} has no profile {who!r}", remedy=f"use one of these: {known}")
    return who


def _address(site: str, path: str) -> str:
    try:
        return world_url(path) if "://" in path else site_url(site) + "/" + path.removeprefix("/")
    except ValueError as error:
        raise WebariumError(f"{path} cannot be opened: {error}", remedy="name a path, such as /") from error


def _steps(text: str) -> list[Step]:
    """The steps that are written as YAML.

    Raises:
        WebariumError: when they are none.
    """
    data = Source(Path("--steps"), text, shown="--steps").data
    try:
        if not isinstance(data, list):
            raise ValueError("they are no list")
        return parse_steps(data)
    except ValidationError as error:
        why = plain_message(error.errors()[0])
    except ValueError as error:
        why = str(error)
    raise WebariumError(
        f"These are no steps of an oracle: {why}",
        remedy="write them as in a template: --steps '[{click: {link: Deals, nth: 0}}]' (docs/authoring.md)",
    )


def _view(site: str, who: str | None, steps: list[Step]) -> OracleView:
    known = {site: site_url(site), "profile": {site: profile_data(site, who)}}
    return OracleView(task_id="page", intent="", start=[], variables=known, params={}, oracle=steps)


def _show(observation: Observation, *, whole: bool) -> None:
    tree = observation.axtree
    if not whole and (main := observation.find("main")):
        inside = {main.id, *(element.id for element in observation.descendants(main.id))}
        lines = tree.splitlines()
        tree = "\n".join(line for number, line in enumerate(lines, 1) if number in inside)
    typer.echo("\n".join([observation.url, *observation.messages, tree]))


@app.command("sql")
def sql(
    site: SiteName,
    statement: Annotated[str, typer.Argument(help="A SELECT; % stands for itself, nothing is bound.")],
    world: WorldName = "default",
    as_json: AsJson = False,
) -> None:
    """Print the rows of a read-only query."""
    from reset.world import World

    if not statement.strip(" ;\n\t"):
        raise WebariumError("The statement is empty", remedy="write a query: SELECT ...")
    try:
        check_select(statement)
    except ValueError as error:
        raise WebariumError(f"{error}", remedy="write a query: SELECT ...") from error
    attached: Any = World.attach(world)
    rows = [{key: plain(value) for key, value in row.items()} for row in attached.query(site, statement)]
    if as_json:
        print_json(rows)
        return
    show_rows(rows, Console())


MOST_ROWS = 200  # that are shown


def show_rows(rows: list[dict[str, Any]], console: Console) -> None:
    """Print rows as a table; where that is wider than the terminal, a block of lines for each row."""
    shown = rows[:MOST_ROWS]
    table = Table(*map(str, rows[0] if rows else ["no rows"]), box=None, pad_edge=False)
    for row in shown:
        table.add_row(*(escape(str(value)) for value in row.values()))
    if console.measure(table, options=console.options.update(width=sys.maxsize)).maximum <= console.width:
        console.print(table)
    else:
        for number, row in enumerate(shown, 1):
            typer.echo(f"-- row {number}")
            for name, value in row.items():
                typer.echo(f"{name}: {value}")
    left = f", {len(shown)} shown; --json has all" if len(rows) > len(shown) else ""
    typer.echo(f"{len(rows)} rows{left}")


@app.command("api")
def api(
    site: SiteName,
    path: Annotated[str, typer.Argument(help="A path below the site's API, or from the root of the site.")],
    profile: Annotated[str | None, typer.Option("--profile", help="Who asks; nobody when left out.")] = None,
    world: WorldName = "default",
) -> None:
    """Print what the site's JSON API answers to a GET."""
    from reset.world import World
    from sites.spec import load_site

    attached: Any = World.attach(world)
    spec = load_site(site)
    base = spec.api.base if spec.api and not path.startswith("/") else ""
    who = _profile(site, profile) if profile else None
    jar = {c["name"]: c["value"] for c in attached.sessions(site)[who]["cookies"]} if who else {}
    answer = attached.fetch(site, base + path, {"Accept": "application/json"}, cookies=jar)
    if answer.status_code != 200:
        raise WebariumError(
            f"{base}{path} answers {answer.status_code}", remedy="see docs/sites.md for the API"
        )
    try:
        print_json(answer.json())
    except ValueError as error:
        raise WebariumError(f"{base}{path} answers no JSON", remedy="use webarium sites page") from error
