"""``api``: what the site's own API says after the episode."""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.comparison import compare, status_problem
from evaluators.cookies import led_elsewhere, opened, unvouched
from sites.facts import site_url
from tasks.specs import ApiSpec
from tasks.templates import profile_data
from tasks.values import pick


@register
class ApiCheck(Check):
    """Gets a JSON document, with the session of the site's profile, and compares a part of it."""

    kind = "api"
    spec: ApiSpec

    def sound(self) -> None:
        profile_data(self.spec.site, self.spec.profile)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        profile = self.spec.profile or self.task.profile.get(self.spec.site)
        headers = {"Accept": "application/json"}
        response = opened(world, self.spec.site, self.spec.path, profile, headers)
        found, lacks = None, {}
        try:
            found = pick(response.json(), self.spec.pick)
        except LookupError as error:
            lacks = {"lacks": str(error)}
        except ValueError:  # an error page is rarely JSON; anything else should be
            if response.status_code < 400:
                raise
            lacks = {"lacks": "the answer is no JSON"} if self.spec.pick else {}
        asked = site_url(self.spec.site) + self.spec.path
        return {
            "status": response.status_code,
            "found": found,
            **lacks,
            **led_elsewhere(asked, str(response.url)),
        }

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        found = evidence["found"]
        rows = found if isinstance(found, list) else [] if found is None else [found]
        passed, expected, why = compare(self.spec, found, rows)
        if "lacks" in evidence:  # who expects nothing picks the list that may be empty
            passed, why = False, f"{self.spec.path}: {evidence['lacks']}"
        elif passed and (problem := unvouched(self.spec, evidence)):
            passed, why = False, f"{self.spec.path} {problem}"
        if self.spec.status is not None:
            expected = "; ".join(filter(None, [expected, f"status {self.spec.status}"]))
        if problem := status_problem(self.spec, evidence):
            passed, why = False, f"{self.spec.path} {problem}"
        return self.verdict(passed, expected=expected, found=found, why=why)
