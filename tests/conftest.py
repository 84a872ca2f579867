"""The report of the attackers stands at the end of a test run, whichever process their tests ran in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from integrity.report import REPORT


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
