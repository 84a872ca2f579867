"""A world that somebody else started, told by a file: control by a unix path, pages by a port."""

from __future__ import annotations

import json
import socketserver
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from reset import commands, places
from reset.backends.attached import read_attach_file
from reset.errors import EngineError, SiteError, WorldError
from reset.sitectl.api import FILE
from reset.world import Record, World, adopt, lifecycle
from sites.errors import WebariumError

TOKENS = {"notes": "n0", "pages": "p0", "library": "l0"}
ANSWER = {  # to every call
    "ready": True,
    "clock": "2026-03-16T09:00:00Z",
    "services": {},
    "resets": {"clean": 1, "restored": 0},
    "failure": "",
    "clean": True,
    "was_clean": True,
    "seconds": 0.0,
    "tables": {},
    "files": {"added": [], "removed": [], "changed": ["book.sqlite", "photo.png"]},
}


def book(*entries: str) -> bytes:
    """A SQLite file with these entries."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)")
        made.executemany("INSERT INTO entry (text) VALUES (?)", [(text,) for text in entries])
        made.commit()
        return made.serialize()


FILES = {"sqlite": book("old", "new"), "sqlite?pristine=1": book("old")}


class Gateway(BaseHTTPRequestHandler):
    """What a gateway of `notes` and `pages` answers: control calls by token, pages by Host."""

    protocol_version = "HTTP/1.1"
    calls: list[str] = []

    def _answer(self, status: int, data: Any) -> None:
        body = data.encode() if isinstance(data, str) else data
        if not isinstance(body, bytes):
            body = json.dumps(data).encode()
        self.send_response(status)
        if isinstance(data, bytes):
            self.send_header("Content-Type", FILE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _handle(self) -> None:
        if self.headers["Host"].endswith(".webarium.test"):
            return self._answer(200, f"{self.headers['Host']}{self.path}")
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        _, site, call = self.path.split("/", 2)
        if self.headers["Authorization"] != f"Bearer {TOKENS[site]}":
            return self._answer(401, {"error": "wrong or missing token"})
        self.calls.append(f"{site} {call}")
        return self._answer(200, FILES.get(call, ANSWER))

    do_GET = do_POST = _handle

    def address_string(self) -> str:
        return ""  # a unix socket has none

    def log_message(self, *_: object) -> None:
        return


class UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


@pytest.fixture
def gateway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that tells of a running stand-in."""
    monkeypatch.setattr(places, "ROOT", tmp_path)
    Gateway.calls = []
    pages = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    control = UnixServer(str(tmp_path / "control.sock"), Gateway)
    for server in (pages, control):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    file = tmp_path / "world.yaml"
    file.write_text(
        f"sites: [notes, pages]\nhttp: 127.0.0.1:{pages.server_address[1]}\n"
        f"control: unix:{tmp_path}/control.sock\ntoken: {{notes: n0, pages: p0}}\nseed: 7\n"
    )
    yield file
    for server in (pages, control):
        server.shutdown()
        server.server_close()


def test_it_is_found_by_its_name_and_can_be_reset_and_read(gateway: Path) -> None:
    adopt(gateway, name="theirs").detach()
    world = World.attach("theirs")
    assert world.seed == "7"
    assert set(world.reset().sites) == {"notes", "pages"}
    assert {"notes reset", "pages reset"} <= set(Gateway.calls)
    assert world.fetch("pages", "/x").text == "pages.webarium.test/x"
    assert world.dead() == []
    assert world.images() == {}
    with pytest.raises(SiteError, match="nothing says where the database of notes answers"):
        world.query("notes", "SELECT 1")
    world.detach()


def test_checks_read_the_sqlite_file_of_a_site(gateway: Path) -> None:
    world = adopt(gateway, name="theirs")
    asked = "SELECT text FROM entry WHERE id = %(id)s"
    assert world.query("pages", asked, {"id": 2}) == [{"text": "new"}]
    found = world.changes("pages")
    assert found["files"]["changed"] == ["photo.png"]
    assert found["tables"]["entry"]["added"] == [{"id": 2, "text": "new"}]
    assert found["tables"]["entry"]["counts"] == {"added": 1, "removed": 0, "changed": 0}
    assert Gateway.calls[-3:] == ["pages changes", "pages sqlite?pristine=1", "pages sqlite"]
    world.detach()


def test_a_service_that_there_is_not_is_no_fault_of_the_site(gateway: Path) -> None:
    adopt(gateway, name="theirs").detach()
    world = World.attach("theirs")
    with pytest.raises(WorldError, match="site notes has no service 'nosuch'") as told:
        world.logs("notes", "nosuch")
    assert not isinstance(told.value, SiteError)
    assert "sitectl" in str(told.value.remedy)
    world.detach()


