"""What the files of a run hold: journal line, step, manifest and summary, each written and read here alone.

Files that were written before there was a version have version 0; what they lack gets its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    ValidationError,
    computed_field,
    field_validator,
    model_validator,
)

from harness import jsonio
from harness.run.answers import AnswerCounts, Read, Said
from sites.errors import WebariumError
from sites.seeds import Seed
from sites.wording import kind_of, wording
from tasks.formats import Reason, Told
from tasks.model import Category, Difficulty, Task

SCHEMA = 1
FINISHED = ("passed", "failed")
AGENT_ERROR = "agent_error"
"""Begins the stop reason of an episode that the agent itself gave up: it said that it cannot go on."""
Status = Literal["passed", "failed", "error"]
Whose = Literal["agent", "sandbox"]


def _inside(path: str) -> str:
    """A path that leads nowhere but below the folder it stands in."""
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or "\0" in path or "\\" in path:
        raise ValueError("a path must lead below the run's folder")
    return path


Inside = Annotated[str, AfterValidator(_inside)]
MOST = 10**9
"""Of anything that is counted or measured in a run: steps, tokens, seconds; more is no result."""


def _number(value: object) -> object:
    """Pydantic would read a number from a text; nothing of ours writes one."""
    if isinstance(value, str):
        raise ValueError(f"{value!r} is a text and no number")
    return value


Count = Annotated[int, BeforeValidator(_number), Field(ge=0, le=MOST)]
Side = Annotated[int, BeforeValidator(_number), Field(ge=1, le=MOST)]
Seconds = Annotated[float, BeforeValidator(_number), Field(ge=0, le=MOST)]
Share = Annotated[float, BeforeValidator(_number), Field(ge=0, le=1)]
Trials = Annotated[int, BeforeValidator(_number), Field(ge=1, le=100_000)]


def _moment(text: str) -> str:
    """A point in time as it is written into files, or nothing."""
    if text:
        try:
            datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{text!r} is no date and time") from None
    return text


def _seed(seed: int | str) -> int | str:
    if seed != "":
        try:
            Seed.parse(str(seed))
        except WebariumError as error:
            raise ValueError(error.message) from None
    return seed


def _once(names: list[str]) -> list[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{name} stands there twice")
        seen.add(name)
    return names


Moment = Annotated[str, AfterValidator(_moment)]
TaskId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.:@+-]*$", max_length=200)]


class Newer(ValueError):
    """A record of a version that this program does not know."""


NEWER = "use the Webarium that wrote it, or a newer one: pip install --upgrade webarium, or git pull"
"""What to do about one; nothing of it is damaged."""


class Record(BaseModel):
    """What the four have in common: a version, and JSON both ways."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    schema_version: Annotated[int, Field(strict=True)] = SCHEMA

    @classmethod
    def read(cls, data: Any) -> Self:
        """A record from the JSON of a file.

        Raises:
            Newer: when it is of a newer version.
            ValueError: when it is none; the message says what is wrong.
        """
        if not isinstance(data, dict):
            raise ValueError(f"it is no JSON object but {kind_of(data)}")
        version = data.get("schema_version", 0)
        if isinstance(version, int) and version > SCHEMA:  # before all else: the rest may be other then
            raise Newer(f"it is of schema version {version}: a newer Webarium than this ({SCHEMA}) is needed")
        try:
            found = cls.model_validate({"schema_version": 0} | data)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            what = wording(first)
            raise ValueError(f"{where}: {what}" if where else what) from error
        return found

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return self.model_dump(mode="json")

    def to_line(self) -> bytes:
        """As one line of a file of lines."""
        return jsonio.dump(self.to_json()) + b"\n"


class TokenCount(BaseModel):
    """What a model was asked and answered; ``cost`` in US dollars."""

    model_config = ConfigDict(allow_inf_nan=False)

    prompt: Count = 0
    completion: Count = 0
    cost: float = Field(default=0.0, ge=0, le=MOST)


@dataclass(frozen=True, order=True)
class Key:
    """What an episode is known by."""

    task_id: str
    trial: int
    config: str


class Attempt(BaseModel):
    """An attempt at an episode that met trouble; its folder is beside the episode's.

    Attributes:
        whose: ``agent`` when it said so itself, else something below it failed.
    """

    folder: Inside
    error: str
    whose: Whose = "sandbox"
    tokens: TokenCount = Field(default_factory=TokenCount)


