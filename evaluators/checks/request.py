"""``request``: what the browser sent during the episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.comparison import same
from evaluators.noise import ignorable_terms
from evaluators.urls import visited
from tasks.specs import RequestSpec


@register
class RequestCheck(Check):
    """Counts requests of a method, address, form and status; at least one is wanted by default.

    A form may be sent again, because somebody pressed twice or the first answer was an error: how often
    something was written is for ``changes`` to say. What was answered by an error did nothing and counts
    only where its ``status`` is asked for, or where nothing may be sent (``count: 0``).
    """

    kind = "request"
    spec: RequestSpec

    def sound(self) -> None:
        self.of_task(self.spec.url)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        fitting = (request for request in outcome.requests if request.method.upper() == self.spec.method)
        sent = [{"url": r.url, "status": r.status, "step": r.step, "form": r.form} for r in fitting]
        return {"requests": sent, "ignore": ignorable_terms(self.spec.url)}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        ignore = evidence.get("ignore", [])
        near = [r for r in evidence["requests"] if visited(spec.url, [r["url"]], ignore)]
        low, high = self._span()
        fitting = [request for request in near if self._fits(request, ignore)]
        passed = low <= len(fitting) and (high is None or len(fitting) <= high)
        form = f" with {spec.form}" if spec.form else ""
        why = f"sent {_times(len(fitting), len(fitting))}" if fitting else "no such request was sent"
        if not passed:
            wrong = next(filter(None, map(self._problem, near)), None)
            why += f", wanted {_times(low, high)}" + (f"; another was sent: {wrong}" if wrong else "")
        return self.verdict(
            passed,
            expected=f"{spec.method} {spec.url}{form}, {_times(low, high)}",
            found=[self._told(request) for request in near[:5]],
            why=why,
        )

    def _told(self, request: dict[str, Any]) -> dict[str, Any]:
        """A request without the fields that nobody asked for: tokens differ from run to run."""
        form = request.get("form") or {}
        asked = {name: form[name] for name in self.spec.form if name in form}
        return {"url": request["url"], "form": asked, "status": request.get("status")}

    def _span(self) -> tuple[int, int | None]:
        count = {"min": 1} if self.spec.count is None else self.spec.count
        if not isinstance(count, dict):
            return int(count), int(count)
        return int(count.get("min", 0)), int(count["max"]) if "max" in count else None

    def _fits(self, request: dict[str, Any], ignore: Sequence[str] = ()) -> bool:
        return visited(self.spec.url, [request["url"]], ignore) and self._problem(request) is None

    def _problem(self, request: dict[str, Any]) -> str | None:
        """What makes a request to the right address another one than wanted; None when it is the one."""
        status = request.get("status")
        if self.spec.status is not None and not same(self.spec.status, status):
            return f"the status is {status}, not {self.spec.status}"
        form = request.get("form") or {}
        for name, value in self.spec.form.items():
            if name not in form:
                return f"the form has no {name}"
            if not same(value, form[name]):
                return f"{name} is {show(form[name], 200)}, not {show(value, 200)}"
        if self.spec.status is None and self._span()[1] != 0 and (status or 0) >= 400:
            return f"answered {status}"
        return None


def _times(low: int, high: int | None) -> str:
    if low == high:
        return {0: "never", 1: "once"}.get(low, f"{low} times")
    if high is None:
        return "at least once" if low == 1 else f"at least {low} times"
    return f"{low} to {high} times"
