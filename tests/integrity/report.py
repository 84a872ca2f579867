"""What the attackers came to: how many attacks on how many tasks, and how many gained a point."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Report:
    """Counted while the tests run; shown at their end and kept where WEBARIUM_INTEGRITY_REPORT says.

    ``by_design`` are refusals of what cannot be done, after all that has to be looked at, if anything has.
    """

    attacks: Counter[tuple[str, str]] = field(default_factory=Counter)
    tasks: dict[str, set[str]] = field(default_factory=dict)
    gained: list[str] = field(default_factory=list)
    by_design: dict[str, str] = field(default_factory=dict)

    def add(self, layer: str, attack: str, task: str, *, gained: bool) -> None:
        """Count one attack on one task."""
        self.attacks[layer, attack] += 1
        self.tasks.setdefault(layer, set()).add(task)
        if gained:
            self.gained.append(f"{attack} on {task}")

    def counted(self) -> dict[str, Any]:
        """All of it in plain values, for `take` in another process."""
        return {
            "attacks": [(layer, attack, count) for (layer, attack), count in self.attacks.items()],
            "tasks": {layer: sorted(tasks) for layer, tasks in self.tasks.items()},
            "gained": self.gained,
            "by_design": self.by_design,
        }

    def take(self, counted: dict[str, Any]) -> None:
        """Add what another process counted."""
        for layer, attack, count in counted["attacks"]:
            self.attacks[layer, attack] += count
        for layer, tasks in counted["tasks"].items():
            self.tasks.setdefault(layer, set()).update(tasks)
        self.gained += counted["gained"]
        self.by_design.update(counted["by_design"])

    def lines(self) -> list[str]:
        """For people."""
        found = []
        for layer, tasks in self.tasks.items():
            count = sum(n for (name, _), n in self.attacks.items() if name == layer)
            attackers = sum(name == layer for name, _ in self.attacks)
            found.append(f"{layer}: {attackers} attackers, {count} attacks on {len(tasks)} tasks")
        found += [f"by design, {name}: {what}" for name, what in self.by_design.items()]
        return [*found, f"gained: {len(self.gained)}", *self.gained[:50]]

    def save(self, path: Path) -> None:
        """As JSON."""
        by_layer: dict[str, Any] = {
            layer: {
                "tasks": len(tasks),
                "attacks": {name: count for (one, name), count in self.attacks.items() if one == layer},
            }
            for layer, tasks in self.tasks.items()
        }
        path.write_text(
            json.dumps({**by_layer, "by design": self.by_design, "gained": self.gained}, indent=1) + "\n",
            encoding="utf-8",
        )


REPORT = Report()


class Idle:
    """A world in which nothing was done and nothing is found."""

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        return []

    def fetch(self, site: str, path: str, headers: Any = None, *, cookies: Any = None) -> Any:
        import httpx

        return httpx.Response(404, text="", request=httpx.Request("GET", f"http://{site}.test{path}"))

    def changes(self, site: str) -> dict[str, Any]:
        return {"tables": {}, "files": {"added": [], "removed": [], "changed": []}}

    def sessions(self, site: str) -> dict[str, Any]:
        return {}
