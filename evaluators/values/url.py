"""Addresses on the web: the scheme may be left out; a slash at the end and a fragment do not matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from evaluators.urls import difference
from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_URL = re.compile(
    r"(?<![\w/@.])(?:https?://[^\s<>\"'`|*]+|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,8}\.[a-z]{2,10}(?:/[^\s<>\"'`|*]*)?)",
    re.I,
)


class Url(Kind):
    """The address of a page."""

    name = "url"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            return None
        text = plain(given).strip().strip("<>")
        if link := re.fullmatch(r"\[[^\[\]]*\]\(([^()\s]+)\)", text):
            text = link[1]
        return _canonical(text) if _URL.fullmatch(text) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = []
        for m in _URL.finditer(text):
            address = m[0].rstrip(".,;:!?)]")
            if "/" in address and (value := _canonical(address)):
                start = m.start() - (text[m.start() - 1 : m.start()] == "<")
                found.append(Mention(value, start, m.start() + len(address)))
        return found

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return difference(str(reference).replace("*", "%2A"), str(value)) is None

    def sentence(self, format: Format) -> str:
        return "one full address, for example http://www.example.org/page"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "string", "format": "uri"}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        parts = urlsplit(value)
        yield "another page", urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/x"))
        if parts.path.strip("/"):
            yield (
                "the page above",
                urlunsplit(parts._replace(path=parts.path.rstrip("/").rpartition("/")[0] + "/", query="")),
            )
        if parts.query:
            yield "without the query", urlunsplit(parts._replace(query=""))


def _canonical(text: str) -> str | None:
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
    except ValueError:
        return None
    if not parts.netloc:
        return None
    return urlunsplit(
        (
            parts.scheme.lower(),
            parts.netloc.lower().removesuffix(":80"),
            parts.path.rstrip("/") or "/",
            parts.query,
            "",
        )
    )


URL = Url()
