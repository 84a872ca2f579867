"""WebArena's task files (``config_files/*.json``), judged from recorded outcomes (its paper, section 3.2).

Two ways of judging. The default keeps what a task says and closes the gaps: values at word borders, one
final claim, addresses equal and not merely contained. ``original`` gives WebArena's own verdict: substrings
in lower-case text, "gold in pred" addresses.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs

from pydantic import BaseModel, ConfigDict, Field, field_validator

from evaluators.base import Judgement, Verdict, show
from evaluators.comparison import holds, text_of
from evaluators.equivalence import Equivalence
from evaluators.inferring import match as match_value
from evaluators.scripts import why_no_expressions
from evaluators.trajectories.files import FormatError, read_once
from evaluators.urls import difference, parts_of

from . import original
from .addresses import Addresses
from .helpers import PAGE, PREFIX, RECORDED, member_role_expression, parse_call, reddit_get_post_url
from .outcome import Recorded, plain
from .snapshot import Snapshots


class Target(BaseModel):
    """One place to look at: where (``url``), what (``locator``), and what must stand there."""

    model_config = ConfigDict(extra="ignore")
    url: str
    locator: str = ""
    prep_actions: list[str] = Field(default_factory=list)
    required_contents: dict[Literal["exact_match", "must_include"], str | list[str]]

    @field_validator("required_contents")
    @classmethod
    def _one(cls, value: dict[str, Any]) -> dict[str, Any]:
        """One of the two, since the authors look at the first alone; as a list a text would match letter by
        letter, and without a text nothing would be looked for."""
        if len(value) != 1:
            raise ValueError("give one of exact_match and must_include")
        [(rule, wanted)] = value.items()
        kind, what = (str, "a text") if rule == "exact_match" else (list, "a list of texts")
        if not isinstance(wanted, kind) or wanted == []:
            raise ValueError(f"{rule} is {what}, not {wanted!r}")
        return value


class Evaluation(BaseModel):
    """The ``eval`` block of a task."""

    model_config = ConfigDict(extra="ignore")
    eval_types: list[Literal["string_match", "url_match", "program_html"]] = Field(min_length=1)
    reference_answers: dict[str, Any] | None = None
    reference_url: str | None = None
    program_html: list[Target] | None = None
    url_note: str | None = None
    string_note: str | None = None

    @field_validator("reference_answers")
    @classmethod
    def _texts(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        for approach, wanted in (value or {}).items():
            if approach == "must_include" and not isinstance(wanted, list):
                raise ValueError(f"must_include is a list of texts, not {wanted!r}")
            texts = wanted if isinstance(wanted, list) else [wanted]
            if not texts or not all(isinstance(one, str | int | float) for one in texts):
                raise ValueError(f"{approach} is a text or a list of texts, not {wanted!r}")
        return value

    @field_validator("program_html", mode="before")
    @classmethod
    def _none(cls, value: Any) -> Any:
        return value or None


class WebArenaTask(BaseModel):
    """One task, as published; what judging does not need is kept out of the way but not refused."""

    model_config = ConfigDict(extra="ignore")
    task_id: int | str
    intent: str
    sites: list[str] = Field(default_factory=list)
    start_url: str = ""
    storage_state: str | None = None
    require_login: bool = False
    intent_template_id: int | str | None = None
    eval: Evaluation

    @field_validator("task_id", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        if isinstance(value, bool) or not str(value).isdecimal():
            raise ValueError(f"a task has a number, not {value!r}")
        return value

    @property
    def id(self) -> str:
        """The id as text: the name of the outcome's folder."""
        return str(self.task_id)


@dataclass
class Settings:
    """How to judge.

    Attributes:
        original: WebArena's own verdict.
        addresses: where the sites were.
        ignore: query terms that never matter in an address.
        judge: a model for fuzzy answers that the rules cannot decide.
        snapshots: reads saved pages; started by the first that is needed.
    """

    original: bool = False
    addresses: Addresses = field(default_factory=Addresses)
    ignore: Sequence[str] = ()
    judge: Equivalence | None = None
    snapshots: Snapshots = field(default_factory=Snapshots)


def load_tasks(path: Path) -> list[WebArenaTask]:
    """The tasks of one file (one task, or a list as in ``test.raw.json``) or of a folder of files."""
    found = read_once(path, WebArenaTask, lambda task: f"task {task.id}")
    scripts = [
        (task, target.locator)
        for task in found
        for target in task.eval.program_html or ()
        if target.locator.startswith(("document.", "[...document."))
    ]
    whys = why_no_expressions([locator for _, locator in scripts]) if scripts else []
    for (task, locator), why in zip(scripts, whys, strict=True):
        if why:
            raise FormatError(f"{path}: task {task.id}: the locator '{locator[:80]}' is no JavaScript: {why}")
    return found


