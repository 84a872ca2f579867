"""From an observation to the messages a model is asked with. The words are in ``prompts/``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jinja2
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment

from harness.agents.model.prompt_files import read_examples
from harness.agents.model.settings import PROMPTS, REWARD, Settings, SettingsError, kind_of, place_of
from harness.agents.protocol import Element, Observation, TaskMessage
from harness.agents.told import in_words
from harness.browser.marks import interactive, marked
from sites.files import MEGABYTE, read_text
from tasks.action_words import for_a_model

Message = dict[str, Any]
_LONGEST = 500  # characters of an address or a title, which a page may make as long as it likes


def _prompt(folder: Path, name: str) -> str | None:
    """A file of the folder, also one that another includes; None where there is none."""
    path = place_of(folder, "/".join(split_template_path(name)))
    return read_text(path, MEGABYTE) if path.is_file() else None


@dataclass
class Past:
    """An action of this episode, and why it did nothing if it did not.

    ``thought`` is what was thought before it, ``reward`` what was said of it afterwards.
    """

    action: str
    target: str = ""
    problem: str | None = None
    thought: str = ""
    reward: str = ""


class Prompts:
    """The prompts of a folder, for one way of prompting.

    Args:
        settings: of the agent.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        folder = settings.prompts or PROMPTS
        self._environment = ImmutableSandboxedEnvironment(
            loader=jinja2.FunctionLoader(lambda name: _prompt(folder, name)),
            undefined=jinja2.StrictUndefined,
            autoescape=False,  # messages to a model, not HTML
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._examples = [example.model_dump() for example in read_examples(folder)]

    def messages(self, task: TaskMessage, observation: Observation, past: list[Past]) -> list[Message]:
        """The whole conversation for one step: rules, examples, what is seen now."""
        kind = self.kind(task)
        return [
            {"role": "system", "content": self._rules(kind, task.answer_format)},
            *self._example_messages(kind, task.answer_format),
            {"role": "user", "content": self._now(task, observation, past, kind)},
        ]

    def again(self, reply: str, problem: str) -> list[Message]:
        """What follows a reply without a valid action."""
        return [
            {"role": "assistant", "content": reply},
            {"role": "user", "content": self._render("again.md", problem=problem)},
        ]

    def reward(self, task: TaskMessage, observation: Observation, past: list[Past]) -> list[Message]:
        """How far is the task? Asked of what is seen now, with the golden reference where there is one."""
        observation = _shortened(observation)
        text = self._render(
            REWARD,
            intent=task.intent,
            golden=self.settings.golden,
            past=past[-self.settings.history :] if self.settings.history else past[-1:],
            observation=observation,
            tree=self._cut(observation.axtree or observation.otr or observation.html or ""),
        )
        shot = observation.screenshot
        if shot is None:
            return [{"role": "user", "content": text}]
        picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{shot}"}}
        return [{"role": "user", "content": [{"type": "text", "text": text}, picture]}]

    def kind(self, task: TaskMessage) -> str:
        """How elements are named: by ``axtree``, ``list``, ``marks`` on the picture, or ``points`` of it."""
        return kind_of(task.observation_modes, task.marks)

    def _rules(self, kind: str, answer_format: dict[str, Any] | None) -> str:
        known = for_a_model(by_point=kind == "points")
        return self._render("system.md", kind=kind, actions=known, **_told(answer_format))

    def _now(self, task: TaskMessage, observation: Observation, past: list[Past], kind: str) -> Any:
        elements: list[Element] = []
        observation = _shortened(observation)
        shot = observation.screenshot
        if kind == "list":
            elements = interactive(observation)
        elif kind == "marks":
            elements = marked(observation.elements.values())
        shown = past[-self.settings.history :] if self.settings.history else []
        text = self._render(
            "step.md",
            kind=kind,
            intent=task.intent,
            answer=in_words(task.answer_format, statuses=False),
            start_urls=task.start_urls,
            observation=observation,
            tree=self._cut(observation.axtree),
            html=self._cut("\n".join(filter(None, [observation.html, observation.otr]))),
            elements=self._cut("\n".join(_line(element) for element in elements)),
            past=shown,
            first=len(past) - len(shown) + 1,
            left=max(0, int(task.limits.get("steps") or 0) - len(past)) or None,
            picture=shot is not None,
        )
        if shot is None:
            return text
        picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{shot}"}}
        return [{"type": "text", "text": text}, picture]

    def _example_messages(self, kind: str, answer_format: dict[str, Any] | None) -> list[Message]:
        found: list[Message] = []
        statuses = _told(answer_format)["statuses"]
        for example in self._examples:
            seen = example["seen"][kind]
            before = {"past": [Past(**entry) for entry in example["task"].get("past", [])]}
            told = _EMPTY | {"kind": kind, "example": seen} | example["task"] | before
            told["answer"] = told["answer"] if answer_format else ""
            asked = self._render("step.md", **told)
            thought = example["thought"].strip() + "\n" if self.settings.prompting == "cot" else ""
            action = example["points"] if kind == "points" else example["action"]
            if answer_format and example["told"]:
                action = example["told"]
            if statuses and action.strip().startswith(_STOP):
                action = action.replace(_STOP, f'{_STOP}, "status": "done"', 1)
            found.append({"role": "user", "content": asked})
            found.append({"role": "assistant", "content": f"{thought}```json\n{action.strip()}\n```"})
        return found

    def _render(self, name: str, **variables: Any) -> str:
        settings = {
            "prompting": self.settings.prompting,
            "hint": self.settings.hint,
            "thoughts": self.settings.memory == "thoughts",
        }
        try:
            return self._environment.get_template(name).render(_NO_EXAMPLE | settings | variables).strip()
        except jinja2.TemplateError as error:
            raise SettingsError(
                f"The prompt {name} cannot be rendered: {error}", remedy="mend it in the folder of prompts"
            ) from error

    def _cut(self, text: str) -> str:
        return _cut(text, self.settings.max_chars, "\n")


_NO_EXAMPLE: dict[str, Any] = {"example": None}
_STOP = '{"name": "stop"'
_EMPTY: dict[str, Any] = {
    "answer": "",
    "start_urls": [],
    "tree": "",
    "html": "",
    "elements": "",
    "past": [],
    "first": 1,
    "left": None,
    "picture": False,
}


def _cut(text: str, most: int, before: str = " ") -> str:
    return text if len(text) <= most else f"{text[:most]}{before}(cut: {len(text) - most} more characters)"


def _shortened(observation: Observation) -> Observation:
    """An observation whose addresses and titles are not longer than any is read."""
    tabs = [replace(tab, title=_cut(tab.title, _LONGEST)) for tab in observation.tabs]
    url, title = _cut(observation.url, _LONGEST), _cut(observation.title, _LONGEST)
    return replace(observation, url=url, title=title, tabs=tabs)


def _told(answer_format: dict[str, Any] | None) -> dict[str, Any]:
    """What the rules say of answers depends on how much is told of them."""
    return {"told": answer_format is not None, "statuses": (answer_format or {}).get("statuses") or {}}


def describe(element: Element | None) -> str:
    """An element in a history: role and name."""
    return f"{element.role} '{element.name[:80]}'" if element else ""


def _line(element: Element) -> str:
    from harness.browser.observation import render_element

    return render_element(replace(element, depth=0))
