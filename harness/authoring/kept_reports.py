"""Reports of verified tasks kept in a file, so that hours of verification are not lost, nor done twice.

A report stands for what it was made of: all that the task says, its oracle, the images of its sites, and the
code that plays and judges. Where one of them is another now, the task is verified again.

The file is small enough to be kept with the code: of what came out as it must only that is written, and when
all is over each task has one line, in the order of their ids. ``tests/verified.jsonl`` is such a file.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from harness import jsonio
from harness.authoring.reports import TaskReport
from harness.run.models import NEWER, Newer, Record
from reset.plan import GATEWAY
from sites.errors import WebariumError
from sites.files import is_there, read_bytes, why_no_json, write_bytes
from sites.spec import ROOT
from tasks.loader import oracle_view
from tasks.model import Task

_CODE = (
    *("evaluators/**/*", "harness/agents/oracle/**/*", "harness/browser/**/*", "harness/episode/**/*"),
    "harness/agents/protocol.py",  # what an oracle sees
    *(f"harness/authoring/{name}.py" for name in ("playing", "reports", "verify", "watchdog")),
    "reset/world/*.py",  # what a check is told of a site
    *("sites/*.py", "tasks/*.py"),
)
"""What plays an episode and judges it; what is in an image counts by the image."""
_NOT_JUDGED = {"difficulty", "tags"}


class KeptReport(Record):
    """A line of the file.

    Attributes:
        made_of: digest of what the report stands for, see ``made_of``.
        twice: whether the oracle was played twice.
    """

    made_of: str
    twice: bool
    report: TaskReport

    def to_json(self) -> dict[str, Any]:
        """As it is written: without verdicts and answers of attempts that came out as they must."""
        said = self.report.model_dump(mode="json", exclude_defaults=True)
        for attempt in said["attempts"]:
            if attempt["ok"]:
                attempt.pop("judgement", None)
                attempt.pop("answer", None)
        return super().to_json() | {"report": said}


def made_of(task: Task, images: Mapping[str, str]) -> str:
    """Sixteen hexadecimal digits of all that a report on a task depends on.

    Args:
        task: as it was loaded.
        images: what the sites of a world are made of, by site, and the gateway.
    """
    used = {name: images.get(name) for name in (GATEWAY, *task.sites)}
    said = task.model_dump(mode="json", exclude=_NOT_JUDGED)
    content = json.dumps(
        [said, oracle_view(task.id).model_dump(mode="json"), used, _code()], sort_keys=True, default=str
    )
    return hashlib.sha256(content.encode()).hexdigest()[:16]


@cache
def _code() -> str:
    digest = hashlib.sha256()
    for pattern in _CODE:
        for path in sorted(ROOT.glob(pattern)):
            if path.suffix in (".py", ".js"):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(ROOT)}\0{content}\n".encode())
    return digest.hexdigest()


class KeptReports:
    """The file of reports: what holds of it still, and what is added to it.

    Args:
        path: the file; made where there is none.
        images: what the sites of the world are made of, by site, and the gateway.
        twice: whether only a report of an oracle that was played twice will do.

    Raises:
        WebariumError: it cannot be written, another process writes it, or a line is no report. A last line
            that was cut, as a killed process leaves it, is cut off.
    """

    def __init__(self, path: Path, images: Mapping[str, str], *, twice: bool) -> None:
        self.path, self._images, self._twice = path, images, twice
        is_there(path)  # a directory is told before anything is opened
        try:
            self._file = path.open("ab")
        except OSError as error:
            raise WebariumError(
                f"reports cannot be kept in {path}: {error.strerror}",
                remedy="name a file that can be written: --keep verified.jsonl",
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(self._file.fileno()), path.stat()):
                raise OSError(f"{path} was replaced by who had it before")
        except OSError as error:
            self._file.close()
            raise WebariumError(
                f"{path} is being written by another process", remedy="wait for it, or name another file"
            ) from error
        self._lines = 0
        try:
            self._kept = self._read()
        except BaseException:
            self._file.close()
            raise

    def of(self, task: Task) -> TaskReport | None:
        """The report on a task that came out well and was made of the same, if there is one."""
        kept = self._kept.get(task.id)
        if kept is None or not kept.report.ok or (self._twice and not kept.twice):
            return None
        return kept.report if kept.made_of == made_of(task, self._images) else None

    def made_of(self, task: Task) -> str:
        """What a report on a task would stand for now; empty where its files cannot be read."""
        try:
            return made_of(task, self._images)
        except WebariumError:
            return ""

    def add(self, task: Task, report: TaskReport, before: str) -> bool:
        """Write a report and return when it is on the disk.

        Args:
            task: that was played.
            report: on it.
            before: what it was ``made_of`` before it was played.

        Returns:
            Whether it was kept: not where the task is made of something else now, since nobody knows which of
            both was played.

        Raises:
            OSError: it cannot be written; names the file.
        """
        if not before or self.made_of(task) != before:
            return False
        line = KeptReport(made_of=before, twice=self._twice, report=report)
        try:
            self._file.write(line.to_line())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:  # of a full disk, which names no file
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self._kept[task.id] = line
        self._lines += 1
        return True

    def tidy(self) -> None:
        """Leave one line of each task, the last, in the order of their ids."""
        if self._lines == len(self._kept) and [*self._kept] == sorted(self._kept):
            return
        write_bytes(self.path, b"".join(self._kept[name].to_line() for name in sorted(self._kept)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.tidy()
        finally:
            self._file.close()

    def _read(self) -> dict[str, KeptReport]:
        content = read_bytes(self.path)
        whole = content.rfind(b"\n") + 1
        found: dict[str, KeptReport] = {}
        for number, line in enumerate(content[:whole].split(b"\n"), start=1):
            if not line.strip():
                continue
            try:
                kept = KeptReport.read(jsonio.parse(line))
            except Newer as error:
                raise WebariumError(f"{self.path}, line {number}: {error}", remedy=NEWER) from error
            except ValueError as error:
                raise WebariumError(
                    f"{self.path}, line {number} is no report of a verified task: {why_no_json(error)}",
                    remedy="delete that line, or name another file",
                ) from error
            found[kept.report.task] = kept
            self._lines += 1
        if whole < len(content):
            os.truncate(self.path, whole)
        return found
