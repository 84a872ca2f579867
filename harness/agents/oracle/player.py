"""Plays the steps or the function of an oracle in one session."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any

from pydantic import ValidationError

from harness.agents.oracle.page import Acts, OracleError, Page
from sites.errors import WebariumError
from sites.wording import plain_message
from tasks import actions, matching
from tasks.model import OracleView
from tasks.rendering import render
from tasks.steps import Choose, Dragged, File, Into, Pasted, Pressed, Read, Step, Target, Turned


class Player:
    """Plays the oracle of one task in one session."""

    def __init__(self, view: OracleView, session: Acts) -> None:
        self.view = view
        sites = {k: v for k, v in view.variables.items() if isinstance(v, str) and v.startswith("http")}
        self.page = Page(session, sites)

    def play(self, variation: dict[str, Any] | None = None) -> actions.Stop:
        """Play and give the answer; the caller stops the episode with it.

        Raises:
            OracleError: when the solution cannot go on.
        """
        variation = variation or {}
        if variation.get("steps") is not None:
            # a wrong outcome may need to know what is right, to be wrong in a certain way
            known = {"reference": variation["reference"]} if "reference" in variation else {}
            return self._steps([Step.model_validate(step) for step in variation["steps"]], known)
        rounds = 2 if variation.get("twice") else 1
        answer = actions.Stop()
        for _ in range(rounds):
            if self.view.oracle == "python" or variation.get("function"):
                answer = self._function(str(variation.get("function") or "oracle"))
            else:
                skip = variation.get("skip") or []
                left_out = {skip} if isinstance(skip, int) else set(skip)
                steps = [step for number, step in enumerate(self.view.oracle, 1) if number not in left_out]
                answer = self._steps(steps)
        return answer

    def _function(self, name: str) -> actions.Stop:
        place = f"oracles/{self.view.task_id.split('.')[1]}.py"
        function = load_function(self.view.code or "", name, place)
        self.page.where = ""
        try:
            answer = function(self.page, dict(self.view.params))
            return _stop(answer)
        except (Exception, SystemExit) as error:
            if error is self.page.lost:
                raise
            line = _line_of(error, place)
            where = f"{place}, line {line}" if line else f"{place}, {name}"
            raise OracleError(f"{where}: {_said(error)}") from error

    def _steps(self, steps: list[Step], more: dict[str, Any] | None = None) -> actions.Stop:
        known: dict[str, Any] = {**self.view.variables, **(more or {})}
        for number, step in enumerate(steps, 1):
            self.page.where = f"step {number} ({step.name})"
            try:
                argument = render(step.argument, known)
                if step.name == "stop":
                    return _stop(argument)
                self._step(step.name, argument, known)
            except Exception as error:
                if error is self.page.lost or isinstance(error, OracleError):
                    raise
                raise OracleError(f"{self.page.where}: {_said(error)}") from error
        return actions.Stop()

    def _step(self, name: str, argument: Any, known: dict[str, Any]) -> None:
        page = self.page
        if name == "read":
            read = Read.model_validate(argument)
            known[read.as_] = self._read(read)
        elif name == "expect":
            page._one(page.observation, Target.model_validate(argument))
        elif name == "hover":
            page._one(page.observation, Target.model_validate(argument)).hover()
        elif name == "click":
            pressed = Pressed.model_validate(argument)
            page._one(page.observation, pressed).click(button=pressed.mouse, count=pressed.count)
        elif name == "drag":
            dragged = Dragged.model_validate(argument)
            start, end = (page._one(page.observation, one) for one in (dragged.from_, dragged.to))
            page._act(actions.Drag(element=start.id, to_element=end.id))
        elif name == "wheel":
            turned = Turned.model_validate(argument)
            over = page._one(page.observation, turned.over)
            page._act(actions.Wheel(element=over.id, dx=turned.dx, dy=turned.dy))
        elif name in ("submit", "copy"):
            part = page._one(page.observation, Target.model_validate(argument))
            page._act(actions.parse_action({"name": name, "element": part.id}))
        elif name == "paste":
            place = Pasted.model_validate(argument).into
            page._act(actions.Paste(element=page._one(page.observation, place).id if place else None))
        elif name == "scroll_to":
            page._act(actions.ScrollTo.model_validate(argument))
        elif name == "dialog":
            page._act(actions.Dialog.model_validate(argument))
        elif name == "wait":
            page._act(actions.Wait(seconds=float(argument)))
        elif name in ("key_down", "key_up"):
            page._act(actions.parse_action({"name": name, "key": str(argument)}))
        elif name == "type":
            into = Into.model_validate(argument)
            text = "" if into.text is None else into.text
            if into.into is None:
                page._act(actions.Type(text=str(text), enter=into.enter, clear=bool(into.clear)))
            else:
                part = page._one(page.observation, into.into)
                part.type(text, enter=into.enter, clear=into.clear is not False)
        elif name == "select":
            choose = Choose.model_validate(argument)
            part = page._one(page.observation, choose.in_)
            options = choose.options if choose.options is not None else [choose.option]
            page._act(actions.Select(element=part.id, options=[str(option) for option in options]))
        elif name == "upload":
            file = File.model_validate(argument)
            part = page._one(page.observation, file.into)
            page._act(actions.Upload(element=part.id, filename=file.filename, content=file.content))
        elif name == "tab":
            page.tab(int(argument))
        elif name in ("goto", "press", "scroll", "say"):
            getattr(page, name)(str(argument))
        else:  # back, forward, new_tab, close_tab, noop
            getattr(page, name)()

    def _read(self, read: Read) -> Any:
        page = self.page
        if read.all and read.from_ is not None:
            parts = page._all(page.observation, read.from_)
            texts = [part.value if read.value else part.text for part in parts]
            if read.pattern is None:
                return texts
            found = (matching.search(read.pattern, text) for text in texts)
            return [matching.first_group(one) for one in found if one]
        if read.from_ is not None:
            part = page._one(page.observation, read.from_)
            text = part.value if read.value else part.text
        else:
            text = page.told if read.told else page.text()
        if read.pattern is None:
            return text
        if read.all:
            return matching.findall(read.pattern, text)
        match = matching.search(read.pattern, text)
        if match is None:
            page._fail(f"nothing matches {read.pattern} in: {text[:300]}")
        return matching.first_group(match)


def _stop(answer: Any) -> actions.Stop:
    """The stop that a step or a function gives: a text, a value, or a mapping of the action's fields."""
    if isinstance(answer, dict) and answer.keys() <= {"answer", "status", "reason"}:
        given = {key: value for key, value in answer.items() if value is not None}
        return actions.Stop(**given)
    return actions.Stop(answer="" if answer is None else answer)


def load_function(code: str, name: str, place: str) -> Callable[[Page, dict[str, Any]], Any]:
    """A function of an oracle module.

    Args:
        code: the text of the module.
        name: of the function.
        place: what the module is called in messages.

    Raises:
        OracleError: when the module or the function is missing or broken.
    """
    module = ModuleType("oracle")
    try:
        exec(compile(code, place, "exec"), module.__dict__)  # noqa: S102 - that is what an oracle is
    except (Exception, SystemExit) as error:
        line = _line_of(error, place)
        where = f"{place}, line {line}" if line else place
        raise OracleError(f"{where} cannot be loaded: {_said(error)}") from error
    function = getattr(module, name, None)
    if not callable(function):
        raise OracleError(f"{place} has no function {name}(page, params)")
    return function


def _line_of(error: BaseException, place: str) -> int | None:
    """The last line of a module that an error went through."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == place), None)


def _said(error: BaseException) -> str:
    if isinstance(error, ValidationError):
        return plain_message(error.errors()[0])
    return error.message if isinstance(error, WebariumError) else f"{type(error).__name__}: {error}"
