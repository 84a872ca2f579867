"""The Inspect task: samples are Webarium's tasks, an episode is the solver, the checks give the score."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from harness.agents.told import in_words
from harness.browser.observation import MODES, View
from harness.browser.window import Window
from harness.episode import answers as formats
from harness.episode.limits import Limits
from inspect_webarium.stage import Stage
from tasks.formats import Told
from tasks.loader import load_tasks

VERDICT = "webarium"


@task
def webarium(
    tasks: str = "representative",
    observation: str = "axtree",
    scope: str = "page",
    window: str = "desktop",
    marks: bool = False,
    max_steps: int = 30,
    prompting: str = "cot",
    hint: bool = True,
    answer_format: str = "full",
    worlds: int = 1,
    world: str | None = None,
    run: str | None = None,
) -> Task:
    """Webarium's tasks.

    Args:
        tasks: which, as ``webarium eval --tasks`` takes them.
        observation: what the model sees: axtree, html, screenshot; separated by blanks or commas.
        scope: of the page: page (whole) or viewport.
        window: desktop, mobile, or a size such as 1600x900@2.
        marks: number the elements one can act on on the screenshot.
        max_steps: actions that an episode may take.
        prompting: cot or direct.
        hint: tell the model that some tasks cannot be done.
        answer_format: what the model is told of answers: full, format or none.
        worlds: how many episodes are played side by side.
        world: a running world to use (and leave running) instead of new ones.
        run: folder of the run, as `webarium eval` leaves it; a new one below `runs` when left out.
    """
    chosen = load_tasks(tasks)
    modes = frozenset(observation.replace(",", " ").split())
    if not modes or modes - set(MODES):
        raise ValueError(f"observation takes {', '.join(MODES)}, not {observation!r}")
    if answer_format not in get_args(Told):
        raise ValueError(f"answer_format takes {', '.join(get_args(Told))}, not {answer_format!r}")
    told: Told = answer_format  # type: ignore[assignment]
    stage = Stage(
        tasks=chosen,
        folder=Path(run or f"runs/{datetime.now():%Y%m%d-%H%M%S}-inspect"),
        view=View(modes, "viewport" if scope == "viewport" else "page", Window.parse(window), marks),
        limits=Limits(steps=max_steps),
        options={"prompting": prompting, "hint": hint},
        answer_format=told,
        worlds=worlds,
        world=world,
    )
    samples = [
        Sample(
            id=one.id,
            input=f"{one.intent}\n\n{in_words(formats.answer_format(one, told))}".strip(),
            metadata={
                "sites": one.sites,
                "category": one.category,
                "difficulty": one.difficulty,
                "answer_format": formats.answer_format(one, told),
            },
        )
        for one in chosen
    ]
    return Task(dataset=MemoryDataset(samples, name="webarium"), solver=episode(stage), scorer=verdict())


@solver
def episode(stage: Stage) -> Solver:
    """Play the sample's task in a pristine world, with the model of the evaluation."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        line = await stage.play(str(state.sample_id), trial=state.epoch - 1, model=get_model())
        state.metadata[VERDICT] = line
        state.output.completion = line["answer"] or ""
        state.completed = True
        return state

    return solve


@scorer(metrics=[accuracy(), stderr()])
def verdict() -> Scorer:
    """The verdict of Webarium's checks, the same as that of ``webarium eval``."""

    async def score(state: TaskState, target: Target) -> Score:
        line: dict[str, Any] = state.metadata[VERDICT]
        judged = json.loads((Path(line["place"]) / "verdict.json").read_text(encoding="utf-8"))
        why = [f"{one['check']}: {one['status']}, {one['why']}" for one in judged["checks"]]
        return Score(
            value=CORRECT if line["passed"] else INCORRECT,
            answer=line["answer"] or "",
            explanation="\n".join(why),
            metadata={key: line[key] for key in ("steps", "stop_reason", "undecided", "seconds")},
        )

    return score