class JournalLine(Record):
    """What became of one episode.

    Attributes:
        config: digest of the agent's configuration.
        score: 0 to 1.
        undecided: a check could not decide; the episode counts as failed.
        nodes: key nodes passed and all, where the task has some.
        violations: rules of the task's policy that were broken; None where it has none.
        answer_status: what the answer says, ``answer_reading`` how it was read, ``reason`` why it refuses.
        unachievable: whether the task cannot be done; None in older runs.
        stop_reason: ``stop`` (by the agent), else the rule or limit that ended it; ``error``.
        seconds: of the whole episode; ``phases`` has its parts, ``reset_seconds`` that of the reset.
        digest: of all observations.
        folder: of the episode's files, from the run's folder; None when there is none.
        error: what kept the episode from being played.
        wrong_task: whether that was a fault of the task itself, which its author has to mend.
        attempts: how often it was begun; ``attempts_kept`` are those that met trouble and left files.
        agent_errors: how often the agent said that it cannot go on.
    """

    task_id: TaskId
    trial: Count
    config: str
    status: Status
    agent: str = ""
    score: Share = 0.0
    undecided: StrictBool = False
    nodes: dict[str, Count] | None = None
    violations: Count | None = None
    answer: str | None = None
    answer_status: Said | None = None
    answer_reading: Read = "none"
    reason: Reason | None = None
    unachievable: StrictBool | None = None
    twin: str | None = None
    stop_reason: str = ""
    steps: Count = 0
    seconds: Seconds = 0.0
    reset_seconds: Seconds = 0.0
    phases: dict[str, Seconds] = Field(default_factory=dict)
    digest: str | None = None
    started: Moment = ""
    folder: Inside | None = None
    error: str | None = None
    wrong_task: StrictBool = False
    tokens: TokenCount = Field(default_factory=TokenCount)
    attempts: Count = 1
    attempts_kept: list[Attempt] = Field(default_factory=list)
    agent_errors: Count = 0
    rescored: StrictBool = False
    sites: list[str] = Field(default_factory=list)
    category: Category | Literal["unknown"] = "unknown"
    difficulty: Difficulty | Literal["unknown"] = "unknown"
    template: str = ""
    intent: str = ""

    @model_validator(mode="before")
    @classmethod
    def _one_verdict(cls, data: Any) -> Any:
        """``passed`` stands in the file for those who read it elsewhere; it must say what ``status`` says."""
        if not isinstance(data, dict):
            return data
        status = data.get("status")
        if data.get("passed", status == "passed") is not (status == "passed"):
            raise ValueError(f"passed is {str(data['passed']).lower()}, but status is {status}")
        if data.get("score") == 1 and status != "passed":
            raise ValueError(f"score is 1, but status is {status}")
        return data

    @model_validator(mode="after")
    def _one_episode(self) -> Self:
        """Template and folder are those of the task."""
        if self.template and self.template != self.task_id.partition(":")[0].rpartition(".")[0]:
            raise ValueError(f"task_id is {self.task_id}, but template is {self.template}")
        if self.folder and PurePosixPath(self.folder).name != f"{self.task_id}.{self.trial}":
            raise ValueError(
                f"the episode is trial {self.trial} of {self.task_id}, but folder is {self.folder}"
            )
        return self

    @computed_field  # type: ignore[prop-decorator]
    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return self.status == "passed"

    @property
    def finished(self) -> bool:
        """Whether there is a verdict; an error says nothing about the agent."""
        return self.status in FINISHED

    @property
    def given_up(self) -> bool:
        """Whether it failed because the agent said that it cannot go on."""
        return self.status == "failed" and self.stop_reason.startswith(AGENT_ERROR)

    @property
    def spent(self) -> TokenCount:
        """Tokens of the episode and of the attempts before it, each at most ``MOST``."""
        counts = [self.tokens, *(one.tokens for one in self.attempts_kept)]
        return TokenCount(
            prompt=min(MOST, sum(one.prompt for one in counts)),
            completion=min(MOST, sum(one.completion for one in counts)),
            cost=min(MOST, sum(one.cost for one in counts)),
        )

    @property
    def key(self) -> Key:
        """What the episode is known by."""
        return Key(self.task_id, self.trial, self.config)

    @classmethod
    def of(cls, task: Task, *, trial: int, agent: str, config: str, status: Status, **facts: Any) -> Self:
        """The line of an episode of a task; ``facts`` are the other attributes."""
        return cls(
            task_id=task.id,
            trial=trial,
            agent=agent,
            config=config,
            status=status,
            sites=task.sites,
            category=task.category,
            difficulty=task.difficulty,
            template=task.template,
            intent=task.intent,
            unachievable=task.unachievable,
            twin=task.twin,
            **facts,
        )


