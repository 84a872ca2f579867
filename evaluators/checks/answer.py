"""``answer``: what the agent said at the end."""

from __future__ import annotations

from typing import Any

from evaluators import values
from evaluators.base import Check, CheckError, Outcome, Verdict, WorldView, register, show
from evaluators.facts import missing
from evaluators.heard import NO_REASON, heard, lacks_reason
from evaluators.noise import ignorable_terms
from evaluators.urls import visited
from sites.errors import WebariumError
from tasks.formats import Format
from tasks.specs import AnswerSpec


@register
class AnswerCheck(Check):
    """Compares the final answer by its type; see evaluators/values for the types."""

    kind = "answer"
    spec: AnswerSpec

    def sound(self) -> None:
        spec, format = self.spec, self.task.answer
        values.describe(format)  # raises where a unit is none
        for pattern in spec.visited:
            for url in _places(pattern):
                self.of_task(url)
        for wrong in self.task.wrong:
            if format and isinstance(wrong.answer, str):
                _of_shape(wrong.answer, format)
        if spec.kind == "facts":
            missing("", spec.value)  # raises where a fact's value is none of its type
        elif spec.kind in ("exact", "must_include"):
            if format is None:
                raise WebariumError(
                    "nothing says how the answer is read", remedy="declare its format: answer: {type: ...}"
                )
            right = [values.value_of(value, format) for value in accepted(spec.value)]
            if spec.kind == "must_include" and not format.list_of and not format.table_of:
                raise CheckError(
                    "must_include is of a list or a table, and one value is asked for",
                    remedy="declare answer: {list_of: ...}, or write exact: or facts:",
                )
            for wrong in self.task.wrong if spec.kind == "exact" else ():
                if isinstance(wrong.answer, str) and _is_one_of(wrong.answer, right, format):
                    raise CheckError(
                        f"the wrong answer {wrong.answer[:80]} is a right one",
                        remedy="take it away, or limit it with when: to tasks where it is wrong",
                    )

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        return {
            "answer": outcome.answer,
            "status": outcome.status,
            "reason": outcome.reason,
            "told": outcome.told,
            "urls": outcome.urls,
            "ignore": {url: ignorable_terms(url) for one in self.spec.visited for url in _places(one)},
        }

    def judge(self, evidence: dict[str, Any]) -> Verdict:
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
            left_out = missing(str(reading.value), spec.value, self.task.intent)
            return not left_out, f"left out: {'; '.join(left_out)}" if left_out else "it says every fact"
        if reading.status != "done" and reading.value is None:
            return False, f"the answer says {reading.status}, and the task can be done"
        assert format is not None
        right = [values.value_of(one, format) for one in accepted(spec.value)]
        if spec.kind == "must_include":
            held = any(  # a list of everything is no answer
                len(reading.value) <= 2 * len(one) + 2 and values.includes(reading.value, one, format.item)
                for one in right
            )
            return held, "it holds every item" if held else "an item is missing, or far more are named"
        if any(values.same(reading.value, one, format) for one in right):
            return True, f"the value is right ({reading.how} reading)"
        return False, f"the value is {show(reading.value, 200)}"

    def _refusal(self, reading: values.Reading, evidence: dict[str, Any]) -> tuple[bool, str]:
        reasons = self.spec.not_achievable or []
        if reading.status != "not_achievable":
            return False, "the task cannot be done, and the answer does not say so"
        if lacks_reason(reading) and evidence.get("told") == "full":
            return False, NO_REASON
        # who was not told of reasons names none, and is judged by the status alone
        if reading.reason and reading.reason not in reasons:
            return False, f"the reason is {reading.reason}, not {' or '.join(reasons)}"
        for pattern in self.spec.visited:
            places, ignore = _places(pattern), evidence.get("ignore", {})
            if not any(visited(place, evidence["urls"], ignore.get(place, ())) for place in places):
                return False, f"{' or '.join(places)} was never visited: it was not looked up"
        return True, "it cannot be done, as the answer says"


def _places(pattern: str | list[str]) -> list[str]:
    return [pattern] if isinstance(pattern, str) else pattern


def accepted(value: Any) -> list[Any]:
    """The values that are right: ``{any_of: [...]}`` names several."""
    return list(value["any_of"]) if isinstance(value, dict) and value.keys() == {"any_of"} else [value]


def _is_one_of(answer: str, right: list[Any], format: Format) -> bool:
    """Whether an answer that is written as JSON has a value that is right."""
    if not answer.startswith(("[", "{")):
        return False
    reading = values.read(answer, format)
    return reading.status == "done" and any(values.same(reading.value, one, format) for one in right)


def _of_shape(answer: str, format: Format) -> None:
    """A wrong answer that is a list or an object has the shape that is asked for.

    Raises:
        CheckError: it fails for its form alone, whatever it says.
    """
    given, shape = answer.lstrip()[:1], format.shape
    wanted = {"[": ("list_of", "table_of"), "{": ("record",)}.get(given)
    if wanted and shape not in wanted and (format.type not in ("text", "name")):
        raise CheckError(
            f"the wrong answer {answer[:80]} is no value of the declared format: it fails for its form alone",
            remedy=f"what is asked for: {values.describe(format)['sentence']}",
        )
