"""``webarium tasks validate``: which templates broke since the last time, and where.

WebCanvas (section 4, "Online Web Agent Evaluation") keeps its tasks alive by a scheduled check of every key
node. Here the oracles of a selection are played, and what comes of each check and key node is kept in a small
file; the next time tells the difference. It asks nothing and exits with 1 when something is broken, so cron
or CI can run it. Of an episode that ended in an error nothing is known, unless it is the task's own; what was
known before stays.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from harness.jsonio import dump
from harness.pages import templates
from harness.report.run import Episode, Run
from sites.errors import WebariumError
from sites.files import is_there, read_bytes, write_bytes, write_text

State = Literal["ok", "broken", "unknown"]


class Finding(BaseModel):
    """What became of one task.

    Attributes:
        state: whether its oracle still passes; unknown where it could not be played.
        what: the oracle, the task, or the checks and key nodes that fail, in words; empty when ok.
        step: number of the last step, from 0; None when there was none.
        action: what was done in it.
        screenshot: of that step, relative to the run's folder.
    """

    task: str
    template: str
    state: State
    what: list[str] = []
    step: int | None = None
    url: str = ""
    action: str = ""
    screenshot: str | None = None


class Validation(BaseModel):
    """One validation, as it is kept; ``nodes`` are the key nodes that the oracles passed, and all."""

    when: str
    run: str
    findings: list[Finding]
    nodes: tuple[int, int] = (0, 0)

    @property
    def broken(self) -> list[Finding]:
        """What does not pass."""
        return [one for one in self.findings if one.state == "broken"]

    @property
    def unknown(self) -> list[Finding]:
        """What could not be played."""
        return [one for one in self.findings if one.state == "unknown"]


class Difference(BaseModel):
    """What changed between two validations: newly broken, broken still, mended, seen for the first time."""

    newly: list[Finding]
    still: list[Finding]
    mended: list[str]
    first: list[str]


def examine(run: Run) -> Validation:
    """What a run of the oracles shows."""
    return Validation(
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        run=run.name,
        findings=[_finding(episode) for episode in run.episodes],
        nodes=(
            sum((one.line.nodes or {}).get("passed", 0) for one in run.episodes),
            sum((one.line.nodes or {}).get("all", 0) for one in run.episodes),
        ),
    )


def _finding(episode: Episode) -> Finding:
    line = episode.line
    found = Finding(task=line.task_id, template=line.template, state="ok")
    if episode.status == "passed":
        return found
    reason = line.error or (line.stop_reason if line.stop_reason != "stop" else "")
    what = [f"{'task' if line.wrong_task else 'oracle'}: {reason}"] if reason else []
    for check in episode.verdict.checks if episode.verdict else []:
        if check.status != "pass":
            what.append(f"{check.check}: {check.why}")
    last = episode.steps[-1] if episode.steps else None
    return found.model_copy(
        update={
            "state": "unknown" if episode.status == "error" and not line.wrong_task else "broken",
            "what": what or ["failed"],
            "step": last.data.step if last else None,
            "url": last.data.url if last else "",
            "action": last.action if last else "",
            "screenshot": f"{line.folder}/{last.data.screenshot}" if last and last.data.screenshot else None,
        }
    )


def compare(before: Validation | None, now: Validation) -> Difference:
    """Tell what a validation shows that the one before did not."""
    known = {one.task: one.state for one in before.findings} if before else {}
    states = {one.task: one.state for one in now.findings}
    return Difference(
        newly=[one for one in now.broken if known.get(one.task) != "broken"],
        still=[one for one in now.broken if known.get(one.task) == "broken"],
        mended=sorted(
            task for task, state in known.items() if state == "broken" and states.get(task) == "ok"
        ),
        first=sorted(set(states) - set(known)) if before else [],
    )


def read(path: Path) -> Validation | None:
    """The validation kept in a file; None when there is none yet.

    Raises:
        WebariumError: when the file is something else.
    """
    if not is_there(path):
        return None
    try:
        return Validation.model_validate_json(read_bytes(path))
    except (ValidationError, OSError) as error:
        raise WebariumError(f"{path} holds no validation", remedy="name another file or remove it") from error


def merge(before: Validation | None, now: Validation) -> Validation:
    """What is to be kept: what is known now, and of tasks of which nothing is, what was known before."""
    found = {one.task: one for one in before.findings} if before else {}
    found |= {one.task: one for one in now.findings if one.state != "unknown" or one.task not in found}
    return now.model_copy(update={"findings": [found[task] for task in sorted(found)]})


def write(path: Path, validation: Validation) -> None:
    """Keep a validation."""
    write_bytes(path, dump(validation.model_dump(mode="json"), indent=1) + b"\n")


def keep(path: Path, now: Validation) -> Difference:
    """Keep what was found beside what others found meanwhile; tells what is new in it.

    Raises:
        WebariumError: the file is something else, or cannot be written.
    """
    with alone(path):
        before = read(path)
        write(path, merge(before, now))
    return compare(before, now)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Read and write a file while no other process does that in here."""
    place = Path(os.path.realpath(path))
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_name(f".{place.name}.lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def page(
    now: Validation,
    difference: Difference,
    run_folder: Path,
    target: Path,
    trend: dict[str, Any] | None = None,
) -> Path:
    """Write the report as one HTML file; its pictures stay in the run's folder.

    Args:
        now: what was found.
        difference: since the last time.
        run_folder: of the oracles' run.
        target: the file.
        trend: ``entries``, ``points`` and ``rows`` of a history (``harness.authoring.history``).
    """
    template = templates(Path(__file__).parent / "assets").get_template("validation.html")
    base = os.path.relpath(run_folder, target.parent)
    write_text(
        target,
        template.render(
            now=now, difference=difference, base=base, templates=_templates(now.findings), trend=trend
        ),
    )
    return target


def _templates(findings: Iterable[Finding]) -> list[tuple[str, int, int]]:
    """(template, tasks that pass, tasks) in order of name."""
    counts: dict[str, list[int]] = {}
    for one in findings:
        count = counts.setdefault(one.template, [0, 0])
        count[0] += one.state == "ok"
        count[1] += 1
    return [(name, passed, total) for name, (passed, total) in sorted(counts.items())]


def as_lines(now: Validation, difference: Difference) -> list[str]:
    """The report for a terminal or a mail."""
    unknown = f", {len(now.unknown)} not known" if now.unknown else ""
    lines = [f"{len(now.findings)} tasks, {len(now.broken)} broken{unknown}"]
    for title, findings in (
        ("newly broken", difference.newly),
        ("still broken", difference.still),
        ("not known", now.unknown),
    ):
        for one in findings:
            where = f" (step {one.step}, {one.url})" if one.step is not None else ""
            lines.append(f"{title}: {one.task}: {'; '.join(one.what)}{where}")
    lines += [f"mended: {task}" for task in difference.mended]
    return lines


def as_json(now: Validation, difference: Difference) -> dict[str, Any]:
    """The report for programs."""
    return {"validation": now.model_dump(mode="json"), "since": difference.model_dump(mode="json")}
