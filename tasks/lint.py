"""What a template must have besides being valid, and mistakes that only show when its tasks are made."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from sites.addresses import site_at
from sites.errors import WebariumError
from sites.facts import site_url
from sites.files import MEGABYTE, PlaceError, is_there, read_text
from sites.source import Source, Where

from . import oracle_code, pairs, undrawn, ways
from .coverage import capabilities
from .loader import build_tasks, effective_lock
from .lockfile import Lock, is_current, oracle_hash, read_lock
from .model import DrawnParams, Task, Template, WrongAnswer
from .odd_values import odd_one
from .pinning import faults
from .release import read_release, unreleased
from .rendering import names_in
from .steps import count_actions
from .strays import strays
from .templates import ROOT, TemplateErrors, load_source, root_for, roots, shown_path, template_paths

Level = Literal["error", "hint"]
Unsound = Callable[[Task], list[tuple[int, WebariumError]]]

# A busy person names things, not where they stand.
LEAKS = (
    (re.compile(r"https?://|www\.|\.test\b"), "an address"),
    (re.compile(r"(?<![\w/])/[a-z][\w-]*/"), "a path"),
    (
        re.compile(r"\b(click|press the|button|menu\b|drop-?down|navigate to|scroll|tab\b)", re.I),
        "the way",
    ),
)
MIN_WRONG = 2
MIN_ACTIONS = 2


class Problem(BaseModel):
    """One finding: an ``error`` must be mended, a ``hint`` should be looked at."""

    path: str
    line: int
    level: Level
    message: str
    remedy: str | None = None

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        text = f"{place}: {self.level}: {self.message}"
        return f"{text}\n  remedy: {self.remedy}" if self.remedy else text


def _nothing(task: Task) -> list[tuple[int, WebariumError]]:
    return []


def lint_all(root: Path = ROOT, *, unsound: Unsound = _nothing) -> list[Problem]:
    """Lint every template, and what they say together.

    Args:
        root: folder of the templates.
        unsound: tells the checks of a task that cannot judge; what judges is in another room.
    """
    read_release(root)
    problems: list[Problem] = []
    every: list[Task] = []
    asked: dict[tuple[str, ...], str] = {}
    numbers = numbered()
    for path in template_paths(root):
        found, tasks, source = lint_file(path, root, unsound=unsound, numbers=numbers)
        problems += found
        every += tasks
        for task in tasks:
            # "this page" is another one where another one is open, and so is what somebody else tells
            question = (task.intent, *task.start, task.user.model_dump_json() if task.user else "")
            if question in asked and source:
                other = asked[question]
                problems.append(_problem(source, ["intent"], f"{task.id} has the same intent as {other}"))
            asked[question] = task.id
    wrong = [_from_error(stray) for one in roots(root) for stray in strays(one)]
    wrong += [_from_error(one, "hint") for one in unreleased(root)]
    together = [Problem(path="tasks", line=0, level="hint", message=found) for found in pairs.balance(every)]
    return [*once(problems), *wrong, *together]


def lint_strays(folder: str, root: Path = ROOT) -> list[Problem]:
    """Files of one folder, and of its locks, that nobody reads."""
    return [_from_error(stray) for stray in strays(root_for(folder, root), folder)]


_ELSEWHERE = re.compile(r"\S+\.(?:yaml|json|py):\d*:? ")


def once(problems: list[Problem]) -> list[Problem]:
    """What is wrong in another file, such as a site's, is told once and not for each place that needs it."""
    found: dict[str, Problem] = {}
    for number, one in enumerate(problems):
        found.setdefault(one.message if _ELSEWHERE.match(one.message) else str(number), one)
    return list(found.values())


