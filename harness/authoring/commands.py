"""``webarium tasks new``, ``record`` and ``validate``."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from evaluators import unsound
from harness.agents.human.settings import address, port_of
from harness.agents.human.window import window_for
from harness.agents.naming import resolve_agent
from harness.authoring import (
    mutation,  # noqa: F401 - adds its command
    validation,
    verify_commands,  # noqa: F401 - adds its commands
)
from harness.authoring.demonstration import Demonstration, propose
from harness.authoring.draft import KINDS, LIST, Draft, begin, check_free, format_of, site_for, skeleton
from harness.authoring.history import add, entry_of, read_history, trend_of
from harness.authoring.playing import free_task
from harness.authoring.review import edited
from harness.authoring.review_page import Review
from harness.authoring.tasks import app
from harness.browser.observation import View
from harness.commands.options import Workers, exclusive, unused
from harness.commands.output import EXIT_ERROR, EXIT_INTERRUPTED, EXIT_UNMET, complain, print_json
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from harness.report.mark import check_page
from harness.report.run import load_run
from harness.run.folders import RUNS, latest, point_latest
from harness.run.journal import read_journal
from harness.run.reader import RunFolder
from harness.run.runner import Interrupted, Runner
from harness.run.settings import RunSettings
from harness.service.cdp.play import PlaySettings, play
from sites.errors import WebariumError
from sites.facts import site_url
from tasks import lint
from tasks.coverage import capabilities
from tasks.formats import TYPES
from tasks.loader import load_tasks
from tasks.templates import FOLDER_SITES, ROOT, profile_data, root_for

HOURS = 4.0
"""How long a demonstration may take."""

Name = Annotated[str, typer.Argument(help="folder.name of the template, like shopping.order_total.")]
Profile = Annotated[str | None, typer.Option("--profile", help="Who is logged in; - for nobody.")]
Intent = Annotated[str | None, typer.Option("--intent", help="What is asked for, as a busy person says it.")]
Start = Annotated[str, typer.Option("--start", help="A path of the site, or an address of it.")]
Covers = Annotated[
    list[str] | None, typer.Option("--covers", help="A number of tasks/coverage.yaml; repeatable.")
]


@app.command("new")
def new(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="folder.name of the template, like shopping.order_total.")
    ] = None,
    profile: Profile = None,
    intent: Intent = None,
    kind: Annotated[str | None, typer.Option("--check", help=f"What is judged: {', '.join(KINDS)}.")] = None,
    answer: Annotated[str | None, typer.Option("--answer", help="The right answer as it stands now.")] = None,
    answer_kind: Annotated[
        str | None, typer.Option("--type", help="Type of the answer: number, currency, date, text, list, ...")
    ] = None,
    twin: Annotated[
        str | None, typer.Option("--twin", help="Of what cannot be done: folder.name of the one that can.")
    ] = None,
    start: Start = "/",
    covers: Covers = None,
) -> None:
    """Write a first template, to be completed; asks for what no option says.

    Example: webarium tasks new shopping.last_total --check answer --type currency --answer '€12.00'
    """
    name = name or f"{_asked_folder()}.{typer.prompt('Name of the template, like order_total')}"
    _split(name)
    kind = kind or typer.prompt("What is judged (" + ", ".join(KINDS) + ")", default="answer")
    if kind in KINDS and kind != "answer":
        unused(context, f"where the {kind} is judged", "answer", "answer_kind")
    if kind in KINDS and kind != "unachievable":
        unused(context, f"where the {kind} is judged", "twin")
    draft = _asked(name, profile, intent, start, covers, kind)
    if kind == "answer":
        answer = answer or typer.prompt("The right answer as it stands now")
        answer_kind = answer_kind or typer.prompt(
            "Type of the answer (" + ", ".join((*TYPES, LIST)) + ")", default=format_of(answer).type
        )
    elif kind == "unachievable":
        twin = twin or typer.prompt("The template like it that can be done, as folder.name")
    passes = _write(
        skeleton(draft, kind, answer=answer or "", answer_kind=answer_kind or "", twin=twin or "")
    )
    typer.echo(f"Then: replace what says so, and `webarium tasks try {draft.id}` (docs/authoring.md).")
    raise typer.Exit(0 if passes else EXIT_UNMET)


@app.command("record")
def record(
    context: typer.Context,
    name: Name,
    profile: Profile = None,
    intent: Intent = None,
    start: Start = "/",
    covers: Covers = None,
    episode: Annotated[
        Path | None,
        typer.Option("--episode", help="Make it from this finished episode (runs/*/episodes/*) instead."),
    ] = None,
    world: Annotated[str | None, typer.Option("--world", help="A running world to use.")] = None,
    window: Annotated[
        bool | None,
        typer.Option(
            "--window/--no-window", help="Show the page in a window; without: where that can be done."
        ),
    ] = None,
    cdp: Annotated[
        bool,
        typer.Option(
            "--cdp", help="Act in a browser of your own: its address is printed, and each act is a step."
        ),
    ] = False,
    review: Annotated[
        bool,
        typer.Option(
            "--review",
            help="Look it over on a page first: leave out, repeat or re-target steps, mark key nodes.",
        ),
    ] = False,
) -> None:
    """Do a task once by hand; it becomes a template with an oracle and checks.

    A page opens that shows the site and takes what you do: press on things, write, choose; at the end give
    the answer, if there is one. With --cdp you act on the page itself, from your own browser or any other
    client of the DevTools protocol. Kept of every step: the element (role, name, CSS path), HTML, MHTML,
    screenshot, accessibility tree; of the whole: HAR, trace, the rows that were written.
    """
    exclusive(context, "episode", "world", "window", "cdp")
    exclusive(context, "cdp", "window")
    draft = _asked(name, profile, intent, start, covers, "page")
    folder = episode or _demonstrate(draft, world, window, cdp=cdp)
    recorded = Demonstration.read(folder)
    draft = _looked_over(recorded, draft) if review else propose(recorded, draft)
    passes = _write(draft)
    typer.echo(
        f"Recorded: {folder}\n"
        f"Then: look the template over, and `webarium tasks try {draft.id}` (docs/authoring.md)."
    )
    raise typer.Exit(0 if passes else EXIT_UNMET)


@app.command("validate")
def validate(
    context: typer.Context,
    selection: Annotated[str, typer.Argument(help="all, one-per-template, globs, ids, @file")] = "all",
    state: Annotated[
        Path, typer.Option("--state", help="What the last validation found; written anew.")
    ] = RUNS / "validation.json",
    history: Annotated[
        Path | None,
        typer.Option("--history", help="Add a line to this file; the page shows the trend of all its lines."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Where the page is written; beside the state by default.")
    ] = None,
    workers: Workers = 1,
    world: Annotated[str | None, typer.Option("--world", help="A running world to use.")] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Play the oracles; report what broke since the last time, with step and screenshot.

    Made for a schedule: it asks nothing, writes a page, and exits with 1 when a
    template, a check or a key node is broken.
    """
    exclusive(context, "world", "workers")
    place = html or state.with_suffix(".html")
    validation.read(state)  # what is damaged is told before anything is played
    if history:
        read_history(history)
    check_page(place)
    settings = RunSettings(
        folder=RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-validate",
        tasks=load_tasks(selection),
        agent=resolve_agent("oracle"),
        workers=workers,
        selection=selection,
        world=world,
    )
    _run(settings)
    now = validation.examine(load_run(settings.folder))
    difference = validation.keep(state, now)
    trend = trend_of(add(history, entry_of(now))) if history else None
    report = validation.page(now, difference, settings.folder, place, trend)
    if json_:
        print_json(validation.as_json(now, difference))
    else:
        typer.echo("\n".join([*validation.as_lines(now, difference), f"Report: {report}"]))
    raise typer.Exit(EXIT_UNMET if now.broken else EXIT_ERROR if now.unknown else 0)


