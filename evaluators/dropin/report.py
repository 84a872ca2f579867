"""What scoring gives, what it may be told, and the rows that formats with a folder a task have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from evaluators.base import Judgement
from evaluators.endpoint import Endpoint
from evaluators.equivalence import Equivalence
from evaluators.trajectories import webjudge
from evaluators.trajectories.files import FormatError

from .outcome import folders_of, strangers


@dataclass(frozen=True)
class Row:
    """One judged outcome. ``status`` is passed, failed, undecided, error or missing."""

    task_id: str
    status: str
    score: float
    why: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """What scoring gives: a row an outcome, and the benchmark's own figures over them."""

    format: str
    rows: list[Row]
    figures: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """As it is printed with --json."""
        return {"format": self.format, "figures": self.figures, "rows": [asdict(row) for row in self.rows]}


@dataclass
class Options:
    """How to score; docs/scoring-elsewhere.md has each. ``given`` names those that were written down."""

    original: bool = False
    sites: list[str] = field(default_factory=list)
    ignore_query: list[str] = field(default_factory=list)
    judge: bool = False
    replies: Path | None = None
    offline: bool = False
    tolerance: int = 0
    threshold: int = webjudge.THRESHOLD
    prompts: Path | None = None
    given: frozenset[str] = frozenset()

    def used(self) -> set[str]:
        """Names of the options that somebody set: those ``given``, and those that have not their default."""
        return {
            one.name
            for one in fields(self)
            if one.name != "given" and getattr(self, one.name) not in (None, 0, [], one.default)
        } | self.given

    def endpoint(self) -> Endpoint:
        """The model for judging.

        Raises:
            EndpointError: when none is set up.
        """
        return Endpoint.from_environment(cache=self.replies, offline=self.offline)

    def equivalence(self) -> Equivalence | None:
        """The model as a judge of fuzzy answers, when it is asked for."""
        return Equivalence(self.endpoint()) if self.judge else None


def each_outcome(task_id: str, outcomes: Path, judge: Callable[[Path], Row]) -> list[Row]:
    """The row of each outcome of a task; a file that is wrong makes the row of its outcome an error."""
    folders = list(folders_of(outcomes, task_id))
    if not folders:
        return [missing(task_id)]
    rows = []
    for folder in folders:
        try:
            rows.append(judge(folder))
        except FormatError as error:
            rows.append(Row(folder.name, "error", 0.0, error.message))
    return rows


def left_over(outcomes: Path, ids: Iterable[str]) -> dict[str, Any]:
    """A figure of its own for outcomes that nobody judged, where there are any."""
    found = strangers(outcomes, ids)
    return {"of_no_task": ", ".join(found)} if found else {}


def missing(task_id: str) -> Row:
    """The row of a task without an outcome."""
    return Row(task_id, "missing", 0.0, "no outcome was recorded")


def row_of(name: str, judgement: Judgement) -> Row:
    """The row of an outcome that was judged check by check."""
    bad = [verdict for verdict in judgement.checks if not verdict.passed]
    status = "passed"
    if not judgement.passed:
        kinds = {verdict.status for verdict in bad}
        # one check that plainly fails decides, whatever the others could not
        status = next((kind for kind in ("fail", "error", "undecided") if kind in kinds), "fail")
        status = "failed" if status == "fail" else status
    why = "; ".join(f"{verdict.check}: {verdict.why}" for verdict in bad or judgement.checks)
    checks = [verdict.model_dump() for verdict in judgement.checks]
    return Row(name, status, judgement.score, why, {"checks": checks})


def counts(rows: Iterable[Row]) -> dict[str, Any]:
    """Outcomes by status; the success rate is over what was recorded, missing ones are named apart."""
    rows = list(rows)
    counts = {
        status: sum(row.status == status for row in rows)
        for status in ("passed", "failed", "undecided", "error", "missing")
    }
    scored = len(rows) - counts["missing"]
    return {"outcomes": scored, **counts, "success_rate": counts["passed"] / scored if scored else None}