def test_what_nobody_writes_to_is_fetched_once(gateway: Path) -> None:
    text = gateway.read_text().replace("[notes, pages]", "[library, pages]")
    gateway.write_text(text.replace("notes: n0", "library: l0"))
    world = adopt(gateway, name="theirs")
    for site in ("library", "library", "pages", "pages"):
        assert len(world.query(site, "SELECT * FROM entry")) == 2
    assert [call for call in Gateway.calls if "sqlite" in call] == ["library sqlite", *["pages sqlite"] * 2]
    world.detach()


def test_what_runs_elsewhere_is_not_started_or_ended_here(gateway: Path) -> None:
    world = adopt(gateway, name="theirs")
    for refused in (lambda: world.revive("pages"), lambda: world.exec("pages", ["true"])):
        with pytest.raises(EngineError, match="it is attached, and runs elsewhere"):
            refused()
    with pytest.raises(WorldError, match="already"):
        adopt(gateway, name="theirs")
    world.close()
    assert Record.load("theirs") is None
    assert adopt(gateway, name="theirs").reset().sites, "it still runs"


def test_a_wrong_token_is_told_and_nothing_kept(gateway: Path) -> None:
    gateway.write_text(gateway.read_text().replace("p0", "other"))
    with pytest.raises(SiteError, match="pages refuses the token") as caught:
        adopt(gateway, name="theirs")
    assert "WEBARIUM_TOKEN" in (caught.value.remedy or "")
    assert Record.load("theirs") is None


def test_commands_take_it_as_any_other(gateway: Path) -> None:
    found = commands.attach(gateway, name="theirs")
    assert found["ready"]
    assert [site["memory"] for site in found["sites"]] == [None, None]
    assert commands.reset("theirs")["revived"] == []


def test_without_an_engine_it_is_listed_and_let_go_of(gateway: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect() -> None:
        raise EngineError("no container engine answers on this machine")

    for module in (commands, lifecycle):
        monkeypatch.setattr(module, "connect", connect)
    for name in ("theirs", "other", "third"):
        adopt(gateway, name=name).detach()
    assert [one["world"] for one in commands.status()] == ["other", "theirs", "third"]
    assert commands.down("theirs") == ["theirs"]
    assert commands.down(None) == ["other", "third"]
    assert Record.all() == []
    for refused in (commands.status, lambda: commands.down(None), lambda: commands.down("theirs")):
        with pytest.raises(EngineError):
            refused()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("http: unix:/run/x", "4: http: browsers know no unix paths"),
        ("http: nowhere", "4: http: 'nowhere' is no endpoint"),
        ("hhtp: 127.0.0.1:1", "4: hhtp: is no known key"),
        ("seed: x", "4: seed: 'x' is no seed"),
        ("databases: {pages: 127.0.0.1:3}", "4: databases: pages is none of the sites"),
        (
            "databases: {notes: unix:/nowhere/db}",
            "4: databases.notes: there is no socket at unix:/nowhere/db",
        ),
        ("password: {note: p}", "4: password: note is none of the sites"),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "world.yaml"
    usual = "" if line.startswith("http:") else "http: 127.0.0.1:1\n"
    file.write_text(f"sites: [notes]\ncontrol: 127.0.0.1:2\ntoken: t\n{line}\n{usual}")
    with pytest.raises(WebariumError) as caught:
        read_attach_file(file)
    assert f"{file}:{said}" in caught.value.message


@pytest.mark.parametrize(
    ("sites", "control", "said"),
    [
        ("[notes, notez]", "127.0.0.1:2", "1: sites: there is no site called 'notez'"),
        ("[notes, notes]", "127.0.0.1:2", "1: sites: notes stands here twice"),
        ("[notes]", "unix:/nowhere/control", "3: control: there is no socket at unix:/nowhere/control"),
        ("[pages]", "127.0.0.1:2", "5: databases: pages has no database"),
    ],
)
def test_all_of_the_file_is_checked_before_a_site_is_asked(
    tmp_path: Path, sites: str, control: str, said: str
) -> None:
    file = tmp_path / "world.yaml"
    file.write_text(
        f"sites: {sites}\nhttp: 127.0.0.1:1\ncontrol: {control}\ntoken: t\n"
        f"databases: {{{sites.strip('[]').split(',')[0]}: 127.0.0.1:3}}\n"
    )
    with pytest.raises(WebariumError) as caught:
        read_attach_file(file)
    assert f"{file}:{said}" in caught.value.message
