"""Saved pages in a real browser, without network or scripts of their own; the documented commands."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluators.dropin import commands
from evaluators.dropin.commands import Options
from evaluators.dropin.snapshot import Snapshots
from harness.commands.cli import app

ROOT = Path(__file__).parents[2]
WEBARENA = ROOT / "tests" / "data" / "dropin" / "webarena"


@pytest.fixture(scope="module")
def snapshots() -> Iterator[Snapshots]:
    with Snapshots() as browser:
        yield browser


PAGE = """<!doctype html><title>Basket</title><base target=_blank>
<p class=total>Total: <b>€19.90</b></p><a href="/lamp">Lamp</a>
<script>document.querySelector('.total').textContent = 'Total: €0.00'</script>
<img src="/missing.png" onerror="document.title = 'broken'">
<meta http-equiv="refresh" content="0; url=http://shop.test/elsewhere">
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("document.querySelector('.total').outerText", "Total: €19.90"),  # as saved, not as scripted
        ("[...document.querySelectorAll('a')].map(a => a.href).join(' ')", "http://shop.test/lamp"),
        ("document.title", "Basket"),
        ("document.querySelector('.gone').outerText", ""),
        ("document.querySelector('.gone')", ""),
        ("document.querySelectorAll('p').length", "1"),
    ],
)
def test_expressions(snapshots: Snapshots, expression: str, value: str) -> None:
    assert snapshots.evaluate(PAGE, "http://shop.test/cart?x=1", expression) == value


def test_nothing_gets_out(snapshots: Snapshots) -> None:
    asking = "fetch('http://127.0.0.1:9/').then(() => 'out', () => 'blocked')"
    assert snapshots.evaluate(PAGE, "http://shop.test/", asking) == "blocked"
    again = "fetch('http://shop.test/').then(() => 'out', () => 'blocked')"
    assert snapshots.evaluate(PAGE, "http://shop.test/", again) == "blocked"


def test_pages_do_not_see_each_other(snapshots: Snapshots) -> None:
    assert snapshots.evaluate(PAGE, "http://shop.test/", "document.cookie = 'a=b'") == "a=b"
    assert snapshots.evaluate(PAGE, "http://shop.test/", "document.cookie") == ""


def test_whole_sample() -> None:
    started = time.monotonic()
    strict = commands.score(WEBARENA / "tasks.json", WEBARENA / "outcomes")
    original = commands.score(WEBARENA / "tasks.json", WEBARENA / "outcomes", Options(original=True))
    # 1: 13 lamps, not 3; 5: the reviews, not the lamp; the rest is right
    assert {row.task_id for row in strict.rows if row.status == "failed"} == {"1", "5"}
    assert strict.figures["passed"] == 6
    assert {row.task_id: row.status for row in original.rows if row.status != "passed"} == {
        "1": "failed",
        "4": "undecided",
    }
    assert time.monotonic() - started < 60


def documented() -> list[str]:
    """The commands of docs/scoring-elsewhere.md that need nothing but the clone."""
    lines = (ROOT / "docs" / "scoring-elsewhere.md").read_text().splitlines()
    return [line.strip() for line in lines if line.startswith("    webarium score --tasks tests/")]


@pytest.mark.parametrize("line", documented())
def test_documented_commands_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, shlex.split(line)[1:])
    assert done.exit_code == 0, done.output
    assert "format" in done.output


def test_documented_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "scoring-elsewhere.md").read_text()
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert capsys.readouterr().out.startswith("0.75 ['failed', 'passed'")
