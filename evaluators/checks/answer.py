"""``answer``: what the agent said at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from evaluators import equivalence, values
from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.urls import visited
from tasks.specs import AnswerSpec

Judge = Callable[[str, str, str], bool | None]


def _opinion(opinions: Sequence[equivalence.Opinion]) -> Judge:
    """The recorded opinions as a judge that asks nobody."""

    def recall(intent: str, reference: str, answer: str) -> bool | None:
        return next(
            (o.says for o in opinions if o.says is not None and o(intent, reference, answer) is not None),
            None,
        )

    return recall


@register
class AnswerCheck(Check):
    """Compares the final answer by its type; see evaluators/values for the types."""

    kind = "answer"
    spec: AnswerSpec

    def sound(self) -> None:
        spec = self.spec
        if spec.unachievable is None:
            values.check_reference(spec.kind, spec.value, intent=self.task.intent, options=spec.options)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        evidence = {"answer": outcome.answer, "urls": outcome.urls}
        judge = equivalence.from_environment() if self.spec.kind == "fuzzy" else None
        return self.consult(evidence, judge) if judge else evidence

    def consult(self, evidence: dict[str, Any], judge: equivalence.Equivalence) -> dict[str, Any]:
        """The evidence with the judge's opinions of a fuzzy answer, where the rules cannot decide."""
        opinions: list[dict[str, Any]] = []

        def asked(intent: str, reference: str, answer: str) -> bool | None:
            opinion = equivalence.ask(judge, intent, reference, answer)
            opinions.append(asdict(opinion))
            return opinion.says

        if self.spec.kind == "fuzzy" and str(evidence["answer"] or "").strip():
            self._match(str(evidence["answer"]), asked)
        return evidence | {"judge": opinions} if opinions else evidence

    def _match(self, answer: str, judge: Judge | None) -> values.MatchResult:
        spec = self.spec
        reference = spec.unachievable.reason if spec.unachievable else spec.value
        options = {**spec.options, **({"judge": judge} if judge else {})}
        return values.match(spec.kind, reference, answer, intent=self.task.intent, options=options)

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        spec = self.spec
        answer = evidence["answer"]
        reason = spec.unachievable
        expected = f"{spec.kind}: {show(reason.reason if reason else spec.value)}"
        if answer is None or not str(answer).strip():
            why = "no answer was given" if answer is None else "the answer is empty"
            return self.verdict(False, expected=expected, found="no answer", why=why)
        opinions = [equivalence.Opinion(**entry) for entry in evidence.get("judge", [])]
        result = self._match(str(answer), _opinion(opinions) if opinions else None)
        passed = result.score >= 1.0 and not result.undecided
        verdict = self.verdict(passed, expected=expected, found=answer, why=result.why)
        if result.undecided:
            silent = next((o for o in opinions if o.says is None), None)
            if silent:
                verdict = verdict.model_copy(update={"why": f"{result.why}; {silent.model}: {silent.why}"})
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
