"""A comparison for people: tables in the terminal, Markdown for a pull request, a page with plots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.compare.comparison import Comparison, Count, Difference, Flip, Interval, Worlds, worlds_of
from harness.compare.sides import Episode, Side
from harness.pages import templates
from sites.files import write_text

SHOWN_FLIPS = 50  # in terminal and Markdown; JSON and the page have all
SHOWN_DIFFERENT = 20  # an agent that chooses by chance sees something else in nearly all tasks
_ASSETS = Path(__file__).parent / "assets"
_REPORT_ASSETS = Path(__file__).parent.parent / "report" / "assets"
_UNITS = {"steps": "{:.1f}", "seconds": "{:.1f}", "tokens": "{:.0f}", "cost": "${:.4f}"}
_TITLES = (
    "run", "agent", "tasks", "passed", "failed", "errors", "success", "95 %", "score", "steps", "seconds",
    "tokens", "cost", "malformed", "false refusals", "missed refusals", "given up", "pairs", "pair score",
    "95 % of it",
)  # fmt: skip
_IN_FULL = ("false refusals", "missed refusals", "given up", "pairs")  # a pull request is not as wide


def rate(value: float) -> str:
    """A share as per cent."""
    return f"{100 * value:.1f} %"


def points(value: float) -> str:
    """A difference of shares as percentage points."""
    return f"{100 * value:+.1f}"


def interval(bounds: Interval, *, signed: bool = False) -> str:
    """An interval of shares; empty where there is none."""
    if bounds is None:
        return ""
    low, high = (points(bound) if signed else f"{100 * bound:.1f}" for bound in bounds)
    return f"{low} to {high}"


def measure(row: Difference, value: float, *, signed: bool = False) -> str:
    """Steps, seconds, tokens or dollars."""
    text = _UNITS[row.name].format(abs(value))
    return (f"{'-' if value < 0 else '+'}{text}") if signed else text


def spread(row: Difference) -> str:
    """The interval of a difference of means."""
    return " to ".join(measure(row, bound, signed=True) for bound in row.interval) if row.interval else ""


def outcome(share: float, trials: list[Episode]) -> str:
    """What became of a task: passed or failed, or how many of its trials passed."""
    if len(trials) == 1:
        return trials[0].status
    return f"{round(share * len(trials))}/{len(trials)}"


def verdict(comparison: Comparison) -> str:
    """One sentence: how far apart the runs are and whether that can be chance."""
    success = comparison.success
    bounds = interval(success.interval, signed=True)
    return (
        f"{comparison.run.name} against {comparison.baseline.name}: "
        f"{points(success.difference)} percentage points"
        f"{f' (95 % interval {bounds})' if bounds else ''} on {success.tasks} paired "
        f"{'templates' if comparison.across else 'tasks'}, "
        f"{len(comparison.gained)} gained, {len(comparison.lost)} lost, "
        f"paired test p = {comparison.p_value:.3g}"
    )


def paired(comparison: Comparison) -> str:
    """One sentence: how far the pair scores are apart; empty where the runs have no pair in common."""
    row = comparison.pair_score
    if row is None:
        return ""
    bounds = interval(row.interval, signed=True)
    return (
        f"Pair score {rate(row.baseline)} before, {rate(row.run)} after ({points(row.difference)} points"
        f"{f', 95 % interval {bounds}' if bounds else ''}) on {row.tasks} pairs"
    )


def sameness(comparison: Comparison) -> str:
    """One sentence: in how many tasks the same was seen, and in which not, where these are the few."""
    if comparison.across:
        return "What was seen cannot be compared across worlds"
    tasks, different = len(comparison.looked_same), comparison.looked_different
    sentence = f"The same was seen in {tasks - len(different)} of {tasks} tasks"
    if 0 < len(different) <= min(tasks // 2, SHOWN_DIFFERENT):
        sentence += f", something else in {', '.join(different)}"
    return sentence


def spread_of_worlds(one: Worlds) -> str:
    """One sentence: how far the worlds of one agent's runs are apart, and how far templates."""
    shares = ", ".join(f"{edition or 'default'} {rate(share)}" for edition, share in one.worlds.items())
    sentence = f"{one.agent} in {len(one.worlds)} worlds, {one.templates} templates in all of them: {shares}"
    if one.spread is None:
        return sentence
    parts = [f"{100 * part:.1f}" for part in (one.spread.worlds, one.spread.templates, one.spread.rest)]
    return (
        f"{sentence}; standard deviation {parts[0]} points between worlds, {parts[1]} between templates, "
        f"{parts[2]} of the rest"
    )


