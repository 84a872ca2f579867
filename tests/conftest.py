"""What holds for all tests: long files begin first, and the report of the attackers stands at the end.

It stands there whichever process their tests ran in.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from integrity.report import REPORT

LONGEST = [
    *("test_docs", "test_answers", "test_world", "test_reset", "test_runner", "test_example_site"),
    *("test_forum_seed", "test_wiki_chance", "test_cms_seed", "test_shopping_seed_catalogue"),
]
"""Files of a minute and more: begun last, one of them alone would keep the others' processes waiting."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the order within a file stays."""
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several processes hands on what it counted."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["integrity"] = REPORT.counted()


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_testnodedown(node: Any, error: object) -> None:
    """The process that tells of the whole takes it."""
    if counted := getattr(node, "workeroutput", {}).get("integrity"):
        REPORT.take(counted)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not REPORT.tasks:
        return
    terminalreporter.section("integrity")
    for line in REPORT.lines():
        terminalreporter.write_line(line)
    if path := os.environ.get("WEBARIUM_INTEGRITY_REPORT"):
        REPORT.save(Path(path))
