"""Where something is done: which tab, which element of the observation."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import JSHandle, Page

from harness.browser.observation import Tree
from harness.browser.page_facts import FACTS_JS, PATHS_JS
from harness.browser.snapshot import parse_snapshot
from sites.files import MEGABYTE

LONGEST_FILE = MEGABYTE
_FIND_MS = 1_000
AT_JS = f"([x, y]) => {{ const e = document.elementFromPoint(x, y); return e ? ({PATHS_JS})(e) : []; }}"
FOCUSED_JS = f"() => document.activeElement ? ({PATHS_JS})(document.activeElement) : []"
FILE_JS = """async (element) => {
  const file = element.files[0];
  return file ? [file.name, file.size > LIMIT ? '' : await file.text()] : ['', ''];
}""".replace("LIMIT", str(LONGEST_FILE))
VALUE_JS = "(element) => element.value ?? element.innerText ?? ''"


def target_of(page: Page) -> dict[str, Any]:
    """What CDP calls a tab: ``targetId``, ``browserContextId`` and so on."""
    session = page.context.new_cdp_session(page)
    try:
        return dict(session.send("Target.getTargetInfo")["targetInfo"])
    finally:
        session.detach()


def way_of(page: Page, entry: Any) -> dict[str, Any]:
    """Which way an entry of a tab's history is."""
    session = page.context.new_cdp_session(page)
    try:
        history = session.send("Page.getNavigationHistory")
    finally:
        session.detach()
    for index, one in enumerate(history["entries"]):
        if one["id"] == entry:
            way = index - history["currentIndex"]
            if way in (1, -1):
                return {"name": "go_back" if way < 0 else "go_forward"}
            return {"name": "goto", "url": one["url"]}
    return {"name": "goto", "url": page.url}


def element_of(page: Page, paths: list[str], tree: Tree) -> tuple[int | None, dict[str, Any] | None]:
    """The first of some elements that has a line of its own in the observation: its number, its facts."""
    numbers = {ref: number for number, ref in tree.refs.items() if number not in tree.borrowed}
    for path in paths:
        try:
            nodes = parse_snapshot(page.locator(path).first.aria_snapshot(mode="ai", timeout=_FIND_MS))
            ref = nodes[0].ref if nodes else None
            if ref is None:
                continue
            facts = page.locator(f"aria-ref={ref}").evaluate(FACTS_JS, timeout=_FIND_MS)
        except PlaywrightError:
            continue
        if facts["css"] == path and ref in numbers:
            element = tree.elements[numbers[ref]]
            alike = [
                one.id
                for one in tree.elements.values()
                if (one.role, one.name) == (element.role, element.name)
            ]
            found = {"role": element.role, "name": element.name, "nth": alike.index(element.id)}
            found |= {"value": element.value, "box": facts["box"], "css": path, "tag": facts["tag"]}
            return element.id, found
    return None, {"css": paths[0]} if paths else None


def ask(page: Page, script: str, argument: Any = None) -> list[str]:
    """The texts that a script makes; none where the page is gone, or has changed what the script calls."""
    try:
        found = page.evaluate(script, list(argument) if argument else None)
    except PlaywrightError:
        return []
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def focused(page: Page) -> JSHandle | None:
    """What has the focus; None where the page is gone."""
    try:
        return page.evaluate_handle("() => document.activeElement")
    except PlaywrightError:
        return None


def has_focus(element: JSHandle) -> bool:
    """Whether it still has the focus, in the page that it was in."""
    try:
        return bool(element.evaluate("element => element === document.activeElement"))
    except PlaywrightError:
        return False


def file_in(page: Page, path: str) -> tuple[str, str]:
    """Name and content of the file that a field holds; empty where there is none."""
    match ask_element(page, path, FILE_JS):
        case [str(name), str(content)]:
            return name, content
    return "", ""


def ask_element(page: Page, path: str, script: str) -> Any:
    """What a script makes of an element; None where it is gone."""
    try:
        return page.locator(path).first.evaluate(script, timeout=_FIND_MS)
    except PlaywrightError:
        return None
