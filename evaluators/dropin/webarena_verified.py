"""WebArena-Verified's task file, judged from its own outcomes: ``agent_response.json`` and ``network.har``.

Each task lists evaluators: one for the agent's structured response, others for requests that the browser must
(or must not) have sent. Its verdicts are deterministic and typed already, so there is no second, original
way of judging.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field

from evaluators.base import Judgement, Verdict, show
from evaluators.trajectories.files import FormatError, json_files, read_models

from .addresses import Addresses
from .har import Event, read_har
from .typed import differs, folded, is_pattern, same_value


class Expected(BaseModel):
    """The response that is right: kind of task, status, and for retrieval the data."""

    model_config = ConfigDict(extra="ignore")
    task_type: str | None = Field(default=None)
    performed_operation: str | None = None
    status: str
    retrieved_data: list[Any] | None = None

    @property
    def kind(self) -> str:
        """``retrieve``, ``mutate`` or ``navigate``; older files call it performed_operation."""
        return (self.task_type or self.performed_operation or "").lower()


class ResponseEvaluator(BaseModel):
    """Compares the agent's response."""

    model_config = ConfigDict(extra="ignore")
    evaluator: Literal["AgentResponseEvaluator"]
    ordered: bool = False
    results_schema: dict[str, Any] | None = None
    expected: Expected


class ExpectedEvent(BaseModel):
    """A request, by address, method, status and whatever else is named. Names that begin with ``$`` are
    paths into JSON (``$.note.noteable_type``)."""

    model_config = ConfigDict(extra="ignore")
    url: str | list[str]
    headers: dict[str, Any] | None = None
    query_params: dict[str, Any] | None = None
    post_data: dict[str, Any] | None = None
    response_content: dict[str, Any] | None = None
    response_status: int = 200
    http_method: str = "GET"
    response_cookies: dict[str, Any] | None = None


class NetworkEvaluator(BaseModel):
    """Looks for a request among those the browser sent."""

    model_config = ConfigDict(extra="ignore")
    evaluator: Literal["NetworkEventEvaluator"]
    expected: ExpectedEvent
    last_event_only: bool = True
    ignored_query_params: list[str] | None = None
    ignored_query_params_patterns: list[str] | None = None
    decode_base64_query: bool = False
    query_params_schema: dict[str, Any] | None = None
    post_data_schema: dict[str, Any] | None = None
    ignored_post_data_params_patterns: list[str] | None = None
    should_not_exist: bool = False


class VerifiedTask(BaseModel):
    """One task, as published."""

    model_config = ConfigDict(extra="ignore")
    task_id: int
    sites: list[str] = Field(default_factory=list)
    intent: str
    start_urls: list[str] = Field(default_factory=list)
    eval: list[ResponseEvaluator | NetworkEvaluator] = Field(min_length=1)

    @property
    def id(self) -> str:
        """The id as text: the name of the outcome's folder."""
        return str(self.task_id)

    @property
    def kind(self) -> str:
        """``retrieve``, ``mutate`` or ``navigate``."""
        return next((e.expected.kind for e in self.eval if isinstance(e, ResponseEvaluator)), "")


class VerifiedOutcome:
    """One recorded outcome: the response as the agent wrote it, and the requests of its browser."""

    def __init__(self, response: Any, events: list[Event]) -> None:
        self.response = response
        self.events = events


def load_tasks(path: Path) -> list[VerifiedTask]:
    """The tasks of the published file, unchanged, or of a folder of such files."""
    return [task for file in json_files(path) for task in read_models(file, VerifiedTask)]


def load_outcome(folder: Path) -> VerifiedOutcome:
    """The outcome in a task's folder: ``agent_response.json`` (or the answer in a Webarium ``outcome.json``)
    and ``network.har`` (or ``har.zip``).

    Raises:
        FormatError: when the response is missing, or the HAR is none.
    """
    events: list[Event] = []
    for name in ("network.har", "network.har.zip", "har.zip"):
        if (folder / name).exists():
            events = read_har(folder / name)
            break
    response = folder / "agent_response.json"
    if response.exists():
        return VerifiedOutcome(parse_response(response.read_text(encoding="utf-8")), events)
    if (folder / "outcome.json").exists():
        data = json.loads((folder / "outcome.json").read_text(encoding="utf-8"))
        return VerifiedOutcome(parse_response(data.get("answer") or ""), events)
    raise FormatError(f"{folder} has no agent_response.json")


