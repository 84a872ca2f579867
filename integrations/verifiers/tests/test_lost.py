"""A session that is lost ends the rollout with an error, and is never the model's mistake."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import verifiers.v1 as vf
from verifiers.v1.errors import SandboxError
from verifiers.v1.session import hook_boundary
from webarium_client import Refused, Result
from webarium_verifiers import taskset, tools
from webarium_verifiers.taskset import WebariumData, WebariumTask, WebariumTaskConfig
from webarium_verifiers.tools import LOST, WebariumState, WebariumTools

VERDICT = {"reward": 0.0, "masked": False, "stop_reason": "agent_gone: the client closed the session"}


class Session:
    """Stands in for a session of the service: what a request raises, and what closing it tells."""

    def __init__(self, error: Exception | None = None, episodes: Any = (VERDICT,)) -> None:
        self.error, self.episodes, self.closed = error, list(episodes), False

    async def observation(self) -> Result:
        assert self.error is not None
        raise self.error

    async def step(self, action: Any) -> Result:
        return await self.observation()

    async def stop(self, answer: Any, **more: Any) -> Result:
        return await self.observation()

    async def close(self) -> dict[str, Any]:
        self.closed = True
        return {"episodes": self.episodes}


def task() -> WebariumTask:
    """The one task."""
    return WebariumTask(
        WebariumData(id="home.one.0", webarium="home.one.0", prompt="?"), WebariumTaskConfig()
    )


def trace(**state: Any) -> Any:
    """A rollout's record, as far as the hooks read it."""
    return SimpleNamespace(state=WebariumState(session="s", **state))


@pytest.mark.parametrize("tool", ["observe", "act", "stop"])
@pytest.mark.parametrize(
    "error",
    [
        Refused(410, {"error": "it is gone", "code": "lease_ended"}),
        Refused(404, {"error": "it is gone", "code": "no_session"}),
        Refused(503, {"error": "it is gone", "code": "unwell"}),
        Refused(502, {"error": "it is gone"}),
        ConnectionRefusedError("it is gone"),
    ],
    ids=repr,
)
def test_a_lost_session_is_kept_in_the_state(
    tool: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "AsyncEnv", lambda session: Session(error))
    played = WebariumTools(vf.ToolsetConfig())
    given = {"act": [{"name": "noop"}]}.get(tool, [])
    assert asyncio.run(getattr(played, tool)(*given)) == LOST
    assert "it is gone" in played.state.lost


@pytest.mark.parametrize("code", ["bad_request", "out_of_step", "no_episode"])
def test_what_the_model_asked_wrongly_is_told_to_it(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = Refused(409, {"error": "not so", "code": code})
    monkeypatch.setattr(tools, "AsyncEnv", lambda session: Session(error))
    played = WebariumTools(vf.ToolsetConfig())
    assert asyncio.run(played.act({"name": "noop"})) == "not so"
    assert not played.state.lost


def test_a_lost_session_ends_the_rollout_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session()
    monkeypatch.setattr(taskset, "AsyncEnv", lambda **_: session)
    stop = next(hook for hook in task().hooks("stop") if hook.__name__ == "lost")
    assert hook_boundary(stop, allow_trace=True) is vf.Trace
    assert asyncio.run(task().lost(trace(lost="it is gone"))) is True
    assert asyncio.run(task().lost(trace())) is False
    with pytest.raises(SandboxError, match="it is gone"):
        asyncio.run(task().finalize(trace(lost="it is gone"), None))
    assert session.closed


@pytest.mark.parametrize(
    "episodes",
    [
        [],
        [VERDICT | {"stop_reason": "agent_gone: the lease ended: nothing was heard"}],
        [VERDICT | {"masked": True, "error": "no browser"}],
    ],
)
def test_a_session_that_is_lost_before_it_is_closed_has_no_reward(
    episodes: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taskset, "AsyncEnv", lambda **_: Session(episodes=episodes))
    with pytest.raises(SandboxError):
        asyncio.run(task().finalize(trace(), None))


def test_what_counts_has_its_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taskset, "AsyncEnv", lambda **_: Session())
    done = trace()
    asyncio.run(task().finalize(done, None))
    assert done.state.verdict == VERDICT
