"""Packs: what one is, how it is named, that it adds and never replaces, and that it is said once."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from example_site import EXAMPLE, webarium
from typer.testing import CliRunner

from harness.agents.places import checked_bind, jail_for
from harness.commands import packs as commands
from harness.commands.cli import app
from reset.images import recipes
from sites import packs
from sites.errors import WebariumError
from sites.spec import ROOT, all_sites, load_site
from tasks.loader import load_tasks, oracle_view
from tasks.templates import load_template, template_paths


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example is in use, in this process."""
    monkeypatch.setenv(packs.VARIABLE, str(EXAMPLE))
    yield
    load_site.cache_clear()


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pack is in use, and what a test uses is not in use after it."""
    monkeypatch.setenv(packs.VARIABLE, "")


@pytest.mark.usefixtures("used")
def test_a_pack_adds_its_tasks_and_sites_at_the_end() -> None:
    paths = template_paths()
    assert {path.parent.name for path in paths[-2:]} == {"toolshed"}
    assert all(path.is_relative_to(ROOT / "tasks") for path in paths[:-2])
    assert all_sites()[-1].name == "toolshed"
    tasks = load_tasks("toolshed")
    assert {task.template for task in tasks} == {"toolshed.borrow", "toolshed.deposit_of"}
    assert all(task.reference for task in tasks), "the lock is the pack's"
    assert oracle_view("toolshed.borrow.0").params["days"] == 3


@pytest.mark.usefixtures("used")
def test_an_image_takes_its_files_from_the_pack_and_then_from_the_checkout() -> None:
    site = load_site("toolshed")
    recipe = recipes.data(site)
    found = recipes.files(recipe.paths, recipe.skip, recipe.roots)
    assert {"sites/toolshed/seed.py", "sites/world_data/people.yaml"} <= set(found)
    assert "sites/toolshed/site.yaml" not in found
    assert recipe.place("sites/toolshed/seed.py") == EXAMPLE / "sites/toolshed/seed.py"
    assert recipe.place("sites/world_data/people.yaml") == ROOT / "sites/world_data/people.yaml"


def test_images_of_the_checkout_do_not_change_with_a_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page takes every site's own file into its image."""
    before = recipes.final(load_site("home")).tag
    monkeypatch.setenv(packs.VARIABLE, str(EXAMPLE))
    assert recipes.final(load_site("home")).tag == before


@pytest.mark.usefixtures("used")
def test_no_agent_sees_a_pack(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="an agent must not see"):
        checked_bind(str(EXAMPLE / "tasks"))
    (tmp_path / "files").mkdir()
    agent = EXAMPLE / "tasks" / "agent.py"
    jail = jail_for(["/bin/sh", str(agent)], folder=tmp_path, ids=(1, 1))
    assert not [one for one in jail.mounts if Path(one[1]) in (EXAMPLE, EXAMPLE / "tasks")]


def write_template(folder: Path, name: str) -> Path:
    """A folder that looks like a pack."""
    path = folder / "tasks" / name / "one.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("intent: x\n")
    return folder


@pytest.mark.usefixtures("nothing")
def test_what_is_no_pack_and_what_takes_a_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder, words in (
        (tmp_path / "nowhere", "there is no pack"),
        (tmp_path / "empty", "is no pack: it has neither"),
        (ROOT, "is the checkout"),
        (ROOT.parent, "or holds it"),
        (write_template(tmp_path / "taken", "shopping"), "tasks/shopping, which the checkout has too"),
    ):
        with pytest.raises(WebariumError, match=words):
            packs.use([folder])
    first, second = write_template(tmp_path / "a", "mine"), write_template(tmp_path / "b", "mine")
    with pytest.raises(WebariumError, match=f"tasks/mine, which the pack {second} has too"):
        packs.use([first, second])
    assert packs.packs() == ()
    packs.use([first, first])
    assert [one.folder for one in packs.packs()] == [first]


@pytest.mark.usefixtures("nothing")
def test_packs_may_stand_in_a_file(tmp_path: Path) -> None:
    assert packs.listed(tmp_path) == []
    file = tmp_path / packs.SETTINGS
    file.write_text('packs = ["mine", "../other"]\n')
    assert packs.listed(tmp_path) == [tmp_path / "mine", tmp_path / "../other"]
    for text in ("packs = 3", "packs = [1]", "pack = []", "packs = ["):
        file.write_text(text)
        with pytest.raises(WebariumError, match=r"webarium\.toml"):
            packs.listed(tmp_path)


