"""``answer``: what the agent said at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from evaluators import equivalence, oldvalues, values
from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.heard import heard
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
    """Compares the final answer by its type; see evaluators/oldvalues for the types."""

    kind = "answer"
    spec: AnswerSpec

    @property
    def declared(self) -> bool:
        """Whether the answer is read by its declared format."""
        return self.task.answer is not None or self.spec.not_achievable is not None

    def sound(self) -> None:
        spec = self.spec
        if self.declared:
            if self.task.answer is not None and spec.kind in ("exact", "must_include"):
                for value in accepted(spec.value):
                    values.value_of(value, self.task.answer)
            if spec.kind == "facts":
                values.missing("", spec.value)  # raises where a fact's value is none of its type
        elif spec.unachievable is None:
            oldvalues.check_reference(spec.kind, spec.value, intent=self.task.intent, options=spec.options)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        evidence: dict[str, Any] = {
            "answer": outcome.answer,
            "status": outcome.status,
            "reason": outcome.reason,
            "told": outcome.told,
            "urls": outcome.urls,
        }
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

    def _match(self, answer: str, judge: Judge | None) -> oldvalues.MatchResult:
        spec = self.spec
        reference = spec.unachievable.reason if spec.unachievable else spec.value
        options = {**spec.options, **({"judge": judge} if judge else {})}
        return oldvalues.match(spec.kind, reference, answer, intent=self.task.intent, options=options)

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        if self.declared:
            return self._judge(evidence)
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

    def _judge(self, evidence: dict[str, Any]) -> Verdict:
        """By the declared format: read first, without the reference; then compare."""
        spec = self.spec
        expected = f"{spec.kind}: {show(spec.value if spec.not_achievable is None else spec.not_achievable)}"
        answer = evidence["answer"]
        if answer is None:
            return self.verdict(False, expected=expected, found="no answer", why="no answer was given")
        reading = heard(
            self.task,
            answer,
            status=evidence.get("status"),
            reason=evidence.get("reason"),
            told=evidence.get("told", "none"),  # before there was any telling
        )
        passed, why = self._compare(reading, evidence)
        verdict = self.verdict(passed, expected=expected, found=answer, why=why)
        how = "malformed" if reading.status == "malformed" else reading.how
        return verdict.model_copy(update={"reading": how})

    def _compare(self, reading: values.Reading, evidence: dict[str, Any]) -> tuple[bool, str]:
        spec, format = self.spec, self.task.answer
        if reading.status == "malformed":
            return False, f"malformed: {reading.why}"
        if spec.not_achievable is not None:
            return self._refusal(reading, evidence)
        if spec.kind == "facts" and (reading.status == "done" or reading.value is not None):
            left_out = values.missing(str(reading.value), spec.value, self.task.intent)
            return not left_out, f"left out: {'; '.join(left_out)}" if left_out else "it says every fact"
        if reading.status != "done" and reading.value is None:
            return False, f"the answer says {reading.status}, and the task can be done"
        assert format is not None
        right = [values.value_of(one, format) for one in accepted(spec.value)]
        if spec.kind == "must_include":
            enough = len(reading.value) <= 2 * len(right[0]) + 2  # a list of everything is no answer
            held = enough and values.includes(reading.value, right[0], format.list_of or format)
            return held, "it holds every item" if held else "an item is missing, or far more are named"
        if any(values.same(reading.value, one, format) for one in right):
            return True, f"the value is right ({reading.how} reading)"
        return False, f"the value is {show(reading.value, 200)}"

    def _refusal(self, reading: values.Reading, evidence: dict[str, Any]) -> tuple[bool, str]:
        reasons = self.spec.not_achievable or []
        if reading.status != "not_achievable":
            return False, "the task cannot be done, and the answer does not say so"
        # who was not told of reasons names none, and is judged by the status alone
        if reading.reason and reading.reason not in reasons:
            return False, f"the reason is {reading.reason}, not {' or '.join(reasons)}"
        for pattern in self.spec.visited:
            places = [pattern] if isinstance(pattern, str) else pattern
            if not any(visited(place, evidence["urls"]) for place in places):
                return False, f"{' or '.join(places)} was never visited: it was not looked up"
        return True, "it cannot be done, as the answer says"


def accepted(value: Any) -> list[Any]:
    """The values that are right: ``{any_of: [...]}`` names several."""
    return list(value["any_of"]) if isinstance(value, dict) and value.keys() == {"any_of"} else [value]
