"""A world made of dictionaries, and tasks with a single check, for tests of the checks."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Verdict
from sites.facts import site_url
from tasks.model import Task


@dataclass
class Response:
    """What a GET gives; ``url`` is where it led, when not to the address that was asked for."""

    text: str = ""
    status_code: int = 200
    url: str = ""

    def json(self) -> Any:
        """The text as JSON."""
        return json.loads(self.text)


@dataclass
class DictWorld:
    """Everything a check may ask for; it records what was asked."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    pages: dict[str, Response] = field(default_factory=dict)
    changed: dict[str, Any] = field(default_factory=dict)
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        """The prepared rows."""
        self.asked.append(("query", site, sql, json.dumps(params)))
        return self.rows

    def fetch(self, site: str, path: str, headers: Any = None, *, cookies: Any = None) -> Response:
        """The prepared page, or 404."""
        jar = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
        self.asked.append(("fetch", site, path, jar))
        found = self.pages.get(path, Response("<h1>Not found</h1>", 404))
        return replace(found, url=found.url or site_url(site) + path)

    def changes(self, site: str) -> dict[str, Any]:
        """The prepared changes."""
        self.asked.append(("changes", site))
        return {"tables": self.changed, "files": {"added": [], "removed": [], "changed": []}}

    def sessions(self, site: str) -> dict[str, Any]:
        """One session a profile."""
        return {
            name: {"cookies": [{"name": "sid", "value": name, "path": "/"}]} for name in ("emma", "owner")
        }


def task_with(*checks: dict[str, Any], **fields: Any) -> Task:
    """A task of the shop with these checks."""
    data: dict[str, Any] = {
        "id": "shopping.test.0",
        "template": "shopping.test",
        "folder": "shopping",
        "number": 0,
        "sites": ["shopping"],
        "profile": {"shopping": "emma"},
        "intent": "How many orders do I have?",
        "start": ["http://shopping.webarium.test/"],
        "category": "information_seeking",
        "covers": ["S1"],
        "checks": list(checks),
    }
    return Task.model_validate({**data, **fields})


def verdict_on(check: dict[str, Any], world: DictWorld | None = None, **outcome: Any) -> Verdict:
    """Collect, pass the evidence through JSON, judge: the verdict of a single check."""
    task = task_with(check, params={"product_id": 7}, reference={"sku": "A-1"})
    evidence = collect_all(task, world or DictWorld(), Outcome(task_id=task.id, **outcome))
    saved = json.loads(json.dumps(evidence))
    judgement = judge_all(task, saved)
    assert judge_all(task, saved) == judgement
    (verdict,) = judgement.checks
    assert judgement.passed == verdict.passed
    return verdict
