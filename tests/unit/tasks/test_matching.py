"""An expression that goes back without end is an error of the task, never a verdict."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from evaluators.urls import glob
from harness.agents.oracle.page import fits
from tasks import matching
from tasks.matching import MatchingError
from tests.unit.evaluators.checks_world import DictWorld, verdict_on

ENDLESS = r"(x+x+)+y"
LONG = "x" * 5000
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "SECONDS", 0.2)


@pytest.mark.parametrize("call", [matching.search, matching.fullmatch, matching.findall, matching.matches])
def test_it_ends_with_a_sentence(call: Any) -> None:
    with pytest.raises(MatchingError, match=r"found no end within 0\.2 s on a text of 5000 ") as told:
        call(ENDLESS, LONG)
    assert told.value.remedy


def test_a_check_could_not_run() -> None:
    check = {"sql": {"site": "shopping", "sql": "SELECT", "matches": ENDLESS}}
    verdict = verdict_on(check, DictWorld(rows=[{"t": LONG}]))
    assert verdict.status == "error"
    assert "found no end" in verdict.why


def test_a_step_of_an_oracle_says_so() -> None:
    with pytest.raises(MatchingError):
        fits(f"/{ENDLESS}/", LONG)


def test_many_stars_of_an_address_come_to_an_end() -> None:
    assert not glob("*a" * 40 + "b", "a" * 50_000)
    assert glob("a*" * 40 + "b", "a" * 50_000 + "b")


@pytest.mark.parametrize(
    ("pattern", "text", "fits_it"),
    [
        ("/a", "/a", True), ("/a", "/ab", False), ("*", "", True), ("/a*", "/a", True), ("a*a", "a", False),
        ("a*a", "aa", True), ("*b*", "abc", True), ("*b*c", "acb", False), ("a**c", "a\nc", True),
        ("a*bc*c", "abcc", True), ("a*bc*c", "abc", False), ("/.*", "/x", False),
    ],
)  # fmt: skip
def test_a_star_stands_for_any_characters(pattern: str, text: str, fits_it: bool) -> None:
    assert glob(pattern, text) is fits_it


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("€([0-9.,]+)", "€5 and €6.50"),
        (r"^\w+$", "two\nlines"),
        ("a|b|", "xaby"),
        ("(?i)ÄB", "äb"),
    ],
)
def test_it_reads_what_re_reads(pattern: str, text: str) -> None:
    import re

    for flags in (0, re.MULTILINE, re.IGNORECASE | re.DOTALL):
        assert matching.findall(pattern, text, flags) == re.findall(pattern, text, flags)
        assert bool(matching.fullmatch(pattern, text, flags)) == bool(re.fullmatch(pattern, text, flags))
        found = [one.span() for one in matching.matches(pattern, text, flags)]
        assert found == [one.span() for one in re.finditer(pattern, text, flags)]
    assert int(re.MULTILINE) == matching.MULTILINE
    assert int(re.IGNORECASE) == matching.IGNORECASE
    assert int(re.DOTALL) == matching.DOTALL


def test_no_pattern_that_somebody_else_wrote_goes_to_re() -> None:
    """A pattern that is a name, an attribute or a part of something comes from a template or a user."""
    found = []
    for room in ("tasks", "evaluators", "harness"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if {"oracles", "values"} & set(path.parts) or path.name == "patterns.py":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if _foreign(node):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}")  # type: ignore[attr-defined]
    assert not found


def _foreign(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return False
    of_re = (
        isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr != "escape"
    )
    pattern = node.args[0]
    if isinstance(pattern, ast.Name) and pattern.id.isupper():
        return False
    return of_re and isinstance(pattern, ast.Name | ast.Attribute | ast.Subscript)