def judge(task: WebArenaTask, outcome: Recorded, settings: Settings | None = None) -> Judgement:
    """The verdict on one task: its evaluators all have to pass, as WebArena multiplies their scores."""
    settings = settings or Settings()
    verdicts = [one for kind in task.eval.eval_types for one in judge_part(kind, task, outcome, settings)]
    passed = bool(verdicts) and all(verdict.passed for verdict in verdicts)
    return Judgement(passed=passed, score=float(passed), checks=verdicts)


def judge_part(kind: str, task: WebArenaTask, outcome: Recorded, settings: Settings) -> list[Verdict]:
    """The verdicts of one evaluator, one for each thing that it looks at."""
    try:
        return _EVALUATORS[kind](task, outcome, settings)
    except FormatError as error:
        remedy = f" ({error.remedy})" if error.remedy else ""
        return [_verdict(kind, False, "", "", f"{error.message}{remedy}", status="error")]


def _verdict(
    kind: str,
    passed: bool,
    expected: Any,
    found: Any,
    why: str,
    *,
    status: Literal["pass", "fail", "undecided", "error"] | None = None,
) -> Verdict:
    return Verdict(
        passed=passed,
        score=float(passed),
        check=kind,
        expected=show(expected),
        found=show(found),
        why=why,
        status=status or ("pass" if passed else "fail"),
    )


# ---- string_match -------------------------------------------------------------------------------


def _string_match(task: WebArenaTask, outcome: Recorded, settings: Settings) -> list[Verdict]:
    references = task.eval.reference_answers
    if references is None or not (references or settings.original):
        raise FormatError(f"task {task.id} asks for string_match without reference_answers")
    if settings.original:
        return _string_as_published(task, references, outcome.answer or "", settings.judge)
    if outcome.answer is None:
        why = "the agent gave no answer"
        return [_verdict("string_match", False, references, "no answer", why)]
    return [
        _matched(approach, value, task, outcome.answer, settings) for approach, value in references.items()
    ]


def _string_as_published(
    task: WebArenaTask, references: dict[str, Any], answer: str, judge: Equivalence | None
) -> list[Verdict]:
    try:
        found = original.strings(
            references,
            answer,
            intent=task.intent,
            note=task.eval.string_note or "",
            judge=judge,
            same_reason=judge.same_reason if judge else None,
        )
    except KeyError as error:
        raise FormatError(f"task {task.id}: nobody knows how to match by {error}") from error
    return [
        _verdict(
            f"string_match {one.approach}",
            bool(one.passed),
            one.expected,
            answer,
            one.why,
            status="undecided" if one.passed is None else None,
        )
        for one in found
    ]


def _matched(approach: str, value: Any, task: WebArenaTask, answer: str, settings: Settings) -> Verdict:
    if approach == "fuzzy_match" and value == "N/A":
        result = match_value("unachievable", "N/A", answer, intent=task.intent)
    else:
        kinds = {"exact_match": "exact", "must_include": "must_include", "fuzzy_match": "fuzzy"}
        if approach not in kinds:
            raise FormatError(f"task {task.id}: nobody knows how to match by '{approach}'")
        if isinstance(value, list) and len(value) == 1 and approach == "fuzzy_match":
            value = value[0]
        result = match_value(kinds[approach], value, answer, intent=task.intent, judge=settings.judge)
    passed = result.score >= 1.0 and not result.undecided
    status: Any = "undecided" if result.undecided else None
    return _verdict(f"string_match {approach}", passed, value, answer, result.why, status=status)


# ---- url_match ----------------------------------------------------------------------------------


def _url_match(task: WebArenaTask, outcome: Recorded, settings: Settings) -> list[Verdict]:
    note = task.eval.url_note or "GOLD in PRED"
    if note not in ("GOLD in PRED", "EXACT"):
        raise FormatError(f"task {task.id}: nobody knows the rule '{note}' for addresses")
    written = (task.eval.reference_url or "").split(original.OR)
    if not settings.original:
        written = [url for part in written if (url := part.strip())]
    if not written or task.eval.reference_url is None:
        raise FormatError(f"task {task.id} asks for url_match without reference_url")
    if call := next((url for url in written if url.startswith(PREFIX)), None):
        raise FormatError(
            f"task {task.id}: the reference_url {call!r} is a call, and url_match compares addresses"
        )
    gold = [rendered for url in written for rendered in settings.addresses.render(url)]
    found = outcome.final_url
    if not found:
        raise FormatError(f"the outcome of task {task.id} has no final_url, which url_match looks at")
    if settings.original and note == "EXACT":
        problem = None if plain(found) in [plain(url) for url in gold] else f"it is not {gold[0]}"
    elif settings.original:
        problem = original.gold_in_pred(gold, found)
    else:
        # with program_html the content of the page is looked at as well, and a longer address may be right:
        # /f/books is where the post /f/books/17/a-review was to go
        along = note != "EXACT" and "program_html" in task.eval.eval_types
        problems = [_apart(url, found, settings.ignore, along) for url in gold]
        problem = None if None in problems else problems[0]
    why = problem or "the agent ended there"
    return [_verdict("url_match", problem is None, original.OR.join(gold), found, why)]


