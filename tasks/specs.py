"""What a template may say under ``checks``: one model a kind of check.

The models are read twice: when a template is loaded, with its texts still unrendered (hence the
wide types), and again for each task, rendered. How a check works is in ``evaluators/checks``.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from sites.wording import plain_message

from .formats import REASONS, Reason
from .patterns import (
    Bound,
    Css,
    Regex,
    Select,
    SitePath,
    Slashed,
    SlashedValue,
    Strict,
    XPathText,
    check_css,
    once_rendered,
    unrendered,
)
from .roles import SlashedRole
from .rules import check_count, check_facts, check_method, check_number, check_row, check_span, check_status

Counted = Annotated[Any, once_rendered(check_count)]
Span = Annotated[Any, once_rendered(check_span)]
Numeric = Annotated[Any, once_rendered(check_number)]
Facts = Annotated[Any, once_rendered(check_facts)]
Status = Annotated[Any, once_rendered(check_status)]
Method = Annotated[str, once_rendered(check_method)]

# How the value of an answer is compared; see evaluators/checks/answer.py.
ANSWER_KINDS = ("exact", "must_include", "facts")

# Ways to compare what was found on a page, in a database or in an API with what was expected.
COMPARISONS = ("equals", "contains", "absent", "count", "matches", "number", "any_of", "facts")


def nested(model: type[BaseModel], data: Any, where: tuple[str | int, ...]) -> None:
    """Validate ``data`` inside a validator; the first mistake keeps its place (``ctx["where"]``)."""
    try:
        model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        inner = first.get("ctx", {}).get("where") or ()
        raise PydanticCustomError(
            "nested",
            "{message}",
            {"message": plain_message(first), "where": (*where, *first["loc"], *inner)},
        ) from error


class Spec(Strict):
    """The common part: unknown keys are errors."""


class AnswerSpec(Spec):
    """``answer: {exact: ...}``, ``{must_include: [...]}``, ``{facts: [...]}`` or ``{not_achievable: [...]}``.

    ``exact`` is the value by the declared format (``{any_of: [...]}`` in its place takes several),
    ``must_include`` names items that the list must hold, ``facts`` what a text must say.
    ``not_achievable`` names the reasons that are right, or ``any``; ``visited`` the pages that must have
    been seen.
    """

    kind: str
    value: Any = None
    not_achievable: list[Reason] | None = None
    visited: list[str | list[str]] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _by_kind(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            raise ValueError("write answer: {<kind>: <reference>}, for instance {exact: 3}")
        if "not_achievable" in data:
            if strange := sorted(map(str, data.keys() - {"not_achievable", "visited"})):
                raise ValueError(f"beside not_achievable stands visited, not '{strange[0]}'")
            reasons = list(REASONS) if data["not_achievable"] == "any" else data["not_achievable"]
            visited = data.get("visited", [])
            return {"kind": "not_achievable", "not_achievable": reasons, "visited": visited}
        if len(data) != 1 or (kind := next(iter(data))) not in ANSWER_KINDS:
            raise ValueError(
                f"name one kind of answer, got {', '.join(map(str, data)) or 'none'}; "
                f"the kinds are {', '.join(ANSWER_KINDS)} and not_achievable"
            )
        return {"kind": kind, "value": data[kind]}


class UrlSpec(Spec):
    """Where the episode ended; ``*`` in the path or in a query value stands for any characters."""

    is_: str | None = Field(default=None, alias="is")
    any_of: list[str] | None = None
    ignore: list[str] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _short(cls, data: Any) -> Any:
        return {"is": data} if isinstance(data, str) else data

    @model_validator(mode="after")
    def _one(self) -> UrlSpec:
        if (self.is_ is None) == (self.any_of is None):
            raise ValueError("write either is: or any_of:")
        return self

    def urls(self) -> list[str]:
        """Every address that is right."""
        return [self.is_] if self.is_ is not None else list(self.any_of or [])


class Comparison(Spec):
    """What was found must compare with what is expected; at least one comparison is named."""

    COMPARED: ClassVar[tuple[str, ...]] = COMPARISONS
    equals: Any = None
    contains: Any = None
    absent: Any = None
    count: Counted = None
    matches: Regex | None = None
    number: Numeric = None
    any_of: list[Any] | None = None
    facts: Facts = None

    @model_validator(mode="after")
    def _some(self) -> Comparison:
        if not any(name in self.model_fields_set for name in self.COMPARED):
            raise ValueError(f"say what is expected: one of {', '.join(COMPARISONS)}")
        return self

    def expected(self) -> dict[str, Any]:
        """The comparisons that the author wrote."""
        return {name: getattr(self, name) for name in COMPARISONS if name in self.model_fields_set}


class Answered(Comparison):
    """What a site answered; an error is never judged, unless ``status`` expects it."""

    COMPARED: ClassVar[tuple[str, ...]] = (*COMPARISONS, "status")
    status: Status = None


class PageSpec(Answered):
    """A place on a page that the evaluator opens afresh, with the session of the site's profile.

    ``js`` is an expression, or a function without arguments, that a browser evaluates in the page.
    """

    url: str
    css: str | None = None
    xpath: XPathText | None = None
    js: str | None = Field(default=None, min_length=1)
    attribute: str | None = None
    profile: str | None = None
    render: bool = False

    @model_validator(mode="after")
    def _one_locator(self) -> PageSpec:
        locators = [name for name in ("css", "xpath", "js") if getattr(self, name) is not None]
        if len(locators) > 1 or (not locators and self.expected()):
            raise ValueError("write one of css:, xpath: and js:")
        if self.attribute is not None and "js" in locators:
            raise ValueError("attribute: goes with css: or xpath:; js: gives what it reads itself")
        if self.css is not None and not self.render and not unrendered(self.css):
            check_css(self.css)  # where a browser looks, it knows more selectors
        return self


class Query(Spec):
    """One read of a site: a bound SQL query or a GET on its API."""

    site: str
    sql: Select | None = None
    api: SitePath | None = None
    pick: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Query:
        if (self.sql is None) == (self.api is None):
            raise ValueError("write either sql: or api:")
        return self


class SqlSpec(Comparison):
    """Rows that a read-only query finds after the episode."""

    site: str
    sql: Bound
    bind: dict[str, Any] = Field(default_factory=dict)


class ApiSpec(Answered):
    """What a site's own API says after the episode (GET only)."""

    site: str
    path: SitePath
    pick: str | None = None
    profile: str | None = None


