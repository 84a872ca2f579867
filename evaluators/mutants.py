"""Wrong outcomes made from a right one: what the oracle left, with one thing changed.

Each mutant is the evidence of a task's checks with one mistake in it: a neighbouring value, the value of
another row, an item too few or too many, a row that was not written or written twice, another address. All of
it comes from the evidence and the task, in a fixed order, without a world. A mutant that means the same as
the right outcome is none: ``same`` of the value's type, and the address rules of the checks, say so.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from sites.errors import WebariumError
from tasks.model import Task
from tasks.specs import AnswerSpec, ChangesSpec, NodeSpec, RequestSpec, TableRule, UrlSpec

from .base import Outcome, Verdict, make_check
from .checks.changes import ANYTHING, FILES, KINDS, fits, row_problems, rule_of, without_noise
from .comparison import same as same_plain
from .urls import difference, visited
from .values import TYPES, Setting, infer, parse_reference
from .values.surface import clean
from .values.text import Text

Evidence = list[dict[str, Any]]
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
OTHER_ROWS = 8  # values of other rows that are tried at most, chosen by the task's id
_CLOCK = re.compile(r"2026-03-16[ T]09:\d\d:\d\d")  # an episode's own time: it depends on the number of steps
_SPELLED = ("email", "url", "order_number")  # types in which one letter makes another value
_OR = re.compile(r"\s*\|OR\|\s*")


@dataclass(frozen=True)
class Mutant:
    """One wrong outcome.

    Attributes:
        kind: what sort of change, for the report.
        name: the change in words.
        evidence: of all checks.
        changed: the checks whose evidence differs from the right one's.
    """

    kind: str
    name: str
    evidence: Evidence
    changed: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """Values of other rows, by check: what tasks of the same template have where this one has its value."""

    values: dict[int, list[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, siblings: Iterable[Task]) -> Pool:
        """From the other tasks of the template, and the wrong values computed when it was locked."""
        found: dict[int, list[Any]] = {}
        for index, check in enumerate(task.checks):
            if check.kind != "answer":
                continue
            values = found.setdefault(index, [])
            for other in siblings:
                if other.id != task.id and index < len(other.checks) and other.checks[index].kind == "answer":
                    values.append(other.checks[index].parsed().value)  # type: ignore[attr-defined]
            values += task.wrong_values.values()
        return cls(found)


def verdicts(task: Task, mutant: Mutant) -> list[Verdict]:
    """Of the checks whose evidence a mutant changed; it survives when all of them pass."""
    return [
        make_check(task, task.checks[index]).judge(mutant.evidence[index]["evidence"])
        for index in mutant.changed
    ]


def mutants(task: Task, evidence: Evidence, outcome: Outcome, pool: Pool | None = None) -> Iterator[Mutant]:
    """Every wrong outcome that can be made from a right one.

    Args:
        task: the task.
        evidence: of the oracle's episode; it must pass.
        outcome: of the same episode; its steps and forms tell which values the oracle chose.
        pool: values of other rows.
    """
    pool = pool or Pool()
    seen: set[str] = set()
    for made in (
        _answers(task, evidence, pool),
        *(
            maker(task, index, evidence, outcome)
            for index, check in enumerate(task.checks)
            if (maker := _MAKERS.get(check.kind))
        ),
    ):
        for mutant in made:
            key = repr([mutant.evidence[index] for index in mutant.changed])
            if key not in seen:
                seen.add(key)
                yield mutant


def _one(kind: str, name: str, evidence: Evidence, index: int, **parts: Any) -> Mutant:
    """A mutant of one check's evidence."""
    return Mutant(kind, f"{evidence[index]['kind']}: {name}", _with(evidence, index, **parts), (index,))


def _with(evidence: Evidence, index: int, **parts: Any) -> Evidence:
    """The evidence with parts of one check's replaced."""
    return [
        {**entry, "evidence": {**entry["evidence"], **parts}} if number == index else entry
        for number, entry in enumerate(evidence)
    ]


# -- answers -------------------------------------------------------------------------------------