def lint_file(
    path: Path, root: Path = ROOT, *, unsound: Unsound = _nothing, numbers: Collection[str] | None = None
) -> tuple[list[Problem], list[Task], Source | None]:
    """Lint one template; its tasks and the places of its parts come along for those who go on.

    ``numbers`` are those of ``numbered()``, read once for many templates.
    """
    try:
        template, source = load_source(path)
        lock = read_lock(template, root)
    except TemplateErrors as error:
        return [_from_error(e) for e in error.errors], [], None
    problems = list(_template(template, source, root, lock, numbered() if numbers is None else numbers))
    problems += [
        _problem(source, [key], message, level) for key, level, message in pairs.refusal(template, root)
    ]
    # before the lock is called old or missing: with these, it cannot be made
    if unlockable := [_problem(source, where, message) for where, message in faults(template)]:
        return [*unlockable, *problems], [], source
    if lock is None:
        if template.reference or isinstance(template.params, DrawnParams):
            problems += _undrawn(template, source, unsound)
            problems.append(_problem(source, [], f"not locked yet: webarium tasks lock {template.id}"))
            return problems, [], source
        if any(template.params):  # it has tasks, and a row put in front would give their ids another meaning
            message = f"not locked yet, and ids go by places in params: webarium tasks lock {template.id}"
            problems.append(_problem(source, ["params"], message, "hint"))
    elif not is_current(lock, template):
        message = f"the lock is older than the file: webarium tasks lock {template.id}"
        problems.append(_problem(source, [], message))
    if lock is not None and (odd := odd_one(lock)):
        problems.append(_problem(source, *odd, "hint"))
    if lock is not None and lock.oracle not in (None, oracle_hash(template, root)):
        message = "the key nodes lie on the way of another oracle: webarium tasks lock --key-nodes RUN"
        problems.append(_problem(source, ["oracle"], message, "hint"))
    try:
        tasks = build_tasks(template, effective_lock(template, root), path)
    except TemplateErrors as error:
        return [*problems, *(_from_error(e) for e in error.errors)], [], source
    problems += _tasks(tasks, source)
    if guess := pairs.guessable(tasks):
        problems.append(_problem(source, ["answer"], guess, "hint"))
    for task in tasks:
        for index, why in unsound(task):
            parts = (("checks", task.checks), ("milestones", task.milestones), ("policy", task.policy))
            where: list[Where] = [(key, at) for key, some in parts for at in range(len(some))]
            where += [("events", at) for at, event in enumerate(task.events) for _ in event.checks]
            found = _problem(source, where[index], f"{task.id}: {why.message}")
            problems.append(found.model_copy(update={"remedy": why.remedy}))
    return problems, tasks, source


def _undrawn(template: Template, source: Source, unsound: Unsound) -> list[Problem]:
    """What is wrong whatever will be drawn and computed."""
    found = [_problem(source, where, message) for where, message in undrawn.faults(template)]
    if found:
        return found
    for index, task in undrawn.tasks_of(template):
        if isinstance(task, str):
            found.append(_problem(source, ["checks", index], task))
            continue
        if not found:
            found += _hosts(task, source)
        for _, why in unsound(task):
            one = _problem(source, ["checks", index], why.message)
            found.append(one.model_copy(update={"remedy": why.remedy}))
    return found


def _from_error(error: PlaceError, level: Level = "error") -> Problem:
    return Problem(path=error.path, line=error.line, level=level, message=error.reason, remedy=error.remedy)


def _problem(source: Source, where: Where, message: str, level: Level = "error") -> Problem:
    return Problem(path=source.shown, line=source.line(where), level=level, message=message)


def numbered() -> set[str]:
    """The numbers of all capabilities."""
    return {number for numbers in capabilities().values() for number in numbers}


