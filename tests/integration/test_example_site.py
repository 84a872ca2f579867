"""The example site in real containers: what docs/authoring.md says under "Adding a whole site" works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from example_site import EXAMPLE, environment, webarium

NAME = f"example-{os.getpid()}"


@pytest.fixture(scope="module", autouse=True)
def world() -> Iterator[None]:
    """A world of the example's site alone."""
    for words in (("build", "toolshed"), ("up", "toolshed", "--world", NAME)):
        done = webarium(*words)
        assert done.returncode == 0, done.stdout + done.stderr
    yield
    webarium("down", "--world", NAME)
    webarium("build", "toolshed", "--remove")  # what is made for it alone


@pytest.mark.timeout(600)
def test_its_tasks_hold() -> None:
    locked = webarium("tasks", "lock", "toolshed", "--check", "--world", NAME)
    assert locked.returncode == 0, locked.stdout + locked.stderr
    tried = webarium("tasks", "verify", "toolshed.*", "--twice", "--world", NAME)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count("ok toolshed.") == 6


@pytest.mark.timeout(300)
def test_its_tasks_are_evaluated_like_ours() -> None:
    """In a process of a worker and in the jail of the oracle, which inherit the pack."""
    run = f"runs/{NAME}"
    done = webarium("eval", "--tasks", "toolshed.borrow.0", "--world", NAME, "--run", run, "--no-report")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(300)
def test_its_own_test_passes() -> None:
    test = EXAMPLE / "tests" / "integration" / "test_toolshed_pages.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, env=environment(EXAMPLE), text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
