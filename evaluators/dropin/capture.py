"""What WebArena's evaluators look at after an episode, read from the live pages (its paper, section 3.2).

The authors' evaluator works in the agent's own browser, still logged in: it opens the pages that a task names
and evaluates the task's locators there. So does this; what it finds is kept as ``captures.json`` is kept, and
judged from that at any time. No text of a task file is run as Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from evaluators.trajectories.files import FormatError

from .addresses import Addresses
from .helpers import PAGE, PREFIX, RECORDED, Call, member_role_expression, parse_call, reddit_get_post_url
from .webarena import Target, WebArenaTask

SECONDS = 20.0  # for a page or an answer of an API to come
SETTLE_MS = 3_000  # as the authors wait


@dataclass(frozen=True)
class Shop:
    """The shop's API, as those of its administrator ask it.

    Args:
        url: of the shop.
        user: the administrator.
        password: theirs.
    """

    url: str
    user: str
    password: str

    def latest_order_url(self) -> str:
        """The page of the newest order."""
        order = "direction" + quote("]", safe="")
        query = f"searchCriteria[sortOrders][0][field]=created_at&searchCriteria[sortOrders][0][{order}=DESC"
        found = self._ask(f"orders?{query}&searchCriteria[pageSize]=1")
        if not found.get("items"):
            raise FormatError(f"{self.url} has no order")
        return f"{self.url}/sales/order/view/order_id/{int(found['items'][0]['increment_id'])}/"

    def latest_review(self, sku: str, key: str) -> str:
        """Of the newest review of a product: who wrote it, or the stars in per cent."""
        reviews = self._ask(f"products/{quote(sku, safe='')}/reviews")
        if not reviews:
            return ""
        newest = reviews[-1]
        if key == "author":
            return str(newest["nickname"])
        if not newest["ratings"]:
            raise FormatError(f"the newest review of {sku} in {self.url} has no stars")
        return str(newest["ratings"][0]["percent"])

    def _ask(self, path: str) -> Any:
        credentials = {"username": self.user, "password": self.password}
        token = _fetch(f"{self.url}/rest/default/V1/integration/admin/token", {}, credentials)
        return _fetch(f"{self.url}/rest/V1/{path}", {"Authorization": f"Bearer {token}"})


def _fetch(url: str, headers: Mapping[str, str], data: Any = None) -> Any:
    try:
        with httpx.Client(timeout=SECONDS, trust_env=False) as client:
            answer = client.request("POST" if data else "GET", url, headers=dict(headers), json=data)
            return answer.raise_for_status().json()
    except (httpx.HTTPError, ValueError) as error:
        raise FormatError(f"{url} gave no answer: {error}") from error


def capture(
    published: Mapping[str, Any], page: Page, addresses: Addresses, shops: Mapping[str, Shop]
) -> dict[str, Any]:
    """What a task's ``program_html`` wants to see.

    Args:
        published: the task as its file has it.
        page: the agent's focused tab, at the end, in its context.
        addresses: of the sites.
        shops: those that can be asked, by name of site.

    Returns:
        ``captures``, and ``helpers``: what the file's helper functions gave.

    Raises:
        FormatError: a helper function cannot be called.
    """
    task = WebArenaTask.model_validate(published)
    seen = _Seen(page, addresses, shops)
    for target in task.eval.program_html or []:
        seen.look(target)
    return {"captures": seen.captures, "helpers": seen.helpers}


class _Seen:
    def __init__(self, page: Page, addresses: Addresses, shops: Mapping[str, Shop]) -> None:
        self.captures: list[dict[str, str]] = []
        self.helpers: dict[str, str] = {}
        self._front, self._last = page, page.url
        self._addresses, self._shops = addresses, shops

    def look(self, target: Target) -> None:
        """Open the place and read it; a page that does not come is a page without the content."""
        locator = target.locator.strip()
        if locator.startswith(PREFIX) and (call := parse_call(locator)).name in RECORDED:
            self._keep(target, self._helper(call))
            return
        if target.url == "last":
            self._keep(target, self._read(self._front, target))
            return
        url = self._place(target.url)
        page = self._front.context.new_page()
        try:
            page.goto(url, timeout=SECONDS * 1000)
            with suppress(PlaywrightError):  # what still loads then is not waited for longer, as there
                page.wait_for_load_state("networkidle", timeout=SETTLE_MS)
            self._keep(target, self._read(page, target))
        except PlaywrightError:
            self._keep(target, "")
        finally:
            page.close()

    def _keep(self, target: Target, content: str) -> None:
        self.captures.append({"url": target.url, "locator": target.locator, "content": content})

    def _place(self, url: str) -> str:
        if not url.startswith(PREFIX):
            return next(self._addresses.render(url))
        call = parse_call(url)
        if call.name == "reddit_get_post_url":
            return reddit_get_post_url(self._last)
        return self._helper(call)

    def _helper(self, call: Call) -> str:
        if call.name not in RECORDED:
            raise FormatError(f"there is no helper function '{call.name}'")
        shop = self._shops.get("shopping")
        if shop is None:
            raise FormatError(
                f"{call.name} asks the shop's API, for which nobody is named",
                remedy="add admin: {user: ..., password: $VARIABLE} to the site shopping",
            )
        texts = [str(argument) for argument in call.arguments if argument is not PAGE]
        if call.name == "shopping_get_latest_order_url":
            found = shop.latest_order_url()
        else:
            found = shop.latest_review(texts[0] if texts else "", call.name.rpartition("_")[2])
        self.helpers[f"{call.name}({', '.join(map(repr, texts))})"] = found
        return found

    def _read(self, page: Page, target: Target) -> str:
        expression = target.locator.strip()
        if not expression:
            return page.content()
        if expression.startswith(PREFIX):
            call = parse_call(expression)
            if call.name != "gitlab_get_project_memeber_role":
                raise FormatError(f"there is no helper function '{call.name}'")
            account = next((str(one) for one in call.arguments if one is not PAGE), "")
            expression = member_role_expression(account)
        elif not expression.startswith(("document.", "[...document.")):
            raise FormatError(f"nobody knows how to read the locator {target.locator!r}")
        try:
            for one in target.prep_actions:
                page.evaluate(f"() => {one}")
        except PlaywrightError:
            pass  # as there: what cannot be opened is read as it is
        try:
            found = page.evaluate(f"() => {expression}")
        except PlaywrightError:  # the place is not on this page: that is a finding, not a fault
            return ""
        return "" if found is None else str(found)
