"""Demonstrations in Mind2Web's format (its sections 2 and 4.2, appendix C.1).

Files, fields and the three operations are the published ones. ``raw_html`` and ``cleaned_html`` are
well-formed XML in which elements and texts have numbers, as published. Each action has besides, under
``webarium``, the step and the action as they were recorded; each record holds the canary string.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from harness import jsonio
from harness.export.demonstrations import Demonstration, Moment, digest
from harness.export.pages import ID, Page
from harness.export.splits import SPLITS, Split, domain_of, held_domain, held_site
from harness.new_folder import new_folder
from tasks.canary import CANARY, NOTICE

_MOST = 100_000_000  # bytes of one file; another begins after it
_LONG = 80  # characters of an element's text in an action's line
_OF_A_DEMONSTRATION = {"trace.zip": "trace.zip", "har.zip": "session.har.zip"}


@dataclass
class Counts:
    """What became of a split.

    Attributes:
        actions: that name an element of their page; ``kept`` of them have one in the cleaned page.
        left_out: what was done and is none of the three operations, by name.
    """

    tasks: int = 0
    actions: int = 0
    kept: int = 0
    elements: int = 0
    cleaned: int = 0
    bytes: int = 0
    without_actions: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


def export(found: Iterable[Demonstration], to: Path, *, raw: bool = True) -> dict[Split, Counts]:
    """Write the data set.

    Args:
        found: the demonstrations.
        to: a new folder.
        raw: whether each page is written whole as well, and not cleaned alone.

    Returns:
        The size of each split.

    Raises:
        WebariumError: the folder is there already, or cannot be written.
    """
    counts: dict[Split, Counts] = {split: Counts() for split in SPLITS}
    with new_folder(to) as folder:
        writers = {split: _Files(folder / split, split) for split in SPLITS}
        for one in found:
            count, record = counts[one.split], record_of(one, counts[one.split], raw=raw)
            if not record["actions"]:
                count.without_actions += 1
                continue
            count.tasks += 1
            count.bytes += writers[one.split].write(record)
            _copy(one, record, folder / "raw_dump" / one.id)
        for writer in writers.values():
            writer.close()
        (folder / "README.md").write_text(card(counts), encoding="utf-8")
    return counts


def record_of(one: Demonstration, count: Counts, *, raw: bool = True) -> dict[str, Any]:
    """One demonstration as a record of the published files."""
    actions, lines = [], []
    for moment in one.moments():
        made = _action(one, moment, count, raw=raw)
        if made is None:
            count.left_out[moment.name] += 1
            continue
        action, shown = made
        actions.append(action)
        lines.append(shown)
    domains = [domain_of(site) for site in one.line.sites] or [domain_of("")]
    return {
        "canary": CANARY,
        "annotation_id": one.id,
        "website": "+".join(one.line.sites),
        "domain": domains[0][0],
        "subdomain": domains[0][1],
        "confirmed_task": one.line.intent,
        "action_reprs": lines,
        "actions": actions,
        "webarium": {"task": one.line.task_id, "trial": one.line.trial},
    }


def operation_of(action: dict[str, Any], kept: dict[str, Any] | None) -> dict[str, str] | None:
    """The published operation of an action of ours; None for what is none (pages, tabs, answers).

    Hovering and pressing Enter are clicks, as published, and so is what sends a form; to paste is to type.
    The Enter that ends a text is not told apart.

    Args:
        action: as recorded.
        kept: the element it was done to.
    """
    name = action.get("name")
    of_option = bool(kept) and kept.get("role") == "option" and kept.get("tag") == "select"  # type: ignore[union-attr]
    if name == "click" and of_option:
        return {"op": "SELECT", "original_op": "SELECT", "value": str((kept or {}).get("name", ""))}
    if name == "click":
        return {"op": "CLICK", "original_op": "CLICK", "value": ""}
    if name == "hover":
        return {"op": "CLICK", "original_op": "HOVER", "value": ""}
    if name == "submit" or (name == "press" and action.get("keys") == "Enter"):
        return {"op": "CLICK", "original_op": "ENTER", "value": ""}
    if name == "type":
        return {"op": "TYPE", "original_op": "TYPE", "value": str(action.get("text", ""))}
    if name == "paste":
        return {"op": "TYPE", "original_op": "TYPE", "value": str((kept or {}).get("text", ""))}
    if name == "select":
        return {"op": "SELECT", "original_op": "SELECT", "value": ", ".join(action.get("options", []))}
    return None


def _action(
    one: Demonstration, moment: Moment, count: Counts, *, raw: bool
) -> tuple[dict[str, Any], str] | None:
    operation = operation_of(moment.action, moment.step.target)
    page = moment.page
    if operation is None or page is None:
        return None
    target = page.target(moment.step.target)
    positive: list[etree._Element] = []
    if target is not None:
        top, same = page.equivalent(target)
        positive = [element for element in same if element.get(ID) in page.meaningful]
    count.actions += 1
    count.kept += bool(positive)
    count.elements += len(page.elements)
    count.cleaned += len(page.meaningful)
    taken = {element.get(ID) for element in positive}
    action = {
        "action_uid": digest(f"{one.id} {moment.step.step}").hex()[:32],
        "raw_html": etree.tostring(page.root, encoding="unicode") if raw else "",
        "cleaned_html": etree.tostring(page.cleaned(), encoding="unicode"),
        "operation": operation,
        "pos_candidates": [
            _candidate(element)
            | {"is_original_target": element is target, "is_top_level_target": element is top}
            for element in positive
        ],
        "neg_candidates": [
            _candidate(element) for number, element in page.meaningful.items() if number not in taken
        ],
        "webarium": {"step": moment.step.step, "url": moment.step.url, "action": moment.action},
    }
    return action, _line(page, target, operation, moment.step.target or {})


def _candidate(element: etree._Element) -> dict[str, Any]:
    attributes = json.dumps(dict(element.attrib), ensure_ascii=False)
    return {"tag": element.tag, "attributes": attributes, "backend_node_id": element.get(ID)}


def _line(page: Page, target: etree._Element | None, operation: dict[str, str], kept: dict[str, Any]) -> str:
    """An action in a line, as published: ``[button]  Search -> CLICK``."""
    tag = target.tag if target is not None else kept.get("tag", "body")
    name = kept.get("name") or (page.text(target) if target is not None else "")
    shown = f"[{tag}]  {' '.join(str(name).split())[:_LONG]} -> {operation['op']}"
    return f"{shown}: {operation['value']}" if operation["value"] else shown


def _copy(one: Demonstration, record: dict[str, Any], to: Path) -> None:
    """What the run kept besides: trace, HAR, and each page with its pictures as MHTML."""
    pairs = [(one.folder / name, to / new) for name, new in _OF_A_DEMONSTRATION.items()]
    pages = {step.step: step.mhtml_file for step in one.steps}
    for action in record["actions"]:
        if name := pages.get(action["webarium"]["step"]):
            pairs.append((one.folder / name, to / f"{action['action_uid']}_before.mhtml"))
    for source, place in pairs:
        if source.is_file():
            to.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)


class _Files:
    """The files of a split, ``train_0.json`` and so on; each is a list and small enough to be read whole."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._number, self._size = -1, 0
        self._file: Any = None

    def write(self, record: dict[str, Any]) -> int:
        """Add a record; how many bytes it takes."""
        content = jsonio.dump(record)
        if self._file is None or self._size + len(content) > _MOST:
            self.close()
            self._number, self._size = self._number + 1, 0
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = (self._folder / f"{self._name}_{self._number}.json").open("wb")
        self._file.write((b"[\n" if not self._size else b",\n") + content)
        self._size += len(content)
        return len(content)

    def close(self) -> None:
        """End the list."""
        if self._file is not None:
            self._file.write(b"\n]\n")
            self._file.close()
            self._file = None