def _template(
    template: Template, source: Source, root: Path, lock: Lock | None, known: Collection[str]
) -> Iterator[Problem]:
    for pattern, what in LEAKS:
        found = pattern.search(template.intent)
        if found:
            yield _problem(source, ["intent"], f"the intent gives away {what}: '{found.group(0).strip()}'")
    for index, number in enumerate(template.covers):
        if number not in known:
            yield _problem(
                source, ["covers", index], f"there is no capability {number} in tasks/coverage.yaml"
            )
    kinds = [check.kind for check in template.checks]
    yield from _events(template, source)
    counted = [{one.kind for one in some} for event in template.events for some in (event.seen, event.unseen)]
    if "changes" not in kinds and not (counted and all("changes" in some for some in counted)):
        yield _problem(
            source, ["checks"], "no changes check: say what may be written, `- changes: none` if nothing"
        )
    elif kinds.count("changes") > 1:
        second = len(kinds) - 1 - kinds[::-1].index("changes")
        yield _problem(
            source, ["checks", second], "changes stands twice, and each says all that may be written"
        )
    if template.category == "information_seeking" and "answer" not in kinds:
        yield _problem(source, ["category"], "information is sought, but no answer is checked")
    if template.category == "navigation" and not {"url", "page", "answer"} & set(kinds):
        yield _problem(source, ["category"], "a page is sought, but no url is checked")
    if len(template.wrong) < MIN_WRONG:
        message = f"{len(template.wrong)} wrong outcomes; at least {MIN_WRONG} near misses are wanted"
        yield _problem(source, ["wrong"], message)
    for index, wrong in enumerate(template.wrong):
        if wrong.answer is not None and "answer" not in kinds:
            yield _problem(
                source, ["wrong", index], "a wrong answer fails nothing here: no answer is checked"
            )
        if isinstance(wrong.answer, WrongAnswer) and wrong.answer.reference not in template.reference:
            yield _problem(
                source, ["wrong", index, "answer"], f"there is no reference '{wrong.answer.reference}'"
            )
    yield from _oracle(template, source, root)
    yield from (_problem(source, where, message) for where, message in ways.faults(template, lock))


def _events(template: Template, source: Source) -> Iterator[Problem]:
    named: set[str] = set()
    for index, one in enumerate(template.events):
        if one.event in named:
            yield _problem(source, ["events", index, "event"], f"there are two events '{one.event}'")
        named.add(one.event)
        if one.site not in template.sites:
            message = f"'{one.site}' is none of the template's sites: {', '.join(template.sites)}"
            yield _problem(source, ["events", index, "who"], message)
        if one.who[one.site] is not None and one.who[one.site] == template.profile.get(one.site):
            message = (
                "somebody else acts, not the agent's own profile: another profile, or null for a visitor"
            )
            yield _problem(source, ["events", index, "who"], message)


def _oracle(template: Template, source: Source, root: Path) -> Iterator[Problem]:
    answered = any(check.kind == "answer" for check in template.checks)
    functions = [w.oracle.function for w in template.wrong if w.oracle and w.oracle.function]
    if template.oracle == "python" or functions:
        module = root_for(template.folder, root) / template.folder / "oracles" / f"{template.name}.py"
        wanted = (["oracle"] if template.oracle == "python" else []) + functions
        yield from _module(module, wanted, source)
    if template.oracle == "python":
        if template.difficulty is None:
            yield _problem(source, ["oracle"], "an oracle in Python needs difficulty: easy, medium or hard")
        return
    steps = template.oracle
    stops = [index for index, step in enumerate(steps) if step.name == "stop"]
    if stops and stops[0] != len(steps) - 1:
        yield _problem(source, ["oracle", stops[0] + 1], "steps after stop are never taken")
    if answered and not stops:
        yield _problem(
            source, ["oracle"], "an answer is checked, but the oracle never says one: end with stop"
        )
    if (
        stops
        and answered
        and not template.unachievable
        and "reference" in names_in([check.spec for check in template.checks if check.kind == "answer"])
        and "{{" not in str(steps[stops[0]].argument)
    ):
        yield _problem(
            source, ["oracle", stops[0]], "the oracle must read its answer from pages, not know it"
        )
    actions = count_actions(steps)
    if actions < MIN_ACTIONS:
        yield _problem(source, ["oracle"], f"{actions} action is too little for a task; make it take more")
    for index, step in enumerate(steps):
        if step.name == "goto" and "://" in str(step.argument).split("{{")[0]:
            if site_at(str(step.argument)) not in template.sites:
                yield _problem(source, ["oracle", index], f"{step.argument} is on none of the task's sites")
        elif step.name == "goto" and re.search(r"[\w}]/[\w{]", str(step.argument).split("://")[-1]):
            message = (
                "goto a page inside the site: click the way there, as somebody without the address would"
            )
            yield _problem(source, ["oracle", index], message, "hint")


