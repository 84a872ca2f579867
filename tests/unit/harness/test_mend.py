"""What is done about a world in trouble, and what later resets are held against."""

from __future__ import annotations

from typing import Any

import pytest

from harness.episode.mend import mend, pristine_digests
from reset.errors import SiteError


class TroubledWorld:
    """A world of `home`, as far as mending goes; `stopped`: it answers nothing until it is started again."""

    def __init__(self, *, stopped: bool = False, dead: bool = False) -> None:
        self.stopped, self.dead, self.dirty = stopped, dead, True

    def revive(self, site: str | None = None) -> list[str]:
        """Start what is dead, or a site whatever state it is in."""
        if site or self.dead:
            self.stopped = self.dead = False
        return []

    def health(self, site: str) -> dict[str, Any]:
        """Whether it is ready."""
        self._answer(site)
        return {"ready": True}

    def reset(self) -> None:
        """Back to pristine."""
        self._answer("home")
        self.dirty = False

    def digest(self, site: str) -> str:
        """Of its state."""
        self._answer(site)
        return "dirty" if self.dirty else "pristine"

    def _answer(self, site: str) -> None:
        if self.stopped or self.dead:
            raise SiteError(f"{site} does not answer")


@pytest.mark.parametrize("trouble", [{}, {"stopped": True}, {"dead": True}])
def test_a_site_that_does_not_answer_is_started_again(trouble: dict[str, bool]) -> None:
    world = TroubledWorld(**trouble)
    mend(world, ["home"])
    assert world.digest("home") == "pristine"


@pytest.mark.parametrize("trouble", [{}, {"stopped": True}, {"dead": True}])
def test_resets_are_held_against_a_state_after_a_reset(trouble: dict[str, bool]) -> None:
    assert pristine_digests(TroubledWorld(**trouble), ["home"]) == {"home": "pristine"}
