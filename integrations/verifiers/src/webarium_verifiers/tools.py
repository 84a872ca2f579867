"""The tools with which a model plays: they find the rollout's session by the token in its state."""

from __future__ import annotations

from collections.abc import Awaitable
from http.client import HTTPException
from typing import Any

import verifiers.v1 as vf
from webarium_client import AsyncEnv, Refused, Result

OVER = "The episode is over."
LOST = "The browser is gone. Do nothing more."


class WebariumState(vf.State):
    """What the hooks and the tools of a rollout share.

    Attributes:
        session: token of the rollout's session.
        lost: why nothing can be played in it any more, through no fault of the model.
        verdict: what the service told when it was closed.
    """

    session: str = ""
    lost: str = ""
    verdict: dict[str, Any] = {}


class WebariumTools(vf.Toolset[vf.ToolsetConfig, WebariumState]):
    """Looking and acting. Address and token of the service come from the environment, as for its client."""

    TOOL_PREFIX = None

    @vf.tool
    async def observe(self) -> str:
        """The page as it is now: title, address, and the accessibility tree, each element with a number."""
        return await self._shown(AsyncEnv(session=self.state.session).observation())

    @vf.tool
    async def act(self, action: dict[str, Any]) -> str:
        """Carry out an action and see what it led to.

        Such as {"name": "click", "element": 12}, {"name": "goto", "url": "..."},
        {"name": "type", "element": 7, "text": "lamp", "enter": true},
        {"name": "select", "element": 9, "options": ["Red"]},
        {"name": "scroll", "direction": "down"}, {"name": "press", "keys": "Enter"}, {"name": "go_back"}.
        """
        return await self._shown(AsyncEnv(session=self.state.session).step(action))

    @vf.tool
    async def stop(self, answer: Any = "", status: str = "done", reason: str | None = None) -> str:
        """End the episode with an answer.

        Args:
            answer: as the task asks for it; empty where it asks for none.
            status: done, not_achievable or failed.
            reason: of not_achievable: not_found, not_permitted or not_supported.
        """
        env = AsyncEnv(session=self.state.session)
        return await self._shown(env.stop(answer, status=status, reason=reason))

    async def _shown(self, asked: Awaitable[Result]) -> str:
        """What came of a request; the rollout ends where it says nothing about the model.

        What a tool raises would be shown to the model, and the rollout go on: the state is what ends it.
        """
        try:
            return shown(await asked)
        except Refused as error:
            if not error.lost:
                return str(error)
            self.state.lost = str(error)
        except (OSError, HTTPException) as error:
            self.state.lost = f"the service is not reached: {type(error).__name__}: {error}"
        return LOST


def shown(result: Result) -> str:
    """An observation as a model reads it."""
    return result.observation.shown() if result.observation else OVER


if __name__ == "__main__":
    WebariumTools.run()