def _module(module: Path, wanted: list[str], source: Source) -> Iterator[Problem]:
    shown = shown_path(module, module.parents[2])
    try:
        if not is_there(module, shown=shown):
            message = f"{shown} is missing: write `def oracle(page, params): ...` there"
            yield _problem(source, ["oracle"], message)
            return
        tree = ast.parse(read_text(module, MEGABYTE, shown=shown))
    except PlaceError as error:
        yield _from_error(error)
        return
    except (SyntaxError, RecursionError) as error:
        line = getattr(error, "lineno", None) or 1
        yield Problem(path=shown, line=line, level="error", message=f"no Python: {error.args[0]}")
        return
    for line, message in oracle_code.faults(tree):
        yield Problem(path=shown, line=line, level="error", message=message)
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in wanted:
        if name not in defined:
            yield _problem(source, ["oracle"], f"{shown} has no function {name}(page, params)")
        elif not _takes_two(defined[name].args):
            message = f"{name} is called with a page and parameters: write `def {name}(page, params)`"
            yield Problem(path=shown, line=defined[name].lineno, level="error", message=message)


def _takes_two(arguments: ast.arguments) -> bool:
    """Whether a function can be called with two values."""
    places = len(arguments.posonlyargs) + len(arguments.args)
    required = places - len(arguments.defaults)
    named = any(default is None for default in arguments.kw_defaults)
    return required <= 2 and (places >= 2 or arguments.vararg is not None) and not named


def _tasks(tasks: list[Task], source: Source) -> Iterator[Problem]:
    if not tasks:
        yield _problem(source, ["params"], "the template makes no task")
    for task in tasks:
        if len(task.wrong) < MIN_WRONG:
            message = f"{task.id} has only {len(task.wrong)} wrong outcomes, {MIN_WRONG} are wanted"
            yield _problem(source, ["wrong"], message)
        if task.intent.count("{") or "  " in task.intent or "\n" in task.intent:
            yield _problem(
                source, ["intent"], f"{task.id}: the intent has braces, double blanks or line breaks"
            )
        yield from _hosts(task, source)
        if "None" in task.intent.split():
            yield _problem(source, ["intent"], f"{task.id}: the intent says None")
        right = [check.spec for check in task.checks if check.kind == "answer"]
        yield from _looked_up(task, right, source)
        for wrong in task.wrong:
            for spec in right:
                if isinstance(wrong.answer, str) and wrong.answer.strip() in map(str, spec.values()):
                    yield _problem(
                        source, ["wrong"], f"{task.id}: the wrong answer '{wrong.answer}' is the right one"
                    )


def _hosts(task: Task, source: Source) -> Iterator[Problem]:
    """Addresses are of the task's sites."""
    hosts = [site_url(site) for site in task.sites]
    named: list[tuple[str, str, Where]] = [("start", url, ["start"]) for url in task.start]
    for number, turn in enumerate(task.user.turns if task.user else ()):
        named.append(("turn at", turn.at, ["user", "turns", number, "at"]))
    named += [("event at", one.at, ["events", n, "at"]) for n, one in enumerate(task.events) if one.at]
    for what, url, where in named:
        if not any(url == host or url.startswith(f"{host}/") for host in hosts):
            message = f"{task.id}: the {what} {url} is on none of its sites: {', '.join(hosts)}"
            yield _problem(source, where, message)


def _looked_up(task: Task, answers: list[Any], source: Source) -> Iterator[Problem]:
    """What cannot be done has to be looked up somewhere else than on the start page."""
    for spec in answers:
        visited = spec.get("visited", []) if isinstance(spec, dict) else []
        options = [[one] if isinstance(one, str) else one for one in visited]
        if options and all(any(fnmatchcase(url, o) for o in one for url in task.start) for one in options):
            yield _problem(source, ["checks"], f"{task.id}: the start page alone counts as visited")
