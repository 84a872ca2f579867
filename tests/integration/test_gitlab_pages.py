"""The forge in a real world: its pages answer, write nothing, and say what the database and git say."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.gitlab_pages import SITE, pages, path_of
from bench.gitlab_writes import Person, edit, new_project
from bench.pages import Page, cookies

from reset import images
from reset.world import World
from sites.spec import load_site


@pytest.fixture(scope="module")
def forge_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"forge-{os.getpid()}") as world:
        yield world


@pytest.fixture
def forge(forge_world: World) -> World:
    """A pristine forge."""
    forge_world.reset()
    return forge_world


@pytest.fixture(scope="module")
def every_page(forge_world: World) -> list[Page]:
    return pages(forge_world)


@pytest.fixture
def emma(forge: World) -> Person:
    return Person(forge, "maintainer")


@pytest.fixture
def tomasz(forge: World) -> Person:
    return Person(forge, "contributor")


def mail(world: World, username: str) -> str:
    return str(world.query(SITE, f"SELECT default_email AS m FROM users WHERE user = '{username}'")[0]["m"])


def own_project(world: World) -> str:
    """The address of a public project of the maintainer."""
    return path_of(
        world.query(
            SITE,
            "SELECT p.name, p.namespace, p.is_fork, u.user AS owner FROM projects p"
            " JOIN users u ON u.id = p.user_id WHERE u.user = 'emma' AND p.is_fork = 0 AND p.private = 0"
            " ORDER BY p.id LIMIT 1",
        )[0]
    )


def added(world: World) -> dict[str, int]:
    """Rows added by table, noise left out."""
    tables = world.changes(SITE)["tables"]
    return {name: found["counts"]["added"] for name, found in tables.items() if found["counts"]["added"]}


# ---- looking ---------------------------------------------------------------------------------------------
def test_every_page_answers_and_writes_nothing(forge: World, every_page: list[Page]) -> None:
    for page in every_page:
        answer = forge.fetch(SITE, page.path, cookies=cookies(forge, SITE, page.profile), follow=False)
        assert answer.status_code == 200, f"{page.name} {page.path}: {answer.status_code}"
    assert forge.clean(SITE), "a mere view wrote something"


def test_same_request_gives_the_same_page(forge: World, every_page: list[Page]) -> None:
    for page in every_page[::4]:
        jar = cookies(forge, SITE, page.profile)
        first, second = (forge.fetch(SITE, page.path, cookies=jar).text for _ in range(2))
        assert first == second, page.path


def test_nothing_is_loaded_from_elsewhere(forge: World, every_page: list[Page]) -> None:
    for page in every_page:
        html = (
            Person(forge, page.profile).look(page.path) if page.profile else forge.fetch(SITE, page.path).text
        )
        html = re.sub(r"(?s)(<script[^>]*>).*?</script>", r"\1", html)  # what scripts make is theirs
        loaded = re.findall(r'<(?:script|img|link|iframe)[^>]+(?:src|href)="([^"]+)"', html)
        assert [url for url in loaded if not url.startswith("/")] == [], page.path


def test_addresses_follow_the_host(forge: World) -> None:
    own = own_project(forge)
    assert f"http://gitlab.webarium.test{own}.git" in forge.fetch(SITE, own).text
    for_people = forge.fetch(SITE, own, headers={"Host": "gitlab.localhost:8123"}).text
    assert f"http://gitlab.localhost:8123{own}.git" in for_people
    assert "ssh://git@gitlab.webarium.test/" in Person(forge, "maintainer").look(own)


def test_sessions_are_logged_in(forge: World) -> None:
    for profile, spec in load_site(SITE).profiles.items():
        assert f">{spec.username}</strong>" in Person(forge, profile).look("/help/")


def test_private_projects_are_hidden_from_others(forge: World, emma: Person, tomasz: Person) -> None:
    hidden = forge.query(
        SITE,
        "SELECT p.name, p.namespace, p.is_fork, u.user AS owner FROM projects p JOIN users u"
        " ON u.id = p.user_id WHERE p.private = 1 AND u.user = 'emma' ORDER BY p.id",
    )
    assert len(hidden) >= 3
    for row in hidden:
        assert row["name"] in emma.look(path_of(row))
        assert forge.fetch(SITE, path_of(row), cookies=tomasz.jar).status_code == 404


def test_to_do_list_counts_what_sql_counts(forge: World, emma: Person) -> None:
    html = emma.look("/dashboard/todos/")
    for anchor, sql in (
        ("assigned", "issues i JOIN users u ON u.id = i.assignee_id"),
        ("reviews", "pull_requests i JOIN users u ON u.id = i.assignee_id"),
        ("mine", "pull_requests i JOIN users u ON u.id = i.user_id"),
    ):
        (row,) = forge.query(
            SITE, f"SELECT COUNT(*) AS n FROM {sql} WHERE u.user = 'emma' AND i.status = 'Open'"
        )
        shown = re.search(rf'id="{anchor}">[^<]+<span[^>]*>(\d+)</span>', html)
        assert shown, anchor
        assert int(shown[1]) == row["n"]
    assert "merge request" in html.lower()


# ---- writing ---------------------------------------------------------------------------------------------
def test_a_new_project_has_its_readme_licence_and_due_date(forge: World, emma: Person) -> None:
    emma.send("/new/", new_project("kiln", licence="MIT"))
    files = emma.look("/kiln/tree/main")
    assert "LICENSE" in files
    assert "README.md" in files
    assert "Emma Lindqvist" in emma.look("/kiln/raw/main/f/LICENSE")
    assert forge.query(
        SITE,
        "SELECT k.name FROM issue_keys k JOIN projects p ON p.id = k.project_id WHERE p.name = 'kiln'",
    ) == [{"name": "due_date"}]


def test_a_change_travels_from_a_fork_to_a_merge(forge: World, emma: Person, tomasz: Person) -> None:
    emma.send("/new/", new_project("kiln"))
    tomasz.send("/do_fork/kiln", {}, page="/kiln")
    fork = "/fork/tomasz/kiln"
    tomasz.send(f"{fork}/edit/main/f/README.md", edit("Hot\n", "hot", mail(forge, "tomasz")))
    tomasz.send(f"{fork}/diff/main..hot", {"title": "Heat", "initial_comment": "", "branch_to": "main"})
    assert "Hot" not in emma.look("/kiln/raw/main/f/README.md")
    emma.send("/kiln/pull-request/1/merge", {}, page="/kiln/pull-request/1")
    assert emma.look("/kiln/raw/main/f/README.md") == "Hot\n"
    (row,) = forge.query(
        SITE,
        "SELECT r.status FROM pull_requests r JOIN projects p ON p.id = r.project_id"
        " WHERE p.name = 'kiln' AND p.is_fork = 0",
    )
    assert row["status"] == "Merged"


def test_an_issue_adds_its_rows_and_no_others(forge: World, emma: Person) -> None:
    at = own_project(forge)
    emma.send(f"{at}/new_issue", {"title": "Too hot", "issue_content": "Indeed.", "status": "Open"})
    assert added(forge) == {"issues": 1, "pagure_logs": 1}
    assert forge.changes(SITE)["files"] == {"added": [], "removed": [], "changed": []}


def test_a_due_date_is_kept(forge: World, emma: Person) -> None:
    row = forge.query(
        SITE,
        "SELECT p.name, p.namespace, p.is_fork, u.user AS owner, i.id AS number, i.uid FROM issues i"
        " JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = p.user_id"
        " WHERE u.user = 'emma' AND i.status = 'Open' AND p.private = 0 ORDER BY i.uid LIMIT 1",
    )[0]
    at = f"{path_of(row)}/issue/{row['number']}"
    emma.send(f"{at}/update", {"due_date": "2026-05-01"}, page=at)
    (kept,) = forge.query(
        SITE, "SELECT value FROM issue_values WHERE issue_uid = %(uid)s", {"uid": row["uid"]}
    )
    assert kept["value"] == "2026-05-01"


def test_a_due_date_is_kept_with_a_new_issue(forge: World, emma: Person, tomasz: Person) -> None:
    emma.send("/new/", new_project("kiln"))
    assert 'name="due_date"' in emma.look("/kiln/new_issue")
    issue = {"title": "Cools too slowly", "issue_content": "All night.", "due_date": "2026-05-01"}
    for person, fields in (
        (emma, issue),
        (emma, issue | {"due_date": "soon"}),
        (emma, issue | {"due_date": ""}),
        (tomasz, issue),  # has no rights there
    ):
        person.send("/kiln/new_issue", fields)
    assert forge.query(
        SITE,
        "SELECT i.id, v.value FROM issues i JOIN projects p ON p.id = i.project_id"
        " LEFT JOIN issue_values v ON v.issue_uid = i.uid WHERE p.name = 'kiln' ORDER BY i.id",
    ) == [
        {"id": 1, "value": "2026-05-01"},
        {"id": 2, "value": None},
        {"id": 3, "value": None},
        {"id": 4, "value": None},
    ]


def new_file(path: str, text: str, branch: str, email: str) -> dict[str, str]:
    """The form of a new file."""
    return edit(text, branch, email) | {"path": path}


def test_a_new_file_comes_with_its_folders(forge: World, emma: Person, tomasz: Person) -> None:
    emma.send("/new/", new_project("kiln"))
    assert "/kiln/new_file/main/" in emma.look("/kiln/tree/main")
    assert "/kiln/new_file/main/" not in tomasz.look("/kiln/tree/main")
    me = mail(forge, "emma")
    at = "/kiln/new_file/main/"
    emma.send(at, new_file("docs/glaze/first.md", "Blue\r\nGreen", "main", me))
    assert emma.look("/kiln/raw/main/f/docs/glaze/first.md") == "Blue\nGreen\n"
    emma.send(at, new_file("docs/second.md", "Two", "more", me))
    assert emma.look("/kiln/raw/more/f/docs/second.md") == "Two\n"
    assert forge.fetch(SITE, "/kiln/raw/main/f/docs/second.md").status_code == 404
    for path in ("docs/glaze/first.md", "docs", "docs/glaze/first.md/x", "../up.md", ".git/x"):
        emma.send(at, new_file(path, "Red", "main", me))
    emma.send(at, new_file("third.md", "Three", "bad..name", me))
    assert emma.look("/kiln/raw/main/f/docs/glaze/first.md") == "Blue\nGreen\n"
    assert "third.md" not in emma.look("/kiln/tree/main")
    commits = forge.query(
        SITE,
        "SELECT COUNT(*) AS n FROM pagure_logs l JOIN projects p ON p.id = l.project_id"
        " WHERE p.name = 'kiln' AND l.log_type = 'committed'",
    )
    assert commits[0]["n"] >= 2


def test_who_may_not_push_may_not_add_a_file(forge: World, emma: Person, tomasz: Person) -> None:
    at = own_project(forge)
    assert "Commit new file" in emma.look(f"{at}/new_file/main/?folder=docs")
    fields = new_file("NEW", "new", "main", mail(forge, "tomasz"))
    answer = tomasz.post(f"{at}/new_file/main/", fields | {"csrf_token": tomasz.token("/new/")})
    assert answer.status_code == 403
    assert forge.clean(SITE)


def test_a_status_line_is_shown(forge: World, emma: Person, tomasz: Person) -> None:
    tomasz.send("/settings/status/", {"status": "At the kiln", "bio": "", "website": "", "place": ""})
    assert "At the kiln" in emma.look("/user/tomasz")


def test_a_public_key_is_taken_or_refused(forge: World, emma: Person) -> None:
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIM3+mtWLRiJtY+syLazTX096w4CWGAyHJYwULkvKmjz1 emma@kiln"
    for text in (key, "ssh-ed25519 AAAA emma@nowhere"):
        emma.send("/settings/usersettings/addkey", {"ssh_key": text}, page="/settings/")
    rows = forge.changes(SITE)["tables"]["sshkeys"]["added"]
    assert [row["public_ssh_key"] for row in rows] == [key]
    assert "emma@kiln" in rows[0]["ssh_short_key"]


def test_git_over_http(forge: World, tmp_path: Path) -> None:
    """Clone as anybody, push as a member, be refused as somebody else; the push is logged."""
    at = own_project(forge)
    host = ["-c", "http.extraHeader=Host: gitlab.webarium.test"]
    port = f"127.0.0.1:{forge.http_port}"
    env = os.environ | {"GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_GLOBAL": os.devnull}

    def git(*words: str, folder: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["git", *host, *words], cwd=folder, env=env, capture_output=True, text=True, check=False
        )

    assert git("clone", "-q", f"http://{port}{at}.git", "copy").returncode == 0
    copy = tmp_path / "copy"
    (copy / "NEW").write_text("new\n")
    git("add", "NEW", folder=copy)
    who = ["-c", "user.name=Emma", "-c", f"user.email={mail(forge, 'emma')}"]
    assert git(*who, "commit", "-qm", "Add a file", folder=copy).returncode == 0
    refused = git("push", f"http://kazimierz:webarium@{port}{at}.git", "HEAD:main", folder=copy)
    assert refused.returncode != 0
    assert forge.clean(SITE) or added(forge) == {}
    taken = git("push", f"http://emma:webarium@{port}{at}.git", "HEAD:main", folder=copy)
    assert taken.returncode == 0, taken.stderr
    assert added(forge) == {"pagure_logs": 1}
    assert forge.fetch(SITE, f"{at}/raw/main/f/NEW").text == "new\n"


# ---- coming back -----------------------------------------------------------------------------------------
def act(emma: Person, tomasz: Person, world: World) -> None:
    """Writes of several kinds."""
    emma.send("/new/", new_project("kiln", licence="GPL-3.0"))
    tomasz.send("/do_fork/kiln", {}, page="/kiln")
    fork = "/fork/tomasz/kiln"
    tomasz.send(f"{fork}/edit/main/f/README.md", edit("Hot\n", "hot", mail(world, "tomasz")))
    tomasz.send(f"{fork}/diff/main..hot", {"title": "Heat", "initial_comment": "", "branch_to": "main"})
    emma.send("/kiln/pull-request/1/merge", {}, page="/kiln/pull-request/1")
    at = own_project(world)
    emma.send(f"{at}/new_issue", {"title": "Too hot", "issue_content": "Indeed.", "status": "Open"})


def test_reset_is_exact_and_actions_repeat(forge: World) -> None:
    """The same writes give the same state, bit by bit, and reset takes all of it back."""
    pristine = forge.digest(SITE)
    after = []
    for _ in range(2):
        act(Person(forge, "maintainer"), Person(forge, "contributor"), forge)
        assert forge.settle()[SITE]["settled"]
        after.append(forge.digests(SITE))
        forge.reset()
        assert forge.digest(SITE) == pristine
        assert forge.clean(SITE)
    assert after[0] == after[1]
    assert after[0]["digest"] != pristine


def test_every_build_makes_the_indexes_in_one_order(forge: World) -> None:
    """They are part of the data's digest; in SQLAlchemy's set they lie by their addresses in memory."""
    rows = forge.query(
        SITE,
        "SELECT s.table_name AS t, s.index_name AS i FROM information_schema.statistics s WHERE"
        " s.table_schema = DATABASE() AND s.seq_in_index = 1 AND s.non_unique = 1"
        " AND s.index_name LIKE 'ix\\_%%'",
    )
    made: dict[str, list[str]] = {}
    for row in rows:
        made.setdefault(row["t"], []).append(row["i"])
    assert sum(len(names) > 1 for names in made.values()) > 5
    assert {table: sorted(names) for table, names in made.items()} == made
