"""``webarium tasks ...``: what authors type. ``app`` is mounted by the command line.

Commands that need a browser (``try``, ``verify``) are added by ``verify_commands.py`` beside this module.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from evaluators import unsound
from harness.authoring.calibrating import calibrate
from harness.authoring.key_nodes import lock_nodes
from harness.commands.groups import Commands
from harness.commands.options import AsJson, OfSplit, SaltText, SeedNumber, WorldName, exclusive
from harness.commands.output import print_json, with_packs
from harness.episode.answers import answer_format
from harness.episode.dataset import dataset_row
from harness.run.folders import find_run
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from sites.wording import meant
from tasks import coverage as coverage_module
from tasks import lint as lint_module
from tasks import loader, lock_reports, locking, pairs
from tasks.difficulty import BANDS
from tasks.editions import Edition
from tasks.release import read_release
from tasks.splits import load_split
from tasks.templates import ROOT, TemplateErrors, template_paths

app = Commands(no_args_is_help=True, help="Tasks: list, show, lint, lock, cover, verify them.")

Selection = Annotated[str, typer.Argument(help="all, one-per-template, representative, globs, ids, @file")]


def matching_paths(pattern: str, root: Path = ROOT) -> list[Path]:
    """The files of the templates that a pattern names: ``all``, a folder, an id, globs, commas, a path.

    Raises:
        WebariumError: when one of its parts names none.
    """
    every = template_paths(root)
    found: set[Path] = set()
    for part in parts_of_pattern(pattern):
        named = {path for path in every if _names(part, path)}
        if not named:
            near = meant(part, (f"{path.parent.name}.{path.stem}" for path in every))
            raise WebariumError(
                f"no template is named by '{part}'" + (f"; is '{near}' meant?" if near else ""),
                remedy="see: webarium tasks list",
            )
        found |= named
    return [path for path in every if path in found]


def parts_of_pattern(pattern: str) -> list[str]:
    """What stands between the commas of a pattern."""
    return [part for one in pattern.split(",") if (part := one.strip())] or [pattern]


def _names(part: str, path: Path) -> bool:
    """Whether a part of a pattern names the template of a file; the id of one task names its template."""
    plain = part.partition(":")[0]
    stem = ".".join(plain.split(".")[:2]) if plain.count(".") == 2 else part
    given = Path(part)
    here = part.endswith(".yaml") and given.exists() and given.resolve() == path.resolve()
    names = (f"{path.parent.name}.{path.stem}", path.parent.name)
    return part == "all" or here or any(fnmatchcase(name, stem) for name in names)


@app.command("list")
def list_tasks(
    selection: Selection = "all",
    split: OfSplit = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
    as_json: AsJson = False,
) -> None:
    """List tasks with category, difficulty and intent.

    With --json each is a row for a data set, in which nothing tells what is right.
    """
    edition = Edition.named(seed, salt)
    tasks = (
        loader.load_tasks(selection, edition=edition)
        if split is None
        else load_split(split, selection, edition=edition)
    )
    if as_json:
        print_json([dataset_row(task) for task in tasks])
        return
    table = Table(box=None, pad_edge=False)
    for title in ("task", "category", "difficulty", "intent"):
        table.add_column(title, no_wrap=title != "intent", overflow="fold")
    for task in tasks:
        table.add_row(task.id, task.category, task.difficulty, escape(task.intent))
    console = Console()
    console.print(table)
    console.print(f"{len(tasks)} tasks of {len({task.template for task in tasks})} templates")


@app.command("show")
def show_task(
    task: Annotated[str, typer.Argument(help="A task's id, or one of a template: all its tasks.")],
    as_json: AsJson = False,
) -> None:
    """Show one task: intent, parameters, reference values, checks, wrong outcomes, what agents are told.

    Of a template, all tasks are shown, and a line before them says which.
    """
    found = loader.load_tasks(task)
    data = [
        item.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        | {"answer_format": answer_format(item, "full")}
        for item in found
    ]
    if as_json:
        print_json(data[0] if len(data) == 1 else data)
        return
    if task not in (one.id for one in found):
        ids = ", ".join(one.id for one in found)
        typer.echo(f"# {task} has {'one task' if len(found) == 1 else f'{len(found)} tasks'}: {ids}\n")
    for item in data:
        item["checks"] = [{check["kind"]: check["spec"]} for check in item.get("checks", [])]
        typer.echo(yaml.safe_dump(item, sort_keys=False, allow_unicode=True, width=110))


@app.command("lint")
def lint_tasks(
    context: typer.Context,
    pattern: Annotated[str, typer.Argument(help="Template ids, folders, globs.")] = "all",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say as well what refusing all tasks could pass.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check templates without a world; exit code 1 when there is an error."""
    exclusive(context, "as_json", "verbose")
    problems = []
    paths = matching_paths(pattern)
    if pattern == "all":
        problems = lint_module.lint_all(unsound=unsound)
    else:
        read_release()  # a damaged one is told for some templates as for all
        for path in paths:
            problems += lint_module.lint_file(path, unsound=unsound)[0]
        for folder in {path.parent.name for path in paths} & set(parts_of_pattern(pattern)):
            problems += lint_module.lint_strays(folder)
        problems = lint_module.once(problems)
    errors = [problem for problem in problems if problem.level == "error"]
    if as_json:
        print_json([problem.model_dump() for problem in problems])
    else:
        for problem in problems:
            typer.echo(with_packs(str(problem)))
        for ceiling in pairs.ceilings(loader.tasks_of(paths)) if verbose else ():
            typer.echo(str(ceiling))
        typer.echo(f"{len(errors)} errors, {len(problems) - len(errors)} hints")
    raise typer.Exit(1 if errors else 0)


