"""Inspect's own agent plays recorded actions: its model is a script that calls the tools.

    python -m inspect_webarium.replay EPISODES.json FOLDER

The file holds a list of ``task`` (as the service names it), ``intent`` and ``actions``; a task that is there
twice is played twice. WEBARIUM_SERVICE and WEBARIUM_SERVICE_TOKEN name the service.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from inspect_webarium.task import webarium


def play(tasks: list[str], answer: Any, folder: Path, **options: Any) -> EvalLog:
    """Play tasks with a scripted model.

    Args:
        tasks: names.
        answer: takes the messages so far and returns the model's output.
        folder: of Inspect's log.
        options: of Inspect's ``eval``.
    """
    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    chosen = webarium(tasks=",".join(tasks))
    (log,) = run_eval(
        chosen,
        model=model,
        log_dir=str(folder),
        display="none",
        max_samples=1,
        fail_on_error=False,
        **options,
    )
    return log


def call(tool: str, fields: dict[str, Any]) -> ModelOutput:
    """What a model says that calls a tool."""
    output = ModelOutput.for_tool_call("mockllm/model", tool, fields)
    output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)  # else Inspect counts them
    return output


def replay(episodes: list[dict[str, Any]], folder: Path) -> dict[str, str]:
    """Play episodes of different tasks; returns their scores by task."""

    def answer(messages: list[Any], *_: Any) -> ModelOutput:
        asked = next(message.text for message in messages if message.role == "user")
        taken = sum(message.role == "assistant" for message in messages)
        actions = next(one["actions"] for one in episodes if asked.startswith(one["intent"]))
        fields = {key: value for key, value in actions[taken].items() if key != "name"}
        return call(actions[taken]["name"], fields)

    log = play([one["task"] for one in episodes], answer, folder)
    assert log.status == "success", log.error
    assert log.samples is not None
    for sample in log.samples:
        assert sample.error is None, sample.error.message
    return {str(sample.id): str(next(iter((sample.scores or {}).values())).value) for sample in log.samples}


def main(file: str, folder: str) -> None:
    """Play all, each task once a round."""
    left = json.loads(Path(file).read_text())
    while left:
        first = {one["task"]: one for one in reversed(left)}
        left = [one for one in left if first[one["task"]] is not one]
        replay(list(first.values()), Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
