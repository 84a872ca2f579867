"""``webarium compare``: from the command's words to output and exit code."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from harness.cli import EXIT_UNMET, print_json
from harness.compare import show
from harness.compare.comparison import compare
from harness.compare.gates import parse_gate
from harness.compare.sides import load_side
from sites.errors import WebariumError


def compare_runs(
    names: list[str],
    gates: list[str],
    *,
    page: Path | None = None,
    as_markdown: bool = False,
    as_json: bool = False,
) -> int:
    """Compare and print.

    Returns:
        1 when a gate's condition is true for one of the runs, else 0.

    Raises:
        WebariumError: for an unknown run, a gate that cannot be read, or fewer than two runs.
    """
    if len(names) < 2:
        raise WebariumError("A comparison needs two runs", remedy="webarium compare BASELINE RUN")
    parsed = [parse_gate(text) for text in gates]  # before anything slow
    sides = [load_side(name) for name in names]
    comparisons = compare(sides[0], sides[1:])
    failing = [(gate.text, one.run.name) for one in comparisons for gate in parsed if gate.holds(one.value)]
    if page:
        show.write_page(page, sides, comparisons)
    told = Console(stderr=as_json or as_markdown)
    if as_json:
        rows = [
            {"run": side.name, "agent": side.agent, **show.Count.of(side.episodes).to_json()}
            for side in sides
        ]
        data = [one.to_json() for one in comparisons]
        failed = [{"gate": gate, "run": run} for gate, run in failing]
        print_json({"runs": rows, "comparisons": data, "failing_gates": failed})
    elif as_markdown:
        print(show.markdown(sides, comparisons, failing), end="")
    else:
        show.print_tables(sides, comparisons, told)
    for gate, run in failing:
        told.print(f"[red]gate fails[/] for {run}: {gate}", highlight=False)
    if page:
        told.print(f"Page: {page}", highlight=False)
    return EXIT_UNMET if failing else 0
