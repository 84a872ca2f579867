"""``webarium eval``: from the command's options to a run, its report and its exit code."""

from __future__ import annotations

import json
import re
import signal
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from rich.console import Console

from harness.agents.human.settings import address as human_address
from harness.agents.human.window import window_for
from harness.agents.process import AgentSpec, resolve_agent
from harness.cli import EXIT_ERROR, EXIT_INTERRUPTED, EXIT_UNMET, RUNS, _pairs, print_json
from harness.console import RunDisplay, summary_line, summary_table
from harness.episode import EpisodeSettings, Keep
from harness.journal import FINISHED, read_journal
from harness.limits import Limits
from harness.observation import MODES, View
from harness.runner import Interrupted, Runner, RunSettings
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.model import Task

HUMAN_SECONDS = 3600.0
_EXPECTED = {"oracle": "all", "noop": "none"}


@dataclass(frozen=True)
class Options:
    """The options of ``webarium eval``; their meaning is in its help."""

    tasks: str = "representative"
    agent: str = "oracle"
    workers: int = 1
    trials: int = 1
    run: str | None = None
    resume: str | None = None
    observation: str = "axtree"
    scope: str = "page"
    max_steps: int = 30
    max_repeats: int = 3
    max_invalid: int = 3
    answer_seconds: float = 180.0
    episode_seconds: float = 1800.0
    trace: str = "failed"
    har: str = "never"
    screenshots: bool = True
    html: bool = True
    check_resets: bool = False
    expect: str = "auto"
    agent_user: str = "auto"
    agent_env: list[str] | None = None
    agent_option: list[str] | None = None
    world: str | None = None
    report: bool = True
    verbose: bool = False


def main(options: Options, *, as_json: bool = False) -> int:
    """Run, report, print.

    Returns:
        0 when the run met its expectation, 1 when not, 2 when episodes ended in errors, 130 when interrupted.

    Raises:
        WebariumError: when an option is wrong or the run cannot begin.
    """
    settings = continued(find_run(options.resume), options) if options.resume else fresh(options)
    signal.signal(signal.SIGTERM, _as_interrupt)
    console = Console(stderr=as_json)
    total = len(settings.tasks) * settings.trials
    done = sum(
        line["status"] in FINISHED and key.config == settings.config
        for key, line in read_journal(settings.folder / "journal.jsonl").items()
    )
    console.print(
        f"{settings.folder}: {total} episodes, agent {settings.agent.name}"
        + (f", {done} are finished already" if done else ""),
        highlight=False,
    )
    try:
        with (
            _invited(settings.agent, console),
            RunDisplay(max(0, total - done), console, verbose=options.verbose) as display,
        ):
            summary = Runner(settings, progress=display).run()
    except Interrupted:
        console.print("Interrupted. What is finished is kept; continue with:")
        console.print(f"  webarium eval --resume {settings.folder}", highlight=False)
        return EXIT_INTERRUPTED
    if options.report:
        _report(settings.folder, console)
    if as_json:
        print_json(summary)
    else:
        console.print(summary_table(summary))
        console.print(summary_line(summary, settings.folder), highlight=False)
    return verdict(summary, expectation(options.expect, settings.agent))


def _invited(agent: AgentSpec, console: Console) -> AbstractContextManager[object]:
    """Tell a person where the tasks wait, in a window of their own if they asked for one."""
    if agent.name != "human":
        return nullcontext()
    address = human_address()
    console.print(f"The tasks wait for you at {address}", highlight=False)
    return window_for(address, bool(agent.options.get("window")))


def fresh(options: Options) -> RunSettings:
    """The settings of a run as the options say."""
    modes = frozenset(mode.strip() for mode in options.observation.split(",") if mode.strip())
    unknown = modes - set(MODES)
    if unknown or not modes:
        raise WebariumError(
            f"There is no observation {', '.join(sorted(unknown)) or '(none)'}",
            remedy=f"use any of {', '.join(MODES)}",
        )
    if options.scope not in ("page", "viewport"):
        raise WebariumError(f"There is no scope {options.scope!r}", remedy="use page or viewport")
    expectation(options.expect, AgentSpec("", []))
    agent = resolve_agent(
        options.agent,
        user=options.agent_user,
        environment=tuple(options.agent_env or ()),
        options=_pairs(options.agent_option),
    )
    if agent.name == "human":
        options, modes = for_people(options), modes | {"screenshot"}
    return RunSettings(
        folder=run_folder(options.run, agent),
        tasks=load_tasks(options.tasks),
        agent=agent,
        trials=options.trials,
        workers=options.workers,
        episode=EpisodeSettings(
            view=View(modes, options.scope),  # type: ignore[arg-type]
            limits=Limits(
                steps=options.max_steps,
                repeats=options.max_repeats,
                invalid=options.max_invalid,
                answer_seconds=options.answer_seconds,
                episode_seconds=options.episode_seconds,
            ),
            trace=_keep("trace", options.trace),
            har=_keep("har", options.har),
            screenshots=options.screenshots,
            html=options.html,
            check_resets=options.check_resets,
        ),
        selection=options.tasks,
        world=options.world,
    )


