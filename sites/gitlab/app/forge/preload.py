"""Rows that a page of Pagure's would fetch one by one, fetched together before it is rendered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask
import sqlalchemy as sa
from sqlalchemy.orm import selectinload


def preloaded(view: Callable[..., Any], load: Callable[..., list[Any]]) -> Callable[..., Any]:
    """A view of Pagure's that finds in its session what ``load`` fetched with the same arguments."""

    def both(**arguments: Any) -> Any:
        # a session holds what it loaded only as long as somebody else does
        flask.g.preloaded = load(**arguments)
        return view(**arguments)

    return both


def issues_of_user(username: str) -> list[Any]:
    """The issues that a profile shows, with everything its list says of them."""
    from pagure.lib import model

    issue = model.Issue
    someone = sa.select(model.User.id).where(model.User.user == username).scalar_subquery()
    return list(
        flask.g.session.query(issue)
        .filter(sa.or_(issue.user_id == someone, issue.assignee_id == someone))
        .options(
            selectinload(issue.project).selectinload(model.Project.user),
            selectinload(issue.user),
            selectinload(issue.assignee),
            selectinload(issue.comments),
            selectinload(issue.tags),
        )
        .all()
    )
