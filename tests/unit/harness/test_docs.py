"""The docs are tested: what there is stands in them, and what they show is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
import yaml
from shown import PAGES, ROOT, Block, blocks, mentions, run
from typer.exceptions import TyperException

from evaluators import base, checks
from harness.commands import reference
from harness.commands.cli import app
from tasks import actions, formats, model, specs, steps

DOCS = ROOT / "docs"
WEBARIUM: Any = typer.main.get_command(app)
ALL = [block for page in PAGES for block in blocks(page)]
COMMANDS = [block for block in ALL if block.is_commands]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def missing(words: Any, text: str) -> list[str]:
    """Those of the words that do not stand in a text as code."""
    return [word for word in words if not re.search(rf"`[^`\n]*(?<!\w){re.escape(word)}(?!\w)[^`\n]*`", text)]


# --- what there is stands in the docs -----------------------------------------------------------------------


@pytest.mark.parametrize("place", reference.PAGES, ids=lambda place: place.name)
def test_what_is_made_from_the_code_is_as_the_code_is(place: Path) -> None:
    text = place.read_text(encoding="utf-8")
    assert reference.BEGIN in text
    assert text == reference.renewed(text, reference.PAGES[place]()), (
        "write it anew: python -m harness.commands.reference"
    )


def test_every_option_and_argument_says_what_it_is() -> None:
    found = [
        f"{' '.join(path)} {param.name}"
        for path, command in reference.every_command()
        for param in command.params
        if not getattr(param, "help", None)
    ]
    assert found == []


def test_every_kind_of_check_has_its_paragraph() -> None:
    kinds = {*specs.SPECS}
    told = {
        kind
        for names in re.findall(r"^\*\*([a-z*, ]+)\*\*", page("evaluation.md"), re.M)
        for kind in re.findall("[a-z]+", names)
    }
    assert (kinds - told, told - kinds) == (set(), set())
    assert checks
    assert set(base.REGISTRY) == kinds | set(specs.PUBLISHED)


def test_every_key_of_a_check_stands_in_its_paragraph() -> None:
    text = page("evaluation.md")
    ours = {"answer": {"kind", "value"}, "changes": {"sites"}}  # under other names in a file
    found = {
        kind: missing(set(keys_of(spec)) - ours.get(kind, set()), text) for kind, spec in specs.SPECS.items()
    }
    assert {kind: keys for kind, keys in found.items() if keys} == {}


def test_every_kind_of_value_and_option_of_an_answer_is_told() -> None:
    assert missing(formats.TYPES, page("values.md")) == []
    assert missing(specs.ANSWER_KINDS, page("evaluation.md")) == []


def test_every_action_is_told_to_those_who_write_agents() -> None:
    names = [
        get_args(one.model_fields["name"].annotation)[0]
        for one in subclasses(actions._Action)
        if "name" in one.model_fields
    ]
    assert len(names) > 10
    assert missing(names, page("agents.md")) == []


@pytest.mark.parametrize(
    "part",
    [
        model.Template,
        model.DrawnParams,
        model.Reference,
        model.Wrong,
        model.WrongOracle,
        model.Limits,
        steps.Target,
    ],
    ids=lambda part: part.__name__,
)
def test_every_key_of_a_template_is_told_to_authors(part: Any) -> None:
    of_the_file = {"folder", "name"} if part is model.Template else set()
    text = re.sub(
        r"```yaml(.*?)```",
        lambda shown: f"`{'` `'.join(re.findall(r'[a-z_]+', shown[1]))}`",
        page("authoring.md"),
        flags=re.S,
    )
    assert missing(set(keys_of(part)) - of_the_file, text) == []


def test_every_step_of_an_oracle_is_told_to_authors() -> None:
    assert missing(steps.STEPS, page("authoring.md")) == []


def test_every_variable_of_the_environment_is_told() -> None:
    """Those that a person sets; what Webarium hands to its own containers and Chromium is told to nobody."""
    handed = {"TOKEN", "READER_PASSWORD", "GATEWAY", "GATEWAY_ADDRESS", "START", "START_AS", "START_BY"}
    handed |= {"START_DOOR"}
    rooms = ("docker", "harness", "evaluators", "reset", "tasks", "integrations")
    code = [path for room in rooms for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".sh")]
    named = re.compile(r"[\"'$({](WEBARIUM_[A-Z_]*[A-Z])\b")
    used = {
        name
        for path in code
        for name in named.findall(path.read_text(encoding="utf-8"))
        if "tests" not in path.parts and name.removeprefix("WEBARIUM_") not in handed
    }
    assert len(used) > 5
    assert missing(sorted(used), "".join(one.read_text(encoding="utf-8") for one in PAGES)) == []


def keys_of(part: Any) -> Iterator[str]:
    for name, field in part.model_fields.items():
        yield field.alias or name


def subclasses(of: type) -> Iterator[type]:
    for one in of.__subclasses__():
        yield one
        yield from subclasses(one)


# --- what the docs show is there ----------------------------------------------------------------------------


def test_every_block_of_commands_says_how_it_is_tested() -> None:
    known = re.compile(r"tested: (unit|integration|CI)\b.*|not tested: .{10,}")
    assert [
        f"{block.where}: {block.mark or 'no mark'}" for block in COMMANDS if not known.fullmatch(block.mark)
    ] == []
    assert len(COMMANDS) > 20


def test_a_mark_stands_before_a_block() -> None:
    marks = sum(len(re.findall("<!-- (not )?tested: ", one.read_text(encoding="utf-8"))) for one in PAGES)
    assert marks == len([block for block in ALL if "tested: " in block.mark])


@pytest.mark.parametrize("block", COMMANDS, ids=lambda block: block.where)
def test_commands_are_such_as_there_are(block: Block) -> None:
    for words in block.calls():
        parse(words)
    for target in re.findall(r"^make ((?:[a-z]+ ?)+)", block.text, re.M):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert [one for one in target.split() if f"\n{one}:" not in makefile] == []


def test_commands_in_running_text_are_such_as_there_are() -> None:
    wrong = []
    found = [(one, number, words) for one in PAGES for number, words in mentions(one)]
    for one, number, words in found:
        command, rest = command_of(words)
        options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)} | {
            "--help"
        }
        unknown = [word for word in rest if word.startswith("--") and word.partition("=")[0] not in options]
        wrong += [f"{one.name}:{number}: {word} of {shlex.join(words)}" for word in unknown]
    assert (wrong, len(found) > 30) == ([], True)


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words call, and what is left of them."""
    command: Any = WEBARIUM
    rest = list(words)
    while rest[:1] == ["--pack"]:  # of all commands
        rest = rest[2:]
    while hasattr(command, "list_commands") and rest and not rest[0].startswith("-"):
        inner = command.get_command(typer.Context(command), rest[0])
        assert inner, f"there is no command {rest[0]} in webarium {shlex.join(words)}"
        command, rest = inner, rest[1:]
    return command, rest


