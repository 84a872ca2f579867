"""What lint says of refusals: each has a twin that can be done, and nothing but looking tells them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Literal

from .formats import REASONS, Format
from .model import Task, Template
from .templates import ROOT, TemplateErrors, load_template, root_for

Level = Literal["error", "hint"]
Finding = tuple[str, Level, str]
"""The key of the template that it is about, how bad it is, and what it is."""

ALIKE = 0.5
"""The share of words that a refusal and its twin have in common at least, for one frame of wording."""
TWINS_A_REFUSAL = (1.5, 3.0)
"""About two tasks that can be done to one that cannot: otherwise refusing, or never refusing, pays."""
TELLING = 0.75
"""A profile of which so many tasks cannot be done tells by itself that one cannot."""
_ASIDE = re.compile(
    r"\bif (?:not|there (?:is|are) no\w*|it is not|you can(?:no|')t|that is not possible)\b"
    r"|\btell me (?:if|why)\b",
    re.I,
)


def refusal(template: Template, root: Path = ROOT) -> Iterator[Finding]:
    """What is wrong with a template as one side of a pair."""
    if not template.unachievable:
        if template.twin:
            yield "twin", "error", "a twin belongs to a task that cannot be done; this one can be"
        return
    for check in template.checks:
        if check.kind == "answer" and check.spec.get("not_achievable") == []:
            yield "checks", "error", "no reason is right: name one of " + ", ".join(REASONS) + ", or any"
    if template.twin is None:
        yield "checks", "error", "it cannot be done and names no twin: a template like it that can be"
        return
    folder, name = template.twin.split(".")
    path = root_for(folder, root) / folder / f"{name}.yaml"
    if not path.is_file():
        yield "twin", "error", f"there is no template {template.twin}"
        return
    try:
        other = load_template(path)
    except TemplateErrors:
        return  # its own lint says why
    yield from _unlike(template, other)


def _unlike(template: Template, twin: Template) -> Iterator[Finding]:
    if twin.unachievable:
        yield "twin", "error", f"{twin.id} cannot be done either"
    if sorted(template.sites) != sorted(twin.sites):
        yield "twin", "error", f"{twin.id} has other sites: {', '.join(twin.sites)}"
    if template.profile != twin.profile:
        yield "twin", "error", f"{twin.id} has another profile, which tells them apart"
    if told(template.answer) != told(twin.answer):
        yield "twin", "error", f"{twin.id} has another answer format, which tells them apart"
    if (share := in_common(template.intent, twin.intent)) < ALIKE:
        message = f"only {share:.0%} of the words stand in {twin.id} as well: no frame of wording is shared"
        yield "intent", "hint", message
    aside = _ASIDE.search(template.intent)
    if aside and not _ASIDE.search(twin.intent):
        yield "intent", "hint", f"'{aside.group(0)}' stands here and not in {twin.id}: it smells of refusal"


def told(format: Format | None) -> Any:
    """All of a format that an agent is told."""

    def without(data: Any) -> Any:
        if isinstance(data, dict):
            return {key: without(value) for key, value in data.items() if key != "among"}
        return data

    return None if format is None else without(format.model_dump())


def in_common(first: str, second: str) -> float:
    """The share of words that two intents have in common, in the same order; parameters are one word."""
    one, other = (re.findall(r"\w+", re.sub(r"\{\{.*?\}\}", " x ", text.lower())) for text in (first, second))
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def balance(tasks: Sequence[Task]) -> list[str]:
    """What is wrong with all pairs together."""
    found = []
    cannot = [task for task in tasks if task.unachievable and task.twin]
    twins = {task.twin for task in cannot}
    can = sum(task.template in twins for task in tasks)
    low, high = TWINS_A_REFUSAL
    if cannot and not low <= can / len(cannot) <= high:
        found.append(
            f"over all pairs there are {can} tasks that can be done to {len(cannot)} that cannot; "
            "about two to one are wanted"
        )
    for (site, profile), group in sorted(_by_profile(tasks).items()):
        refused = sum(task.unachievable for task in group)
        if refused >= 3 and refused / len(group) >= TELLING:
            found.append(
                f"{refused} of {len(group)} tasks of {profile} ({site}) cannot be done: the profile tells"
            )
    return found


def _by_profile(tasks: Iterable[Task]) -> Mapping[tuple[str, str], list[Task]]:
    groups: dict[tuple[str, str], list[Task]] = {}
    for task in tasks:
        for site, profile in task.profile.items():
            if profile:
                groups.setdefault((site, profile), []).append(task)
    return groups


def guessable(tasks: Sequence[Task]) -> str | None:
    """Why the answers of a template's tasks are guessed too easily; None where nothing says so.

    Only answers that are one value, and decide alone, are looked at.
    """
    if not tasks or tasks[0].unachievable or not all(_answer_alone(task) for task in tasks):
        return None
    format = tasks[0].answer
    if format is None or format.type is None:
        return None
    if format.type == "boolean":
        return "yes or no is guessed every second time"
    if format.type == "choice" and isinstance(format.options, list) and len(format.options) <= 2:
        return "one of two options is guessed every second time"
    values = {
        str(check.spec.get("exact")) for task in tasks for check in task.checks if check.kind == "answer"
    }
    if all(re.fullmatch(r"\d", value) for value in values) and len(values) < 4:
        many = "is always" if len(values) == 1 else "is one of"
        return f"the answer {many} {', '.join(sorted(values))}: a guess hits it"
    return None


def _answer_alone(task: Task) -> bool:
    """Whether nothing has to be done besides answering."""
    for check in task.checks:
        if check.kind == "answer":
            if not (isinstance(check.spec, dict) and "exact" in check.spec):
                return False
        elif check.kind != "changes" or check.spec not in ("none", {"sites": {}}):
            return False
    return True


@dataclass(frozen=True)
class Ceiling:
    """How many tasks somebody passes at most who looks at nothing that matters."""

    policy: str
    passed: int
    tasks: int

    def __str__(self) -> str:
        share = self.passed / self.tasks if self.tasks else 0.0
        return f"{self.policy}: {self.passed} of {self.tasks} tasks at most ({share:.1%}), and no pair"


def ceilings(tasks: Sequence[Task], walk: int = 2) -> list[Ceiling]:
    """What constant policies can reach: to refuse each task at once, or after a look at some pages.

    Args:
        tasks: all of them.
        walk: how many pages are looked at; taken for whichever pages have to be.
    """
    found = []
    for policy, pages in (("refuse at once", 0), (f"look at {walk} pages, then refuse", walk)):
        by_reason: Counter[str] = Counter()
        alone = 0
        for task in tasks:
            specs = [check.spec for check in task.checks if check.kind == "answer"]
            if not task.unachievable or any(_places(spec) > pages for spec in specs):
                continue
            alone += 1
            reasons = [set(_reasons(spec)) for spec in specs]
            by_reason.update(set.intersection(*reasons) if reasons else set())
        reason, most = max(by_reason.items(), key=lambda item: item[1], default=("any reason", 0))
        found.append(Ceiling(f"{policy}: {reason}", most, len(tasks)))
        found.append(Ceiling(f"{policy}, told nothing of reasons", alone, len(tasks)))
    return found


def _reasons(spec: Any) -> Sequence[str]:
    reasons = spec.get("not_achievable") if isinstance(spec, dict) else None
    return REASONS if reasons in (None, "any") else list(reasons)


def _places(spec: Any) -> int:
    """How many pages must have been seen."""
    if not isinstance(spec, dict):
        return 0
    return len(spec.get("visited") or [])
