"""The oracle: plays a template's reference solution through the same observations and actions as an agent.

It loads a task's intent, start, parameters and oracle, and nothing else: no checks, no reference values.
Every target is resolved to an element of the current observation, so what it does an agent can do.

A variation makes wrong outcomes: ``{"with": {...}}`` other parameters, ``{"twice": true}``,
``{"skip": [n]}`` steps left out (from 1), ``{"function": name}`` another function of the Python oracle,
``{"steps": [...], "reference": {...}}`` other steps. It comes as ``options["oracle"]`` of the task message.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, Protocol
from urllib.parse import urljoin

from harness.agents.base import Agent, Session, serve
from harness.agents.protocol import ROOT_ID, Element, EndOfEpisode, Observation
from sites.errors import WebariumError
from tasks import actions
from tasks.loader import oracle_view
from tasks.model import OracleView
from tasks.rendering import RenderError, render
from tasks.steps import Choose, File, Into, Read, Step, Target


class OracleError(WebariumError):
    """The reference solution could not go on: an element is missing, a pattern does not match."""


class Acts(Protocol):
    """What the oracle needs of an episode."""

    def observe(self) -> Observation:
        """The current observation."""

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Act and see what comes of it."""


def squeeze(text: str) -> str:
    """Text with single blanks."""
    return " ".join(text.split())


def fits(wanted: str, text: str, *, part: bool = False) -> bool:
    """Whether a text is the wanted one (or holds it); ``/.../`` is a regular expression that is searched."""
    if len(wanted) > 1 and wanted.startswith("/") and wanted.endswith("/"):
        return re.search(wanted[1:-1], squeeze(text)) is not None
    left, right = squeeze(wanted), squeeze(text)
    return left in right if part else left == right


class Part:
    """An element of the page as it was when it was found."""

    def __init__(self, page: Page, observation: Observation, element: Element) -> None:
        self._page, self._observation, self._element = page, observation, element

    @property
    def id(self) -> int:
        """Its number in the observation."""
        return self._element.id

    @property
    def role(self) -> str:
        """Its role."""
        return self._element.role

    @property
    def name(self) -> str:
        """Its accessible name."""
        return self._element.name

    @property
    def value(self) -> str:
        """What a form field holds."""
        return self._element.value or ""

    @property
    def states(self) -> dict[str, Any]:
        """What is set: checked, selected, disabled and the like."""
        return self._element.states

    @property
    def url(self) -> str:
        """Where a link leads, as an absolute address; empty for anything else."""
        return urljoin(self._observation.url, self._element.url) if self._element.url else ""

    @property
    def text(self) -> str:
        """All text it shows, with single blanks."""
        return squeeze(self._observation.text(self._element.id))

    def find(self, **target: Any) -> Part:
        """The one element within this one that fits, see Page.find."""
        return self._page._one(self._observation, Target.model_validate(target), self._element.id)

    def find_all(self, **target: Any) -> list[Part]:
        """All elements within this one that fit."""
        return self._page._all(self._observation, Target.model_validate(target), self._element.id)

    def has(self, **target: Any) -> bool:
        """Whether something within this one fits."""
        return bool(self.find_all(**target))

    def click(self) -> None:
        """Click it; it must belong to the current observation."""
        self._page._act(actions.Click(element=self._current()))

    def hover(self) -> None:
        """Move the mouse onto it."""
        self._page._act(actions.Hover(element=self._current()))

    def type(self, text: Any, *, enter: bool = False, clear: bool = True) -> None:
        """Fill it."""
        self._page._act(actions.Type(element=self._current(), text=str(text), enter=enter, clear=clear))

    def _current(self) -> int:
        if self._page.observation is not self._observation:
            self._page._fail(f"the {self.role} '{self.name}' is of an earlier page: find it again")
        return self._element.id


