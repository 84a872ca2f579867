"""The ways that a template writes down, its oracle's and those of wrong outcomes: mistakes in their steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sites.source import Where

from .lockfile import Lock
from .model import DrawnParams, Template
from .rendering import names_in
from .steps import Step

Fault = tuple[Where, str]


def faults(template: Template, lock: Lock | None) -> Iterator[Fault]:
    """Steps that are not there, and names that are not known; names wait for the lock where it has them."""
    for index, wrong in enumerate(template.wrong):
        skipped = wrong.oracle.skipped() if wrong.oracle else []
        if skipped and template.oracle == "python":
            message = "skip: counts steps, and an oracle in Python has none: write with: or function:"
            yield ("wrong", index), message
            continue
        for number in skipped:
            if not 1 <= number <= len(template.oracle):
                yield ("wrong", index), f"the oracle has no step {number}"
    if (known := _known(template, lock)) is None:
        return
    if template.oracle != "python":
        yield from _names(template.oracle, known, ("oracle",))
    for index, wrong in enumerate(template.wrong):
        # who goes a wrong way may know what is right
        yield from _names(wrong.steps or [], {*known, "reference"}, ("wrong", index, "steps"))


def _known(template: Template, lock: Lock | None) -> set[str] | None:
    """The names that a step may use before anything was read; None where they are yet to be drawn."""
    if isinstance(template.params, DrawnParams):
        if lock is None:
            return None
        params = set().union(*(task.params for task in lock.tasks.values()))
    else:
        params = set().union(*template.params) if template.params else set()
    return {*template.sites, "profile", *params}


def _names(steps: list[Step], before: Collection[str], where: Where) -> Iterator[Fault]:
    """Names that steps use must be parameters, sites or read before."""
    known = {*before}
    for index, step in enumerate(steps):
        for name in sorted(names_in(step.argument) - known):
            if name == "reference":
                message = "the oracle must not know reference values: read them from pages"
            else:
                message = (
                    f"'{name}' is no parameter and was not read before; known: {', '.join(sorted(known))}"
                )
            yield (*where, index), message
        if step.name == "read" and "as" in step.argument:
            known.add(step.argument["as"])
