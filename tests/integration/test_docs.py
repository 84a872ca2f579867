"""The pages followed literally: what they show runs, in their order, in real containers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from shown import PAGES, ROOT, Block, blocks, run

from sites.spec import ROOT as TOP

ROOMS = ("docker", "evaluators", "examples", "harness", "reset", "sites", "tasks")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "node_modules")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the checkout, whose worlds are its own."""
    place = tmp_path_factory.mktemp("checkout")
    for room in ROOMS:
        shutil.copytree(TOP / room, place / room, ignore=LEFT_OUT)
    (place / "tests").mkdir()
    yield place
    run("webarium down --all", place, timeout=120)


def shown(page: str) -> list[Block]:
    """The blocks of a page that are to be run or written, in its order."""
    found = [one for one in blocks(ROOT / page) if one.mark.startswith(("tested: integration", "file: "))]
    assert found
    return found


def follow(page: str, place: Path) -> list[subprocess.CompletedProcess[str]]:
    """Do what a page says; each command must succeed."""
    outcomes = []
    for block in shown(page):
        if block.mark.startswith("file: "):
            (place / block.mark.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
            continue
        done = run(block.text, place, timeout=600)
        assert done.returncode == 0, f"{block.where}\n{block.text}\n{done.stdout}\n{done.stderr}"
        outcomes.append(done)
    return outcomes


def test_every_page_with_such_blocks_is_followed_here() -> None:
    marked = {str(page.relative_to(ROOT)) for page in PAGES if "<!-- tested: integration" in page.read_text()}
    assert marked == {
        "docs/quickstart.md",
        "docs/authoring.md",
        "docs/agents.md",
        "docs/ci.md",
        "docs/evaluation.md",
    }


@pytest.mark.timeout(900)
def test_quickstart(checkout: Path) -> None:
    told = "".join(done.stdout for done in follow("docs/quickstart.md", checkout))
    assert told.count("\nReport: ") == 3
    summary = json.loads((checkout / "runs" / "latest" / "summary.json").read_text())
    assert (summary["passed"], summary["failed"], summary["errors"]) == (3, 0, 0)


@pytest.mark.timeout(1800)
def test_authoring(checkout: Path) -> None:
    follow("docs/authoring.md", checkout)


@pytest.mark.timeout(900)
def test_agents_and_what_is_done_with_their_runs(checkout: Path) -> None:
    follow("docs/agents.md", checkout)
    for name in ("before", "after"):
        done = run(f"webarium eval --tasks shopping.order_total.0 --run {name}", checkout, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    *compared, gated, saved = shown("docs/ci.md")
    assert "baseline save" in saved.text
    for block in (*compared, saved, gated):
        done = run(block.text, checkout, timeout=120)
        assert done.returncode == 0, f"{block.where}\n{done.stdout}\n{done.stderr}"
    follow("docs/evaluation.md", checkout)
