"""A forge of a few records, for developing the loader without the generator."""

from __future__ import annotations

from datetime import timedelta

from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.records import (
    EPOCH,
    Branch,
    Forge,
    Group,
    Issue,
    Label,
    Member,
    Project,
    PullRequest,
    Star,
    Tag,
    User,
)


def sample() -> tuple[Forge, dict[str, bytes]]:
    """Two users, a group, a project, a fork and a pull request; streams by their path.

    The ids are those that git gives.
    """
    start = EPOCH - timedelta(days=30)
    people = {
        "emma": ("Emma Lindqvist", "emma.lindqvist@mailbox.example"),
        "tomasz": ("Tomasz Wieczorek", "t@x.example"),
    }
    users = tuple(User(key, name, (mail,), start) for key, (name, mail) in people.items())
    main = Repository(people)
    files = {"README.md": "# hello\n", "hello.py": 'print("hello")\n'}
    first = main.commit("main", files, "emma", start, "Print a greeting")
    fork = main.copy()
    files = files | {"hello.py": 'print("hello, world")\n'}
    second = fork.commit("world", files, "tomasz", start + timedelta(days=2), "Greet the world")
    main.adopt(fork, second, "refs/pull/1/head")
    tag = main.tag("v0.1", first, "emma", start, "Version 0.1")
    one = PullRequest(
        1,
        "Greet the world",
        "All of it.",
        "tomasz",
        start + timedelta(days=3),
        "world",
        "main",
        (second,),
        source="forks/tomasz/tools/hello",
        assignee="emma",
        reviewers=("emma",),
    )
    issue = Issue(
        2, "Greets nobody by name", "It could ask.", "tomasz", start + timedelta(days=4), labels=("bug",)
    )
    project = Project(
        "hello",
        "tools",
        "emma",
        "Greets",
        start,
        "streams/tools/hello.fi",
        labels=(Label("bug", "", "#c0392b"),),
        branches=(Branch("main", first),),
        tags=(Tag("v0.1", tag, first, "emma", start, "Version 0.1"),),
        commits=main.records("main"),
        issues=(issue,),
        pull_requests=(one,),
    )
    copy = Project(
        "hello",
        "tools",
        "tomasz",
        "Greets",
        start + timedelta(days=1),
        "streams/forks/tomasz/tools/hello.fi",
        parent="tools/hello",
        branches=(Branch("main", first), Branch("world", second)),
        commits=fork.records("world"),
    )
    group = Group("tools", "Tools", "Small tools", "emma", start, (Member("emma", "owner", start),))
    forge = Forge(1, users, (group,), (project, copy), (Star("tomasz", "tools/hello", start),))
    return forge, {project.stream: main.stream(), copy.stream: fork.stream()}
