"""Web addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import parse_qsl, unquote, urlsplit

from w3lib.url import canonicalize_url

from .base import NO_SETTING, Mention, Setting, Value

_URL = re.compile(
    r"(?<![\w@.])(?:https?://[^\s<>\"|]+"
    r"|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|test|localhost|io|de|edu|gov|dev|info|uk|eu"
    r"|example)\b(?::\d+)?(?:/[^\s<>\"|]*)?"
    r"|localhost(?::\d+)?(?:/[^\s<>\"|]*)?"
    r"|(?:/[\w%.~-]+){2,}/?(?:\?[^\s<>\"|]+)?)(?!@)",
    re.I,
)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Url(Value):
    """A web address: scheme, host, path and the set of query terms; the fragment does not count.

    Examples:
        ``http://shop.test/a/?x=1&y=2`` is ``HTTP://Shop.test:80/a?y=2&x=1``
        ``shop.test/a`` (no scheme) is ``http://shop.test/a``
        ``http://shop.test/a`` is not ``http://shop.test/a/b``
        ``http://shop.test/a?page=1`` is not ``http://shop.test/a?page=12``
    """

    kind: ClassVar[str] = "url"
    scheme: str
    host: str
    path: str
    query: tuple[tuple[str, str], ...]

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Url]]:
        """All addresses in the text, without the punctuation that ends the sentence."""
        if "." not in text and "/" not in text and "localhost" not in text:
            return []
        found = []
        for m in _URL.finditer(text):
            raw = m[0].rstrip(".,;:!?'\"*")
            while raw.endswith((")", "]")) and raw.count("(") < raw.count(")") + raw.count("]") - raw.count(
                "["
            ):
                raw = raw[:-1].rstrip(".,;:!?'\"")
            value = cls._read(raw)
            if value:
                found.append(Mention(value, m.start(), m.start() + len(raw)))
        return found

    @classmethod
    def _read(cls, raw: str) -> Url | None:
        try:
            full = (
                raw if "://" in raw else f"x://{raw.lstrip('/')}" if not raw.startswith("/") else f"x://{raw}"
            )
            parts = urlsplit(canonicalize_url(full))
            port = parts.port
        except ValueError:
            return None
        scheme = "" if parts.scheme == "x" else parts.scheme
        host = (parts.hostname or "").lower()
        if port and port != _PORTS.get(scheme or "http"):
            host += f":{port}"
        path = re.sub(r"/{2,}", "/", unquote(parts.path)).rstrip("/") or "/"
        return cls(scheme, host, path, tuple(sorted(parse_qsl(parts.query, keep_blank_values=True))))

    def same(self, other: Url) -> bool:
        """Equal parts; a scheme that one of them leaves out is not compared."""
        if self.scheme and other.scheme and self.scheme != other.scheme:
            return False
        if bool(self.host) != bool(other.host):
            return False
        return (self.host, self.path, self.query) == (other.host, other.path, other.query)

    def __str__(self) -> str:
        scheme = f"{self.scheme}://" if self.scheme else ""
        query = "?" + "&".join(f"{k}={v}" for k, v in self.query) if self.query else ""
        return f"{scheme}{self.host}{self.path}{query}"