def overview(sides: Sequence[Side]) -> list[list[str]]:
    """A row for each run."""
    rows = []
    for side in sides:
        count = Count.of(side.episodes)
        counts = (count.tasks, count.passed, count.failed, count.errors)
        means = (
            f"{count.steps:.1f}",
            f"{count.seconds:.1f}",
            f"{count.tokens:.0f}",
            f"${count.total_cost:.2f}",
        )
        shares = (rate(count.success_rate), interval(count.interval), rate(count.score))
        answers = (count.malformed, count.false_refusals, count.missed_refusals, count.given_up, count.pairs)
        score = "" if count.pair_score is None else rate(count.pair_score)
        pairs = (*map(str, answers), score, interval(count.pair_interval))
        rows.append([side.name, side.agent, *map(str, counts), *shares, *means, *pairs])
    return rows


def print_tables(sides: Sequence[Side], comparisons: Sequence[Comparison], console: Console) -> None:
    """Print everything that fits a terminal."""
    for told in map(spread_of_worlds, worlds_of(sides)):
        console.print(escape(told), highlight=False)
    columns = zip(*overview(sides), strict=True)
    console.print(_table(("", *(side.name for side in sides)), _beside(_TITLES[1:], list(columns)[1:])))
    for one in comparisons:
        console.print()
        for warning in one.warnings:
            console.print(f"[yellow]warning:[/] {escape(warning)}", highlight=False)
        console.print(escape(verdict(one)), highlight=False)
        console.print(escape(sameness(one)), highlight=False)
        if one.pair_score:
            console.print(escape(paired(one)), highlight=False)
        for kind in ("site", "category", "difficulty", "kind"):
            console.print(
                _table((kind, "tasks", "before", "after", "change", "95 %"), map(_row, one.groups[kind]))
            )
        rows = ([m.name, measure(m, m.baseline), measure(m, m.run), measure(m, m.difference, signed=True),
                 spread(m)] for m in one.measures)  # fmt: skip
        console.print(_table(("mean", "before", "after", "change", "95 %"), rows))
        for title, flips in (("lost", one.lost), ("gained", one.gained)):
            for flip in flips[:SHOWN_FLIPS]:
                colour = "red" if title == "lost" else "green"
                ends = f"{outcome(flip.before, flip.first)} -> {outcome(flip.after, flip.second)}"
                console.print(f"[{colour}]{title}[/] {flip.task_id}: {ends}", highlight=False)
                for path in _paths(one, flip):
                    console.print(f"  {escape(str(path))}", highlight=False, soft_wrap=True)
            if len(flips) > SHOWN_FLIPS:
                console.print(f"... and {len(flips) - SHOWN_FLIPS} more {title}; --json and --html show all")


