"""Templates and tasks: what one YAML file under ``tasks/`` may say, and what becomes of it."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from sites.facts import site_url

from .dialogue import Script
from .editions import Edition
from .formats import Format
from .patterns import Css, Regex, Select, SitePath, Strict
from .specs import SPECS, NodeSpec, Query, Spec, nested
from .steps import Step, count_actions

Category = Literal["information_seeking", "navigation", "content_and_config"]
Difficulty = Literal["easy", "medium", "hard"]
Screen = Literal["mobile"]
NAME = r"^[a-z][a-z0-9_]*$"


class DrawnParams(Strict):
    """Parameters drawn from the pristine state: each row of the query is a set of parameters.

    ``key`` names the columns that make a row the same row in every version of the data (all when
    left out); ``limit`` is how many tasks to make; ``add`` is merged into every row.
    """

    site: str
    sql: Select
    key: list[str] = Field(default_factory=list)
    limit: int = Field(ge=1, le=200)
    add: dict[str, Any] = Field(default_factory=dict)


class Reference(Query):
    """A value computed from the pristine state when the template is locked.

    ``shape``: ``value`` (first column of the only row), ``row`` (a mapping), ``list`` (first column of
    each row), ``rows`` (a list of mappings). By default ``value`` for one column, else ``row``.
    ``page`` is read as anybody gets it, and ``pattern`` finds the value in its text: what only a file of a
    repository says. ``value`` computes from parameters and earlier references instead of asking a site.
    """

    site: str = ""
    page: SitePath | None = None
    pattern: Regex | None = None
    value: Any = None
    shape: Literal["value", "row", "list", "rows"] | None = None
    bind: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_way(self) -> Reference:
        asks = [self.sql is not None, self.api is not None, self.page is not None]
        if sum(asks) + ("value" in self.model_fields_set) != 1:
            raise ValueError("write one of sql:, api:, page: or value:")
        if any(asks) and not self.site:
            raise ValueError("name the site that is asked")
        if (self.page is None) != (self.pattern is None):
            raise ValueError("page: and pattern: go together")
        return self


class CheckEntry(Strict):
    """One check of a template: its kind, and what stands under it."""

    kinds: ClassVar[dict[str, type[Spec]]] = SPECS
    kind: str
    spec: Any = None

    @model_validator(mode="before")
    @classmethod
    def _single_key(cls, data: Any) -> Any:
        if isinstance(data, dict) and set(data) == {"kind", "spec"}:
            return data
        if not isinstance(data, dict) or len(data) != 1:
            raise ValueError("a check is one kind with its specification, for instance answer: {number: 3}")
        (kind, spec), = data.items()  # fmt: skip
        if kind not in cls.kinds:
            raise ValueError(f"there is no check '{kind}'; the checks are {', '.join(cls.kinds)}")
        return {"kind": kind, "spec": spec}

    @model_validator(mode="after")
    def _check_spec(self) -> CheckEntry:
        nested(self.kinds[self.kind], self.spec, (self.kind,))
        return self

    def parsed(self) -> Spec:
        """The specification as its model."""
        return self.kinds[self.kind].model_validate(self.spec)


class WrongAnswer(Strict):
    """``answer: {reference: name, with: {param: other}}``: the right answer to a neighbouring question.

    ``text`` is the whole answer, with ``{{ value }}`` for the reference; by default the value alone.
    """

    reference: str
    with_: dict[str, Any] = Field(alias="with", min_length=1)
    text: str | None = None


class WrongValue(Strict):
    """``answer: {value: ...}``: a whole answer that is a value, not a text."""

    value: Any


class WrongOracle(Strict):
    """The oracle, run in a way that must fail."""

    with_: dict[str, Any] = Field(default_factory=dict, alias="with")
    twice: bool = False
    skip: int | list[int] | None = None
    function: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _short(cls, data: Any) -> Any:
        if isinstance(data, str) and data != "twice":
            raise ValueError(f"write twice, or with:, skip: or function: below, not '{data}'")
        return {"twice": True} if data == "twice" else data

    @model_validator(mode="after")
    def _one_way(self) -> WrongOracle:
        if not (self.with_ or self.twice or self.skip not in (None, []) or self.function):
            raise ValueError("say with:, twice, skip: or function:")
        return self

    def skipped(self) -> list[int]:
        """Numbers of the steps left out, counted from 1."""
        return [self.skip] if isinstance(self.skip, int) else list(self.skip or [])


class Wrong(Strict):
    """One outcome that must fail: a wrong answer, the oracle run wrongly, or steps of its own.

    ``when`` limits it to the tasks for which the expression holds; ``note`` says what the mistake is.
    """

    answer: WrongAnswer | WrongValue | str | None = None
    oracle: WrongOracle | None = None
    steps: list[Step] | None = Field(default=None, min_length=1)
    when: str | None = None
    note: str | None = None

    @field_validator("answer", mode="before")
    @classmethod
    def _number_as_text(cls, data: Any) -> Any:
        return str(data) if isinstance(data, int | float) and not isinstance(data, bool) else data

    @model_validator(mode="after")
    def _one_kind(self) -> Wrong:
        if sum(part is not None for part in (self.answer, self.oracle, self.steps)) != 1:
            raise ValueError("a wrong outcome is one of answer:, oracle: or steps:")
        return self


class Limits(Strict):
    """Limits of an episode that differ from the run's own."""

    steps: int | None = Field(default=None, ge=1, le=500)
    seconds: float | None = Field(default=None, gt=0)


