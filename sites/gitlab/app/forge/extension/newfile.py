"""A new file, made in the browser; Pagure can edit files but not add one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import flask
import pagure.lib.query
import pagure.utils
import pygit2
import wtforms
from pagure.exceptions import PagureException
from pagure.forms import EditFileForm
from pagure.lib.git import TemporaryClone, _make_signature

from forge.extension.paths import repository_path


class NewFileForm(EditFileForm):
    """The form of an edited file, and where the new one goes."""

    path = wtforms.StringField("File name", [wtforms.validators.DataRequired()])


def add_file(
    project: Any, user: Any, email: str, places: tuple[str, str], path: str, text: str, words: str
) -> None:
    """Commit a new file; the folders of its path come with it.

    Args:
        project: whose repository.
        user: who commits.
        email: the address they commit with.
        places: the branch whose files it joins, and the branch it is pushed to (the same, or a new one).
        path: see `repository_path`.
        text: its content.
        words: the commit message.

    Raises:
        ValueError: there is something of that name already.
        PagureException: the push was refused.
    """
    base, target = places
    with project.lock("WORKER"), TemporaryClone(project, "main", "add_file") as clone:
        repository = clone.repo
        repository.checkout(f"refs/heads/{base}")
        top = Path(repository.workdir).resolve()
        file = top / path
        above = next(folder for folder in file.parents if folder.exists())
        if (
            file.exists()
            or file.is_symlink()
            or not above.is_dir()
            or not above.resolve().is_relative_to(top)
        ):
            raise ValueError(f"{path}: there is a file of that name on {base}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        repository.index.add(path)
        repository.index.write()
        author = _make_signature(name=user.fullname or user.user, email=email)
        parents = [repository.head.target]
        repository.create_commit("HEAD", author, author, words, repository.index.write_tree(), parents)
        clone.push(user.user, f"refs/heads/{base}", f"refs/heads/{target}")


def page(branchname: str, folder: str, addresses: dict[str, Any]) -> Any:
    """The form of a new file, and what it does.

    Args:
        branchname: the branch that was looked at.
        folder: the folder that was looked at.
        addresses: repo, username and namespace as Pagure's addresses have them.
    """
    repo, repository = flask.g.repo, flask.g.repo_obj
    if repository.is_empty or branchname not in repository.listall_branches():
        flask.abort(404, description="Branch not found")
    user = pagure.lib.query.get_user(flask.g.session, flask.g.fas_user.username)
    form = NewFileForm(emails=user.emails)
    target = (form.branch.data or branchname).strip()
    # some may push to branches of some names only: any of them may look at the form
    ref = f"refs/heads/{target}" if flask.request.method == "POST" else None
    if not pagure.utils.is_repo_collaborator(repo, refname=ref, session=flask.g.session):
        flask.abort(403, description="You are not allowed to add files in this project")
    if flask.request.method == "GET":
        form.email.data, form.branch.data = user.default_email, branchname
        form.path.data = f"{folder}/" if folder else ""
    elif form.validate_on_submit():
        try:
            if not pygit2.reference_is_valid_name(f"refs/heads/{target}"):
                raise ValueError(f"{target} cannot be the name of a branch")
            path = repository_path(form.path.data)
            text = (form.content.data or "").replace("\r", "")
            text += "" if text.endswith("\n") or not text else "\n"
            words = f"{form.commit_title.data.strip()}\n\n{(form.commit_message.data or '').strip()}".strip()
            base = target if target in repository.listall_branches() else branchname
            add_file(repo, user, form.email.data, (base, target), path, text, words)
            at = flask.url_for("ui_ns.view_file", identifier=target, filename=path, **addresses)
            return flask.redirect(at)
        except (ValueError, PagureException) as error:
            flask.flash(str(error), "error")
    return flask.render_template(
        "smithy/new_file.html",
        select="tree",
        form=form,
        branchname=branchname,
        **(addresses | {"repo": repo}),
    )
