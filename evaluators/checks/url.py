"""``url``: where the episode ended."""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.noise import ignorable_terms
from evaluators.urls import difference, parts_of
from tasks.specs import UrlSpec


@register
class UrlCheck(Check):
    """Compares the address of the focused tab at the end."""

    kind = "url"
    spec: UrlSpec

    def sound(self) -> None:
        for url in self.spec.urls():
            self.of_task(url)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        url = outcome.final_url
        return {"url": url, "ignore": ignorable_terms(url) if parts_of(url) else []}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        ignore = [*evidence["ignore"], *self.spec.ignore]
        wanted = self.spec.urls()
        problems = [difference(url, evidence["url"], ignore) for url in wanted]
        passed = any(problem is None for problem in problems)
        return self.verdict(
            passed,
            expected=" or ".join(wanted),
            found=evidence["url"],
            why="this is the page" if passed else _why(problems, evidence["url"]),
        )


def _why(problems: list[str | None], url: str) -> str:
    if not url:
        return "the episode ended without a page"
    return "; nor the other: ".join(dict.fromkeys(problem for problem in problems if problem))