class KeyNode(Strict):
    """A place, an element or a value on the way of a task; only a ``decisive`` one is a check.

    ``step`` is where the oracle passed it, for a node that was derived from its episode.
    """

    node: NodeSpec
    decisive: bool = False
    step: int | None = Field(default=None, ge=0)


class Milestone(Strict):
    """A part of a long task that counts by itself: what is reached, in words, and the check that shows it.

    It reads what any check reads: the end of the episode, its requests and pages. It never reads rows as they
    were at some step, since another agent goes another way.
    """

    reached: str = Field(min_length=3, max_length=120)
    weight: int = Field(default=1, ge=1, le=100)
    check: CheckEntry


class Rule(Strict):
    """What must not happen on the way, in words, and the check that holds as long as it has not.

    It decides nothing: a task that passes against a rule is told apart from one that keeps all of them.
    """

    rule: str = Field(min_length=3, max_length=200)
    check: CheckEntry


class Deed(Strict):
    """A form of the site, filled in and sent as a browser does: hidden fields go along as they stand.

    ``form`` is the path of the page it is on. A button that counts is named under ``fill``; what stands under
    ``append`` goes behind what is in the field already.
    """

    form: SitePath
    css: Css = "form"
    fill: dict[str, Any] = Field(default_factory=dict)
    append: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _some(self) -> Deed:
        if not (self.fill or self.append):
            raise ValueError("say what is entered: fill: or append:")
        return self


class Event(Strict):
    """What somebody else does on a site while the agent works, once.

    It is due when the agent stands on a page ``at`` an address, or at a ``step``; what is still to come
    happens before the outcome is judged. Without ``only_if`` holding, and where nothing was written, it is
    void. ``seen`` are checks that count where it was done while the agent was at work, ``unseen`` those
    that count where it was not.
    """

    event: str = Field(min_length=3, max_length=120)
    at: str | None = None
    step: int | None = Field(default=None, ge=1, le=500)
    who: dict[str, str | None] = Field(min_length=1, max_length=1)
    only_if: CheckEntry | None = None
    does: Deed
    seen: list[CheckEntry] = Field(default_factory=list, max_length=20)
    unseen: list[CheckEntry] = Field(default_factory=list, max_length=20)

    @field_validator("only_if")
    @classmethod
    def _of_the_site(cls, only_if: CheckEntry | None) -> CheckEntry | None:
        if only_if and only_if.kind not in ("sql", "api", "page"):
            raise ValueError(f"only_if looks at a site: sql, api or page, not {only_if.kind}")
        return only_if

    @model_validator(mode="after")
    def _one_time(self) -> Event:
        if (self.at is None) == (self.step is None):
            raise ValueError("say when: at: an address, or step: a number")
        return self

    @property
    def site(self) -> str:
        """Where it happens."""
        return next(iter(self.who))

    @property
    def checks(self) -> list[tuple[bool, CheckEntry]]:
        """Its checks; each with whether it counts where the event was seen, or where it was not."""
        return [*((True, one) for one in self.seen), *((False, one) for one in self.unseen)]


