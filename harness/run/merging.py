"""A run divided into shards, and one run made of them again.

Of N shards the K-th has every N-th task from the K-th on, so that each has some of every site. All of them
carry a digest of the whole, by which `merge` knows that they belong together.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path

from harness.elsewhere import tasks as elsewhere
from harness.jsonio import write_json
from harness.new_folder import new_folder
from harness.run.folders import RUNS, named_folder, near, point_latest
from harness.run.identity import differences, tasks_hash
from harness.run.journal import Journal
from harness.run.models import JournalLine, Key, Manifest, Shard, Summary
from harness.run.reader import RunFolder
from harness.run.summary import summarize
from sites.errors import WebariumError
from sites.files import is_there
from tasks.model import Task

_LOGS = ("agents", "workers")


def check_shard(wanted: str | None) -> tuple[int, int] | None:
    """Which shard of how many is wanted, if one is.

    Raises:
        WebariumError: what is written names none.
    """
    if wanted is None:
        return None
    found = re.fullmatch(r"([1-9]\d{0,4})/([1-9]\d{0,4})", wanted)
    if not found or int(found[1]) > int(found[2]):
        raise WebariumError(
            f"--shard {wanted!r} is no part of a run", remedy="write K/N, from 1/N to N/N: --shard 2/8"
        )
    return int(found[1]), int(found[2])


def sharded(tasks: list[Task], wanted: str | None) -> tuple[list[Task], Shard | None]:
    """The tasks of a shard, and which one it is; all of them where none is wanted.

    Args:
        tasks: of the whole run.
        wanted: such as ``2/8``.

    Raises:
        WebariumError: it is no shard of these tasks.
    """
    if (part := check_shard(wanted)) is None:
        return tasks, None
    number, of = part
    if of > len(tasks):
        raise WebariumError(
            f"--shard {wanted}: there are only {len(tasks)} tasks, so some shards would have none",
            remedy=f"make at most {len(tasks)} shards",
        )
    return tasks[number - 1 :: of], Shard(
        number=number, of=of, tasks=len(tasks), tasks_hash=tasks_hash(tasks)
    )


def new_run(name: str) -> Path:
    """The folder of a run that is to be made.

    Raises:
        WebariumError: a run cannot have this name, or is there already.
    """
    folder = named_folder(Path(name) if "/" in name else RUNS / name)
    if folder.exists() and any(folder.iterdir()):
        raise WebariumError(f"--run {name}: {folder} is a run already", remedy="use another name with --run")
    return folder


def merge_runs(folders: Sequence[Path], target: Path) -> Summary:
    """Make one run of all shards of it.

    Args:
        folders: of the shards, in any order.
        target: the new run's; it appears when it is whole.

    Returns:
        The summary; ``wall_seconds`` are those of the slowest shard, since all may have run at once.

    Raises:
        WebariumError: they do not belong together, or one is missing, damaged or not finished.
    """
    shards = _in_order(folders)
    manifests = [manifest for _, manifest in shards]
    for manifest in manifests[1:]:
        if others := _differences(manifests[0], manifest):
            raise WebariumError(
                f"{manifest.run} was not played as {manifests[0].run} was: {'; '.join(others)}",
                remedy="play that shard again as the others were",
            )
    runs = [RunFolder(folder) for folder, _ in shards]
    for run, manifest in zip(runs, manifests, strict=True):
        run.check()
        if left := sum(key not in run.lines for key in _keys(manifest)):
            raise WebariumError(
                f"{run.path} is not finished: {left} episodes are missing",
                remedy=f"play them first: webarium eval --resume {run.path}",
            )
        if more := run.lines.keys() - _keys(manifest):
            raise WebariumError(
                f"{run.path} has lines of {len(more)} episodes that its manifest does not name, such as "
                f"{min(more).task_id} (trial {min(more).trial})",
                remedy="restore the manifest (trials, tasks), or delete those lines from its journal",
            )
    whole = _whole(manifests, target.name)
    lines = {key: line for run in runs for key, line in run.lines.items()}
    with new_folder(target) as part:
        _fill(part, whole, runs, [lines[key] for key in _keys(whole)])
        slowest = max((run.summary.wall_seconds for run in runs if run.summary), default=0.0)
        summary = summarize(part, wall_seconds=slowest).model_copy(update={"run": target.name})
        write_json(part / "summary.json", summary.to_json())
    point_latest(target.parent, target.name)
    return summary


def _in_order(folders: Sequence[Path]) -> list[tuple[Path, Manifest]]:
    """The shards by their number, each of which is there once."""
    found: dict[int, tuple[Path, Manifest]] = {}
    for folder in folders:
        manifest = RunFolder(folder).manifest
        if manifest is None or manifest.shard is None:
            raise WebariumError(
                f"{near(folder)} is no shard of a run", remedy="name runs of `webarium eval --shard K/N`"
            )
        if before := found.get(manifest.shard.number):
            raise WebariumError(
                f"{before[0]} and {folder} are both shard {manifest.shard.number}/{manifest.shard.of}",
                remedy="leave one of the two out",
            )
        found[manifest.shard.number] = folder, manifest
    first = next(iter(found.values()))[1].shard
    assert first is not None
    for folder, manifest in found.values():
        one = manifest.shard
        assert one is not None
        if (one.of, one.tasks, one.tasks_hash) != (first.of, first.tasks, first.tasks_hash):
            raise WebariumError(
                f"{folder} is a part of another run: shard {one.number}/{one.of} of {one.tasks} tasks",
                remedy="merge shards of the same tasks, all of them divided into as many parts",
            )
    if gone := [number for number in range(1, first.of + 1) if number not in found]:
        raise WebariumError(
            f"shards are missing: {', '.join(f'{number}/{first.of}' for number in gone)}",
            remedy="play them too: webarium eval ... --shard K/N",
        )
    return [found[number] for number in sorted(found)]


def _differences(first: Manifest, other: Manifest) -> list[str]:
    """What of two shards' identity is not the same, a clause each."""
    alike = {name: getattr(first, name) for name in ("shard", "tasks", "tasks_hash", "sites")}
    if _same_packages(first, other):  # built apart, of the same
        alike["image_ids"] = first.image_ids
    found = differences(first, other.model_copy(update=alike))
    for name, words in (("trials", "trials"), ("epoch", "the epoch"), ("browser", "the browser"),
                        ("webarium", "Webarium's version"), ("code", "the code")):  # fmt: skip
        one, two = getattr(first, name), getattr(other, name)
        if one != two:
            found.append(f"{words}: {two}, not {one}")
    return found


