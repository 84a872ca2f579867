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


def nothing(*_: Any, **__: Any) -> None:
    """Takes the place of functions whose work is not wanted."""


def install() -> None:
    """Issues and requests live in the database alone; attachments in their folder."""
    import pagure.hooks
    import pagure.lib.git
    import pagure.lib.query
    from pagure.config import config
    from sitekit.patches import replace

    config["TICKETS_FOLDER"] = f"{NOWHERE}/tickets"
    config["REQUESTS_FOLDER"] = f"{NOWHERE}/requests"
    replace(pagure.lib.query, "get_repotypes", lambda: ("main",), of="8c9c3bb1bc6d")
    replace(pagure.lib.git, "update_pull_ref", update_pull_ref, of="0c14382f26a4")
    # these would write into the repository of tickets, which there is none of
    replace(pagure.lib.git, "update_git", nothing, of="71124b191e73")
    replace(pagure.lib.git, "clean_git", nothing, of="fb1838fa031d")
    replace(pagure.lib.git, "_add_file_to_git", nothing, of="c7a6f80d2b97")
    # git finds the hooks by core.hooksPath: see docker/gitlab
    replace(pagure.hooks.BaseHook, "set_up", classmethod(nothing), of="91191eee5e2c")
