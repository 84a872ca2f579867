"""What an episode's browser showed and sent, as Webarium's checks want it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import playwright.sync_api as pw

_STATIC = frozenset({"image", "font", "stylesheet", "script", "media", "manifest", "texttrack"})
_BODY = 20_000  # characters of a request body that are kept


class Recorder:
    """Listens to a context from now on. Dialogs are accepted, as everywhere in Webarium.

    Args:
        context: before it shows a page of the world.
        trouble: what Webarium takes for a sign that a site or the gateway is down: ``statuses`` of answers
            and ``failures`` of requests below a ``domain``.
        watch: Webarium's script that tells of acts on elements, and the function it tells them.
    """

    def __init__(
        self, context: pw.BrowserContext, trouble: dict[str, Any], watch: tuple[str, str] | None = None
    ) -> None:
        self.step = 0
        self._trouble = trouble
        self._signs: list[str] = []
        self._urls: list[str] = []
        self._requests: dict[pw.Request, dict[str, Any]] = {}
        self._acts: list[dict[str, Any]] = []
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("requestfailed", self._failed)
        context.on("dialog", self._dialog)
        context.on("page", self._page)
        if watch:
            script, binding = watch
            context.expose_binding(binding, self._acted)
            context.add_init_script(script)
        for page in context.pages:
            self._page(page)

    def outcome(self) -> dict[str, Any]:
        """Addresses shown, requests sent, acts on elements, and signs of trouble, in order."""
        return {
            "urls": list(self._urls),
            "requests": list(self._requests.values()),
            "acts": list(self._acts),
            "signs": list(self._signs),
        }

    def _page(self, page: pw.Page) -> None:
        page.on("framenavigated", self._navigated)
        page.on("crash", lambda page: self._signs.append(f"the tab at {page.url} crashed"))

    def _navigated(self, frame: pw.Frame) -> None:
        if frame.parent_frame is None and frame.url != "about:blank":
            self._urls.append(frame.url)

    def _acted(self, source: dict[str, Any], act: dict[str, Any]) -> None:
        inner = source["frame"].parent_frame is not None
        self._acts.append({**act, "url": source["page"].url if inner else act["document"]})

    def _request(self, request: pw.Request) -> None:
        static = request.resource_type in _STATIC and request.method == "GET"
        if static or request.url.startswith(("data:", "blob:")):
            return
        try:
            body = request.post_data
        except (pw.Error, UnicodeDecodeError):
            body = "(binary)"
        self._requests[request] = {
            "step": self.step,
            "method": request.method,
            "url": request.url,
            "post_data": body[:_BODY] if body is not None else None,
            "status": None,
            "type": request.resource_type,
        }

    def _response(self, response: pw.Response) -> None:
        if response.request in self._requests:
            self._requests[response.request]["status"] = response.status
        if response.status in self._trouble["statuses"] and self._of_the_world(response.url):
            self._signs.append(f"{response.url} answered {response.status}")

    def _failed(self, request: pw.Request) -> None:
        failure = request.failure or ""
        if any(sign in failure for sign in self._trouble["failures"]) and self._of_the_world(request.url):
            self._signs.append(f"{request.url}: {failure}")

    def _of_the_world(self, url: str) -> bool:
        return (urlsplit(url).hostname or "").endswith(f".{self._trouble['domain']}")

    @staticmethod
    def _dialog(dialog: pw.Dialog) -> None:
        try:
            dialog.accept(dialog.default_value) if dialog.type == "prompt" else dialog.accept()
        except pw.Error:
            return
