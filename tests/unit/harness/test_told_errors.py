"""Every error that is told to people says what to do, in words that can be read."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.agents.oracle.page import Page
from harness.agents.protocol import TEXT_ROLE
from harness.commands.cli import app
from harness.commands.faults import VARIABLES, misspelt_variable
from harness.commands.output import shortened
from sites.errors import WebariumError
from sites.files import PlaceError, strict_json, why_no_json
from sites.wording import kind_of
from tasks.oracle_code import PAGE, first_fault

TOP = Path(__file__).resolve().parents[3]
TOLD_ELSEWHERE = {"ProtocolError", "EpisodeTrouble", "AgentTrouble", "Refused", "PageHangs"}
"""Told to agents and clients, or kept with an episode."""


def _name(node: ast.expr) -> str:
    return getattr(node, "id", getattr(node, "attr", ""))


def _modules() -> dict[Path, ast.Module]:
    files = [
        *(TOP / "sites").glob("*.py"),
        *(
            file
            for room in ("reset", "tasks", "evaluators", "harness")
            for file in (TOP / room).rglob("*.py")
        ),
    ]
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def _families(trees: dict[Path, ast.Module]) -> dict[str, bool]:
    """Every class of errors for people, and whether something is usual for it."""
    found = {"WebariumError": False}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _ in range(4):  # as deep as they inherit
        for one in classes:
            bases = [base for base in map(_name, one.bases) if base in found]
            if bases:
                own = any(
                    isinstance(part, ast.Assign) and _name(part.targets[0]) == "usual" for part in one.body
                )
                found[one.name] = own or found[bases[0]]
    return found


def test_every_error_says_what_to_do() -> None:
    trees = _modules()
    families = _families(trees)
    assert families["PlaceError"]
    mute = {name for name, usual in families.items() if not usual} - TOLD_ELSEWHERE
    found = [
        f"{file.relative_to(TOP)}:{node.lineno}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and _name(node.func) in mute
        and not any(word.arg == "remedy" for word in node.keywords)
        and "Interrupted" not in ast.unparse(node)
        and ast.unparse(node.args[0]) != "why"  # of an interrupt, too
    ]
    assert found == [], "give a remedy, or a family what is usual for it"


def test_a_place_in_a_file_says_what_to_do_where_its_message_does_not() -> None:
    assert PlaceError("is wrong", path="a.yaml", line=3).advice == PlaceError.usual
    assert PlaceError("is wrong", path="a.yaml", remedy="write it so").advice == "write it so"
    assert WebariumError("it is wrong").advice is None


def test_a_message_stays_readable_whatever_was_typed() -> None:
    told = CliRunner().invoke(app, ["score", "x" * 5000]).stderr
    assert "no run" in told
    assert "(5,0" in told
    assert len(told) < 500
    assert shortened("a path/of/usual/length") == "a path/of/usual/length"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "it is empty"),
        (b"{", "it is no JSON (Expecting property name enclosed in double quotes, character 2)"),
        (b'{\n"a": 1,\n}', "line 3"),
        (b"\xff", "it is no UTF-8 text, from byte 1 on"),
        (b"[NaN]", "NaN is no JSON"),
    ],
)
def test_what_is_no_json_is_told_in_plain_words(text: bytes, told: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - its words are what is tested
        strict_json(text)
    assert told in why_no_json(refused.value)


def test_values_of_json_have_names_that_people_use() -> None:
    values = [None, True, 1.5, "a", [], {}]
    assert [kind_of(value) for value in values] == [
        "null",
        "true",
        "a number",
        "a text",
        "a list",
        "a mapping",
    ]


def test_a_number_beyond_all_bounds_is_refused_by_every_command() -> None:
    for words in (["eval", "--workers", "9" * 25], ["logs", "home", "-n", "9" * 22]):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2
        assert "is more than 1,000,000,000" in " ".join(result.stderr.split())


def test_a_pack_of_the_environment_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBARIUM_PACKS", "/no/such/pack")
    result = CliRunner().invoke(app, ["tasks", "list", "home"])
    assert result.exit_code == 2
    assert "no pack at /no/such/pack" in result.stderr


def test_the_commands_that_a_new_pack_names_can_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBARIUM_PACKS", "")  # the command adds to it
    folder = tmp_path / "My Pack"
    said = CliRunner().invoke(app, ["pack", "new", str(folder)]).stdout
    assert f"--pack '{folder}' tasks lint my_pack" in said


def test_every_variable_of_the_code_is_known() -> None:
    text = "".join(
        file.read_text(encoding="utf-8")
        for room in ("harness", "reset", "sites", "tasks", "evaluators", "tests", "integrations")
        for file in (TOP / room).rglob("*.py")
    )
    found = set(re.findall(r"\bWEBARIUM_([A-Z_]+[A-Z])\b", text)) - {"SEDE", "MY_OWN"}
    assert {name for name in found if not name.startswith("AGENT_")} <= set(VARIABLES)


def test_a_misspelt_variable_is_not_ignored() -> None:
    told = misspelt_variable({"WEBARIUM_SEDE": "7"})
    assert told is not None
    assert "WEBARIUM_SEED" in str(told.remedy)
    fine = {"WEBARIUM_SEED": "7", "WEBARIUM_AGENT_ANYTHING": "x", "WEBARIUM_MY_OWN": "x", "SEDE": "x"}
    assert misspelt_variable(fine) is None


def test_code_that_could_end_the_process_of_its_author_is_not_played() -> None:
    assert "not os" in str(first_fault("import os\n\ndef oracle(page, params):\n    os._exit(0)\n"))
    assert first_fault("import json\n\ndef oracle(page, params):\n    return 1\n") is None
    assert first_fault("def oracle(page, params:\n") is None, "whoever loads it says so"


def test_what_a_page_of_an_oracle_can_do_is_told_to_its_authors() -> None:
    own = {name for name in dir(Page) if not name.startswith("_")}
    assert own | {"sites", "where", "actions", "lost"} == PAGE
    said = first_fault("def oracle(page, params):\n    page.clik(role='link')\n")
    assert said == "line 2: a page has no clik; click is meant?"
    said = first_fault("def oracle(page, params):\n    page.click(role='lnk')\n")
    assert said == "line 2: there is no role 'lnk'; is 'link' meant?"
    assert first_fault(f"def oracle(page, params):\n    page.find(role='{TEXT_ROLE}')\n") is None
