"""BrowserGym's task contract: set up the pages, and score once, after the agent's last message."""

from __future__ import annotations

from typing import Any

import playwright.sync_api
from browsergym.core.task import AbstractBrowserTask
from browsergym.webarium.driver import Driver
from browsergym.webarium.recorder import Recorder

_LAST = ("assistant", "infeasible")


class WebariumTask(AbstractBrowserTask):
    """One task. The episode ends with the agent's first message, or when it reports the task infeasible.

    Args:
        seed: unused; a task is always the same.
        task: its id, such as ``shopping.order_total.0``.
    """

    @classmethod
    def get_task_id(cls) -> str:
        """The name all tasks share; each is registered under ``webarium.<id>``."""
        return "webarium"

    def __init__(self, seed: int, task: str) -> None:
        super().__init__(seed)
        self.task = task
        self.viewport = {"width": 1280, "height": 720}
        self.slow_mo = 0
        self.timeout = 10_000
        self.locale = "en-GB"
        self.timezone_id = "UTC"
        self._driver = Driver.shared()
        self._recorder: Recorder | None = None
        self._step = 0
        self._verdict: dict[str, Any] | None = None

    def setup(self, page: playwright.sync_api.Page) -> tuple[str, dict]:
        """Reset the world, take over the profile's session and open the start pages, the first in front."""
        episode = self._driver.ask("begin", task=self.task)
        context = page.context
        context.add_init_script(episode["page_script"])
        self._set_clock(context, episode["now"])
        context.add_cookies(episode["cookies"])
        script = episode["watch_script"]
        watch = (script, episode["watch_binding"]) if script else None
        self._recorder = Recorder(context, episode["trouble"], watch)
        first, *others = episode["start"]
        page.goto(first)
        for url in others:
            context.new_page().goto(url)
        if others:
            page.bring_to_front()
        return episode["intent"], {"task": episode["task"], "folder": episode["folder"]}

    def validate(
        self, page: playwright.sync_api.Page, chat_messages: list[dict[str, Any]]
    ) -> tuple[float, bool, str, dict]:
        """Judge the episode when the last message has come; before that, the world's clock moves on."""
        if self._verdict is not None:
            return 0.0, True, "", self._verdict
        last = chat_messages[-1] if chat_messages else {"role": "", "message": ""}
        assert self._recorder is not None, "setup comes first"
        if last["role"] not in _LAST:
            self._step += 1
            self._recorder.step = self._step
            self._set_clock(page.context, self._driver.ask("clock", step=self._step)["now"])
            return 0.0, False, "", {}
        answer = last["message"] if last["role"] == "assistant" else f"N/A: {last['message']}"
        verdict = self._judge(page, answer, "stop")
        return float(verdict["score"]), True, "", verdict

    def cut(self, page: playwright.sync_api.Page, reason: str) -> dict[str, Any]:
        """Judge an episode that is ended without a last message, as it stands; once.

        Args:
            page: in front.
            reason: why it is ended.
        """
        return self._judge(page, None, reason) if self._verdict is None else self._verdict

    def keep(self, seen: dict[str, Any], action: str) -> None:
        """Tell Webarium what the agent saw and did, for the run's folder."""
        if self._verdict is None:
            self._driver.ask("step", seen=seen, action={"name": "code", "code": action})

    def _judge(self, page: playwright.sync_api.Page, answer: str | None, reason: str) -> dict[str, Any]:
        assert self._recorder is not None, "setup comes first"
        outcome = {"answer": answer, "final_url": page.url, "stop_reason": reason, **self._recorder.outcome()}
        self._verdict = self._driver.ask("end", outcome=outcome)
        return self._verdict

    def teardown(self) -> None:
        """Nothing: the next task's world is reset before it begins."""

    @staticmethod
    def _set_clock(context: playwright.sync_api.BrowserContext, now: int) -> None:
        context.add_init_script(f"globalThis.__webarium?.set({int(now)})")
        for page in context.pages:
            for frame in page.frames:
                try:
                    frame.evaluate("now => { globalThis.__webarium?.set(now) }", now)
                except playwright.sync_api.Error:
                    continue  # it navigates: its next document starts with the new time
