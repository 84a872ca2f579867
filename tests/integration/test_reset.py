"""A world returns to the very same state whatever was done to it, and says truly what was done."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest

from reset.errors import SiteError, WorldError
from reset.world import World
from sites.spec import load_site

NORA = {"session": "5" * 32}


@pytest.fixture(scope="module")
def pristine(started_small_world: World) -> dict[str, dict[str, Any]]:
    """Digests with their parts, taken before anything was touched."""
    started_small_world.reset()
    return {name: started_small_world.digests(name) for name in ("notes", "pages")}


def get(world: World, path: str, site: str = "notes") -> str:
    answer = world.fetch(site, path)
    assert answer.status_code == 200, answer.text
    return answer.text.strip()


WRITES = {
    "new rows": ["/add?title=x"],
    "a cascade over a foreign key": ["/delete?id=5"],
    "a refused duplicate that burns a number": ["/twice"],
    "an upload": ["/upload"],
    "new, altered and dropped tables": ["/alter"],
    "a change of every row": ["/many"],
    "a bit of everything": ["/add?title=y", "/many", "/upload", "/delete?id=9", "/alter"],
}


@pytest.mark.parametrize("paths", WRITES.values(), ids=WRITES.keys())
def test_the_digest_is_pristine_after_a_reset(
    small_world: World, pristine: dict[str, dict[str, Any]], paths: list[str]
) -> None:
    for path in paths:
        get(small_world, path)
    assert not small_world.clean("notes")
    assert small_world.digest("notes") != pristine["notes"]["digest"]
    report = small_world.reset()
    assert report.sites["notes"]["restored"]
    assert not report.sites["pages"]["restored"]
    assert small_world.digests("notes") == pristine["notes"]
    assert small_world.clean("notes")
    assert small_world.changes("notes", noise=True) == {
        "tables": {},
        "files": {"added": [], "removed": [], "changed": []},
    }


def test_the_digest_is_the_same_twenty_times(small_world: World, pristine: dict[str, dict[str, Any]]) -> None:
    for number in range(20):
        get(small_world, f"/add?title={number}")
        small_world.reset()
        assert small_world.digest("notes") == pristine["notes"]["digest"], number


def test_reading_leaves_a_site_clean_and_unrestored(small_world: World) -> None:
    for path in ["/", "/search?q=apples", "/now", "/memory"]:
        get(small_world, path)
    small_world.query("notes", "SELECT owner_id, COUNT(*) FROM note GROUP BY owner_id ORDER BY 2 DESC")
    small_world.digest("notes")
    assert small_world.clean("notes")
    report = small_world.reset()
    assert report.sites["notes"] | {"seconds": 0} == {
        "was_clean": True,
        "restored": False,
        "files": 0,
        "seconds": 0,
        "lsn": report.sites["notes"]["lsn"],
    }


def test_changes_tell_rows_before_and_after(small_world: World) -> None:
    get(small_world, "/add?title=Shopping")
    get(small_world, "/delete?id=5")
    get(small_world, "/upload")
    found = small_world.changes("notes")
    note, tag = found["tables"]["note"], found["tables"]["tag"]
    assert set(found["tables"]) == {"note", "tag"}
    assert [row["title"] for row in note["added"]] == ["Shopping"]
    assert note["added"][0]["made"] == "2026-03-16 09:00:00.000000"
    assert [(row["title"], row["price"], row["picture"]) for row in note["removed"]] == [
        ("Note 5", "5.50", "0500")
    ]
    assert sorted(row["word"] for row in tag["removed"]) == ["home", "list"]
    assert note["counts"] == {"added": 1, "removed": 1, "changed": 0}
    assert found["files"] == {
        "added": ["attachments/more/", "attachments/more/new.txt"],
        "removed": [],
        "changed": ["attachments/plan.txt"],
    }


def test_changes_name_the_columns(small_world: World) -> None:
    get(small_world, "/many")
    note = small_world.changes("notes")["tables"]["note"]
    assert note["counts"] == {"added": 0, "removed": 0, "changed": 3000}
    assert len(note["changed"]) == 500
    first = next(one for one in note["changed"] if one["key"] == {"id": 1})
    assert first["columns"] == ["body"]
    assert (first["before"]["body"], first["after"]["body"]) == (
        "Buy 1 apples, 50% off",
        "Buy 1 apples, 50% off and more",
    )


def test_noise_is_left_out_but_restored(small_world: World, pristine: dict[str, dict[str, Any]]) -> None:
    get(small_world, "/view?id=7")
    assert small_world.changes("notes")["tables"] == {}
    loud = small_world.changes("notes", noise=True)["tables"]["note"]
    assert [(one["key"], one["columns"]) for one in loud["changed"]] == [({"id": 7}, ["views"])]
    small_world.reset()
    assert small_world.digest("notes") == pristine["notes"]["digest"]


def run_sql(world: World, sql: str) -> None:
    client = ["mariadb", "--skip-ssl", "--socket=/state/run/mysqld.sock", "--user=site", "--password=site"]
    code, output = world.exec("notes", [*client, "notes", f"--execute={sql}"])
    assert code == 0, output


COPY = (
    "INSERT INTO note (id, owner_id, title, price) SELECT {id}, owner_id, title, price FROM note WHERE id = 5"
)


@pytest.mark.parametrize("more", [0, 70])
def test_rows_are_found_wherever_their_keys_lie(small_world: World, more: int) -> None:
    """In few blocks of keys, which are compared alone, and in more than that, which takes a whole pass."""
    changes = [
        # the same change at the same place of two neighbours: a sum of plain checksums would not move
        "UPDATE note SET price = price + 100 WHERE id IN (256, 257, 300, 301)",
        "DELETE FROM note WHERE id IN (255, 512)",
        *(COPY.format(id=number) for number in (-1, -256, -257, 900_000)),
        *(COPY.format(id=1_000_000 + 256 * number) for number in range(more)),
    ]
    run_sql(small_world, "; ".join(changes))
    note = small_world.changes("notes")["tables"]["note"]
    assert [one["key"]["id"] for one in note["changed"]] == [256, 257, 300, 301]
    assert {tuple(one["columns"]) for one in note["changed"]} == {("price",)}
    assert [row["id"] for row in note["removed"]] == [255, 512]
    assert [row["id"] for row in note["added"]][:4] == [-257, -256, -1, 900_000]
    assert note["counts"] == {"added": 4 + more, "removed": 2, "changed": 4}


def test_a_text_that_moves_from_a_column_to_the_next_is_a_change(small_world: World) -> None:
    """CHECKSUM TABLE puts neighbouring texts together, and stays the same."""
    run_sql(
        small_world,
        "UPDATE note SET title = CONCAT(title, LEFT(body, 3)), body = SUBSTRING(body, 4) WHERE id = 5",
    )
    (one,) = small_world.changes("notes")["tables"]["note"]["changed"]
    assert (one["key"], one["columns"]) == ({"id": 5}, ["title", "body"])


def test_a_table_without_a_key_is_compared_row_by_row(small_world: World) -> None:
    run_sql(small_world, "DELETE FROM visit WHERE path = '/' LIMIT 1")
    counts = small_world.changes("notes")["tables"]["visit"]["counts"]
    assert counts == {"added": 0, "removed": 1, "changed": 0}


def test_memory_of_workers_is_state(small_world: World) -> None:
    for _ in range(6):
        get(small_world, "/memory")
    get(small_world, "/add?title=x")
    small_world.reset()
    assert get(small_world, "/memory") == "1"


BEFORE, CAUGHT, AFTER = "nobody sees 3001 notes", "failed", "nobody sees 3000 notes"


def ask_until(world: World, over: threading.Event, first: threading.Event) -> list[str]:
    """What one visitor sees who asks again and again, from before a reset until it is over."""
    seen: list[str] = []
    while not over.is_set():
        try:
            answer = world.fetch("notes", "/")
            # 502: its worker was gone before its answer began
            seen.append(CAUGHT if answer.status_code == 502 else answer.text.strip())
        except SiteError:  # gone in the middle of its answer
            seen.append(CAUGHT)
        first.set()
    return seen


def test_a_request_during_a_reset_waits_and_sees_pristine(small_world: World) -> None:
    """All but those whose worker the reset ended in the middle of them: an answer from the next worker would
    be of the next episode, so these are told that they failed. With two workers that is twice at most."""
    get(small_world, "/add?title=x")
    over, begun = threading.Event(), [threading.Event() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        visitors = [pool.submit(ask_until, small_world, over, first) for first in begun]
        try:
            assert all(first.wait(60) for first in begun)
            small_world.reset()
        finally:
            over.set()
        seen = [visitor.result() for visitor in visitors]
    for one in seen:
        assert re.fullmatch(f"({BEFORE} )+({CAUGHT} ){{0,2}}({AFTER} )*", " ".join([*one, ""]))
    assert any(AFTER in one for one in seen)
    assert get(small_world, "/") == AFTER


def test_the_clock_is_set_steps_and_rewinds_in_every_process(small_world: World) -> None:
    def shown() -> tuple[str, str]:
        stopped, _, running = get(small_world, "/now").split()
        return stopped, running[:18]  # without the last digit: the database's clock moves on

    small_world.set_clock(3)
    assert shown() == ("2026-03-16T09:00:30", "2026-03-16T09:00:3")
    small_world.set_clock(0)
    assert shown() == ("2026-03-16T09:00:00", "2026-03-16T09:00:0")
    small_world.set_clock(361)
    assert shown() == ("2026-03-16T10:00:10", "2026-03-16T10:00:1")
    small_world.reset()
    assert shown() == ("2026-03-16T09:00:00", "2026-03-16T09:00:0")


def test_sessions_hold_whatever_the_host_clock_says(small_world: World) -> None:
    session = small_world.sessions("notes")["nora"]["cookies"][0]
    answer = small_world.fetch("notes", "/", cookies={session["name"]: session["value"]})
    assert answer.text.strip() == "Nora Peters sees 3000 notes"


def test_settling_waits_for_a_request_in_flight(small_world: World) -> None:
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(get, small_world, "/slow?seconds=3")
        busy: dict[str, Any] = {"settled": True}
        while busy["settled"] and not slow.done():  # until the request has arrived
            busy = small_world.settle(timeout=0.2)["notes"]
        assert not busy["settled"]
        assert "1 open requests" in busy["waiting_for"]
        assert small_world.settle(timeout=10)["notes"]["settled"]
        assert slow.done()


def test_settling_waits_for_a_queue(small_world: World) -> None:
    get(small_world, "/job", "pages")
    assert small_world.settle(timeout=0.3)["pages"]["waiting_for"] == ["memo: 1"]
    get(small_world, "/done", "pages")
    assert small_world.settle(timeout=5)["pages"]["settled"]


def test_a_site_without_mariadb(small_world: World, pristine: dict[str, dict[str, Any]]) -> None:
    get(small_world, "/add?text=Hello", "pages")
    assert get(small_world, "/", "pages") == "Welcome\nHello"
    asked = small_world.query("pages", "SELECT id FROM entry WHERE text = %(text)s", {"text": "Hello"})
    assert asked == [{"id": 2}]
    with pytest.raises(SiteError, match="readonly"):
        small_world.query("pages", "DELETE FROM entry")
    changes = small_world.changes("pages")
    assert changes["files"] == {"added": [], "removed": [], "changed": []}
    assert [row["text"] for row in changes["tables"]["entry"]["added"]] == ["Hello"]
    assert changes["tables"]["entry"]["counts"] == {"added": 1, "removed": 0, "changed": 0}
    assert small_world.reset().sites["pages"]["restored"]
    assert get(small_world, "/", "pages") == "Welcome"
    assert small_world.digests("pages") == pristine["pages"]


def test_a_cache_is_flushed_even_when_clean(small_world: World) -> None:
    assert [get(small_world, "/count", "pages") for _ in range(2)] == ["1", "2"]
    assert small_world.reset().sites["pages"]["was_clean"]
    assert get(small_world, "/count", "pages") == "1"


def test_queries_are_read_only_and_bound(small_world: World) -> None:
    rows = small_world.query(
        "notes", "SELECT id, made FROM note WHERE title = %(title)s", {"title": "Note 2"}
    )
    assert rows == [{"id": 2, "made": datetime(2026, 3, 16, 7, 0)}]
    with pytest.raises(SiteError, match="INSERT command denied"):
        small_world.query("notes", "INSERT INTO visit VALUES ('/', NOW())")
    with pytest.raises(SiteError, match="denied"):
        small_world.query("notes", "SELECT * FROM mysql.global_priv")
    small_world.fetch("notes", "/add?title=x")
    small_world.reset()
    assert small_world.query("notes", "SELECT COUNT(*) AS n FROM note WHERE body LIKE '%apples%'") == [
        {"n": 3000}
    ]


def _wait(what: Any, seconds: float = 15.0) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _kill(world: World, site: str, pattern: str, how: str = "SIGKILL") -> None:
    script = (
        "import os, signal\n"
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    line = open(f'/proc/{pid}/cmdline', 'rb').read().replace(b'\\0', b' ').decode()\n"
        f"    if line.startswith({pattern!r}): os.kill(int(pid), signal.{how}); print(pid)\n"
    )
    code, output = world.exec(site, ["python3", "-c", script])
    assert code == 0, output
    assert output.strip(), f"no process starts with {pattern}"


def test_a_killed_database_comes_back_and_resets(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    get(small_world, "/add?title=x")
    before = small_world.health("notes")["services"]["mariadb"]["restarts"]
    _kill(small_world, "notes", "mariadbd")
    _wait(
        lambda: (
            small_world.health("notes")["services"]["mariadb"] == {"running": True, "restarts": before + 1}
        )
    )
    assert not small_world.clean("notes")
    small_world.reset()
    assert small_world.digests("notes") == pristine["notes"]
    assert get(small_world, "/") == "nobody sees 3000 notes"


def test_a_database_killed_right_before_a_reset(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    _kill(small_world, "notes", "mariadbd")
    small_world.reset()
    assert small_world.digests("notes") == pristine["notes"]


def test_a_killed_service_comes_back(small_world: World) -> None:
    _kill(small_world, "pages", "python3 -u app.py")
    _wait(
        lambda: (
            small_world.health("pages")["ready"]
            and small_world.health("pages")["services"]["web"]["restarts"]
        )
    )
    assert get(small_world, "/", "pages") == "Welcome"


def test_a_killed_container_is_named_and_revived(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    get(small_world, "/add?title=x")
    small_world.kill("notes")
    with pytest.raises(SiteError) as caught:
        small_world.reset()
    assert f"webarium-{small_world.name}-notes" in caught.value.message
    assert "exit code 137" in caught.value.message
    assert "Booting worker" in caught.value.message  # its last words
    assert small_world.dead() == ["notes"]
    with pytest.raises(SiteError, match="is dead"):
        small_world.query("notes", "SELECT 1")
    assert small_world.revive() == ["notes"]
    assert small_world.digests("notes") == pristine["notes"]
    assert get(small_world, "/") == "nobody sees 3000 notes"


def test_a_killed_gateway_is_revived_on_the_same_port(small_world: World) -> None:
    port = small_world.http_port
    small_world.kill("gateway")
    with pytest.raises(SiteError, match="gateway"):
        small_world.reset()
    assert small_world.revive() == ["gateway"]
    assert small_world.http_port == port
    assert get(small_world, "/") == "nobody sees 3000 notes"
    small_world.reset()


# -- what must not live on into the next episode -----


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_request_in_flight_is_dirt_and_writes_nothing_later(
    small_world: World, pristine: dict[str, dict[str, Any]], method: str
) -> None:
    with ThreadPoolExecutor(1) as pool:
        late = "/late?seconds=1.5&title=in-flight"
        asked = pool.submit(small_world.fetch, "notes", late, method=method)
        _wait(lambda: small_world.settle(timeout=0)["notes"]["waiting_for"] == ["1 open requests"])
        assert not small_world.clean("notes")
        assert small_world.reset().sites["notes"]["restored"]
        assert asked.result().status_code >= 500
    time.sleep(2)  # until it would have written
    assert small_world.query("notes", "SELECT title FROM note WHERE title = 'in-flight'") == []
    assert small_world.digests("notes") == pristine["notes"]


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_request_that_waits_for_a_worker_is_not_answered_in_the_next_episode(
    small_world: World, pristine: dict[str, dict[str, Any]], method: str
) -> None:
    """Both workers are busy: the third request lies in the listen queue, which the reset leaves alone."""
    with ThreadPoolExecutor(3) as pool:
        for number in range(3):
            pool.submit(small_world.fetch, "notes", f"/late?seconds=1&title=queue-{number}", method=method)
        _wait(lambda: small_world.settle(timeout=0)["notes"]["waiting_for"] == ["3 open requests"])
        assert small_world.reset().sites["notes"]["restored"]
        time.sleep(2.5)  # until one after the other would have written
    assert small_world.query("notes", "SELECT title FROM note WHERE title LIKE 'queue%%'", {}) == []
    assert small_world.digests("notes") == pristine["notes"]


def test_what_a_worker_left_behind_is_dirt_and_ends_with_the_episode(small_world: World) -> None:
    get(small_world, "/escape?seconds=1.5&title=escaped")
    assert not small_world.clean("notes")
    assert small_world.reset().sites["notes"]["restored"]
    time.sleep(2)  # until it would have written
    assert small_world.query("notes", "SELECT title FROM note WHERE title = 'escaped'") == []
    assert small_world.reset().sites["notes"]["was_clean"]


def test_what_a_site_left_in_its_folder_for_temporary_files_ends_with_the_episode(small_world: World) -> None:
    small_world.reset()
    _run(small_world, "notes", "sh", "-c", "mkdir /tmp/kept && echo one > /tmp/kept/answer")
    assert not small_world.clean("notes")
    assert small_world.reset().sites["notes"]["restored"]
    assert small_world.exec("notes", ["ls", "/tmp/kept"])[0] != 0
    assert small_world.reset().sites["notes"]["was_clean"]


# -- a reset is all or nothing -----


def _run(world: World, site: str, *command: str) -> None:
    code, output = world.exec(site, command)
    assert code == 0, output


def test_a_reset_that_fails_stays_failed_until_a_whole_one_succeeds(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    get(small_world, "/add?text=Hello", "pages")
    _run(small_world, "pages", "touch", "/state/unwell")
    with pytest.raises(SiteError, match="/health/ answered 503"):
        small_world.reset()
    assert not small_world.clean("pages")
    health = small_world.health("pages")
    assert not health["ready"]
    assert "/health/ answered 503" in health["failure"]
    _run(small_world, "pages", "rm", "/state/unwell")
    report = small_world.reset().sites["pages"]
    assert (report["was_clean"], report["restored"]) == (False, True)
    assert small_world.health("pages")["ready"]
    assert small_world.health("pages")["failure"] == ""
    assert get(small_world, "/", "pages") == "Welcome"
    assert small_world.digests("pages") == pristine["pages"]


def test_a_clean_reset_that_fails_is_a_failed_reset(small_world: World) -> None:
    """The counter is flushed even when nothing was written, and that fails here."""
    small_world.reset()
    _kill(small_world, "pages", "python3 -u memo.py", "SIGSTOP")
    with pytest.raises(SiteError, match="flush of memo"):
        small_world.reset()
    assert not small_world.clean("pages")
    assert not small_world.health("pages")["ready"]
    assert small_world.reset().sites["pages"]["restored"]
    assert get(small_world, "/count", "pages") == "1"


# -- what cannot be mended is said -----


def _failure(world: World, site: str, words: str) -> str:
    """Waits until the site has failed; meanwhile every call is answered."""
    found = ""

    def failed() -> bool:
        nonlocal found
        assert not world.clean(site)
        health = world.health(site)
        found = health["failure"]
        assert health["ready"] is False or not found
        return words in found

    _wait(failed, 60)
    return found


def test_a_service_that_keeps_ending_fails_the_site_with_its_last_words(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    before = small_world.health("pages")["services"]["web"]["restarts"]
    _run(small_world, "pages", "touch", "/state/refuse")
    _kill(small_world, "pages", "python3 -u app.py")
    assert "refused" in _failure(small_world, "pages", "web keeps ending")
    assert small_world.health("pages")["services"]["web"]["restarts"] - before == 5
    _run(small_world, "pages", "rm", "/state/refuse")
    small_world.reset()
    assert small_world.health("pages")["ready"]
    assert small_world.digests("pages") == pristine["pages"]


def test_a_database_that_cannot_start_fails_the_site_with_its_last_words(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    before = small_world.health("notes")["services"]["mariadb"]["restarts"]
    script = "cd /state/mysql && for one in ib_logfile0 ibdata1; do echo nothing > $one; done"
    _run(small_world, "notes", "sh", "-c", script)
    _kill(small_world, "notes", "mariadbd")
    assert "InnoDB" in _failure(small_world, "notes", "mariadb keeps ending")
    assert small_world.health("notes")["services"]["mariadb"]["restarts"] - before == 5
    small_world.reset()
    assert small_world.health("notes")["ready"]
    assert small_world.digests("notes") == pristine["notes"]


def _overfill(world: World) -> None:
    """More than there is room for; the site may be stopped before it has answered."""
    world.fetch("notes", "/fill?megabytes=60")


def test_a_site_that_fills_the_disk_is_stopped_and_says_so(
    small_world: World, pristine: dict[str, dict[str, Any]]
) -> None:
    get(small_world, "/fill?megabytes=40")
    small_world.reset()
    _overfill(small_world)
    assert "`state: room`" in _failure(small_world, "notes", "/state has grown by")
    said = re.search(r"grown by (\d+) MiB and may by 48 MiB", small_world.health("notes")["failure"])
    assert said
    assert 48 < int(said[1]) <= 64, "the watch sees it while it is written, or when all is there"
    _wait(lambda: not any(one["running"] for one in small_world.health("notes")["services"].values()))
    small_world.reset()
    assert small_world.health("notes")["ready"]
    assert small_world.digests("notes") == pristine["notes"]


def test_settling_ends_with_a_look_at_the_room(small_world: World) -> None:
    _overfill(small_world)
    small_world.settle()
    assert "has grown by" in small_world.health("notes")["failure"]
    small_world.reset()


# -- rows whose numbers are large -----


def test_rows_beyond_the_precision_of_floating_point_are_told_apart(small_world: World) -> None:
    first = 2**63 + 2**40
    run_sql(
        small_world,
        f"UPDATE far SET word = 'new' WHERE id IN ({first + 1}, {first + 300});"
        f" DELETE FROM far WHERE id = {first + 2}; INSERT INTO far VALUES ({first + 700}, 'more')",
    )
    far = small_world.changes("notes")["tables"]["far"]
    assert [one["key"]["id"] for one in far["changed"]] == [first + 1, first + 300]
    assert far["removed"] == [{"id": first + 2, "word": "far 2"}]
    assert far["added"] == [{"id": first + 700, "word": "more"}]


# -- what a site's own code can reach -----


def _say(world: World, sql: str, *account: str) -> str:
    client = ["mariadb", "--skip-ssl", "--socket=/state/run/mysqld.sock", *account, f"--execute={sql}"]
    code, output = world.exec("notes", client)
    assert code != 0, output
    return output


def test_no_account_of_a_site_can_write_the_pristine_rows(small_world: World) -> None:
    forge = "UPDATE pristine.rows SET h = k"
    assert "denied" in _say(small_world, forge, "--user=site", "--password=site")
    assert "denied" in _say(small_world, forge, "--user=sitectl")
    assert "denied" in _say(small_world, forge, "--user=root")


def test_no_process_of_a_site_shows_a_secret(small_world: World) -> None:
    """Neither its own nor the first one's, whose environment the engine gave it."""
    script = (
        "import os\n"
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    if int(pid) == os.getpid(): continue\n"  # what somebody runs from outside is told everything
        "    for name in ('environ', 'cmdline'):\n"
        "        try: print(pid, open(f'/proc/{pid}/{name}', 'rb').read())\n"
        "        except OSError as error: print(pid, name, error.strerror)\n"
    )
    code, output = small_world.exec("notes", ["python3", "-c", script])
    assert code == 0, output
    assert "1 environ Permission denied" in output
    assert "mariadbd" in output
    assert "WEBARIUM_TOKEN" not in output
    secrets = small_world._record.secrets["notes"]
    assert secrets.token not in output
    assert secrets.password not in output


def test_attach_finds_a_running_world_and_only_that(small_world: World) -> None:
    other = World.attach(small_world.name)
    assert other.url("notes") == "http://notes.webarium.test/"
    assert other.digest("pages") == small_world.digest("pages")
    other.detach()
    with pytest.raises(WorldError, match="no world called 'nowhere'"):
        World.attach("nowhere")


def test_a_name_is_taken_once(small_world: World) -> None:
    with pytest.raises(WorldError, match="runs already"):
        World.start([load_site("pages")], name=small_world.name)
    assert get(small_world, "/", "pages") == "Welcome"


def test_a_taken_port_leaves_nothing_behind(small_world: World) -> None:
    from reset.backends.docker import connect
    from reset.errors import EngineError

    with pytest.raises(EngineError, match="port is taken"):
        World.start([load_site("pages")], name="test-port", http_port=small_world.http_port)
    assert connect().labels(["webarium.world=test-port"]) == []
