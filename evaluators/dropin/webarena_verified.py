"""WebArena-Verified's task file, judged from its own outcomes: ``agent_response.json`` and ``network.har``.

Each task lists evaluators: one for the agent's structured response, others for requests that the browser must
(or must not) have sent. ``original`` judges by the published package's own tolerances and readings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from evaluators.base import Judgement, Verdict, show
from evaluators.trajectories.files import FormatError, read_json, read_text
from tasks.matching import MatchingError

from . import published
from .addresses import Addresses
from .har import Event, read_har
from .requested import event_problem
from .typed import differs, same_folded
from .verified_tasks import ResponseEvaluator, VerifiedTask


class VerifiedOutcome:
    """One recorded outcome: the response as the agent wrote it, and the requests of its browser.

    ``events`` is None where nobody recorded any.
    """

    def __init__(self, response: Any, events: list[Event] | None) -> None:
        self.response = response
        self.events = events


def load_outcome(folder: Path) -> VerifiedOutcome:
    """The outcome in a task's folder: ``agent_response.json`` (or the answer in a Webarium ``outcome.json``)
    and ``network.har`` (or ``har.zip``).

    Raises:
        FormatError: when the response is missing, or the HAR is none.
    """
    events: list[Event] | None = None
    for name in ("network.har", "network.har.zip", "har.zip"):
        if (folder / name).exists():
            events = read_har(folder / name)
            break
    response = folder / "agent_response.json"
    if response.exists():
        return VerifiedOutcome(parse_response(read_text(response)), events)
    if (folder / "outcome.json").exists():
        data = read_json(folder / "outcome.json")
        if not isinstance(data, dict):
            raise FormatError(f"{folder / 'outcome.json'} is not an object")
        return VerifiedOutcome(parse_response(str(data.get("answer") or "")), events)
    raise FormatError(f"{folder} has no agent_response.json")


def parse_response(text: str) -> Any:
    """An agent's response: JSON, or JSON in a fenced block; the text itself when it is neither."""
    fenced = re.search(r"```(?:json)?(.*?)```", text, re.DOTALL)
    for candidate in (text, fenced.group(1) if fenced else ""):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    return text


def judge(
    task: VerifiedTask,
    outcome: VerifiedOutcome,
    addresses: Addresses | None = None,
    *,
    original: bool = False,
) -> Judgement:
    """The verdict on one task: every evaluator has to pass; ``original``: by the package's own rules."""
    addresses = addresses or Addresses()
    verdicts = []
    for evaluator in task.eval:
        expected: Any = evaluator.expected.model_dump(exclude_none=True)
        found: Any = ""
        try:
            if isinstance(evaluator, ResponseEvaluator):
                problem = _response_problem(evaluator, outcome.response, original)
                found = outcome.response
            else:
                if outcome.events is None:
                    raise FormatError("no network.har was recorded, which this evaluator looks at")
                problem = event_problem(evaluator, outcome.events, addresses, task.kind, original)
                found = f"{len(outcome.events)} requests"
            status: Literal["pass", "fail", "error"] = "pass" if problem is None else "fail"
        except (FormatError, MatchingError) as error:
            problem, status = str(error), "error"
        verdicts.append(
            Verdict(
                passed=problem is None,
                score=float(problem is None),
                check=evaluator.evaluator,
                expected=show(expected),
                found=show(found),
                why=problem or "as expected",
                status=status,
            )
        )
    passed = all(verdict.passed for verdict in verdicts)
    return Judgement(passed=passed, score=float(passed), checks=verdicts)


# ---- the response -------------------------------------------------------------------------------


def _response_problem(evaluator: ResponseEvaluator, response: Any, original: bool) -> str | None:
    if not isinstance(response, Mapping):
        return "the response is not a JSON object"
    expected = evaluator.expected
    kind = response.get("task_type", response.get("performed_operation"))
    same = published.same_text if original else same_folded
    if not same(expected.kind, kind or ""):
        return f"task_type is {kind}, not {expected.kind}"
    if not same(expected.status, response.get("status") or ""):
        return f"status is {response.get('status')}, not {expected.status}"
    if expected.kind != "retrieve":
        return None
    schema = evaluator.results_schema or {}
    if schema.get("type") != "array":  # {"type": "null"}: nothing is to be retrieved
        schema = {"type": "array", "items": {}}
    data = response.get("retrieved_data")
    if isinstance(data, str):
        parsed = parse_response(data)
        data = parsed if isinstance(parsed, list) else data
    why = differs(expected.retrieved_data, data, schema, ordered=evaluator.ordered, original=original)
    return f"retrieved_data: {why}" if why else None
