"""``answer``: what the agent said at the end."""

from __future__ import annotations

from typing import Any

from evaluators import values
from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.urls import visited
from tasks.specs import AnswerSpec


@register
class AnswerCheck(Check):
    """Compares the final answer by its type; see evaluators/values for the types."""

    kind = "answer"
    spec: AnswerSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        return {"answer": outcome.answer, "urls": outcome.urls}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        answer = evidence["answer"]
        reason = spec.unachievable
        expected = f"{spec.kind}: {show(reason.reason if reason else spec.value)}"
        if answer is None or not str(answer).strip():
            why = "no answer was given" if answer is None else "the answer is empty"
            return self.verdict(False, expected=expected, found="no answer", why=why)
        reference = reason.reason if reason else spec.value
        result = values.match(
            spec.kind, reference, str(answer), intent=self.task.intent, options=dict(spec.options)
        )
        passed = result.score >= 1.0 and not result.undecided
        verdict = self.verdict(passed, expected=expected, found=answer, why=result.why)
        if result.undecided:
            return verdict.model_copy(update={"status": "undecided"})
        if passed and reason:
            for pattern in reason.visited:
                options = [pattern] if isinstance(pattern, str) else pattern
                if not any(visited(option, evidence["urls"]) for option in options):
                    place = " or ".join(options)
                    return self.verdict(
                        False,
                        expected=f"{expected}, after a visit to {place}",
                        found=answer,
                        why=f"the answer is right, but {place} was never visited: it was not looked up",
                    )
        return verdict
