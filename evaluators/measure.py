"""How often each way to judge is wrong on a labelled set of answers.

    python -m evaluators.measure tests/data/answers.jsonl [--json] [--errors]

Lines are ``{"id", "question", "format", "reference", "answer", "correct": true or false}``, the format as a
template declares it (null where nothing is asked for), or, where none is declared, ``{"id", "intent", "kind",
"match", "reference", "answer", "correct"}``. A false
positive is a wrong answer that is given the point, a false negative a right one that is not.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from sites.errors import WebariumError
from sites.files import PlaceError, parse_json, read_text, strict_json
from tasks.formats import TYPES, Format
from tasks.model import Task
from tasks.specs import AnswerSpec

from .baselines import similarity, webarena
from .checks.answer import AnswerCheck
from .inferring import MatchResult, match

Row = dict[str, Any]
RULES = ("not_achievable", "facts", "must_include")
"""What may stand in place of the value that is right, as under a template's ``answer:``."""


@dataclass
class Tally:
    """Errors of one way to judge on the rows of one type."""

    right: int = 0
    wrong: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    undecided: int = 0

    def add(self, correct: bool, passed: bool, undecided: bool = False) -> None:
        """Count one row."""
        self.right += correct
        self.wrong += not correct
        self.false_positives += passed and not correct
        self.false_negatives += correct and not passed
        self.undecided += undecided


@dataclass
class Measurement:
    """All tallies, by way to judge and type of value ("all" for the whole), and what went wrong."""

    rows: int = 0
    answers_per_second: float = 0.0
    tallies: dict[str, dict[str, Tally]] = field(default_factory=dict)
    errors: list[dict[str, Any]] = field(default_factory=list)


def ours(row: Row) -> MatchResult:
    """Our verdict, with the format that is declared, or the type that a task's author would name."""
    if "format" in row:
        return by_format(row)
    kind, given = row.get("kind"), {k: v for k, v in (row.get("options") or {}).items() if k == "ordered"}
    if kind in TYPES and row["match"] in ("exact", "must_include"):
        try:
            return _matched(row, {**given, "type": kind})
        except WebariumError:
            pass  # the type is that of the answers, the reference may be a list of such
    return _matched(row, given)


def untyped(row: Row) -> MatchResult:
    """Our verdict when the format has to be inferred from the reference."""
    return _matched({**row, "match": row.get("match") or "exact"}, {})


def _matched(row: Row, given: dict[str, Any]) -> MatchResult:
    answer, intent = _text(row["answer"]), str(row.get("intent") or row.get("question") or "")
    return match(row["match"], row["reference"], answer, intent=intent, options=given)


def by_format(row: Row) -> MatchResult:
    """The verdict of a task's check on somebody who was told the format, the statuses and the reasons.

    Raises:
        WebariumError: the reference is none of the format.
    """
    right, format = row["reference"], Format.model_validate(row["format"]) if row["format"] else None
    rule = next(iter(right)) if isinstance(right, dict) and len(right) == 1 else ""
    spec = AnswerSpec.model_validate(right if rule in RULES else {"exact": right})
    task = Task.model_construct(id="measured", intent=str(row.get("question") or ""), answer=format)
    check = AnswerCheck(task, spec)
    check.sound()
    verdict = check.judge({"answer": _text(row["answer"]), "told": "full", "urls": []})
    return MatchResult(verdict.score, verdict.why)


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else "" if answer is None else json.dumps(answer)


def _plain(judge: Callable[[Row], bool]) -> Callable[[Row], MatchResult]:
    return lambda row: MatchResult(float(judge(row)), "")


WAYS: dict[str, Callable[[Row], MatchResult]] = {
    "WebArena": _plain(
        lambda r: webarena(
            r.get("match") or "exact", r["reference"], _text(r["answer"]), intent=str(r.get("intent") or "")
        )
    ),
    "rapidfuzz >= 80": _plain(lambda r: similarity(r["reference"], _text(r["answer"]))),
    "ours": ours,
    "ours, type inferred": untyped,
}


