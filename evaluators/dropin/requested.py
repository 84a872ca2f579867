"""Whether a browser sent the requests that a task of WebArena-Verified asks for, or none that it forbids."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from evaluators.trajectories.files import FormatError
from evaluators.urls import parts_of
from tasks import matching

from .addresses import Addresses
from .har import Event
from .typed import differs, is_pattern, same_value
from .verified_tasks import NetworkEvaluator


def event_problem(
    evaluator: NetworkEvaluator,
    events: list[Event],
    addresses: Addresses,
    kind: str,
    original: bool = False,
) -> str | None:
    """What is wrong with the requests that a browser sent; None when they are as the evaluator wants."""
    wanted = evaluator.expected
    urls = wanted.url if isinstance(wanted.url, list) else [wanted.url]
    targets = [
        Address.expected(text, evaluator)
        for url in urls
        for text in addresses.render(url, as_pattern=is_pattern(url))
    ]
    if kind == "navigate" and wanted.http_method.upper() == "GET":
        # the task is to end on a page: only the last page that the browser was sent to counts
        candidates = [event for event in events if event.is_navigation][-1:]
    else:
        candidates = [event for event in events if _comes_into_question(event, evaluator, targets, addresses)]
    if evaluator.should_not_exist:
        return f"{len(candidates)} such requests, none expected" if candidates else None
    if not candidates:
        return "no request with this method and address was sent"
    if evaluator.last_event_only:
        candidates = candidates[-1:]
    problems = [_apart(event, evaluator, targets, addresses, original) for event in candidates]
    return None if None in problems else problems[-1]


def _comes_into_question(
    event: Event, evaluator: NetworkEvaluator, targets: list[Address], addresses: Addresses
) -> bool:
    if event.method != evaluator.expected.http_method.upper():
        return False
    found = Address.found(event.url, evaluator)
    if not any(target.same_place(found) for target in targets):
        return False
    referer = (evaluator.expected.headers or {}).get("referer")
    sent = event.headers.get("referer")
    if not referer or not sent:
        return True
    wanted = [Address.expected(text, evaluator) for text in _rendered(referer, addresses)]
    return any(target.same_place(Address.found(sent, evaluator)) for target in wanted)


def _apart(
    event: Event, evaluator: NetworkEvaluator, targets: list[Address], addresses: Addresses, original: bool
) -> str | None:
    """What makes a request another than expected; None when it is the one."""
    wanted = evaluator.expected
    if event.method != wanted.http_method.upper():
        return f"the method is {event.method}"
    found = Address.found(event.url, evaluator)
    query = wanted.query_params
    schema = evaluator.query_params_schema
    if not any(target.same(found, query, schema, original=original) for target in targets):
        return f"the address is {event.url}"
    if event.status != wanted.response_status:
        return f"the response's status is {event.status}, not {wanted.response_status}"
    return (
        _headers_apart(event, evaluator, addresses)
        or _parts_apart(
            "post_data", wanted.post_data, _posted(event, evaluator), evaluator.post_data_schema, original
        )
        or _parts_apart("response_content", wanted.response_content, event.response_data, None)
        or _parts_apart("response_cookies", wanted.response_cookies, event.cookies, None, original)
    )


def _headers_apart(event: Event, evaluator: NetworkEvaluator, addresses: Addresses) -> str | None:
    for name, value in (evaluator.expected.headers or {}).items():
        sent = event.headers.get(name.lower())
        options = _rendered(value, addresses)
        if name.lower() in ("referer", "redirect_url") and sent:
            found = Address.found(sent, evaluator)
            if any(Address.expected(option, evaluator).same(found) for option in options):
                continue
        elif any(same_value(option, sent) for option in options):
            continue
        return f"the header {name} is {sent}"
    return None


def _parts_apart(
    what: str,
    wanted: dict[str, Any] | None,
    found: Any,
    schema: dict[str, Any] | None,
    original: bool = False,
) -> str | None:
    properties = (schema or {}).get("properties") or {}
    for key, value in (wanted or {}).items():
        name = key.strip()
        actual = _at(found, name)
        part = properties.get(name) or {}
        if isinstance(actual, list) and part.get("type") != "array":
            part = {"type": "array", "items": part}
        why = differs(value, actual, part, original=original)
        if why is not None:
            return f"{what} {name}: {why}"
    return None


def _posted(event: Event, evaluator: NetworkEvaluator) -> Any:
    patterns = evaluator.ignored_post_data_params_patterns or []
    if not isinstance(event.post_data, dict):
        return event.post_data
    return {
        name: value
        for name, value in event.post_data.items()
        if not any(matching.search(pattern, name) for pattern in patterns)
    }


_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[['\"]([^'\"]+)['\"]\]")


def _at(data: Any, name: str) -> Any:
    """The part of some JSON that a name or a path (``$.items[0].name``) leads to; None when nowhere."""
    if not name.startswith("$"):
        return data.get(name) if isinstance(data, Mapping) else None
    place = 1
    while place < len(name):
        step = _STEP.match(name, place)
        if step is None:
            raise FormatError(f"nobody knows how to follow the path {name!r}")
        key, index, quoted = step.groups()
        if index is not None:
            number = int(index)
            data = data[number] if isinstance(data, list) and number < len(data) else None
        else:
            data = data.get(key or quoted) if isinstance(data, Mapping) else None
        place = step.end()
    return data


def _rendered(value: Any, addresses: Addresses) -> list[str]:
    options = value if isinstance(value, list) else [value]
    return [text for option in options for text in addresses.render(str(option))]


class Address:
    """An address in parts: the place (a pattern, where the task gives one) and its query."""

    def __init__(self, place: str, query: dict[str, str], pattern: bool) -> None:
        self.place = place
        self.query = query
        self.pattern = pattern

    @classmethod
    def expected(cls, url: str, evaluator: NetworkEvaluator) -> Address:
        """From a task file; ``^...$`` is a regular expression for the part before the query."""
        if is_pattern(url):
            return cls(url[1:-1], {}, True)
        return cls.found(url, evaluator)

    @classmethod
    def found(cls, url: str, evaluator: NetworkEvaluator) -> Address:
        """From a request.

        Raises:
            FormatError: it is no address.
        """
        parts = parts_of(url)
        if parts is None:
            raise FormatError(f"{url!r} is no address")
        path, pairs = parts.path, parse_qsl(parts.query, keep_blank_values=True)
        if evaluator.decode_base64_query:
            path, more = _decoded(path)
            pairs += more
        query: dict[str, str] = {}
        for name, value in pairs:
            if not _ignored(name, evaluator):
                query.setdefault(name, value)
        place = f"{parts.scheme}://{parts.netloc}{path}" if parts.netloc else path
        return cls(place.rstrip("/"), query, False)

    def same_place(self, other: Address) -> bool:
        """Whether both are one place, whatever their queries."""
        if self.pattern:
            return matching.fullmatch(self.place, other.place) is not None
        return self.place.casefold() == other.place.casefold()

    def same(
        self,
        other: Address,
        query: dict[str, Any] | None = None,
        schema: dict[str, Any] | None = None,
        *,
        original: bool = False,
    ) -> bool:
        """Whether both are one address; a query term that is missing is the same as an empty one.

        ``query`` holds further terms that are expected, beside those of the address itself.
        """
        if not self.same_place(other):
            return False
        wanted: dict[str, Any] = {**self.query, **(query or {})}
        types = (schema or {}).get("properties") or {}
        return all(
            _same_term(_only(wanted.get(name)), other.query.get(name, ""), types.get(name), original)
            for name in wanted.keys() | other.query.keys()
        )


def _same_term(wanted: Any, found: str, schema: dict[str, Any] | None, original: bool) -> bool:
    """One query term: by its type where the task gives one, else letter by letter (blanks around it aside)
    or by a pattern. ``original``: in lower case."""
    if schema:
        return differs(wanted, found, schema, original=original) is None
    options = wanted if isinstance(wanted, list | tuple) else [wanted]
    if original:
        found = found.lower()
        options = [str(option or "").lower() for option in options]
    return any(
        matching.fullmatch(option[1:-1], found) is not None
        if is_pattern(option)
        else str(option or "").strip() == found.strip()
        for option in options
    )


def _only(value: Any) -> Any:
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


def _ignored(name: str, evaluator: NetworkEvaluator) -> bool:
    if name in (evaluator.ignored_query_params or []):
        return True
    return any(matching.search(pattern, name) for pattern in evaluator.ignored_query_params_patterns or [])


def _decoded(path: str) -> tuple[str, list[tuple[str, str]]]:
    """A path without those of its steps that are a query in Base64 (Magento's report filters), and the terms
    of those queries."""
    kept, terms = [], []
    for step in path.split("/"):
        query = _query_of(step)
        if query is None:
            kept.append(step)
        else:
            terms += parse_qsl(query, keep_blank_values=True)
    return "/".join(kept), terms


def _query_of(step: str) -> str | None:
    bare = step.replace("%3D", "=").replace("%3d", "=").rstrip("=")
    if not re.fullmatch(r"[A-Za-z0-9_-]{4,}", bare):
        return None
    try:
        text = base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return text if re.fullmatch(r"[\w\[\]%.+-]+=[^\s\x00-\x1f]*", text) else None
