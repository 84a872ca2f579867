"""WebJudge on a run of ours: its task file is made from the run's tasks (Online-Mind2Web, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluators.endpoint import Endpoint
from evaluators.trajectories import online_mind2web as om
from evaluators.trajectories.webjudge import WebJudge
from harness.jsonio import write_json
from harness.labelling.agreeing import cohens_kappa, settled
from harness.labelling.labels import read_labels
from harness.run.analysis import acted, lengths_of
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from sites.files import is_there, read_json
from sites.wording import wording

FILE = "webjudge.json"


class Row(BaseModel):
    """WebJudge's word on one episode; ``success`` is None where its replies could not be read."""

    model_config = ConfigDict(extra="ignore")

    episode: str
    success: bool | None
    ours: bool
    why: str = ""
    steps: int = 0
    reference_length: int | None = None
    key_points: list[str] = Field(default_factory=list)
    key_screenshots: list[int] = Field(default_factory=list)


class Judged(BaseModel):
    """What the command gives and keeps in ``webjudge.json``."""

    model_config = ConfigDict(extra="ignore")

    figures: dict[str, Any]
    rows: list[Row]


def judge_run(
    run: RunFolder,
    endpoint: Endpoint,
    *,
    threshold: int,
    prompts: Path | None = None,
    oracle: RunFolder | None = None,
) -> Judged:
    """Ask a model of every finished episode, and compare its verdicts with ours and with people's.

    Args:
        run: with screenshots.
        endpoint: a model that reads pictures.
        threshold: score that makes a key screenshot.
        prompts: folder with the authors' own prompts.
        oracle: a run of the oracle, whose steps are the reference lengths; else the templates'.

    Raises:
        WebariumError: the run has no screenshots or no verdict; the endpoint cannot be reached.
    """
    run.require(judging=True)
    judge = WebJudge(endpoint, threshold=threshold, prompts=prompts)
    lengths = lengths_of(run, oracle)
    rows = []
    for line in run.finished:
        trajectory = om.load_trajectory(run.place(line), line.intent)
        if not trajectory.screenshots:
            raise WebariumError(
                f"{run.place(line)} has no screenshots, which WebJudge looks at",
                remedy="play the run without --no-screenshots",
            )
        verdict = judge.judge(trajectory.task, trajectory.actions, trajectory.pictures())
        rows.append(
            Row(
                episode=f"{line.task_id}.{line.trial}",
                success=None if verdict.undecided else verdict.success,
                ours=line.passed,
                why=verdict.why,
                steps=acted(line),
                reference_length=lengths.get(line.task_id) or None,
                key_points=list(verdict.key_points),
                key_screenshots=list(verdict.key_screenshots),
            )
        )
    people = settled(read_labels(run.path))
    found = Judged(figures=_figures(rows, people, threshold, endpoint), rows=rows)
    write_json(run.path / FILE, found.model_dump(mode="json"))
    return found


def verdicts_of(run: Path) -> dict[str, bool]:
    """What WebJudge said of a run's episodes, as far as it decided; nothing where it was not asked.

    Raises:
        WebariumError: its file is damaged.
    """
    path = run / FILE
    if not is_there(path):
        return {}
    try:
        judged = Judged.model_validate(read_json(path))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the verdicts"
        raise WebariumError(
            f"{path}: {where}: {wording(first)}", remedy="remove the file; `webarium webjudge` makes it again"
        ) from error
    return {row.episode: row.success for row in judged.rows if row.success is not None}


def _figures(
    rows: list[Row], people: Mapping[str, bool], threshold: int, endpoint: Endpoint
) -> dict[str, Any]:
    decided = {row.episode: row.success for row in rows if row.success is not None}
    ours = {row.episode: row.ours for row in rows}
    both = sorted(decided)
    ours_of_both = [ours[key] for key in both]
    measured = [
        (om.Result(bool(row.success), row.steps, row.reference_length), row.ours)
        for row in rows
        if row.success is not None and row.reference_length
    ]
    theirs, mine = (
        [one for one, _ in measured],
        [om.Result(o, r.steps, r.reference_length) for r, o in measured],
    )
    return {
        "episodes": len(rows),
        "undecided": len(rows) - len(decided),
        "success_rate": sum(decided.values()) / len(decided) if decided else None,
        "our_success_rate": sum(ours_of_both) / len(both) if both else None,  # of the same episodes
        "agreement_with_ours": om.agreement(decided, ours),
        "kappa_with_ours": cohens_kappa([decided[key] for key in both], ours_of_both),
        "agreement_with_people": om.agreement(decided, people),
        "success_by_difficulty": om.success_by_difficulty(theirs),
        "efficiency": om.efficiency(theirs),
        "efficiency_by_our_verdicts": om.efficiency(mine),
        "threshold": threshold,
        "asked": endpoint.asked,
        "remembered": endpoint.remembered,
    }
