"""The form of evidence, as each kind of check collects it: what is damaged is told by entry and key.

A part that is missing is no matter of form: the check that looks for it says so.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.wording import wording

from .base import REGISTRY

Rows = list[dict[str, Any]]


class _Answer(BaseModel):
    answer: str | None = None
    status: str | None = None
    reason: str | None = None
    told: str = ""
    urls: list[str] = []


class _Url(BaseModel):
    url: str = ""
    ignore: list[str] = []


class _Page(BaseModel):
    url: str | None = None
    status: int | None = None
    problem: str | None = None


class _Sql(BaseModel):
    rows: Rows = []
    decimals: list[str] = []


class _Request(BaseModel):
    requests: Rows = []
    ignore: list[str] = []


class _Node(BaseModel):
    urls: list[str] = []
    url_steps: list[int | None] | None = None
    steps: Rows = []
    ignore: list[str] = []


class _Changes(BaseModel):
    tables: dict[str, dict[str, Any]] | None = None
    files: dict[str, Any] | None = None


class _Noise(BaseModel):
    tables: dict[str, Any] = {}
    files: list[str] = []


class _Site(BaseModel):
    changes: _Changes = Field(default_factory=_Changes)
    noise: _Noise = Field(default_factory=_Noise)
    others: list[_Changes] = []


class _Written(BaseModel):
    sites: dict[str, _Site] = {}


class _Secret(BaseModel):
    said: list[dict[str, str]] = []
    sent: Rows = []


class _Any(BaseModel):
    model_config = ConfigDict(extra="allow")


FORMS: dict[str, type[BaseModel]] = {
    "answer": _Answer,
    "url": _Url,
    "page": _Page,
    "sql": _Sql,
    "request": _Request,
    "node": _Node,
    "changes": _Written,
    "secret": _Secret,
}


def misshapen(kind: str, evidence: dict[str, Any]) -> str | None:
    """What is wrong with the form of the evidence of a check; None where nothing is."""
    if kind not in REGISTRY:
        return f"there is no check '{kind}'; the checks are {', '.join(REGISTRY)}"
    try:
        FORMS.get(kind, _Any).model_validate(evidence)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {wording(first)}"
    return None
