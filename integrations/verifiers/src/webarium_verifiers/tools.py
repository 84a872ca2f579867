"""The tools with which a model plays: they find the rollout's session by the token in its state."""

from __future__ import annotations

from typing import Any

import verifiers.v1 as vf
from webarium_client import AsyncEnv, Refused, Result

OVER = "The episode is over."


class WebariumState(vf.State):
    """What the hooks and the tools of a rollout share.

    Attributes:
        session: token of the rollout's session.
        verdict: what the service told when it was closed.
    """

    session: str = ""
    verdict: dict[str, Any] = {}


class WebariumTools(vf.Toolset[vf.ToolsetConfig, WebariumState]):
    """Looking and acting. Address and token of the service come from the environment, as for its client."""

    TOOL_PREFIX = None

    @vf.tool
    async def observe(self) -> str:
        """The page as it is now: title, address, and the accessibility tree, each element with a number."""
        try:
            return shown(await AsyncEnv(session=self.state.session).observation())
        except Refused as error:
            return str(error)

    @vf.tool
    async def act(self, action: dict[str, Any]) -> str:
        """Carry out an action and see what it led to.

        Such as {"name": "click", "element": 12}, {"name": "goto", "url": "..."},
        {"name": "type", "element": 7, "text": "lamp", "enter": true},
        {"name": "select", "element": 9, "options": ["Red"]},
        {"name": "scroll", "direction": "down"}, {"name": "press", "keys": "Enter"}, {"name": "go_back"}.
        """
        env = AsyncEnv(session=self.state.session)
        try:
            return shown(await env.step(action))
        except Refused as error:
            return str(error)

    @vf.tool
    async def stop(self, answer: Any = "", status: str = "done", reason: str | None = None) -> str:
        """End the episode with an answer.

        Args:
            answer: as the task asks for it; empty where it asks for none.
            status: done, not_achievable or failed.
            reason: of not_achievable: not_found, not_permitted or not_supported.
        """
        env = AsyncEnv(session=self.state.session)
        try:
            return shown(await env.stop(answer, status=status, reason=reason))
        except Refused as error:
            return str(error)


def shown(result: Result) -> str:
    """An observation as a model reads it."""
    return result.observation.shown() if result.observation else OVER


if __name__ == "__main__":
    WebariumTools.run()
