"""A template in the making: what is known of it, and its YAML as a person would write it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import yaml

from evaluators.inferring import infer
from evaluators.mutants.answers import misses
from evaluators.values import value_of
from sites.addresses import site_at
from sites.errors import WebariumError
from sites.files import write_text
from sites.spec import all_sites, load_site
from tasks.coverage import capabilities
from tasks.formats import TYPES, Format
from tasks.model import NAME
from tasks.patterns import unrendered
from tasks.rendering import names_in
from tasks.templates import FOLDER_SITES, ROOT, load_template, profile_data, root_for

KINDS = {
    "answer": "information_seeking",
    "page": "navigation",
    "state": "content_and_config",
    "unachievable": "information_seeking",
}
"""What a task may be judged by, and the category of such tasks."""
LIST = "list"
"""Beside the types of ``tasks.formats``: several texts or values, with commas between them."""
_WIDTH = 110


_UNFINISHED = re.compile("replace[ _-](me|with|what)|replace:", re.IGNORECASE)


@dataclass
class Draft:
    """What goes into a new template.

    Attributes:
        folder, name: where it will stand.
        profile: who is logged in, by site, which is one.
        covers: numbers of ``tasks/coverage.yaml``.
        answer: the format of the answer, where one is asked for.
        twin: of a task that cannot be done, the template that can.
        params, checks, key_nodes, oracle, wrong: as they stand in YAML.
        notes: lines of comment, by the key above which they stand.
    """

    folder: str
    name: str
    intent: str
    profile: dict[str, str | None]
    start: str
    category: str
    covers: list[str]
    answer: dict[str, Any] | None = None
    twin: str | None = None
    params: list[dict[str, Any]] = field(default_factory=list)
    checks: list[Any] = field(default_factory=list)
    key_nodes: list[Any] = field(default_factory=list)
    oracle: list[Any] = field(default_factory=list)
    wrong: list[Any] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Of the template."""
        return f"{self.folder}.{self.name}"

    @property
    def path(self) -> Path:
        """Its file."""
        return root_for(self.folder, ROOT) / self.folder / f"{self.name}.yaml"

    def render(self) -> str:
        """The file's text."""
        head: dict[str, Any] = {"intent": self.intent, "covers": self.covers}
        if [*self.profile] != FOLDER_SITES.get(self.folder, [self.folder]):
            head["sites"] = [*self.profile]
        head |= {"profile": self.profile, "start": self.start, "category": self.category}
        if self.answer:
            head["answer"] = self.answer
        if self.twin:
            head["twin"] = self.twin
        lines: list[str] = []
        for key, value in head.items():
            lines += [*self._notes(key), f"{key}: {_flow(value)}"]
        lines += self._notes("reference")
        for key in ("params", "checks", "key_nodes", "oracle", "wrong"):
            if entries := getattr(self, key):
                shown = _flow if key in ("params", "key_nodes") else _item
                lines += [*self._notes(key), f"{key}:", *(f"  - {shown(one)}" for one in entries)]
        return "\n".join(lines) + "\n"

    def unfinished(self) -> list[int]:
        """Numbers of the lines that still say that something is to be replaced."""
        lines = enumerate(self.render().splitlines(), 1)
        return [number for number, line in lines if _UNFINISHED.search(line)]

    def write(self) -> Path:
        """Write the file.

        Raises:
            WebariumError: when there is one already.
        """
        check_free(self.path)
        write_text(self.path, self.render())
        return self.path

    def _notes(self, key: str) -> Iterator[str]:
        for line in self.notes.get(key, ()):
            yield f"# {line}".rstrip()


def check_free(path: Path) -> None:
    """See that nothing stands in a new template's place, be it a link that leads nowhere.

    Raises:
        WebariumError: when something does.
    """
    if os.path.lexists(path):
        what = "exists" if path.exists() else "is a link that leads nowhere"
        raise WebariumError(f"{path.relative_to(path.parents[2])} {what}", remedy="choose another name")


def site_for(folder: str, start: str = "/") -> str | None:
    """The site that the templates of a folder are about; None where only their author knows.

    Args:
        folder: below ``tasks/``.
        start: where a new one begins; an address says the site of a folder that is called like none.

    Raises:
        WebariumError: it spans sites, or is neither called like a site nor there.
    """
    sites = FOLDER_SITES.get(folder, [folder])
    if not sites:
        raise WebariumError(
            f"tasks/{folder} spans sites", remedy="write that template by hand: docs/authoring.md"
        )
    known = {site.name for site in all_sites()}
    if sites[0] not in known and (root_for(folder, ROOT) / folder).is_dir():
        return site_at(start)
    return load_site(sites[0]).name


