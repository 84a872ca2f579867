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

from evaluators.mutants import neighbours
from evaluators.oldvalues import TYPES, as_reference, parse_reference, references
from sites.errors import WebariumError
from sites.files import write_text
from sites.spec import load_site
from tasks.coverage import capabilities
from tasks.model import NAME
from tasks.patterns import unrendered
from tasks.rendering import names_in
from tasks.specs import ANSWER_KINDS
from tasks.templates import FOLDER_SITES, ROOT, profile_data

KINDS = {
    "answer": "information_seeking",
    "page": "navigation",
    "state": "content_and_config",
    "unachievable": "information_seeking",
}
"""What a task may be judged by, and the category of such tasks."""
_WIDTH = 110


_UNFINISHED = re.compile("replace[ _-](me|with|what)|replace:", re.IGNORECASE)


@dataclass
class Draft:
    """What goes into a new template.

    Attributes:
        folder, name: where it will stand.
        profile: who is logged in, by site.
        covers: numbers of ``tasks/coverage.yaml``.
        params, checks, oracle, wrong: as they stand in YAML.
        notes: lines of comment, by the key above which they stand.
    """

    folder: str
    name: str
    intent: str
    profile: dict[str, str | None]
    start: str
    category: str
    covers: list[str]
    params: list[dict[str, Any]] = field(default_factory=list)
    checks: list[Any] = field(default_factory=list)
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
        return ROOT / self.folder / f"{self.name}.yaml"

    def render(self) -> str:
        """The file's text."""
        head = {
            "intent": self.intent,
            "covers": self.covers,
            "profile": self.profile,
            "start": self.start,
            "category": self.category,
        }
        lines: list[str] = []
        for key, value in head.items():
            lines += [*self._notes(key), f"{key}: {_flow(value)}"]
        lines += self._notes("reference")
        for key in ("params", "checks", "oracle", "wrong"):
            if entries := getattr(self, key):
                shown = _flow if key == "params" else _item
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
        raise WebariumError(f"{path.relative_to(ROOT.parent)} {what}", remedy="choose another name")


def begin(
    *,
    folder: str,
    name: str,
    intent: str,
    profile: str,
    kind: str,
    covers: Iterable[str],
    start: str = "/",
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

    Raises:
        WebariumError: for a name, folder, profile, kind, number or page that there is not.
    """
    if not re.fullmatch(NAME, name):
        raise WebariumError(
            f"'{name}' is no name for a template", remedy="use a-z, 0-9 and _, like order_total"
        )
    if kind not in KINDS:
        raise WebariumError(f"'{kind}' is no kind of check", remedy=f"choose one of {', '.join(KINDS)}")
    site = (FOLDER_SITES.get(folder, [folder]) or [""])[0]
    if not site:
        raise WebariumError(
            f"tasks/{folder} spans sites", remedy="write that template by hand: docs/authoring.md"
        )
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
    parts = urlsplit(start)
    if parts.hostname not in (load_site(site).host, f"{site}.localhost"):
        raise WebariumError(f"{start} is no page of {site}", remedy="give a path, such as /deals/")
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def skeleton(draft: Draft, kind: str, *, answer: str = "", answer_kind: str = "exact") -> Draft:
    """Fill a draft so that it passes lint; what is to be replaced says so.

    Args:
        draft: made by ``begin``.
        kind: one of ``KINDS``.
        answer: the right answer as it stands now, for ``answer``.
        answer_kind: its type, one of ``tasks.specs.ANSWER_KINDS``.

    Raises:
        WebariumError: for an unknown type of answer.
    """
    site = next(iter(draft.profile))
    draft.notes["oracle"] = [
        "Replace: what a person does, element by element. Names: webarium sites page "
        f"{site} / --profile {draft.profile[site] or '-'}",
    ]
    draft.oracle = [{"click": {"link": "Replace me"}}, {"click": {"button": "Replace me"}}]
    draft.notes["wrong"] = ["At least two outcomes that are nearly right; every one must fail."]
    if kind == "answer":
        propose_answer(draft, answer, answer_kind)
    elif kind == "unachievable":
        place = of_site(site, "/replace-me/*")
        draft.checks = [
            {"answer": {"unachievable": {"reason": "not_found", "visited": [place]}}},
            {"changes": "none"},
        ]
        draft.oracle.append({"stop": "N/A: there is none"})
        draft.wrong = [{"answer": "Done."}, {"answer": "Yes, I found it."}]
        draft.notes["checks"] = [
            "reason: not_found, not_permitted or not_supported; visited: where that shows"
        ]
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


def propose_answer(draft: Draft, answer: str, kind: str) -> None:
    """Checks, wrong outcomes and notes for an answer.

    Raises:
        WebariumError: for an unknown type of answer, or an answer that is none of its type.
    """
    if kind not in ANSWER_KINDS:
        raise WebariumError(
            f"'{kind}' is no type of answer", remedy=f"the types are {', '.join(ANSWER_KINDS)}"
        )
    if not unrendered(answer):
        references.check(kind, answer)
        if kind in TYPES:
            parse_reference(kind, as_reference(kind, answer))
    site = next(iter(draft.profile))
    draft.checks = [{"answer": {kind: answer}}, {"changes": "none"}]
    if not any("stop" in step for step in draft.oracle):
        draft.oracle.append({"stop": answer})
    near = list(dict.fromkeys(text for _, text in neighbours(answer, kind) if text and text != answer))
    draft.wrong = [{"answer": text} for text in [*near, f"not {answer}", "I do not know"][:3]]
    draft.notes["reference"] = [
        "Better than a text in checks: a query, which stays right when the data change, and parameters,",
        f'of which each set makes a task. Then write `{{{kind}: "{{{{ reference.answer }}}}"}}` below.',
        "params:",
        "  - {status: Shipped}",
        "reference:",
        "  answer:",
        f"    site: {site}",
        "    sql: SELECT ...",
    ]


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
