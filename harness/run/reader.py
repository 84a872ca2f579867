"""The one way in which a run's folder is read: what is damaged is named with its file, never passed over.

Every command that looks at a run reads it here. A file that is there and cannot be what was written is an
error; so is one that the journal or a step says is there and is not, or that says otherwise than the journal
(``harness/run/agreement.py``). Manifest and summary may be missing, and nothing is asked of an episode
without a verdict, or whose line names no folder.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from evaluators import Judgement
from evaluators.evidence import misshapen
from harness import jsonio
from harness.run import agreement, models
from harness.run.journal import read_journal
from harness.run.models import NEWER, JournalLine, Key, Manifest, Newer, Step, Summary
from sites.errors import WebariumError
from sites.files import PlaceError, is_there, read_bytes, why_no_json
from sites.wording import kind_of, wording

T = TypeVar("T")
VERDICT = "verdict.json"
_AS_WRITTEN = "use the run as it was written"


class Damaged(WebariumError):
    """A file of a run is not what was written."""


class RunFolder:
    """A run as its files tell it.

    Args:
        path: the run's folder.

    Raises:
        WebariumError: when it holds no journal.
    """

    def __init__(self, path: Path) -> None:
        if not is_there(path / "journal.jsonl"):
            if is_there(path / "manifest.json"):
                raise WebariumError(
                    f"{path} has a manifest and no journal.jsonl: nothing says what was played",
                    remedy="bring the journal back, or play the run again: webarium eval",
                )
            raise WebariumError(
                f"{path} is not a run: it has no journal.jsonl",
                remedy="name a folder below runs/, or runs/latest",
            )
        self.path = path

    @property
    def name(self) -> str:
        """Of the folder."""
        return self.path.resolve().name

    @cached_property
    def lines(self) -> dict[Key, JournalLine]:
        """The journal's last line of every episode."""
        return read_journal(self.path / "journal.jsonl")

    @property
    def finished(self) -> list[JournalLine]:
        """The episodes that have a verdict."""
        return [line for line in self.lines.values() if line.finished]

    @cached_property
    def manifest(self) -> Manifest | None:
        """What the run is made of."""
        return read_manifest(self.path)

    @property
    def unplanned(self) -> str:
        """What is to be told of a run without a manifest; empty where it has one."""
        if self.manifest:
            return ""
        return (
            f"{self.path} has no manifest.json: what was to be played, and with which settings, is not known"
        )

    @cached_property
    def summary(self) -> Summary | None:
        """Its last count; ``summarize`` counts anew."""
        again = f"delete the file; `webarium report {self.path}` and all else work without it"
        return _read(self.path / "summary.json", Summary.read, again)

    def require(self, *, judging: bool = False) -> None:
        """Have something to tell of.

        Args:
            judging: verdicts are to be made again: episodes that ended as errors are not enough, and a file
                with an old verdict need not be there.

        Raises:
            WebariumError: when a part of the run is damaged, or nothing was played, or nothing has a verdict.
        """
        self.check(judging=judging)
        if self.lines and (self.finished or not judging):
            return
        what = "has no episode with a verdict yet, only errors" if self.lines else "has no episodes yet"
        raise WebariumError(f"The run {self.path} {what}", remedy=f"play what is missing: {self._go_on}")

    def check(self, *, judging: bool = False, steps: bool = True) -> None:
        """See that the run is whole: manifest, summary, journal, and the files of every episode.

        Args:
            judging: as of ``require``.
            steps: look into trajectories, which takes a second for a thousand episodes.

        Raises:
            WebariumError: when a part of it is damaged, gone, or says otherwise than the journal.
        """
        _ = self.manifest, self.summary, self.lines
        for line in self.finished:
            if self.manifest and (otherwise := agreement.of_manifest(line, self.manifest)):
                raise Damaged(
                    f"{self.path / 'journal.jsonl'} {otherwise} of {self.path / 'manifest.json'}",
                    remedy="restore the one that was changed, or delete that task's lines from the journal",
                )
            if line.folder is not None:
                self._check_episode(line, judging, steps)

    def _check_episode(self, line: JournalLine, judging: bool, steps: bool) -> None:
        place = self.place(line)
        for path in (place, *(place / name for name in agreement.FILES)):
            if path.is_dir() if path == place else is_there(path):
                if path != place and agreement.leads_out(place, path.name):
                    raise Damaged(f"{path} leads out of the episode's folder", remedy=_AS_WRITTEN)
                continue
            if judging and path.name == VERDICT:
                continue
            remedy = self._judge_again if path.name == VERDICT else self._again(line)
            raise Damaged(f"{path} is missing, but the journal has the episode's verdict", remedy=remedy)
        self.verdict(line)
        self.outcome(line)
        if judging:
            self.evidence(line)
        if steps:
            self.steps(line)

    def place(self, line: JournalLine) -> Path:
        """The folder of an episode's files.

        Raises:
            Damaged: when it lies outside of the run's.
        """
        place = self.path / (line.folder or f"episodes/{line.task_id}.{line.trial}")
        if not place.resolve().is_relative_to(self.path.resolve()):
            raise Damaged(f"{place} leads out of the run's folder", remedy=_AS_WRITTEN)
        return place

    def steps(self, line: JournalLine) -> list[Step]:
        """The trajectory of an episode; empty when there is none."""
        place = self.place(line)
        path = place / "trajectory.jsonl"
        if not is_there(path):
            return []
        rows = _content(path, self._again(line)).splitlines()
        found = []
        for number, row in enumerate(rows, start=1):
            try:
                step = Step.read(jsonio.parse(row))
                if wrong := agreement.wrong_file(step, place):
                    raise ValueError(wrong)
            except (PlaceError, ValueError) as error:
                why = error.message if isinstance(error, PlaceError) else why_no_json(error)
                remedy = NEWER if isinstance(error, Newer) else self._again(line)
                raise Damaged(f"{path}, line {number}: {why}", remedy=remedy) from error
            found.append(step)
        if line.finished:
            self._agree(path, agreement.of_trajectory(line, found), self._again(line))
        return found

    def verdict(self, line: JournalLine) -> Judgement | None:
        """The verdict on an episode."""
        path, remedy = self.place(line) / VERDICT, f"delete the file; {self._judge_again}"
        found = _read(path, Judgement.model_validate, remedy)
        if found and line.finished:
            self._agree(path, agreement.of_verdict(line, found), remedy)
        return found

    def outcome(self, line: JournalLine) -> dict[str, Any] | None:
        """Answer, addresses and requests of an episode.

        Raises:
            Damaged: it is not as it was written.
        """
        path = self.place(line) / "outcome.json"
        found = _read(path, _outcome, self._again(line))
        if found is not None and line.finished:
            self._agree(path, agreement.of_outcome(line, found), self._again(line))
        return found

    def evidence(self, line: JournalLine) -> list[dict[str, Any]]:
        """What an episode is judged from, an entry a check.

        Raises:
            Damaged: when it is missing, or not as it was collected.
        """
        path = self.place(line) / "evidence.json"
        found = _read(path, _evidence, self._again(line))
        if found is None:
            raise Damaged(f"{path} is missing", remedy=self._again(line))
        if otherwise := agreement.of_evidence(self.outcome(line) or {}, found):
            raise Damaged(f"{path} does not agree with the outcome: {otherwise}", remedy=self._again(line))
        return found

    def has_evidence(self, line: JournalLine) -> bool:
        """Whether an episode's evidence is there."""
        return is_there(self.place(line) / "evidence.json")

    def _agree(self, path: Path, otherwise: str | None, remedy: str) -> None:
        if otherwise:
            raise Damaged(f"{path} does not agree with the journal: {otherwise}", remedy=remedy)

    @property
    def _judge_again(self) -> str:
        return f"`webarium score {self.path} --write` judges the episode again"

    def _again(self, line: JournalLine) -> str:
        return (
            f"to play the episode again, delete the lines of {line.task_id} (trial {line.trial}) from "
            f"{self.path / 'journal.jsonl'}, then: {self._go_on}"
        )

    @cached_property
    def _go_on(self) -> str:
        with suppress(Damaged):  # which is told where the manifest itself is read
            return going_on(self.path, self.manifest)
        return going_on(self.path, None)


