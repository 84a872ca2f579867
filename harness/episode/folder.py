"""The folder of an episode: it grows beside its place and takes it when there is a verdict.

An attempt that met trouble is kept as ``<task>.<trial>.attempt<n>``, with ``trouble.json`` in it, so that
nothing of what was seen, said and spent is lost when the episode is played again.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from harness.agents.protocol import Tokens
from harness.jsonio import parse, write_json
from harness.run.models import Attempt, Whose

TROUBLE = "trouble.json"


class EpisodeFolder:
    """Where the files of an episode go.

    Args:
        place: ``episodes/<task>.<trial>`` of a run; complete once ``finish`` was called.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.work = place.with_name(f".{place.name}.part")

    def begin(self) -> None:
        """An empty folder to work in; what a worker that died left there is kept as an attempt."""
        self.rescue("the worker died in the middle of the episode")
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)

    def finish(self) -> None:
        """The episode is judged: its folder takes its place."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.work.rename(self.place)

    def keep(self, error: str, *, whose: Whose = "sandbox", tokens: dict[str, Any] | None = None) -> None:
        """The attempt met trouble: keep what there is of it beside the next one.

        Args:
            error: what happened.
            whose: whether the agent said so itself, or something below it failed.
            tokens: what the agent spent.
        """
        facts = {"error": error, "whose": whose, "tokens": tokens or {"prompt": 0, "completion": 0}}
        write_json(self.work / TROUBLE, facts)
        number = max(self._kept(), default=0) + 1  # of those before, some may have been deleted
        self.work.rename(self.place.with_name(f"{self.place.name}.attempt{number}"))

    def rescue(self, error: str) -> None:
        """Keep as an attempt what somebody who died left in the middle."""
        if (self.work / "trajectory.jsonl").is_file():
            self.keep(error)

    def attempts(self) -> list[Attempt]:
        """The attempts that were kept, as the journal lists them."""
        found = []
        for _, path in sorted(self._kept().items()):
            facts = parse((path / TROUBLE).read_bytes())
            spent = Tokens.from_json(facts.get("tokens")).to_json()  # an older one may hold odd counts
            facts |= {"folder": f"{path.parent.name}/{path.name}", "tokens": spent}
            found.append(Attempt.model_validate(facts))
        return found

    def _kept(self) -> dict[int, Path]:
        return {
            int(match[1]): path
            for path in self.place.parent.glob(f"{self.place.name}.attempt*")
            if (match := re.fullmatch(r".*\.attempt(\d+)", path.name))
        }
