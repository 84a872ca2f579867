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
from .kinds import apart, free, kind_of, values_in

_FENCE = re.compile(r"```[\w-]*[^\S\n]*\n(.*)```", re.S)
_LABEL = re.compile(r"([^\d:=\n]{1,60}?)(?:\*\*)?\s*(?::\s|=|\s-\s)(?:\*\*)?\s*(\S.*)", re.S)
ITEM = re.compile(r"^\s*(?:[-*•+]|\(?\d{1,3}[.)])\s+")
_NONE = {"none", "nothing", "empty", "no results", "no items", "[]"}
_OWN = {"answer", "final", "result", "value", "title", "name", "total", "is", "the", "response", "item"}
_NOTED = re.compile(r"(.{1,300}?)(?: ?\((.{1,300})\)|(?: -|:) (.{1,300}))")
_QUOTED = re.compile(r'"[^"]*"(?:(?:, ?|,? and |; ?)"[^"]*")+')
_SAID = re.compile(r"\b(?:is|are|was|were|has|have|shows?)\b.{0,500}\.\s*\Z", re.I | re.S)
_BETWEEN = (r"\s+\|\s+", r":\s+|\s*=\s*", r"\s+-\s+", r";\s*", r",\s+", r"\s+\(")
_SEPARATORS = (r"\s?(?:→|[-=]>)\s?", r";\s*", r"\s\|\s", r",\s+", ",")
_MOST = 500  # items of a list, rows of a table
_LONGEST = 5_000  # characters in which keys, and items without separators, are looked for


def as_json(text: str) -> Any | None:
    """The JSON that a text is, fenced or not; None where it is none.

    Raises:
        UnreadError: a key stands twice, or it is several values.
    """
    text = (fenced[1] if (fenced := _FENCE.fullmatch(text)) else text).strip()
    if text[:1] not in ("{", "[", '"'):
        return None
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        extra = text[error.pos :] if isinstance(error, json.JSONDecodeError) and "Extra" in error.msg else ""
        if text[0] != '"' and extra.lstrip()[:1] in ("{", "[", '"'):
            raise UnreadError("it is several values of JSON") from error
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
        if noted := _NOTED.fullmatch(part):
            value = kind_of(format).parse(undressed(noted[1]), Ask(format, question))
            note = noted[2] or noted[3]
            if value is not None and not contradicts(part, note, format, question, value):
                yield undressed(noted[1])


def _labelled(text: str) -> tuple[str, str]:
    """A label that doubts nothing, and what stands behind it; no label, and the whole text."""
    m = _LABEL.fullmatch(text)
    return (m[1], m[2]) if m and len(words(m[1])) <= 8 and not cues.doubts(m[1]) else ("", text)


def contradicts(text: str, note: str, format: Format, question: str, value: Any) -> bool:
    """Whether words beside a value doubt it, or name another one; of too many it is not known."""
    for _, leaf in format.leaves():
        kind, ask = kind_of(leaf), Ask(leaf, question)
        named = [one.value for one in kind.find(text[:_LONGEST], ask)]
        alone = kind.parse(undressed(note), ask)
        if alone is not None and (not kind.of_text or alone in kind.candidates(leaf)):
            named.append(alone)  # "12.50 (13)": nothing but another value
        known = [one for own, one in values_in(value, format) if own == leaf]
        if any(one is None or not any(kind.same(one, other, leaf) for other in known) for one in named):
            return True
    return len(text) > _LONGEST or "?" in note or "N/A" in note or cues.doubts(note)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _list(text: str, item: Format, question: str) -> list[Any] | None:
    lines = _lines(text)
    marked = [bool(ITEM.match(line)) for line in lines]
    numbers = [int(m[1]) for line in lines if (m := re.match(r"\(?(\d{1,3})[.)]\s", line))]
    uneven = numbers and numbers != [*range(numbers[0], numbers[0] + len(lines))]  # 3. 2. 1.
    if any(marked) != all(marked) or uneven or lines[0].endswith((":", ":**")):
        return None
    if len(lines) > 1 or marked[0]:
        parts = [ITEM.sub("", line).rstrip(",;") for line in lines]
    else:
        whole, kind = _leaf(text, item, question), kind_of(item)
        if whole is not None and (not kind.of_text or whole in kind.candidates(item)):
            return [whole]
        if free(item) and _SAID.search(text):
            return None
        parts = _split(undressed(text), free(item))
    if not parts or len(parts) > _MOST:
        return None
    return _all([_leaf(part, item, question) for part in parts])


def _split(line: str, unknown: bool) -> list[str]:
    """The items of one line; none where "Salt and pepper mill" may be one or two."""
    line = " ".join(_labelled(line)[1].split()).strip("[]")
    if _QUOTED.fullmatch(line):
        return re.findall(r'"([^"]*)"', line)
    separator = next((one for one in _SEPARATORS if re.search(one, line)), ",")
    parts = [part for part in re.split(separator, line) if part.strip()]
    last = re.split(r"^and\s+|\s+and\s+|\s+&\s+", parts[-1], maxsplit=1) if parts else []
    undecided = unknown and len(parts) == 1 and len(last) > 1
    return [] if undecided else [*parts[:-1], *(part for part in last if part.strip())]


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
    places = list(re.finditer(  # also "Date of the first order: "
        rf"(?:^|[\n,;|/(])\W{{0,9}}(?:(?:[^\W\d]+ ){{0,3}}?({key})(?: [^\W\d]+){{0,3}}: "
        rf"|(?:the )?({key})(?: ?[:=]| - | (?:is|at|on)\b|(?= \d)))\s*", text, re.I,
    ))  # fmt: skip
    if len(places) != len(fields):  # then they have to be told apart
        leaves = [leaf for one in fields.values() for _, leaf in one.leaves()]
        return _in_a_row(_lines(text), fields, question) if apart(leaves) else None
    given = {
        _key(place[1] or place[2]): text[place.end() : after.start() if after else len(text)].strip(" ,;|\n")
        for place, after in zip(places, [*places[1:], None], strict=True)
    }
    said = (place[0].replace(place[1] or place[2], "") for place in places)  # "Maybe price: "
    doubted = text.endswith("?") or any(map(cues.doubts, said))
    if doubted or given.keys() != {_key(name) for name in fields} or text[: places[0].start()].strip():
        return None
    return _whole(fields, [bare(given[_key(name)], one, question) for name, one in fields.items()])


def _in_a_row(lines: list[str], fields: dict[str, Format], question: str) -> dict[str, Any] | None:
    """The values of a row without its keys, in the order of the question, in a line each or in one."""
    line = " ".join(lines[0].split()).rstrip(".)") if lines else ""
    for parts in [re.split(mark, line) for mark in _BETWEEN] if len(lines) == 1 else [lines]:
        if len(parts) == len(fields):
            pairs = zip(parts, fields.values(), strict=True)
            if row := _whole(fields, [bare(part, one, question) for part, one in pairs]):
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
    if (rows := _markdown(text)) is not None:
        return _all([_row(row, columns, question) for row in rows]) if len(rows) <= _MOST else None
    lines = [ITEM.sub("", line) for line in _lines(text)]
    lines = re.split(r"[,;]\s+", lines[0]) if len(lines) == 1 and len(columns) == 2 else lines
    if not 0 < len(lines) <= _MOST:
        return None
    return _all([_in_a_row([undressed(line)], columns, question) for line in lines])
