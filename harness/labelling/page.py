"""The page on which a person labels a run's episodes: task, steps and pictures, and no verdict of anybody."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from pydantic import ValidationError

from evaluators.trajectories.online_mind2web import describe
from evaluators.trajectories.weblinx_text import Action, Box
from harness.agents.protocol import Element
from harness.browser.marks import marked
from harness.export.demonstrations import last_words
from harness.labelling.labels import INTENTS, MISTAKES, Label, Labels, TurnLabel, add_labels, labels_of
from harness.pages import PNG, LocalServer, Reply, templates
from harness.run.models import JournalLine, Step
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from sites.files import read_bytes, read_json
from sites.wording import plain_message

_INTENT = {
    "click": "click",
    "type": "textinput",
    "submit": "submit",
    "copy": "copy",
    "paste": "paste",
    "goto": "load",
    "stop": "say",
    "say": "say",
    "scroll": "scroll",
    "scroll_to": "scroll",
}


class Labelling:
    """Serves the page on loopback, for one person.

    Args:
        run: whose episodes are labelled; those that have a verdict.
        name: of the person.
        port: of the page; 0 takes a free one.
        turns: label single turns instead: of every episode's steps each ``turns``-th.

    Raises:
        WebariumError: there is nothing to label, the name is none, or the port is taken.
    """

    def __init__(self, run: RunFolder, name: str, port: int, *, turns: int = 0) -> None:
        run.require(judging=True)
        self.run, self.name, self.every = run, name, turns
        self.labels: Labels = labels_of(run.path, name)
        self.lines = {f"{line.task_id}.{line.trial}": line for line in run.finished}
        self._steps: dict[str, list[Step]] = {}
        if not self.items:
            raise WebariumError(
                f"No step of {run.path} has both an action and the elements that it was chosen among",
                remedy="leave --turns out: its episodes can be labelled",
            )
        self._lock = threading.Lock()
        self._pages = templates(Path(__file__).parent / "assets")
        self._server = LocalServer(port, get=self._get, post=self._post)

    @property
    def port(self) -> int:
        """Where the page is."""
        return self._server.port

    def close(self) -> None:
        """Serve no more."""
        self._server.close()

    def _get(self, path: str) -> Reply | None:
        parts = [unquote(part) for part in path.strip("/").split("/", 2)]
        if parts == [""]:
            return Reply(self.render(None))
        if parts[0] == "label" and len(parts) == 2 and parts[1] in self.items:
            return Reply(self.render(parts[1]))
        if parts[0] == "picture" and len(parts) == 3 and (data := self.picture(parts[1], parts[2])):
            return Reply(data, PNG)
        return None

    def _post(self, path: str, form: dict[str, str]) -> Reply | None:
        item = unquote(path.removeprefix("/label/"))
        if item not in self.items:
            return None
        if problem := self.take(item, form):
            return Reply(self.render(item, problem, form))
        left = next((one for one in self.items if not self.done(one)), None)
        return Reply(go_to=f"/label/{quote(left)}" if left else "/")

    # --- what there is to label -----------------------------------------------------------------------------

    def steps(self, key: str) -> list[Step]:
        """The trajectory of an episode."""
        if key not in self._steps:
            self._steps[key] = self.run.steps(self.lines[key])
        return self._steps[key]

    @property
    def items(self) -> list[str]:
        """Keys of what is labelled, in order: episodes, or turns."""
        if not self.every:
            return list(self.lines)
        return [
            f"{key}@{step.step}"
            for key in self.lines
            for step in self.steps(key)[:: self.every]
            if step.action and step.elements_file
        ]

    def done(self, item: str) -> bool:
        """Whether it has a label."""
        return item in (self.labels.turns if self.every else self.labels.episodes)

    def elements(self, key: str, step: Step) -> list[Element]:
        """What one can act on at a step."""
        data = read_json(self.run.place(self.lines[key]) / str(step.elements_file))
        return marked(Element.from_json(int(number), one) for number, one in data.items())

    # --- pages ----------------------------------------------------------------------------------------------

    def render(self, item: str | None, problem: str = "", sent: Mapping[str, str] | None = None) -> str:
        """The list, or the page of an item.

        Args:
            item: what is labelled; None shows the list.
            problem: what is wrong with the form that was sent.
            sent: that form; without it the page shows the label that is kept.
        """
        items = self.items
        if item is None:
            return self._pages.get_template("list.html").render(
                page=self,
                items=items,
                labelled=sum(map(self.done, items)),
                quote=quote,
                line=lambda one: self.lines[one.partition("@")[0]],
            )
        key, _, number = item.partition("@")
        steps = self.steps(key)
        if number:
            steps = [step for step in steps if step.step <= int(number)]
        at = items.index(item)
        elements = self.elements(key, steps[-1]) if number else []
        kept = self.labels.turns.get(item) if number else self.labels.episodes.get(item)
        return self._pages.get_template("label.html").render(
            page=self,
            item=item,
            line=self.lines[key],
            steps=steps,
            turn=bool(number),
            elements=elements,
            given=kept if sent is None else _filled_in(sent, elements),
            mistakes=MISTAKES,
            intents=INTENTS,
            problem=problem,
            after=items[at + 1] if at + 1 < len(items) else None,
            quote=quote,
            said=lambda step: describe(step.action, step.target) if step.action else "nothing",
            answer=_answer(self.lines[key], self.steps(key)),
        )

    def picture(self, item: str, name: str) -> bytes | None:
        """A screenshot of an episode; None for any other file."""
        key = item.partition("@")[0]
        if key not in self.lines or name not in {step.screenshot for step in self.steps(key)}:
            return None
        return read_bytes(self.run.place(self.lines[key]) / name)

    def take(self, item: str, form: Mapping[str, str]) -> str | None:
        """Keep a label; what is wrong with it, or None."""
        try:
            with self._lock:
                if "@" in item:
                    new = Labels(turns={item: TurnLabel.model_validate(_turn(form))})
                else:
                    label = Label(
                        success=form.get("success") == "yes",
                        mistake=form.get("mistake") or None,  # type: ignore[arg-type]
                        note=form.get("note", ""),
                    )
                    new = Labels(episodes={item: label})
                self.labels = add_labels(self.run.path, self.name, new)
        except ValidationError as error:
            return plain_message(error.errors()[0])
        except (ValueError, TypeError) as error:
            return str(error)
        except WebariumError as error:  # what another page or hand wrote meanwhile
            return error.message
        return None


def taken_actions(run: RunFolder) -> dict[str, Action]:
    """The actions of a run at each of its turns, as labels of turns are compared with."""
    found: dict[str, Action] = {}
    for line in run.finished:
        for step in run.steps(line):
            if step.action:
                found[f"{line.task_id}.{line.trial}@{step.step}"] = _taken(step)
    return found


def _taken(step: Step) -> Action:
    action = step.action or {}
    intent = _INTENT.get(str(action.get("name")), "other")
    box = (step.target or {}).get("box")
    text = last_words(action) if action.get("name") == "stop" else str(action.get("text") or "")
    url = str(action.get("url")) if action.get("url") else None
    place = Box(box[0], box[1], box[0] + box[2], box[1] + box[3]) if box else None
    return Action(intent, place, text or None, url)


def _turn(form: Mapping[str, str]) -> dict[str, Any]:
    chosen = form.get("element", "")
    return {
        "intent": form.get("intent", ""),
        "box": json.loads(chosen) if chosen else None,
        "text": form.get("text", ""),
    }


def _filled_in(form: Mapping[str, str], elements: list[Element]) -> dict[str, Any]:
    """What a form says, as the page shows a label; ``success`` is None where neither was chosen."""
    chosen = form.get("element")
    return {
        "success": {"yes": True, "no": False}.get(form.get("success", "")),
        "mistake": form.get("mistake", ""),
        "note": form.get("note", ""),
        "intent": form.get("intent", ""),
        "box": next((one.box for one in elements if one.box and json.dumps(list(one.box)) == chosen), None),
        "text": form.get("text", ""),
    }


def _answer(line: JournalLine, steps: list[Step]) -> str:
    """What the agent said at the end; a refusal may have no answer."""
    ended = (steps[-1].action if steps else None) or {}
    said = last_words(ended) if ended.get("name") == "stop" else ""
    return said or line.answer or "none"
