"""The plots of threads, read from ``data/communities``: one text file a community, one paragraph a plot.

A file begins with ``@ name | Title``. Every further line begins with a mark and a space:

    W  a paragraph of the community's wiki text
    X  a sentence that anybody who asks here might say of himself
    E  a sentence that anybody who answers here might begin with
    == key option=value ...   a new plot; options: kind, where, place, has, project, tags, months, mood,
       weight
    V  name=first|second      a slot whose value is the same in the whole thread
    T  a title
    Q  the text of the question
    A  label :: a good answer // a comment of the asker // reply of the author // ...
    B  label :: a fair answer, with comments as above
    D  label :: a poor answer // objection of somebody else // reply of the author
    C  a comment on the question by somebody else // reply of the asker

``kind`` is a kind of product of the shop and ``where`` what must hold of it (as in the shop's grammar);
``place`` a kind of place of the map and ``has`` the fields it must have; ``project`` a kind of program of the
forge. Kinds may be several, ``a|b``. Texts are in the grammar of
``sites.sitekit.grammar``; ``¶`` begins a paragraph. A label says in a few words what an answer
proposes, so that comments can refer to it: "bending the contact spring". ``mood`` (fix, fact, choice, place,
chat) chooses the comments of ``data/remarks.yaml`` that may be added.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sites.errors import WebariumError
from sites.world_data.brands import DEFAULT_SEED, in_world
from sites.world_data.software import named_in_world

DATA = Path(__file__).parent / "data"
_MARK = re.compile(r"^(==|[@WXEVTQABCD]) (.+)$")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One possible answer. ``worth`` is good, fair or poor; ``talk`` are the comments below it in turn."""

    worth: str
    label: str
    text: str
    talk: tuple[str, ...]


@dataclass(slots=True)
class Plot:
    """One story that threads are made of; what is in the lists are alternatives or may be left out."""

    key: str
    community: str
    kind: str = ""
    where: tuple[str, ...] = ()
    place: str = ""
    project: str = ""
    has: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    months: tuple[int, ...] = ()
    mood: str = "fix"
    weight: float = 1.0
    slots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    titles: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    answers: list[AnswerLine] = field(default_factory=list)
    remarks: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(slots=True)
class Community:
    """A tag where people meet, with its plots."""

    name: str
    title: str
    wiki: list[str] = field(default_factory=list)
    contexts: list[str] = field(default_factory=list)
    openers: list[str] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)


@cache
def load_communities(seed: int = DEFAULT_SEED) -> tuple[Community, ...]:
    """All communities in the order of their names, with the brands and projects of a world."""
    return tuple(_read(path, seed) for path in sorted((DATA / "communities").glob("*.txt")))


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """The lines of ``data/phrases.txt`` by role."""
    result: dict[str, list[str]] = {}
    role = ""
    for line in (DATA / "phrases.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            role = line[2:].strip()
            result[role] = []
        elif line.strip() and not line.startswith("#"):
            result[role].append(line.strip())
    return {key: tuple(lines) for key, lines in result.items()}


def _read(path: Path, seed: int) -> Community:
    community = Community("", "")
    plot: Plot | None = None
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not raw.strip() or raw.startswith("#"):
            continue
        match = _MARK.match(raw)
        if match is None or (plot is None and match[1] in ("V", "T", "Q", "A", "B", "C", "D")):
            raise WebariumError(
                f"{path.name}:{number}: cannot read the line {raw[:40]!r}",
                remedy="begin it with one of the marks that plots.py explains",
            )
        mark, text = match[1], match[2].strip()
        if mark != "==":  # keys of plots are no names
            text = in_world(named_in_world(text, seed), seed)
        if mark == "@":
            name, _, title = text.partition(" | ")
            community = Community(name, title)
        elif mark == "==":
            plot = _plot(text, community.name)
            community.plots.append(plot)
        elif plot is None or mark in ("W", "X", "E"):
            {"W": community.wiki, "X": community.contexts, "E": community.openers}[mark].append(text)
        else:
            _add(plot, mark, text)
    return community


def _spaced(condition: str) -> str:
    """A condition of a header, in which values have underscores for spaces: ``type=hand_blender``."""
    name, equals, value = condition.partition("=")
    return f"{name}{equals}{value.replace('_', ' ')}"


def _plot(text: str, community: str) -> Plot:
    key, *options = text.split(" ")
    given = dict(option.split("=", 1) for option in options if option)
    return Plot(
        f"{community}/{key}",
        community,
        kind=given.get("kind", ""),
        where=tuple(_spaced(part) for part in given.get("where", "").split(";") if part),
        place=given.get("place", ""),
        project=given.get("project", ""),
        has=tuple(part for part in given.get("has", "").split(",") if part),
        tags=tuple(part for part in given.get("tags", "").split(",") if part),
        months=tuple(int(part) for part in given.get("months", "").split(",") if part),
        mood=given.get("mood", "place" if "place" in given else "fix"),
        weight=float(given.get("weight", "1")),
    )


def _add(plot: Plot, mark: str, text: str) -> None:
    if mark == "V":
        name, _, values = text.partition("=")
        plot.slots[name] = tuple(values.split("|"))
    elif mark == "T":
        plot.titles.append(text)
    elif mark == "Q":
        plot.texts.append(text)
    elif mark == "C":
        plot.remarks.append(tuple(text.split(" // ")))
    else:
        label, separator, rest = text.partition(" :: ")
        if not separator:
            label, rest = "", text
        body, *talk = rest.split(" // ")
        plot.answers.append(
            AnswerLine({"A": "good", "B": "fair", "D": "poor"}[mark], label, body, tuple(talk))
        )
