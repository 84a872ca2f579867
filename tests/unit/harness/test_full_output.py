"""Where nothing more can be written, a sentence names the place; nothing is taken for done."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from harness.jsonio import write_json

FULL = Path("/dev/full")
COMMANDS = [
    ["--help"],
    ["--version"],
    ["tasks", "--help"],
    ["tasks", "list", "home"],
    ["match", "exact", "a", "a"],
    ["match"],
]
LINE = b'{"match": "exact", "reference": "a", "answer": "a"}\n'


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_output_that_is_full_is_told(words: list[str]) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "harness.commands.start", *words],
            input=LINE,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    told = done.stderr.decode()
    assert done.returncode == 2, told
    assert told.splitlines()[0] == "webarium: No space left on device: standard output"
    assert len(told.splitlines()) == 2, "and what to do"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"verdict\.json") as caught:
        write_json(tmp_path / "verdict.json", {})
    assert caught.value.errno == errno.ENOSPC
    assert not list(tmp_path.iterdir())
