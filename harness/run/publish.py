"""``webarium publish RUN``: of a run what others need to check it, and nothing that they must not see.

What is published is a run's folder itself: ``webarium score`` judges it again, ``compare`` and ``table`` take
it. Logs of agents, traces, archives of requests and the files of failed attempts stay
behind, and screenshots and pages too unless they are asked for.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from harness.elsewhere import tasks as elsewhere
from harness.jsonio import write_json
from harness.new_folder import new_folder
from harness.run.interval import interval_of_share
from harness.run.models import JournalLine, Manifest, Step
from harness.run.public import passwords, public
from harness.run.reader import RunFolder
from harness.run.rescore import rescore
from harness.run.summary import summarize
from sites.errors import WebariumError
from sites.files import is_there
from tasks.canary import CANARY, NOTICE

PUBLISHED = Path("published")
ENTRY = "entry.json"
_JUDGED = ("outcome.json", "evidence.json", "verdict.json")
_PICTURES = ("screenshot", "html_file", "mhtml_file", "elements_file", "page_elements_file", "dom_file")
_TEXTS = (".json", ".jsonl", ".md", ".txt", ".html", ".xml", ".mhtml")
_SHORTEST = 8  # of a variable's value that is looked for; a shorter one stands anywhere by chance
_HALF = "surrogateescape"  # how a variable holds bytes that are no UTF-8
_KEYS = re.compile(
    r"\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{36}|\bAKIA[0-9A-Z]{16}\b|\bxox[abp]-[A-Za-z0-9-]{20,}"
    r"|\bhf_[A-Za-z0-9]{30,}|\bAIza[0-9A-Za-z_-]{35}|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_README = """# {agent} on Webarium

{passed} of {episodes} episodes passed: {rate:.1%} (95% interval over tasks: {low:.1%} to {high:.1%}).
Tasks: {selection}. `entry.json` has the figures, `manifest.json` what was run.

Check the verdicts against the evidence, with the Webarium of commit {code}:

    webarium score {folder}