class RequestSpec(Spec):
    """What the browser sent: how many requests look like this."""

    url: str
    method: Method = "POST"
    form: dict[str, Any] = Field(default_factory=dict)
    status: Any = None
    count: Span = None

    @field_validator("method")
    @classmethod
    def _upper(cls, method: str) -> str:
        return method.upper()


class NodeSpec(Spec):
    """A key node that must have been passed on the way: an address, an element acted on, a value typed."""

    url: str | None = None
    role: SlashedRole | None = None
    name: Slashed | None = None
    css: Css | None = None
    value: SlashedValue = None
    match: Literal["exact", "include", "semantic"] = "exact"
    key: str | None = None

    @property
    def is_place(self) -> bool:
        """Whether an address is all that is asked for."""
        return self.url is not None and not {"role", "name", "css", "value"} & self.model_fields_set

    @model_validator(mode="after")
    def _some(self) -> NodeSpec:
        if not {"url", "role", "name", "css", "value"} & self.model_fields_set:
            raise ValueError("say at least one of url, role, name, css, value")
        if self.match != "exact" and self.value is None and not self.is_place:
            raise ValueError(f"match: {self.match} needs a value, or an address alone")
        if self.key and not self.is_place:
            raise ValueError("key names a query term of an address alone")
        return self


class SecretSpec(Spec):
    """Texts that must stay untold; they may be sent to the addresses under ``except``."""

    texts: list[str] = Field(min_length=1, max_length=50)
    except_: list[str] = Field(default_factory=list, alias="except")


RowRule = int | Literal["any"] | list[dict[str, Any]] | str


class TableRule(Spec):
    """What may and must have happened to the rows of one table."""

    added: RowRule = 0
    removed: RowRule = 0
    changed: RowRule = 0

    @model_validator(mode="before")
    @classmethod
    def _short(cls, data: Any) -> Any:
        if data == "any":
            return {"added": "any", "removed": "any", "changed": "any"}
        if not isinstance(data, dict):
            raise ValueError("write any, or a mapping with added, removed, changed")
        return data

    @field_validator("added", "removed", "changed")
    @classmethod
    def _rule(cls, rule: RowRule, info: ValidationInfo) -> RowRule:
        if isinstance(rule, list):
            for row in rule:
                check_row(row, changed=info.field_name == "changed")
        elif rule != "any":
            try:
                check_count(rule)
            except ValueError as error:
                raise ValueError(f"write a number from 0, any, or a list of rows, not {rule}") from error
        return int(rule) if isinstance(rule, str) and rule.isdigit() else rule


class ChangesSpec(Spec):
    """What the episode may have written, row by row; everything that is not named must be untouched."""

    sites: dict[str, dict[str, TableRule]] | None = None

    @model_validator(mode="before")
    @classmethod
    def _by_site(cls, data: Any) -> Any:
        if data == "none":
            return {"sites": {}}
        if not isinstance(data, dict):
            raise ValueError("write none, or a mapping of site to tables")
        return {"sites": {site: {} if rule == "none" else rule for site, rule in data.items()}}


class PublishedSpec(Spec):
    """One evaluator of a task that another benchmark published, with where its sites are."""

    part: Literal["string_match", "url_match", "program_html"]
    task: dict[str, Any]
    addresses: dict[str, list[str]]
    original: bool = False


SPECS: dict[str, type[Spec]] = {
    "answer": AnswerSpec,
    "url": UrlSpec,
    "page": PageSpec,
    "sql": SqlSpec,
    "api": ApiSpec,
    "request": RequestSpec,
    "node": NodeSpec,
    "changes": ChangesSpec,
    "secret": SecretSpec,
}

PUBLISHED: dict[str, type[Spec]] = {"webarena": PublishedSpec}
"""Checks of tasks that are made from another benchmark's file; no template can name them."""