class Step(Record):
    """One line of a trajectory: what was seen, then what was done; files are named from the episode's folder.

    Attributes:
        time: of the browser, as the agent was told.
        viewport: width and height of the screenshot, in CSS pixels.
        error: why the last action did nothing, as the agent was told.
        action: None when the episode was ended before the agent acted.
        target: the element that was acted on; its ``box`` is left, top, width and height, or None.
        problem: why this action did nothing.
        seconds: duration of its parts.
    """

    step: Count
    time: str = ""
    url: str = ""
    title: str = ""
    tabs: list[dict[str, Any]] = Field(default_factory=list)
    viewport: tuple[Side, Side] = (1280, 720)
    axtree_file: Inside | None = None
    elements_file: Inside | None = None
    html_file: Inside | None = None
    screenshot: Inside | None = None
    mhtml_file: Inside | None = None
    page_elements_file: Inside | None = None
    dom_file: Inside | None = None
    otr_file: Inside | None = None
    error: str | None = None
    messages: list[Any] = Field(default_factory=list)
    digest: str = ""
    action: dict[str, Any] | None = None
    target: dict[str, Any] | None = None
    thought: str = ""
    tokens: TokenCount = Field(default_factory=TokenCount)
    problem: str | None = None
    seconds: dict[str, Seconds] = Field(default_factory=dict)

    @field_validator("target")
    @classmethod
    def _placed(cls, target: dict[str, Any] | None) -> dict[str, Any] | None:
        """Four numbers; where a page gave some that lead nowhere, such as infinity, there is no box."""
        box = (target or {}).get("box")
        if target is None or box is None:
            return target
        listed = isinstance(box, list | tuple) and len(box) == 4
        if not listed or not all(isinstance(side, int | float) for side in box):
            raise ValueError("box is not four numbers")
        return target if all(-MOST <= side <= MOST for side in box) else target | {"box": None}

    @model_validator(mode="after")
    def _named(self) -> Self:
        """What did something was an action; what did nothing may have been anything."""
        if self.action is not None and self.problem is None and not isinstance(self.action.get("name"), str):
            raise ValueError("action.name must be given")
        return self


class _Row(BaseModel):
    columns: list[Any] = []


class _Table(BaseModel):
    added: list[Any] = []
    removed: list[Any] = []
    changed: list[_Row] = []
    counts: dict[str, Count] | None = None


class _Written(BaseModel):
    tables: dict[str, _Table] | None = None
    files: dict[str, list[Any]] | None = None


class _Event(BaseModel):
    changes: _Written | None = None


class _Around(BaseModel):
    events: list[_Event] | None = None
    dialogue: list[dict[str, Any]] | None = None


def misshapen(outcome: Mapping[str, Any]) -> str | None:
    """What is wrong with the form of an outcome's events and dialogue; None where nothing is."""
    try:
        _Around.model_validate({key: outcome.get(key) for key in _Around.model_fields})
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {wording(first)}"
    return None


class AgentFacts(BaseModel):
    """How a run's agent is started; see ``harness.agents.naming.AgentSpec``. ``files`` is their digest."""

    name: str
    command: list[str]
    lasting: StrictBool = False
    jail: Literal["on", "off", "ours"] | None = None
    network: list[str] = Field(default_factory=list)
    binds: list[str] = Field(default_factory=list)
    user: str | None = None
    environment: list[str] = Field(default_factory=list)
    options: dict[str, Any] = Field(default_factory=dict)
    files: str = ""


LimitName = Literal["steps", "repeats", "invalid", "answer_seconds", "episode_seconds", "step_factor"]


class SettingsFacts(BaseModel):
    """What is the same for all episodes; see ``harness.episode.engine.EpisodeSettings``."""

    observation: list[str]
    scope: str
    window: str = "desktop"
    marks: StrictBool = False
    otr: dict[str, Any] | None = None
    limits: dict[LimitName, Count | Seconds]
    answer_format: Told = "none"  # before there was any telling
    trace: str = "never"
    har: str = "never"
    screenshots: StrictBool = True
    html: StrictBool = True
    check_resets: StrictBool = False
    dom: StrictBool = False
    mhtml: StrictBool = False


