"""What an agent's own files have bound into its jail: its interpreter, and never the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.agents import places
from harness.agents.naming import resolve_agent
from sites.errors import WebariumError


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in which answers, a program and an interpreter lie beside one another."""
    root = tmp_path / "checkout"
    write(root / "tasks" / "bin" / "python3", "")
    write(root / "tasks" / "answers.lock" / "one.json", "{}")
    monkeypatch.setattr(places, "ROOT", root)
    monkeypatch.setattr(places, "RUNS", root / "runs")
    monkeypatch.setattr(places, "modules", lambda *_: [])
    return root


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def link(path: Path, to: Path | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)
    return path


def bound(folder: Path, *command: Path | str, binds: tuple[str, ...] = ()) -> set[Path]:
    """The places below a folder that an agent's jail has."""
    own = folder / "process"
    (own / "files").mkdir(parents=True, exist_ok=True)
    jail = places.jail_for([str(word) for word in command], folder=own, ids=(1, 1), binds=binds)
    found = {Path(place) for kind, _, place in jail.mounts if kind in ("ro", "rw")}
    return {place for place in found if place.is_relative_to(folder)}


def venv(folder: Path, base: Path) -> Path:
    """A virtual environment as `python -m venv` and uv make it."""
    link(folder / "bin" / "python", base / "bin" / "python3")
    link(folder / "bin" / "python3", "python")
    write(folder / "pyvenv.cfg", f"home = {base}/bin\nversion = 3.11\n")
    return folder


def base_in(folder: Path) -> Path:
    """A Python as uv keeps it: its folder has a link with a shorter name."""
    write(folder / "python-3.11.9" / "bin" / "python3.11", "\x7fELF")
    link(folder / "python-3.11.9" / "bin" / "python3", "python3.11")
    return link(folder / "python-3.11", "python-3.11.9")


Delivers = Callable[[Path, Path], Path]


def says_home(agent: Path, root: Path) -> Path:
    write(agent / "pyvenv.cfg", f"home = {root}/tasks/bin\n")
    return write(agent / "bin" / "run", "")


def says_home_by_a_link(agent: Path, root: Path) -> Path:
    link(agent / "base", root / "tasks")
    write(agent / "pyvenv.cfg", f"home = {agent}/base/bin\n")
    return write(agent / "bin" / "run", "")


def begins_with_it(agent: Path, root: Path) -> Path:
    return write(agent / "run", f"#!{root}/tasks/bin/python3\n")


def begins_with_dots(agent: Path, root: Path) -> Path:
    return write(agent / "run", f"#!{agent}/../checkout/tasks/bin/python3\n")


def begins_with_env(agent: Path, root: Path) -> Path:
    return write(agent / "run", f"#!/usr/bin/env -S {root}/tasks/bin/python3\n")


def is_a_link(agent: Path, root: Path) -> Path:
    return link(agent / "bin" / "run", root / "tasks" / "bin" / "python3")


def is_a_link_elsewhere(agent: Path, root: Path) -> Path:
    return link(agent / "run", root / "tasks" / "answers.lock" / "one.json")


@pytest.mark.parametrize(
    "delivers",
    [
        says_home_by_a_link, says_home, begins_with_it, begins_with_dots, begins_with_env, is_a_link,
        is_a_link_elsewhere,
    ],
)  # fmt: skip
def test_files_of_an_agent_do_not_lead_to_answers(delivers: Delivers, checkout: Path, tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match=r"leads to .*, which an agent must not see"):
        bound(tmp_path, delivers(tmp_path / "agent", checkout))


def test_an_interpreter_that_is_not_there_brings_nothing(checkout: Path, tmp_path: Path) -> None:
    """As it was found: a folder that an environment says it is made from, and that holds no Python."""
    run = write(tmp_path / "agent" / "bin" / "run", "")
    lines = [f"home = {checkout}/{name}/bin" for name in ("sites", "tasks", "evaluators")]
    write(tmp_path / "agent" / "pyvenv.cfg", "\n".join([*lines, f"home = {tmp_path}/other/bin"]))
    write(tmp_path / "other" / "bin" / "python3", "")
    assert bound(tmp_path, run) - {tmp_path / "process" / "files"} <= {
        tmp_path / "agent", *(tmp_path / "process").rglob("*")
    }  # fmt: skip


def test_what_env_is_told_besides_the_program_is_none(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "other" / "bin" / "tool", "")
    shell = write(tmp_path / "shells" / "bin" / "shell", "")
    monkeypatch.setenv("PATH", str(shell.parent))
    tool = tmp_path / "other" / "bin" / "tool"
    run = write(tmp_path / "agent" / "run", f"#!/usr/bin/env -S -u {tool} A={tool} shell -x\n")
    found = bound(tmp_path, run)
    assert tmp_path / "other" not in found
    assert tmp_path / "shells" in found


