"""What differs between two runs besides the agent, so that comparing them is less than fair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.compare.sides import Side
from harness.run.models import FINISHED


def warnings_of(baseline: Side, run: Side) -> list[str]:
    """What differs between two runs besides the agent: worlds, browser, tasks, what is shown, limits."""
    found = []
    across = baseline.edition != run.edition
    what = "templates" if across else "tasks"
    if across:
        found.append("the tasks are of different worlds: each template is paired with itself")
    first, second = (
        {one.template if across else one.task_id for one in side.episodes} for side in (baseline, run)
    )
    if first != second:
        alone = ((baseline, first - second), (run, second - first))
        only = [f"{len(ids)} only in {side.name}" for side, ids in alone if ids]
        found.append(f"the {what} differ: {len(first & second)} in both, {', '.join(only)}")
    elif not across and _differ(baseline, run, "tasks_hash"):
        found.append("the tasks have the same names, but their texts, answers or checks differ")
    for side in (baseline, run):
        if side.unfinished:
            found.append(side.unfinished)
        broken = sum(one.status not in FINISHED for one in side.episodes)
        if broken:
            found.append(f"{side.name} has {broken} episodes that ended as errors and are not paired")
    for key, words in (("browser", "the browsers differ"), ("seed", "the worlds have different seeds"),
                       ("epoch", "the worlds begin at different times"),
                       ("trials", "the number of trials differs")):  # fmt: skip
        if _differ(baseline, run, key):
            found.append(f"{words}: {baseline.facts[key]} and {run.facts[key]}")
    if not across:  # other data are other images
        found += _images(baseline.facts.get("images") or {}, run.facts.get("images") or {})
        found += _built_apart(baseline.facts, run.facts)
    settings, others = (side.facts.get("settings") or {} for side in (baseline, run))
    for key in ("observation", "scope", "limits"):
        if settings and others and settings.get(key) != others.get(key):
            found.append(f"the {key} differs: {settings.get(key)} and {others.get(key)}")
    for key, usual in (("window", "desktop"), ("marks", False), ("otr", None)):
        shown = [side.get(key, usual) for side in (settings, others)]
        if settings and others and shown[0] != shown[1]:
            found.append(f"the {key} differs: {shown[0]} and {shown[1]}")
    told = [side.get("answer_format", "none") for side in (settings, others)]
    if settings and others and told[0] != told[1]:
        found.append(f"what is told of answers differs: {told[0]} and {told[1]}")
    if _differ(baseline, run, "webarium"):
        found.append(f"Webarium differs: {baseline.facts['webarium']} and {run.facts['webarium']}")
    return found


def _images(first: Mapping[str, str], second: Mapping[str, str]) -> list[str]:
    found = []
    names = sorted(name for name in first.keys() & second.keys() if first[name] != second[name])
    if names:
        found.append(f"the worlds differ: other images of {', '.join(names)}")
    if alone := sorted(first.keys() ^ second.keys() if first and second else ()):
        # the first page lists the sites that run
        found.append(f"the worlds differ: only one of them has {', '.join(alone)}")
    return found


def _built_apart(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Images that were built from the same, at another time: Debian and PyPI may have answered otherwise."""

    def other(key: str) -> set[str]:
        one, two = first.get(key) or {}, second.get(key) or {}
        return {name for name in one.keys() & two.keys() if one[name] != two[name]}

    found = []
    if packages := sorted(other("packages")):
        found.append(f"the images of {', '.join(packages)} have other packages of Debian or PyPI")
    known = (first.get("packages") or {}).keys() & (second.get("packages") or {}).keys()
    if apart := sorted(other("image_ids") - other("images") - known):
        found.append(
            f"the images of {', '.join(apart)} were built apart, with packages that were not recorded"
        )
    return found


def _differ(first: Side, second: Side, key: str) -> bool:
    return key in first.facts and key in second.facts and first.facts[key] != second.facts[key]
