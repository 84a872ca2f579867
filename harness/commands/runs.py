"""Running agents, and judging what they did: eval, score."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import (
    AsJson,
    OfSplit,
    OtrOption,
    RunName,
    SaltText,
    SeedNumber,
    ToldOfAnswers,
    exclusive,
    number_option,
    only_with,
    written,
)
from harness.commands.output import EXIT_ERROR, EXIT_UNMET, print_json
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("eval")
def evaluate(
    context: typer.Context,
    tasks: Annotated[
        str,
        typer.Option(
            "--tasks",
            "-t",
            help="all, one-per-template, representative, globs, ids, @file; commas; !pattern.",
        ),
    ] = "representative",
    sites: Annotated[
        Path | None,
        typer.Option(
            "--sites", help="YAML file with another benchmark's sites; --tasks names its task file then."
        ),
    ] = None,
    original: Annotated[
        bool, typer.Option("--original", help="With --sites: the benchmark's own, looser verdict.")
    ] = False,
    split: OfSplit = None,
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            "-a",
            help="oracle, noop, random, first-hit, keyword, refuse, noisy-oracle:SHARE, "
            "forgetful-oracle:SHARE, short-sighted-oracle:SHARE, replay:RUN, "
            "model:NAME, ranker:FILE, human, a file (.py, .js, .sh, or an executable) or a command "
            "in quotes.",
        ),
    ] = "oracle",
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", "-w", min=1, help="Worlds side by side; 1, or as many as a resumed run had."
        ),
    ] = None,
    trials: Annotated[int, typer.Option("--trials", min=1, help="How often each task is done.")] = 1,
    shard: Annotated[
        str | None,
        typer.Option("--shard", metavar="K/N", help="Play the K-th of N parts; see `webarium merge`."),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option("--run", help="Name or folder of the run; one that exists is continued."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", help="Continue this run with its own settings: a folder, or latest."),
    ] = None,
    observation: Annotated[
        str, typer.Option("--observation", help="What the agent sees: axtree, html, screenshot, otr; commas.")
    ] = "axtree",
    scope: Annotated[str, typer.Option("--scope", help="Of the page: page (whole) or viewport.")] = "page",
    window: Annotated[
        str,
        typer.Option("--window", help="desktop (1280x720), mobile, or WIDTHxHEIGHT, with @2 for the scale."),
    ] = "desktop",
    marks: Annotated[
        bool, typer.Option("--marks", help="Number the elements one can act on on the screenshot.")
    ] = False,
    otr: OtrOption = None,
    answer_format: ToldOfAnswers = "full",
    max_steps: Annotated[
        int,
        typer.Option(
            "--max-steps",
            min=1,
            help="Actions an agent may take. A task's own limit holds in its place; at 30 a task may take "
            "three times its oracle's where that is more.",
        ),
    ] = 30,
    step_factor: Annotated[
        float,
        typer.Option(
            "--step-factor",
            parser=number_option(0, 100),
            metavar="TIMES",
            help="Times the oracle's actions that an agent may take, the stop besides; --max-steps holds for "
            "tasks whose oracle cannot be counted, and for all at 0.",
        ),
    ] = 0.0,
    max_repeats: Annotated[
        int,
        typer.Option(
            "--max-repeats",
            min=0,
            help="Same action on the same observation more often than this ends it; 0: never.",
        ),
    ] = 3,
    max_invalid: Annotated[
        int, typer.Option("--max-invalid", min=0, help="Invalid actions in a row end it; 0: never.")
    ] = 3,
    max_agent_errors: Annotated[
        int,
        typer.Option(
            "--max-agent-errors",
            min=0,
            help="Episodes in a row that the agent itself gives up before the run stops; 0: never stop.",
        ),
    ] = 5,
    answer_seconds: Annotated[
        float,
        typer.Option(
            "--answer-seconds",
            parser=number_option(1),
            metavar="SECONDS",
            help="Time to think about one action.",
        ),
    ] = 180.0,
    episode_seconds: Annotated[
        float,
        typer.Option(
            "--episode-seconds", parser=number_option(1), metavar="SECONDS", help="Time for an episode."
        ),
    ] = 1800.0,
    trace: Annotated[
        str, typer.Option("--trace", help="Keep Playwright's trace of: never, failed, always.")
    ] = "never",
    har: Annotated[str, typer.Option("--har", help="Keep a HAR of: never, failed, always.")] = "never",
    screenshots: Annotated[
        bool, typer.Option("--screenshots/--no-screenshots", help="Keep each step's screenshot.")
    ] = True,
    html: Annotated[bool, typer.Option("--html/--no-html", help="Keep each step's HTML.")] = True,
    dom: Annotated[
        bool,
        typer.Option("--dom/--no-dom", help="Keep each step's DOM with boxes, for `webarium export`."),
    ] = False,
    mhtml: Annotated[
        bool, typer.Option("--mhtml/--no-mhtml", help="Keep each step's page as MHTML, pictures and all.")
    ] = False,
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
            help="Where we are root, run agents that are not ours as this user; auto: as nobody; "
            "same: as root, without the jail only.",
        ),
    ] = "auto",
    agent_jail: Annotated[
        str,
        typer.Option("--agent-jail", help="Keep an agent that is not ours in a jail: on or off."),
    ] = "on",
    agent_network: Annotated[
        str,
        typer.Option(
            "--agent-network", help="What it may reach from the jail: none, or host:port with commas."
        ),
    ] = "none",
    agent_bind: Annotated[
        list[str] | None,
        typer.Option(
            "--agent-bind", help="File or folder that it sees in the jail; PATH:rw to write; repeatable."
        ),
    ] = None,
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
    fleet: Annotated[
        str,
        typer.Option("--fleet", help="Where workers are: local, or ray (at RAY_ADDRESS, or here)."),
    ] = "local",
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            help="With --fleet ray: path or address (fsspec) where nodes leave packed episode folders.",
        ),
    ] = None,
    build: Annotated[
        bool,
        typer.Option("--build", help="Build what the tasks' sites need and is missing, and play meanwhile."),
    ] = False,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
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
    from harness.commands import evaluation

    exclusive(context, "world", "workers", "seed", "build")
    exclusive(
        context,
        "sites",
        "world",
        "workers",
        "seed",
        "salt",
        "build",
        "split",
        "fleet",
        "answer_format",
        "check_resets",
    )
    options = {name: value for name, value in context.params.items() if name != "as_json"}
    given = frozenset(name for name in options if written(context, name))
    code = evaluation.main(evaluation.Options(**options, given=given), as_json=as_json)
    raise typer.Exit(code)


@command("score")
def score(
    context: typer.Context,
    run: RunName = "latest",
    write: Annotated[bool, typer.Option("--write", help="Keep the new verdicts.")] = False,
    tasks: Annotated[
        Path | None, typer.Option("--tasks", help="Another benchmark's task file, as published.")
    ] = None,
    outcomes: Annotated[
        Path | None, typer.Option("--outcomes", help="What was recorded: a folder a task, or predictions.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="Format of the task file where it is not recognised: webarena, webarena-verified, "
            "webcanvas, online-mind2web, mind2web, weblinx.",
        ),
    ] = None,
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
    threshold: Annotated[
        int, typer.Option("--threshold", min=1, max=5, help="Score that makes a key screenshot (WebJudge).")
    ] = 3,
    prompts: Annotated[
        Path | None, typer.Option("--prompts", help="Folder with the authors' prompts for WebJudge.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge a finished run again from its evidence alone; exit code 1 when a verdict changed.

    With --tasks and --outcomes: judge recorded outcomes by another benchmark's task file
    (docs/scoring-elsewhere.md).
    """
    exclusive(context, "tasks", "run", "write")
    only_with(
        context, "tasks", "form", "original", "site", "ignore_query", "tolerance", "threshold", "prompts"
    )
    if tasks or outcomes:
        if not (tasks and outcomes):
            raise WebariumError("--tasks and --outcomes belong together", remedy="give both, or neither")
        from evaluators.dropin import commands

        only_with(context, "replies", "offline")
        given = {
            "original",
            "ignore_query",
            "judge",
            "replies",
            "offline",
            "tolerance",
            "threshold",
            "prompts",
        }
        options = commands.Options(
            original, site or [], ignore_query or [], judge, replies, offline, tolerance, threshold, prompts,
            given=frozenset(name for name in given if written(context, name)),
        )  # fmt: skip
        report = commands.run(tasks, outcomes, options, name=form, as_json=as_json)
        if broken := [row.task_id for row in report.rows if row.status == "error"]:
            raise WebariumError(
                f"{len(broken)} of the outcomes could not be judged: {', '.join(broken)}",
                remedy="their rows say why: mend what is named there, or record these outcomes again",
            )
        return
    from harness.run.folders import find_run
    from harness.run.reader import RunFolder
    from harness.run.rescore import rescore

    only_with(context, "judge", "replies", "offline")
    folder, model = find_run(run), None
    if told := RunFolder(folder).unplanned:
        typer.echo(told, err=True)
    if judge:
        from evaluators.endpoint import Endpoint
        from evaluators.equivalence import Equivalence

        model = Equivalence(Endpoint.from_environment(cache=replies or folder / "replies", offline=offline))
    found = rescore(folder, write=write, judge=model)
    if as_json:
        print_json(found)
    else:
        if found["tasks_changed"]:
            typer.echo("The run's tasks were changed since it was played; they are judged as they are now.")
        for entry in found["changed"]:
            typer.echo(f"{entry['task_id']} (trial {entry['trial']}): {entry['before']} -> {entry['after']}")
        typer.echo(
            f"{found['episodes']} episodes judged again: {found['passed']} passed, {found['failed']} failed, "
            f"{found['same']} as before"
        )
        for entry in found["unjudged"]:
            typer.echo(f"{entry['task_id']} (trial {entry['trial']}): not judged: {entry['why']}")
        if found["unjudged"]:
            typer.echo(
                "  judge it with the code that played it, or delete its line from the journal, then: "
                f"webarium eval --resume {folder}"
            )
    raise typer.Exit(EXIT_ERROR if found["unjudged"] else EXIT_UNMET if found["changed"] else 0)