def test_a_named_link_does_not_lead_to_answers(checkout: Path, tmp_path: Path) -> None:
    data = link(tmp_path / "agent" / "data.json", checkout / "tasks" / "answers.lock" / "one.json")
    run = write(tmp_path / "agent" / "run.sh", "")
    with pytest.raises(WebariumError, match=r"leads to .*one.json, which an agent must not see"):
        resolve_agent(f"/bin/sh {run} {data}")
    with pytest.raises(WebariumError, match="leads to"):  # the file was another when the run began
        bound(tmp_path, "/bin/sh", run, data)


def test_beside_an_agent_in_a_wide_folder_no_link_leads_away(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "wide"
    run, like = write(folder / "run.sh", ""), write(folder / "like.sh", "")
    away = link(folder / "away.sh", checkout / "tasks" / "answers.lock" / "one.json")
    monkeypatch.setattr(places, "_wide", lambda: (folder,))
    found = bound(tmp_path, "/bin/sh", run)
    assert {run, like} <= found
    assert away not in found


def test_an_agent_that_may_write_does_not_choose_what_it_sees_next(checkout: Path, tmp_path: Path) -> None:
    folder, other = tmp_path / "agent", write(tmp_path / "private" / "key.sh", "")
    run, weights = write(folder / "run.sh", ""), write(folder / "weights" / "file", "").parent
    named = ("/bin/sh", run)
    binds = (f"{folder}:rw", str(weights))
    assert {folder, weights} <= bound(tmp_path, *named, binds=binds)
    run.rename(folder / "before.sh")
    link(run, other)
    with pytest.raises(WebariumError, match=r"run.sh leads to .*key.sh, and the agent can change that"):
        bound(tmp_path, *named, binds=binds)
    run.unlink()
    run.write_text("")
    weights.rename(folder / "before")
    link(weights, other.parent)
    with pytest.raises(WebariumError, match=r"weights leads to .*private, and the agent can change that"):
        bound(tmp_path, *named, binds=binds)
    assert weights in bound(tmp_path, *named, binds=(str(weights),)), "nobody else changes it"


def test_an_environment_brings_what_it_is_made_from(checkout: Path, tmp_path: Path) -> None:
    base = base_in(tmp_path / "uv")
    for folder in (tmp_path / "agent" / ".venv", tmp_path / "envs" / "one", checkout / ".venv"):
        python = venv(folder, base) / "bin" / "python3"
        script = write(tmp_path / "agent" / "agent.py", "")
        wanted = {folder, tmp_path / "agent", base, base.resolve()}
        lying = {one for one in wanted if folder == one or not one.is_relative_to(folder)}
        assert lying - {folder} <= bound(tmp_path, python, script)
        run = write(tmp_path / "agent" / "run", f"#!{python}\n")
        found = bound(tmp_path, run)
        assert {tmp_path / "agent", base, base.resolve()} <= found
        assert any(folder.is_relative_to(one) for one in found)


def test_agents_of_the_checkout_have_their_folder_and_their_environment(
    checkout: Path, tmp_path: Path
) -> None:
    base = base_in(tmp_path / "uv")
    mine = checkout / "examples" / "mine"
    python = venv(mine / ".venv", base) / "bin" / "python"
    for command in (
        (write(mine / "run", f"#!{python}\n"),),
        (python, write(mine / "agent.py", "")),
        (link(mine / "linked", "run"),),
        (write(mine / "bin" / "run", f"#!{python}\n"),),
    ):
        found = bound(tmp_path, *command)
        assert {base, base.resolve()} <= found, command
        assert any(mine.joinpath(".venv").is_relative_to(one) for one in found), command
        assert not any(one.is_relative_to(checkout / "tasks") for one in found), command
    alone = write(checkout / "tasks" / "bin" / "run", "#!/bin/sh\n")
    assert {one for one in bound(tmp_path, alone) if one.is_relative_to(checkout)} == {alone}


def test_the_interpreter_of_the_harness_is_seen_with_what_it_is_made_from(tmp_path: Path) -> None:
    own = tmp_path / "process"
    (own / "files").mkdir(parents=True)
    command = [sys.executable, str(write(tmp_path / "agent" / "agent.py", ""))]
    found = {Path(place) for _, _, place in places.jail_for(command, folder=own, ids=(1, 1)).mounts}
    for prefix in (Path(sys.prefix), Path(sys.base_prefix)):
        assert prefix in found or prefix.parts[1] in places.SYSTEM
