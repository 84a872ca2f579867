"""The page as an oracle sees it: what it finds, reads and does there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol
from urllib.parse import urljoin

from harness.agents.protocol import ROOT_ID, Element, Observation
from sites.errors import WebariumError
from tasks import actions, matching
from tasks.steps import Target


class OracleError(WebariumError):
    """The reference solution could not go on: an element is missing, a pattern does not match."""

    usual = "mend the oracle (docs/authoring.md); `webarium sites page` shows a page as it sees it"


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
        return matching.search(wanted[1:-1], squeeze(text)) is not None
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

    def click(self, *, button: str = "left", count: int = 1) -> None:
        """Click it; it must belong to the current observation."""
        how = {"element": self._current(), "button": button, "count": count}
        self._page._act(actions.Click.model_validate(how))

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
        self.lost: BaseException | None = None
        """What the session itself raised: the episode is over or broken, which is no fault of the oracle."""

    # -- looking

    @property
    def observation(self) -> Observation:
        """The current observation."""
        return self._told(self._session.observe)

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

    @property
    def told(self) -> str:
        """What the browser and the person who gave the task told with this page, a line each."""
        return "\n".join(self.observation.messages)

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
        match = matching.search(pattern, text)
        if match is None:
            self._fail(f"nothing on {self.url} matches {pattern}; the text begins: {text[:200]}")
        return matching.first_group(match)

    def read_all(self, pattern: str, **target: Any) -> list[Any]:
        """Every match of a pattern, as ``re.findall`` gives them."""
        return matching.findall(pattern, self.text(**target))

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

    def wait(self, seconds: float = 1) -> None:
        """Let time pass, ten seconds at most."""
        self._act(actions.Wait(seconds=seconds))

    def fail(self, why: str) -> NoReturn:
        """Give up with a reason."""
        self._fail(why)

    # -- inside

    def _act(self, action: Any) -> None:
        self.actions += 1
        observation = self._told(lambda: self._session.act(action, thought=self.where))
        if observation.error:
            self._fail(f"{action.name} did not work: {observation.error}")

    def _told(self, ask: Callable[[], Observation]) -> Observation:
        try:
            return ask()
        except Exception as error:
            self.lost = error
            raise

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
