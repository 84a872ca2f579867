"""``webarium tasks verify`` and ``try``."""

from __future__ import annotations

from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from evaluators import unsound
from harness.authoring.kept_reports import KeptReports
from harness.authoring.reports import TaskReport, print_report, print_summary
from harness.authoring.tasks import app, matching_paths, parts_of_pattern
from harness.authoring.verify import verify_apart, verify_tasks
from harness.commands.options import SaltText, SeedNumber, Workers, exclusive
from harness.commands.output import print_json
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from sites.spec import load_site
from tasks import lint, lock_reports, locking
from tasks.editions import Edition, split_id
from tasks.loader import load_tasks, tasks_of
from tasks.model import Task
from tasks.templates import load_template


@app.command("verify")
def verify_command(
    context: typer.Context,
    selection: Annotated[str | None, typer.Argument(help="all, one-per-template, globs, ids, @file")] = None,
    tasks: Annotated[str, typer.Option("--tasks", help="The same as an option.")] = "all",
    twice: Annotated[
        bool, typer.Option("--twice", help="Play the oracle twice and compare all observations.")
    ] = False,
    workers: Workers = 1,
    world: Annotated[str | None, typer.Option("--world", help="A running world instead of new ones.")] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Add each report to FILE; what came out well there and did not change is not played again.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Oracle passes, doing nothing fails, every wrong outcome fails; exit code 1 otherwise."""
    from reset.world import World

    exclusive(context, "selection", "tasks")
    exclusive(context, "world", "workers", "seed")
    console = Console(stderr=as_json)
    attached: Any = World.attach(world) if world else None
    edition = Edition.named(attached.seed if attached else seed, salt)
    chosen = load_tasks(selection or tasks, edition=edition, holding=False)

    if attached:
        for site in sorted({site for task in chosen for site in task.sites}):
            attached.site(site)  # what is not there is told at once, and as no fault of the sandbox
    with ExitStack() as stack:
        kept = (
            stack.enter_context(KeptReports(keep, _images(chosen, attached), twice=twice)) if keep else None
        )
        known = {task.id: report for task in chosen if kept and (report := kept.of(task))}
        if known:
            console.print(
                f"{len(known)} of {len(chosen)} tasks came out well in {keep} and did not change since",
                highlight=False,
                markup=False,
                soft_wrap=True,
            )
        rest = {task.id: task for task in chosen if task.id not in known}
        before = {name: kept.made_of(task) for name, task in rest.items()} if kept else {}

        def show(report: TaskReport) -> None:
            if kept and not kept.add(rest[report.task], report, before[report.task]):
                console.print(f"{report.task}: changed while it was played, not kept", highlight=False)
            print_report(report, console, full=False)

        if attached:
            made = verify_tasks(rest.values(), attached, twice=twice, on_report=show)
        else:
            made = verify_apart([*rest.values()], workers=workers, twice=twice, on_report=show)
    known |= {report.task: report for report in made}
    reports = [known[task.id] for task in chosen]
    if as_json:
        print_json([report.model_dump() for report in reports])
    else:
        print_summary(reports, console)
    raise typer.Exit(0 if reports and all(report.ok for report in reports) else 1)


def _images(tasks: list[Task], attached: Any) -> dict[str, str]:
    """What the sites of the tasks are made of: in a running world, or as worlds are started now."""
    if attached:
        return {name: part.image for name, part in attached.images().items()}
    from reset import images

    sites = [load_site(name) for name in sorted({site for task in tasks for site in task.sites})]
    return images.tags(sites, split_id(tasks[0].id)[2].seed if tasks else DEFAULT_SEED)


@app.command("try")
def try_command(
    template: Annotated[str, typer.Argument(help="A template's or task's id, or its file.")],
    world: Annotated[str, typer.Option("--world", help="A running world.")] = "default",
    twice: Annotated[bool, typer.Option("--twice", help="Play the oracle twice.")] = False,
    lock: Annotated[bool, typer.Option(help="Lock the template first.")] = True,
    salt: SaltText = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Lock one template, then run its oracle, noop and wrong outcomes and show each verdict."""
    from reset.world import World

    console = Console(stderr=as_json)
    paths = matching_paths(template)
    for path in paths:
        load_template(path)  # a mistake in the file is told before a world is asked for
    attached: Any = World.attach(world)
    edition = Edition.of(attached.seed, salt)
    if lock:
        attached.reset()
        for path, report in zip(paths, locking.lock_paths(paths, attached, edition=edition), strict=True):
            lines = [lock_reports.describe(report), *lock_reports.preview(path, edition=edition)]
            console.print(escape("\n".join(lines)), highlight=False, soft_wrap=True)
    for path in paths:
        for problem in lint.lint_file(path, unsound=unsound)[0]:
            console.print(escape(str(problem)), highlight=False)
    reports = verify_tasks(
        named_tasks(template, tasks_of(paths, edition=edition)),
        attached,
        twice=twice,
        stop_early=True,
        on_report=lambda report: print_report(report, console, full=True),
    )
    if as_json:
        print_json([report.model_dump() for report in reports])
    raise typer.Exit(0 if reports and all(report.ok for report in reports) else 1)


def named_tasks(pattern: str, tasks: list[Task]) -> list[Task]:
    """Those of some templates' tasks that the parts of a pattern name; all of a template that one names.

    Args:
        pattern: as ``matching_paths`` takes it.
        tasks: of the templates that it names.

    Raises:
        WebariumError: the id of one task names none of them.
    """
    chosen: set[str] = set()
    for part in parts_of_pattern(pattern):
        templates = {f"{path.parent.name}.{path.stem}" for path in matching_paths(part)}
        plain = part.partition(":")[0]
        named = [task for task in tasks if task.template in templates]
        if plain.count(".") == 2 and not plain.endswith(".yaml"):
            named = [one for one in named if any(fnmatchcase(id_, part) for id_ in _ids(one))]
            if not named:
                see = f"see: webarium tasks list {plain.rpartition('.')[0]}"
                raise WebariumError(f"there is no task '{part}' in this world", remedy=see)
        chosen |= {task.id for task in named}
    return [task for task in tasks if task.id in chosen]


def _ids(task: Task) -> tuple[str, str]:
    """What a task may be called: its id, with and without the mark of its edition."""
    return task.id, task.id.partition(":")[0]
