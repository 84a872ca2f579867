"""Ids of issues and requests that follow from their project and number."""

from __future__ import annotations

import hashlib
from typing import Any


def uid(kind: str, project: int, number: int) -> str:
    """The 32 letters by which other tables know an issue or a request."""
    return hashlib.sha256(f"{kind}/{project}/{number}".encode()).hexdigest()[:32]


def install() -> None:
    """Give every new issue and request its id; the random one that Pagure proposes is dropped."""
    from pagure.lib import model
    from sqlalchemy import event

    for kind in (model.Issue, model.PullRequest):

        def name(target: Any, args: Any, kwargs: dict[str, Any], kind: Any = kind) -> None:
            if "id" in kwargs and "project_id" in kwargs:
                kwargs["uid"] = uid(kind.__tablename__, kwargs["project_id"], kwargs["id"])

        event.listen(kind, "init", name)
