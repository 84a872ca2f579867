"""The command line as a whole: help, versions, completion, and how a command ends that cannot go on."""

from __future__ import annotations

import errno
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from harness.commands import runs
from harness.commands.cli import app
from harness.commands.faults import explained
from harness.commands.groups import Command, first_sentence
from harness.run import folders
from harness.run.runner import Interrupted
from sites.errors import WebariumError

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-c", "from harness.commands.cli import app; app(prog_name='webarium')"]


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), prog_name="webarium", env={"COLUMNS": "80"})


def webarium(
    *words: str, cwd: Path = ROOT, stdin: int | None = None, **more: Any
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    return subprocess.run(
        [*PROGRAM, *words], cwd=cwd, env=env, stdin=stdin, capture_output=True, text=True, timeout=60
    )


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with the words that call it."""
    group = group or typer.main.get_command(app)
    ctx = typer.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        yield (*path, name), command
        if hasattr(command, "list_commands"):
            yield from commands(command, (*path, name))


# --- help ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", [(), ("tasks",), ("sites",), ("baseline",)], ids=" ".join)
def test_the_list_of_commands_is_not_cut_off(group: tuple[str, ...]) -> None:
    shown = run(*group, "--help")
    listed = " ".join(shown.output.split())
    assert "..." not in listed.replace("[ARGS]...", "")
    inside = {path[-1]: command for path, command in commands() if path[:-1] == group}
    assert inside
    for name, command in inside.items():
        assert f" {name} {first_sentence(command.help)}" in listed


def test_commands_stand_in_sections() -> None:
    lines = run("--help").output.splitlines()
    heads = [line for line in lines if re.fullmatch(r"[A-Z][a-z ]+:", line)]
    assert heads == ["Options:", "Worlds:", "Runs:", "Tasks and sites:", "Tools:"]
    worlds = lines[lines.index("Worlds:") : lines.index("Runs:")]
    assert [name for name in ("up", "down", "reset", "doctor") if f"  {name} " not in "\n".join(worlds)] == []


def test_h_is_help_everywhere() -> None:
    for path, _ in commands():
        told = run(*path, "-h").output
        assert told == run(*path, "--help").output
        assert told.startswith(f"Usage: webarium {' '.join(path)} ")


def test_the_version_is_that_of_the_package() -> None:
    declared = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert declared
    assert run("--version").output == f"webarium {declared[1]}\n"


def test_shells_complete_commands_and_options() -> None:
    asked = {"_WEBARIUM_COMPLETE": "complete_bash", "COMP_WORDS": "webarium tasks li", "COMP_CWORD": "2"}
    assert webarium(**asked).stdout.split() == ["list", "lint"]
    asked = {"_WEBARIUM_COMPLETE": "complete_bash", "COMP_WORDS": "webarium eval --max", "COMP_CWORD": "2"}
    most = ["--max-steps", "--max-repeats", "--max-invalid", "--max-agent-errors"]
    assert webarium(**asked).stdout.split() == most


def test_a_word_that_is_no_command_is_answered_with_the_nearest() -> None:
    wrong = run("taks", "list")
    assert (wrong.exit_code, "Did you mean 'tasks'" in wrong.output) == (2, True)


# --- arguments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("match", "number", "-5", "-5"), 0),
        (("match", "number", "-5", "5"), 1),
        (("match", "number", "-0.5", "It is -0.5."), 0),
        (("match", "number", "--json", "-5", "-5"), 0),
        (("match", "currency", "-€5.00", "-€5.00"), 0),
    ],
)
def test_a_negative_number_is_an_answer(words: tuple[str, ...], code: int) -> None:
    done = run(*words)
    assert (done.exit_code, "No such option" in done.output) == (code, False), done.output


def test_an_option_that_there_is_not_is_named() -> None:
    done = run("match", "number", "5", "5", "--optoin", "x=y")
    assert (done.exit_code, "--optoin" in done.output, "--option" in done.output) == (2, True, True)


# --- where there is nothing ---------------------------------------------------------------------------------


def test_where_no_runs_are_a_sentence_says_where_they_would_be(tmp_path: Path) -> None:
    done = webarium("runs", cwd=tmp_path)
    assert (done.returncode, f"no runs in {tmp_path}/runs" in done.stdout) == (0, True)
    assert webarium("runs", "--json", cwd=tmp_path).stdout == "[]\n"
    done = webarium("report", cwd=tmp_path)
    assert (done.returncode, f"no run 'latest' in {tmp_path}/runs" in done.stderr) == (2, True)


# --- how a command ends that cannot go on -------------------------------------------------------------------


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> Any:
    """The outcome of a command below which something is raised."""

    def find_run(name: str) -> Path:
        folder = ROOT / "docs"
        assert folder
        raise error

    monkeypatch.setattr(folders, "find_run", find_run)
    return run("report", "mine")


def test_an_error_for_people_is_a_sentence_and_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    done = raising(monkeypatch, WebariumError("The lamp is dark", remedy="light it"))
    assert (done.exit_code, done.stderr) == (2, "webarium: The lamp is dark\n  light it\n")


def test_a_fault_of_ours_says_so_and_where_its_details_are(monkeypatch: pytest.MonkeyPatch) -> None:
    done = raising(monkeypatch, KeyError("lamp"))
    assert done.exit_code == 70
    said, where = done.stderr.splitlines()
    assert said == (
        f"webarium: `webarium report mine` met a fault of Webarium, not of yours, at {ROOT / 'docs'}: "
        "KeyError: 'lamp'"
    )
    details = Path(where.rpartition(" ")[2])
    try:
        told = details.read_text()
        assert (details.stat().st_mode & 0o777, details.is_relative_to(ROOT / ".webarium")) == (0o600, True)
        assert "webarium report mine" in told
        assert "Traceback" in told
        assert "find_run" in told
    finally:
        details.unlink()


def test_the_details_of_a_fault_are_kept_where_the_checkout_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: str) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("reset.places.hidden", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = raising(monkeypatch, RuntimeError("two\nlines"))
    (kept,) = tmp_path.rglob("fault-*.txt")
    assert (done.exit_code, str(kept) in done.stderr, "lines" in done.stderr) == (70, True, False)


@pytest.mark.parametrize(
    "words",
    [
        ("eval", "--tasks", "home.*", "--workers"),
        ("serve", "--worlds"),
        ("tasks", "verify", "home.*", "--workers"),
        ("worlds", "new", "--seed", "7", "--workers"),
    ],
    ids=" ".join,
)
def test_no_more_workers_than_memory_holds_browsers(words: tuple[str, ...]) -> None:
    done = run(*words, "100000")
    assert done.exit_code == 2
    assert "100,000 workers need 50,000 GB" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (OSError(28, "No space left on device", "/runs/x"), 2, "No space left on device: /runs/x"),
        (PermissionError(13, "Permission denied", "/runs/x"), 2, "Permission denied: /runs/x"),
        (FileNotFoundError(2, "No such file or directory", "mine/y"), 2, "No such file or directory: mine/y"),
        (FileNotFoundError(2, "No such file or directory", "/ours"), 70, "a fault of Webarium"),
        (KeyboardInterrupt(), 130, "Interrupted"),
        (Interrupted(), 130, "Interrupted"),
        (RecursionError("too deep"), 70, "a fault of Webarium"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_errors_of_the_system_are_told_as_what_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: BaseException, code: int, said: str
) -> None:
    monkeypatch.setattr("reset.places.hidden", lambda *parts: tmp_path.joinpath(parts[-1]))
    done = raising(monkeypatch, error)
    assert (done.exit_code, said in done.stderr, done.stdout) == (code, True, "")


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("words", [("match",), ("tasks", "new"), ("drive",)], ids=" ".join)
def test_who_is_asked_to_end_says_one_sentence(words: tuple[str, ...], asked: signal.Signals) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=ROOT,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        reads_its_input(child.pid)
        child.send_signal(asked)
        _, told = child.communicate(timeout=30)
    finally:
        child.kill()
    assert (child.returncode, told.strip().splitlines()[-1:]) == (130, ["webarium: Interrupted"])
    assert "Traceback" not in told


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_the_program_is_imported_is_one_sentence(asked: signal.Signals) -> None:
    early = (
        "import os, sys; from harness.commands import start\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        name == 'typer' and os.kill(os.getpid(), {int(asked)})\n"
        "sys.meta_path.insert(0, Finder()); start.main()"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", early, "tasks", "list"]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "webarium: Interrupted\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [("match", None), ("tasks new", "The command asked a question, and its input had ended")],
)
def test_a_closed_input_is_an_empty_one(words: str, told: str | None) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = f"exec {shlex.join(PROGRAM)} {words} <&-"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    empty = webarium(*words.split(), stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (empty.returncode, empty.stderr)
    assert told is None or told in done.stderr


def test_a_current_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"rmdir {gone}; exec {shlex.join(PROGRAM)} runs"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", line], cwd=gone, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        2,
        "webarium: The current folder cannot be used: No such file or directory",
    )


@pytest.mark.parametrize("words", [["up"], ["sites", "page", "shopping"]], ids=" ".join)
def test_who_is_asked_to_end_cleans_up(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    cleaned = []

    def starts(*_: Any, **__: Any) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(10)
        finally:
            cleaned.append(True)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("reset.commands.up", starts)
    monkeypatch.setattr("reset.world.World.attach", starts)
    assert (run(*words).exit_code, cleaned) == (130, [True])
    assert signal.getsignal(signal.SIGTERM) == before


def test_what_stumbles_over_an_interrupt_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def swallows(*_: Any, **__: Any) -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        except KeyboardInterrupt:
            raise RuntimeError("the event loop is closed") from None

    monkeypatch.setattr("reset.commands.up", swallows)
    done = run("up")
    assert (done.exit_code, done.stderr) == (130, "webarium: Interrupted\n")


def test_a_place_below_a_file_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    error = NotADirectoryError(errno.ENOTDIR, "Not a directory", "base.json/.p.part")
    code, told = explained(error, ["publish", "a", "--to", "base.json/p"])
    assert (code, "a part of this one is a file" in str(told.remedy)) == (2, True)


def reads_its_input(pid: int) -> None:
    """Wait until a process sleeps in a read of its standard input, a pipe."""
    for _ in range(600):
        if "pipe" in Path(f"/proc/{pid}/wchan").read_text():
            return
        time.sleep(0.1)
    raise TimeoutError("the command does not read")


def test_a_question_that_nobody_answers_names_the_options() -> None:
    done = CliRunner().invoke(app, ["tasks", "new"], input="", prog_name="webarium")
    assert (done.exit_code, "say all with options" in done.stderr) == (2, True), done.output


def test_exit_codes_are_those_of_the_docs() -> None:
    from harness.commands import output

    table = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    known = {value for name, value in vars(output).items() if name.startswith("EXIT_")}
    told = {int(code) for code in re.findall(r"^\| `(\d+)` \|", table, re.MULTILINE)}
    assert told == known | {0}


def test_eval_hands_all_its_options_over() -> None:
    from dataclasses import fields
    from inspect import signature

    from harness.commands.run_options import Options

    handed = set(signature(runs.evaluate).parameters) - {"context", "as_json"} | {"given"}
    assert {field.name for field in fields(Options)} == handed


def test_every_command_refuses_an_option_that_is_given_twice() -> None:
    groups = (
        ("baseline",),
        ("tasks",),
        ("worlds",),
        ("sites",),
        ("images",),
        ("pack",),
        ("export",),
        ("ranker",),
    )
    assert not [path for path, one in commands() if not isinstance(one, Command) and path not in groups]


def test_a_closed_output_ends_in_an_error() -> None:
    program = f"{shlex.join([*PROGRAM, 'tasks', 'list', 'home.*'])} >&-"
    done = subprocess.run(
        ["bash", "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert (done.returncode, "Standard output is closed" in done.stderr) == (2, True), done.stderr


def test_a_word_in_another_encoding_is_told() -> None:
    told = run("match", "exact", "\udcff", "\udcff")
    assert (told.exit_code, "is no text in" in told.stderr) == (2, True), told.output


def test_runs_that_is_a_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("runs").write_text("x")
    told = run("runs")
    assert (told.exit_code, "is no folder" in told.stderr) == (2, True), told.output