def _apart(gold: str, found: str, ignore: Sequence[str], along: bool) -> str | None:
    """What makes the address found another than the gold one; ``along`` accepts further path and query."""
    if not along:
        return difference(gold, found, ignore)
    want, have = parts_of(gold), parts_of(found)
    if (
        want is None
        or have is None
        or (want.scheme, want.netloc.lower()) != (have.scheme, have.netloc.lower())
    ):
        return difference(gold, found, ignore)
    steps, taken = want.path.rstrip("/").split("/"), have.path.rstrip("/").split("/")
    if taken[: len(steps)] != steps:
        return f"the path {have.path} does not begin with {want.path}"
    query = parse_qs(have.query, keep_blank_values=True)
    for key, values in parse_qs(want.query, keep_blank_values=True).items():
        if key not in ignore and not set(values) <= set(query.get(key, [])):
            return f"the query lacks {key}={', '.join(values)}"
    return None


# ---- program_html -------------------------------------------------------------------------------


def _program_html(task: WebArenaTask, outcome: Recorded, settings: Settings) -> list[Verdict]:
    targets = task.eval.program_html
    if not targets:
        raise FormatError(f"task {task.id} asks for program_html without saying where")
    return [_looked_at(target, outcome, settings) for target in targets]


def _looked_at(target: Target, outcome: Recorded, settings: Settings) -> Verdict:
    expected = f"{target.required_contents} at {target.locator or 'the page'} of {target.url}"
    urls = _places(target.url, outcome, settings)
    content = _content(target, urls, outcome, settings)
    if content is None:
        why = "nothing was captured there: no content for this locator, and no saved page"
        return _verdict("program_html", False, expected, "nothing", why, status="error")
    content = html.unescape(content)
    problem = _lacking(target.required_contents, content, settings)
    return _verdict("program_html", problem is None, expected, content, problem or "it stands there")


def _places(url: str, outcome: Recorded, settings: Settings) -> list[str]:
    """The addresses under which a target may have been captured, the real one first."""
    if url == "last":
        return [outcome.final_url, "last"]
    if not url.startswith(PREFIX):
        return [*settings.addresses.render(url), url]
    call = parse_call(url)
    arguments = [_filled(argument, outcome) for argument in call.arguments]
    if call.name == "reddit_get_post_url" and len(arguments) == 1:
        return [reddit_get_post_url(arguments[0]), url]
    return [_recorded(call.name, call.key, outcome), url]


def _filled(argument: object, outcome: Recorded) -> str:
    return "" if argument is PAGE else str(argument).replace("__last_url__", outcome.final_url)


def _recorded(name: str, key: str, outcome: Recorded) -> str:
    """What a helper that asked the live site gave when the outcome was recorded."""
    if name not in RECORDED:
        raise FormatError(f"there is no helper function '{name}'")
    values = {parse_call(call).key: value for call, value in outcome.helpers.items()}
    if key not in values:
        raise FormatError(f"the value of {key} was not recorded with the outcome")
    return values[key]


def _content(target: Target, urls: list[str], outcome: Recorded, settings: Settings) -> str | None:
    """What stands at a locator: from a capture, else from the saved page; None when there is neither."""
    locator = target.locator
    captured = outcome.capture(urls, locator)
    if captured is not None:
        return captured
    expression = locator.strip()
    if expression.startswith(PREFIX):
        call = parse_call(expression)
        if call.name != "gitlab_get_project_memeber_role":
            return _recorded(call.name, call.key, outcome)
        account = next(str(argument) for argument in call.arguments if argument is not PAGE)
        expression = member_role_expression(account)
    elif expression and not expression.startswith(("document.", "[...document.")):
        raise FormatError(f"nobody knows how to read the locator {locator!r}")
    saved = outcome.page(urls)
    if saved is None:
        return None
    url, page = saved
    # saved under a word ("last") or a call: the real address comes first in the list
    parts = parts_of(url)
    place = url if parts and parts.scheme.startswith("http") else urls[0]
    if not expression:
        return page
    return settings.snapshots.evaluate(page, place, expression, target.prep_actions)


def _lacking(required: dict[Any, Any], content: str, settings: Settings) -> str | None:
    """What the content lacks; None when it has all that is required."""
    if "exact_match" in required:
        wanted = required["exact_match"]
        options = settings.addresses.render(wanted)
        same = original.exact if settings.original else _same_text
        return None if any(same(option, content) for option in options) else f"it is not {wanted!r}"
    for wanted in required["must_include"]:
        options = (text for option in wanted.split(original.OR) for text in settings.addresses.render(option))
        if settings.original:
            found = any(original.included(option, content) for option in options)
        else:
            found = any(holds(content, option) for option in options)
        if not found:
            return f"it lacks {wanted!r}"
    return None


def _same_text(one: str, other: str) -> bool:
    return text_of(one).casefold() == text_of(other).casefold()


_EVALUATORS = {"string_match": _string_match, "url_match": _url_match, "program_html": _program_html}
