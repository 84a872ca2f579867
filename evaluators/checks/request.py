"""``request``: what the browser sent during the episode."""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.comparison import same
from evaluators.urls import visited
from tasks.specs import RequestSpec


@register
class RequestCheck(Check):
    """Counts requests of a method, address, form and status; by default exactly one is wanted."""

    kind = "request"
    spec: RequestSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        fitting = (request for request in outcome.requests if request.method.upper() == self.spec.method)
        sent = [{"url": r.url, "status": r.status, "step": r.step, "form": r.form} for r in fitting]
        return {"requests": sent}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        fitting = [request for request in evidence["requests"] if self._fits(request)]
        count = 1 if spec.count is None else spec.count
        low, high = (
            (count.get("min", 0), count.get("max")) if isinstance(count, dict) else (int(count), int(count))
        )
        passed = int(low) <= len(fitting) and (high is None or len(fitting) <= int(high))
        form = f" with {spec.form}" if spec.form else ""
        near = [r for r in evidence["requests"] if visited(spec.url, [r["url"]])]
        return self.verdict(
            passed,
            expected=f"{spec.method} {spec.url}{form}, {_times(low, high)}",
            found=[{"url": r["url"], "form": r.get("form"), "status": r.get("status")} for r in near[:5]],
            why=f"sent {len(fitting)} times" if fitting else "no such request was sent",
        )

    def _fits(self, request: dict[str, Any]) -> bool:
        if not visited(self.spec.url, [request["url"]]):
            return False
        if self.spec.status is not None and not same(self.spec.status, request.get("status")):
            return False
        form = request.get("form") or {}
        return all(name in form and same(value, form[name]) for name, value in self.spec.form.items())


def _times(low: Any, high: Any) -> str:
    if low == high:
        return "never" if int(low) == 0 else f"{low} times"
    return f"at least {low} times" if high is None else f"{low} to {high} times"
