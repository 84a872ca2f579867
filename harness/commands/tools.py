"""Tools beside runs: bench, match, and drive for other frameworks."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.commands.groups import AcceptsNegatives, Commands
from harness.commands.options import AsJson, SeedNumber, ToldOfAnswers, exclusive, only_with, unused
from harness.commands.output import EXIT_UNMET, pairs, print_json
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed

app = Commands()
command = partial(app.command, rich_help_panel="Tools")


@command("drive")
def drive(
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running).")
    ] = None,
    run: Annotated[
        Path | None, typer.Option("--run", help="Folder of the run; a new one below runs/ when left out.")
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help="Who plays, for reports.")] = "drive",
    answer_format: ToldOfAnswers = "full",
) -> None:
    """Worlds and verdicts for another framework's browser: JSON lines in, JSON lines out (integrations/)."""
    from harness.commands.run_options import told
    from harness.service.drive import Driver, serve

    driver = Driver(world, run=run, agent=agent, answer_format=told(answer_format))
    serve(driver, sys.stdin, sys.stdout)


@command("bench")
def bench(
    context: typer.Context,
    sites: Annotated[str, typer.Option("--sites", help="Sites to measure; commas.")] = "shopping",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            min=1,
            help="Resets of each kind (20), loads of each page (5), steps (200), episodes a world (20).",
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers",
            help="Measure scoring instead: a file of labelled answers, such as tests/data/answers.jsonl.",
        ),
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", help="With --answers: also judge this finished run again.")
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Measure observations beside BrowserGym's instead.")
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Measure whole steps beside BrowserGym's instead.")
    ] = False,
    service: Annotated[
        bool, typer.Option("--service", help="Measure resets and steps over the service instead.")
    ] = False,
    browsergym: Annotated[
        Path | None,
        typer.Option("--browsergym", help="A Python that has the plug-in (make browsergym)."),
    ] = None,
    world: Annotated[
        str | None, typer.Option("--world", help="With --observations or --steps: use this running world.")
    ] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    as_json: AsJson = False,
) -> None:
    """Measure reset against recreating the containers, and observation time, in the same run.

    With --observations: ours beside BrowserGym's, on ten pages of each site. With --steps: the same actions
    on the same world, pictures on in both. With --answers: scoring.
    With --service: what clients of one, of two and of four worlds get.
    """
    from harness.commands import bench as benchmark

    exclusive(
        context, "answers", "sites", "rounds", "observations", "steps", "service", "browsergym", "world"
    )
    exclusive(context, "service", "observations", "steps")
    exclusive(context, "steps", "observations")
    exclusive(context, "seed", "answers", "service", "steps", "observations")
    only_with(context, "answers", "run")
    if not steps:
        only_with(context, "observations", "browsergym", "world")
    names = _names(sites)
    if steps:
        from harness.commands import bench_steps

        rows = [bench_steps.measure(one, browsergym, actions=rounds or 200, world=world) for one in names]
        if as_json:
            print_json(rows)
        else:
            for row in rows:
                bench_steps.show(row)
        return
    if observations:
        from harness.commands import bench_observations

        sides = [
            bench_observations.measure(name, browsergym, rounds=rounds or 5, world=world) for name in names
        ]
        if as_json:
            print_json(sides)
        else:
            for found in sides:
                bench_observations.show(found)
        return

    if service:
        from harness.commands import bench_service

        served = [
            bench_service.measure(name, worlds, rounds=rounds or 20) for name in names for worlds in (1, 2, 4)
        ]
        if as_json:
            print_json(served)
        else:
            bench_service.show(served)
        return

    if answers:
        from harness.run.folders import find_run

        figures = benchmark.scoring(answers, find_run(run) if run else None)
        if as_json:
            print_json(figures)
        else:
            benchmark.show_scoring(figures)
        return
    figures = benchmark.measure(names, rounds=rounds or 20, seed=Seed.parse(seed))
    if as_json:
        print_json(figures)
    else:
        benchmark.show(figures)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise WebariumError("--sites names no site", remedy="name one or several: --sites shopping,home")
    return names


def _reference(text: str) -> Any:
    """A list or an object where the reference is one in JSON, else the text as it is."""
    from sites.files import parse_json

    return parse_json(text, shown="the reference") if text.lstrip().startswith(("[", "{")) else text


@command("match", cls=AcceptsNegatives)
def match(
    context: typer.Context,
    kind: Annotated[str | None, typer.Argument(help="exact, must_include, fuzzy, number, list ...")] = None,
    reference: Annotated[
        str | None, typer.Argument(help="The right answer: text, or a list or an object in JSON.")
    ] = None,
    answer: Annotated[str | None, typer.Argument(help="The answer to judge.")] = None,
    intent: Annotated[str, typer.Option("--intent", help="The question, where the kind looks at it.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="key=value; repeatable.")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge one answer against a reference, as the check `answer` does; exit code 1: it does not match.

    Without arguments: lines of JSON from standard input, a verdict a line to standard output
    (docs/values.md).
    """
    from evaluators.inferring import kinds
    from evaluators.inferring import match as judge
    from evaluators.match import main as judge_lines

    if kind is None:
        unused(context, "where answers come from standard input", "intent", "option", "as_json")
        raise typer.Exit(judge_lines(sys.stdin, sys.stdout))
    if kind not in kinds():
        raise WebariumError(f"no kind of value is called '{kind}'", remedy=f"use one of {', '.join(kinds())}")
    if reference is None or answer is None:
        raise WebariumError(
            f"match {kind} needs a reference and an answer", remedy=f"write: match {kind} REFERENCE ANSWER"
        )
    result = judge(kind, _reference(reference), answer, intent=intent, options=pairs(option))
    if as_json:
        print_json({"score": result.score, "why": result.why, "undecided": result.undecided})
    else:
        state = "undecided" if result.undecided else "match" if result.score >= 1 else "no match"
        typer.echo(f"{state} ({result.score:g}): {result.why}")
    raise typer.Exit(0 if result.score >= 1 else EXIT_UNMET)
