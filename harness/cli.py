"""The command line. Each command imports what it needs when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sites.errors import WebariumError

app = typer.Typer(
    name="webarium",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Webarium: self-hosted websites in which web agents are run, reset and scored.",
    epilog="Start with: webarium eval --tasks representative --agent oracle",
)

RUNS = Path("runs")
EXIT_UNMET = 1  # the run did not meet its expectation
EXIT_ERROR = 2  # something is missing or broken; the message says what to do
EXIT_INTERRUPTED = 130

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Command = Callable[..., Any]


def friendly(command: Command) -> Command:
    """Turn Webarium's errors into one message with its remedy, and an exit code."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except WebariumError as error:
            complain(error)
            raise typer.Exit(EXIT_ERROR) from error

    return run


def complain(error: WebariumError) -> None:
    """Print an error for people."""
    typer.secho(f"webarium: {error.message}", fg="red", err=True)
    if error.remedy:
        typer.echo(f"  {error.remedy}", err=True)


def print_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


# --- worlds: thin calls into reset/commands.py --------------------------------------------------------------


def _mount(target: typer.Typer, name: str, module: str, attribute: str, help_text: str) -> None:
    """Mount a room's own command group; imported only when it is what was asked for."""
    wanted = next((word for word in sys.argv[1:] if not word.startswith("-")), None)
    if wanted != name:
        target.add_typer(typer.Typer(help=help_text), name=name)
        return
    import importlib

    try:
        group = getattr(importlib.import_module(module), attribute)
    except WebariumError as error:
        complain(error)
        sys.exit(EXIT_ERROR)
    _befriend(group)
    target.add_typer(group, name=name, help=help_text)


def _befriend(group: typer.Typer) -> None:
    for info in group.registered_commands:
        if info.callback:
            info.callback = friendly(info.callback)
    for sub in group.registered_groups:
        if sub.typer_instance:
            _befriend(sub.typer_instance)


Names = Annotated[list[str] | None, typer.Argument(help="Sites; all without any.")]
WorldName = Annotated[str, typer.Option("--world", help="Which world.")]


