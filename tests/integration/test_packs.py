"""A new pack in a real world: what docs/packs.md says after ``pack new``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from example_site import webarium

NAME = f"pack-{os.getpid()}"


@pytest.mark.timeout(300)
def test_a_new_pack_is_tried_locked_and_evaluated(tmp_path: Path) -> None:
    pack = tmp_path / "garden_tasks"
    for words in (("pack", "new", str(pack)), ("build", "home"), ("up", "home", "--world", NAME)):
        done = webarium(*words, pack=None)
        assert done.returncode == 0, done.stdout + done.stderr
    try:
        for words in (
            ("tasks", "lock", "garden_tasks", "--check", "--world", NAME),
            ("tasks", "try", "garden_tasks.keep_note", "--world", NAME),
            ("eval", "--tasks", "garden_tasks", "--world", NAME, "--run", str(tmp_path / "run")),
        ):
            done = webarium(*words, pack=pack)
            assert done.returncode == 0, done.stdout + done.stderr
    finally:
        webarium("down", "--world", NAME, pack=None)
