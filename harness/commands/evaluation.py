"""``webarium eval``: from the command's options to a run, its report and its exit code."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from rich.console import Console

from harness.agents.human.settings import address as human_address
from harness.agents.human.window import window_for
from harness.agents.naming import AgentSpec
from harness.commands.agent_checks import check_jail
from harness.commands.console import display_for, summary_line, summary_table
from harness.commands.output import EXIT_ERROR, EXIT_INTERRUPTED, EXIT_UNMET, print_json
from harness.commands.run_options import Options, continued, fresh
from harness.fleet.coming import ComingImages
from harness.run.binding import check_data
from harness.run.folders import find_run
from harness.run.journal import read_journal
from harness.run.models import Summary
from harness.run.runner import Interrupted, Runner, check_world
from harness.run.settings import Progress, RunSettings
from sites.errors import WebariumError

_EXPECTED = {"oracle": "all", "noop": "none"}


def main(options: Options, *, as_json: bool = False) -> int:
    """Run, report, print.

    Returns:
        0 when the run met its expectation, 1 when not, 2 when episodes ended in errors, 130 when interrupted.

    Raises:
        WebariumError: when an option is wrong or the run cannot begin.
    """
    expectation(options.expect, AgentSpec("", []))
    resumed = options.resume is not None
    settings = continued(find_run(str(options.resume)), options) if resumed else fresh(options)
    if not resumed:  # what the files of a run say comes before
        check_jail(settings.agent)
    console = Console(stderr=as_json)
    total = len(settings.tasks) * settings.trials
    done = sum(
        line.finished and key.config == settings.config
        for key, line in read_journal(settings.folder / "journal.jsonl", torn=True).items()
    )
    console.print(
        f"{settings.folder}: {total} episodes, agent {settings.agent.name}"
        + (f", {done} are finished already" if done else ""),
        highlight=False,
    )

    def say(line: str) -> None:
        console.print(line, highlight=False, markup=False)

    check_world(settings)
    check_data(settings, say)
    try:
        with (
            _invited(settings.agent, console),
            display_for(max(0, total - done), console, verbose=options.verbose) as display,
        ):
            coming = _coming(settings, display) if options.build else None
            summary = Runner(settings, progress=display, coming=coming).run()
    except Interrupted:
        console.print("Interrupted. What is finished is kept; continue with:")
        console.print(f"  webarium eval --resume {settings.folder}", highlight=False, markup=False)
        return EXIT_INTERRUPTED
    if coming:  # what was not there before is looked at before anything is told
        check_data(settings, say)
    if options.report:
        try_report(settings.folder, console)
    if as_json:
        print_json(summary.to_json())
    else:
        console.print(summary_table(summary))
        console.print(summary_line(summary, settings.folder), highlight=False, markup=False, soft_wrap=True)
    return verdict(summary, expectation(options.expect, settings.agent))


def _coming(settings: RunSettings, tell: Progress) -> ComingImages | None:
    """The images of the tasks' sites that are missing, to be built while the first tasks are played.

    Agents that only do what their task asks for begin with the sites that are there; the others may want to
    go anywhere, and would see who is missing.
    """
    from reset import images
    from sites.spec import load_site

    if not images.missing([load_site(name) for name in settings.sites], seed=settings.seed):
        return None
    all_first = settings.agent.name not in _EXPECTED
    return ComingImages(settings.sites, settings.seed, tell, all_first=all_first)


def _invited(agent: AgentSpec, console: Console) -> AbstractContextManager[object]:
    """Tell a person where the tasks wait, in a window of their own if they asked for one."""
    if agent.name != "human":
        return nullcontext()
    address = human_address()
    console.print(f"The tasks wait for you at {address}", highlight=False)
    return window_for(address, bool(agent.options.get("window")))


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


def verdict(summary: Summary, expected: str | float) -> int:
    """The exit code of a finished run."""
    if summary.errors:
        return EXIT_ERROR
    met = {"all": summary.passed == summary.tasks, "none": summary.passed == 0, "any": True}
    if isinstance(expected, str):
        return 0 if met[expected] else EXIT_UNMET
    rate = summary.passed / max(1, summary.tasks)  # the summary's own is rounded
    return 0 if rate >= expected else EXIT_UNMET


def try_report(folder: Path, console: Console) -> None:
    """Write the report; a run is not lost because its report fails."""
    try:
        from harness.report import write_report

        write_report(folder)
    except Exception as error:
        console.print(
            f"The report could not be written: {type(error).__name__}: {error}", style="yellow", markup=False
        )