@app.command("lock")
def lock_tasks(
    context: typer.Context,
    pattern: Annotated[str, typer.Argument(help="Template ids, folders, globs.")] = "all",
    world: WorldName = "default",
    check: Annotated[bool, typer.Option("--check", help="Only say what would change.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Number the tasks anew from 0.")] = False,
    keep_numbers: Annotated[
        bool, typer.Option("--keep-numbers", help="Also of tasks of which nothing but the key is as it was.")
    ] = False,
    key_nodes: Annotated[
        list[str] | None,
        typer.Option(
            "--key-nodes",
            metavar="RUN",
            help="Pin only the key nodes that this run of the oracle shows; repeatable: others confirm.",
        ),
    ] = None,
    salt: SaltText = "",
    as_json: AsJson = False,
) -> None:
    """Draw parameters and compute reference values from the pristine state of a running world.

    The locks of a world of another seed, or with a salt, are kept apart from the tracked ones. With
    --key-nodes no world is needed: the places that count on the oracle's way are taken from its run.
    """
    from reset.world import World

    exclusive(context, "check", "fresh", "keep_numbers")
    exclusive(context, "fresh", "keep_numbers")
    paths = matching_paths(pattern)
    if key_nodes:
        exclusive(context, "key_nodes", "check")
        exclusive(context, "key_nodes", "fresh", "keep_numbers", "salt")
        pinned = lock_nodes([find_run(run) for run in key_nodes], paths, tell=partial(typer.echo, err=True))
        if as_json:
            print_json(pinned)
            return
        for one in pinned:
            told = "written" if one["changed"] else "unchanged"
            typer.echo(f"{one['template']}: {one['nodes']} key nodes of {one['tasks']} tasks, {told}")
        nodeless = sum(not one["nodes"] for one in pinned)
        typer.echo(f"{len(pinned)} templates, {len(pinned) - nodeless} with key nodes")
        return
    attached: Any = World.attach(world)
    edition = Edition.of(attached.seed, salt)
    tracked = {path for path in template_paths() if path.is_relative_to(ROOT)}
    if fresh and edition.is_default and tracked <= set(paths):
        raise WebariumError(
            "--fresh would give every tracked task another number",
            remedy="name those that are meant",
        )
    attached.reset()
    if check:
        reports = locking.check_paths(paths, attached, edition=edition)
    else:
        reports = locking.lock_paths(paths, attached, fresh=fresh, keep=keep_numbers, edition=edition)
    if as_json:
        print_json([report.model_dump() for report in reports])
    else:
        for report in reports:
            typer.echo(lock_reports.describe(report, check))
    raise typer.Exit(1 if check and any(report.changed for report in reports) else 0)


@app.command("calibrate")
def calibrate_difficulty(
    runs: Annotated[
        list[str], typer.Argument(help="Runs: of the oracle for features, of agents for weights.")
    ],
    splits: Annotated[
        bool, typer.Option("--splits", help="Also draw the fixed splits hard and lite anew.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Renew the difficulty of tasks, tasks/difficulty.json: features, their weights, bands, fixed splits.

    Runs of the oracle measure what a task makes one look at; runs of other agents fit what the features
    weigh. Without any of these the weights are all the same, and the bands provisional.
    """
    known = calibrate([find_run(run) for run in runs], renew_splits=splits)
    counts = Counter(task.difficulty for task in loader.load_tasks())
    shown = known.model_dump(include={"fitted", "scales", "bounds"}) | {
        "measured": len(known.measured),
        "provisional": known.provisional,
        "bands": dict(counts),
        "splits": {name: len(ids) for name, ids in known.splits.items()},
    }
    if as_json:
        print_json(shown)
        return
    table = Table("feature", "mean", "spread", "weight", box=None, pad_edge=False)
    for name, scale in known.scales.items():
        table.add_row(name, f"{scale.mean:.2f}", f"{scale.spread:.2f}", f"{scale.weight:.2f}")
    console = Console()
    console.print(table)
    console.print("bands: " + ", ".join(f"{counts[level]} {level}" for level in BANDS))
    console.print(", ".join(f"{name}: {len(ids)} tasks" for name, ids in known.splits.items()))
    by = f"fitted on {', '.join(known.fitted)}" if known.fitted else "provisional: no run of an agent yet"
    console.print(escape(f"{len(known.measured)} tasks measured; {by}"))


@app.command("coverage")
def show_coverage(as_json: AsJson = False) -> None:
    """Which abilities are covered, which are missing, and how the tasks are spread."""
    found = coverage_module.measure()
    if as_json:
        print_json(found.model_dump())
        return
    console = Console()
    table = Table("folder", "templates", "tasks", box=None, pad_edge=False)
    for folder, counts in found.folders.items():
        table.add_row(folder, str(counts["templates"]), str(counts["tasks"]))
    table.add_row("all", str(found.templates), str(found.tasks))
    console.print(table)
    for name, counts in (("difficulty", found.difficulty), ("category", found.category)):
        console.print(f"{name}: " + ", ".join(f"{count} {level}" for level, count in counts.items()))
    table = Table("tasks by split", *found.splits, box=None, pad_edge=False)
    for row in found.splits["all"]:
        table.add_row(row, *(str(counts[row]) for counts in found.splits.values()))
    console.print(table)
    for name, share in (("unachievable", found.unachievable), ("several sites or tabs", found.several)):
        console.print(f"{name}: {share.count} of {share.of} ({share.value:.0%}; at least 10% are wanted)")
    console.print(f"covered: {' '.join(found.covered) or 'nothing'}")
    for group, numbers in found.missing.items():
        console.print(f"missing in {group}:")
        for number, words in numbers.items():
            console.print(f"  {number:4} {words}")


__all__ = ["TemplateErrors", "app", "matching_paths"]
