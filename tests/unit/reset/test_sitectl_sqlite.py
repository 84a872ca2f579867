"""The control port hands out the SQLite file that a site names, and no other file."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from reset import sqlite
from reset.sitectl import api
from reset.sitectl.tree import Tree

Ask = Any


def write(path: Path, *texts: str) -> None:
    with closing(sqlite3.connect(path)) as book, book:
        book.execute("CREATE TABLE IF NOT EXISTS note (text TEXT)")
        book.executemany("INSERT INTO note VALUES (?)", [(text,) for text in texts])


def notes(data: bytes) -> list[str]:
    return [row["text"] for row in sqlite.query(data, "SELECT text FROM note ORDER BY rowid")]


@pytest.fixture
def site(tmp_path: Path) -> Any:
    """As much of a supervisor as the call knows: a site whose file was written to since it was pristine."""
    (tmp_path / "pristine/files").mkdir(parents=True)
    write(tmp_path / "pristine/files/pad.sqlite", "old")
    files = Tree(tmp_path / "pristine/files", tmp_path / "state/files")
    (tmp_path / "state").mkdir()
    files.create()
    write(tmp_path / "state/files/pad.sqlite", "new")
    return SimpleNamespace(
        spec={"sqlite": "/state/files/pad.sqlite"},
        lock=threading.RLock(),
        state=SimpleNamespace(files=files),
        log=SimpleNamespace(add=lambda line: None),
    )


@pytest.fixture
def ask(site: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """One call to the site's control port."""
    monkeypatch.setattr(api, "PORT", 0)
    server = api.serve(site, "secret", "")
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with httpx.Client(base_url=address, trust_env=False) as client:
        yield lambda call, token="secret": client.get(call, headers={"Authorization": f"Bearer {token}"})
    server.shutdown()
    server.server_close()


def test_the_live_file_and_the_pristine_one(ask: Ask) -> None:
    live, pristine = ask("/sqlite"), ask("/sqlite?pristine=1")
    assert live.headers["Content-Type"] == api.FILE
    assert notes(live.content) == ["old", "new"]
    assert notes(pristine.content) == ["old"]


def test_only_with_the_token_and_only_the_file_that_the_site_names(ask: Ask, site: Any) -> None:
    assert ask("/sqlite", token="guess").status_code == 401
    write(site.state.files.live / "other.sqlite", "other")
    for tried in ("path=/state/files/other.sqlite", "sqlite=other.sqlite", "pristine=../state"):
        assert notes(ask(f"/sqlite?{tried}").content) == ["old", "new"]
    site.spec["sqlite"] = None
    refused = ask("/sqlite")
    assert refused.status_code == 400
    assert "keeps nothing in SQLite" in refused.json()["error"]


def test_a_transaction_under_way_is_not_seen_and_goes_on(ask: Ask, site: Any) -> None:
    path = site.state.files.live / "pad.sqlite"
    with closing(sqlite3.connect(path)) as book:
        book.execute("INSERT INTO note VALUES ('half')")
        assert notes(ask("/sqlite").content) == ["old", "new"]
        book.commit()
    assert notes(ask("/sqlite").content) == ["old", "new", "half"]


def test_looking_leaves_no_trace(ask: Ask, site: Any) -> None:
    site.state.files.restore()
    everything = sorted(site.state.files.live.parent.rglob("*"))
    ask("/sqlite")
    ask("/sqlite?pristine=1")
    assert not any(site.state.files.changed())
    assert sorted(site.state.files.live.parent.rglob("*")) == everything


def test_data_of_the_image_is_the_same_live_and_pristine(ask: Ask, site: Any, tmp_path: Path) -> None:
    write(tmp_path / "articles.sqlite", "article")
    site.spec["sqlite"] = str(tmp_path / "articles.sqlite")
    assert notes(ask("/sqlite").content) == notes(ask("/sqlite?pristine=1").content) == ["article"]


@pytest.mark.parametrize(("content", "said"), [(None, "unable to open"), (b"x" * 5000, "not a database")])
def test_what_cannot_be_read_is_told_and_nothing_made(
    ask: Ask, site: Any, content: bytes | None, said: str
) -> None:
    path = site.state.files.live / "pad.sqlite"
    path.write_bytes(content) if content else path.unlink()
    answer = ask("/sqlite")
    assert answer.status_code == 500
    assert said in answer.json()["error"]
    assert path.exists() == bool(content)
    assert [one.name for one in site.state.files.live.parent.iterdir()] == ["files"]