def neighbours(text: str, kind: str = "text") -> Iterator[tuple[str, str]]:
    """Texts that are nearly this one: (what was changed, the text).

    Args:
        text: of one value, as an answer writes it.
        kind: its type, for changes that make sense in that type only.
    """
    runs = list(re.finditer(r"\d+", text))
    for run in runs if len(runs) <= 4 else [*runs[:2], *runs[-2:]]:
        for what, digits in _digits(run[0]):
            yield what, text[: run.start()] + digits + text[run.end() :]
    for number, month in enumerate(MONTHS):
        if re.search(rf"\b{month}\b", text):
            yield "next month", re.sub(rf"\b{month}\b", MONTHS[(number + 1) % 12], text)
        elif re.search(rf"\b{month[:3]}\b", text):
            yield "next month", re.sub(rf"\b{month[:3]}\b", MONTHS[(number + 1) % 12][:3], text)
    if kind == "currency" and "€" in text:
        yield "other currency", text.replace("€", "$")
    if kind in ("text", "name", "address"):
        words = text.split()
        for place in sorted({0, len(words) // 2, len(words) - 1}) if len(words) > 1 else ():
            yield "word left out", " ".join(words[:place] + words[place + 1 :])
    if kind in _SPELLED:
        for letter in list(re.finditer(r"[a-z]", text))[:2]:
            other = "z" if letter[0] != "z" else "y"
            yield "letter changed", text[: letter.start()] + other + text[letter.end() :]


def _digits(run: str) -> Iterator[tuple[str, str]]:
    yield "digit changed", run[:-1] + str((int(run[-1]) + 1) % 10)
    if len(run) > 1:
        first = int(run[0])
        yield "digit changed", str(first + 1 if first < 9 else 8) + run[1:]
        yield "digit left out", run[:-1]
        for place in range(len(run) - 1):
            if run[place] != run[place + 1] and (place or run[1] != "0"):
                swapped = run[:place] + run[place + 1] + run[place] + run[place + 2 :]
                yield "digits swapped", swapped
                break
    yield "digit added", run + "0"


def same_value(kind: str, left: Any, right: Any, setting: Setting) -> bool:
    """Whether two texts are one value of a type; what cannot be read as that type is another value."""
    try:
        values = [parse_reference(kind, text, setting) for text in (left, right)]
    except WebariumError:
        return False
    return type(values[0]) is type(values[1]) and values[0].same(values[1])


@dataclass(frozen=True)
class _Slot:
    """Where an answer gives one item of a reference: the places, the type, every text that would do."""

    places: list[tuple[int, int]]
    kind: str
    options: list[str]

    def text(self, answer: str) -> str:
        start, end = self.places[0]
        return answer[start:end]

    def put(self, answer: str, text: str, *, after: bool = False) -> str:
        """The answer with every place of the item holding another text, or followed by it."""
        for start, end in sorted(self.places, reverse=True):
            answer = answer[: end if after else start] + text + answer[end:]
        return answer

    def means(self, text: str, setting: Setting) -> bool:
        return any(same_value(self.kind, option, text, setting) for option in self.options)


def _answers(task: Task, evidence: Evidence, pool: Pool) -> Iterator[Mutant]:
    """Wrong answers; each goes into the evidence of every answer check, for an agent answers once."""
    specs: dict[int, AnswerSpec] = {
        index: check.parsed()  # type: ignore[misc]
        for index, check in enumerate(task.checks)
        if check.kind == "answer"
    }
    for index, spec in specs.items():
        answer = clean(evidence[index]["evidence"]["answer"] or "")
        if spec.unachievable:
            yield from _unachievable(task, index, spec, evidence)
            continue
        setting = Setting(clean(task.intent), spec.options)
        values = list(pool.values.get(index, []))
        random.Random(f"{task.id}/{index}").shuffle(values)  # noqa: S311 - the same choice every time
        for kind, name, text in _wrong_answers(spec, answer, values, setting):
            changed = copy.copy(evidence)
            for other in specs:
                changed = _with(changed, other, answer=text)
            yield Mutant(kind, f"answer: {name}", changed, tuple(specs))


def _wrong_answers(
    spec: AnswerSpec, answer: str, others: Sequence[Any], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    if spec.kind in ("mapping", "month_counts"):
        yield from _wrong_pairs(spec, answer, others, setting)
        return
    items = spec.value if isinstance(spec.value, list) else [spec.value]
    slots = [_slot(item, spec, answer, setting) for item in items]
    found = [slot for slot in slots if slot]
    strange = [text for value in others for text in _flat(value)]
    for slot in found:
        text = slot.text(answer)
        for what, other in neighbours(text, slot.kind):
            if other.strip() and not slot.means(other, setting):
                yield "neighbour", f"{what}: {other} for {text}", slot.put(answer, other)
        foreign = [
            other
            for other in dict.fromkeys(strange)
            if not any(s.means(other, setting) or _within(other, s.options) for s in found)
        ][:OTHER_ROWS]
        for other in foreign:
            yield "other row", f"{other} for {text}", slot.put(answer, other)
        near = next((o for w, o in neighbours(text, slot.kind) if w != "word left out"), None)
        beside = foreign[0] if foreign else near
        if beside and not slot.means(beside, setting):
            yield "right and wrong", f"{text} or {beside}", slot.put(answer, f" or {beside}", after=True)
    if len(items) > 1 and len(found) == len(items):
        yield from _wrong_lists(spec, answer, found, setting)


def _wrong_lists(
    spec: AnswerSpec, answer: str, slots: list[_Slot], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    for slot in slots:
        yield "item left out", f"without {slot.text(answer)}", _tidy(slot.put(answer, ""))
    ordered = getattr(parse_reference("list", spec.value, setting), "ordered", False)
    if spec.kind == "list" and ordered:
        for left, right in pairwise(slots):
            one, two = left.text(answer), right.text(answer)
            apart = len(left.places) == len(right.places) == 1 and left.places[0][1] <= right.places[0][0]
            if apart and not left.means(two, setting):
                (a, b), (c, d) = left.places[0], right.places[0]
                swapped = answer[:a] + two + answer[b:c] + one + answer[d:]
                yield "items swapped", f"{two} before {one}", swapped


def _wrong_pairs(
    spec: AnswerSpec, answer: str, others: Sequence[Any], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    """Mappings and counts by month, which the oracles write as ``key: value, key: value``."""

    def same(text: str) -> bool:
        return same_value(spec.kind, answer, text, setting)

    runs = list(re.finditer(r"(?<=: )[^\s:,;]*\d[\d.]*", answer))
    for run in runs:
        for what, other in neighbours(run[0]):
            text = answer[: run.start()] + other + answer[run.end() :]
            if not same(text):
                yield "neighbour", f"{what}: {other} for {run[0]}", text
    for one, two in pairwise(runs):
        text = answer[: one.start()] + two[0] + answer[one.end() : two.start()] + one[0] + answer[two.end() :]
        if not same(text):
            yield "values swapped", f"{one[0]} and {two[0]}", text
    parts = [part for part in re.split(r"[,;] (?=[^,;]+: )", answer) if ": " in part]
    if spec.kind == "month_counts":  # months with none may be left out
        parts = [part for part in parts if not re.search(r": 0+$", part)]
    for part in parts if len(parts) > 1 else ():
        text = _tidy(answer.replace(part, "", 1))
        if not same(text):
            yield "item left out", f"without {part}", text
    for other in others[:OTHER_ROWS]:
        text = ", ".join(f"{k}: {v}" for k, v in other.items()) if isinstance(other, dict) else str(other)
        if not same(text):
            yield "other row", text, text


def _slot(item: Any, spec: AnswerSpec, answer: str, setting: Setting) -> _Slot | None:
    options = _OR.split(clean(item))
    hint = str(spec.options.get("type") or spec.kind)
    for option in options:
        plain = hint if hint in TYPES and hint != "list" else infer(option, setting).kind
        cls = TYPES[plain]
        if cls in (TYPES["address"], TYPES["name"], Text):
            places = Text(option.strip().rstrip(".")).places(answer)
        else:
            wanted = parse_reference(plain, option, setting)
            places = [(m.start, m.end) for m in cls.find(answer, setting) if wanted.same(m.value)]
        if not places and same_value(plain, option, answer, setting):
            places = [(0, len(answer))]
        if places:
            return _Slot(places, plain, options)
    return None


def _within(text: str, options: list[str]) -> bool:
    """Whether a text is a part of a right one, or has it within: "Kettle" of "Kettle Basic"."""
    low = text.casefold()
    return any(low in option.casefold() or option.casefold() in low for option in options)


def _flat(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _flat(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _flat(part)]
    return [] if value is None else _OR.split(clean(value))[:1]


def _tidy(text: str) -> str:
    """Without the separators that stood around something that was taken out."""
    text = re.sub(r"(?:[,;]\s*|\band\s+){2,}", ", ", text)
    return re.sub(r"^\s*[,;]\s*|\s*[,;]\s*$", "", text).strip()


def _unachievable(task: Task, index: int, spec: AnswerSpec, evidence: Evidence) -> Iterator[Mutant]:
    assert spec.unachievable
    for text in ("Done.", "Yes, I found it and it is done.", "I do not know.", "42"):
        yield _one("claims otherwise", f"{text}", evidence, index, answer=text)
    for pattern in spec.unachievable.visited:
        options = [pattern] if isinstance(pattern, str) else pattern
        urls = [
            url for url in evidence[index]["evidence"]["urls"] if not any(visited(o, [url]) for o in options)
        ]
        name = f"without a visit to {' or '.join(options)}"
        yield _one("not looked up", name, evidence, index, urls=urls)


# -- other checks --------------------------------------------------------------------------------


def _urls(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    spec: UrlSpec = task.checks[index].parsed()  # type: ignore[assignment]
    entry = evidence[index]["evidence"]
    parts = urlsplit(entry["url"])
    terms = parse_qsl(parts.query, keep_blank_values=True)
    made: list[tuple[str, list[tuple[str, str]] | None, str]] = [
        (f"without {key}", terms[:place] + terms[place + 1 :], parts.path)
        for place, (key, _) in enumerate(terms)
    ]
    for place, (key, value) in enumerate(terms):
        other = next((text for _, text in neighbours(value)), f"{value}x")
        made.append((f"{key}={other}", [*terms[:place], (key, other), *terms[place + 1 :]], parts.path))
    made.append(("one term more", [*terms, ("extra", "1")], parts.path))
    made.append(("a longer path", terms, f"{parts.path.rstrip('/')}/more/"))
    made.append(("a shorter path", terms, re.sub(r"[^/]+/?$", "", parts.path)))
    made += [(f"path: {what}", terms, path) for what, path in neighbours(parts.path)]
    ignore = [*entry["ignore"], *spec.ignore]
    plain = [url for url in spec.urls() if "*" not in url]
    for what, query, path in made:
        url = urlunsplit((parts.scheme, parts.netloc, path, urlencode(query or []), ""))
        # an address that the template writes out as another right one is no wrong outcome
        right = [entry["url"], *plain]
        if not any(difference(one, url, ignore) is None for one in right):
            yield _one("other address", f"{what}", evidence, index, url=url)
    for start in task.start:
        if all(difference(one, start, ignore) for one in [entry["url"], *plain]):
            yield _one("other address", "the start page", evidence, index, url=start)


def _changes(task: Task, index: int, evidence: Evidence, outcome: Outcome) -> Iterator[Mutant]:
    spec: ChangesSpec = task.checks[index].parsed()  # type: ignore[assignment]
    sites = evidence[index]["evidence"]["sites"]
    for site, data in sites.items():
        rules = (spec.sites or {}).get(site, {})
        changes = without_noise(data["changes"], data["noise"])
        made = list(_tables(changes, rules, _Chosen.of(task, rules, outcome)))
        made.append(("something else", "a row of another table", _set(changes, "unnamed_table", _ONE_ROW)))
        if rules.get(FILES) != ANYTHING:
            added = [*changes["files"].get("added", []), "another/file"]
            made.append(
                ("something else", "another file", {**changes, "files": {**changes["files"], "added": added}})
            )
        for kind, name, other in made:
            changed = {**sites, site: {"changes": other, "noise": data["noise"]}}
            yield _one(kind, f"{name}", evidence, index, sites=changed)


_ONE_ROW = {
    "added": [{"id": 1}], "removed": [], "changed": [], "definition": False,
    "counts": {"added": 1, "removed": 0, "changed": 0},
}  # fmt: skip


@dataclass(frozen=True)
class _Chosen:
    """Which values of a row somebody chose, so that another one is a mistake; the site made all others.

    A template names columns; the oracle entered texts and options that forms carried, with what else stood
    in them. What an ``sql`` check reads is judged there; a copy of a value named elsewhere follows it.
    """

    named: frozenset[str]
    entered: tuple[str, ...]
    sent: tuple[tuple[str, Any], ...]
    read: str

    @classmethod
    def of(cls, task: Task, rules: dict[str, TableRule], outcome: Outcome) -> _Chosen:
        matchers = [m for rule in rules.values() for kind in KINDS for m in _matchers(rule, kind)]
        named = {str(v) for m in matchers for v in m.values() if not isinstance(v, dict | list)}
        entered = [str(step.action["text"]) for step in outcome.steps if step.action.get("text")]
        for step in outcome.steps:
            entered += map(str, step.action.get("options") or [])
        sent = [
            (re.split(r"[-.\[\]]", name.rstrip("]"))[-1], one)
            for request in outcome.requests
            if request.method not in ("GET", "HEAD")
            for name, value in request.form.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        read = " ".join(check.parsed().sql for check in task.checks if check.kind == "sql")  # type: ignore[attr-defined]
        return cls(frozenset(named), tuple(entered), tuple(sent), read)

    def typed(self, value: Any) -> bool:
        """Whether the oracle entered this, a form carried it, and the template names it nowhere."""
        return (
            str(value) not in self.named
            and any(same_plain(text, value) for text in self.entered)
            and any(same_plain(one, value) for _, one in self.sent)
        )

    def carried(self, column: str, value: Any) -> bool:
        """Whether a form carried this in a field of the column's name."""
        field = column.removesuffix("_id")
        return value != "" and any(name == field and same_plain(one, value) for name, one in self.sent)

    def judged_by_sql(self, column: str) -> bool:
        return re.search(rf"\b{re.escape(column)}\b", self.read) is not None


def _matchers(rule: TableRule, kind: str) -> list[dict[str, Any]]:
    wanted = getattr(rule, kind)
    return wanted if isinstance(wanted, list) else []


def _tables(
    changes: dict[str, Any], rules: dict[str, TableRule], chosen: _Chosen
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Rows undone, doubled, written to the neighbour, with a neighbouring value."""
    for table, change in sorted(changes["tables"].items()):
        rule = rule_of(table, rules)
        for kind in KINDS:
            rows = change[kind]
            if getattr(rule, kind) == "any":
                continue  # the site's own bookkeeping, as the template says
            for place, row in enumerate(rows[:6]):
                matchers = [m for m in _matchers(rule, kind) if not row_problems(kind, row, m)]
                rest = rows[:place] + rows[place + 1 :]
                twin = _neighbour_row(kind, row, matchers)
                yield "undone", f"{table}: one row less {kind}", _rows(changes, table, kind, rest)
                yield "doubled", f"{table}: one row more {kind}", _rows(changes, table, kind, [*rows, twin])
                if kind == "changed" and matchers:
                    other = _rows(changes, table, kind, [*rest, twin])
                    yield "other row", f"{table}: the neighbour changed", other
                for what, wrong in _other_values(kind, row, matchers, chosen):
                    yield "other value", f"{table}: {what}", _rows(changes, table, kind, [*rest, wrong])


def _other_values(
    kind: str, row: dict[str, Any], matchers: list[dict[str, Any]], chosen: _Chosen
) -> Iterator[tuple[str, Any]]:
    """A row with another value, or the old one, where somebody chose the value."""
    if kind == "removed":
        return
    values = row["after"] if kind == "changed" else row
    for column, value in values.items():
        if value is None or (kind == "changed" and column not in row["columns"]):
            continue
        if _CLOCK.search(str(value)) or chosen.judged_by_sql(column):
            continue
        rules = [m[column] for m in matchers if column in m and m[column] != {"any": True}]
        freed = kind == "changed" and not rules and chosen.carried(column, value)
        if not (rules or freed or chosen.typed(value)):
            continue
        parts = _parts(rules)
        other = _replaced(value, parts[0], _neighbour_value(parts[0])) if parts else _neighbour_value(value)
        if any(isinstance(rule, dict) and fits(rule, other) for rule in rules):
            continue  # the template says that this would do as well
        if kind == "added":
            yield f"{column} is {other}", {**row, column: other}
            continue
        yield f"{column} is {other}", {**row, "after": {**values, column: other}}
        if not freed:
            left = [name for name in row["columns"] if name != column]
            old = {**values, column: row["before"].get(column)}
            yield f"{column} is as before", {**row, "columns": left, "after": old}


def _parts(rules: list[Any]) -> list[str]:
    """The words that a column has to hold, where the template names words and not the whole value."""
    found = [rule["contains"] for rule in rules if isinstance(rule, dict) and "contains" in rule]
    return [str(word) for words in found for word in (words if isinstance(words, list) else [words])]


def _neighbour_value(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return next((text for _, text in neighbours(str(value))), f"{value}x")


def _neighbour_row(kind: str, row: dict[str, Any], matchers: list[dict[str, Any]]) -> dict[str, Any]:
    """The same of another row: another key, and other values where the template tells rows apart by them."""
    if kind != "changed":
        first = "id" if "id" in row else next(iter(row), None)
        return {**row, first: _neighbour_value(row[first])} if first else row
    apart = {*row["key"], *(column for m in matchers for column in (m.get("before") or {}))}
    moved = {column: _neighbour_value(row["before"][column]) for column in apart if column in row["before"]}
    key = {column: _neighbour_value(value) for column, value in row["key"].items()}
    return {**row, "key": key, "before": {**row["before"], **moved}, "after": {**row["after"], **moved}}


def _rows(changes: dict[str, Any], table: str, kind: str, rows: list[Any]) -> dict[str, Any]:
    change = changes["tables"][table]
    counts = {**change["counts"], kind: change["counts"][kind] + len(rows) - len(change[kind])}
    return _set(changes, table, {**change, kind: rows, "counts": counts})


def _set(changes: dict[str, Any], table: str, change: dict[str, Any]) -> dict[str, Any]:
    return {**changes, "tables": {**changes["tables"], table: change}}


def _requests(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    spec: RequestSpec = task.checks[index].parsed()  # type: ignore[assignment]
    check = make_check(task, task.checks[index])
    sent = evidence[index]["evidence"]["requests"]
    fitting = [one for one in sent if check._fits(one)]  # type: ignore[attr-defined]
    others = [one for one in sent if one not in fitting]
    if not fitting:
        wanted = {
            "url": spec.url.replace("*", "x"),
            "status": spec.status or 200,
            "step": 1,
            "form": dict(spec.form),
        }
        yield _one("something else", "sent", evidence, index, requests=[*sent, wanted])
        return
    yield _one("undone", "not sent", evidence, index, requests=others)
    for name, value in spec.form.items():
        changed = [{**one, "form": {**one["form"], name: _neighbour_value(value)}} for one in fitting]
        yield _one("other value", f"other {name}", evidence, index, requests=[*others, *changed])


def _nodes(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    spec: NodeSpec = task.checks[index].parsed()  # type: ignore[assignment]
    entry = evidence[index]["evidence"]
    check = make_check(task, task.checks[index])
    if spec.model_fields_set == {"url"}:
        urls = [url for url in entry["urls"] if not visited(str(spec.url), [url])]
        yield _one("undone", "never visited", evidence, index, urls=urls)
        return
    fitting = [step for step in entry["steps"] if check._fits(step)]  # type: ignore[attr-defined]
    others = [step for step in entry["steps"] if step not in fitting]
    yield _one("undone", "step left out", evidence, index, steps=others)
    for part in ("role", "name", "css"):
        if getattr(spec, part) is not None:
            steps = [{**s, "target": {**s["target"], part: "other"}} for s in fitting]
            yield _one("other value", f"other {part}", evidence, index, steps=[*others, *steps])
    if isinstance(spec.value, str) and not spec.value.startswith("/"):
        steps = [{**step, "value": _neighbour_value(step["value"])} for step in fitting]
        yield _one("other value", "other value", evidence, index, steps=[*others, *steps])


def _found(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    """What a page, a query or an API showed: a part less, a part more, a neighbouring value."""
    entry = evidence[index]["evidence"]
    part = "rows" if "rows" in entry else "found"
    found = entry[part]
    expected = task.checks[index].parsed().expected()  # type: ignore[attr-defined]
    made: list[tuple[str, str, Any]] = []
    if isinstance(found, list) and found:
        made.append(("undone", "nothing found", []))
        whole = {"equals", "count"} & set(expected)
        if whole:  # else what stands besides does not matter
            made.append(("doubled", "one part more", [*found, found[-1]]))
            made.append(("undone", "one part less", found[:-1]))
    for place, text in enumerate(_texts(expected)):
        for what, other in list(neighbours(text))[:4]:
            changed = _replaced(found, text, other)
            if changed != found:
                made.append(("other value", f"{what}: {other} for {text} ({place})", changed))
    for kind, name, value in made:
        yield _one(kind, f"{name}", evidence, index, **{part: value})


def _texts(expected: dict[str, Any]) -> list[str]:
    wanted = [expected.get("equals"), expected.get("contains")]
    return [text for text in dict.fromkeys(_flat(wanted)) if text.strip()]


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, old, new) for part in value]
    if isinstance(value, str):
        return re.sub(re.escape(old), lambda _: new, value, flags=re.I)
    return new if value is not None and same_plain(value, old) else value


_MAKERS = {
    "url": _urls,
    "changes": _changes,
    "request": _requests,
    "node": _nodes,
    "sql": _found,
    "page": _found,
    "api": _found,
}
