"""What is done once before the first visitor, so that no visitor pays for it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa


def paths(session: Any) -> list[str]:
    """Pages of every kind, of the request that was talked about most."""
    from pagure.lib import model

    found = [
        "/",
        "/browse/projects/",
        "/login/",
        "/new/",
        "/dashboard/todos/",
        "/settings/",
        "/api/0/projects",
    ]
    talk = sa.func.count(model.PullRequestComment.id)
    row = (
        session.query(model.PullRequest)
        .join(model.PullRequestComment)
        .group_by(model.PullRequest.uid)
        .order_by(talk.desc(), model.PullRequest.uid)
        .first()
    )
    if row is None:
        return found
    project = f"/{row.project.url_path}"
    tails = ("", "/commits", "/tree", "/issues", "/pull-requests", "/releases", "/settings", "/new_issue")
    found += [project + tail for tail in tails]
    found += [f"{project}/pull-request/{row.id}", f"/user/{row.user.user}", f"{project}/roadmap"]
    issue = session.query(model.Issue).filter(model.Issue.project_id == row.project_id).first()
    if issue is not None:
        found.append(f"{project}/issue/{issue.id}")
    return found


def warm_up(app: Any) -> int:
    """Compile every template and look at pages of every kind, as nobody and as somebody; returns how many."""
    from pagure.lib import model

    from forge import database, jobs
    from forge.login import cookie_name
    from forge.wsgi import compile_templates

    compile_templates()
    session = database.create_session()
    visit = session.query(model.PagureUserVisit).order_by(model.PagureUserVisit.id).first()
    wanted = paths(session)
    session.remove()
    client = app.test_client()
    for key in (None, visit.visit_key if visit else None):
        if key:
            client.set_cookie(cookie_name(), key)
        for path in wanted:
            client.get(path)
    jobs.drain()
    database.dispose()
    return len(wanted)
