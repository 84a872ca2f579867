"""``webarium match``: judge answers given as lines of JSON.

Each line is ``{"id": ..., "intent": ..., "match": "exact|must_include|fuzzy" (or a type of value),
"reference": text or list, "answer": ...}``, with ``type``, ``unit``, ``ordered`` or ``schema`` (a whole
format, as a template's ``answer:``) where the format is known; for each a line ``{"id", "score", "why"}`` is
written (with ``"undecided": true`` where the rules cannot tell), or ``{"id" or "line", "error", "remedy"}``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, TextIO

from sites.errors import WebariumError
from sites.files import MEGABYTE

from .inferring import MatchResult, match
from .lines import object_of, read_lines

DECLARED = ("type", "unit", "ordered", "schema")
"""What a line may say of the answer's format; the rest is inferred from the reference."""

KEYS = ("id", "intent", "match", "reference", "answer", "options", *DECLARED)
LONGEST = 10 * MEGABYTE
"""Bytes of one line."""


def judge_line(data: dict[str, Any]) -> MatchResult:
    """The verdict for one record.

    Raises:
        WebariumError: a key is missing or wrong.
    """
    for key in data:
        # other programs' keys may stand there; one that looks like ours is a slip that would change a verdict
        if key not in KEYS and (meant := [one for one in get_close_matches(key, KEYS) if one not in data]):
            raise WebariumError(f"the key '{key}' is not known", remedy=f"is '{meant[0]}' meant?")
    for key in ("match", "reference", "answer"):
        if key not in data:
            raise WebariumError(
                f"the key '{key}' is missing", remedy='write {"id", "intent", "match", "reference", "answer"}'
            )
    if not isinstance(data["match"], str):
        raise WebariumError(
            "the key 'match' is not a text", remedy="write exact, must_include, fuzzy or a type of value"
        )
    answer, intent = data["answer"], data.get("intent")
    if isinstance(answer, dict):
        raise WebariumError("the key 'answer' is an object", remedy="write the text that was answered")
    if not isinstance(intent, str | None):
        raise WebariumError("the key 'intent' is not a text", remedy="write the question, or leave it out")
    if not isinstance(answer, str) and answer is not None:
        answer = json.dumps(answer)
    options = data.get("options") or {}
    if not isinstance(data.get("options", {}), dict | None):
        raise WebariumError(
            "the key 'options' is not an object", remedy='leave it out or write {"ordered": true}'
        )
    options = {**options, **{name: data[name] for name in DECLARED if name in data}}
    return match(
        data["match"],
        data["reference"],
        answer or "",
        intent=intent or "",
        options=options,
    )


def main(stdin: Iterable[str] | TextIO = sys.stdin, stdout: TextIO = sys.stdout) -> int:
    """Judge all lines of ``stdin``; returns 0, or 1 when a line could not be judged.

    Raises:
        WebariumError: there was no line.
    """
    failed = judged = False
    for number, line in enumerate(read_lines(stdin, LONGEST), 1):
        if not line.strip():
            continue
        judged = True
        name: dict[str, Any] = {"line": number}
        try:
            data = object_of(line, LONGEST, like='{"id": ..., "match": ..., "reference": ..., "answer": ...}')
            if "id" in data:
                name = {"id": data["id"]}
            verdict = judge_line(data)
            record = {**name, "score": verdict.score, "why": verdict.why}
            if verdict.undecided:
                record["undecided"] = True
        except WebariumError as error:
            failed = True
            record = {**name, "error": error.message, **({"remedy": error.advice} if error.advice else {})}
        # a half character, which UTF-8 does not have, is written as JSON escapes it
        text = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
        stdout.write(text + "\n")
        stdout.flush()
    if not judged:
        raise WebariumError(
            "no answer came on standard input",
            remedy="pipe a JSON object a line to it, or write: match KIND REFERENCE ANSWER",
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