@app.command("build")
@friendly
def build(
    sites: Names = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove our images instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """Build the images that are missing or out of date."""
    from reset import commands

    if remove:
        gone = commands.unbuild()
        print_json(gone) if as_json else typer.echo(f"{len(gone)} images removed")
        return
    built = commands.build(sites or None, on_progress=_tell)
    if as_json:
        print_json(built)
        return
    for one in built:
        state = f"built in {one['seconds']:.0f} s" if one["built"] else "up to date"
        typer.echo(f"{one['name']:<32} {one['size'] / 1e6:7.0f} MB  {state}")


@app.command("up")
@friendly
def up(
    sites: Names = None,
    world: WorldName = "default",
    port: Annotated[
        int | None, typer.Option("--port", help="Loopback port of the sites; 8080 where free.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a world that stays until `down`, and wait until it is healthy."""
    from reset import commands

    found = commands.up(sites or None, name=world, port=port, on_progress=_tell)
    print_json(found) if as_json else _show_worlds([found])


@app.command("status")
@friendly
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


@app.command("reset")
@friendly
def reset(world: WorldName = "default", as_json: AsJson = False) -> None:
    """Return a world to its pristine state."""
    from reset import commands

    found = commands.reset(world)
    if as_json:
        print_json(found)
        return
    for site, state in found["sites"].items():
        typer.echo(f"{site}: {'was clean' if state['was_clean'] else 'restored'} ({state['seconds']:.2f} s)")


@app.command("down")
@friendly
def down(
    world: WorldName = "default",
    everything: Annotated[bool, typer.Option("--all", help="Every world of this checkout.")] = False,
    as_json: AsJson = False,
) -> None:
    """Stop and remove a world."""
    from reset import commands

    names = commands.down(None if everything else world)
    print_json(names) if as_json else typer.echo(f"removed: {', '.join(names) or 'nothing was running'}")


@app.command("logs")
@friendly
def logs(
    site: Annotated[str, typer.Argument(help="A site, or gateway.")],
    service: Annotated[str | None, typer.Option("--service", help="Only this service of it.")] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1)] = 50,
    world: WorldName = "default",
    as_json: AsJson = False,
) -> None:
    """Show the last lines that a site's services wrote."""
    from reset import commands

    found = commands.logs(site, name=world, service=service, lines=lines)
    print_json(found) if as_json else typer.echo("\n".join(found))


@app.command("browse")
@friendly
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
    from harness.browser import Browser

    with Browser(found.rules, headless=False) as browser:
        page = browser.new_context(found.cookies).new_page()
        page.goto(found.start)
        typer.echo("Close the window to end.")
        page.wait_for_event("close", timeout=0)


@app.command("doctor")
@friendly
def doctor(as_json: AsJson = False) -> None:
    """Check engine, browser, memory and disk; say what to install."""
    from reset import commands

    found = [*commands.doctor(), _try_browser()]
    if as_json:
        print_json(found)
    else:
        for one in found:
            typer.echo(f"{'ok     ' if one['ok'] else 'MISSING'}  {one['what']:<24} {one['found']}")
            if one["remedy"]:
                typer.echo(f"         {one['remedy']}")
    raise typer.Exit(0 if all(one["ok"] for one in found) else EXIT_UNMET)


def _try_browser() -> dict[str, Any]:
    from harness.browser import Browser

    facts = {"what": "Chromium starts", "ok": True, "found": "", "remedy": ""}
    try:
        with Browser() as browser:
            return facts | {"found": browser.version}
    except WebariumError as error:
        return facts | {"ok": False, "found": error.message, "remedy": error.remedy or ""}


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _show_worlds(worlds: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("world", "site", "state", "clean", "memory", "address"):
        table.add_column(title, overflow="fold")
    for world in worlds:
        for site in world["sites"]:
            memory = f"{site['memory'] / 1e6:.0f} MB" if site["memory"] else ""
            state = "ready" if site["ready"] else f"not ready {site['problem'] or ''}"
            clean = {True: "yes", False: "no", None: ""}[site["clean"]]
            table.add_row(world["world"], site["site"], state, clean, memory, site["people_url"])
    Console().print(table)


# --- runs ---------------------------------------------------------------------------------------------------


@app.command("eval")
@friendly
def evaluate(
    tasks: Annotated[
        str,
        typer.Option(
            "--tasks",
            "-t",
            help="all, one-per-template, representative, globs, ids, @file; commas; !pattern.",
        ),
    ] = "representative",
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            "-a",
            help="oracle, noop, replay:RUN, model:NAME, human, an agent's file (.py, .js) "
            "or a command in quotes.",
        ),
    ] = "oracle",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, help="Worlds side by side.")] = 1,
    trials: Annotated[int, typer.Option("--trials", min=1, help="How often each task is done.")] = 1,
    run: Annotated[
        str | None,
        typer.Option("--run", help="Name or folder of the run; one that exists is continued."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", help="Continue this run with its own settings: a folder, or latest."),
    ] = None,
    observation: Annotated[
        str, typer.Option("--observation", help="What the agent sees: axtree, html, screenshot; commas.")
    ] = "axtree",
    scope: Annotated[str, typer.Option("--scope", help="Of the page: page (whole) or viewport.")] = "page",
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="Actions an agent may take.")] = 30,
    max_repeats: Annotated[
        int,
        typer.Option("--max-repeats", min=0, help="Same action on the same observation ends it; 0: never."),
    ] = 3,
    max_invalid: Annotated[
        int, typer.Option("--max-invalid", min=0, help="Invalid actions in a row end it; 0: never.")
    ] = 3,
    answer_seconds: Annotated[
        float, typer.Option("--answer-seconds", min=1, help="Time to think about one action.")
    ] = 180.0,
    episode_seconds: Annotated[
        float, typer.Option("--episode-seconds", min=1, help="Time for an episode.")
    ] = 1800.0,
    trace: Annotated[
        str, typer.Option("--trace", help="Keep Playwright's trace of: never, failed, always.")
    ] = "failed",
    har: Annotated[str, typer.Option("--har", help="Keep a HAR of: never, failed, always.")] = "never",
    screenshots: Annotated[
        bool, typer.Option("--screenshots/--no-screenshots", help="Keep each step's screenshot.")
    ] = True,
    html: Annotated[bool, typer.Option("--html/--no-html", help="Keep each step's HTML.")] = True,
    check_resets: Annotated[
        bool,
        typer.Option(
            "--check-resets", help="Compare each site's state digest with the fresh one after every reset."
        ),
    ] = False,
    expect: Annotated[
        str,
        typer.Option(
            "--expect",
            help="Exit code 0 when: all passed, none passed, any result (but no errors), or a rate like 0.5. "
            "By default all for the oracle, none for noop, any for others.",
        ),
    ] = "auto",
    agent_user: Annotated[
        str,
        typer.Option(
            "--agent-user",
            help="Where we are root, run agents that are not ours as this user; same: as root; "
            "auto: as nobody where nobody may read the agent.",
        ),
    ] = "auto",
    agent_env: Annotated[
        list[str] | None,
        typer.Option("--agent-env", help="Environment variable the agent may see; repeatable."),
    ] = None,
    agent_option: Annotated[
        list[str] | None, typer.Option("--agent-option", help="key=value for the agent; repeatable.")
    ] = None,
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running); one worker.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write report.html and junit.xml.")
    ] = True,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line for every episode.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run an agent on tasks: worlds, episodes, verdicts, journal, report.

    Examples:

      webarium eval --tasks 'shopping.*' --agent oracle --workers 2

      webarium eval --tasks all --agent examples/agent.js --run my-agent

      webarium eval --resume latest
    """
    from harness import evaluation

    options = {key: value for key, value in locals().items() if key not in ("evaluation", "as_json")}
    code = evaluation.main(evaluation.Options(**options), as_json=as_json)
    raise typer.Exit(code)


@app.command("score")
@friendly
def score(
    run: Annotated[str, typer.Argument(help="A run: its folder, its name, or latest.")] = "latest",
    write: Annotated[bool, typer.Option("--write", help="Keep the new verdicts.")] = False,
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Another benchmark's task file, as published.")
    ] = None,
    outcomes: Annotated[
        Path | None, typer.Option("--outcomes", help="What was recorded: a folder a task, or predictions.")
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="Its format, if it is not to be seen.")] = None,
    original: Annotated[
        bool, typer.Option("--original", help="The benchmark's own, looser verdict.")
    ] = False,
    site: Annotated[
        list[str] | None, typer.Option("--site", help="__SHOPPING__=http://host:port; repeatable.")
    ] = None,
    ignore_query: Annotated[
        list[str] | None, typer.Option("--ignore-query", help="Query term that never matters; repeatable.")
    ] = None,
    judge: Annotated[bool, typer.Option("--judge", help="Ask the model where rules cannot decide.")] = False,
    replies: Annotated[
        Path | None, typer.Option("--replies", help="Folder in which the model's replies are kept.")
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Take the model's replies from there only.")
    ] = False,
    tolerance: Annotated[
        int, typer.Option("--tolerance", min=0, help="Key nodes that a success may lack.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Judge a finished run again from its evidence alone; exit code 1 when a verdict changed.

    With --tasks and --outcomes: judge recorded outcomes by another benchmark's task file
    (docs/scoring-elsewhere.md).
    """
    from evaluators.dropin import commands

    if tasks or outcomes:
        if not (tasks and outcomes):
            raise WebariumError("--tasks and --outcomes belong together")
        options = commands.Options(
            original, site or [], ignore_query or [], judge, replies, offline, tolerance
        )
        commands.run(tasks, outcomes, options, name=form, as_json=as_json)
        return
    from harness.evaluation import find_run
    from harness.rescore import rescore

    folder = find_run(run)
    options = commands.Options(judge=judge, replies=replies or folder / "judge", offline=offline)
    found = rescore(folder, write=write, judge=options.equivalence())
    if as_json:
        print_json(found)
    else:
        for entry in found["changed"]:
            typer.echo(f"{entry['task_id']} (trial {entry['trial']}): {entry['before']} -> {entry['after']}")
        typer.echo(
            f"{found['episodes']} episodes judged again: {found['passed']} passed, {found['failed']} failed, "
            f"{found['same']} as before"
        )
    raise typer.Exit(EXIT_UNMET if found["changed"] else 0)


