"""What we change in Pagure, as far as it goes without Pagure."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import jinja2
import pytest

from sites.gitlab.app.forge import chance, editing, jobs, uids
from sites.gitlab.app.forge.extension.paths import repository_path
from sites.gitlab.loading.people import ssh_key
from sites.gitlab.loading.repositories import on_main, read_packed_refs
from sites.gitlab.loading.rows import naive
from sites.gitlab.seed.sample import sample


class Task:
    """As much of a Celery task as a job needs."""

    name = "task"

    def __init__(self, done: list[str]) -> None:
        self.done = done

    def apply(self, args: Any, kwargs: Any, task_id: str, throw: bool) -> Any:
        (what,) = args
        if what == "break":
            error = ValueError(what)
            return SimpleNamespace(result=error, status="FAILURE", failed=lambda: True, traceback="")
        self.done.append(what)
        if what == "parent":
            jobs.give(self, ("child",))
            assert jobs.give(self, ("second child",)).ready() is False  # within a task nothing else runs
        return SimpleNamespace(result=what.upper(), status="SUCCESS", failed=lambda: False)


def test_a_job_waits_until_somebody_asks() -> None:
    done: list[str] = []
    job = jobs.give(Task(done), ("one",))
    assert (done, job.status) == ([], "PENDING")
    assert job.ready()
    assert (done, job.get(), job.status) == (["one"], "ONE", "SUCCESS")


def test_what_a_job_gives_comes_after_what_waits() -> None:
    done: list[str] = []
    for what in ("parent", "other"):
        jobs.give(Task(done), (what,))
    jobs.drain()
    assert done == ["parent", "other", "child", "second child"]


def test_a_failed_job_is_done_and_says_why() -> None:
    job = jobs.give(Task([]), ("break",))
    assert job.ready()
    assert job.failed()
    assert str(job.get(propagate=False)) == "break"
    with pytest.raises(ValueError, match="break"):
        job.get()


def test_an_answer_ends_after_what_its_making_queued() -> None:
    done: list[str] = []

    def body() -> Any:
        yield b"first"
        jobs.give(Task(done), ("late",))
        yield b"last"

    answer = jobs.finishing(body())
    assert [next(answer), next(answer)] == [b"first", b"last"]
    assert done == []
    assert list(answer) == []
    assert done == ["late"]


def test_chance_repeats_and_tells_writes_apart() -> None:
    def draw() -> list[str]:
        chance.reseed("session", "POST", "/new/")
        return [chance._bytes(8).hex(), chance._salt().decode(), str(chance._choice("abc"))]

    first = draw()
    assert draw() == first
    chance.wrote()
    assert draw() != first


def test_ids_follow_from_kind_project_and_number() -> None:
    found = {
        uids.uid(kind, project, number) for kind in ("a", "b") for project in (1, 2) for number in (1, 2)
    }
    assert {len(one) for one in found} == {32}
    assert len(found) == 8


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<b>Pull Requests</b>", "<b>Merge Requests</b>"),
        ("Open PR\n", "Open MR\n"),
        ("PR#{{ n }}", "MR#{{ n }}"),
        ("merge the pull-request now", "merge the merge request now"),
        ("url_for('ui_ns.request_pull') pull-request/1", "url_for('ui_ns.request_pull') pull-request/1"),
        ("SPRINT", "SPRINT"),
    ],
)
def test_people_read_merge_request(before: str, after: str) -> None:
    assert editing.edited("any.html", before) == after


def test_an_edit_without_its_place_is_refused() -> None:
    with pytest.raises(jinja2.TemplateError, match=r"master\.html has no"):
        editing.edited("master.html", "<html></html>")


def test_a_new_file_may_bring_its_folders() -> None:
    assert repository_path(" docs/how to/first.md ") == "docs/how to/first.md"
    assert repository_path(".editorconfig") == ".editorconfig"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "docs/",
        "/etc/passwd",
        "../up",
        "a//b",
        "./a",
        ".git/config",
        "a/.GIT/hooks/x",
        "a\nb",
        "a\\b",
        "x" * 256,
    ],
)
def test_a_new_file_stays_in_its_repository(path: str) -> None:
    with pytest.raises(ValueError, match=r"name|path"):
        repository_path(path)


def test_helpers_of_the_loader() -> None:
    forge, _ = sample()
    project, fork = forge.projects
    assert [commit.id for commit in on_main(project)] == [project.branches[0].commit]
    assert on_main(fork) == [fork.commits[0]]
    moment = naive(project.created)
    assert moment is not None
    assert moment.tzinfo is None
    row = ssh_key(3, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me@laptop", moment)
    assert row["ssh_search_key"].startswith("SHA256:")
    assert not row["ssh_search_key"].endswith("=")


def test_packed_refs(tmp_path: Any) -> None:
    file = tmp_path / "packed-refs"
    file.write_text("# pack-refs with: peeled\nabc refs/heads/main\ndef refs/tags/v1\n^123\n")
    assert read_packed_refs(file) == {"refs/heads/main": "abc", "refs/tags/v1": "def"}
