"""The report of the attackers stands at the end of a test run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from integrity.report import REPORT


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not REPORT.tasks:
        return
    terminalreporter.section("integrity")
    for line in REPORT.lines():
        terminalreporter.write_line(line)
    if path := os.environ.get("WEBARIUM_INTEGRITY_REPORT"):
        REPORT.save(Path(path))