{notice}
"""


class PublishError(WebariumError):
    """A run cannot be published as it is."""


def publish(run: Path, to: Path, *, pictures: bool = False, secrets: Mapping[str, str] | None = None) -> Path:
    """Write what is published of a run.

    Args:
        run: the run's folder.
        to: a new folder.
        pictures: whether screenshots and pages are published as well.
        secrets: values that must not stand in it, by what they are called; by default those of the variables
            that the agent was allowed to see, and passwords in its addresses.

    Returns:
        The new folder. It is there only when ``webarium score`` comes to the same verdicts.

    Raises:
        PublishError: the folder is within the run, the run is not finished, its verdicts are not those of
            its evidence, or something that looks like a secret stands in it.
        WebariumError: the folder is there already or cannot be written, or the run is damaged.
    """
    found = RunFolder(run)
    found.require(judging=True)
    manifest = _whole(found)
    if run.resolve() in to.resolve().parents:
        raise PublishError(f"{to} is within the run itself", remedy="name a folder elsewhere with --to")
    with new_folder(to) as part:
        _write(found, manifest, part, pictures=pictures, shown=to.name)
        hidden = secrets if secrets is not None else _seen_by(manifest)
        for place, what in _betrayed(part, hidden):
            raise PublishError(
                f"{place} of the run holds {what}",
                remedy="take it out of what the agent writes, make it invalid, and play the run again",
            )
        _check(part)
    return to


def _whole(run: RunFolder) -> Manifest:
    """The manifest of a run of which every planned episode has a verdict."""
    if run.manifest is None:
        raise PublishError(f"{run.path} has no manifest.json", remedy="publish a run as it was written")
    planned = {(task, trial) for task in run.manifest.tasks for trial in range(run.manifest.trials)}
    missing = planned - {(line.task_id, line.trial) for line in run.finished}
    if missing:
        raise PublishError(
            f"{run.path} is not finished: {len(missing)} of {len(planned)} episodes have no verdict",
            remedy=f"finish it: webarium eval --resume {run.path}",
        )
    return run.manifest


def _write(run: RunFolder, manifest: Manifest, to: Path, *, pictures: bool, shown: str) -> None:
    lines = [_line(line) for line in run.finished]
    for line in run.finished:
        _episode(run, line, to / _folder(line), pictures=pictures)
    (to / "journal.jsonl").write_bytes(b"".join(line.to_line() for line in lines))
    shared = public(manifest)
    write_json(to / "manifest.json", shared.to_json())
    if is_there(run.path / elsewhere.FILE):
        elsewhere.keep_tasks(to, elsewhere.tasks_of_run(run.path, manifest.tasks))
    wall = run.summary.wall_seconds if run.summary else None
    summary = summarize(to, wall_seconds=wall).model_copy(update={"run": run.name})
    write_json(to / "summary.json", summary.to_json())
    entry = _entry(run, shared, lines)
    write_json(to / ENTRY, entry)
    text = _README.format(
        **entry["result"], agent=entry["agent"], selection=shared.selection or "as the manifest names them",
        code=manifest.code or "of its time", folder=shown, notice=NOTICE,
    )  # fmt: skip
    (to / "README.md").write_text(text, encoding="utf-8")


def _entry(run: RunFolder, manifest: Manifest, lines: list[JournalLine]) -> dict[str, Any]:
    """What a leaderboard shows of a run."""
    by_task: dict[str, list[bool]] = {}
    for line in lines:
        by_task.setdefault(line.task_id, []).append(line.passed)
    low, high = interval_of_share([(sum(trials), len(trials)) for trials in by_task.values()])
    passed, spent = sum(line.passed for line in lines), [line.spent for line in lines]
    return {
        "format": "webarium-entry",
        "version": 1,
        "canary": CANARY,
        "run": run.name,
        "agent": manifest.agent.name,
        "model": manifest.agent.options.get("model"),
        "jail": manifest.agent.jail,
        "settings": manifest.settings.model_dump(mode="json"),
        "selection": manifest.selection,
        "tasks_hash": manifest.tasks_hash,
        "seed": manifest.seed,
        "salt": manifest.salt,
        "release": manifest.release,
        "images": manifest.images,
        "webarium": manifest.webarium,
        "code": manifest.code,
        "started": manifest.started,
        "result": {
            "tasks": len(by_task), "trials": manifest.trials, "episodes": len(lines), "passed": passed,
            "rate": round(passed / len(lines), 4), "low": round(low, 4), "high": round(high, 4),
        },
        "tokens": {
            "prompt": sum(one.prompt for one in spent), "completion": sum(one.completion for one in spent)
        },
        "cost": round(sum(one.cost for one in spent), 4),
    }  # fmt: skip


def _folder(line: JournalLine) -> str:
    return line.folder or f"episodes/{line.task_id}.{line.trial}"


def _line(line: JournalLine) -> JournalLine:
    """A line without what a machine says of itself in the errors of its attempts."""
    attempts = [one.model_copy(update={"error": ""}) for one in line.attempts_kept]
    return line.model_copy(update={"attempts_kept": attempts, "folder": _folder(line)})


def _episode(run: RunFolder, line: JournalLine, to: Path, *, pictures: bool) -> None:
    to.mkdir(parents=True)
    place = run.place(line)
    for name in _JUDGED:
        if (place / name).is_file():
            shutil.copyfile(place / name, to / name)
    steps = []
    for step in run.steps(line):
        kept = step if pictures else step.model_copy(update=dict.fromkeys(_PICTURES))
        steps.append(kept.to_line())
        for name in _files(kept):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place / name, to / name)
    (to / "trajectory.jsonl").write_bytes(b"".join(steps))


def _files(step: Step) -> list[str]:
    names = (getattr(step, name) for name in ("axtree_file", "otr_file", *_PICTURES))
    return [name for name in names if name]


def _seen_by(manifest: Manifest) -> dict[str, str]:
    """What the agent knew and others must not: variables that it saw, as they are now, and passwords."""
    names = manifest.agent.environment
    if unset := [name for name in names if name not in os.environ]:
        what = f"the run is not searched for the values of {', '.join(unset)}, which are not set here"
        print(f"webarium: {what}", file=sys.stderr, flush=True)
    return {name: os.environ[name] for name in names if name in os.environ} | passwords(manifest.agent)


def _betrayed(folder: Path, secrets: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    """Files that hold a secret, and what it is; the secret itself is never told."""
    long = {name: _written(value) for name, value in secrets.items() if len(value) >= _SHORTEST}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        content = _readable(path)
        for name, forms in long.items():
            if any(form in content for form in forms):
                yield path.relative_to(folder), f"the value of {name}"
        if path.suffix in _TEXTS and (key := _KEYS.search(content.decode("utf-8", "replace"))):
            yield path.relative_to(folder), f"what looks like a key: {key[0][:6]}..."


def _written(value: str) -> set[bytes]:
    """A value as it may stand in a file: by itself, and within JSON, an address, a form or HTML."""
    forms = {json.dumps(value, ensure_ascii=ascii_)[1:-1] for ascii_ in (True, False)}
    forms |= {value, quote(value, safe="", errors=_HALF), quote_plus(value, errors=_HALF)}
    forms |= {html.escape(value), html.escape(value, quote=False)}
    return {form.encode("utf-8", _HALF) for form in forms}


def _readable(path: Path) -> bytes:
    """A file as it is searched: a saved page with its parts decoded.

    Their lines are folded, which divides keys; and a picture in base64 is a text that is long enough to hold
    by chance what looks like one.
    """
    content = path.read_bytes()
    if path.suffix != ".mhtml":
        return content
    found = []
    for part in message_from_bytes(content).walk():
        found += [f"{name}: {value}".encode("utf-8", "replace") for name, value in part.items()]
        if isinstance(payload := part.get_payload(decode=True), bytes):
            found.append(payload)
    return b"\n".join(found)


def _check(folder: Path) -> None:
    """See that a reader comes to the same verdicts."""
    found = rescore(folder)
    wrong = [*found["changed"], *found["unjudged"]]
    if wrong:
        of = "the run's tasks were changed since it was played, and" if found["tasks_changed"] else ""
        raise PublishError(
            f"{of} {len(wrong)} verdicts are not those of the evidence, {wrong[0]['task_id']} first".strip(),
            remedy="see which: webarium score RUN; judge with the code that played it, or keep the new "
            "verdicts: webarium score RUN --write",
        )