def parse_response(text: str) -> Any:
    """An agent's response: JSON, or JSON in a fenced block; the text itself when it is neither."""
    fenced = re.search(r"```(?:json)?\s*(.*?)```", text, re.DOTALL)
    for candidate in (text, fenced.group(1) if fenced else ""):
        try:
            return json.loads(candidate)
        except ValueError:
            continue
    return text


def judge(task: VerifiedTask, outcome: VerifiedOutcome, addresses: Addresses | None = None) -> Judgement:
    """The verdict on one task: every evaluator has to pass."""
    addresses = addresses or Addresses()
    verdicts = []
    for evaluator in task.eval:
        expected: Any = evaluator.expected.model_dump(exclude_none=True)
        found: Any = ""
        try:
            if isinstance(evaluator, ResponseEvaluator):
                problem = _response_problem(evaluator, outcome.response)
                found = outcome.response
            else:
                problem = _event_problem(evaluator, outcome.events, addresses, task.kind)
                found = f"{len(outcome.events)} requests"
            status: Literal["pass", "fail", "error"] = "pass" if problem is None else "fail"
        except (FormatError, re.error) as error:
            problem, status = str(error), "error"
        verdicts.append(
            Verdict(
                passed=problem is None,
                score=float(problem is None),
                check=evaluator.evaluator,
                expected=show(expected),
                found=show(found),
                why=problem or "as expected",
                status=status,
            )
        )
    passed = all(verdict.passed for verdict in verdicts)
    return Judgement(passed=passed, score=float(passed), checks=verdicts)


# ---- the response -------------------------------------------------------------------------------


def _response_problem(evaluator: ResponseEvaluator, response: Any) -> str | None:
    if not isinstance(response, Mapping):
        return "the response is not a JSON object"
    expected = evaluator.expected
    kind = response.get("task_type", response.get("performed_operation"))
    if folded(kind or "") != expected.kind:
        return f"task_type is {kind}, not {expected.kind}"
    if folded(response.get("status") or "") != folded(expected.status):
        return f"status is {response.get('status')}, not {expected.status}"
    if expected.kind != "retrieve":
        return None
    schema = evaluator.results_schema or {}
    if schema.get("type") != "array":  # {"type": "null"}: nothing is to be retrieved
        schema = {"type": "array", "items": {}}
    data = response.get("retrieved_data")
    if isinstance(data, str):
        parsed = parse_response(data)
        data = parsed if isinstance(parsed, list) else data
    why = differs(expected.retrieved_data, data, schema, ordered=evaluator.ordered)
    return f"retrieved_data: {why}" if why else None


# ---- requests -----------------------------------------------------------------------------------


