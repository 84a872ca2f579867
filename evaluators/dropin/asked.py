"""What a model said of fuzzy answers, kept with the evidence, so that judging stays pure.

``webarium score RUN --judge`` asks once; from then on the verdict comes from what is kept.
"""

from __future__ import annotations

from typing import Any

from evaluators.equivalence import Equivalence


class Asked(Equivalence):
    """A judge that knows what was said, and asks another one for the rest.

    Args:
        said: ``{"question", "reference", "answer", "reason", "same"}`` each; what is asked is added.
        judge: whom to ask; None asks nobody.
    """

    def __init__(self, said: list[dict[str, Any]], judge: Equivalence | None = None) -> None:
        self.said = said
        self._judge = judge

    def __call__(self, intent: str, reference: str, answer: str) -> bool | None:
        """Whether the answer says the same as the reference; None where nobody said."""
        return self._known(intent, reference, answer, reason=False)

    def same_reason(self, intent: str, reason: str, report: str) -> bool | None:
        """Whether a report gives the reason why a task cannot be done; None where nobody said."""
        return self._known(intent, reason, report, reason=True)

    def _known(self, question: str, reference: str, answer: str, *, reason: bool) -> bool | None:
        asked = {"question": question, "reference": reference, "answer": answer, "reason": reason}
        for one in self.said:
            if {**one, "same": None} == {**asked, "same": None}:
                return None if one["same"] is None else bool(one["same"])
        if self._judge is None:
            return None
        found = (self._judge.same_reason if reason else self._judge)(question, reference, answer)
        self.said.append(asked | {"same": found})
        return found
