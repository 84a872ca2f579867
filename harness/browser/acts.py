"""What was done to elements in a browser that somebody else drives, as steps of a trajectory.

``watch.js`` runs in its pages and tells of each act: the paths of the element and of what holds it, the value
it then has, the page as it stood. Role and name are found afterwards as in our own observations: the page is
drawn once more, without its scripts, and Playwright's snapshot asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

from playwright.sync_api import BrowserContext, Page, Route
from playwright.sync_api import Error as PlaywrightError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluators.base import StepRecord
from harness.browser.chromium import Browser
from harness.browser.observation import named
from harness.browser.page_facts import PATHS_JS
from harness.browser.snapshot import parse_snapshot
from tasks.model import Task
from tasks.specs import NodeSpec

BINDING = "__webarium_acted"
"""The function of the page that ``watch_script`` calls with each act."""
MOST_ACTS = 500  # of an episode that are looked at: the first ones
_FIND_MS = 1_000


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class _Typed(_Strict):
    name: Literal["type"]
    text: str


class _Selected(_Strict):
    name: Literal["select"]
    options: list[str]


class _Other(_Strict):
    name: Literal["click", "hover", "upload"]


class _Told(_Strict):
    paths: Annotated[list[str], Field(min_length=1)]
    action: Annotated[_Typed | _Selected | _Other, Field(discriminator="name")]
    document: str
    html: str


def is_told(act: Any) -> bool:
    """Whether this is an act as ``watch.js`` tells it: the pages' own scripts can call its function, too."""
    try:
        _Told.model_validate(act)
    except ValidationError:
        return False
    return True


@cache
def watch_script(*, html: bool = True) -> str:
    """The script that tells of acts; to be run in every document before its own.

    Args:
        html: whether it tells the page as it stood, too.
    """
    text = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
    text = text.replace("const pathsOf = PATHS;", f"const pathsOf = {PATHS_JS};")
    return text.replace("WITH_HTML", "true" if html else "false")


def is_watched(task: Task) -> bool:
    """Whether a check of the task asks which elements were acted on."""
    nodes = (check.parsed() for check in task.judged if check.kind == "node")
    return any(isinstance(node, NodeSpec) and not node.is_place for node in nodes)


def steps_of(acts: Iterable[dict[str, Any]], browser: Browser) -> list[StepRecord]:
    """The acts as steps, one for the element and one for each that holds it up to the link or field it is in.

    Args:
        acts: as the script told them, with the ``url`` of their tab; what else a page has told is left out.
        browser: to draw the pages once more.
    """
    steps: list[StepRecord] = []
    context = browser.new_context(java_script_enabled=False)
    try:
        shown, page = None, context.new_page()
        for act in islice(filter(is_told, acts), MOST_ACTS):
            if shown != (act["document"], act["html"]):
                shown = (act["document"], act["html"])
                page = _draw(context, page, *shown)
            for path in act["paths"]:
                target = {"css": path} | _named(page, path)
                steps.append(
                    StepRecord(url=act["url"], action=act["action"], target=target, html=act["html"])
                )
    finally:
        context.close()
    return steps


def _draw(context: BrowserContext, page: Page, url: str, html: str) -> Page:
    """Show a page as it stood; nothing but its styles is loaded."""
    page.close()
    page = context.new_page()
    page.route("**/*", partial(_serve, html))
    try:
        page.goto(url)
    except PlaywrightError:
        page.set_content(html)
    return page


def _serve(html: str, route: Route) -> None:
    if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
        route.fulfill(body=f"<!doctype html>{html}", content_type="text/html; charset=utf-8")
    elif route.request.resource_type == "stylesheet":
        route.continue_()
    else:
        route.abort()


def _named(page: Page, path: str) -> dict[str, str]:
    """Role and name of the element at a path; empty for one that has no line of its own in a tree."""
    element = page.locator(path).first
    try:
        nodes = parse_snapshot(element.aria_snapshot(mode="ai", timeout=_FIND_MS))
        if not nodes or not nodes[0].ref:
            return {}
        first = page.locator(f"aria-ref={nodes[0].ref}")
        own = first.evaluate("(found, wanted) => found === wanted", element.element_handle(timeout=_FIND_MS))
        return named(nodes[0]) if own else {}
    except PlaywrightError:
        return {}
