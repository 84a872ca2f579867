"""From what somebody did in an episode to an oracle and checks.

The episode's evidence is all that is used: each action with its target, the trees it was chosen from, the
addresses passed and the rows written. What cannot be known from one demonstration stands as a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from evaluators import values
from harness.agents.protocol import Element
from harness.browser.observation import TEXT_ROLE
from harness.jsonio import read_objects
from harness.run.models import Step
from sites.errors import WebariumError
from sites.facts import site_of
from sites.files import read_json
from tasks.roles import ROLES

from .draft import Draft, format_of, of_site, propose_answer

_LONGEST_NAME = 90
_PLAIN = {"go_back": "back", "go_forward": "forward", "new_tab": "new_tab", "close_tab": "close_tab"}
_IDLE = frozenset({"scroll", "scroll_to", "noop"})  # an oracle needs no scrolling to reach an element
_TIMES = re.compile(r"^\d{4}-\d\d-\d\d([ T]\d\d:\d\d|$)")
_OWN_NUMBER = re.compile(r"^id$")
_MARK = re.compile(r"\{[{%#]")
_LOST = re.compile(rf"{_MARK.pattern}|\r\n?|\n\Z")  # what rendering would take out or write otherwise


@dataclass(frozen=True)
class Demonstration:
    """A recorded episode, read from its folder.

    Attributes:
        lines: of ``trajectory.jsonl``.
        outcome: of ``outcome.json``.
        changes: rows written, ``{site: {table: {"added": [...], "removed": [...], "changed": [...]}}}``.
    """

    folder: Path
    lines: list[dict[str, Any]]
    outcome: dict[str, Any]
    changes: dict[str, dict[str, Any]]

    @classmethod
    def read(cls, folder: Path) -> Demonstration:
        """Read an episode's folder.

        Raises:
            WebariumError: when it is none, or was not recorded with a ``changes`` check.
        """
        try:
            lines = [Step.read(line).model_dump() for line in read_objects(folder / "trajectory.jsonl")]
            outcome = read_json(folder / "outcome.json")
            evidence = read_json(folder / "evidence.json")
            sites: dict[str, Any] = next(
                (one["evidence"]["sites"] for one in evidence if one["kind"] == "changes"), {}
            )
            return cls(folder, lines, dict(outcome), cls._changes(sites))
        except WebariumError as error:
            why = error.message
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            why = f"its files are not as they were recorded ({type(error).__name__}: {error})"
        raise WebariumError(
            f"{folder} is no finished episode: {why}", remedy="see the folders below runs/*/episodes"
        )

    @staticmethod
    def _changes(sites: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        return {
            site: {
                table: rows
                for table, rows in found["changes"]["tables"].items()
                if found.get("noise", {}).get("tables", {}).get(table) != "all"
            }
            for site, found in sites.items()
        }

    def elements(self, line: Mapping[str, Any]) -> dict[int, Element]:
        """The elements that a step was chosen from."""
        return self._elements(line["elements_file"])

    def page(self, line: Mapping[str, Any]) -> dict[int, Element]:
        """All elements of the page, where more was kept than what was seen."""
        return self._elements(line.get("page_elements_file") or line["elements_file"])

    def _elements(self, name: str) -> dict[int, Element]:
        data = read_json(self.folder / name)
        return {int(number): Element.from_json(int(number), one) for number, one in data.items()}


def _as_text(answer: Any) -> str:
    """An answer as a person would write it: a program may have given a number or a list."""
    if answer is None:
        return ""
    return answer.strip() if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def literal(value: Any) -> Any:
    """What was recorded, written so that rendering a template gives it back."""
    if isinstance(value, list):
        return [literal(one) for one in value]
    if isinstance(value, dict):
        return {key: literal(one) for key, one in value.items()}
    marked = isinstance(value, str) and _MARK.search(value)
    return _LOST.sub(lambda lost: f"{{{{ {lost[0]!r} }}}}", value) if marked else value


def exactly(name: str, *, part: bool = False) -> str:
    """A name as steps and key nodes look for it, where its own slashes would make a pattern of it."""
    if not (len(name) > 1 and name.startswith("/") and name.endswith("/")):
        return name
    pattern = r"\s+".join(map(re.escape, name.split()))
    return f"/{pattern}/" if part else f"/^{pattern}$/"


def oracle_steps(recorded: Demonstration) -> list[dict[str, Any]]:
    """The oracle's steps, as they stand in a template; what failed and what moved nothing is left out."""
    steps: list[dict[str, Any]] = []
    for line in recorded.lines:
        action = line["action"]
        if not action or line["problem"]:
            continue
        step = _step(recorded, line, action)
        if step is not None:
            steps += step
    return steps


