"""Several actions of one message: each is a step of its own, on the page as the one before left it.

Numbers of elements are those of the observation that the message answers. They go on to mean the same
elements while the same document stands in the same tab; then Playwright's names of them last. Where another
page came, what is left is not carried out, and the player is told so.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.browser.environment import Environment, Sight
from tasks.actions import Action

_NUMBERED = ("element", "to_element")


class Stale(Exception):
    """An action names an element that is not there any more; the message says which."""


@dataclass
class Several:
    """The actions of one message.

    Args:
        env: of the episode.
        seen: the observation that the message answers.
    """

    env: Environment
    seen: Sight

    def __post_init__(self) -> None:
        self._place = self._stands()

    def as_of_now(self, action: Action) -> Action:
        """The action with the numbers that its elements have now.

        Raises:
            Stale: when one of them is gone.
        """
        now = self.env.observe()
        if now is self.seen:
            return action
        named = {name: number for name in _NUMBERED if (number := getattr(action, name, None)) is not None}
        if not named:
            return action
        if self._stands() != self._place:
            raise Stale("another page came")
        return action.model_copy(update={name: self._number(now, old) for name, old in named.items()})

    def stop(self, done: int, wanted: int, why: str) -> None:
        """Tell the player that not all was carried out."""
        self.env.tell(f"Of {wanted} actions {done} were carried out: {why}.")

    def _number(self, now: Sight, old: int) -> int:
        before, ref = self.seen.tree.elements.get(old), self.seen.tree.refs.get(old)
        if before is None:
            return old  # there never was one, which the step itself says
        for number, element in now.tree.elements.items():
            same = now.tree.refs.get(number) == ref and (number in now.tree.borrowed) == (
                old in self.seen.tree.borrowed
            )
            if same and (element.role, element.name) == (before.role, before.name):
                return number
        raise Stale(f"[{old}] {before.role} '{before.name}' is no longer there")

    def _stands(self) -> tuple[int, int]:
        """Which document stands in front: the tab, and how often a page came anywhere so far."""
        tabs = self.env.tabs
        return id(tabs.active), len(tabs.visited)