def for_people(options: Options) -> Options:
    """What a person needs: the window as it is, time, and no rules against trying again."""
    if options.workers > 1:
        raise WebariumError("A person does one task at a time", remedy="leave --workers out")
    return replace(
        options,
        scope="viewport",
        max_repeats=0,
        max_invalid=0,
        answer_seconds=max(options.answer_seconds, HUMAN_SECONDS),
        episode_seconds=max(options.episode_seconds, HUMAN_SECONDS),
    )


def continued(folder: Path, options: Options) -> RunSettings:
    """The settings of a run as its manifest keeps them; workers and world are this command's own."""
    try:
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        kept, agent = manifest["settings"], manifest["agent"]
    except (OSError, ValueError, KeyError) as error:
        raise WebariumError(f"{folder} has no readable manifest", remedy="begin a new run") from error
    tasks: list[Task] = load_tasks(",".join(manifest["tasks"]))
    return RunSettings(
        folder=folder,
        tasks=tasks,
        agent=AgentSpec(
            name=agent["name"],
            command=agent["command"],
            lasting=agent.get("lasting", False),
            confined=agent.get("confined", not agent.get("lasting", False)),
            user=agent["user"],
            environment=tuple(agent["environment"]),
            options=agent["options"],
        ),
        trials=manifest["trials"],
        workers=options.workers if options.workers > 1 else manifest["workers"],
        episode=EpisodeSettings(
            view=View(frozenset(kept["observation"]), kept["scope"]),
            limits=Limits(**kept["limits"]),
            trace=kept["trace"],
            har=kept["har"],
            screenshots=kept["screenshots"],
            html=kept["html"],
            check_resets=kept.get("check_resets", False),
        ),
        selection=manifest["selection"],
        world=options.world,
    )


def run_folder(name: str | None, agent: AgentSpec) -> Path:
    """Where a run is kept: ``runs/<name>``, or a folder as given, or a new one named by date and agent."""
    if name:
        return Path(name) if "/" in name else RUNS / name
    words = re.sub(r"[^A-Za-z0-9_-]+", "-", agent.name)[:30]
    return RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-{words}"  # a name for people: their own time


def find_run(name: str) -> Path:
    """The folder of a run that exists.

    Raises:
        WebariumError: when there is none of that name.
    """
    for path in (Path(name), RUNS / name):
        if (path / "manifest.json").is_file() or (path / "journal.jsonl").is_file():
            return path.resolve() if path.is_symlink() else path
    raise WebariumError(f"There is no run {name!r}", remedy="see: webarium runs")


def expectation(text: str, agent: AgentSpec) -> str | float:
    """What the run must reach: ``all``, ``none``, ``any`` or a rate from 0 to 1."""
    if text == "auto":
        return _EXPECTED.get(agent.name, "any")
    if text in ("all", "none", "any"):
        return text
    with suppress(ValueError):
        rate = float(text)
        if 0 <= rate <= 1:
            return rate
    raise WebariumError(f"{text!r} is no expectation", remedy="use all, none, any, or a rate such as 0.5")


def verdict(summary: dict[str, Any], expected: str | float) -> int:
    """The exit code of a finished run."""
    if summary["errors"]:
        return EXIT_ERROR
    met = {"all": summary["passed"] == summary["tasks"], "none": summary["passed"] == 0, "any": True}
    if isinstance(expected, str):
        return 0 if met[expected] else EXIT_UNMET
    return 0 if summary["success_rate"] >= expected else EXIT_UNMET


def _report(folder: Path, console: Console) -> None:
    """Write the report; a run is not lost because its report fails."""
    try:
        from harness.report import write_report

        write_report(folder)
    except Exception as error:
        console.print(f"The report could not be written: {type(error).__name__}: {error}", style="yellow")


def _keep(option: str, text: str) -> Keep:
    if text not in get_args(Keep):
        raise WebariumError(f"--{option} takes {', '.join(get_args(Keep))}, not {text!r}")
    return text  # type: ignore[return-value]


def _as_interrupt(*_: object) -> None:
    """A polite end asked for from outside is an interrupt like Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise KeyboardInterrupt
