"""What a run looks like to people: ``report.html`` with one page an episode, and ``junit.xml`` for CI."""

from __future__ import annotations

from pathlib import Path

from harness.report.junit import write_junit
from harness.report.pages import write_pages
from harness.report.run import load_run

__all__ = ["load_run", "write_report"]


def write_report(run_dir: Path, oracle: Path | None = None) -> Path:
    """Write ``report.html``, its pages and ``junit.xml`` of a run, finished or not.

    Args:
        run_dir: the run's folder, with its ``journal.jsonl``.

    Returns:
        The path of ``report.html``.

    Raises:
        WebariumError: when the folder holds no run.
    """
    run = load_run(run_dir, oracle)
    write_junit(run, run_dir / "junit.xml")
    return write_pages(run, run_dir)