def test_that_a_pack_executes_code_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("reset.places.hidden", lambda name: tmp_path / name)
    commands.tell_once([tmp_path / "a"])
    assert f"{tmp_path / 'a'} executes code" in capsys.readouterr().err
    commands.tell_once([tmp_path / "a", tmp_path / "b"])
    said = capsys.readouterr().err
    assert (f"{tmp_path / 'a'} " in said, f"{tmp_path / 'b'} " in said) == (False, True)
    commands.tell_once([tmp_path / "b"])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kept", ["", "{", "[1, ", '{"a": 1}', "3", b"\xff"])
def test_where_what_was_said_is_damaged_it_is_said_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: str | bytes
) -> None:
    monkeypatch.setattr("reset.places.hidden", lambda name: tmp_path / name)
    (tmp_path / "packs.json").write_bytes(kept if isinstance(kept, bytes) else kept.encode())
    for said in (True, False):
        commands.tell_once([tmp_path / "a"])
        assert ("executes code" in capsys.readouterr().err) is said


def write_site(folder: Path, name: str) -> Path:
    """A folder that looks like a pack with a site."""
    path = folder / "sites" / name / "site.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("name: x\n")
    return folder


@pytest.mark.usefixtures("nothing")
def test_a_site_of_a_pack_has_a_name_that_is_one_and_is_not_taken(tmp_path: Path) -> None:
    for folder, words in (
        (write_site(tmp_path / "a", "Tool-Shed"), "sites/Tool-Shed has a name that no site can have"),
        (write_site(tmp_path / "b", "shopping"), "sites/shopping, which the checkout has too"),
        (write_site(tmp_path / "c", "notes"), "sites/notes, which the checkout has too"),
    ):
        with pytest.raises(WebariumError, match=words):
            packs.use([folder])
    assert packs.packs() == ()


@pytest.mark.usefixtures("nothing")
def test_a_path_that_would_be_split_is_refused(tmp_path: Path) -> None:
    folder = write_template(tmp_path / f"a{os.pathsep}b", "mine")
    with pytest.raises(WebariumError, match="which stands between packs in WEBARIUM_PACKS"):
        packs.use([folder])
    done = CliRunner().invoke(app, ["pack", "new", str(tmp_path / f"x{os.pathsep}y"), "--name", "own"])
    assert (done.exit_code, (tmp_path / f"x{os.pathsep}y").exists()) == (2, False)


OTHER = ["--check", "page", "--profile", "-", "--intent", "Show me all notes.", "--covers", "H2"]


@pytest.mark.usefixtures("nothing")
@pytest.mark.parametrize(
    ("options", "asked"), [([], "home\n"), (["--start", "http://home.webarium.test/notes/"], "")]
)
def test_a_template_is_written_into_a_pack_whose_folder_is_called_like_no_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], asked: str
) -> None:
    monkeypatch.setattr("reset.places.hidden", lambda name: tmp_path / name)
    folder = tmp_path / "garden_tasks"
    assert CliRunner().invoke(app, ["pack", "new", str(folder)]).exit_code == 0
    packs.use([folder])
    done = CliRunner().invoke(app, ["tasks", "new", "garden_tasks.other", *OTHER, *options], input=asked)
    assert done.exit_code == 0, done.output
    assert ("are about (cms, forum," in done.output) is bool(asked)
    template = load_template(folder / "tasks" / "garden_tasks" / "other.yaml")
    assert (template.sites, template.profile) == (["home"], {"home": None})


@pytest.mark.usefixtures("nothing")
def test_a_folder_that_is_neither_there_nor_a_site_is_told() -> None:
    for name, words in (
        ("garden_tasks.other", "no site called 'garden_tasks'"),
        ("cross_site.x", "spans sites"),
    ):
        done = CliRunner().invoke(app, ["tasks", "new", name, *OTHER])
        assert (done.exit_code, words in done.stderr) == (2, True), done.output


def test_a_new_pack_passes_lint_and_its_tasks_are_there(tmp_path: Path) -> None:
    made = webarium("pack", "new", str(tmp_path / "garden-tasks"), pack=None)
    assert made.returncode == 0, made.stderr
    pack = tmp_path / "garden-tasks"
    linted = webarium("tasks", "lint", "garden_tasks", pack=pack)
    assert (linted.returncode, linted.stdout) == (0, "0 errors, 0 hints\n"), linted.stdout + linted.stderr
    listed = webarium("tasks", "list", "garden_tasks", "--json", pack=pack)
    assert [row["id"] for row in json.loads(listed.stdout)] == [
        "garden_tasks.keep_note.0", "garden_tasks.keep_note.1"
    ]  # fmt: skip
    (tmp_path / packs.SETTINGS).write_text('packs = ["garden-tasks"]\n')
    found = webarium("pack", "list", "--json", pack=None, cwd=tmp_path)
    assert [row["tasks"] for row in json.loads(found.stdout)] == [["garden_tasks"]]
    again = webarium("pack", "new", str(pack), pack=None)
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    assert os.environ.get(packs.VARIABLE, "") == ""


def test_a_pack_that_is_refused_leaves_nothing(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["pack", "new", str(tmp_path / "own"), "--name", "shopping"])
    assert (done.exit_code, (tmp_path / "own").exists()) == (2, False)


def test_where_a_pack_that_is_not_there_was_named_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "webarium.toml").write_text('packs = ["gone"]')
    done = CliRunner().invoke(app, ["tasks", "list", "home"])
    assert "webarium.toml names" in done.stderr
    monkeypatch.setenv("WEBARIUM_SEED", "abc")
    (tmp_path / "webarium.toml").unlink()
    done = CliRunner().invoke(app, ["tasks", "list", "home"])
    assert "'abc' is no seed, as WEBARIUM_SEED has it" in done.stderr
