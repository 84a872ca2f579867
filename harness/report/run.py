"""A run as its report reads it: the files of ``runs/<id>/`` put together, whatever of them exists."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluators.checks.node import node_scores
from sites.errors import WebariumError

STATUSES = ("passed", "failed", "error")


@dataclass(frozen=True)
class Step:
    """One step of a trajectory: what was seen, then what was done."""

    data: dict[str, Any]
    folder: Path

    @property
    def action(self) -> str:
        """The action as one line: its name and what it was given."""
        action = dict(self.data.get("action") or {})
        name = action.pop("name", "nothing")
        given = ", ".join(
            f"{key}={value!r}" for key, value in action.items() if value not in (None, "", False)
        )
        return f"{name}({given})"

    @property
    def target(self) -> str:
        """The element acted on, as role and name."""
        target = self.data.get("target") or {}
        return f"{target.get('role', '')} “{target.get('name', '')}”" if target else ""

    @property
    def tree(self) -> str:
        """The accessibility tree that the agent saw at this step."""
        name = self.data.get("axtree_file")
        path = self.folder / name if name else None
        return path.read_text(encoding="utf-8", errors="replace") if path and path.is_file() else ""

    @property
    def tree_lines(self) -> list[tuple[str, bool]]:
        """The tree line by line, each with whether it is the acted element's."""
        acted = f"[{(self.data.get('action') or {}).get('element')}] "
        return [(line, line.lstrip().startswith(acted)) for line in self.tree.splitlines()]

    @property
    def beyond(self) -> dict[str, Any] | None:
        """Where the acted element stood when the screenshot does not show it; None when it does.

        ``where`` in words, and the part of the window's edge it lay behind, in per cent of the viewport.
        """
        box = (self.data.get("target") or {}).get("box")
        if not box or self.marker is not None:
            return None
        width, height = self.data.get("viewport") or (1280, 720)
        x, y, w, h = box
        across = [min(max(100 * at / width, 0), 100) for at in (x, x + w)]
        along = [min(max(100 * at / height, 0), 100) for at in (y, y + h)]
        if y >= height or y + h <= 0:
            edge = 100 if y >= height else 0
            where = "below" if edge else "above"
            return {"where": where, "x1": across[0], "x2": across[1], "y1": edge, "y2": edge}
        edge = 100 if x >= width else 0
        where = "to the right of" if edge else "to the left of"
        return {"where": where, "x1": edge, "x2": edge, "y1": along[0], "y2": along[1]}

    @property
    def marker(self) -> dict[str, float] | None:
        """Where the acted element stands on the screenshot, in per cent of the viewport."""
        box = (self.data.get("target") or {}).get("box")
        width, height = self.data.get("viewport") or (1280, 720)
        if not box or box[0] + box[2] <= 0 or box[1] + box[3] <= 0 or box[0] >= width or box[1] >= height:
            return None
        x, y, w, h = box
        return {"x": 100 * x / width, "y": 100 * y / height, "w": 100 * w / width, "h": 100 * h / height}


@dataclass(frozen=True)
class Episode:
    """One line of the journal and the folder it points to."""

    line: dict[str, Any]
    folder: Path

    @property
    def key(self) -> str:
        """Name of the episode's page and folder."""
        return f"{self.line['task_id']}.{self.line.get('trial', 0)}"

    @property
    def status(self) -> str:
        """passed, failed or error."""
        return str(self.line.get("status", "error"))

    @cached_property
    def steps(self) -> list[Step]:
        """The trajectory."""
        return [Step(data, self.folder) for data in _json_lines(self.folder / "trajectory.jsonl")]

    @cached_property
    def verdict(self) -> dict[str, Any]:
        """The verdict of the whole episode, with one entry a check."""
        return _json(self.folder / "verdict.json") or {}

    @cached_property
    def outcome(self) -> dict[str, Any]:
        """Answer, pages visited, requests."""
        return _json(self.folder / "outcome.json") or {}

    @cached_property
    def changes(self) -> list[tuple[str, dict[str, Any]]]:
        """The rows and files that the episode changed, as (site, changes), from the evidence."""
        found: dict[str, dict[str, Any]] = {}
        for entry in _json(self.folder / "evidence.json") or []:
            evidence = entry.get("evidence") or {}
            if entry.get("kind") == "changes":
                for site, changes in (evidence.get("sites") or evidence).items():
                    if isinstance(changes, dict) and ("tables" in changes or "files" in changes):
                        found.setdefault(site, changes)
        return list(found.items())


