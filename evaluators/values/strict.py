"""Reading an answer that is a value and nothing else: JSON by the schema, or a bare value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tasks.formats import REASONS, Format

from . import cues
from .folding import folded, plain, stem, undressed, words
from .kind import Ask, UnreadError
from .kinds import apart, free, kind_of

_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)\n?\s*```", re.S)
_LABEL = re.compile(r"([^\d:=\n]{1,60}?)(?:\*\*)?\s*(?::\s|=|\s-\s)(?:\*\*)?\s*(\S.*)", re.S)
_ITEM = re.compile(r"^\s*(?:[-*•+]|\(?\d{1,3}[.)])\s+")
_NONE = {"none", "nothing", "empty", "no results", "no items", "[]"}
_OWN = {"answer", "final", "result", "value", "title", "name", "total", "is", "the", "response", "item"}
_NOTED = re.compile(r"(.{1,300}?)(?: ?\((.{1,300})\)|(?: -|:) (.{1,300}))")
_QUOTED = re.compile(r'"[^"]*"(?:(?:, ?|,? and |; ?)"[^"]*")+')
_PAIR = re.compile(r"(.{1,200}?)\s*(?::\s|\s-\s|=)\s*(\S.*)")
_SAID = re.compile(r"\b(?:is|are|was|were|has|have|shows?)\b.{0,500}\.\s*\Z", re.I | re.S)
_BETWEEN = (r";\s*", r",\s+", r"\s+-\s+", r":\s+", r"\s+\|\s+", r"\s+\(")
_SEPARATORS = (r"\s?(?:→|[-=]>)\s?", r";\s*", r"\s\|\s", r",\s+", ",")
_MOST = 500  # items of a list, rows of a table
_LONGEST = 5_000  # characters in which keys, and items without separators, are looked for


def as_json(text: str) -> Any | None:
    """The JSON that a text is, fenced or not; None where it is none.

    Raises:
        UnreadError: a key stands twice, or it is several values.
    """
    fenced = _FENCE.fullmatch(text)
    text = (fenced[1] if fenced else text).strip()
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[error.pos :].lstrip()[:1] in ("{", "[", '"'):
            raise UnreadError("it is several values of JSON") from error
        return None
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({_key(key) for key, _ in pairs}) < len(pairs):
        raise UnreadError("a key stands twice")
    return dict(pairs)


def status_in(data: Any) -> dict[str, Any] | None:
    """``status``, ``reason`` and ``answer``, where JSON says them in an object of its own."""
    if not isinstance(data, dict):
        return None
    given = {_key(key): value for key, value in data.items()}
    status, reason = code(given.get("status")), code(given.get("reason"))
    if status not in ("done", "not_achievable", "failed") or given.keys() - {"status", "reason", "answer"}:
        return None
    return {"status": status, "reason": reason if reason in REASONS else None, "answer": given.get("answer")}


def code(given: Any) -> str:
    """A word of ours as it may be written: ``Not permitted.`` is ``not_permitted``."""
    return re.sub(r"[\s-]+", "_", undressed(str(given or "")).casefold())


def from_json(data: Any, format: Format, question: str) -> Any | None:
    """The value that JSON is, in objects of one key or not; None where it does not have the format."""
    while (value := _shaped(data, format, question)) is None:
        if isinstance(data, dict) and len(data) == 1:
            (data,) = data.values()
        elif format.type and isinstance(data, list) and len(data) == 1:
            (data,) = data
        else:
            return None
    return value


def _shaped(data: Any, format: Format, question: str) -> Any | None:
    if format.type is not None:
        kind = kind_of(format)
        bare = undressed(data) if isinstance(data, str) and not kind.of_text else data
        return kind.parse(bare, Ask(format, question))
    if format.record is not None:
        return _row(data, format.record, question)
    columns = format.table_of or {}
    if isinstance(data, dict) and len(columns) == 2 and _row(data, columns, question) is None:
        data = [dict(zip(columns, pair, strict=True)) for pair in data.items()]  # the one maps to the other
    if not isinstance(data, list) or len(data) > _MOST:
        return None
    if format.list_of is not None:
        return _all([_shaped(one, format.list_of, question) for one in data])
    return _all([_row(row, columns, question) for row in data])


def _all(values: list[Any]) -> list[Any] | None:
    return None if any(one is None for one in values) else values


def _key(key: str) -> str:
    return re.sub(r"[\W_]+", "", folded(str(key)))


def _row(data: Any, fields: dict[str, Format], question: str) -> dict[str, Any] | None:
    given = {_key(key): value for key, value in data.items()} if isinstance(data, dict) else {}
    if given.keys() != {_key(name) for name in fields}:
        return None
    return _whole(fields, [_shaped(given[_key(name)], one, question) for name, one in fields.items()])


def _whole(fields: dict[str, Format], values: list[Any]) -> dict[str, Any] | None:
    return None if _all(values) is None else dict(zip(fields, values, strict=True))


def bare(text: str, format: Format, question: str) -> Any | None:
    """The value that a bare text is; None where it is none."""
    if format.type is not None:
        return _leaf(text, format, question)
    if format.record is not None:
        return _record(text, format.record, question)
    if folded(undressed(text)) in _NONE:
        return []
    if format.list_of is not None:
        return _list(text, format.list_of, question)
    return _table(text, format.table_of or {}, question)


def _leaf(text: str, format: Format, question: str) -> Any | None:
    kind = kind_of(format)
    names, ask = kind.candidates(format), Ask(format, question)
    values = (kind.parse(part, ask) for part in _ways(undressed(text), format, question))
    return next((one for one in values if one is not None and (not names or one in names)), None)


def _ways(text: str, format: Format, question: str) -> Iterator[str]:
    """A bare text, what stands behind a label in it, and before a note."""
    label, behind = _labelled(text)
    if free(format):  # a label that is not about the question is a part of the text: "Dune: Part Two"
        asked = {stem(word) for word in words(question)} | _OWN
        yield undressed(behind) if label and all(stem(word) in asked for word in words(label)) else text
        return
    for part in (text, undressed(behind)) if label else (text,):
        yield part
        noted = _NOTED.fullmatch(part)
        if noted and not _contradicts(part, noted[2] or noted[3], format, question, noted[1]):
            yield undressed(noted[1])


def _labelled(text: str) -> tuple[str, str]:
    """A label that doubts nothing, and what stands behind it; no label, and the whole text."""
    m = _LABEL.fullmatch(text)
    return (m[1], m[2]) if m and len(words(m[1])) <= 8 and not cues.doubts(m[1]) else ("", text)


def _contradicts(text: str, note: str, format: Format, question: str, *given: str) -> bool:
    """Whether words beside values doubt them, or name another one."""
    if (doubted := "?" in note or "N/A" in note or cues.doubts(note)) or free(format):
        return doubted
    kind, ask = kind_of(format), Ask(format, question)
    said = [one for one in (kind.parse(undressed(part), ask) for part in given) if one is not None]
    named = [one.value for one in kind.find(text, ask)]
    if (alone := kind.parse(undressed(note), ask)) is not None:  # "12.50 (13)": nothing but another value
        named.append(alone)
    return any(one is None or not any(kind.same(one, value, format) for value in said) for one in named)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _list(text: str, item: Format, question: str) -> list[Any] | None:
    lines = _lines(text)
    if len(lines) > 1 and lines[0].endswith((":", ":**")) and not cues.doubts(lines[0]):
        lines = lines[1:]
    if len(lines) > 1 and _ITEM.match(lines[0]) and not _ITEM.match(lines[-1]) and lines[-1].endswith("."):
        if _contradicts(lines[-1], lines[-1], item, question, *(_ITEM.sub("", one) for one in lines)):
            return None
        lines = lines[:-1]
    if len(lines) > 1 or (lines and _ITEM.match(lines[0])):
        parts = [_ITEM.sub("", line).rstrip(",;") for line in lines]
    else:
        whole, kind = _leaf(text, item, question), kind_of(item)
        if whole is not None and (not kind.of_text or whole in kind.candidates(item)):
            return [whole]
        if free(item) and _SAID.search(text):
            return None
        parts = _split(undressed(text))
    if not parts or len(parts) > _MOST:
        return None
    return _all([_leaf(part, item, question) for part in parts])


def _split(line: str) -> list[str]:
    """The items of one line."""
    line = _labelled(line)[1].strip("[]")
    if _QUOTED.fullmatch(line):
        return re.findall(r'"([^"]*)"', line)
    separator = next((one for one in _SEPARATORS if re.search(one, line)), ",")
    parts = [part for part in re.split(separator, line) if part.strip()]
    last = re.split(r"^and\s+|\s+and\s+|\s+&\s+", parts[-1], maxsplit=1) if parts else []
    return [*parts[:-1], *(part for part in last if part.strip())]


def _record(text: str, fields: dict[str, Format], question: str) -> dict[str, Any] | None:
    if rows := _markdown(text):
        pairs = [list(row.values()) for row in rows]
        if len(pairs[0]) == 2 and {_key(one[0]) for one in pairs} == {_key(name) for name in fields}:
            return _row({one[0]: one[1] for one in pairs}, fields, question)  # a row for each key
        return _row(rows[0], fields, question) if len(rows) == 1 else None
    if len(text) > _LONGEST:
        return None
    text = plain(text).replace("**", "").strip("{} \n")
    key = "|".join(r"[\s_-]*".join(map(re.escape, re.split(r"[\s_-]+", name))) for name in fields)
    mark = r"(?:^|[\n,;|/(])\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)?(?:the )?"
    label = rf"(?:^|\n)\W*(?:[^\W\d]+ ){{0,3}}?({key})(?: [^\W\d]+){{0,3}}: "  # "Date of the first order:"
    places = list(re.finditer(label, text, re.I))
    if len(places) != len(fields):
        places = list(re.finditer(rf"{mark}({key})(?: ?[:=]| - | (?:is|at|on)\b|(?= \d))\s*", text, re.I))
    if not places:
        return _in_a_row(text, fields, question)
    lead, rest = text[: places[0].start()], ""
    given: dict[str, str] = {}
    for place, after in zip(places, [*places[1:], None], strict=True):
        said = text[place.end() : after.start() if after else len(text)].strip(" ,;|\n")
        if after is None and not any(one.list_of and _key(n) == _key(place[1]) for n, one in fields.items()):
            said, _, rest = said.partition("\n")
        given[_key(place[1])] = said
    all_once = len(places) == len(fields) and given.keys() == {_key(name) for name in fields}
    if not all_once or cues.doubts(lead) or lead.strip()[-1:] not in ("", ":"):
        return None
    for name, one in fields.items():
        if rest.strip() and (one.list_of or _contradicts(rest, rest, one, question, given[_key(name)])):
            return None
    return _whole(fields, [bare(given[_key(name)], one, question) for name, one in fields.items()])


def _in_a_row(text: str, fields: dict[str, Format], question: str) -> dict[str, Any] | None:
    """The values of a record without its keys, in the order of the question, where they can be told apart."""
    if not all(one.type for one in fields.values()) or not apart(fields.values()):
        return None
    lines = _lines(text)
    for parts in [re.split(mark, lines[0].rstrip(".)")) for mark in _BETWEEN] if len(lines) == 1 else [lines]:
        if len(parts) == len(fields):
            pairs = zip(parts, fields.values(), strict=True)
            if row := _whole(fields, [_leaf(part, one, question) for part, one in pairs]):
                return row
    return None


def _markdown(text: str) -> list[dict[str, str]] | None:
    """The rows of a markdown table by its header; None where a text is no such table."""
    lines = _lines(text)
    if len(lines) < 3 or not re.fullmatch(r"[|:\s-]*-[|:\s-]*", lines[1]) or "|" not in lines[0]:
        return None
    rows = [[undressed(cell) for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]
    header = rows.pop(0)
    if any(len(row) != len(header) for row in rows) or len(set(map(_key, header))) < len(header):
        return None
    return [dict(zip(header, row, strict=True)) for row in rows]


def _table(text: str, columns: dict[str, Format], question: str) -> list[Any] | None:
    rows: Any = _markdown(text)
    if rows is None and len(columns) == 2:
        lines = [_ITEM.sub("", line) for line in _lines(text)]
        lines = re.split(r"[,;]\s+", lines[0]) if len(lines) == 1 else lines
        pairs = [_PAIR.fullmatch(undressed(line)) for line in lines]
        rows = _all([m and dict(zip(columns, map(undressed, m.groups()), strict=True)) for m in pairs])
    return _all([_row(row, columns, question) for row in rows]) if rows and len(rows) <= _MOST else None
