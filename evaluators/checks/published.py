"""``webarena``: one evaluator of a task of WebArena's, which was played on its own sites.

No template can name it: the checks of such a task are made from its file.
"""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register, show
from evaluators.dropin import webarena
from evaluators.dropin.addresses import Addresses
from evaluators.dropin.outcome import Recorded
from tasks.specs import PublishedSpec


@register
class WebArenaCheck(Check):
    """Judges one of ``string_match``, ``url_match`` and ``program_html`` (its paper, section 3.2)."""

    kind = "webarena"
    spec: PublishedSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        found = getattr(world, "captured", {}) if self.spec.part == "program_html" else {}
        return {"answer": outcome.answer, "final_url": outcome.final_url, **found}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        task = webarena.WebArenaTask.model_validate(self.spec.task)
        settings = webarena.Settings(original=self.spec.original, addresses=Addresses(self.spec.addresses))
        found = webarena.judge_part(self.spec.part, task, Recorded.model_validate(evidence), settings)
        worst = next((one for one in found if not one.passed), found[-1])
        return worst.model_copy(
            update={"check": self.kind, "expected": show(f"{self.spec.part}: {worst.expected}")}
        )