def going_on(folder: Path, manifest: Manifest | None) -> str:
    """The command that a run goes on with; somebody else's program plays where the agent has no command."""
    if manifest is None or manifest.agent.command:
        return f"webarium eval --resume {folder}"
    kinds = "serve, mcp or play --cdp" if manifest.agent.jail == "off" else "drive"
    return f"webarium {kinds}, as it was begun, with --run {folder}"


def at_commit(manifest: Manifest | None) -> str:
    """How the code that began a run is had again, to be put behind a remedy; empty where it is not known."""
    code = manifest.code.rstrip("+") if manifest else ""
    return f": git checkout {code}" if code else ""


def read_manifest(folder: Path) -> Manifest | None:
    """What a run is made of; None where no manifest was written.

    Raises:
        Damaged: when there is one that cannot be read.
    """
    remedy = (
        "delete the file; reports, scores and comparisons work without it, and the run's own "
        "`webarium eval ... --run NAME` writes it again"
    )
    return _read(folder / "manifest.json", Manifest.read, remedy)


def _read(path: Path, read: Callable[[Any], T], remedy: str) -> T | None:
    if not is_there(path):
        return None
    try:
        return read(jsonio.parse(_content(path, remedy), once=True))
    except Newer as error:
        raise Damaged(f"{path} cannot be read: {error}", remedy=NEWER) from error
    except (OSError, ValueError) as error:  # pydantic's is a ValueError
        raise Damaged(f"{path} cannot be read: {sentence(error)}", remedy=remedy) from error


def _content(path: Path, remedy: str) -> bytes:
    try:
        return read_bytes(path)
    except PlaceError as error:
        raise Damaged(error.message, remedy=remedy) from error


def sentence(error: Exception) -> str:
    """What is wrong with a file, the first of it where there is more."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc']) or 'it'}: {wording(first)}"
    return why_no_json(error) if isinstance(error, ValueError) else str(error)


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError("it is no JSON object")
    return data


def _outcome(data: Any) -> dict[str, Any]:
    if wrong := models.misshapen(_object(data)):
        raise ValueError(wrong)
    return dict(data)


def _evidence(data: Any) -> list[dict[str, Any]]:
    if not isinstance(data, list):
        raise ValueError(f"it is no list with an entry a check, but {kind_of(data)}")
    if not data:
        raise ValueError("it holds no evidence")
    for place, entry in enumerate(data):
        whole = (
            isinstance(entry, dict)
            and isinstance(entry.get("evidence"), dict)
            and isinstance(entry.get("kind"), str)
        )
        if not whole:
            raise ValueError(f"entry {place + 1} is not the evidence of a check")
        if entry.get("check") != place:
            raise ValueError(f"entry {place + 1} has check {entry.get('check')!r} where {place} is to be")
        if wrong := misshapen(entry["kind"], entry["evidence"]):
            raise ValueError(f"entry {place + 1} ({entry['kind']}): {wrong}")
    return data