def _asked_folder() -> str:
    from sites.spec import all_sites

    parts = [folder for folder, sites in FOLDER_SITES.items() if sites]
    known = sorted([site.name for site in all_sites()] + parts)
    return str(typer.prompt(f"Site, or part of one ({', '.join(known)})"))


def _asked(
    name: str, profile: str | None, intent: str | None, start: str, covers: list[str] | None, kind: str
) -> Draft:
    from sites.spec import load_site

    folder, own = _split(name)
    check_free(root_for(folder, ROOT) / folder / f"{own}.yaml")  # before anybody answers for nothing
    site = site_for(folder, start) or _asked_site(folder)
    known = load_site(site).profiles
    profile = profile or typer.prompt(
        f"Who is logged in ({', '.join(known)}, - for nobody)", default=load_site(site).default_profile or "-"
    )
    return begin(
        folder=folder,
        name=own,
        intent=intent or typer.prompt("What is asked for, as a busy person says it"),
        profile=profile,
        kind=kind,
        start=start,
        covers=covers or _asked_covers(folder, site),
        site=site,
    )


def _asked_site(folder: str) -> str:
    from sites.spec import all_sites

    known = ", ".join(site.name for site in all_sites())
    return str(typer.prompt(f"Site that the tasks of {folder} are about ({known})"))


