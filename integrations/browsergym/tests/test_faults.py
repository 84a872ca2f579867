"""What the plug-in does when something breaks off on the way."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from browsergym.webarium import served
from browsergym.webarium.driver import Driver
from browsergym.webarium.served import SandboxError, ServedEnv
from webarium_client import Full, Refused, Result

VERDICT = {"reward": 0.0, "masked": False, "stop_reason": "stop"}
BEGUN = Result({"observation": {"step": 0, "url": "", "elements": {"1": {"role": "page"}}}, "done": False})


class Session:
    """Stands in for a session of the service: what `reset` gives or raises, and whether it was closed."""

    def __init__(self, first: Result | Exception, episodes: list[dict[str, Any]]) -> None:
        self.first, self.episodes, self.closed = first, episodes, False
        self.session: str | None = None
        self.refusal = Refused(400, {})

    def reset(self, task: str, wait: float) -> Result:
        if isinstance(self.first, Exception):
            raise self.first
        self.session = "s"
        return self.first

    def step(self, action: Any) -> Result:
        raise self.refusal

    def close(self) -> dict[str, Any]:
        self.closed = True
        return {"episodes": self.episodes}


def test_close_after_a_full_house_is_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Full(503, {"error": "all worlds are leased"}), [])
    monkeypatch.setattr(served, "Env", lambda: session)
    env = ServedEnv("home.monthly_use.0")
    with pytest.raises(Full):
        env.reset()
    env.close()
    assert session.closed


def test_a_world_that_failed_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    masked = Result({"done": True, "masked": True, "failure": "sandbox", "error": "no browser"})
    session = Session(masked, [])
    monkeypatch.setattr(served, "Env", lambda: session)
    with pytest.raises(SandboxError, match="no browser"):
        ServedEnv("home.monthly_use.0").reset()
    assert session.closed


def playing(session: Session, monkeypatch: pytest.MonkeyPatch) -> ServedEnv:
    """An episode that has begun in a session."""
    monkeypatch.setattr(served, "Env", lambda: session)
    env = ServedEnv("home.monthly_use.0")
    env.reset()
    return env


@pytest.mark.parametrize(
    ("status", "code"), [(410, "lease_ended"), (404, "no_session"), (503, "unwell"), (502, "")]
)
def test_a_lost_session_is_an_error_and_no_reward(
    status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(BEGUN, [VERDICT])
    session.refusal = Refused(status, {"error": "it is gone", "code": code})
    env = playing(session, monkeypatch)
    with pytest.raises(SandboxError, match="it is gone"):
        env.step("noop()")
    assert session.closed


@pytest.mark.parametrize("code", ["bad_request", "out_of_step", "no_episode"])
def test_what_the_agent_asked_wrongly_is_told_to_it(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(BEGUN, [VERDICT])
    session.refusal = Refused(409, {"error": "not so", "code": code})
    seen, reward, ended, *_ = playing(session, monkeypatch).step("noop()")
    assert (seen["last_action_error"], reward, ended) == ("not so", 0.0, False)
    assert not session.closed


@pytest.mark.parametrize(
    "episodes",
    [
        [],
        [VERDICT | {"stop_reason": "agent_gone: the lease ended: nothing was heard"}],
        [VERDICT | {"masked": True, "error": "no browser"}],
    ],
)
def test_a_session_that_is_lost_before_it_is_closed_has_no_verdict(
    episodes: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    env = playing(Session(BEGUN, episodes), monkeypatch)
    with pytest.raises(SandboxError):
        env.cut()


def test_what_counts_has_its_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    assert playing(Session(BEGUN, [VERDICT]), monkeypatch).cut()["score"] == 0.0


def test_an_answer_that_was_not_waited_for_is_no_other_requests() -> None:
    driver = Driver([sys.executable, "-c", "import time; time.sleep(600)"])

    class Interrupted:
        def readline(self) -> str:
            raise KeyboardInterrupt

    driver._process.stdout = Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        driver.ask("begin")
    assert driver._process.wait(10) != 0
