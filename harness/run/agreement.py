"""What a journal's line says of its episode, held against the episode's files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluators import Judgement
from evaluators.checks.node import key_nodes
from harness.run.models import JournalLine, Manifest, Step
from sites.files import is_there

FILES = ("trajectory.jsonl", "outcome.json", "evidence.json", "verdict.json")
"""What an episode that has a verdict leaves."""
ENDS = {
    ".png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82", "picture (PNG)"),
    ".json": (b"{", b"}", "list of elements (JSON)"),
    ".xml": (b"<", b">", "page (XML)"),
}
"""How files of a step begin and end."""


def wrong_file(step: Step, folder: Path) -> str | None:
    """What is wrong with the first file that a step names and that is not there, elsewhere, or no picture.

    Raises:
        PlaceError: something else stands in its place.
    """
    names = (
        step.axtree_file,
        step.elements_file,
        step.html_file,
        step.screenshot,
        step.mhtml_file,
        step.page_elements_file,
        step.dom_file,
        step.otr_file,
    )
    if gone := next((name for name in names if name and not is_there(folder / name)), None):
        return f"{gone} is missing"
    if out := next(_leading_out(folder, filter(None, names)), None):
        return f"{out} leads out of the episode's folder"
    for name in filter(None, names):
        if (ends := ENDS.get(Path(name).suffix)) and not _has_ends(folder / name, *ends[:2]):
            return f"{name} is no {ends[2]}, or cut off"
    return None


def leads_out(folder: Path, name: str) -> bool:
    """Whether a file of an episode lies elsewhere: what a link leads to would be shared with its run."""
    return next(_leading_out(folder, [name]), None) is not None


def _leading_out(folder: Path, names: Iterable[str]) -> Iterator[str]:
    """Those of them; folders are followed once, since a run has tens of thousands of files."""
    whole = folder.resolve()
    inside: dict[Path, bool] = {}
    for name in names:
        path = folder / name
        if path.parent not in inside:
            inside[path.parent] = path.parent.resolve().is_relative_to(whole)
        if not inside[path.parent] or (path.is_symlink() and not path.resolve().is_relative_to(whole)):
            yield name


def _has_ends(path: Path, first: bytes, last: bytes) -> bool:
    """Whether a file begins and ends as it must: that is seen of thousands of files in a second."""
    with path.open("rb") as file:
        if file.read(len(first)) != first:
            return False
        file.seek(0, os.SEEK_END)
        file.seek(max(len(first), file.tell() - len(last) - 1))
        return file.read().rstrip(b"\n").endswith(last)


def of_trajectory(line: JournalLine, steps: Sequence[Step]) -> str | None:
    """What a trajectory says otherwise than its line does; None where they agree."""
    acted = sum(step.action is not None for step in steps)
    if acted != line.steps:
        return _differs("actions", acted, line.steps)
    seen = hashlib.sha256("\n".join(step.digest for step in steps).encode()).hexdigest()[:16]
    if line.digest and seen != line.digest:
        return _differs("the digest of what was seen", seen, line.digest)
    return None


def of_outcome(line: JournalLine, outcome: Mapping[str, Any]) -> str | None:
    """What an outcome says otherwise than its line does; None where they agree."""
    for key, said in (("task_id", line.task_id), ("answer", line.answer), ("stop_reason", line.stop_reason)):
        if key not in outcome:
            return f"it has no {key}"
        if outcome[key] != said:
            return _differs(key, outcome[key], said)
    return None


def of_evidence(outcome: Mapping[str, Any], evidence: Sequence[Mapping[str, Any]]) -> str | None:
    """What evidence says of an episode's answer and way otherwise than its outcome; None where they agree."""
    for entry in evidence:
        for key in ("answer", "status", "reason", "told", "urls") if entry["kind"] == "answer" else ():
            if key in entry["evidence"] and key in outcome and entry["evidence"][key] != outcome[key]:
                found, said = entry["evidence"][key], outcome[key]
                return f"{key}: {_short(found)} here, {_short(said)} in outcome.json"
    return None


def of_verdict(line: JournalLine, verdict: Judgement) -> str | None:
    """What a verdict says otherwise than its line does; None where they agree."""
    if verdict.passed != (bool(verdict.checks) and all(check.passed for check in verdict.checks)):
        return f"passed is {str(verdict.passed).lower()}, but its checks say otherwise"
    for key, found, said in (
        ("passed", verdict.passed, line.passed),
        ("score", verdict.score, line.score),
        ("undecided", verdict.undecided, line.undecided),
        ("nodes", key_nodes(verdict), line.nodes),
        ("violations", verdict.violations, line.violations),
    ):
        if found != said:
            return _differs(key, found, said)
    return None


def of_manifest(line: JournalLine, manifest: Manifest) -> str | None:
    """What a line says of its run otherwise than the manifest does; None where they agree."""
    if line.task_id not in manifest.tasks:
        return f"has a verdict on {line.task_id}, which is none of the tasks"
    if line.agent and line.agent != manifest.agent.name:
        return f"says that {_short(line.agent)} played {line.task_id}, not {_short(manifest.agent.name)}"
    if line.config != manifest.config:
        return f"has the config {_short(line.config)} for {line.task_id}, not the {_short(manifest.config)}"
    if manifest.sites and (unknown := sorted(set(line.sites) - set(manifest.sites))):
        return f"has {', '.join(unknown)} for {line.task_id}, which is none of the sites"
    return None


def _differs(what: str, found: object, said: object) -> str:
    return f"{what}: {_short(found)} here, {_short(said)} in the journal"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
