"""``report.html`` and a page an episode: static files that work from disk, without a server.

An interrupted episode lacks some of its files, so what is undefined shows as nothing.
Everything an agent or a page wrote is escaped; DOM snapshots are named, never linked, so that
opening a report runs no script of a page under test.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import ChainableUndefined

from evaluators.checks.changes import summary, without_noise
from harness.pages import templates
from harness.report.again import command
from harness.report.run import Episode, Run, kind_of
from sites.files import write_bytes, write_text

_ASSETS = Path(__file__).parent / "assets"
_ENVIRONMENT = templates(_ASSETS, undefined=ChainableUndefined)

# What each kind of check looks at, for people who read a report and have not written a task.
_KINDS = {
    "answer": "what the agent said at the end",
    "url": "where the agent stopped",
    "page": "a page opened afresh after the episode",
    "sql": "the site's database",
    "api": "what the site's API answers",
    "request": "what the browser sent to the sites",
    "node": "what had to happen on the way",
    "secret": "what the agent told and sent",
    "changes": "everything that was written on the sites, and nothing besides",
}


def write_pages(run: Run, run_dir: Path) -> Path:
    """Write ``report.html`` and ``report/<episode>.html``.

    Returns:
        The path of ``report.html``.
    """
    folder = run_dir / "report"
    for name in ("report.css", "report.js"):
        write_bytes(folder / name, (_ASSETS / name).read_bytes())
    template = _ENVIRONMENT.get_template("episode.html")
    neighbours = [None, *run.episodes, None]
    for before, episode, after in zip(neighbours, run.episodes, neighbours[2:], strict=False):
        page = template.render(
            run=run,
            episode=episode,
            before=before,
            after=after,
            kinds=_KINDS,
            relative=_relative,
            pretty=_pretty,
            wrote=_wrote,
            again=command(run.manifest, episode.line),
            trials=run.trials[episode.line.task_id],
        )
        write_text(folder / f"{episode.key}.html", page)
    index = run_dir / "report.html"
    write_text(index, _ENVIRONMENT.get_template("index.html").render(run=run, tables=_tables(run)))
    return index


def _tables(run: Run) -> list[tuple[str, list[Any]]]:
    return [
        ("Site", run.groups(lambda episode: episode.line.sites or ["unknown"])),
        ("Difficulty", run.groups(lambda episode: [episode.line.difficulty])),
        ("Category", run.groups(lambda episode: [episode.line.category])),
        ("Kind of task", run.groups(lambda episode: [kind_of(episode.line.unachievable)])),
        ("Template", run.groups(lambda episode: [episode.line.template or "unknown"])),
        ("End", run.groups(lambda episode: [episode.end])),
    ]


def _relative(episode: Episode, name: str) -> str:
    """The address of an episode's file as seen from its page."""
    return f"../{episode.line.folder or ''}/{name}"


def _wrote(changes: dict[str, Any]) -> str:
    """What an event wrote, table by table."""
    return "; ".join(summary(without_noise(changes, {"tables": {}, "files": []}))) or "nothing"


def _pretty(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1, default=str)
