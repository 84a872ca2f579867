"""From an answer's text to a value, or to nothing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from evaluators import refusals
from evaluators.pairing import paired
from sites.errors import WebariumError
from tasks.formats import Format, Reason

from . import strict
from .folding import plain, spoken, undressed
from .kind import UnreadError, members
from .kinds import free, kind_of, values_in
from .loose import LONGEST as LONGEST_PROSE
from .loose import loose, mentions

LONGEST = 20_000
"""Characters; a longer answer is not read at all."""


@dataclass(frozen=True)
class Reading:
    """What an answer says, without regard to what would be right.

    Attributes:
        status: ``done`` (a value is given, or none is asked for), ``not_achievable``, ``failed`` (given up),
            or ``malformed`` (no one value of the format can be read).
        value: the value as JSON, in its canonical form; None where there is none. A free text that may be
            a refusal stands here too.
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
    try:
        return _read(answer, format, question, status, reason)
    except UnreadError as error:
        return Reading("malformed", why=str(error))


def _read(
    answer: str, format: Format | None, question: str, status: str | None, reason: Reason | None
) -> Reading:
    if len(answer) > LONGEST or len(unicodedata.normalize("NFKD", answer)) > 2 * LONGEST:  # "ﷺ" is a sentence
        raise UnreadError(f"the answer is longer than {LONGEST:,} characters")
    text = spoken(answer)
    data = strict.as_json(text) if status != "failed" else None
    if isinstance(data, str):  # '"M\\u00fcnster"'
        text, data = data, None
    own = format and format.record and strict.from_json(data, format, question)  # its keys may be these
    if not own and (said := strict.status_in(data)):
        status, reason = status or said["status"], reason or said["reason"]
        data = said["answer"]
        text = data if isinstance(data, str) else ""
    if status == "failed":
        return Reading("failed")
    if status == "not_achievable":
        return _refused(data, text, format, question, reason)
    if stated := refusals.not_available(undressed(text)):
        return _refused(None, stated[0], format, question, stated[1])
    if format is None:
        return _prose(text, None, question)
    if re.search(r"(?<![\w/])N/A(?![\w/])", text) and data is None:
        raise UnreadError("it says N/A beside something else")
    value = strict.from_json(data, format, question)
    if value is None and isinstance(data, dict | list):
        raise UnreadError("the JSON does not have the format that is asked for")
    if value is None and not text:
        raise UnreadError("the answer is empty")
    if value is None and (status == "done" or not free(format)):
        value = strict.bare(text, format, question)
    return _prose(text, format, question) if value is None else Reading("done", value=value)


def _refused(data: Any, text: str, format: Format | None, question: str, reason: Reason | None) -> Reading:
    """An explicit refusal, unless what stands beside it is a value and nothing else."""
    if format and not any(free(leaf) for _, leaf in format.leaves()):
        given = None if isinstance(data, str) else strict.from_json(data, format, question)
        if given is not None or (text and strict.bare(text, format, question) is not None):
            raise UnreadError("it refuses and offers a value all the same")
    return Reading("not_achievable", reason=reason)


def _prose(text: str, format: Format | None, question: str) -> Reading:
    """A text that may refuse; a free text is a value as a whole, other prose by the loose rule."""
    whole = format is None or free(format)
    value = text if format is None else strict.bare(text, format, question) if whole else None
    said = plain(text)
    short = said[:LONGEST_PROSE]
    leaves = [] if whole or format is None else format.leaves()
    offered = any(mentions(short, leaf, question) for _, leaf in leaves)
    refusal = refusals.told(short, offered)
    if refusal and not (offered and format and format.type == "boolean"):  # "No, dogs are not allowed."
        if offered:
            raise UnreadError("it refuses and offers a value all the same")
        return Reading(refusal[0], value=value if format else None, reason=refusal[1], how="loose")
    value = value if format is None or whole else loose(said, format, question)
    return Reading("done", value=value, how="strict" if whole else "loose")


def value_of(reference: Any, format: Format) -> Any:
    """A reference as the value that a right answer has.

    Raises:
        WebariumError: it is no value of the format.
    """
    text = reference if isinstance(reference, str) and format.type is None else ""
    value = strict.from_json(strict.as_json(text) if text else reference, format, "")
    value = strict.bare(text, format, "") if value is None and text else value
    if value is None:
        shown, asked = str(reference)[:200], f"what is asked for: {describe(format)['sentence']}"
        raise WebariumError(f"the reference {shown!r} is no value of the declared format", remedy=asked)
    for leaf, one in values_in(value, format):
        known = kind_of(leaf).candidates(leaf)
        if known and not any(same(one, candidate, leaf) for candidate in known):
            remedy = "among: names what the page shows, the right one with it"
            raise WebariumError(f"the reference '{one}' is none of the candidates", remedy=remedy)
    return value


def same(value: Any, reference: Any, format: Format) -> bool:
    """Whether a value that was read is the reference."""
    if format.type is not None:
        return kind_of(format).same(value, reference, format)
    if format.record is not None:
        return all(same(value[name], reference[name], one) for name, one in format.record.items())
    if len(value) != len(reference):
        return False
    if format.ordered:
        return all(same(*pair, format.item) for pair in zip(value, reference, strict=True))
    return includes(value, reference, format.item)


def includes(values: list[Any], wanted: list[Any], item: Format) -> bool:
    """Whether each wanted value is among the others, each once, in whatever order both stand."""
    fits = [[same(value, one, item) for value in values] for one in wanted]
    return len(paired(fits)) == len(wanted)


def describe(format: Format | None) -> dict[str, Any]:
    """What an agent is told: ``sentence`` and ``schema`` (a JSON Schema; None where nothing is asked)."""
    if format is None:
        return {"sentence": "", "schema": None}
    if format.type is not None:
        return {"sentence": kind_of(format).sentence(format), "schema": kind_of(format).schema(format)}
    if format.list_of is not None:
        item, order = describe(format.list_of), "in order" if format.ordered else "in any order"
        return {
            "sentence": f"a JSON list, {order}; each item is {item['sentence']}",
            "schema": {"type": "array", "items": item["schema"]},
        }
    told = {name: describe(one) for name, one in (format.record or format.table_of or {}).items()}
    fields = "; ".join(f"{name}: {one['sentence']}" for name, one in told.items())
    row = members({name: one["schema"] for name, one in told.items()})
    if format.record:
        return {"sentence": f"a JSON object with {fields}", "schema": row}
    sentence = f"a JSON list of objects, in any order, each with {fields}"
    return {"sentence": sentence, "schema": {"type": "array", "items": row}}