def begin(
    *,
    folder: str,
    name: str,
    intent: str,
    profile: str,
    kind: str,
    covers: Iterable[str],
    start: str = "/",
    site: str | None = None,
) -> Draft:
    """A draft without checks, oracle and wrong outcomes.

    Args:
        folder: below ``tasks/``: a site, or a part of one like ``shopping_admin``.
        name: of the file, in lower case with underscores.
        intent: what is asked for.
        profile: who is logged in; ``-`` for nobody.
        kind: one of ``KINDS``.
        covers: numbers of capabilities, at least one.
        start: a path of the site, or an address as a browser shows it.
        site: what it is about; by default that of the folder.

    Raises:
        WebariumError: for a name, folder, profile, kind, number or page that there is not.
    """
    if not re.fullmatch(NAME, folder):
        raise WebariumError(
            f"'{folder}' is no name for a folder of templates",
            remedy="use a-z, 0-9 and _, like shopping_admin",
        )
    if not re.fullmatch(NAME, name):
        raise WebariumError(
            f"'{name}' is no name for a template", remedy="use a-z, 0-9 and _, like order_total"
        )
    if kind not in KINDS:
        raise WebariumError(f"'{kind}' is no kind of check", remedy=f"choose one of {', '.join(KINDS)}")
    site = site or site_for(folder, start) or folder
    who = None if profile == "-" else profile
    profile_data(site, who)
    return Draft(
        folder=folder,
        name=name,
        intent=intent,
        profile={site: who},
        start=of_site(site, _path(site, start)),
        category=KINDS[kind],
        covers=_known_numbers(covers, folder),
        params=_params(intent, site),
        notes={"params": ["Replace: each set of values makes a task."]},
    )


def _params(intent: str, site: str) -> list[dict[str, Any]]:
    """A set of values for the names that an intent has."""
    names = sorted(names_in(intent) - {site, "profile"})
    return [dict.fromkeys(names, "replace me")] if names else []


def _known_numbers(covers: Iterable[str], folder: str) -> list[str]:
    known = capabilities()
    numbers = list(covers)
    if not numbers:
        group = ", ".join(known.get(folder, ())) or f"add a group {folder} to tasks/coverage.yaml"
        raise WebariumError("The template covers nothing", remedy=f"say what it covers: {group}")
    for number in numbers:
        if not any(number in group for group in known.values()):
            raise WebariumError(f"there is no capability {number}", remedy="see tasks/coverage.yaml")
    return numbers


def _path(site: str, start: str) -> str:
    """The path of a page that is given as a path, as an address, or as templates write it."""
    start = start.removeprefix(of_site(site, ""))
    if "://" not in start:
        return start if start.startswith("/") else f"/{start}"
    refusal = WebariumError(f"{start} is no page of {site}", remedy="give a path, such as /deals/")
    try:
        parts = urlsplit(start)
    except ValueError as error:  # it is no address, such as http://[x
        raise refusal from error
    if parts.hostname not in (load_site(site).host, f"{site}.localhost"):
        raise refusal
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def skeleton(draft: Draft, kind: str, *, answer: str = "", answer_kind: str = "", twin: str = "") -> Draft:
    """Fill a draft so that it passes lint; what is to be replaced says so.

    Args:
        draft: made by ``begin``.
        kind: one of ``KINDS``.
        answer: the right answer as it stands now, for ``answer``.
        answer_kind: its type; inferred from it where nothing is given.
        twin: for ``unachievable``: ``folder.name`` of the template that can be done.

    Raises:
        WebariumError: for an unknown type of answer, or a twin that there is not.
    """
    site = next(iter(draft.profile))
    draft.notes["oracle"] = [
        "Replace: what a person does, element by element. Names: webarium sites page "
        f"{site} / --profile {draft.profile[site] or '-'}",
    ]
    draft.oracle = [{"click": {"link": "Replace me"}}, {"click": {"button": "Replace me"}}]
    draft.notes["wrong"] = ["At least two outcomes that are nearly right; every one must fail."]
    if kind == "answer":
        propose_answer(draft, answer, format_of(answer, answer_kind))
    elif kind == "unachievable":
        _propose_refusal(draft, twin)
    else:
        if kind == "page":
            draft.checks = [{"url": of_site(site, "/replace-me/")}, {"changes": "none"}]
            draft.wrong = [{"oracle": {"skip": 1}}, {"oracle": {"skip": 2}}]
        else:
            draft.checks = [{"changes": {site: {"replace_with_table": {"added": 1}}}}]
            draft.wrong = [{"oracle": {"skip": 2}}, {"oracle": "twice"}]
            draft.notes["checks"] = [
                "`webarium tasks try` with changes: none lists every row that was written."
            ]
        draft.oracle.append({"stop": ""})
    return draft


