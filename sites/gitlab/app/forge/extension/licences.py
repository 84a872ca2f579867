"""A licence file in a new project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Response, request

TEXTS = Path(__file__).parent / "texts"
COMMON = Path("/usr/share/common-licenses")
"""Where Debian keeps the texts of the long ones."""

LICENCES = {
    "MIT": ("MIT License", TEXTS / "MIT"),
    "BSD-2-Clause": ("BSD 2-Clause License", TEXTS / "BSD-2-Clause"),
    "Apache-2.0": ("Apache License 2.0", COMMON / "Apache-2.0"),
    "MPL-2.0": ("Mozilla Public License 2.0", COMMON / "MPL-2.0"),
    "GPL-3.0": ("GNU General Public License v3.0", COMMON / "GPL-3"),
}
"""Name and text by SPDX identifier."""


def licence_text(identifier: str, holder: str, year: int) -> str:
    """The licence with its holder filled in where it has a place for one."""
    text = LICENCES[identifier][1].read_text()
    return text.replace("@YEAR@", str(year)).replace("@HOLDER@", holder)


def add_licence(project: Any, user: Any, identifier: str, year: int) -> None:
    """Commit a LICENSE file on the default branch, which may still be unborn."""
    import pygit2
    from pagure.lib.git import TemporaryClone

    holder = user.fullname or user.user
    with project.lock("WORKER"), TemporaryClone(project, "main", "add_licence") as clone:
        repository = clone.repo
        (Path(repository.workdir) / "LICENSE").write_text(licence_text(identifier, holder, year))
        repository.index.add("LICENSE")
        repository.index.write()
        author = pygit2.Signature(holder, user.default_email)
        parents = [] if repository.head_is_unborn else [repository.head.target]
        message = f"Add LICENSE ({identifier})"
        repository.create_commit("HEAD", author, author, message, repository.index.write_tree(), parents)
        clone.push("pagure", repository.references["HEAD"].target, internal="yes")


def after_creation(answer: Any) -> Any:
    """After a project was made by the form: add the licence that the form asked for."""
    import datetime

    import flask
    import pagure.lib.query

    made = (
        answer.status_code if isinstance(answer, Response) else getattr(answer, "status_code", 200)
    ) == 302
    identifier = request.form.get("licence", "")
    if not made or request.method != "POST" or identifier not in LICENCES:
        return answer
    form = request.form
    private = form.get("private") in ("y", "true", "on", "1")
    username = flask.g.fas_user.username
    namespace = username if private else (form.get("namespace") or "").strip() or None
    session = flask.g.session
    project = pagure.lib.query._get_project(session, form["name"].strip(), namespace=namespace)
    if project is not None and Path(project.repopath("main")).exists():
        user = pagure.lib.query.get_user(session, username)
        add_licence(project, user, identifier, datetime.datetime.now().year)
    return answer
