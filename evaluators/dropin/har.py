"""Requests of a browser as a HAR file holds them, read for judging."""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email import message_from_string
from functools import cached_property
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from evaluators.trajectories.files import LONGEST, FormatError, read_json
from sites.files import MEGABYTE

_STATIC = frozenset(
    {".css", ".js", ".mjs", ".map", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico"}
    | {".woff", ".woff2", ".ttf", ".otf", ".mp4", ".webm"}
)


_AGAIN = "record the requests again"


@dataclass(frozen=True)
class Event:
    """One request and its response. Header names are in lower case."""

    method: str
    url: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    post_text: str = ""
    post_type: str = ""
    post_params: tuple[tuple[str, str], ...] = ()
    response_text: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def is_navigation(self) -> bool:
        """Whether the browser was sent to a page, by a person or a link: not a script's request, not a
        frame."""
        if self.method != "GET":
            return False
        mode = self.headers.get("sec-fetch-mode")
        if mode is not None:
            return mode == "navigate" and self.headers.get("sec-fetch-dest", "document") == "document"
        return self.headers.get("accept", "").startswith("text/html")

    @cached_property
    def post_data(self) -> Any:
        """The request's body: the fields of a form by name, or JSON; an empty object for anything else.

        Of a name that was sent several times the first value counts, as the benchmark's own tasks assume.
        """
        if self.post_params:
            return _fields(self.post_params)
        text = self.post_text.strip()
        if "multipart" in self.post_type:
            return _fields(_multipart(self.post_type, self.post_text))
        if "json" in self.post_type or text.startswith(("{", "[")):
            data = _json(text)
            return {} if data is None else data
        return _fields(parse_qsl(text, keep_blank_values=True))

    @cached_property
    def response_data(self) -> Any:
        """The response as JSON, or None."""
        return _json(self.response_text)


def read_har(path: Path) -> list[Event]:
    """The requests of a HAR file (or of the ``.har`` in a ZIP, as Playwright writes it), static files left
    out.

    Raises:
        FormatError: when it is no HAR.
    """
    data = _unzipped(path) if path.suffix == ".zip" else read_json(path)
    log = data.get("log") if isinstance(data, dict) else None
    entries = log.get("entries") if isinstance(log, dict) else None
    if not isinstance(entries, list):
        raise FormatError(f"{path} is not a HAR file: it has no list log.entries", remedy=_AGAIN)
    found = []
    for number, entry in enumerate(entries):
        try:
            found.append(_event(entry))
        except KeyError as error:
            raise FormatError(f"{path}: log.entries.{number} has no {error}", remedy=_AGAIN) from error
        except (TypeError, AttributeError, ValueError) as error:
            reason = "is no request with its response: a part of it has another type"
            raise FormatError(f"{path}: log.entries.{number} {reason}", remedy=_AGAIN) from error
    return [event for event in found if event is not None]


def _unzipped(path: Path) -> Any:
    try:
        with zipfile.ZipFile(path) as archive:
            member = next(one for one in archive.infolist() if one.filename.endswith(".har"))
            if member.file_size > LONGEST:
                raise FormatError(f"{path}: {member.filename} is larger than {LONGEST // MEGABYTE} MB")
            return json.loads(archive.read(member))
    except (OSError, zipfile.BadZipFile, StopIteration, ValueError, RecursionError) as error:
        raise FormatError(f"cannot read {path}: {error}") from error


def _event(entry: dict[str, Any]) -> Event | None:
    request, response = entry["request"], entry["response"]
    if urlsplit(request["url"]).path.lower().endswith(tuple(_STATIC)):
        return None
    body = request.get("postData") or {}
    params = tuple((str(p["name"]), str(p.get("value", ""))) for p in body.get("params") or [])
    return Event(
        method=str(request["method"]).upper(),
        url=str(request["url"]),
        status=int(response["status"]),
        headers={h["name"].lower(): str(h["value"]) for h in request.get("headers", [])},
        post_text=str(body.get("text") or ""),
        post_type=str(body.get("mimeType") or ""),
        post_params=params,
        response_text=_text(response.get("content") or {}),
        cookies=_cookies(response),
    )


def _text(content: dict[str, Any]) -> str:
    text = str(content.get("text") or "")
    if content.get("encoding") != "base64":
        return text
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except ValueError:
        return ""


def _cookies(response: dict[str, Any]) -> dict[str, str]:
    found = {c["name"]: unquote(str(c.get("value", ""))) for c in response.get("cookies") or []}
    for header in response.get("headers") or []:
        if header["name"].lower() == "set-cookie":
            for line in str(header["value"]).splitlines():
                jar: SimpleCookie = SimpleCookie()
                try:
                    jar.load(line)
                except CookieError:
                    continue
                found |= {name: unquote(morsel.value) for name, morsel in jar.items()}
    return found


def _fields(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return found


def _multipart(kind: str, text: str) -> Iterator[tuple[str, str]]:
    """The fields of a multipart form; uploaded files count with their content."""
    message = message_from_string(f"Content-Type: {kind}\r\n\r\n{text}")
    for part in message.walk():
        name = part.get_param("name", header="content-disposition")
        if isinstance(name, str):
            yield name, str(part.get_payload()).removesuffix("\r\n").removesuffix("\n")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
