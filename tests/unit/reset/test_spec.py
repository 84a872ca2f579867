"""Site files: what they must say, and errors that name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sites import spec
from sites.errors import WebariumError
from sites.spec import all_sites, load_site, read_site

GOOD = """\
name: garden
title: Garden
description: Plants
image:
  dockerfile: tests/sites/pages/Dockerfile
  context: [tests/sites/pages]
profiles:
  ada: {title: Owner, username: ada}
services:
  web:
    command: [run]
    on_reset: refork
"""


def site_file(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / "site.yaml").write_text(text)
    return folder / "site.yaml"


def test_defaults(tmp_path: Path) -> None:
    site = read_site(site_file(tmp_path, GOOD))
    assert site.host == "garden.webarium.test"
    assert site.image.base == "base"
    assert site.database is None
    assert site.http_port == 8000
    assert site.state.files == ["/state/files"]
    assert site.services["web"].clock == "stopped"
    assert site.folder == tmp_path / "garden"


def test_a_database_brings_its_base() -> None:
    site = load_site("notes")
    assert site.image.base == "mariadb"
    assert site.database is not None
    assert site.database.schema_name == "notes"
    assert site.database.reader == "webarium_reader"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (
            "profiles:",
            "database: {schema: garden}\nsqlite: /state/files/garden.sqlite\nprofiles:",
            8,
            "sqlite: a site has one of database and sqlite",
        ),
        ("title: Garden", "title: Garden\ncolour: red", 3, "colour: is no known key"),
        ("on_reset: refork", "on_reset: reboot", 12, "services.web.on_reset: 'reboot' is none of 'keep'"),
        ("command: [run]", "command: []", 11, "services.web.command: 0 is too few; at least 1 are wanted"),
        ("username: ada", "username: [ada]", 8, 'profiles.ada.username: ["ada"] is no text'),
        ("name: garden", "name: gardens", 1, "must be its folder's name"),
        (
            "tests/sites/pages/Dockerfile",
            "tests/sites/none/Dockerfile",
            5,
            "image.dockerfile: tests/sites/none",
        ),
        ("[tests/sites/pages]", "[/etc]", 6, "image.context: /etc leads out of the repository"),
        ("[tests/sites/pages]", "[a**b]", 6, "image.context: a**b does not exist"),
        ("[tests/sites/pages]", f"[{'a' * 5000}]", 6, "does not exist"),
        ("[tests/sites/pages]", "['']", 6, "does not exist"),
        ("[tests/sites/pages]", "[nothing/here]", 6, "image.context: nothing/here does not exist"),
        (
            "    on_reset: refork",
            "    after: [redis]",
            12,
            "services.web.after: 'redis' is not a service",
        ),
        ("[tests/sites/pages]", "[../../etc/passwd]", 6, "../../etc/passwd leads out of the repository"),
        ("tests/sites/pages/Dockerfile", "../Dockerfile", 5, "../Dockerfile leads out of the repository"),
        ("services:\n  web:\n    command: [run]\n    on_reset: refork", "services: {}", 9, "services: "),
        ("    on_reset: refork", "    after: [web]", 9, "services: services wait for each other: web, web"),
        (
            "profiles:",
            "state: {room: lots}\nprofiles:",
            7,
            "state.room: 'lots' is no size",
        ),
        ("on_reset: refork", "on_reset: flush", 10, "`on_reset: flush` and a `flush` command go together"),
        ("on_reset: refork", "ready: {http: health}", 12, "http is a path that begins with /"),
        ("profiles:", "volatile: ['[a-']\nprofiles:", 7, "its brackets do not match"),
        ("on_reset: refork", "ready: {tcp: 1, http: /}", 12, "give exactly one of http, tcp, unix, command"),
        ("services:", "state: {files: [/srv/data]}\nservices:", 9, "/srv/data is not below /state/files"),
        ("profiles:", "default_profile: bob\nprofiles:", 7, "default_profile: 'bob' is not among profiles"),
        ("title: Garden", "title: [Garden", 3, "not valid YAML"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert old in GOOD
    file = site_file(tmp_path, GOOD.replace(old, new))
    with pytest.raises(WebariumError) as caught:
        read_site(file)
    assert caught.value.message.startswith(f"{file}:{line}: "), caught.value.message
    assert words in caught.value.message


@pytest.mark.parametrize("broken", ["loop", "folder", "nowhere"])
def test_a_site_whose_file_is_no_file_is_told_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    file = tmp_path / "garden" / "site.yaml"
    file.parent.mkdir()
    if broken == "folder":
        file.mkdir()
    else:
        file.symlink_to(file.name if broken == "loop" else "none")
    monkeypatch.setattr(spec, "FOLDERS", (tmp_path,))
    load_site.cache_clear()
    for read in (all_sites, lambda: load_site("garden")):
        with pytest.raises(WebariumError, match=r"garden/site\.yaml: is no file"):
            read()
    with pytest.raises(WebariumError, match="no site called 'shed'") as caught:
        load_site("shed")
    assert caught.value.remedy == "choose from: garden"


def test_a_folder_whose_name_no_site_can_have_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Tool-Shed").mkdir()
    (tmp_path / "Tool-Shed" / "site.yaml").write_text(GOOD)
    monkeypatch.setattr(spec, "FOLDERS", (tmp_path,))
    load_site.cache_clear()
    for read in (all_sites, lambda: load_site("garden")):
        with pytest.raises(WebariumError, match=r"Tool-Shed has a name that no site can have"):
            read()


@pytest.mark.parametrize(("host", "owner"), [("home", "home"), ("notes", "notes"), ("compost", "shed")])
def test_a_host_of_another_site_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, owner: str
) -> None:
    for name, hosts in (("garden", f"[patch, {host}]"), ("shed", "[compost]")):
        (tmp_path / name).mkdir()
        text = GOOD.replace("name: garden", f"name: {name}\nhosts: {hosts}")
        (tmp_path / name / "site.yaml").write_text(text)
    monkeypatch.setattr(spec, "FOLDERS", (*spec.FOLDERS, tmp_path))
    with pytest.raises(WebariumError, match=f"site.yaml:2: hosts: {host} leads to the site {owner} already"):
        read_site(tmp_path / "garden" / "site.yaml")


def test_a_host_of_its_own_is_fine(tmp_path: Path) -> None:
    text = GOOD.replace("name: garden", "name: garden\nhosts: [patch]")
    assert read_site(site_file(tmp_path, text)).hosts == ["patch"]


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("title: Garden", "titel: Garden").replace("command: [run]", "command: []")
    with pytest.raises(WebariumError) as caught:
        read_site(site_file(tmp_path, text))
    found = [line.split("site.yaml:")[1] for line in caught.value.message.splitlines()]
    assert found == [
        "1: title: must be given",
        "2: titel: is no known key",
        "11: services.web.command: 0 is too few; at least 1 are wanted",
    ]


def test_an_unknown_site_lists_those_there_are() -> None:
    with pytest.raises(WebariumError, match="no site called 'shoping'") as caught:
        load_site("shoping")
    assert caught.value.remedy is not None
    assert caught.value.remedy.startswith("choose from: ")