def propose(recorded: Demonstration, draft: Draft) -> Draft:
    """Fill a draft: the oracle, and checks that the demonstration passes.

    The checks are the rows that were written, the answer that was given, and the last address where
    neither is there; the addresses on the way stand beside them as key nodes to choose from.

    Raises:
        WebariumError: it ends in a refusal, or somebody gave up; a step of it has no counterpart.
    """
    answer = _as_text(recorded.outcome.get("answer"))
    _check_done(recorded, answer, draft.id)
    draft.oracle = oracle_steps(recorded)
    written = written_rows(recorded)
    if answer:
        propose_answer(draft, answer, format_of(answer))
        draft.checks, draft.wrong = literal(draft.checks), literal(draft.wrong)
        draft.checks[-1] = {"changes": written or "none"}
        draft.category = "information_seeking"
    elif written:
        draft.checks = [{"changes": written}]
        draft.category = "content_and_config"
    else:
        draft.checks = [{"url": generic(recorded.outcome["final_url"])}, {"changes": "none"}]
        draft.category = "navigation"
    if not any("stop" in step for step in draft.oracle):
        draft.oracle.append({"stop": literal(answer)})
    if not answer:
        draft.wrong = _undone(draft.oracle, bool(written))
    nodes = list(dict.fromkeys(generic(url) for url in recorded.outcome["urls"]))[1:]
    if nodes:
        draft.notes["checks"] = [
            "Key nodes, where the way matters (each is a check of its own):",
            *(f'- node: {{url: "{url}"}}' for url in nodes),
        ]
    draft.notes["oracle"] = [
        "As it was shown. Put parameters in place of names, and read the answer from the page."
    ]
    draft.notes["wrong"] = ["At least two outcomes that are nearly right; every one must fail."]
    return draft


def _check_done(recorded: Demonstration, answer: str, template: str) -> None:
    """See that the task was done: what is refused needs a twin, which no demonstration names.

    Prose that sounds like a refusal is an answer: "There is none." may be the right one.
    """
    status, reason = recorded.outcome.get("status"), recorded.outcome.get("reason")
    reading = values.read(answer, None, status=status, reason=reason)
    if reading.how == "loose":
        return
    if reading.status == "not_achievable":
        raise WebariumError(
            f"{recorded.folder} ends in a refusal, and a task that cannot be done stands beside one that can",
            remedy=f"write it with: webarium tasks new {template} --check unachievable --twin folder.name",
        )
    if reading.status == "failed":
        raise WebariumError(
            f"In {recorded.folder} somebody gave up, which shows no way to do the task",
            remedy="take an episode in which it was done",
        )


def generic(url: str) -> str:
    """An address as templates write it: the site as a name, without the fragment."""
    parts = urlsplit(url)
    site = site_of(url) or parts.hostname or ""
    query = f"?{literal(parts.query)}" if parts.query else ""
    return f"{of_site(site, parts.path)}{query}"


def written_rows(recorded: Demonstration) -> dict[str, Any]:
    """The rows as a ``changes`` check: without their own numbers and without the time of the episode."""
    found: dict[str, Any] = {}
    for site, tables in recorded.changes.items():
        rules: dict[str, Any] = {}
        for table, rows in tables.items():
            rule = {
                kind: [_row(row, kind) for row in rows[kind]]
                for kind in ("added", "removed", "changed")
                if rows[kind]
            }
            if rule:
                rules[table] = rule
        if rules:
            found[site] = rules
    return found


def _row(row: dict[str, Any], kind: str) -> dict[str, Any]:
    if kind == "changed" and {"before", "after"} <= set(row):
        before, after = row["before"], row["after"]
        differing = {key: value for key, value in after.items() if before.get(key) != value}
        keys = {key: value for key, value in before.items() if _OWN_NUMBER.match(key)}
        return {**_telling(differing), **({"before": keys} if keys else {})}
    return _telling(row)


def _telling(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: {"any": True} if isinstance(value, str) and _TIMES.match(value) else literal(value)
        for key, value in row.items()
        if not _OWN_NUMBER.match(key) and value is not None
    }


def _step(
    recorded: Demonstration, line: dict[str, Any], action: dict[str, Any]
) -> list[dict[str, Any]] | None:
    name = action["name"]
    if name in _IDLE:
        return None
    if name in _PLAIN:
        return [{_PLAIN[name]: None}]
    if name == "stop":
        return list(_stop(recorded, line, action))
    if name == "say":
        return [{"say": literal(action["text"])}]
    if name == "press":
        return [{"press": action["keys"]}]
    if name in ("key_down", "key_up"):
        return [{name: action["key"]}]
    if name == "wait":
        return [{"wait": action["seconds"]}]
    if name == "dialog":
        said = {key: action[key] for key in ("accept", "text") if action.get(key) is not None}
        return [{"dialog": literal(said)}]
    if name == "type" and action.get("element") is None and action.get("x") is None:
        how = {key: True for key in ("enter", "clear") if action.get(key)}
        return [{"type": {"text": literal(action["text"]), **how}}]
    if name == "paste" and action.get("element") is None:
        return [{"paste": {}}]
    if name == "goto":
        return [{"goto": generic(action["url"])}]
    if name == "tab_focus":
        return [{"tab": action["index"]}]
    target = target_of(line, recorded.elements(line), recorded.page(line))
    if name == "click":
        count, mouse = action.get("count", 1), action.get("button", "left")
        how = ({"count": count} if count != 1 else {}) | ({"mouse": mouse} if mouse != "left" else {})
        return [{"click": target | how}]
    if name in ("hover", "submit", "copy"):
        return [{name: target}]
    if name == "paste":
        return [{"paste": {"into": target}}]
    if name == "drag":
        return [{"drag": {"from": target, "to": end_of(line, recorded.elements(line), recorded.page(line))}}]
    if name == "wheel":
        return [{"wheel": {"over": target, "dx": action.get("dx", 0), "dy": action.get("dy", 0)}}]
    if name == "type":
        enter = {"enter": True} if action.get("enter") else {}
        clear = {} if action.get("clear", True) else {"clear": False}
        return [{"type": {"into": target, "text": literal(action["text"]), **enter, **clear}}]
    if name == "select":
        options = literal(action["options"])
        chosen = {"option": options[0]} if len(options) == 1 else {"options": options}
        return [{"select": {"in": target, **chosen}}]
    if name == "upload":
        file = literal({"filename": action["filename"], "content": action.get("content", "")})
        return [{"upload": {"into": target, **file}}]
    raise WebariumError(
        f"step {line['step']}: {name} has no counterpart among the oracle's steps",
        remedy="leave the step out (--review), or write that step in Python",
    )