def parse(words: list[str]) -> None:
    """Parse a call as the command line does, without running it."""
    command, rest = command_of(words)
    try:
        command.make_context(words[0], rest)
    except TyperException as error:
        pytest.fail(f"webarium {shlex.join(words)}: {error}")


@pytest.mark.parametrize(
    "words", [["up", "--wold", "x"], ["match", "a", "b", "c", "d"], ["eval", "--trials", "0"]]
)
def test_what_cannot_be_parsed_is_seen(words: list[str]) -> None:
    with pytest.raises(pytest.fail.Exception):
        parse(words)
    with pytest.raises(AssertionError, match="no command"):
        parse(["taks", "list"])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which commands find what they name, and may write."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "tests").mkdir()
    (folder / "tests" / "data").symlink_to(ROOT / "tests" / "data")
    return folder


@pytest.mark.parametrize(
    "block", [one for one in COMMANDS if one.mark == "tested: unit"], ids=lambda block: block.where
)
def test_commands_that_need_no_world_run(block: Block, place: Path) -> None:
    done = run(block.text, place, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    for promised in re.findall(r"^# prints (.+)", block.text, re.M):
        assert promised in done.stdout


# --- templates ----------------------------------------------------------------------------------------------


def test_yaml_is_yaml() -> None:
    """Each block that is fenced as YAML can be read: what is quoted must be, and nothing is left out."""
    shown = [
        one
        for name in ("authoring.md", "ci.md", "evaluation.md")
        for one in re.findall(r"```yaml\n(.*?)```", page(name), re.S)
    ]
    assert len(shown) > 5
    for text in shown:
        yaml.safe_load(text) if not text.startswith("{") else list(map(yaml.safe_load, text.splitlines()))
        assert "..." not in re.sub(r"/\.\.\./|#.*", "", text), text


def test_patterns_in_yaml_are_quoted() -> None:
    """A pattern with brackets, a colon or a comma is no YAML without quotes; so the docs always have them."""
    lines = [line for block in ALL for line in block.text.splitlines()]
    assert [line for line in lines if re.search(r"[{:,] /[^/]*[\[\](){}*+?|\\,:#][^/]*/[},]", line)] == []