class Page:
    """The browser as oracles see it. Targets are written as in YAML: role, name, text, nth, within."""

    def __init__(self, session: Acts, sites: dict[str, str]) -> None:
        self._session = session
        self.sites = sites
        self.where = ""
        self.actions = 0

    # -- looking

    @property
    def observation(self) -> Observation:
        """The current observation."""
        return self._session.observe()

    @property
    def url(self) -> str:
        """Address of the focused tab."""
        return self.observation.url

    @property
    def title(self) -> str:
        """Title of the focused tab."""
        return self.observation.title

    def find(self, **target: Any) -> Part:
        """The one element that fits.

        Raises:
            OracleError: when none fits, or several without ``nth``.
        """
        return self._one(self.observation, Target.model_validate(target))

    def find_all(self, **target: Any) -> list[Part]:
        """All elements that fit, in reading order."""
        return self._all(self.observation, Target.model_validate(target))

    def has(self, **target: Any) -> bool:
        """Whether something fits."""
        return bool(self.find_all(**target))

    def text(self, **target: Any) -> str:
        """The text of one element, or of the whole page."""
        return self.find(**target).text if target else squeeze(self.observation.text(ROOT_ID))

    def value(self, **target: Any) -> str:
        """What a form field holds."""
        return self.find(**target).value

    def rows(self, **within: Any) -> list[list[str]]:
        """The cells' texts of every row of a table (of all tables when nothing is named), header included."""
        place = self._one(self.observation, Target.model_validate(within)).id if within else None
        cells = {"cell", "gridcell", "columnheader", "rowheader"}
        return [
            [squeeze(self.observation.text(cell.id)) for cell in self.observation.children(row.id)
             if cell.role in cells]
            for row in self.observation.find_all("row", within=place)
        ]  # fmt: skip

    def read(self, pattern: str, **target: Any) -> str:
        """The first group (or the whole match) of a pattern in the text of an element or of the page."""
        text = self.text(**target)
        match = re.search(pattern, text)
        if match is None:
            self._fail(f"nothing on {self.url} matches {pattern}; the text begins: {text[:200]}")
        return match.group(1) if match.groups() else match.group(0)

    def read_all(self, pattern: str, **target: Any) -> list[Any]:
        """Every match of a pattern, as ``re.findall`` gives them."""
        return re.findall(pattern, self.text(**target))

    # -- acting

    def goto(self, url: str, *, site: str | None = None) -> None:
        """Open an address; one without a host belongs to ``site``, or to the current page's site."""
        base = self.sites[site] if site else self.url
        self._act(actions.Goto(url=urljoin(base, url)))

    def click(self, **target: Any) -> None:
        """Click the one element that fits."""
        self.find(**target).click()

    def hover(self, **target: Any) -> None:
        """Move the mouse onto the one element that fits."""
        self.find(**target).hover()

    def type(self, content: Any, /, *, enter: bool = False, clear: bool = True, **target: Any) -> None:
        """Fill the one field that fits; ``enter`` presses Enter after it."""
        self.find(**target).type(content, enter=enter, clear=clear)

    def select(self, *options: Any, **target: Any) -> None:
        """Choose options of a select box by their labels."""
        found = self.find(**target)
        self._act(actions.Select(element=found.id, options=[str(option) for option in options]))

    def upload(self, filename: str, content: str, **target: Any) -> None:
        """Give a file input a small text file."""
        self._act(actions.Upload(element=self.find(**target).id, filename=filename, content=content))

    def press(self, keys: str) -> None:
        """Press a key or a combination."""
        self._act(actions.Press(keys=keys))

    def scroll(self, direction: str) -> None:
        """Scroll by one screen: up, down, left, right."""
        self._act(actions.Scroll.model_validate({"direction": direction}))

    def back(self) -> None:
        """Go back."""
        self._act(actions.GoBack())

    def forward(self) -> None:
        """Go forward."""
        self._act(actions.GoForward())

    def new_tab(self) -> None:
        """Open an empty tab."""
        self._act(actions.NewTab())

    def tab(self, index: int) -> None:
        """Focus a tab, counted from 0."""
        self._act(actions.TabFocus(index=index))

    def close_tab(self) -> None:
        """Close the focused tab."""
        self._act(actions.CloseTab())

    def say(self, text: str) -> None:
        """Say something; the episode goes on."""
        self._act(actions.Say(text=text))

    def noop(self) -> None:
        """Look again."""
        self._act(actions.Noop())

    def fail(self, why: str) -> NoReturn:
        """Give up with a reason."""
        self._fail(why)

    # -- inside

    def _act(self, action: Any) -> None:
        self.actions += 1
        observation = self._session.act(action, thought=self.where)
        if observation.error:
            self._fail(f"{action.name} did not work: {observation.error}")

    def _fail(self, why: str) -> NoReturn:
        place = f"{self.where}: " if self.where else ""
        raise OracleError(f"{place}{why} (page {self.url})")

    def _all(self, observation: Observation, target: Target, within: int | None = None) -> list[Part]:
        if target.within is not None:
            within = self._one(observation, target.within, within).id
        found = []
        for element in observation.find_all(target.role, within=within):
            if target.name is not None and not fits(target.name, element.name):
                continue
            if target.text is not None and not fits(target.text, observation.text(element.id), part=True):
                continue
            found.append(Part(self, observation, element))
        if target.text is not None and target.role is None:
            # a text alone means the innermost element that holds it, not everything around it
            ids = {part.id for part in found}
            found = [p for p in found if not any(c.id in ids for c in observation.descendants(p.id))]
        if target.nth is not None:
            nth = int(target.nth)
            return (
                found[nth:][:1]
                if nth >= 0
                else found[nth : nth + 1 or None][:1]
                if len(found) >= -nth
                else []
            )
        return found

    def _one(self, observation: Observation, target: Target, within: int | None = None) -> Part:
        found = self._all(observation, target, within)
        wanted = describe(target)
        if len(found) > 1:
            names = ", ".join(f"[{part.id}] {part.role} '{part.name}'" for part in found[:6])
            self._fail(f"{len(found)} elements are {wanted}; add nth (from 0) or within: {names}")
        if not found:
            self._fail(f"no element is {wanted}; {self._near(observation, target, within)}")
        return found[0]

    def _near(self, observation: Observation, target: Target, within: int | None) -> str:
        """What there is instead, where it was looked for, for the author's eyes."""
        if target.within is not None:
            within = self._one(observation, target.within, within).id
        elif within is None and (main := observation.find("main")):
            within = main.id  # headers and footers are the same everywhere
        pool = observation.elements.values() if within is None else observation.descendants(within)
        role = target.role
        names = [f"'{e.name}'" for e in pool if e.name and (role is None or e.role == role)]
        kind = f"every {role}" if role else "everything"
        return f"the names of {kind} there: {', '.join(names[:40])[:900] or 'none'}"


