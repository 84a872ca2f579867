"""Files of other benchmarks: within bounds, within their folder, and told what is wrong with them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from evaluators.dropin.har import read_har
from evaluators.trajectories.files import LONGEST, FormatError, read_json
from evaluators.trajectories.mind2web_live import load_episode
from evaluators.trajectories.online_mind2web import load_trajectory


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff{}", "no UTF-8"),
        (b"{}\0", "NUL byte"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a": 1}\n{"b":', "neither JSON nor JSON lines"),
    ],
)
def test_what_is_no_json_is_told(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "tasks.json").write_bytes(content)
    with pytest.raises(FormatError, match=words):
        read_json(tmp_path / "tasks.json")


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "tasks.json").open("wb") as file:
        file.truncate(LONGEST + 1)
    with pytest.raises(FormatError, match="larger than 200 MB"):
        read_json(tmp_path / "tasks.json")


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "har.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("network.har", b" " * (LONGEST + 1))
    assert (tmp_path / "har.zip").stat().st_size < 1_000_000
    with pytest.raises(FormatError, match="larger than 200 MB"):
        read_har(tmp_path / "har.zip")


@pytest.mark.parametrize("name", ["../secret.html", "/etc/hostname", "link.html"])
def test_an_episode_names_no_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.html").write_text("<p>secret</p>")
    folder = tmp_path / "episode"
    folder.mkdir()
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    step = {"url": "http://shop.test/", "action": {"name": "click"}, "html_file": name, "screenshot": name}
    (folder / "trajectory.jsonl").write_text(json.dumps(step))
    with pytest.raises(FormatError, match="outside"):
        load_episode(folder)
    with pytest.raises(FormatError, match="outside"):
        load_trajectory(folder, "buy a lamp")
