"""``node``: a key node that has to be passed on the way, as WebCanvas defines them (its section 3.2).

Addresses, element paths and entered values are compared by the functions of
``evaluators.trajectories.webcanvas``; role and name of an element are ours besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from evaluators.base import Check, Judgement, Outcome, Verdict, WorldView, register
from evaluators.comparison import text_of
from evaluators.fields import entries
from evaluators.noise import ignorable_terms
from evaluators.trajectories import webcanvas
from evaluators.trajectories.webcanvas import KeyNode, Match, State, TaskResult
from evaluators.urls import visited, without_terms
from tasks import matching
from tasks.specs import NodeSpec


@register
class NodeCheck(Check):
    """An address that was shown, an element that was acted on, or a value that was entered.

    All parts that are named must hold for one and the same step. ``match`` is the match function of the
    value or, without one, of the address; a text between slashes is a regular expression.
    """

    kind = "node"
    spec: NodeSpec

    def sound(self) -> None:
        if self.spec.url is not None and self.spec.match == "exact":
            self.of_task(self.spec.url)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        steps = []
        for step, entered in zip(outcome.steps, entries(outcome.steps), strict=True):
            target = entered.target
            entry = {"url": step.url, "step": step.step, "target": target, "value": entered.value}
            if self.spec.css is not None:
                # The page is at hand now, not when the run is scored again.
                met = webcanvas.element_path_exact(target.get("css"), self.spec.css, page=step.html)
                entry["element"] = target.get("css") if met else None
            steps.append(entry)
        pages = outcome.visited or [{"url": url, "step": None} for url in outcome.urls]
        return {
            "urls": [page["url"] for page in pages],
            "url_steps": [page.get("step") for page in pages],
            "steps": steps,
            "ignore": ignorable_terms(self.spec.url or ""),
        }

    def _met(self, evidence: dict[str, Any]) -> list[Match]:
        ignore = evidence.get("ignore", [])
        if self.spec.is_place:
            return [self._address(url, ignore) for url in evidence["urls"]]
        return [self._fits(step, ignore) for step in evidence["steps"]]

    def first(self, evidence: dict[str, Any]) -> dict[str, Any] | None:
        """Where the node was first passed: its ``step``, where somebody noted it. None where it was not."""
        at = next((index for index, match in enumerate(self._met(evidence)) if match), None)
        if at is None:
            return None
        if not self.spec.is_place:
            return {"step": evidence["steps"][at].get("step")}
        steps = evidence.get("url_steps")
        return {"step": steps[at] if steps else None}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        met = self._met(evidence)
        passed = any(met)
        unsure = not passed and any(match.undecided for match in met)
        expected = ", ".join(f"{name} {getattr(spec, name)}" for name in sorted(spec.model_fields_set))
        found = f"{len(evidence['urls'])} pages, {len(evidence['steps'])} steps"
        if passed:
            why = f"this key node was passed: {next(match.why for match in met if match)}"
        else:
            near = [match.why for match in met if match.undecided] or [match.why for match in met]
            why = f"no step passed this key node{f'; the last: {near[-1]}' if near else ''}"
        verdict = self.verdict(passed, expected=expected, found=found, why=why)
        return verdict.model_copy(update={"status": "undecided"}) if unsure else verdict

    def _address(self, url: str, ignore: Sequence[str]) -> Match:
        spec = self.spec
        reference = str(spec.url)
        url = without_terms(url, ignore)
        if spec.match == "exact" and not spec.key:
            # As everywhere in tasks, a pattern without a query accepts any.
            url = url.split("#", 1)[0] if "?" in reference else re.split(r"[?#]", url, maxsplit=1)[0]
        return webcanvas.match(KeyNode("url", spec.match, reference, key=spec.key or ""), State(url=url))

    def _fits(self, step: dict[str, Any], ignore: Sequence[str] = ()) -> Match:
        spec, target = self.spec, step["target"]
        if spec.url is not None and not visited(spec.url, [step["url"]], ignore):
            return Match(False, f"the step was on {step['url']}")
        for part in ("role", "name"):
            wanted = getattr(spec, part)
            if wanted is not None and not _like(wanted, target.get(part)):
                return Match(False, f"the {part} is {target.get(part)!r}")
        if spec.css is not None:
            node = KeyNode("element_path", "exact", spec.css)
            looked_up = step.get("element") is not None and step["element"] == target.get("css")
            if not looked_up and not webcanvas.match(node, State(path=target.get("css"))):
                return Match(False, f"acted on {target.get('css')}")
        if spec.value is None:
            return Match(True, f"acted on {target.get('name') or target.get('css') or step['url']}")
        value = step["value"]
        if _pattern(spec.value):
            return Match(_like(spec.value, value), f"the value is {value!r}")
        node = KeyNode("element_value", spec.match, text_of(spec.value))
        return webcanvas.match(node, State(url=step["url"], value=None if value is None else text_of(value)))


def _pattern(wanted: Any) -> bool:
    return isinstance(wanted, str) and len(wanted) > 1 and wanted.startswith("/") and wanted.endswith("/")


def _like(wanted: Any, found: Any) -> bool:
    """Whether a role, a name or a value is the one wanted, or fits its regular expression."""
    if found is None:
        return False
    if _pattern(wanted):
        return matching.search(wanted[1:-1], text_of(found)) is not None
    return webcanvas.element_value_exact(text_of(found), text_of(wanted)).passed


def key_nodes(judgement: Judgement) -> dict[str, int] | None:
    """How many key nodes of an episode were passed, decisive or not; None when its task has none."""
    nodes = [one.passed for one in judgement.key_nodes]
    return {"passed": sum(nodes), "all": len(nodes)} if nodes else None


def node_scores(lines: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """The scores of WebCanvas over the episodes of a journal whose tasks have key nodes.

    Returns:
        ``tasks``, ``step_score`` (points won), ``max_score``, ``completion_rate``, ``success_rate``,
        ``success_rate_tolerance_1`` (one key node may be missing, table 3), ``efficiency_score``,
        ``human_alignment_score``; None when no episode has key nodes.
    """
    results = [
        TaskResult(
            (0,) * line["nodes"]["passed"] + (None,) * (line["nodes"]["all"] - line["nodes"]["passed"]),
            line["steps"],
            line.get("stop_reason") == "stop",
        )
        for line in lines
        if line.get("nodes")
    ]
    if not results:
        return None
    figures = {
        "completion_rate": webcanvas.completion_rate(results),
        "success_rate": webcanvas.success_rate(results),
        "success_rate_tolerance_1": webcanvas.success_rate(results, tolerance=1),
        "efficiency_score": webcanvas.efficiency_score(results),
        "human_alignment_score": webcanvas.human_alignment_score(results),
    }
    return {
        "tasks": len(results),
        "step_score": sum(result.step_score for result in results),
        "max_score": sum(result.max_score for result in results),
        **{name: None if value is None else round(value, 4) for name, value in figures.items()},
    }
