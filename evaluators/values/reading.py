"""From an answer's text to a value, or to nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from sites.errors import WebariumError
from tasks.formats import REASONS, Format, Reason

LONGEST = 20_000
"""Characters; a longer answer is not read at all."""


@dataclass(frozen=True)
class Reading:
    """What an answer says, without regard to what would be right.

    Attributes:
        status: ``done`` (a value is given, or none is asked for), ``not_achievable``, ``failed`` (given up),
            or ``malformed`` (no one value of the format can be read).
        value: the value as JSON, in its canonical form; None where there is none.
        reason: of a refusal, where it names one.
        how: ``strict`` or ``loose``.
        why: of a malformed answer, one sentence.
    """

    status: Literal["done", "not_achievable", "failed", "malformed"]
    value: Any = None
    reason: Reason | None = None
    how: Literal["strict", "loose"] = "strict"
    why: str = ""


def read(
    answer: str,
    format: Format | None,
    question: str = "",
    *,
    status: str | None = None,
    reason: Reason | None = None,
) -> Reading:
    """Read an answer.

    Args:
        answer: as the agent gave it; JSON where it gave a value.
        format: as the task declares it; None where no answer is asked for.
        question: values that it contains are not claims of the answer.
        status: what the agent said beside it.
        reason: the same.
    """
    text = answer.strip()
    if len(answer) > LONGEST:
        return Reading("malformed", why=f"the answer is longer than {LONGEST:,} characters")
    if status == "failed":
        return Reading("failed")
    if status == "not_achievable":
        return Reading("not_achievable", reason=reason)
    if text.upper().startswith("N/A"):
        said = text[3:].strip(" :.-").casefold().replace(" ", "_")
        return Reading("not_achievable", reason=next((one for one in REASONS if one == said), None))
    if format is None:
        return Reading("done", value=text)
    try:
        return Reading("done", value=json.loads(text))
    except ValueError:
        return Reading("done", value=text)


def value_of(reference: Any, format: Format) -> Any:
    """A reference as the value that a right answer has.

    Raises:
        WebariumError: it is no value of the format.
    """
    if reference is None:
        raise WebariumError("the reference is empty")
    return reference


def same(value: Any, reference: Any, format: Format) -> bool:
    """Whether a value that was read is the reference."""
    return str(value) == str(reference)


def describe(format: Format | None) -> dict[str, Any]:
    """What an agent is told: ``sentence`` and ``schema`` (a JSON Schema; None where nothing is asked)."""
    return {"sentence": "", "schema": None}
