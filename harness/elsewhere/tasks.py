"""WebArena's task file as tasks that a run can play, and the copy of them that a run keeps."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from evaluators.dropin.webarena import WebArenaTask, load_tasks
from evaluators.trajectories.files import FormatError, as_list, json_files, read_json
from harness.elsewhere.sites_file import SitesFile
from harness.jsonio import write_json
from sites.errors import WebariumError
from sites.files import is_there
from tasks import loader
from tasks.model import Category, Task
from tasks.published import PublishedCheck, PublishedTask

FILE = "tasks.json"
"""In a run's folder: its tasks, where they are no templates of ours."""
_UNREACHED = "N/A"


def published_tasks(selection: str, sites: SitesFile, *, original: bool = False) -> list[PublishedTask]:
    """The tasks of a file, or those of them that patterns name.

    Args:
        selection: the file or folder as published, then patterns of ids or names of sites, with commas:
            ``test.raw.json,shopping,!*.14``.
        sites: where they are played.
        original: judged by the published rules.

    Raises:
        WebariumError: the file is none, it names a site that is nowhere, or a pattern names no task.
    """
    name, *patterns = (part.strip() for part in selection.split(","))
    path = Path(name)
    raw = [record for file in json_files(path) for record in as_list(read_json(file))]
    if any(isinstance(record, dict) and isinstance(record.get("eval"), list) for record in raw):
        raise FormatError(
            f"{path} is WebArena-Verified's, whose tasks can be scored here and not played",
            remedy="give WebArena's own file (test.raw.json), or see docs/scoring-elsewhere.md",
        )
    found = [_task(one, record, sites, original) for one, record in zip(load_tasks(path), raw, strict=True)]
    return _chosen(found, patterns)


def _chosen(tasks: list[PublishedTask], patterns: Iterable[str]) -> list[PublishedTask]:
    wanted: set[str] | None = None
    for pattern in filter(None, patterns):
        named = {one.id for one in tasks if _fits(one, pattern.removeprefix("!"))}
        if not named:
            raise WebariumError(
                f"no task of the file is named by {pattern!r}",
                remedy=f"an id is like {tasks[0].id}; a site's name or a pattern with * is fine, too",
            )
        if pattern.startswith("!"):
            wanted = ({one.id for one in tasks} if wanted is None else wanted) - named
        else:
            wanted = named | (wanted or set())
    return [one for one in tasks if wanted is None or one.id in wanted]


def _fits(task: PublishedTask, pattern: str) -> bool:
    return pattern in (task.template, *task.sites) or fnmatch.fnmatchcase(task.id, pattern)


def _task(one: WebArenaTask, record: dict[str, Any], sites: SitesFile, original: bool) -> PublishedTask:
    names = one.sites or list(sites.sites)
    addresses = {name: sites.site(name).url for name in names}
    parts = [
        {"kind": "webarena", "spec": {"part": part, "task": record, "addresses": sites.addresses} | rules}
        for part in one.eval.eval_types
        for rules in [{"original": True} if original else {}]
    ]
    template = "task" if one.intent_template_id is None else str(one.intent_template_id)
    template = re.sub(r"[^A-Za-z0-9_-]+", "_", template)
    known = sites.known()
    return PublishedTask(
        id=f"webarena.{template}.{one.id}",
        template=f"webarena.{template}",
        folder="webarena",
        number=one.task_id if isinstance(one.task_id, int) else 0,
        sites=names,
        profile=dict.fromkeys(names),
        intent=one.intent,
        start=[next(known.render(url)) for url in one.start_url.split(" |AND| ") if url],
        category=_category(one),
        covers=names,
        checks=[PublishedCheck.model_validate(part) for part in parts],
        unachievable=_unachievable(one),
        published=record,
        addresses=addresses,
        logged_in=bool(one.storage_state) or one.require_login,
    )


def _category(task: WebArenaTask) -> Category:
    """As the paper's table 1 divides its examples: by what is looked at in the end."""
    kinds = set(task.eval.eval_types)
    if "program_html" in kinds:
        return "content_and_config"
    return "information_seeking" if "string_match" in kinds else "navigation"


def _unachievable(task: WebArenaTask) -> bool:
    return _UNREACHED in (task.eval.reference_answers or {}).values()


def keep_tasks(folder: Path, tasks: Iterable[Task]) -> None:
    """Keep published tasks with their run, so that it can go on and be judged again without their file."""
    published = [one.model_dump(mode="json") for one in tasks if isinstance(one, PublishedTask)]
    if published:
        write_json(folder / FILE, published)


def tasks_of_run(folder: Path, names: Iterable[str]) -> list[Task]:
    """The tasks of a run by their ids: its own copy, where it has one, else ours as they are now.

    Raises:
        WebariumError: one of them is gone, or the copy is damaged.
    """
    if not is_there(folder / FILE):
        return loader.load_tasks(",".join(names))
    kept = read_json(folder / FILE)
    try:
        found = {task.id: task for task in map(PublishedTask.model_validate, as_list(kept))}
        return [found[name] for name in names]
    except (ValidationError, KeyError) as error:
        raise WebariumError(
            f"{folder / FILE} does not hold what the run played", remedy="begin another run: --run NAME"
        ) from error