def describe(target: Target) -> str:
    """A target in words."""
    parts = [target.role or "an element"]
    if target.name is not None:
        parts.append(f"'{target.name}'")
    if target.text is not None:
        parts.append(f"with the text '{target.text}'")
    if target.nth is not None:
        parts.append(f"number {target.nth}")
    if target.within is not None:
        parts.append(f"within {describe(target.within)}")
    return " ".join(parts)


# -- playing -------------------------------------------------------------------------------------


class Player:
    """Plays the oracle of one task in one session."""

    def __init__(self, view: OracleView, session: Acts) -> None:
        self.view = view
        sites = {k: v for k, v in view.variables.items() if isinstance(v, str) and v.startswith("http")}
        self.page = Page(session, sites)

    def play(self, variation: dict[str, Any] | None = None) -> str:
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
        answer = ""
        for _ in range(rounds):
            if self.view.oracle == "python" or variation.get("function"):
                answer = self._function(str(variation.get("function") or "oracle"))
            else:
                skip = variation.get("skip") or []
                left_out = {skip} if isinstance(skip, int) else set(skip)
                steps = [step for number, step in enumerate(self.view.oracle, 1) if number not in left_out]
                answer = self._steps(steps)
        return answer

    def _function(self, name: str) -> str:
        function = load_function(Path(str(self.view.module)), name)
        answer = function(self.page, dict(self.view.params))
        return "" if answer is None else str(answer)

    def _steps(self, steps: list[Step], more: dict[str, Any] | None = None) -> str:
        known: dict[str, Any] = {**self.view.variables, **(more or {})}
        for number, step in enumerate(steps, 1):
            self.page.where = f"step {number} ({step.name})"
            try:
                argument = render(step.argument, known)
            except RenderError as error:
                raise OracleError(f"{self.page.where}: {error.message}") from error
            if step.name == "stop":
                return str(argument)
            self._step(step.name, argument, known)
        return ""

    def _step(self, name: str, argument: Any, known: dict[str, Any]) -> None:
        page = self.page
        if name == "read":
            read = Read.model_validate(argument)
            known[read.as_] = self._read(read)
        elif name == "expect":
            page._one(page.observation, Target.model_validate(argument))
        elif name in ("click", "hover"):
            part = page._one(page.observation, Target.model_validate(argument))
            part.click() if name == "click" else part.hover()
        elif name == "type":
            into = Into.model_validate(argument)
            part = page._one(page.observation, into.into)
            part.type("" if into.text is None else into.text, enter=into.enter, clear=into.clear)
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
            matches = (re.search(read.pattern, text) for text in texts)
            return [m.group(1) if m.groups() else m.group(0) for m in matches if m]
        if read.from_ is not None:
            part = page._one(page.observation, read.from_)
            text = part.value if read.value else part.text
        else:
            text = page.text()
        if read.pattern is None:
            return text
        if read.all:
            return re.findall(read.pattern, text)
        match = re.search(read.pattern, text)
        if match is None:
            page._fail(f"nothing matches {read.pattern} in: {text[:300]}")
        return match.group(1) if match.groups() else match.group(0)