class Template(Strict):
    """One file under ``tasks/<folder>/``.

    ``answer`` is the format of the answer, where one is asked for. ``twin``, of a task that cannot be done,
    names the template that asks for the like and can be done. ``window: mobile`` has it played on a phone.
    """

    folder: str = Field(pattern=NAME)
    name: str = Field(pattern=NAME)
    intent: str = Field(min_length=10)
    covers: list[str] = Field(min_length=1)
    category: Category
    sites: list[str] = Field(min_length=1)
    profile: dict[str, str | None]
    start: list[str] = Field(min_length=1)
    params: list[dict[str, Any]] | DrawnParams = Field(default_factory=lambda: [dict[str, Any]()])
    elsewhere: DrawnParams | None = None
    reference: dict[str, Reference] = Field(default_factory=dict)
    answer: Format | None = None
    twin: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")
    checks: list[CheckEntry] = Field(min_length=1)
    milestones: list[Milestone] = Field(default_factory=list, max_length=50)
    policy: list[Rule] = Field(default_factory=list, max_length=50)
    user: Script | None = None
    events: list[Event] = Field(default_factory=list, max_length=10)
    key_nodes: list[NodeSpec] = Field(default_factory=list)
    oracle: list[Step] | Literal["python"]
    wrong: list[Wrong] = Field(default_factory=list)
    difficulty: Difficulty | None = None
    tags: list[str] = Field(default_factory=list)
    window: Screen | None = None
    limits: Limits = Field(default_factory=Limits)

    @field_validator("params", mode="before")
    @classmethod
    def _listed_or_drawn(cls, data: Any) -> Any:
        if not isinstance(data, list | dict | DrawnParams):
            raise ValueError("params is a list of mappings, or a mapping with site:, sql: and limit:")
        return data

    @field_validator("start", mode="before")
    @classmethod
    def _one_start(cls, data: Any) -> Any:
        return [data] if isinstance(data, str) else data

    @property
    def id(self) -> str:
        """``<folder>.<name>``."""
        return f"{self.folder}.{self.name}"

    def of(self, edition: Edition) -> Template:
        """As an edition draws it: all but the default one by ``elsewhere``, where that is given."""
        if edition.is_default or self.elsewhere is None:
            return self
        return self.model_copy(update={"params": self.elsewhere})

    @property
    def level(self) -> Difficulty:
        """Difficulty: as written, else by the oracle's number of actions (5 and 10 are the bounds)."""
        if self.difficulty:
            return self.difficulty
        if self.oracle == "python":
            return "hard"
        return difficulty_of(count_actions(self.oracle))

    @property
    def unachievable(self) -> bool:
        """Whether the right answer is that it cannot be done."""
        return any(
            check.kind == "answer" and isinstance(check.spec, dict) and "not_achievable" in check.spec
            for check in self.checks
        )


def difficulty_of(actions: int) -> Difficulty:
    """Easy up to 5 actions of the oracle, medium up to 10, hard above (Online-Mind2Web's bounds)."""
    return "easy" if actions <= 5 else "medium" if actions <= 10 else "hard"


class Task(Strict):
    """A template with one set of parameters, rendered: what is run and scored.

    ``room`` is how many steps its oracle's length asks for, where that is more than usual.
    """

    id: str
    template: str
    folder: str
    number: int = Field(ge=0)
    sites: list[str]
    profile: dict[str, str | None]
    intent: str
    start: list[str]
    category: Category
    covers: list[str]
    params: dict[str, Any] = Field(default_factory=dict)
    reference: dict[str, Any] = Field(default_factory=dict)
    answer: Format | None = None
    twin: str | None = None
    checks: list[CheckEntry] = Field(default_factory=list)
    milestones: list[Milestone] = Field(default_factory=list)
    policy: list[Rule] = Field(default_factory=list)
    user: Script | None = None
    events: list[Event] = Field(default_factory=list)
    key_nodes: list[KeyNode] = Field(default_factory=list)
    wrong: list[Wrong] = Field(default_factory=list)
    wrong_values: dict[str, Any] = Field(default_factory=dict)
    difficulty: Difficulty = "easy"
    unachievable: bool = False
    tags: list[str] = Field(default_factory=list)
    window: Screen | None = None
    limits: Limits = Field(default_factory=Limits)
    room: int = 0

    def address_of(self, site: str) -> str:
        """Where one of its sites is, as a player is told."""
        return f"{site_url(site)}/"

    @property
    def judged(self) -> list[CheckEntry]:
        """The checks, those of milestones, policy and events; evidence counts them in this order."""
        parts = [*self.checks, *(one.check for one in self.milestones), *(one.check for one in self.policy)]
        return [*parts, *(check for event in self.events for _, check in event.checks)]


class OracleView(Strict):
    """All that the oracle's process may know of a task: no checks, no reference.

    ``code`` is the text of its module, where it has one: the process that plays it sees no file of ours.
    """

    task_id: str
    intent: str
    start: list[str]
    variables: dict[str, Any]
    params: dict[str, Any]
    oracle: list[Step] | Literal["python"]
    code: str | None = None
