"""The journal: torn lines, later lines, the lock."""

from __future__ import annotations

import errno
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.run.journal import Journal, Key, RunBusy, read_journal
from harness.run.models import JournalLine
from harness.run.summary import summarize
from sites.errors import WebariumError


def line(task: str, status: str = "passed", trial: int = 0, config: str = "c", **more):
    data = {"task_id": task, "trial": trial, "config": config, "status": status, "digest": "d", "steps": 2}
    data |= {"seconds": 1.0, "reset_seconds": 0.1, "sites": ["shopping"], "category": "navigation"}
    data |= {"difficulty": "easy", "tokens": {"prompt": 5, "completion": 1}}
    return JournalLine(**data | more)


def test_lines_are_read_back_and_the_last_of_an_episode_counts(tmp_path):
    with Journal(tmp_path) as journal:
        journal.append(line("a.b.0", "error"))
        journal.append(line("a.b.0", "passed"))
        journal.append(line("a.b.0", "failed", trial=1))
        journal.append(line("a.b.0", "failed", config="other"))
    found = read_journal(tmp_path / "journal.jsonl")
    assert {key: one.status for key, one in found.items()} == {
        Key("a.b.0", 0, "c"): "passed",
        Key("a.b.0", 1, "c"): "failed",
        Key("a.b.0", 0, "other"): "failed",
    }


def test_torn_last_line_is_told_to_readers_and_cut_before_the_next(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(line("a.b.0").to_line() + b'{"task_id": "a.b.1", "tr')
    with pytest.raises(WebariumError, match=r"line 2 is cut(.|\n)*webarium eval --resume"):
        read_journal(path)
    assert [key.task_id for key in read_journal(path, torn=True)] == ["a.b.0"]
    with Journal(tmp_path) as journal:
        journal.append(line("a.b.2"))
    assert [key.task_id for key in read_journal(path)] == ["a.b.0", "a.b.2"]


def test_whole_last_line_without_newline_is_not_trusted(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(line("a.b.0").to_line() + line("a.b.1").to_line().rstrip())
    with Journal(tmp_path):
        pass
    assert [key.task_id for key in read_journal(path)] == ["a.b.0"]


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        (["passed", "passed"], True),
        (["failed", "passed"], True),
        (["error", "passed", "failed"], True),
        (["error", "error", "passed"], False),
        (["failed", "error", "passed"], False),  # the agent gave up, and was played again
    ],
)
def test_an_episode_has_one_verdict(tmp_path, lines, refused):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(line("a.b.0", status).to_line() for status in lines))
    if not refused:
        assert len(read_journal(path)) == 1
        return
    place = f"a.b.0 .trial 0. has a verdict in line {len(lines) - 1} and another in line {len(lines)}"
    with pytest.raises(WebariumError, match=place):
        read_journal(path)


def test_a_verdict_that_was_judged_again_follows_the_first(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(line("a.b.0").to_line() + line("a.b.0", "failed", rescored=True).to_line())
    assert [one.status for one in read_journal(path).values()] == ["failed"]


def test_a_newer_line_is_not_to_be_deleted(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(line("a.b.0").to_line() + b'{"schema_version": 99, "task": "unknown"}\n')
    with pytest.raises(WebariumError, match="line 2: it is of schema version 99: a newer") as error:
        read_journal(path)
    assert "delete" not in str(error.value)


def test_rotten_line_in_the_middle_is_told(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(line("a.b.0").to_line() + b"rotten\n" + line("a.b.1").to_line())
    with pytest.raises(WebariumError, match="line 2"):
        read_journal(path)


def test_second_writer_is_refused(tmp_path):
    with Journal(tmp_path), pytest.raises(RunBusy):
        Journal(tmp_path)
    Journal(tmp_path).close()


def test_summary_counts_by_site_and_keeps_errors_apart(tmp_path):
    with Journal(tmp_path) as journal:
        journal.append(line("a.b.0"))
        journal.append(line("a.b.1", "failed", sites=["shopping", "forum"], steps=4, seconds=3.0))
        journal.append(line("a.b.2", "error", steps=0, seconds=0.0, digest=None, undecided=True))
    summary = summarize(tmp_path, wall_seconds=12.34)
    assert (summary.tasks, summary.passed, summary.failed, summary.errors) == (3, 1, 1, 1)
    assert summary.success_rate == 0.3333
    assert summary.per_site["forum"].success_rate == 0.0
    assert summary.per_site["shopping"].tasks == 3
    assert (summary.steps_median, summary.seconds_median) == (3, 2.0), "errors played nothing"
    assert summary.tokens == {"prompt": 15, "completion": 3}
    assert summary.wall_seconds == 12.3


def test_a_full_disk_is_told_once_with_the_file_and_the_lock_is_given_up(tmp_path):
    journal = Journal(tmp_path)
    journal._file.close()
    journal._file = Path("/dev/full").open("ab")  # noqa: SIM115 - the journal closes it
    with pytest.raises(OSError, match="No space left") as told, journal:
        journal.append(line("a.b.0"))
    assert told.value.filename == str(tmp_path / "journal.jsonl")
    assert journal._lock.closed
    Journal(tmp_path).close()


def test_what_fails_first_when_the_journal_is_closed_is_told(tmp_path):
    def close():
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    journal = Journal(tmp_path)
    journal.append(line("a.b.0"))
    journal._file.close()
    journal._file = SimpleNamespace(close=close)
    with pytest.raises(OSError, match="Disk quota exceeded") as told:
        journal.close()
    assert told.value.filename == str(tmp_path / "journal.jsonl")
    assert journal._lock.closed