def target_of(
    line: Mapping[str, Any], elements: Mapping[int, Element], page: Mapping[int, Element]
) -> dict[str, Any]:
    """How an oracle names the element of a step: role and name, its number where several are alike.

    An oracle sees the whole ``page``, of which ``elements`` may be what the window showed. A press on a point
    counts for the smallest element around it. Elements without a name go by their
    number among those of the role; the trajectory keeps the CSS path of every target beside that.
    """
    target = line["target"] or {}
    number = (line["action"] or {}).get("element")
    element = elements.get(number) if number is not None else None
    if element is None and "point" in target:
        element = _around(target["point"], elements)
    if element is None:
        raise WebariumError(
            f"step {line['step']}: no element is known at {target.get('point') or target}",
            remedy="press on an element, not beside one",
        )
    twins = [
        one
        for one in page.values()
        if (one.role, one.name, one.box) == (element.role, element.name, element.box)
    ]
    return _named(twins[0] if twins else element, page)


def end_of(
    line: Mapping[str, Any], elements: Mapping[int, Element], page: Mapping[int, Element]
) -> dict[str, Any]:
    """How an oracle names the element that something was dragged to."""
    action = line["action"]
    point = {"point": [action["to_x"], action["to_y"]]} if action.get("to_x") is not None else {}
    there = {"element": action.get("to_element")}
    return target_of({"step": line["step"], "target": point, "action": there}, elements, page)


def _named(element: Element, elements: Mapping[int, Element]) -> dict[str, Any]:
    if element.role == TEXT_ROLE:
        return {"text": literal(exactly(element.name, part=True))}
    by_name = bool(element.name) and len(element.name) <= _LONGEST_NAME
    same = [
        one.id
        for one in elements.values()
        if one.role == element.role and (not by_name or one.name == element.name)
    ]
    name = literal(exactly(element.name)) if by_name else None
    made: dict[str, Any] = (
        {element.role: name}
        if element.role in ROLES
        else {"role": element.role, **({"name": name} if name else {})}
    )
    return made | ({"nth": same.index(element.id)} if len(same) > 1 and element.id in same else {})


def _around(point: list[float], elements: Mapping[int, Element]) -> Element | None:
    x, y = point
    fitting = [
        (box[2] * box[3], one)
        for one in elements.values()
        if (box := one.box) and box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]
        if one.role != TEXT_ROLE
    ]
    return min(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _stop(recorded: Demonstration, line: dict[str, Any], action: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer, read from the last page where it stands in one element there; a refusal as it is."""
    answer = _as_text(action.get("answer"))
    if action.get("status") in ("not_achievable", "failed"):
        said = {"answer": answer, "status": action["status"], "reason": action.get("reason")}
        yield {"stop": literal({key: value for key, value in said.items() if value})}
        return
    if answer:
        elements = recorded.page(line)
        places = [one for one in elements.values() if answer in (one.name or "") and one.role != TEXT_ROLE]
        if places:
            place = min(places, key=lambda one: len(one.name))
            alike = [one.id for one in elements.values() if one.role == place.role]
            source = {"role": place.role, "nth": alike.index(place.id)}
            read: dict[str, Any] = {"as": "answer", "from": source}
            if place.name != answer:
                before, _, after = place.name.partition(answer)
                ending = re.escape(after[:12]) if after else "$"
                read["pattern"] = literal(f"{re.escape(before[-12:])}(.+?){ending}")
            yield {"read": read}
            yield {"stop": "{{ answer }}"}
            return
    yield {"stop": literal(answer)}


def _undone(steps: list[dict[str, Any]], written: bool) -> list[Any]:
    """Wrong outcomes for a task without an answer: the last actions left out, and all done twice."""
    acting = [number for number, step in enumerate(steps, 1) if not {"stop", "read", "expect"} & set(step)]
    wrong: list[Any] = [{"oracle": {"skip": acting[-1]}}, {"oracle": {"skip": acting[-2:]}}] if acting else []
    return [*wrong, {"oracle": "twice"}] if written else wrong
