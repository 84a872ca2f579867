"""What all checks share: the outcome of an episode, the verdict on it, and the two functions of a check."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, Protocol
from urllib.parse import parse_qsl

from pydantic import BaseModel, ConfigDict, Field, StrictBool, field_validator

from sites.addresses import site_at
from sites.errors import WebariumError
from sites.facts import site_url
from tasks.dialogue import Utterance
from tasks.formats import Reason, Told
from tasks.model import Task
from tasks.specs import Spec

Status = Literal["pass", "fail", "undecided", "error"]


class Request(BaseModel):
    """One request that the browser sent, with its body as text."""

    model_config = ConfigDict(extra="ignore")

    method: str
    url: str
    status: int | None = None
    post_data: str | None = None
    type: str = ""
    step: int | None = None

    @property
    def form(self) -> dict[str, Any]:
        """The fields of a form body; a field that is sent several times holds a list."""
        return form_fields(self.post_data or "")


def form_fields(body: str) -> dict[str, Any]:
    """The fields of an urlencoded, multipart or JSON body; nothing for any other body."""
    pairs: list[tuple[str, Any]] = []
    if body.startswith("--"):
        boundary = body.split("\r\n", 1)[0]
        for part in body.split(boundary):
            head, _, content = part.partition("\r\n\r\n")
            name = re.search(r'name="([^"]*)"', head)
            if name:
                pairs.append((name.group(1), content.removesuffix("\r\n")))
    elif body.startswith("{"):
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):  # an agent sends what it likes
            data = {}
        pairs = list(data.items())
    elif "=" in body:
        pairs = list(parse_qsl(body, keep_blank_values=True))
    fields: dict[str, Any] = {}
    for key, value in pairs:
        fields[key] = [*_several(fields[key]), value] if key in fields else value
    return fields


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class StepRecord(BaseModel):
    """One step on the way: where the agent was, what it did and to which element.

    ``html`` is the page at that moment, for checks that look an element up in it; it is not kept here.
    """

    model_config = ConfigDict(extra="ignore")

    url: str
    step: int | None = None
    action: dict[str, Any] = Field(default_factory=dict)
    target: dict[str, Any] | None = None
    html: str | None = Field(default=None, exclude=True, repr=False)


class Happened(BaseModel):
    """What became of an event of the task.

    Attributes:
        event: as the task names it.
        site: where it happened.
        who: the profile that did it; None was a visitor.
        status: ``void`` where its condition did not hold, or the site took nothing.
        why: it is void, in words.
        seen: whether it was done while the agent was at work.
        step: at which; None where it came only before the judging.
        changes: what it wrote there, as ``changes`` tells it; no change of the agent's.
    """

    event: str
    site: str
    who: str | None = None
    status: Literal["done", "void"]
    why: str = ""
    seen: StrictBool = False
    step: int | None = None
    changes: dict[str, Any] = Field(default_factory=dict)


class Outcome(BaseModel):
    """What is left of an episode when the agent has stopped and its browser is closed.

    Attributes:
        answer: the text of the final stop (JSON where it was a value); None when the agent never stopped.
        status: what the final stop said of itself, and
        reason: why it cannot be done, in a word; None where it said nothing.
        told: how much the agent was told of the answer's format.
        final_url: address of the focused tab at the end.
        urls: addresses of all documents shown, in order, of every tab.
        dialogue: messages between the agent and whoever gave it the task.
        events: what others did meanwhile.
        visited: the same with the step and the tab, where the browser noted them.
        stop_reason: ``stop`` (by the agent), else the rule or limit that ended the episode.
    """

    model_config = ConfigDict(extra="ignore")

    task_id: str
    answer: str | None = None
    status: Literal["done", "not_achievable", "failed"] | None = None
    reason: Reason | None = None
    told: Told = "full"
    final_url: str = ""
    urls: list[str] = Field(default_factory=list)
    visited: list[dict[str, Any]] = Field(default_factory=list)
    requests: list[Request] = Field(default_factory=list)
    steps: list[StepRecord] = Field(default_factory=list)
    dialogue: list[Utterance] = Field(default_factory=list)
    events: list[Happened] = Field(default_factory=list)
    stop_reason: str = "stop"

    @field_validator("urls", mode="before")
    @classmethod
    def _addresses(cls, urls: Any) -> Any:
        """Pages may come with step and tab, as the browser notes them; the address is what counts."""
        return [item["url"] if isinstance(item, dict) else item for item in urls or []]

    @property
    def said(self) -> list[str]:
        """What the agent said on the way."""
        return [one.text for one in self.dialogue if one.who == "agent"]


class Verdict(BaseModel):
    """The verdict of one check, for a person to read.

    Attributes:
        check: kind of the check.
        expected: what would have been right, in words.
        found: what there was.
        why: one sentence.
        status: ``undecided`` scores 0 and is flagged; ``error`` means the check itself could not run.
        reading: of an answer, how it was read.
    """

    passed: StrictBool
    score: float
    check: str
    expected: str
    found: str
    why: str
    status: Status
    reading: Literal["strict", "loose", "malformed"] | None = None


class NodePassed(BaseModel):
    """What became of a key node.

    Attributes:
        node: as the task names it.
        decisive: whether it is a check of the task; any other decides nothing.
        step: at which it was first passed; None where it was not, or nobody noted the step.
        oracle_step: at which the oracle passed it.
    """

    node: dict[str, Any]
    decisive: StrictBool = False
    passed: StrictBool
    step: int | None = None
    oracle_step: int | None = None


class Reached(BaseModel):
    """What became of a milestone: what there was to reach, what it counts, and the verdict of its check."""

    reached: str
    weight: int
    verdict: Verdict


class Kept(BaseModel):
    """What became of a rule of the policy: the rule in words, and the verdict of its check."""

    rule: str
    verdict: Verdict


class Judgement(BaseModel):
    """The verdict on an episode: a task passes when every check passes (the papers' reward, 0 or 1).

    ``score`` is 1 for a task that passes; milestones give a part of it to one that does not.
    """

    passed: StrictBool
    score: float
    checks: list[Verdict]
    milestones: list[Reached] = Field(default_factory=list)
    policy: list[Kept] = Field(default_factory=list)
    key_nodes: list[NodePassed] = Field(default_factory=list)

    @property
    def undecided(self) -> bool:
        """Whether some check could not decide."""
        return any(verdict.status == "undecided" for verdict in self.checks)

    @property
    def broken(self) -> bool:
        """Whether some check, of a milestone or the policy too, could not run."""
        return any(verdict.status == "error" for verdict in self.all_verdicts)

    @property
    def all_verdicts(self) -> list[Verdict]:
        """Those of the checks, of the milestones and of the policy."""
        milestones, policy = (one.verdict for one in self.milestones), (one.verdict for one in self.policy)
        return [*self.checks, *milestones, *policy]

    @property
    def violations(self) -> int | None:
        """How many rules were broken; None where the task has no policy."""
        return sum(not one.verdict.passed for one in self.policy) if self.policy else None


class CheckError(WebariumError):
    """A check cannot be asked of any outcome: its author has to mend it."""

    usual = "mend the check (docs/authoring.md)"


class WorldView(Protocol):
    """The part of a World that checks use; all of it only reads."""

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        """Rows of a read-only query."""

    def fetch(self, site: str, path: str, headers: Any = None, *, cookies: Any = None) -> Any:
        """The answer to a GET request through the gateway; cookies, by name, outlast redirects."""

    def changes(self, site: str) -> dict[str, Any]:
        """The rows and files that differ from the pristine state."""

    def sessions(self, site: str) -> dict[str, Any]:
        """The cookies of each profile's session."""


class Check(ABC):
    """One check of one task.

    ``collect`` reads what is needed from world and outcome and gives it as JSON; it never writes to a
    site. ``judge`` decides from that evidence alone, so that a finished run can be scored again.
    """

    kind: ClassVar[str]

    def __init__(self, task: Task, spec: Spec) -> None:
        self.task = task
        self.spec = spec

    def sound(self) -> None:
        """Whether the check can judge at all, as far as that is known without a world.

        Raises:
            WebariumError: it cannot.
        """
        return

    def of_task(self, url: str) -> None:
        """An address that the check names is one of the task's sites.

        Raises:
            CheckError: it is none.
        """
        if site_at(url) not in self.task.sites:
            sites = ", ".join(site_url(site) for site in self.task.sites)
            raise CheckError(
                f"'{url}' is no address of the task's sites", remedy=f"write one that begins with {sites}"
            )

    @abstractmethod
    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        """The evidence, as JSON.

        Args:
            world: where to look.
            outcome: what the agent did.
            browser: a Playwright browser for pages that need JavaScript; only ``page`` uses it.
        """

    @abstractmethod
    def judge(self, evidence: dict[str, Any]) -> Verdict:
        """The verdict on the evidence; pure."""

    def verdict(self, passed: bool, *, expected: Any, found: Any, why: str) -> Verdict:
        """A verdict that passes or fails."""
        return Verdict(
            passed=passed,
            score=1.0 if passed else 0.0,
            check=self.kind,
            expected=show(expected),
            found=show(found),
            why=why,
            status="pass" if passed else "fail",
        )


def show(value: Any, limit: int = 1200) -> str:
    """A value as it stands in a verdict: text as it is, all else as short JSON-like text."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


REGISTRY: dict[str, type[Check]] = {}


def register(check: type[Check]) -> type[Check]:
    """Class decorator: makes a check known under its kind."""
    REGISTRY[check.kind] = check
    return check
