"""Where things are kept: no repositories of tickets and requests, and pull refs without needless writes."""

from __future__ import annotations

import subprocess
from typing import Any

NOWHERE = "/nonexistent"
"""Where Pagure looks for repositories that there are none of."""


def update_pull_ref(request: Any, repo: Any) -> None:
    """Bring refs/pull/N/head of the target up to the branch a request comes from, if it is behind.

    Pagure pushes on every look at an open request, and writes the source's configuration to do so.
    """
    import pygit2
    from pagure.utils import get_repo_path

    ref = f"refs/pull/{request.id}/head"
    source = repo.lookup_branch(request.branch_from)
    if source is None:
        return
    wanted = source.peel().id
    path = get_repo_path(request.project)
    target = pygit2.Repository(path)
    if ref in target.references and target.references[ref].target == wanted:
        return
    subprocess.run(
        ["git", "fetch", "--quiet", "--no-tags", repo.path, f"+refs/heads/{request.branch_from}:{ref}"],
        cwd=path,
        check=True,
        capture_output=True,
    )


def install() -> None:
    """Issues and requests live in the database alone; attachments in their folder."""
    import pagure.hooks
    import pagure.lib.git
    import pagure.lib.query
    from pagure.config import config

    config["TICKETS_FOLDER"] = f"{NOWHERE}/tickets"
    config["REQUESTS_FOLDER"] = f"{NOWHERE}/requests"
    pagure.lib.query.get_repotypes = lambda: ("main",)
    pagure.lib.git.update_pull_ref = update_pull_ref
    # both would write into the repository of tickets, which there is none of
    pagure.lib.git.update_git = lambda obj, repo: None
    pagure.lib.git.clean_git = lambda repo, obj_repotype, obj_uid: None
    pagure.lib.git._add_file_to_git = lambda repo, issue, attachmentfolder, user, filename: None
    # git finds the hooks by core.hooksPath: see docker/gitlab
    pagure.hooks.BaseHook.set_up = classmethod(lambda cls, project: None)