@dataclass(frozen=True)
class Group:
    """Episodes that share a site, a difficulty or the like, counted."""

    name: str
    passed: int
    failed: int
    errors: int

    @property
    def total(self) -> int:
        """All episodes of the group."""
        return self.passed + self.failed + self.errors

    @property
    def rate(self) -> float:
        """Share passed, 0 to 1; an error is not a success."""
        return self.passed / self.total if self.total else 0.0

    @cached_property
    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval of the share passed."""
        from scipy.stats import binomtest  # slow to import, and only the report needs it

        if not self.total:
            return 0.0, 1.0
        ci = binomtest(self.passed, self.total).proportion_ci(method="wilson")
        return float(ci.low), float(ci.high)


@dataclass(frozen=True)
class Run:
    """A run: its manifest, its episodes, its summary where it has ended."""

    name: str
    manifest: dict[str, Any]
    summary: dict[str, Any]
    episodes: list[Episode] = field(default_factory=list)

    @cached_property
    def overall(self) -> Group:
        """All episodes."""
        return self.groups(lambda _: ["all"])[0] if self.episodes else Group("all", 0, 0, 0)

    @property
    def undecided(self) -> int:
        """Episodes of which a check could not decide; they count as failed."""
        return sum(1 for episode in self.episodes if episode.line.get("undecided"))

    @cached_property
    def key_nodes(self) -> dict[str, Any] | None:
        """The scores of the episodes with key nodes; None when there are none."""
        return node_scores(e.line for e in self.episodes if e.status != "error")

    @cached_property
    def tokens(self) -> dict[str, float]:
        """Tokens and dollars of all episodes; nothing where no model was asked."""
        spent = [episode.line.get("tokens") or {} for episode in self.episodes]
        total = {kind: sum(one.get(kind) or 0 for one in spent) for kind in ("prompt", "completion", "cost")}
        return total if total["prompt"] else {}

    def groups(self, names: Callable[[Episode], list[str]]) -> list[Group]:
        """Count the episodes by the names that ``names`` gives each, in order of name."""
        counts: dict[str, dict[str, int]] = {}
        for episode in self.episodes:
            for name in names(episode):
                counts.setdefault(name, dict.fromkeys(STATUSES, 0))[episode.status] += 1
        return [Group(name, c["passed"], c["failed"], c["error"]) for name, c in sorted(counts.items())]


def load_run(run_dir: Path) -> Run:
    """Read a run from its folder. The newest line of the journal counts where an episode was repeated.

    Raises:
        WebariumError: when there is no journal.
    """
    journal = run_dir / "journal.jsonl"
    if not journal.is_file():
        raise WebariumError(
            f"{run_dir} is not a run: it has no journal.jsonl",
            remedy="name a folder below runs/, or runs/latest",
        )
    episodes: dict[str, Episode] = {}
    for line in _json_lines(journal):
        if "task_id" in line:
            episode = Episode(line, run_dir / (line.get("folder") or ""))
            episodes[episode.key] = episode
    return Run(
        name=run_dir.resolve().name,
        manifest=_json(run_dir / "manifest.json") or {},
        summary=_json(run_dir / "summary.json") or {},
        episodes=[episodes[key] for key in sorted(episodes, key=_natural)],
    )


def _natural(key: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in key.split(".")]


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None  # an interrupted episode leaves some of its files out


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue  # a torn last line of a killed run
        if isinstance(value, dict):
            yield value