def table(counts: dict[Split, Counts]) -> str:
    """The sizes of the splits, as a table in Markdown."""
    rows = ["| split | tasks | actions | with an element | elements a page | after cleaning | MB |"]
    rows.append("|---|---|---|---|---|---|---|")
    for split, one in counts.items():
        per = max(one.actions, 1)
        share = f"{one.kept / per:.1%}" if one.actions else "-"
        rows.append(
            f"| `{split}` | {one.tasks} | {one.actions} | {share} | {one.elements / per:.0f} "
            f"| {one.cleaned / per:.0f} | {one.bytes / 1e6:.1f} |"
        )
    return "\n".join(rows)


def card(counts: dict[Split, Counts]) -> str:
    """What the data set says of itself."""
    left = sum((one.left_out for one in counts.values()), Counter[str]())
    told = ", ".join(f"{name} {count}" for name, count in sorted(left.items())) or "nothing"
    return f"""# Demonstrations on Webarium, in Mind2Web's format

{NOTICE}

{table(counts)}

`test_domain`: tasks with a site of the domain {held_domain()}; `test_website`: with {held_site()};
`test_task`: tasks of the other sites whose families are for development and test; `train`: the rest, which
is there to train agents for Webarium, and nothing that is trained on everything.
Actions that are none of CLICK, TYPE and SELECT are left out: {told}.
Tasks without any action on an element are left out: {sum(one.without_actions for one in counts.values())}.
"""