def _asked_covers(folder: str, site: str) -> list[str]:
    every = capabilities()
    group = every.get(folder) or every.get(site, {})
    for number, words in group.items():
        typer.echo(f"  {number}: {words}")
    numbers: str = typer.prompt("What it covers (numbers of tasks/coverage.yaml, commas)")
    return [number.strip() for number in numbers.split(",") if number.strip()]


def _split(name: str) -> tuple[str, str]:
    """Folder and name of a template."""
    folder, _, own = name.rpartition(".")
    if not folder or not own:
        raise WebariumError(
            f"'{name}' names no folder", remedy="write folder.name, like shopping.order_total"
        )
    return folder, own


def _write(draft: Draft) -> bool:
    """Write and show a template; says whether lint finds no error in it."""
    path = draft.write()
    shown = path.relative_to(path.parents[2])
    typer.echo(f"Wrote {shown}:\n\n{path.read_text()}")
    problems, _, _ = lint.lint_file(path, unsound=unsound)
    for problem in problems:
        typer.echo(str(problem))
    if left := draft.unfinished():
        typer.echo(f"{shown}: to replace: lines {', '.join(map(str, left))}")
    typer.echo(f"{shown}: " + _findings(len(problems), finished=not left))
    return not any(problem.level == "error" for problem in problems)


def _findings(count: int, *, finished: bool) -> str:
    if count:
        return f"{count} findings"
    return "passes lint" if finished else "lint finds nothing else"


def _looked_over(recorded: Demonstration, draft: Draft) -> Draft:
    """Let a person look a recording over; the draft that comes of it."""
    page = Review(recorded, port_of())
    typer.echo(f"Look it over at http://127.0.0.1:{page.port}/")
    edits = page.wait()
    made = propose(edited(recorded, edits), draft)
    made.key_nodes = [page.candidates[number].spec for number in sorted(edits.nodes)]
    made.checks += [{"node": page.candidates[number].spec} for number in sorted(edits.checks)]
    made.notes.pop("checks", None)
    return made


def _demonstrate(draft: Draft, world: str | None, window: bool | None, *, cdp: bool) -> Path:
    """Let a person play; returns the episode's folder."""
    (site, who), = draft.profile.items()  # fmt: skip
    start = site_url(site) + re.sub(r"^\{\{.*?\}\}", "", draft.start)
    task = free_task(draft.id, site, who, start, intent=draft.intent, covers=draft.covers)
    profile_data(site, who)
    folder = RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-record-{draft.name}"
    episode = EpisodeSettings(
        view=View(frozenset({"axtree", "screenshot"}), "page" if cdp else "viewport"),
        limits=Limits(
            steps=500, repeats=0, invalid=0, answer_seconds=HOURS * 3600, episode_seconds=HOURS * 3600
        ),
        answer_format="none",  # what is recorded declares it afterwards
        trace="always",
        har="always",
        whole_page=not cdp,
    )
    if cdp:
        return _driven(PlaySettings(task, folder, "person", episode, world))
    settings = RunSettings(
        folder=folder,
        tasks=[task],
        agent=resolve_agent("human"),
        episode=episode,
        selection=draft.id,
        world=world,
    )
    place = address()
    typer.echo(f"Do it at {place}")
    with window_for(place, window):
        _run(settings)
    run = RunFolder(settings.folder)
    if not run.finished:
        raise WebariumError("Nothing was recorded", remedy=f"see {settings.folder}/journal.jsonl")
    return run.place(run.finished[0])


def _driven(settings: PlaySettings) -> Path:
    """Let a person act in the world's browser from one of his own; returns the episode's folder."""

    def ready(told: dict[str, Any]) -> None:
        typer.echo(
            f"Do it in Chromium or Chrome of your own: open {told['tools']}\n"
            f"or connect a program to {told['cdp']} (docs/authoring.md).\n"
            f"Then: curl {told['cdp']}/answer -d '{{\"answer\": ...}}', "
            f'or -d \'{{"status": "done"}}\' where nothing is asked.'
        )

    line = play(settings, ready)
    return RunFolder(settings.folder).place(line)


def _run(settings: RunSettings) -> None:
    """Play; a run that is interrupted before anything was finished leaves nothing behind.

    Raises:
        typer.Exit: when it is interrupted.
    """
    before = latest(settings.folder.parent)
    try:
        Runner(settings).run()
    except Interrupted as error:
        kept = bool(read_journal(settings.folder / "journal.jsonl", torn=True))
        if not kept:
            shutil.rmtree(settings.folder)
            point_latest(settings.folder.parent, before)
        why = f"Interrupted; what was played is in {settings.folder}" if kept else "Interrupted"
        complain(WebariumError(why))
        raise typer.Exit(EXIT_INTERRUPTED) from error
