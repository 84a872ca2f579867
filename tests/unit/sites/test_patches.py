"""Changes to code and files of others know what they take the place of."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from sites.sitekit.patches import MISSING, UpstreamChanged, check_files, digest, read_notes, replace

ROOT = Path(__file__).parents[3]
SOURCE = '''
def greet(name):
    """Say so."""
    return f"hello {name}"


class Door:
    @classmethod
    def opened(cls):
        return "open"


table = {"greet": greet}
number = 4
'''
GREET = 'def greet(name):\n    """Say so."""\n    return f"hello {name}"\n'
OPENED = '@classmethod\ndef opened(cls):\n    return "open"\n'


@pytest.fixture
def upstream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """A module of somebody else's."""
    (tmp_path / "upstream_of_patches.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    import upstream_of_patches

    yield upstream_of_patches
    del sys.modules["upstream_of_patches"]


def test_what_is_known_is_replaced_and_given_back(upstream: types.ModuleType) -> None:
    before = replace(upstream, "greet", lambda name: f"good day {before(name)}", of=digest(GREET))
    assert upstream.greet("Emma") == "good day hello Emma"


def test_a_class_method_is_known_with_its_decorator(upstream: types.ModuleType) -> None:
    replace(upstream.Door, "opened", classmethod(lambda cls: "shut"), of=digest(OPENED))
    assert upstream.Door.opened() == "shut"


def test_an_entry_of_a_table_is_replaced_in_the_table_alone(upstream: types.ModuleType) -> None:
    replace(upstream.table, "greet", str.upper, of=digest(GREET))
    assert (upstream.table["greet"]("a"), upstream.greet("a")) == ("A", "hello a")


def test_other_code_is_refused_and_left(upstream: types.ModuleType) -> None:
    with pytest.raises(UpstreamChanged, match=r"upstream_of_patches\.greet .* written for 000000000000"):
        replace(upstream, "greet", str.upper, of="000000000000")
    assert upstream.greet("a") == "hello a"


@pytest.mark.parametrize("name", ["parting", "number"])
def test_what_is_not_there_or_has_no_source_is_refused(upstream: types.ModuleType, name: str) -> None:
    with pytest.raises(UpstreamChanged, match=rf"upstream_of_patches\.{name} has no source"):
        replace(upstream, name, str.upper, of=digest(GREET))


def test_a_place_that_was_replaced_already_is_refused(upstream: types.ModuleType) -> None:
    def other(name: str) -> str:
        return name

    replace(upstream, "greet", other, of=digest(GREET))
    with pytest.raises(UpstreamChanged):
        replace(upstream, "greet", other, of=digest(GREET))


def test_every_file_that_differs_is_named(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder, names in ((ours, "same other new alone"), (theirs, "same other new")):
        folder.mkdir()
        for name in names.split():
            (folder / name).write_text(f"{folder.name} {name}")
    notes = {"same": digest("theirs same"), "other": digest("before"), "alone": MISSING, "gone": MISSING}
    with pytest.raises(UpstreamChanged) as raised:
        check_files(ours, theirs, notes)
    told = str(raised.value).splitlines()[1:]
    assert [line.split()[0] for line in told] == ["gone", "new", "other"]
    check_files(
        ours,
        theirs,
        {"same": notes["same"], "alone": MISSING}
        | {name: digest(f"theirs {name}") for name in ("other", "new")},
    )


@pytest.mark.parametrize(
    ("folder", "notes"),
    [
        ("sites/shopping/app/shop/templates", "sites/shopping/app/shop/upstream_templates.txt"),
        ("sites/forum/app/board/skins/wiekhaus", "sites/forum/app/board/skins/upstream.txt"),
        ("sites/gitlab/app/theme/templates", "sites/gitlab/app/theme/upstream.txt"),
    ],
)
def test_notes_name_the_files_there_are(folder: str, notes: str) -> None:
    files = {str(file.relative_to(ROOT / folder)) for file in (ROOT / folder).rglob("*") if file.is_file()}
    assert set(read_notes(ROOT / notes)) == files
