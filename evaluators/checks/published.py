"""``webarena``: one evaluator of a task of WebArena's, which was played on its own sites.

No template can name it: the checks of such a task are made from its file.
"""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.dropin import webarena
from evaluators.dropin.addresses import Addresses
from evaluators.dropin.asked import Asked
from evaluators.dropin.outcome import Recorded
from evaluators.equivalence import Equivalence
from tasks.specs import PublishedSpec

SAID = "said"
"""Under which evidence keeps what a model said."""


@register
class WebArenaCheck(Check):
    """Judges one of ``string_match``, ``url_match`` and ``program_html`` (its paper, section 3.2)."""

    kind = "webarena"
    spec: PublishedSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        found = getattr(world, "captured", {}) if self.spec.part == "program_html" else {}
        return {"answer": outcome.answer, "final_url": outcome.final_url, **found}

    def ask(self, evidence: dict[str, Any], judge: Equivalence) -> None:
        """Ask a model what rules do not decide, and keep with the evidence what it says."""
        if self.spec.part == "string_match":
            said: list[dict[str, Any]] = list(evidence.get(SAID) or [])
            self._verdicts(evidence, Asked(said, judge))
            evidence[SAID] = said

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        said = evidence.get(SAID)
        found = self._verdicts(evidence, Asked(said) if said else None)
        worst = next((one for one in found if not one.passed), found[-1])
        return worst.model_copy(
            update={"check": self.kind, "expected": show(f"{self.spec.part}: {worst.expected}")}
        )

    def _verdicts(self, evidence: dict[str, Any], judge: Equivalence | None) -> list[Verdict]:
        task = webarena.WebArenaTask.model_validate(self.spec.task)
        settings = webarena.Settings(
            original=self.spec.original, addresses=Addresses(self.spec.addresses), judge=judge
        )
        return webarena.judge_part(self.spec.part, task, Recorded.model_validate(evidence), settings)
