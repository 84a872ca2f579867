"""Addresses on the web: the scheme may be left out; a slash at the end and a fragment do not matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

from evaluators.urls import difference
from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_URL = re.compile(
    r"(?<![\w/@.:'=])(?:https?://[^\s<>\"'`|*]+|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,8}\.[a-z]{2,10}(?:/[^\s<>\"'`|*]*)?)",
    re.I,
)


class Url(Kind):
    """The address of a page."""

    name = "url"
    says = "one full address, for example http://www.example.org/page"
    json: ClassVar = {"type": "string", "format": "uri"}

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
                found.append(Mention(value, m.start(), m.start() + len(address)))
        return found

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        return difference(str(reference).replace("*", "%2A"), str(value)) is None

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        parts = urlsplit(value)
        yield "another page", urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/x"))
        if parts.path.strip("/"):
            above = parts.path.rstrip("/").rpartition("/")[0] + "/"
            yield "the page above", urlunsplit(parts._replace(path=above, query=""))
        if parts.query:
            yield "without the query", urlunsplit(parts._replace(query=""))


def _canonical(text: str) -> str | None:
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
    except ValueError:
        return None
    host, path = parts.netloc.lower().removesuffix(":80"), parts.path.rstrip("/") or "/"
    return urlunsplit((parts.scheme.lower(), host, path, parts.query, "")) if host else None