@app.command("report")
@friendly
def report(
    run: Annotated[str, typer.Argument(help="A run: its folder, its name, or latest.")] = "latest",
) -> None:
    """Write report.html and junit.xml of a run again."""
    from harness.evaluation import find_run
    from harness.report import write_report

    typer.echo(str(write_report(find_run(run))))


@app.command("runs")
@friendly
def list_runs(as_json: AsJson = False) -> None:
    """List the runs with their results."""
    from harness.summary import summarize

    folders = sorted(path.parent for path in RUNS.glob("*/journal.jsonl") if not path.parent.is_symlink())
    found = [summarize(folder) for folder in folders]
    if as_json:
        print_json(found)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("run", "agent", "episodes", "passed", "failed", "errors", "success"):
        table.add_column(title, justify="left" if title in ("run", "agent") else "right")
    for one in found:
        counts = (str(one[key]) for key in ("tasks", "passed", "failed", "errors"))
        table.add_row(one["run"], str(one["agent"]), *counts, f"{one['success_rate']:.1%}")
    Console().print(table)


@app.command("compare")
@friendly
def compare(
    runs: Annotated[
        list[str],
        typer.Argument(help="Runs (folder, name, latest) or baseline files; the first is the baseline."),
    ],
    fail_if: Annotated[
        list[str] | None,
        typer.Option("--fail-if", help='Exit code 1 if so: "success_rate < baseline - 0.02"; repeatable.'),
    ] = None,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown for a pull request.")
    ] = False,
    page: Annotated[Path | None, typer.Option("--html", help="Write a page with plots to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare runs task by task with the first of them; gates decide the exit code.

    Examples:

      webarium compare runs/before runs/after --html compare.html

      webarium compare tests/baseline.json latest --markdown --fail-if "success_rate < baseline - 2%"
    """
    from harness.compare.command import compare_runs

    raise typer.Exit(compare_runs(runs, fail_if or [], page=page, as_markdown=as_markdown, as_json=as_json))


baseline = typer.Typer(
    help="Keep a run as a small file, to compare later runs with it.", no_args_is_help=True
)
app.add_typer(baseline, name="baseline")


@baseline.command("save")
@friendly
def save_baseline(
    run: Annotated[str, typer.Argument(help="A run: its folder, its name, or latest.")],
    path: Annotated[Path, typer.Argument(help="The file, such as tests/baseline.json.")],
) -> None:
    """Write the results of a run to a file that a repository can keep."""
    from harness.compare.sides import save_baseline as save
    from harness.evaluation import find_run

    side = save(find_run(run), path)
    typer.echo(f"{path}: {len(side.episodes)} episodes of {side.name}")


@app.command("drive")
def drive(
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running).")
    ] = None,
) -> None:
    """Worlds and verdicts for another framework's browser: JSON lines in, JSON lines out (integrations/)."""
    from harness.drive import Driver, serve

    serve(Driver(world), sys.stdin, sys.stdout)


@app.command("bench")
@friendly
def bench(
    sites: Annotated[str, typer.Option("--sites", help="Sites to measure; commas.")] = "shopping",
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", min=1, help="Resets of each kind (20), or loads of each page (5)."),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", help="Measure scoring instead: a file of labelled answers, see docs/values.md."
        ),
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", help="With --answers: also judge this finished run again.")
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Measure observations beside BrowserGym's instead.")
    ] = False,
    browsergym: Annotated[
        Path | None,
        typer.Option("--browsergym", help="A Python that has the plug-in (make browsergym)."),
    ] = None,
    world: Annotated[
        str | None, typer.Option("--world", help="With --observations: use this running world.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure reset against recreating the containers, and observation time, in the same run.

    With --observations: ours beside BrowserGym's, on ten pages of each site. With --answers: scoring.
    """
    from harness import bench as benchmark

    if observations:
        from harness import bench_observations

        sides = [
            bench_observations.measure(name, browsergym, rounds=rounds or 5, world=world)
            for name in _names(sites)
        ]
        if as_json:
            print_json(sides)
        else:
            for found in sides:
                bench_observations.show(found)
        return

    if answers:
        from harness.evaluation import find_run

        figures = benchmark.scoring(answers, find_run(run) if run else None)
        if as_json:
            print_json(figures)
        else:
            benchmark.show_scoring(figures)
        return
    figures = benchmark.measure(_names(sites), rounds=rounds or 20)
    if as_json:
        print_json(figures)
    else:
        benchmark.show(figures)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


@app.command("match")
@friendly
def match(
    kind: Annotated[str | None, typer.Argument(help="exact, must_include, fuzzy, number, list ...")] = None,
    reference: Annotated[str, typer.Argument(help="The right answer; JSON where it is not text.")] = "",
    answer: Annotated[str, typer.Argument(help="The answer to judge.")] = "",
    intent: Annotated[str, typer.Option("--intent", help="The question, where the kind looks at it.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="key=value; repeatable.")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge one answer against a reference, as the check `answer` does; exit code 1: it does not match.

    Without arguments: lines of JSON from standard input, a verdict a line to standard output (see docs).
    """
    from evaluators.match import main as judge_lines
    from evaluators.values import match as judge

    if kind is None:
        raise typer.Exit(judge_lines(sys.stdin, sys.stdout))
    result = judge(kind, _value(reference), answer, intent=intent, options=_pairs(option))
    if as_json:
        print_json({"score": result.score, "why": result.why, "undecided": result.undecided})
    else:
        state = "undecided" if result.undecided else "match" if result.score >= 1 else "no match"
        typer.echo(f"{state} ({result.score:g}): {result.why}")
    raise typer.Exit(0 if result.score >= 1 else EXIT_UNMET)


def _pairs(options: list[str] | None) -> dict[str, Any]:
    found = {}
    for option in options or []:
        key, sign, value = option.partition("=")
        if not sign:
            raise WebariumError(f"{option!r} is no option", remedy="write key=value")
        found[key] = _value(value)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


_mount(
    app,
    "tasks",
    "harness.authoring.commands",
    "app",
    "Tasks: list, show, new, record, lint, lock, try, verify, mutate, validate, coverage.",
)
_mount(app, "sites", "harness.authoring.sites", "app", "Sites: list, page, sql, api.")


if __name__ == "__main__":
    app()
