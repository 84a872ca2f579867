"""What a run looks like to people: ``report.html`` with one page an episode, and ``junit.xml`` for CI."""

from __future__ import annotations

from pathlib import Path

from harness.report.junit import write_junit
from harness.report.pages import write_pages
from harness.report.run import load_run
from harness.run.reader import Damaged

__all__ = ["load_run", "write_report"]


def write_report(run_dir: Path, oracle: Path | None = None) -> Path:
    """Write ``report.html``, its pages and ``junit.xml`` of a run, finished or not.

    Args:
        run_dir: the run's folder, with its ``journal.jsonl``.

    Returns:
        The path of ``report.html``.

    Raises:
        WebariumError: when the folder holds no run, or a place of the report leads out of it.
    """
    run = load_run(run_dir, oracle)
    _stays_within(run_dir)
    write_junit(run, run_dir / "junit.xml")
    return write_pages(run, run_dir)


def _stays_within(run_dir: Path) -> None:
    """Refuse links in the report's places that lead elsewhere: what they lead to would be written over."""
    whole = run_dir.resolve()
    for path in (run_dir / "junit.xml", run_dir / "report.html", run_dir / "report"):
        for one in (path, *(path.iterdir() if path.is_dir() else ())):
            if one.is_symlink() and not one.resolve().is_relative_to(whole):
                raise Damaged(f"{one} leads out of the run's folder", remedy="remove the link")
