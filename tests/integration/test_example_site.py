"""The example site in real containers: what docs/authoring.md says under "Adding a whole site" works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from example_site import environment, lay_over, webarium

NAME = f"example-{os.getpid()}"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A checkout with the example, and a world of it."""
    place = lay_over(tmp_path_factory.mktemp("checkout"))
    for words in (("build", "toolshed"), ("up", "toolshed", "--world", NAME)):
        done = webarium(place, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    yield place
    webarium(place, "down", "--world", NAME)
    webarium(place, "build", "--remove")  # what it alone has


@pytest.mark.timeout(600)
def test_its_tasks_hold(checkout: Path) -> None:
    locked = webarium(checkout, "tasks", "lock", "toolshed", "--check", "--world", NAME)
    assert locked.returncode == 0, locked.stdout + locked.stderr
    tried = webarium(checkout, "tasks", "verify", "toolshed.*", "--twice", "--world", NAME)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count("ok toolshed.") == 6


@pytest.mark.timeout(300)
def test_its_own_test_passes(checkout: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/integration/test_toolshed_pages.py",
    ]
    done = subprocess.run(command, cwd=checkout, env=environment(checkout), text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
