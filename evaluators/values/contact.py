"""How something is reached: telephone numbers, and addresses on the web.

``+49 395 1234`` and ``0395 1234`` are one; a scheme may be left out, a slash at the end and a fragment too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

from phonenumbers import MatchType, is_number_match

from evaluators.urls import difference
from tasks.formats import Format

from .folding import plain
from .kind import Ask, Kind, Mention

_PHONE = re.compile(r"(?<![\w.,:/-])(?:\+|\(?0|\(?\d)(?:[ ()/.-]{0,3}\d){5,16}(?![\d]|[.,:-]\d)")
_DATE = re.compile(r"(19|20)\d\d-\d\d-\d\d|\d\d?[./-]\d\d?[./-](19|20)\d\d")
_URL = re.compile(
    r"(?i)(?<![\w/@.:'=])(?:https?://[^\s<>\"'`|*]+|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,8}\.[a-z]{2,10}(?:/[^\s<>\"'`|*]*)?)"
)


class Phone(Kind):
    """A telephone number, with or without the country's code."""

    name = "phone"
    says = "one telephone number, for example +49 30 123456"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        text = plain(str(given)).strip() if isinstance(given, str | int) else ""
        text = re.sub(r"^(?:tel\.?:?|phone:?) ?", "", text, flags=re.I)
        return _digits(text) if _PHONE.fullmatch(text) else None

    def find(self, text: str, ask: Ask) -> list[Mention]:
        found = [m for m in _PHONE.finditer(text) if not _DATE.fullmatch(m[0])]
        return [Mention(_digits(m[0]), m.start(), m.end()) for m in found]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        alike = is_number_match(value, reference)
        return value == reference or alike in (MatchType.EXACT_MATCH, MatchType.NSN_MATCH)


def _digits(text: str) -> str:
    digits = re.sub(r"\(0\)|\D", "", text)
    digits = f"+{digits}" if text.startswith("+") else digits
    return re.sub("^00", "+", digits)


class Url(Kind):
    """The address of a page."""

    name = "url"
    says = "one full address, for example http://www.example.org/page"
    json: ClassVar = {"type": "string", "format": "uri"}

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            return None
        text = plain(given).strip()
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
        one, other = (re.sub(r"\*|%2A", "\ue000", str(url), flags=re.I) for url in (reference, value))
        return difference(one, other) is None  # which takes "*" for anything

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
