"""Tables and columns of our own parts."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from pagure.lib.model import IssueKeys, Project
from pagure.lib.model_base import BASE

DUE = "due_date"
"""The field of every project's issues that holds the day by which they should be done."""


class UserProfile(BASE):
    """What people say about themselves; ``status`` is the short line below the name."""

    __tablename__ = "user_profiles"

    user_id = sa.Column(
        sa.Integer, sa.ForeignKey("users.id", onupdate="CASCADE", ondelete="CASCADE"), primary_key=True
    )
    status = sa.Column(sa.String(140), nullable=False, default="")
    bio = sa.Column(sa.Text, nullable=False, default="")
    website = sa.Column(sa.String(255), nullable=False, default="")
    place = sa.Column(sa.String(255), nullable=False, default="")
    updated = sa.Column(sa.DateTime, nullable=False)


def add_due_date(mapper: Any, connection: Any, project: Any) -> None:
    """Give a new project the field for due dates, one of Pagure's own custom fields."""
    if not project.is_fork:
        connection.execute(
            sa.insert(IssueKeys.__table__).values(
                project_id=project.id, name=DUE, key_type="date", key_notify=False
            )
        )


def install() -> None:
    """Watch for new projects."""
    sa.event.listen(Project, "after_insert", add_due_date)