def _same_packages(first: Manifest, other: Manifest) -> bool:
    """Whether images that differ by their ids were built from the same, and of the same packages."""
    names = first.images.keys() & other.images.keys()
    return all(first.images[name] == other.images[name] for name in names) and all(
        first.packages.get(name) == other.packages.get(name, "") for name in names
    )


def _keys(manifest: Manifest) -> list[Key]:
    """The episodes in the order in which a run plays them."""
    return [Key(task, trial, manifest.config) for trial in range(manifest.trials) for task in manifest.tasks]


def _whole(manifests: Sequence[Manifest], name: str) -> Manifest:
    """The manifest that the run would have had undivided."""
    dealt = zip_longest(*(manifest.tasks for manifest in manifests))
    first = manifests[0]
    assert first.shard is not None
    return first.model_copy(
        update={
            "run": name,
            "started": min(one.started for one in manifests),
            "resumed": sorted(chain.from_iterable(one.resumed for one in manifests)),
            "workers": sum(one.workers for one in manifests),
            "sites": sorted(set(chain.from_iterable(one.sites for one in manifests))),
            "tasks": [task for row in dealt for task in row if task is not None],
            "tasks_hash": first.shard.tasks_hash,
            "shard": None,
            **{
                key: {name: value for one in manifests for name, value in getattr(one, key).items()}
                for key in ("images", "image_ids", "packages")
            },
        }
    )


def _fill(folder: Path, whole: Manifest, runs: Sequence[RunFolder], lines: Sequence[JournalLine]) -> None:
    write_json(folder / "manifest.json", whole.to_json())
    _keep_tasks(folder, whole, runs)
    for number, run in enumerate(runs, start=1):
        if (episodes := run.path / "episodes").is_dir():
            shutil.copytree(episodes, folder / "episodes", symlinks=True, dirs_exist_ok=True)
        for name in _LOGS:
            for log in (run.path / name).glob("*.log"):
                (folder / name).mkdir(exist_ok=True)
                shutil.copyfile(log, folder / name / f"shard-{number}-{log.name}", follow_symlinks=False)
    with Journal(folder) as journal:
        for line in lines:
            journal.append(line)


def _keep_tasks(folder: Path, whole: Manifest, runs: Sequence[RunFolder]) -> None:
    """The shards' own tasks, where they are no templates of ours, as the undivided run would keep them."""
    if not any(is_there(run.path / elsewhere.FILE) for run in runs):
        return
    found: dict[str, Task] = {}
    for run in runs:
        names = run.manifest.tasks if run.manifest else []
        found |= {task.id: task for task in elsewhere.tasks_of_run(run.path, names)}
    elsewhere.keep_tasks(folder, [found[name] for name in whole.tasks])
