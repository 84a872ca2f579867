"""``webarium compare``: from the command's words to output and exit code."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from harness.commands.output import EXIT_ERROR, EXIT_UNMET, complain, print_json
from harness.compare import show
from harness.compare.comparison import compare, worlds_of
from harness.compare.gates import parse_gate
from harness.compare.sides import load_side
from harness.report.mark import check_page
from sites.errors import WebariumError

FINISH = "finish it: webarium eval --resume RUN; or compare it as it is: --allow-unfinished"


def compare_runs(
    names: list[str],
    gates: list[str],
    *,
    allow_unfinished: bool = False,
    page: Path | None = None,
    as_markdown: bool = False,
    as_json: bool = False,
) -> int:
    """Compare and print.

    Args:
        names: of the runs, the baseline first.
        gates: conditions that fail the comparison.
        allow_unfinished: whether a run may lack episodes that were planned.
        page: file to write plots to.
        as_markdown: print for a pull request.
        as_json: print data.

    Returns:
        2 when a run is not finished (unless allowed), 1 when a gate's condition is true for one, else 0.

    Raises:
        WebariumError: for an unknown run, a gate that cannot be read, a page that is somebody else's,
            fewer than two runs, or runs with nothing in common.
    """
    if len(names) < 2:
        raise WebariumError("A comparison needs two runs", remedy="webarium compare BASELINE RUN")
    parsed = [parse_gate(text) for text in gates]  # before anything slow
    if page:
        check_page(page)
    sides = [load_side(name) for name in names]
    comparisons = compare(sides[0], sides[1:])
    for one in comparisons:
        if not one.common:
            what = "template" if one.across else "task"
            raise WebariumError(
                f"{one.baseline.name} and {one.run.name} have no {what} in common",
                remedy="compare runs of the same tasks: webarium runs shows what each has played",
            )
    failing = [(gate.text, one.run.name) for one in comparisons for gate in parsed if gate.holds(one.value)]
    if page:
        show.write_page(page, sides, comparisons)
    unfinished = [] if allow_unfinished else [side.unfinished for side in sides if side.unfinished]
    told = Console(stderr=as_json or as_markdown)
    if as_json:
        rows = [
            {"run": side.name, "agent": side.agent, **show.Count.of(side.episodes).to_json()}
            for side in sides
        ]
        data = [one.to_json() for one in comparisons]
        failed = [{"gate": gate, "run": run} for gate, run in failing]
        worlds = [asdict(one) for one in worlds_of(sides)]
        print_json(
            {
                "runs": rows,
                "comparisons": data,
                "worlds": worlds,
                "failing_gates": failed,
                "unfinished": unfinished,
            }
        )
    elif as_markdown:
        print(show.markdown(sides, comparisons, failing), end="")
    else:
        show.print_tables(sides, comparisons, told)
    for gate, run in failing:
        told.print(f"[red]gate fails[/] for {escape(run)}: {escape(gate)}", highlight=False)
    if page:
        told.print(f"Page: {page}", highlight=False)
    for sentence in unfinished:
        error = "What few episodes show may be chance, so this comparison counts as failed"
        complain(WebariumError(f"{sentence}. {error}", remedy=FINISH))
    return EXIT_ERROR if unfinished else EXIT_UNMET if failing else 0