def markdown(
    sides: Sequence[Side], comparisons: Sequence[Comparison], gates: Sequence[tuple[str, str]]
) -> str:
    """The comparison for a pull request.

    Args:
        sides: all runs, the baseline first.
        comparisons: of the others with it.
        gates: each gate that fails, as (gate, run).
    """
    parts = ["### Webarium comparison", ""]
    parts += [f"- :x: gate `{_code(gate)}` fails for {_cell(run)}" for gate, run in gates]
    brief = [at for at, title in enumerate(_TITLES) if title not in _IN_FULL]
    runs = [[row[at] for at in brief] for row in overview(sides)]
    parts += ["", *_markdown_table([_TITLES[at] for at in brief], runs)]
    parts += [line for one in worlds_of(sides) for line in ("", f"{_cell(spread_of_worlds(one))}.")]
    for one in comparisons:
        parts += ["", f"**{_cell(verdict(one))}**", "", f"{_cell(sameness(one))}.", ""]
        parts += [f"{_cell(paired(one))}.", ""] if one.pair_score else []
        parts += [f"- :warning: {_cell(warning)}" for warning in one.warnings]
        for kind in ("site", "difficulty", "kind"):
            titles = (kind, "tasks", "before", "after", "change", "95 %")
            parts += ["", *_markdown_table(titles, map(_row, one.groups[kind]))]
        for title, flips in (("Lost", one.lost), ("Gained", one.gained)):
            if flips:
                rows = [
                    [f.task_id, f.intent, outcome(f.before, f.first), outcome(f.after, f.second)]
                    for f in flips
                ]
                parts += ["", f"<details><summary>{title}: {len(flips)}</summary>", ""]
                parts += _markdown_table(("task", "intent", "before", "after"), rows[:SHOWN_FLIPS])
                parts += ["", "</details>"]
    return "\n".join(parts) + "\n"


def write_page(path: Path, sides: Sequence[Side], comparisons: Sequence[Comparison]) -> None:
    """Write the comparison as one HTML file that needs no other.

    Args:
        path: of the file; links to trajectories are relative to it.
        sides: all runs, the baseline first.
        comparisons: of the others with it.
    """
    here = path.resolve().parent

    def links(side: Side, episodes: list[Episode]) -> list[tuple[str, str]]:
        found = ((one, side.trajectory(one)) for one in episodes)
        return [(quote(os.path.relpath(to.resolve(), here)), f"trial {one.trial}") for one, to in found if to]

    helpers: dict[str, Any] = {
        function.__name__: function
        for function in (rate, points, interval, measure, spread, outcome, verdict, sameness, paired)
    }
    page = (
        templates(_ASSETS)
        .get_template("compare.html")
        .render(
            sides=[(side, Count.of(side.episodes)) for side in sides],
            comparisons=comparisons,
            links=links,
            style=(_REPORT_ASSETS / "report.css").read_text(encoding="utf-8"),
            **helpers,
        )
    )
    write_text(path, page)


def _beside(titles: Sequence[str], columns: Sequence[Sequence[str]]) -> list[list[str]]:
    """A row for each figure and a column for each run: two runs fit any terminal."""
    return [[title, *cells] for title, cells in zip(titles, columns, strict=True)]


def _row(row: Difference) -> list[str]:
    return [row.name, str(row.tasks), rate(row.baseline), rate(row.run), points(row.difference),
            interval(row.interval, signed=True)]  # fmt: skip


def _table(titles: Sequence[str], rows: Any) -> Table:
    table = Table(box=None, pad_edge=False)
    for number, title in enumerate(titles):
        table.add_column(
            title, justify="left" if number == 0 or title == "agent" else "right", overflow="fold"
        )
    for row in rows:
        table.add_row(*map(escape, row))
    return table


def _markdown_table(titles: Sequence[str], rows: Any) -> list[str]:
    lines = [f"| {' | '.join(titles)} |", f"|{' --- |' * len(titles)}"]
    return lines + [f"| {' | '.join(map(_cell, row))} |" for row in rows]


def _cell(text: str) -> str:
    """Text that stays text in Markdown: what agents and pages wrote must not become markup or mentions."""
    flat = " ".join(text.split())
    for mark in "\\`*_[]|#~":
        flat = flat.replace(mark, f"\\{mark}")
    return flat.replace("<", "&lt;").replace("@", "&#64;")


def _code(text: str) -> str:
    return text.replace("`", "'")


def _paths(comparison: Comparison, flip: Flip) -> list[Path]:
    both = ((comparison.baseline, flip.first), (comparison.run, flip.second))
    return [path for side, episodes in both for one in episodes if (path := side.trajectory(one))]
