"""What a task message tells of the answer, as text for those who show the task as text."""

from __future__ import annotations

import json
from typing import Any


def in_words(answer_format: dict[str, Any] | None, *, statuses: bool = True) -> str:
    """The sentence, the schema and, a line each, the statuses; empty where nothing is told.

    Args:
        answer_format: of a task message.
        statuses: whether they are wanted.
    """
    if answer_format is None:
        return ""
    schema = answer_format["schema"]
    by = f" As JSON by this schema: {json.dumps(schema, ensure_ascii=False)}" if schema is not None else ""
    told = (answer_format.get("statuses") or {}) if statuses else {}
    lines = [f"- {status}: {meaning}" for status, meaning in told.items()]
    sentence = answer_format["sentence"].rstrip(".") + "."
    return "\n".join([sentence + by, *(["Status:", *lines] if lines else [])])
