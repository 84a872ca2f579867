"""Reading an answer that is a value and nothing else: JSON by the schema, or a bare value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from tasks.formats import REASONS, Format

from . import cues
from .folding import folded, stem, undressed, words
from .kind import Ask
from .kinds import kind_of
from .text import LONGEST, Text

MISSING = object()
"""What is no value: None is one in JSON."""

_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)\n?\s*```", re.S)
_LABEL = re.compile(r"([^\d:=\n]{1,60}?)(?:\*\*)?\s*(?::\s|=|\s-\s)(?:\*\*)?\s*(\S.*)", re.S)
_ITEM = re.compile(r"^\s*(?:[-*•+]|\(?\d{1,3}[.)])\s+")
_NONE = {"none", "nothing", "empty", "no results", "no items", "[]"}
_OWN = {"answer", "final", "result", "value", "title", "name", "total", "is", "the", "response", "item"}
_MOST = 500
"""Items of a list, rows of a table."""


class TwiceError(ValueError):
    """A key stands twice in one object of JSON."""


def as_json(text: str) -> Any:
    """The JSON that a text is, fenced or not; ``MISSING`` where it is none.

    Raises:
        TwiceError: a key stands twice.
    """
    if fenced := _FENCE.fullmatch(text):
        text = fenced[1]
    text = text.strip()
    if text[:1] not in ("{", "["):
        return MISSING
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=lambda _: None)
    except TwiceError:
        raise
    except (ValueError, RecursionError):
        return MISSING


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({_key(key) for key, _ in pairs}) < len(pairs):
        raise TwiceError("a key stands twice")
    return dict(pairs)


def from_json(data: Any, format: Format, question: str) -> Any:
    """The value that JSON is; ``MISSING`` where it does not have the format."""
    value = _shaped(data, format, question)
    if value is MISSING and isinstance(data, dict) and len(data) == 1:
        (inner,) = data.values()
        value = (
            from_json(inner, format, question)
            if isinstance(inner, dict)
            else _shaped(inner, format, question)
        )
    if (
        value is MISSING
        and isinstance(data, list)
        and len(data) == 1
        and format.type
        and format.type != "coordinates"
    ):
        return _shaped(data[0], format, question)
    return value


def _shaped(data: Any, format: Format, question: str) -> Any:
    if format.type is not None:
        if data is None or (isinstance(data, dict | list) and format.type not in ("coordinates", "address")):
            return MISSING
        if isinstance(data, str) and not isinstance(kind_of(format), Text):
            data = undressed(data)
        value = kind_of(format).parse(data, Ask(format, question))
        return MISSING if value is None else value
    if format.list_of is not None:
        if not isinstance(data, list) or len(data) > _MOST:
            return MISSING
        return _all([_shaped(one, format.list_of, question) for one in data])
    if format.record is not None:
        return _row(data, format.record, question)
    columns = format.table_of or {}
    if isinstance(data, dict) and len(columns) == 2 and _row(data, columns, question) is MISSING:
        first, second = columns  # a mapping of the one column to the other
        data = [{first: key, second: value} for key, value in data.items()]
    if not isinstance(data, list) or len(data) > _MOST:
        return MISSING
    return _all([_row(row, columns, question) for row in data])


def _all(values: list[Any]) -> Any:
    return MISSING if any(one is MISSING for one in values) else values


def _key(key: str) -> str:
    return re.sub(r"[\W_]+", "", folded(str(key)))


def _row(data: Any, fields: dict[str, Format], question: str) -> Any:
    if not isinstance(data, dict):
        return MISSING
    given = {_key(key): value for key, value in data.items()}
    if given.keys() != {_key(name) for name in fields}:
        return MISSING
    row = {name: _shaped(given[_key(name)], one, question) for name, one in fields.items()}
    return MISSING if any(value is MISSING for value in row.values()) else row


def bare(text: str, format: Format, question: str) -> Any:
    """The value that a bare text is; ``MISSING`` where it is none."""
    if format.type is not None:
        return _leaf(text, format, question)
    if format.list_of is not None:
        return _list(text, format.list_of, question)
    if format.record is not None:
        return _record(text, format.record, question)
    return _table(text, format.table_of or {}, question)


def _leaf(text: str, format: Format, question: str) -> Any:
    kind = kind_of(format)
    for part in _without_label(text, format, question):
        value = kind.parse(part, Ask(format, question))
        if value is None:
            continue
        known = kind.candidates(format) if isinstance(kind, Text) else []
        if not known or (len(part) <= LONGEST and any(kind.same(value, one, format) for one in known)):
            return value
    return MISSING


def _without_label(text: str, format: Format, question: str) -> Iterator[str]:
    """The bare text, and what stands behind a label in it."""
    free = isinstance(kind_of(format), Text) and not kind_of(format).candidates(format)  # type: ignore[attr-defined]
    label = _LABEL.fullmatch(undressed(text)) if len(text) < 2_000 else None
    if label and len(words(label[1])) <= 8 and not cues.doubted(label[1], 0, 0, ""):
        asked = {stem(word) for word in words(question)} | _OWN
        if free and all(stem(word) in asked for word in words(label[1])):
            yield undressed(label[2])  # else the label is a part of the text: "Dune: Part Two"
            return
        if not free:
            yield undressed(text)
            yield undressed(label[2])
            return
    yield undressed(text)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _list(text: str, item: Format, question: str) -> Any:
    if folded(undressed(text)) in _NONE:
        return []
    lines = _lines(text)
    if len(lines) > 1 and lines[0].endswith((":", ":**")) and not cues.doubted(lines[0], 0, 0, question):
        lines = lines[1:]
    if len(lines) > 1 or (lines and _ITEM.match(lines[0])):
        parts = [_ITEM.sub("", line).rstrip(",;") for line in lines]
    else:
        whole = _leaf(text, item, question)
        if whole is not MISSING and (item.type not in ("text", "name") or _known(whole, item)):
            return [whole]
        line = undressed(text)
        if (
            (label := _LABEL.fullmatch(line))
            and len(words(label[1])) <= 8
            and not cues.doubted(label[1], 0, 0, "")
        ):
            line = label[2]
        line = line.strip("[]")
        separator = r";\s*" if ";" in line else r",\s+" if re.search(r",\s", line) else r","
        quoted = re.fullmatch(r'"[^"]*"(?:(?:, ?|,? and |; ?)"[^"]*")+', line)
        parts = [part for part in re.split(separator, line) if part.strip()]
        if quoted:
            parts = re.findall(r'"([^"]*)"', line)
            return _all([_leaf(part, item, question) for part in parts])
        last = re.split(r"^and\s+|\s+and\s+|\s+&\s+", parts[-1], maxsplit=1) if parts else []
        parts = [*parts[:-1], *(part for part in last if part.strip())]
    if not parts or len(parts) > _MOST:
        return MISSING
    values = _all([_leaf(part, item, question) for part in parts])
    return _enumerated(lines, item, question) if values is MISSING else values


def _enumerated(lines: list[str], item: Format, question: str) -> Any:
    """A list whose items hold commas or "and" themselves: nothing but marks stands between them."""
    text = "\n".join(lines)
    found = kind_of(item).find(text, Ask(item, question)) if len(text) <= 5_000 else []
    ends = [0, *(one.end for one in found)]
    between = [text[end : one.start] for end, one in zip(ends, found, strict=False)]
    marks = re.compile(r"(?:[\s,;&|\"'()*•.-]|\band\b|\d{1,3}[.)])*")
    if not found or not all(marks.fullmatch(gap) for gap in (*between, text[ends[-1] :])):
        return MISSING
    return MISSING if any(one.value is None for one in found) else [one.value for one in found]


def _known(value: Any, item: Format) -> bool:
    kind = kind_of(item)
    return isinstance(kind, Text) and value in kind.candidates(item)


def _value(text: str, format: Format, question: str) -> Any:
    return _list(text, format.list_of, question) if format.list_of else _leaf(text, format, question)


def _record(text: str, fields: dict[str, Format], question: str) -> Any:
    lines = [_ITEM.sub("", line) for line in _lines(text)]
    if len(lines) == 1 and (cells := _cells(lines[0])):
        return _in_a_row(cells, fields, question)
    if (rows := _markdown(text)) is not None:
        return _row(rows[0], fields, question) if len(rows) == 1 else MISSING
    for parts in (lines, re.split(r"[,;]\s+", lines[0]) if len(lines) == 1 else []):
        pairs = [_LABEL.fullmatch(undressed(part)) for part in parts]
        if len(parts) == len(fields) and all(pairs):
            given = {_key(pair[1]): pair[2] for pair in pairs if pair}
            if given.keys() == {_key(name) for name in fields}:
                row = {name: _value(given[_key(name)], one, question) for name, one in fields.items()}
                return MISSING if any(value is MISSING for value in row.values()) else row
    if len(lines) == 1:
        for separator in (r";\s*", r",\s+", r"\s+-\s+", r":\s+|,\s+|\s+-\s+"):
            value = _in_a_row(re.split(separator, undressed(lines[0])), fields, question)
            if value is not MISSING:
                return value
        return MISSING
    return _in_a_row(lines, fields, question)


def _in_a_row(parts: list[str], fields: dict[str, Format], question: str) -> Any:
    """The values of a record without its keys, where only one order of them is possible."""
    types = ["text" if one.type in ("text", "name") else one.type for one in fields.values()]
    if len(parts) != len(fields) or len(fields) > 4 or None in types or len(set(types)) < len(types):
        return MISSING
    free = [name for name, one in fields.items() if one.type in ("text", "name")]
    rows = []
    for order in permutations(parts):
        row = {
            name: _leaf(part, one, question) for (name, one), part in zip(fields.items(), order, strict=True)
        }
        if any(value is MISSING for value in row.values()):
            continue
        other = [one for name, one in fields.items() if name not in free]
        texts = [part for name, part in zip(fields, order, strict=True) if name in free]
        if any(_leaf(part, one, question) is not MISSING for one in other for part in texts):
            continue
        rows.append(row)
    return rows[0] if len(rows) == 1 else MISSING


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if "|" in line else []


def _markdown(text: str) -> list[dict[str, str]] | None:
    """The rows of a markdown table by its header; None where a text is no such table."""
    lines = _lines(text)
    if len(lines) < 3 or not re.fullmatch(r"[|:\s-]*-[|:\s-]*", lines[1]) or "|" not in lines[0]:
        return None
    header = _cells(lines[0])
    rows = [_cells(line) for line in lines[2:]]
    if any(len(row) != len(header) for row in rows) or len({_key(h) for h in header}) < len(header):
        return None
    return [{undressed(h): undressed(c) for h, c in zip(header, row, strict=True)} for row in rows]


def _table(text: str, columns: dict[str, Format], question: str) -> Any:
    if folded(undressed(text)) in _NONE:
        return []
    rows: Any = _markdown(text)
    if rows is None and len(columns) == 2:
        first, second = columns
        lines = [_ITEM.sub("", line) for line in _lines(text)]
        if len(lines) == 1:
            lines = re.split(r"[,;]\s+", lines[0])
        pairs = [re.fullmatch(r"(.{1,200}?)\s*(?::\s|\s-\s|=)\s*(\S.*)", undressed(line)) for line in lines]
        if not all(pairs):
            return MISSING
        rows = [{first: undressed(pair[1]), second: undressed(pair[2])} for pair in pairs if pair]
    if not rows or len(rows) > _MOST:
        return MISSING
    return _all([_row(row, columns, question) for row in rows])


def status_in(data: Any) -> dict[str, Any] | None:
    """``status``, ``reason`` and ``answer``, where JSON says them in an object of its own."""
    if not isinstance(data, dict):
        return None
    given = {_key(key): value for key, value in data.items()}
    status = str(given.get("status", "")).strip().casefold().replace(" ", "_")
    if status not in ("done", "not_achievable", "failed") or given.keys() - {"status", "reason", "answer"}:
        return None
    reason = str(given.get("reason") or "").strip().casefold().replace(" ", "_")
    return {
        "status": status,
        "reason": reason if reason in REASONS else None,
        "answer": given.get("answer"),
    }
