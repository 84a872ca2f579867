"""A recorded demonstration looked over before it becomes a template.

Steps are left out, repeated or pointed at another element; key nodes are chosen among those that WebCanvas'
functions propose (its section 3.2 and appendix C), each shown with what it says of the recording itself.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

from evaluators.base import Outcome
from evaluators.checks.node import NodeCheck
from harness.agents.protocol import Element
from harness.authoring.demonstration import Demonstration, exactly, generic, literal, target_of
from harness.browser.marks import marked
from sites.errors import WebariumError
from tasks.model import Task
from tasks.specs import NodeSpec

MOST_TIMES = 20
_VALUES = {"type": "text", "select": "options"}


@dataclass(frozen=True)
class StepEdit:
    """What becomes of a step: ``times`` 0 leaves it out; ``element`` is another one to act on."""

    times: int = 1
    element: int | None = None


@dataclass(frozen=True)
class Candidate:
    """A key node that could be had, and what it says of the recording.

    Attributes:
        spec: as it stands in a template.
        function: target and match function, in the paper's words.
        step: after which it is proposed.
        verdict: passed at which step, or why not; ``trivial`` when the start page passes it, too.
    """

    spec: dict[str, Any]
    function: str
    step: int
    verdict: str
    passed: bool
    trivial: bool = False


@dataclass(frozen=True)
class Edits:
    """All that a person changed.

    Attributes:
        steps: by their number.
        nodes: numbers of candidates that become key nodes, and
        checks: that become checks, which decide.
        answer: another than was given; None keeps it.
    """

    steps: Mapping[int, StepEdit] = field(default_factory=dict)
    nodes: frozenset[int] = frozenset()
    checks: frozenset[int] = frozenset()
    answer: str | None = None

    @classmethod
    def of_form(cls, form: Mapping[str, str], count: int) -> Edits:
        """From the fields of the page: ``times-3``, ``element-3``, ``node-1``, ``answer``.

        Args:
            form: the fields.
            count: of candidates.

        Raises:
            ValueError: with a sentence, when a field holds what it cannot.
        """
        steps: dict[int, StepEdit] = {}
        for name, value in form.items():
            what, _, number = name.partition("-")
            if what == "times":
                times = int(value) if value.isdigit() else -1
                if not 0 <= times <= MOST_TIMES:
                    raise ValueError(f"step {number} is done 0 to {MOST_TIMES} times, not {value!r}")
                chosen = form.get(f"element-{number}", "")
                steps[int(number)] = StepEdit(times, int(chosen) if chosen else None)
        kinds = {
            kind: frozenset(n for n in range(count) if form.get(f"node-{n}") == kind)
            for kind in ("node", "check")
        }
        return cls(steps, kinds["node"], kinds["check"], form.get("answer"))


def edited(recorded: Demonstration, edits: Edits) -> Demonstration:
    """The demonstration as it is after the edits.

    Raises:
        WebariumError: a step is pointed at an element that its page does not have.
    """
    lines: list[dict[str, Any]] = []
    for line in recorded.lines:
        edit = edits.steps.get(line["step"], StepEdit())
        changed = copy.deepcopy(line)
        if edit.element is not None:
            element = recorded.elements(line).get(edit.element)
            if element is None:
                raise WebariumError(
                    f"step {line['step']}: its page has no element {edit.element}",
                    remedy="choose one of those that the page lists",
                )
            action = {key: value for key, value in changed["action"].items() if key not in ("x", "y")}
            changed["action"] = action | {"element": element.id}
            changed["target"] = {"role": element.role, "name": element.name}
        if edits.answer is not None and (changed["action"] or {}).get("name") == "stop":
            changed["action"]["answer"] = edits.answer
        lines += [copy.deepcopy(changed) for _ in range(edit.times)]
    outcome = recorded.outcome if edits.answer is None else recorded.outcome | {"answer": edits.answer}
    return replace(recorded, lines=lines, outcome=outcome)


def choices(recorded: Demonstration, line: Mapping[str, Any]) -> list[Element]:
    """The elements that a step could act on instead; none for a step without a target."""
    if not line["action"] or "element" not in line["action"] or not line["elements_file"]:
        return []
    return marked(recorded.elements(line).values())


def candidates(recorded: Demonstration) -> list[Candidate]:
    """The key nodes that the recording proposes, in the order of its steps, each one once."""
    outcome = Outcome.model_validate({"task_id": "recorded"} | recorded.outcome)
    first = Outcome(task_id="recorded", urls=outcome.urls[:1], visited=outcome.visited[:1])
    found: dict[str, Candidate] = {}
    for step, function, real in _proposed(recorded):
        spec = {
            key: generic(value) if key == "url" and "://" in str(value) else literal(value)
            for key, value in real.items()
        }
        if repr(spec) in found:
            continue
        passed, told = _says(real, outcome)
        trivial, _ = _says(real, first)
        found[repr(spec)] = Candidate(spec, function, step, told, passed, trivial)
    return list(found.values())


def _says(spec: Mapping[str, Any], outcome: Outcome) -> tuple[bool, str]:
    check = NodeCheck(_NOBODYS, NodeSpec.model_validate(spec))
    evidence = check.collect(None, outcome)  # type: ignore[arg-type]  # looks at the outcome alone
    verdict = check.judge(evidence)
    place = check.first(evidence)
    return verdict.passed, f"passed at step {place['step']}" if place else f"{verdict.status}: {verdict.why}"


def _proposed(recorded: Demonstration) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """After each step: address first, element and value for what no address tells (appendix C)."""
    pages = [line["url"] for line in recorded.lines[1:]] + [recorded.outcome.get("final_url") or ""]
    for line, after in zip(recorded.lines, pages, strict=True):
        action, step = line["action"] or {}, line["step"]
        if not action or action["name"] == "stop" or line["problem"]:
            continue
        if after and after != line["url"]:
            parts = urlsplit(after)
            yield step, "URL, exact match", {"url": after}
            yield step, "URL, include match", {"url": parts.path, "match": "include"}
            for term in parts.query.split("&") if parts.query else ():
                name, _, value = term.partition("=")
                if value:
                    yield step, "URL, include match", {"url": value, "match": "include", "key": name}
            yield (
                step,
                "URL, semantic match",
                {"url": parts.path.strip("/").replace("/", " "), "match": "semantic"},
            )
        if not line["target"] or ("element" not in action and "x" not in action):
            continue
        css = line["target"].get("css")
        if css:
            yield step, "element path, exact match", {"css": css}
        named = target_of(line, recorded.elements(line), recorded.page(line))
        role, name = line["target"].get("role"), line["target"].get("name")
        if named and role and name:
            yield step, "element by role and name, exact match", {"role": role, "name": exactly(name)}
        if value := _value(action):
            place = {"css": css} if css else {}
            for match in ("exact", "include", "semantic"):
                how = {} if match == "exact" else {"match": match}
                wanted = exactly(value, part=match != "exact")
                yield step, f"element value, {match} match", {**place, "value": wanted, **how}


def _value(action: Mapping[str, Any]) -> str:
    given = action.get(_VALUES.get(action["name"], ""))
    return given[0] if isinstance(given, list) and given else given if isinstance(given, str) else ""


_NOBODYS = Task.model_construct(id="recorded")
