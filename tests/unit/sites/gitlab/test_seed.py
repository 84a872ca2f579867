"""The forge's seed: what it holds, that ids are git's, that its programs work."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest
import yaml

from sites.gitlab.seed import generate
from sites.gitlab.seed.__main__ import counts
from sites.gitlab.seed.drafts import Cast
from sites.gitlab.seed.families import load_family
from sites.gitlab.seed.gitobjects import Repository, object_id
from sites.gitlab.seed.history import History
from sites.gitlab.seed.merging import merges, part_of
from sites.gitlab.seed.records import EPOCH, FIRST_DAY, Forge, Project
from sites.gitlab.seed.sample import sample
from sites.sitekit.distinctness import measure
from sites.world_data import load

World = tuple[Forge, dict[str, Repository]]


@pytest.fixture(scope="module")
def world() -> World:
    return generate()


@pytest.fixture(scope="module")
def own(world: World) -> list[Project]:
    return [one for one in world[0].projects if not one.parent]


def git(*arguments: str, folder: Path, data: bytes | None = None) -> str:
    """What git says in a folder; a failure is an error."""
    done = subprocess.run(["git", *arguments], cwd=folder, input=data, capture_output=True, check=True)
    return done.stdout.decode()


def imported(stream: bytes, folder: Path) -> Path:
    """A bare repository made from a stream."""
    folder.mkdir(parents=True)
    git("init", "-q", "--bare", "-b", "main", folder=folder)
    git("fast-import", "--quiet", "--done", folder=folder, data=stream)
    return folder


def checked_out(world: World, project: Project, folder: Path) -> Path:
    """The files of main of a project below ``folder``."""
    repository = world[1][project.stream]
    for path, text in repository.trees[repository.tip("main")].items():
        target = folder / project.name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        if text.startswith("#!"):
            target.chmod(0o755)
    return folder / project.name


# ---- size ----
def test_there_is_enough_of_everything(world: World) -> None:
    found = counts(world[0])
    least = {
        "projects": 120,
        "owners": 40,
        "groups": 8,
        "commits": 6000,
        "authors": 80,
        "issues": 1500,
        "pull requests": 500,
        "private projects": 5,
        "tags": 100,
        "pull requests open": 50,
        "pull requests closed": 30,
        "pull requests in conflict": 2,
    }
    assert {name: found[name] for name, number in least.items() if found[name] < number} == {}


def test_backlogs_fill_pages_and_texts_differ(own: list[Project]) -> None:
    page = 24
    waiting = sorted((sum(issue.status == "Open" for issue in one.issues) for one in own), reverse=True)
    assert waiting[3] > 2 * page
    asked = sorted((sum(pull.status == "Open" for pull in one.pull_requests) for one in own), reverse=True)
    assert asked[0] > page
    issues = [issue for one in own for issue in one.issues]
    assert max(len(one.comments) for one in issues) > page
    # Before people had voices and more to say it was 0.42 and 0.28.
    assert measure(one.text for one in issues).sentences > 0.55
    assert measure(talk.text for one in issues for talk in one.comments).sentences > 0.45


def test_equal_seeds_give_equal_forges_and_others_do_not() -> None:
    spec = next(one for one in load("projects")["projects"] if one["name"] == "night-bus")
    people = {name: (name.title(), f"{name}@x.example") for name in ("gunnar", "ada", "bo", "cleo")}
    cast = Cast(("gunnar", "ada"), ("bo", "cleo"), ("cleo", "bo"))
    lives = [History(spec, cast, people, seed, "Gunnar").run().repo for seed in (1, 1, 2)]
    assert lives[0].stream() == lives[1].stream()
    assert lives[0].tip("main") != lives[2].tip("main")


# ---- order of time, references ----
def test_nothing_is_outside_the_three_years(world: World) -> None:
    for project in world[0].projects:
        dates = [one.date for one in project.commits]
        dates += [one.updated for one in (*project.issues, *project.pull_requests)]
        assert all(FIRST_DAY <= date < EPOCH for date in dates), project.full_name
    assert all(FIRST_DAY <= star.date < EPOCH for star in world[0].stars)


def test_parents_come_before_children(world: World) -> None:
    for project in world[0].projects:
        seen: dict[str, object] = {}
        for commit in project.commits:
            assert all(parent in seen for parent in commit.parents), project.full_name
            assert all(seen[parent] <= commit.date for parent in commit.parents), commit.message
            seen[commit.id] = commit.date


def test_numbers_follow_time(own: list[Project]) -> None:
    for project in own:
        both = {one.number: one.created for one in (*project.issues, *project.pull_requests)}
        assert len(both) == len(project.issues) + len(project.pull_requests), project.name
        dates = [both[number] for number in sorted(both)]
        assert dates == sorted(dates), project.name


def test_nobody_acts_before_the_account_exists(world: World) -> None:
    born = {one.username: one.created for one in world[0].users}
    assert len(born) == len(world[0].users)
    for project in world[0].projects:
        acts = [(one.author, one.date) for one in project.commits]
        for item in (*project.issues, *project.pull_requests):
            acts.append((item.author, item.created))
            acts += [(one.author, one.date) for one in item.comments]
        assert [act for act in acts if born[act[0]] >= act[1]] == [], project.full_name


def test_closed_issues_say_how_and_comments_follow(own: list[Project]) -> None:
    for issue in (issue for project in own for issue in project.issues):
        assert (issue.status == "Closed") == bool(issue.closed and issue.close_status and issue.closed_by)
        moments = [issue.created, *(one.date for one in issue.comments)]
        assert moments == sorted(moments), issue.title


def test_milestones_and_labels_exist(own: list[Project]) -> None:
    for project in own:
        milestones = {one.name for one in project.milestones} | {None}
        labels = {one.name for one in project.labels}
        assert {one.milestone for one in project.issues} <= milestones
        assert {name for one in (*project.issues, *project.pull_requests) for name in one.labels} <= labels


def test_merged_requests_are_merges_of_main(world: World, own: list[Project]) -> None:
    for project in own:
        main = set(world[1][project.stream].reachable(project.branches[0].commit))
        commits = {one.id: one for one in project.commits}
        for one in project.pull_requests:
            if one.status == "Merged":
                assert one.merge_commit in main
                assert commits[one.merge_commit].parents[1] == one.commit_stop
                assert commits[one.merge_commit].date == one.closed
            else:
                assert one.merge_commit is None
                assert one.commit_stop not in main


def test_sources_of_requests_exist(world: World, own: list[Project]) -> None:
    forks = {one.full_name: one for one in world[0].projects if one.parent}
    for project in own:
        for one in project.pull_requests:
            if one.status != "Open":
                continue
            where = forks[one.source] if one.source else project
            assert {branch.name: branch.commit for branch in where.branches}[
                one.branch_from
            ] == one.commit_stop


def test_profiles(world: World, own: list[Project]) -> None:
    mine = [one for one in own if one.owner == "emma"]
    waiting = [
        pull for one in mine for pull in one.pull_requests if (pull.status, pull.assignee) == ("Open", "emma")
    ]
    assert len(waiting) >= 5
    assert sum(one.private for one in mine) == 5
    stars = Counter(star.project for star in world[0].stars)
    popular = [stars[one.full_name] for one in mine if not one.private]
    assert len(set(popular)) == len(popular)
    assert sum(pull.author == "tomasz" for one in own for pull in one.pull_requests) >= 5
    assert all(one.author != "kazimierz" for project in own for one in project.commits)
    assert not any(star.project == one.full_name for one in own if one.private for star in world[0].stars)


def test_two_projects_of_one_kind_differ(world: World, own: list[Project]) -> None:
    programs: dict[str, set[frozenset[str]]] = {}
    for spec, project in zip(load("projects")["projects"], own, strict=True):
        repository = world[1][project.stream]
        texts = frozenset(repository.trees[repository.tip("main")].values())
        assert texts not in programs.setdefault(spec["program"], set()), project.name
        programs[spec["program"]].add(texts)
        assert spec["name"] in load_family(spec["program"]).projects


# ---- git ----
def test_an_object_id_is_gits() -> None:
    assert object_id("blob", b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"


def test_the_sample_is_what_git_makes_of_it(tmp_path: Path) -> None:
    forge, streams = sample()
    for number, project in enumerate(forge.projects):
        folder = imported(streams[project.stream], tmp_path / str(number))
        assert git("rev-parse", "main", folder=folder).strip() == project.branches[0].commit


@pytest.mark.parametrize("which", ["largest", "fork", "private"])
def test_git_gives_the_recorded_ids(which: str, world: World, own: list[Project], tmp_path: Path) -> None:
    forks = [one for one in world[0].projects if one.parent and len(one.branches) > 1]
    project = {
        "largest": max(own, key=lambda one: len(one.commits)),
        "fork": forks[0],
        "private": next(one for one in own if one.private),
    }[which]
    folder = imported(world[1][project.stream].stream(), tmp_path / "x.git")
    lines = git("for-each-ref", "--format=%(refname) %(objectname)", folder=folder).split("\n")
    refs = dict(line.split() for line in lines if line)
    expected = {f"refs/heads/{one.name}": one.commit for one in project.branches}
    expected |= {f"refs/tags/{one.name}": one.id for one in project.tags}
    expected |= {one.head_ref: one.commit_stop for one in project.pull_requests}
    assert refs == expected
    for one in project.pull_requests:
        if one.status == "Open":
            call = ["git", "merge-tree", "--write-tree", "main", one.commit_stop]
            assert (subprocess.run(call, cwd=folder, capture_output=True).returncode == 0) == one.mergeable
    git("fsck", "--strict", folder=folder)


def test_all_open_requests_that_should_merge_do(world: World, own: list[Project], tmp_path: Path) -> None:
    busy = [one for one in own if any(pull.status == "Open" for pull in one.pull_requests)]
    for project in busy[::6]:
        folder = imported(world[1][project.stream].stream(), tmp_path / project.name)
        for one in project.pull_requests:
            if one.status == "Open" and one.mergeable:
                git("merge-tree", "--write-tree", "main", one.commit_stop, folder=folder)


def test_merging_looks_at_ranges() -> None:
    base = {"a": "1\n2\n3\n4\n5\n6\n"}
    assert merges(base, {"a": "0\n2\n3\n4\n5\n6\n"}, {"a": "1\n2\n3\n4\n5\n9\n"})
    assert not merges(base, {"a": "0\n2\n3\n4\n5\n6\n"}, {"a": "9\n2\n3\n4\n5\n6\n"})
    assert merges(base, base, {"a": "x\n", "b": "y\n"})


def test_parts() -> None:
    paths = (
        "tests/test_x.py",
        "x.test.js",
        "code_test.go",
        "README.md",
        "docs/faq.md",
        "src/main.rs",
        "test.c",
    )
    assert [part_of(path) for path in paths] == ["tests", "tests", "tests", "docs", "docs", "code", "code"]


# ---- programs ----
def test_files_can_be_read(world: World, own: list[Project]) -> None:
    for project in own:
        repository = world[1][project.stream]
        for path, text in repository.trees[repository.tip("main")].items():
            assert "«" not in text, (project.name, path)
            assert "%% " not in text, (project.name, path)
            if path.endswith(".py"):
                ast.parse(text)
            elif path.endswith(".json"):
                json.loads(text)
            elif path.endswith((".yml", ".yaml")):
                yaml.safe_load(text)


def first_of_kinds(own: list[Project], language: str) -> list[Project]:
    """A project of each kind of program in a language."""
    kinds: dict[str, Project] = {}
    for spec, project in zip(load("projects")["projects"], own, strict=True):
        if project.language == language:
            kinds.setdefault(spec["program"], project)
    return list(kinds.values())


def test_python_programs_pass_their_tests(world: World, own: list[Project], tmp_path: Path) -> None:
    projects = first_of_kinds(own, "Python")
    assert len(projects) > 10
    for project in projects:
        folder = checked_out(world, project, tmp_path)
        call = [sys.executable, "-m", "unittest", "discover", "-q", "-s", "tests", "-t", "."]
        done = subprocess.run(call, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, (project.name, done.stderr)
        assert "Ran 0 tests" not in done.stderr


def test_shell_programs_pass_their_tests(world: World, own: list[Project], tmp_path: Path) -> None:
    for project in own:
        if project.language != "Shell":
            continue
        folder = checked_out(world, project, tmp_path)
        for script in folder.rglob("*.sh"):
            subprocess.run(["sh", "-n", str(script)], check=True)
    for project in first_of_kinds(own, "Shell"):
        done = subprocess.run(
            ["sh", "tests/run.sh"], cwd=tmp_path / project.name, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["ok"]), (project.name, done)


def test_records_are_plain(world: World) -> None:
    project = world[0].projects[0]
    text = json.dumps(asdict(project), default=lambda value: value.isoformat())
    assert json.loads(text)["stream"] == project.stream
