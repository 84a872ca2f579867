"""BrowserGym's task contract: set up the pages, and score once, after the agent's last message."""

from __future__ import annotations

import json
from typing import Any

import playwright.sync_api
from browsergym.core.task import AbstractBrowserTask
from browsergym.webarium.driver import Driver
from browsergym.webarium.recorder import Recorder

_LAST = ("assistant", "infeasible")
_REASONS = ("not_found", "not_permitted", "not_supported")
HOW = """Send the answer as a message to the user; or {"status": "failed"} to give up.
Report what cannot be done as infeasible; the reason is not_found, not_permitted or not_supported."""


def said_in(role: str, message: str) -> dict[str, Any]:
    """An agent's last message as Webarium's ``stop``: answer, status and reason.

    Args:
        role: ``assistant``, or ``infeasible`` where the agent reported the task so.
        message: a text, JSON, or the fields of ``stop`` as JSON.
    """
    if role == "infeasible":
        reason = next((one for one in _REASONS if one in message.lower().replace(" ", "_")), None)
        return {"answer": message, "status": "not_achievable", "reason": reason}
    try:
        found = json.loads(message)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not found.keys() <= {"answer", "status", "reason"}:
        return {"answer": message}
    # what is no such status or reason is the agent's slip, to be read as its answer
    reasons = (*_REASONS, None) if found.get("status") == "not_achievable" else (None,)
    known = found.get("status") in ("done", "not_achievable", "failed") and found.get("reason") in reasons
    return found if known else {"answer": message}


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
        width, height = episode["viewport"]
        if self.viewport != {"width": width, "height": height}:  # a phone's
            page.set_viewport_size({"width": width, "height": height})
        first, *others = episode["start"]
        page.goto(first)
        for url in others:
            context.new_page().goto(url)
        if others:
            page.bring_to_front()
        told = episode["answer_format"]
        goal = f"{episode['goal']}\n{HOW}" if told and "statuses" in told else episode["goal"]
        return goal, {"task": episode["task"], "folder": episode["folder"]}

    def validate(
        self, page: playwright.sync_api.Page, chat_messages: list[dict[str, Any]]
    ) -> tuple[float, bool, str, dict]:
        """Judge the episode when the last message has come; before that, the world's clock moves on."""
        if self._verdict is not None:
            return 0.0, True, "", self._verdict
        last = chat_messages[-1] if chat_messages else {"role": "", "message": ""}
        assert self._recorder is not None, "setup comes first"
        problem = ""
        if last["role"] in _LAST:
            said = said_in(last["role"], last["message"])
            # an answer that cannot be read is told once, as to every agent, and the episode goes on
            problem = self._driver.ask("answer", **said)["problem"] or ""
        if last["role"] not in _LAST or problem:
            self._step += 1
            self._recorder.step = self._step
            self._set_clock(page.context, self._driver.ask("clock", step=self._step, url=page.url)["now"])
            return 0.0, False, problem, {}
        verdict = self._judge(page, "stop")
        return float(verdict["score"]), True, "", verdict

    def cut(self, page: playwright.sync_api.Page, reason: str) -> dict[str, Any]:
        """Judge an episode that is ended without a last message, as it stands; once.

        Args:
            page: in front.
            reason: why it is ended.
        """
        return self._judge(page, reason) if self._verdict is None else self._verdict

    def keep(self, seen: dict[str, Any], action: str) -> None:
        """Tell Webarium what the agent saw and did, for the run's folder."""
        if self._verdict is None:
            self._driver.ask("step", seen=seen, action={"name": "code", "code": action})

    def _judge(self, page: playwright.sync_api.Page, reason: str) -> dict[str, Any]:
        assert self._recorder is not None, "setup comes first"
        outcome = {"final_url": page.url, "stop_reason": reason, **self._recorder.outcome()}
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