def _propose_refusal(draft: Draft, twin: str) -> None:
    folder, _, name = twin.rpartition(".")
    path = root_for(folder, ROOT) / folder / f"{name}.yaml"
    if not folder or not path.is_file():
        raise WebariumError(
            f"there is no template '{twin}' to be the twin",
            remedy="write what can be done first, and name it: --twin folder.name",
        )
    other = load_template(path)
    draft.twin, draft.category = twin, other.category
    draft.answer = _declared(other.answer) if other.answer else None
    draft.checks = [{"answer": {"not_achievable": ["not_found"]}}, {"changes": "none"}]
    draft.oracle.append({"stop": {"status": "not_achievable", "reason": "not_found"}})
    draft.wrong = [{"answer": "Done."}, {"answer": "N/A: not permitted"}]
    draft.notes["twin"] = [f"In the words of the other: {' '.join(other.intent.split())}"]
    draft.notes["checks"] = ["Every reason that can be defended: not_found, not_permitted, not_supported."]


def format_of(answer: str, kind: str = "") -> Format:
    """The format of a right answer, by its type or by how it is written.

    Raises:
        WebariumError: for an unknown type of answer, or an answer that is none of its type.
    """
    if kind not in ("", LIST, *TYPES):
        raise WebariumError(
            f"'{kind}' is no type of answer", remedy=f"the types are {', '.join((*TYPES, LIST))}"
        )
    if kind == LIST:
        return Format(list_of=format_of(_items(answer)[0]))
    if kind == "choice":
        return Format(type="choice", options=[answer, "replace me"])
    if unrendered(answer):
        units = {"currency": "EUR", "duration": "minutes", "distance": "m"}
        return Format.model_validate(
            {"type": kind or "text"} | ({"unit": units[kind]} if kind in units else {})
        )
    found = infer(answer, {"type": kind} if kind else {})
    return Format.model_validate(found.model_dump(exclude_none=True, exclude={"among", "ordered"}))


def propose_answer(draft: Draft, answer: str, format: Format) -> None:
    """Format, checks, wrong outcomes and notes for an answer.

    Raises:
        WebariumError: for an answer that has not the format.
    """
    site = next(iter(draft.profile))
    right: Any = _items(answer) if format.list_of else answer
    draft.answer = _declared(format)
    draft.checks = [{"answer": {"exact": right}}, {"changes": "none"}]
    if not any("stop" in step for step in draft.oracle):
        draft.oracle.append({"stop": {"answer": right} if format.list_of else right})
    near = [] if unrendered(answer) else [value for *_, value in misses(value_of(right, format), format)]
    wrong = [str(one) if isinstance(one, int | float) else one for one in near]
    unlike = [one for place, one in enumerate(wrong) if one not in [right, *wrong[:place]]]
    draft.wrong = [
        {"answer": one if isinstance(one, str) else {"value": one}}
        for one in [*unlike, "I do not know.", "It is another one."][:3]
    ]
    draft.notes["reference"] = [
        "Better than a text in checks: a query, which stays right when the data change, and parameters,",
        'of which each set makes a task. Then write `{exact: "{{ reference.answer }}"}` below.',
        "params:",
        "  - {status: Shipped}",
        "reference:",
        "  answer:",
        f"    site: {site}",
        "    sql: SELECT ...",
    ]
    if format.type in ("text", "name"):
        draft.notes["answer"] = [
            "With among: [...], the names that the page shows around it, prose can be read as well."
        ]


def _declared(format: Format) -> dict[str, Any]:
    """A format as it stands in YAML."""
    found: dict[str, Any] = format.model_dump(exclude_defaults=True)
    return found


def _items(answer: str) -> list[str]:
    """The items of a list, as people write one."""
    return [item.strip() for item in re.split("[,;\n]", answer) if item.strip()] or [answer]


def of_site(site: str, path: str) -> str:
    """An address as templates write it, the site as a name."""
    return f"{{{{ {site} }}}}{path}"


def _item(value: Any) -> str:
    """An entry of a list: ``click: {...}`` without braces around it."""
    if isinstance(value, dict) and len(value) == 1:
        (key, inner), = value.items()  # fmt: skip
        return f"{key}: {_flow(inner)}"
    return _flow(value)


def _flow(value: Any) -> str:
    """A value on one line, as people write YAML."""
    text = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10_000
    ).strip()
    return text.removesuffix("...").strip()