def load_function(path: Path, name: str) -> Callable[[Page, dict[str, Any]], Any]:
    """A function of an oracle module.

    Raises:
        OracleError: when the module or the function is missing or broken.
    """
    spec = importlib.util.spec_from_file_location(f"oracle_{path.parent.parent.name}_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise OracleError(f"{path.name} is no Python module")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OracleError(f"oracles/{path.name} cannot be loaded: {type(error).__name__}: {error}") from error
    function = getattr(module, name, None)
    if not callable(function):
        raise OracleError(f"oracles/{path.name} has no function {name}(page, params)")
    return function


def play(session: Session, variation: dict[str, Any] | None = None) -> str:
    """Play the oracle of a session's task and stop with its answer.

    Raises:
        OracleError: when the solution cannot go on.
    """
    variation = variation if variation is not None else session.task.options.get("oracle")
    view = oracle_view(session.task.task_id, with_=(variation or {}).get("with"))
    player = Player(view, session)
    try:
        answer = player.play(variation)
    except (OracleError, EndOfEpisode):
        raise
    except Exception as error:
        raise OracleError(
            f"{view.task_id}: {type(error).__name__}: {error} (page {player.page.url})"
        ) from error
    session.stop(answer)
    return answer


class Oracle(Agent):
    """Plays the reference solution of each task."""

    def run(self, session: Session) -> None:
        """One episode; a solution that cannot go on stops without an answer, its reason as last thought."""
        try:
            play(session)
        except OracleError as error:
            print(f"oracle: {error.message}", file=sys.stderr, flush=True)
            session.stop("", thought=f"the reference solution cannot go on: {error.message}")


if __name__ == "__main__":
    serve(Oracle())