class Shard(BaseModel):
    """Which part of a run this one is.

    Attributes:
        number: of the part, from 1, of ``of`` parts.
        tasks: how many the whole run has; ``tasks_hash`` is that of all of them.
    """

    number: Trials
    of: Trials
    tasks: Count
    tasks_hash: str


class Manifest(Record):
    """What a run is made of.

    Attributes:
        started: when it began; ``resumed`` when it went on.
        webarium: version of this program; ``code`` the commit, with ``+`` when files differ from it.
        config: digest of agent, view and limits.
        selection: how the tasks were chosen, in words; ``tasks`` are their ids.
        tasks_hash: digest of all that the tasks say.
        elsewhere: the file that says where another benchmark's sites are, whose tasks they are.
        shard: which part it is, where the tasks were divided.
        seed: what the worlds' data is made from; ``salt`` went into the draw of the tasks.
        release: of the default world, in the checkout that began the run; with ``+`` where locks differ.
        browser: Chromium's version; ``protection`` is how far it was shut in, in words.
        images: tags of the worlds' images, which are digests of what went into them; ``image_ids`` are the
            engine's own names of what those tags stood for, ``packages`` digests of what Debian and PyPI
            gave on the day each was built.
    """

    run: str
    started: Moment
    resumed: list[Moment] = Field(default_factory=list)
    webarium: str = ""
    code: str = ""
    agent: AgentFacts
    config: str
    settings: SettingsFacts
    selection: str = ""
    trials: Trials = 1
    workers: Trials = 1
    sites: list[str] = Field(default_factory=list)
    tasks: Annotated[list[str], AfterValidator(_once)]
    tasks_hash: str = ""
    elsewhere: str | None = None
    shard: Shard | None = None
    seed: Annotated[int | str, AfterValidator(_seed)] = ""
    salt: str = ""
    release: str = ""
    epoch: str = ""
    browser: str | None = None
    protection: str | None = None
    images: dict[str, str] = Field(default_factory=dict)
    image_ids: dict[str, str] = Field(default_factory=dict)
    packages: dict[str, str] = Field(default_factory=dict)


class Counts(BaseModel):
    """Episodes counted; ``success_rate`` is passed of all, 0 to 1: an error is no success."""

    tasks: Count
    passed: Count
    failed: Count
    errors: Count
    undecided: Count
    success_rate: Share

    @model_validator(mode="after")
    def _all(self) -> Self:
        """Each is counted once."""
        if self.passed + self.failed + self.errors != self.tasks:
            raise ValueError(
                f"{self.passed} passed, {self.failed} failed and {self.errors} errors are not {self.tasks}"
            )
        return self


class PolicyCounts(BaseModel):
    """Episodes of tasks with a policy.

    Attributes:
        tasks: all of them; ``kept`` broke no rule, ``passed`` were done, ``passed_and_kept`` both.
        violations: how many rules were broken.
    """

    tasks: Count
    kept: Count
    passed: Count
    passed_and_kept: Count
    violations: Count


class Summary(Record, Counts):
    """A run in numbers.

    Attributes:
        tasks: episodes, all trials counted.
        agent_errors: how often agents said that they cannot go on.
        wall_seconds: how long all parts of the run took.
        steps_median: of the episodes that have a verdict; None when none has.
        score: mean of all episodes, 0 to 1; above ``success_rate`` where milestones were reached.
        answers: how they were read, what was refused, and the score of pairs.
        policy: the tasks with a policy; None where there are none.
        key_nodes: scores of the tasks with key nodes, see ``evaluators.checks.node``.
        digest: of all observations and verdicts: equal for two runs that went the same way.
    """

    run: str
    agent: str | None = None
    agent_jail: Literal["on", "off", "ours"] | None = None
    agent_errors: Count = 0
    score: Share = 0.0
    wall_seconds: Seconds = 0.0
    steps_median: float | None = None
    seconds_median: float | None = None
    reset_seconds_median: float | None = None
    tokens: dict[str, int] = Field(default_factory=dict)
    cost: float = 0.0
    per_site: dict[str, Counts] = Field(default_factory=dict)
    per_category: dict[str, Counts] = Field(default_factory=dict)
    per_difficulty: dict[str, Counts] = Field(default_factory=dict)
    answers: AnswerCounts = Field(default_factory=AnswerCounts)
    policy: PolicyCounts | None = None
    key_nodes: dict[str, Any] | None = None
    digest: str = ""
