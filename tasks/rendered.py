"""The parts of a task, rendered from those of its template: as data, so that they are validated again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .lockfile import LockedNode
from .model import CheckEntry, Milestone, Rule, Template, WrongValue
from .rendering import check_unused, render


def user(template: Template, known: Mapping[str, Any]) -> Any:
    """The person, rendered with reference values too: who gives a task knows what is wanted."""
    return template.user and render(template.user.model_dump(), known, ("user",))


def parts_of(key: str, parts: Sequence[Milestone | Rule], known: Mapping[str, Any]) -> Any:
    """Milestones or rules, rendered: as data, so that they are validated again."""
    return [
        render(one.model_dump(exclude={"check"}), known, (key, index))
        | {
            "check": {
                "kind": one.check.kind,
                "spec": render(one.check.spec, known, (key, index, "check", one.check.kind)),
            }
        }
        for index, one in enumerate(parts)
    ]


def events(template: Template, known: Mapping[str, Any]) -> Any:
    """Events, rendered with reference values too: whoever else is at work knows what they do."""

    def check(entry: CheckEntry, where: tuple[str | int, ...]) -> dict[str, Any]:
        return {"kind": entry.kind, "spec": render(entry.spec, known, (*where, entry.kind))}

    return [
        render(one.model_dump(exclude={"only_if", "seen", "unseen"}), known, ("events", index))
        | {
            key: [check(entry, ("events", index, key, at)) for at, entry in enumerate(getattr(one, key))]
            for key in ("seen", "unseen")
        }
        | {"only_if": one.only_if and check(one.only_if, ("events", index, "only_if"))}
        for index, one in enumerate(template.events)
    ]


def answer_format(template: Template, known: Mapping[str, Any]) -> Any:
    """The answer's format, rendered: as data, so that it is validated again."""
    if template.answer is None:
        return None
    return render(template.answer.model_dump(exclude_unset=True), known, ("answer",))


def key_nodes(template: Template, pinned: list[LockedNode], known: Mapping[str, Any]) -> list[Any]:
    """Those that the template names, then those that the lock holds and the template does not."""
    named = [
        render(node.model_dump(exclude_unset=True), known, ("key_nodes", index))
        for index, node in enumerate(template.key_nodes)
    ]
    derived = [{"node": {"url": one.url}, "step": one.step} for one in pinned]
    return [{"node": node} for node in named] + [one for one in derived if one["node"] not in named]


def wrong_outcomes(template: Template, known: dict[str, Any], values: dict[str, Any]) -> list[Any]:
    """Wrong outcomes with their texts rendered, except steps, which the oracle renders as it goes."""
    rendered = []
    for index, wrong in enumerate(template.wrong):
        where = ("wrong", index)
        entry = wrong.model_dump(by_alias=True, exclude_unset=True, exclude={"steps"})
        if wrong.when is not None and not render("{{ " + wrong.when + " }}", known, (*where, "when")):
            check_unused(entry, where)
            continue
        if wrong.oracle is not None:
            entry["oracle"] = render(entry["oracle"], known, (*where, "oracle"))
        if wrong.steps is not None:
            entry["steps"] = [step.model_dump() for step in wrong.steps]
        if isinstance(wrong.answer, str):
            entry["answer"] = str(render(wrong.answer, known, (*where, "answer")))
        elif isinstance(wrong.answer, WrongValue):
            value = render(wrong.answer.value, known, (*where, "answer", "value"))
            entry["answer"] = json.dumps(value, ensure_ascii=False)
        elif wrong.answer is not None:
            # the reference value under the other parameters was computed when the template was locked
            if str(index) not in values:
                continue
            value = values[str(index)]
            text = wrong.answer.text or "{{ value }}"
            said = render(text, {**known, "value": value}, (*where, "answer", "text"))
            entry["answer"] = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        rendered.append(entry)
    return rendered
