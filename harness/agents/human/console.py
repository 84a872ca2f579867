"""The person's page: the window as a picture to click on, the other actions beside it."""

from __future__ import annotations

import base64
import json
import queue
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.agents.base import Agent, Session
from harness.agents.human.forms import DRAG, PRESSES, forms, from_form, target_of
from harness.agents.protocol import Element, Observation, TaskMessage
from harness.agents.told import in_words
from harness.browser.marks import marked
from harness.browser.window import DESKTOP
from harness.pages import PNG, LocalServer, Reply, templates
from sites.wording import plain_message
from tasks.actions import parse_action
from tasks.formats import REASONS

NEXT_SECONDS = 60.0  # how long an action may take before the page says "working"
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "slider"})


class Console:
    """Serves the page on loopback and hands over what the person does.

    Args:
        port: of the page; 0 takes a free one.
    """

    def __init__(self, port: int) -> None:
        self._task: TaskMessage | None = None
        self._seen: Observation | None = None
        self._problem = ""
        self._from: dict[str, Any] | None = None
        self._chosen: queue.Queue[dict[str, Any]] = queue.Queue()
        self._changed = threading.Condition()
        self._version = 0
        self._page = templates(Path(__file__).parent / "assets").get_template("console.html")
        self._server = LocalServer(port, get=self._get, post=self._post)

    @property
    def port(self) -> int:
        """Where the page is."""
        return self._server.port

    def ask(self, task: TaskMessage, observation: Observation) -> dict[str, Any]:
        """Show an observation and wait for the person's action."""
        self._show(task, observation)
        return self._chosen.get()

    def rest(self) -> None:
        """Between two tasks."""
        self._show(None, None)

    def close(self) -> None:
        """Serve no more."""
        self._server.close()

    def _get(self, path: str) -> Reply | None:
        pages = {"/": lambda: Reply(self.render()), "/window.png": lambda: Reply(self.screenshot(), PNG)}
        return pages[path]() if path in pages else None

    def _post(self, path: str, form: dict[str, str]) -> Reply:
        self.take(form)
        return Reply(go_to="/")

    def _show(self, task: TaskMessage | None, observation: Observation | None) -> None:
        with self._changed:
            self._task, self._seen, self._problem, self._from = task, observation, "", None
            self._version += 1
            self._changed.notify_all()

    def render(self) -> str:
        """The page as it stands."""
        with self._changed:
            task, seen, problem, version = self._task, self._seen, self._problem, self._version
            dragged = self._from is not None
        elements = marked(seen.elements.values()) if seen else []
        window = (task.window if task else {}) or DESKTOP.to_json()
        return self._page.render(
            task=task,
            wanted=in_words(task.answer_format, statuses=False) if task else "",
            statuses=((task.answer_format or {}).get("statuses") or {}) if task else {},
            reasons=REASONS,
            seen=seen,
            problem=problem,
            version=version,
            size=(window["width"], window["height"]),
            presses=PRESSES,
            click=lambda element: json.dumps({"name": "click", "element": element.id}),
            pressing=DRAG if dragged else "click",
            forms=forms(),
            elements=elements,
            fields=[one for one in elements if one.role in _FIELDS],
            options=lambda element: _options(seen, element),
        )

    def screenshot(self) -> bytes:
        """The picture of the window; empty where there is none."""
        with self._changed:
            return base64.b64decode(self._seen.screenshot or "") if self._seen else b""

    def take(self, form: Mapping[str, str]) -> None:
        """Take an action from a form; wait until it shows."""
        with self._changed:
            if self._seen is None or form.get("version") != str(self._version):
                return
            try:
                chosen = self._pressed(form)
                if chosen is None:
                    return
                action = parse_action(chosen)
            except (ValueError, ValidationError) as error:
                text = plain_message(error.errors()[0]) if isinstance(error, ValidationError) else str(error)
                self._problem = f"That is not an action: {text}"
                return
            before = self._version
            self._chosen.put(action.model_dump(mode="json", exclude_none=True))
            self._seen = None  # working: a second press of a button is no second action
            self._changed.wait_for(lambda: self._version > before, NEXT_SECONDS)

    def _pressed(self, form: Mapping[str, str]) -> dict[str, Any] | None:
        """The action of a form; None for the first press of a drag, which waits for the second."""
        target = target_of(form)
        if target is None:
            return _action(form)
        made = PRESSES.get(form.get("as", "click"), PRESSES["click"]) | target
        if made["name"] != DRAG:
            return made
        if self._from is None:
            self._from, self._problem = made, ""
            return None
        end = {f"to_{key}": value for key, value in target.items()}
        return self._from | end


class HumanAgent(Agent):
    """Plays with the actions that a person chooses on the console."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def run(self, session: Session) -> None:
        """Play one episode."""
        try:
            while True:
                session.act(self.console.ask(session.task, session.observe()))
        finally:
            self.console.rest()


def _action(form: Mapping[str, str]) -> dict[str, Any]:
    """The action that a form's fields make; the button that was pressed says which."""
    data = json.loads(form.get("do") or "{}")
    if not isinstance(data, dict):
        raise ValueError("no action was chosen")
    if "form" in data:
        return from_form(str(data["form"]), form)
    if data.get("name") == "type":
        if not form.get("field"):  # a browser does not send a select box without options
            raise ValueError("there is no field to write into")
        return data | {"element": int(form["field"]), "text": form.get("text", ""), "enter": "enter" in form}
    if data.get("name") == "select":
        element, _, label = form.get("option", "").partition(" ")
        return data | {"element": int(element), "options": [label]}
    if data.get("name") == "stop":
        said = {"answer": form.get("answer", ""), "status": form.get("status")}
        refuses = said["status"] == "not_achievable"
        said["reason"] = form.get("reason") if refuses else None
        return data | {key: value for key, value in said.items() if value or key == "answer"}
    given = {"press": "keys", "goto": "url"}.get(str(data.get("name")))
    return data | ({given: form.get(given, "")} if given else {})


def _options(seen: Observation | None, element: Element) -> list[str]:
    """Labels of a select box."""
    below = seen.children(element.id) if seen else []
    return [child.name for child in below if child.role == "option"]