def measure(rows: Sequence[Row]) -> Measurement:
    """Judge every row in every way and count."""
    result = Measurement(rows=len(rows))
    for name, judge in WAYS.items():
        by_type: dict[str, Tally] = defaultdict(Tally)
        began = time.perf_counter()
        for row in rows:
            verdict = judge(row)
            passed = verdict.score == 1.0
            for kind in ("all", _type(row)):
                by_type[kind].add(bool(row["correct"]), passed, verdict.undecided)
            if name == "ours" and passed != bool(row["correct"]):
                result.errors.append({**row, "why": verdict.why, "passed": passed})
        if name == "ours" and rows:
            result.answers_per_second = len(rows) / (time.perf_counter() - began)
        result.tallies[name] = dict(by_type)
    return result


def _type(row: Row) -> str:
    format = row.get("format") or {}
    shape = next((one for one in ("list_of", "record", "table_of") if one in format), None)
    return str(format.get("type") or shape or row.get("kind") or row.get("match") or "none")


def read_rows(path: Path) -> list[Row]:
    """The labelled rows of a file.

    Raises:
        WebariumError: a line is not JSON, lacks a key, or is no answer that can be judged.
    """
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        row = parse_json(line, shown=str(path), line=number)
        if not isinstance(row, dict):
            raise PlaceError("is no JSON object", path=str(path), line=number, remedy="write one a line")
        needed = {"reference", "answer", "correct", "format" if "format" in row else "match"}
        if lacking := needed - set(row):
            raise PlaceError(f"the key '{min(lacking)}' is missing", path=str(path), line=number)
        try:
            strict_json(line, once=True)
            _check_row(row)
        except WebariumError as error:
            raise PlaceError(error.message, path=str(path), line=number, remedy=error.remedy) from error
        except ValueError as error:
            raise PlaceError(str(error), path=str(path), line=number, remedy="write each key once") from error
        rows.append(row)
    return rows


def _check_row(row: Row) -> None:
    """See that a row has a label, and that it can be judged."""
    judged = str | None if "format" in row else str
    for key, kinds, wanted in (
        ("correct", bool, "true or false"),
        ("match", judged, "exact, must_include, fuzzy or a type of value, in quotes"),
        ("kind", str | None, "a type of value, in quotes, or leave it out"),
        ("intent", str | None, "the question, or leave it out"),
        ("options", dict | None, "an object, or leave it out"),
    ):
        if not isinstance(row.get(key), kinds):
            raise WebariumError(f"{key}: {json.dumps(row.get(key))} cannot be read", remedy=f"write {wanted}")
    ours(row)


def as_json(result: Measurement) -> str:
    """The measurement for machines."""
    return json.dumps(
        {
            "rows": result.rows,
            "answers_per_second": round(result.answers_per_second, 1),
            "tallies": {
                way: {kind: asdict(t) for kind, t in kinds.items()} for way, kinds in result.tallies.items()
            },
            "errors": result.errors,
        },
        ensure_ascii=False,
        indent=2,
    )


def show(result: Measurement, out: TextIO = sys.stdout) -> None:
    """The measurement as a table: false positives / false negatives, by type."""
    table = Table(
        title=f"{result.rows} answers, {result.answers_per_second:.0f} a second; false positives / negatives"
    )
    table.add_column("type")
    table.add_column("right", justify="right")
    table.add_column("wrong", justify="right")
    for way in result.tallies:
        table.add_column(way, justify="right")
    kinds = sorted({k for tallies in result.tallies.values() for k in tallies} - {"all"})
    for kind in [*kinds, "all"]:
        first = next(iter(result.tallies.values())).get(kind, Tally())
        cells = [
            f"{t.false_positives} / {t.false_negatives}"
            for way in result.tallies
            for t in (result.tallies[way].get(kind, Tally()),)
        ]
        table.add_row(
            kind, str(first.right), str(first.wrong), *cells, end_section=kind == (kinds or ["all"])[-1]
        )
    Console(file=out, width=120).print(table)
    undecided = result.tallies.get("ours", {}).get("all", Tally()).undecided
    out.write(f"undecided by ours: {undecided} (score 0)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; 0 when the file could be read."""
    parser = argparse.ArgumentParser(prog="evaluators.measure", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print the measurement as JSON")
    parser.add_argument("--errors", action="store_true", help="list the answers that ours gets wrong")
    chosen = parser.parse_args(arguments)
    try:
        result = measure(read_rows(chosen.file))
    except (WebariumError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if chosen.json:
        sys.stdout.write(as_json(result) + "\n")
        return 0
    show(result)
    if chosen.errors:
        for row in result.errors:
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
