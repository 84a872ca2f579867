"""What the plug-in does when something breaks off on the way."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from browsergym.webarium import served
from browsergym.webarium.driver import Driver
from browsergym.webarium.served import SandboxError, ServedEnv
from webarium_client import Full, Result


class Session:
    """Stands in for a session of the service: what `reset` gives or raises, and whether it was closed."""

    def __init__(self, first: Result | Exception, episodes: list[dict[str, Any]]) -> None:
        self.first, self.episodes, self.closed = first, episodes, False

    def reset(self, task: str, wait: float) -> Result:
        if isinstance(self.first, Exception):
            raise self.first
        return self.first

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


def test_an_answer_that_was_not_waited_for_is_no_other_requests() -> None:
    driver = Driver([sys.executable, "-c", "import time; time.sleep(600)"])

    class Interrupted:
        def readline(self) -> str:
            raise KeyboardInterrupt

    driver._process.stdout = Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        driver.ask("begin")
    assert driver._process.wait(10) != 0
