"""The table at the end: one row a fault."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from .trial import Result

HEAD = ("fault", "trials", "hit", "recovered", "resumed", "violations", "seconds")


def rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """By fault: trials, hit, of those recovered, resumed, violated; median seconds."""
    names = sorted({result.draw.fault.name for result in results})
    return [row(name, [one for one in results if one.draw.fault.name == name]) for name in names]


def row(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    """One row."""
    counts = (
        len(results),
        sum(one.hit for one in results),
        sum(one.hit and not one.violations for one in results),
        sum(one.resumes > 0 for one in results),
        sum(bool(one.violations) for one in results),
    )
    return name, *(str(count) for count in counts), f"{median(one.seconds for one in results):.0f}"


def table(results: Sequence[Result]) -> str:
    """As text; numbers to the right."""
    lines = [HEAD, *rows(results)]
    if results:
        lines.append(row("all", results))
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            [
                line[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
            ]
        )
        for line in lines
    )
