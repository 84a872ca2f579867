"""Reading an answer that is a value and nothing else: JSON by the schema, or a bare value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tasks.formats import REASONS, Format

from . import cues
from .folding import folded, plain, stem, undressed, words
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
_NOTED = re.compile(r"(.+?)(?: ?\((.+)\)|(?: -|:) (.+))")
_QUOTED = re.compile(r'"[^"]*"(?:(?:, ?|,? and |; ?)"[^"]*")+')
_MARKS = re.compile(r"(?:[\s,;&|\"'()*•.-]|\band\b|\d{1,3}[.)])*")
_LEAD = r"\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)?(?:the )?"
_BETWEEN = (r";\s*", r",\s+", r"\s+-\s+", r":\s+", r"\s+\|\s+", r"\s+\(")
_SEPARATORS = (r"\s?(?:→|[-=]>)\s?", r";\s*", r"\s\|\s", r",\s+")
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
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[error.pos :].lstrip()[:1] in ("{", "[", '"'):
            raise TwiceError("it is several values of JSON") from error
        return MISSING
    except (ValueError, RecursionError):
        return MISSING


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({_key(key) for key, _ in pairs}) < len(pairs):
        raise TwiceError("a key stands twice")
    return dict(pairs)


def from_json(data: Any, format: Format, question: str) -> Any:
    """The value that JSON is; ``MISSING`` where it does not have the format."""
    value = _shaped(data, format, question)
    if value is MISSING and isinstance(data, dict | list) and len(data) == 1:
        if isinstance(data, dict):
            (inner,) = data.values()
            deeper = from_json if isinstance(inner, dict) else _shaped
            return deeper(inner, format, question)
        return _shaped(data[0], format, question) if format.type else MISSING
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
    return _whole({name: _shaped(given[_key(name)], one, question) for name, one in fields.items()})


def _whole(row: dict[str, Any]) -> Any:
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


def known(format: Format) -> list[str]:
    """The candidates of a text; empty where there are none."""
    kind = kind_of(format)
    return kind.candidates(format) if isinstance(kind, Text) else []


def free(format: Format) -> bool:
    """Whether any text is a value."""
    return format.type in ("text", "name") and not known(format)


def _leaf(text: str, format: Format, question: str) -> Any:
    kind, names = kind_of(format), known(format)
    for part in _ways(undressed(text), format, question):
        value = kind.parse(part, Ask(format, question))
        if value is None or (names and len(part) > LONGEST):
            continue
        if not names or any(kind.same(value, one, format) for one in names):
            return value
    return MISSING


def _ways(text: str, format: Format, question: str) -> Iterator[str]:
    """A bare text, what stands behind a label in it, and before a note."""
    label = _LABEL.fullmatch(text) if len(text) < 2_000 else None
    if label and (len(words(label[1])) > 8 or cues.doubts(label[1])):
        label = None
    if free(format):  # a label that is not about the question is a part of the text: "Dune: Part Two"
        asked = {stem(word) for word in words(question)} | _OWN
        yield undressed(label[2]) if label and all(stem(w) in asked for w in words(label[1])) else text
        return
    for part in (text, *([undressed(label[2])] if label else [])):
        yield part
        noted = _NOTED.fullmatch(part) if len(part) <= LONGEST else None
        if noted and not _contradicts(part, noted[2] or noted[3], format, question, noted[1]):
            yield undressed(noted[1])


def _contradicts(text: str, note: str, format: Format, question: str, *given: str) -> bool:
    """Whether words beside values doubt them, or name another one."""
    if "?" in note or "N/A" in note or cues.doubts(note):
        return True
    if free(format):
        return False
    kind, ask = kind_of(format), Ask(format, question)
    said = [kind.parse(undressed(one), ask) for one in given]
    named = [one.value for one in kind.find(text, ask)]
    if (alone := kind.parse(undressed(note), ask)) is not None:  # "12.50 (13)": nothing but another value
        named.append(alone)
    return any(
        one is None or not any(value is not None and kind.same(one, value, format) for value in said)
        for one in named
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _list(text: str, item: Format, question: str) -> Any:
    if folded(undressed(text)) in _NONE:
        return []
    lines = _lines(text)
    if len(lines) > 1 and lines[0].endswith((":", ":**")) and not cues.doubts(lines[0]):
        lines = lines[1:]
    if len(lines) > 1 and _ITEM.match(lines[0]) and not _ITEM.match(lines[-1]) and lines[-1].endswith("."):
        if _contradicts(lines[-1], lines[-1], item, question, *(_ITEM.sub("", one) for one in lines)):
            return MISSING
        lines = lines[:-1]
    if len(lines) > 1 or (lines and _ITEM.match(lines[0])):
        parts = [_ITEM.sub("", line).rstrip(",;") for line in lines]
    else:
        whole = _leaf(text, item, question)
        if whole is not MISSING and (item.type not in ("text", "name") or whole in known(item)):
            return [whole]
        parts = _split(undressed(text))
    if not parts or len(parts) > _MOST:
        return MISSING
    values = _all([_leaf(part, item, question) for part in parts])
    return _enumerated("\n".join(lines), item, question) if values is MISSING else values


def _split(line: str) -> list[str]:
    """The items of one line."""
    if (label := _LABEL.fullmatch(line)) and len(words(label[1])) <= 8 and not cues.doubts(label[1]):
        line = label[2]
    line = line.strip("[]")
    if _QUOTED.fullmatch(line):
        return re.findall(r'"([^"]*)"', line)
    separator = next((one for one in _SEPARATORS if re.search(one, line)), ",")
    parts = [part for part in re.split(separator, line) if part.strip()]
    last = re.split(r"^and\s+|\s+and\s+|\s+&\s+", parts[-1], maxsplit=1) if parts else []
    return [*parts[:-1], *(part for part in last if part.strip())]


def _enumerated(text: str, item: Format, question: str) -> Any:
    """A list whose items hold commas or "and" themselves: nothing but marks stands between them."""
    found = kind_of(item).find(text, Ask(item, question)) if len(text) <= 5_000 else []
    ends = [0, *(one.end for one in found)]
    between = [text[end : one.start] for end, one in zip(ends, found, strict=False)]
    if not found or not all(_MARKS.fullmatch(gap) for gap in (*between, text[ends[-1] :])):
        return MISSING
    return MISSING if any(one.value is None for one in found) else [one.value for one in found]


def _record(text: str, fields: dict[str, Format], question: str) -> Any:
    if (rows := _markdown(text)) is not None:
        pairs = [list(row.values()) for row in rows]
        if len(pairs[0]) == 2 and {_key(one[0]) for one in pairs} == {_key(name) for name in fields}:
            return _row({one[0]: one[1] for one in pairs}, fields, question)  # a row for each key
        return _row(rows[0], fields, question) if len(rows) == 1 else MISSING
    if len(text) > 5_000:
        return MISSING
    text = plain(text).replace("**", "").strip("{} \n")
    key = "|".join(r"[\s_-]*".join(map(re.escape, re.split(r"[\s_-]+", name))) for name in fields)
    places = list(
        re.finditer(rf"(?:^|[\n,;|/(]){_LEAD}({key})(?: ?[:=]| - | (?:is|at|on)\b|(?= \d))\s*", text, re.I)
    )
    if not places:
        lines = _lines(text)
        ways = [re.split(mark, lines[0].rstrip(".)")) for mark in _BETWEEN] if len(lines) == 1 else [lines]
        read = (_in_a_row(parts, fields, question) for parts in ways)
        return next((row for row in read if row is not MISSING), MISSING)
    lead, rest = text[: places[0].start()], ""
    given: dict[str, str] = {}
    for place, after in zip(places, [*places[1:], None], strict=True):
        said = text[place.end() : after.start() if after else len(text)].strip(" ,;|\n")
        if after is None and not any(one.list_of and _key(n) == _key(place[1]) for n, one in fields.items()):
            said, _, rest = said.partition("\n")
        given[_key(place[1])] = said
    if len(places) != len(fields) or given.keys() != {_key(name) for name in fields}:
        return MISSING
    if any(cues.doubts(text[place.start() : place.start(1)]) for place in places):
        return MISSING
    if cues.doubts(lead) or (lead.strip() and not lead.strip().endswith(":")):
        return MISSING
    for name, one in fields.items():
        if rest.strip() and (one.list_of or _contradicts(rest, rest, one, question, given[_key(name)])):
            return MISSING
    return _whole({name: bare(given[_key(name)], one, question) for name, one in fields.items()})


def _in_a_row(parts: list[str], fields: dict[str, Format], question: str) -> Any:
    """The values of a record without its keys, in the order that was asked for, where all types differ."""
    types = ["text" if one.type in ("text", "name") else one.type for one in fields.values()]
    if len(parts) != len(fields) or None in types or len(set(types)) < len(types):
        return MISSING
    return _whole(
        {name: _leaf(part, fields[name], question) for name, part in zip(fields, parts, strict=True)}
    )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


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
        lines = [_ITEM.sub("", line) for line in _lines(text)]
        lines = re.split(r"[,;]\s+", lines[0]) if len(lines) == 1 else lines
        pairs = [re.fullmatch(r"(.{1,200}?)\s*(?::\s|\s-\s|=)\s*(\S.*)", undressed(line)) for line in lines]
        if not all(pairs):
            return MISSING
        rows = [dict(zip(columns, map(undressed, pair.groups()), strict=True)) for pair in pairs if pair]
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
