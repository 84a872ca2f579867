"""``webarium sites ...``: the sites, and looking around in a running world while writing a task."""

from __future__ import annotations

from typing import Annotated, Any

import typer
import yaml
from rich.console import Console
from rich.table import Table

from harness.agents.oracle import Player
from harness.browser import Browser, session_cookies
from harness.environment import Environment
from harness.verify import InProcess, volatile_of
from sites.errors import WebariumError
from sites.home.profiles import home_cookies
from tasks.commands import print_json
from tasks.loader import profile_data, site_url
from tasks.model import OracleView
from tasks.steps import parse_steps
from tasks.values import plain

app = typer.Typer(no_args_is_help=True, help="Sites: list them; ask a running one for a page, rows, JSON.")
WorldName = Annotated[str, typer.Option("--world", help="A running world.")]
SiteName = Annotated[str, typer.Argument(help="Which site, like shopping.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


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
        table.add_row(one.name, one.title, ", ".join(one.profiles), one.description)
    Console().print(table)


@app.command("page")
def page(
    site: SiteName,
    path: Annotated[str, typer.Argument(help="A path of the site, or an address.")] = "/",
    profile: Annotated[str | None, typer.Option("--profile", help="Who is logged in; - for nobody.")] = None,
    steps: Annotated[str, typer.Option("--steps", help="Oracle steps in YAML to take first.")] = "[]",
    whole: Annotated[bool, typer.Option("--whole", help="With header and footer.")] = False,
    changes: Annotated[bool, typer.Option("--changes", help="Also print what was written.")] = False,
    world: WorldName = "default",
) -> None:
    """Print a page's accessibility tree, as agents see it, after some steps; the site is reset before."""
    from reset.world import World
    from sites.spec import load_site

    attached: Any = World.attach(world)
    attached.reset()
    who = profile or load_site(site).default_profile
    cookies = [] if who in (None, "-") else session_cookies(site, attached.sessions(site)[who])
    cookies += home_cookies({site: None if who == "-" else who})
    known = {site: site_url(site), "profile": {site: profile_data(site, None if who == "-" else who)}}
    with Browser(attached.resolver_rules()) as browser:
        env = Environment(
            browser, cookies=cookies, volatile=volatile_of([site]), set_world_clock=attached.set_clock
        )
        env.open([path if "://" in path else site_url(site) + path])
        session = InProcess(env)
        view = OracleView(
            task_id="page",
            intent="",
            start=[],
            variables=known,
            params={},
            oracle=parse_steps(yaml.safe_load(steps)),
        )
        try:
            answer = Player(view, session).play()
        except WebariumError as error:
            typer.echo(error.message, err=True)
            answer = ""
        observation = session.observe()
        tree = observation.axtree
        if not whole and (main := observation.find("main")):
            inside = {main.id, *(element.id for element in observation.descendants(main.id))}
            lines = tree.splitlines()
            tree = "\n".join(line for number, line in enumerate(lines, 1) if number in inside)
        typer.echo(f"{observation.url}\n{tree}")
        if answer:
            typer.echo(f"answer: {answer}")
        env.close()
    if changes:
        attached.settle()
        found = attached.changes(site)
        typer.echo(yaml.safe_dump(found, sort_keys=False, allow_unicode=True))


@app.command("sql")
def sql(
    site: SiteName,
    statement: Annotated[str, typer.Argument(help="A SELECT; % stands for itself, nothing is bound.")],
    world: WorldName = "default",
    as_json: AsJson = False,
) -> None:
    """Print the rows of a read-only query."""
    from reset.world import World

    attached: Any = World.attach(world)
    rows = [{key: plain(value) for key, value in row.items()} for row in attached.query(site, statement)]
    if as_json:
        print_json(rows)
        return
    table = Table(*map(str, rows[0] if rows else ["no rows"]), box=None, pad_edge=False)
    for row in rows[:200]:
        table.add_row(*map(str, row.values()))
    Console().print(table)
    typer.echo(f"{len(rows)} rows")


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
    jar = {c["name"]: c["value"] for c in attached.sessions(site)[profile]["cookies"]} if profile else {}
    answer = attached.fetch(site, base + path, {"Accept": "application/json"}, cookies=jar)
    if answer.status_code != 200:
        raise WebariumError(
            f"{base}{path} answers {answer.status_code}", remedy="see docs/sites.md for the API"
        )
    try:
        print_json(answer.json())
    except ValueError as error:
        raise WebariumError(f"{base}{path} answers no JSON", remedy="use webarium sites page") from error
