"""The due date of an issue that is being written; the page of an issue has Pagure's own field for it."""

from __future__ import annotations

import datetime
from typing import Any

from forge.extension.models import DUE


def after_writing(answer: Any) -> Any:
    """After an issue was written by the form: give it the due date that the form asked for.

    Only who may set an assignee may set it, as in the form. Pagure takes any text; here it must be a day.
    """
    import flask
    import pagure.lib.query

    value = flask.request.form.get(DUE, "").strip()
    written = flask.request.method == "POST" and getattr(answer, "status_code", 200) == 302
    repo = flask.g.repo
    if not (value and written and (flask.g.repo_user or repo.settings.get("open_metadata_access_to_all"))):
        return answer
    key = next((key for key in repo.issue_keys if key.name == DUE), None)
    if key is None:
        return answer
    try:
        day = datetime.date.fromisoformat(value)
    except ValueError:
        flask.flash(f"{value} is not a day: the issue has no due date", "error")
        return answer
    session = flask.g.session
    number = int(answer.location.rstrip("/").rpartition("/")[2])
    issue = pagure.lib.query.search_issues(session, repo, issueid=number)
    pagure.lib.query.set_custom_key_value(session, issue, key, day.isoformat())
    session.commit()
    return answer
