"""WebArena-Verified's task file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, field_validator

from evaluators.trajectories.files import read_once
from tasks.patterns import check_regex

from .typed import SCHEMA_TYPES


def _known(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema whose types are all known; a ``format`` that is not is compared as text."""
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind not in SCHEMA_TYPES:
            raise ValueError(f"there is no schema type {kind!r}; known are {', '.join(SCHEMA_TYPES)}")
    parts = [schema.get("items"), *(schema.get("properties") or {}).values()]
    for part in parts:
        if isinstance(part, dict):
            _known(part)
    return schema


Schema = Annotated[dict[str, Any], AfterValidator(_known)]


def _status(text: str) -> str:
    if not re.fullmatch("SUCCESS|[A-Z_]+_ERROR", text):
        raise ValueError(f"{text!r} is neither SUCCESS nor an error such as NOT_FOUND_ERROR")
    return text


class Expected(BaseModel):
    """The response that is right: kind of task, status, and for retrieval the data."""

    model_config = ConfigDict(extra="ignore")
    task_type: str | None = Field(default=None)
    performed_operation: str | None = None
    status: Annotated[str, AfterValidator(_status)]
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
    results_schema: Schema | None = None
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

    @field_validator("url")
    @classmethod
    def _patterns(cls, value: str | list[str]) -> str | list[str]:
        for url in value if isinstance(value, list) else [value]:
            if url.startswith("^"):
                check_regex(url)
        return value


class NetworkEvaluator(BaseModel):
    """Looks for a request among those the browser sent."""

    model_config = ConfigDict(extra="ignore")
    evaluator: Literal["NetworkEventEvaluator"]
    expected: ExpectedEvent
    last_event_only: bool = True
    ignored_query_params: list[str] | None = None
    ignored_query_params_patterns: list[str] | None = None
    decode_base64_query: bool = False
    query_params_schema: Schema | None = None
    post_data_schema: Schema | None = None
    ignored_post_data_params_patterns: list[str] | None = None
    should_not_exist: bool = False


class VerifiedTask(BaseModel):
    """One task, as published."""

    model_config = ConfigDict(extra="ignore")
    task_id: StrictInt
    sites: list[str] = Field(default_factory=list)
    intent: str
    start_urls: list[str] = Field(default_factory=list)
    eval: list[Annotated[ResponseEvaluator | NetworkEvaluator, Field(discriminator="evaluator")]] = Field(
        min_length=1
    )

    @property
    def id(self) -> str:
        """The id as text: the name of the outcome's folder."""
        return str(self.task_id)

    @property
    def kind(self) -> str:
        """``retrieve``, ``mutate`` or ``navigate``."""
        return next((e.expected.kind for e in self.eval if isinstance(e, ResponseEvaluator)), "")


def load_tasks(path: Path) -> list[VerifiedTask]:
    """The tasks of the published file, unchanged, or of a folder of such files."""
    return read_once(path, VerifiedTask, lambda task: f"task {task.id}")
