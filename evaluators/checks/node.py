"""``node``: a key node that has to be passed on the way, as WebCanvas defines them (its section 3.2)."""

from __future__ import annotations

import re
from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.comparison import same, text_of
from evaluators.urls import visited
from tasks.specs import NodeSpec


@register
class NodeCheck(Check):
    """An address that was shown, an element that was acted on, or a value that was entered.

    All parts that are named must hold for one and the same step; a text between slashes is a regular
    expression.
    """

    kind = "node"
    spec: NodeSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        steps = [
            {"url": step.url, "target": step.target or {}, "value": _value(step.action)}
            for step in outcome.steps
        ]
        return {"urls": outcome.urls, "steps": steps}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        if spec.model_fields_set == {"url"}:
            passed = visited(str(spec.url), evidence["urls"])
        else:
            passed = any(self._fits(step) for step in evidence["steps"])
        expected = ", ".join(f"{name} {getattr(spec, name)}" for name in sorted(spec.model_fields_set))
        found = f"{len(evidence['urls'])} pages, {len(evidence['steps'])} steps"
        why = "this key node was passed" if passed else "no step passed this key node"
        return self.verdict(passed, expected=expected, found=found, why=why)

    def _fits(self, step: dict[str, Any]) -> bool:
        spec = self.spec
        if spec.url is not None and not visited(spec.url, [step["url"]]):
            return False
        for name in ("role", "name", "css"):
            wanted = getattr(spec, name)
            if wanted is not None and not _like(wanted, step["target"].get(name)):
                return False
        return spec.value is None or _like(spec.value, step["value"])


def _value(action: dict[str, Any]) -> Any:
    if action.get("name") == "select":
        return ", ".join(map(str, action.get("options", [])))
    return action.get("text", action.get("keys"))


def _like(wanted: Any, found: Any) -> bool:
    if found is None:
        return False
    if isinstance(wanted, str) and len(wanted) > 1 and wanted.startswith("/") and wanted.endswith("/"):
        return re.search(wanted[1:-1], text_of(found)) is not None
    return same(wanted, found)
