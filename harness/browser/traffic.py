"""What the pages of an episode request: counted while it runs, kept as evidence, searched for trouble."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request, Response
from playwright.sync_api import Error as PlaywrightError

from harness.browser.reach import Reach

POST_DATA_LIMIT = 20_000  # characters of a request body kept as evidence
MOST_REQUESTS = 20_000  # of an episode that are kept; ordinary ones send some hundreds

_ENDLESS = frozenset({"eventsource", "websocket", "ping", "media"})  # may run as long as the page does
_STATIC = frozenset({"image", "font", "stylesheet", "script", "media", "manifest", "texttrack"})
_SENT = frozenset({"http", "https", "ws", "wss"})  # schemes of what goes over the network
BAD_STATUSES = (502, 503, 504)  # of a gateway whose site is down
UNREACHED = (
    "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "ERR_TIMED_OUT", "ERR_CONTENT_LENGTH",
    "ERR_NETWORK_CHANGED",  # Chromium drops its requests when any network of the machine comes or goes
)  # fmt: skip


class Traffic:
    """The requests of a browser context.

    Args:
        context: fresh, without pages.
        step: tells the number of the current step.
        tell: takes what the agent is told of.
        trouble: takes signs that a site or the gateway is down.
        reach: which addresses are the sites'.
    """

    def __init__(
        self,
        context: BrowserContext,
        *,
        step: Callable[[], int],
        tell: Callable[[str], None],
        trouble: list[str],
        reach: Reach,
    ) -> None:
        self.requests: list[dict[str, Any]] = []
        """All but those for what never changes (pictures, scripts ...), as evidence."""
        self.running: dict[Request, Page | None] = {}
        self.seen = 0
        """How many have begun."""
        self.ended = 0
        """How many have been answered, or failed."""
        self.hosts: set[str] = set()
        """Whom they were sent to."""
        self._step, self._tell, self._trouble, self._reach = step, tell, trouble, reach
        self._sent: dict[Request, dict[str, Any]] = {}
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_done)
        context.on("requestfailed", self.on_failed)

    def forget(self, page: Page) -> None:
        """A tab is closed: nobody waits for what it requested."""
        self.running = {request: owner for request, owner in self.running.items() if owner is not page}

    def _on_request(self, request: Request) -> None:
        if request.url.partition(":")[0] not in _SENT:  # mailto: and the like ask nobody for anything
            return
        self.hosts.add(urlsplit(request.url).hostname or "")
        if request.resource_type not in _ENDLESS:
            self.running[request] = _page_of(request)
            self.seen += 1
        if request.resource_type in _STATIC and request.method == "GET":
            return
        if len(self.requests) >= MOST_REQUESTS:
            if not self._trouble:
                self._trouble.append(f"the pages sent more than {MOST_REQUESTS} requests, last {request.url}")
            return
        entry = {
            "step": self._step(),
            "method": request.method,
            "url": request.url,
            "post_data": _body(request),
            "status": None,
            "type": request.resource_type,
        }
        self._sent[request] = entry
        self.requests.append(entry)

    def _on_response(self, response: Response) -> None:
        entry = self._sent.get(response.request)
        if entry:
            entry["status"] = response.status
        if response.status in BAD_STATUSES and self._reach.holds(response.url):
            self._trouble.append(f"{response.url} answered {response.status}")

    def _on_done(self, request: Request) -> None:
        self.ended += self.running.pop(request, None) is not None
        self._sent.pop(request, None)

    def on_failed(self, request: Request) -> None:
        """A request got no answer."""
        self._on_done(request)
        failure = request.failure or ""
        if request.is_navigation_request() and "ERR_ABORTED" not in failure:
            if not self._reach.holds(request.url):
                self._tell(f"{request.url} is outside of this world and cannot be reached.")
            else:
                self._tell(f"{request.url} could not be opened ({failure}).")
        if any(sign in failure for sign in UNREACHED) and self._reach.holds(request.url):
            self._trouble.append(f"{request.url}: {failure}")


def _page_of(request: Request) -> Page | None:
    try:
        return request.frame.page
    except PlaywrightError:  # a navigation whose frame is not known yet
        return None


def _body(request: Request) -> str | None:
    try:
        data = request.post_data
    except (PlaywrightError, UnicodeDecodeError):
        return "(binary)"
    return data[:POST_DATA_LIMIT] if data is not None else None
