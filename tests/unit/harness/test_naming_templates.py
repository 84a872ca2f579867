"""Which templates and tasks the words name that ``webarium tasks lint``, ``lock`` and ``try`` are given."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from harness.authoring.tasks import app, matching_paths
from harness.authoring.verify_commands import named_tasks
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from tasks.loader import tasks_of
from tasks.templates import ROOT, template_paths


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two folders with templates of which only the names count."""
    for name in ("home/notes", "home/search", "wiki/search"):
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("all", ["notes", "search", "search"]),
        ("home", ["notes", "search"]),
        ("wiki.search, home.notes.3", ["notes", "search"]),
        ("*.search,", ["search", "search"]),
        ("home.notes,home.n*", ["notes"]),
    ],
)
def test_each_part_of_a_pattern_names_templates(root: Path, pattern: str, names: list[str]) -> None:
    assert [path.stem for path in matching_paths(pattern, root)] == names


@pytest.mark.parametrize(
    "pattern", ["home.typo", "home.notes,home.typo", "home.typo,all", "home.typo.0,home"]
)
def test_a_part_that_names_nothing_is_told_beside_others_that_do(root: Path, pattern: str) -> None:
    with pytest.raises(WebariumError, match=r"no template is named by 'home\.typo"):
        matching_paths(pattern, root)


@pytest.mark.parametrize("pattern", ["", ","])
def test_no_part_at_all_names_nothing(root: Path, pattern: str) -> None:
    with pytest.raises(WebariumError, match="no template is named by"):
        matching_paths(pattern, root)


def test_lint_of_a_name_that_is_misspelt_beside_one_that_is_not_fails() -> None:
    (path, *_) = matching_paths("home")
    done = CliRunner().invoke(app, ["lint", f"home.{path.stem},home.typo"])
    assert isinstance(done.exception, WebariumError)


def test_lint_takes_a_file_with_verbose_too() -> None:
    path = ROOT / "home" / f"{matching_paths('home')[0].stem}.yaml"
    done = CliRunner().invoke(app, ["lint", str(path), "--verbose"])
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "0 errors, 0 hints"), done.exception
    assert "refuse at once" in done.output


# -- try -----------------------------------------------------------------------------------------


@pytest.fixture
def tasks() -> list[Any]:
    """All tasks of the first page's templates."""
    found = tasks_of(matching_paths("home"))
    assert len({task.template for task in found}) > 1
    return found


def test_an_id_names_one_task_and_all_else_all_of_a_template(tasks: list[Any]) -> None:
    own = [task.id for task in tasks if task.template == tasks[0].template]
    assert len(own) > 1
    for pattern, ids in (
        (own[1], [own[1]]),
        (f"{own[1]},{own[0]}", own[:2]),
        (tasks[0].template, own),
        (f"{tasks[0].template}.*", own),
        (str(ROOT / "home" / f"{tasks[0].template.removeprefix('home.')}.yaml"), own),
        ("home", [task.id for task in tasks]),
    ):
        assert [task.id for task in named_tasks(pattern, tasks)] == ids, pattern


@pytest.mark.parametrize("end", [".99", ".x", ".0:s7", ".9*"])
def test_an_id_of_no_task_is_told(tasks: list[Any], end: str) -> None:
    wanted = f"{tasks[0].template}{end}"
    for pattern in (wanted, f"{tasks[0].id},{wanted}"):
        with pytest.raises(WebariumError, match=f"there is no task '{tasks[0].template}") as told:
            named_tasks(pattern, tasks)
        assert told.value.remedy == f"see: webarium tasks list {tasks[0].template}"


def test_a_task_of_another_world_is_named_with_its_mark_and_without(tasks: list[Any]) -> None:
    other = tasks[0].model_copy(update={"id": f"{tasks[0].id}:s7"})
    for pattern in (tasks[0].id, other.id):
        assert named_tasks(pattern, [other]) == [other]


# -- lock ----------------------------------------------------------------------------------------


class Untouched:
    """A running world that nobody may reset."""

    seed = str(DEFAULT_SEED)

    def reset(self) -> None:
        raise AssertionError("the templates are locked")


@pytest.mark.parametrize("pattern", ["all", "*", "all,", "all,home", "*.*", "every folder"])
def test_not_all_tracked_tasks_are_numbered_anew(monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    monkeypatch.setattr("reset.world.World", SimpleNamespace(attach=lambda name: Untouched()))
    if pattern == "every folder":
        pattern = ",".join(sorted({path.parent.name for path in template_paths()}))
    done = CliRunner().invoke(app, ["lock", pattern, "--fresh"])
    assert "--fresh would give every tracked task another number" in str(done.exception)


def test_some_tasks_may_be_numbered_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reset.world.World", SimpleNamespace(attach=lambda name: Untouched()))
    done = CliRunner().invoke(app, ["lock", "home", "--fresh"])
    assert str(done.exception) == "the templates are locked"