def _event_problem(
    evaluator: NetworkEvaluator, events: list[Event], addresses: Addresses, kind: str
) -> str | None:
    wanted = evaluator.expected
    urls = wanted.url if isinstance(wanted.url, list) else [wanted.url]
    targets = [
        _Address.expected(text, evaluator)
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
    problems = [_apart(event, evaluator, targets, addresses) for event in candidates]
    return None if None in problems else problems[-1]


def _comes_into_question(
    event: Event, evaluator: NetworkEvaluator, targets: list[_Address], addresses: Addresses
) -> bool:
    if event.method != evaluator.expected.http_method.upper():
        return False
    found = _Address.found(event.url, evaluator)
    if not any(target.same_place(found) for target in targets):
        return False
    referer = (evaluator.expected.headers or {}).get("referer")
    sent = event.headers.get("referer")
    if not referer or not sent:
        return True
    wanted = [_Address.expected(text, evaluator) for text in _rendered(referer, addresses)]
    return any(target.same_place(_Address.found(sent, evaluator)) for target in wanted)


def _apart(
    event: Event, evaluator: NetworkEvaluator, targets: list[_Address], addresses: Addresses
) -> str | None:
    """What makes a request another than expected; None when it is the one."""
    wanted = evaluator.expected
    if event.method != wanted.http_method.upper():
        return f"the method is {event.method}"
    found = _Address.found(event.url, evaluator)
    query = wanted.query_params
    if not any(target.same(found, query, evaluator.query_params_schema) for target in targets):
        return f"the address is {event.url}"
    if event.status != wanted.response_status:
        return f"the response's status is {event.status}, not {wanted.response_status}"
    return (
        _headers_apart(event, evaluator, addresses)
        or _parts_apart("post_data", wanted.post_data, _posted(event, evaluator), evaluator.post_data_schema)
        or _parts_apart("response_content", wanted.response_content, event.response_data, None)
        or _parts_apart("response_cookies", wanted.response_cookies, event.cookies, None)
    )


def _headers_apart(event: Event, evaluator: NetworkEvaluator, addresses: Addresses) -> str | None:
    for name, value in (evaluator.expected.headers or {}).items():
        sent = event.headers.get(name.lower())
        options = _rendered(value, addresses)
        if name.lower() in ("referer", "redirect_url") and sent:
            found = _Address.found(sent, evaluator)
            if any(_Address.expected(option, evaluator).same(found) for option in options):
                continue
        elif any(same_value(option, sent) for option in options):
            continue
        return f"the header {name} is {sent}"
    return None


def _parts_apart(
    what: str, wanted: dict[str, Any] | None, found: Any, schema: dict[str, Any] | None
) -> str | None:
    properties = (schema or {}).get("properties") or {}
    for key, value in (wanted or {}).items():
        name = key.strip()
        actual = _at(found, name)
        part = properties.get(name) or {}
        if isinstance(actual, list) and part.get("type") != "array":
            part = {"type": "array", "items": part}
        why = differs(value, actual, part)
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
        if not any(re.search(pattern, name) for pattern in patterns)
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


# ---- addresses ----------------------------------------------------------------------------------


class _Address:
    """An address in parts: the place (a pattern, where the task gives one) and its query."""

    def __init__(self, place: str, query: dict[str, str], pattern: bool) -> None:
        self.place = place
        self.query = query
        self.pattern = pattern

    @classmethod
    def expected(cls, url: str, evaluator: NetworkEvaluator) -> _Address:
        """From a task file; ``^...$`` is a regular expression for the part before the query."""
        if is_pattern(url):
            return cls(url[1:-1], {}, True)
        return cls.found(url, evaluator)

    @classmethod
    def found(cls, url: str, evaluator: NetworkEvaluator) -> _Address:
        """From a request."""
        parts = urlsplit(url)
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

    def same_place(self, other: _Address) -> bool:
        """Whether both are one place, whatever their queries."""
        if self.pattern:
            return re.fullmatch(self.place, other.place) is not None
        return self.place.casefold() == other.place.casefold()

    def same(
        self, other: _Address, query: dict[str, Any] | None = None, schema: dict[str, Any] | None = None
    ) -> bool:
        """Whether both are one address; a query term that is missing is the same as an empty one.

        ``query`` holds further terms that are expected, beside those of the address itself.
        """
        if not self.same_place(other):
            return False
        wanted: dict[str, Any] = {**self.query, **(query or {})}
        types = (schema or {}).get("properties") or {}
        return all(
            _same_term(_only(wanted.get(name)), other.query.get(name, ""), types.get(name))
            for name in wanted.keys() | other.query.keys()
        )


def _same_term(wanted: Any, found: str, schema: dict[str, Any] | None) -> bool:
    """One query term: by its type where the task gives one, else letter by letter (blanks around it aside)
    or by a pattern."""
    if schema:
        return differs(wanted, found, schema) is None
    options = wanted if isinstance(wanted, list | tuple) else [wanted]
    return any(
        re.fullmatch(option[1:-1], found) is not None
        if is_pattern(option)
        else str(option or "").strip() == found.strip()
        for option in options
    )


def _only(value: Any) -> Any:
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


def _ignored(name: str, evaluator: NetworkEvaluator) -> bool:
    if name in (evaluator.ignored_query_params or []):
        return True
    return any(re.search(pattern, name) for pattern in evaluator.ignored_query_params_patterns or [])


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
