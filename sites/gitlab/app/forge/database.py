"""One engine for the whole process, and the count of its writes."""

from __future__ import annotations

import threading
from typing import Any

import flask

from forge import chance

_made: list[Any] = []
_local = threading.local()


def create_session(db_url: str | None = None, debug: bool = False, pool_recycle: int = 3600) -> Any:
    """A new scoped session, as Pagure's function of this name gives it.

    Pagure compares the address of its engine with the wanted one, which SQLAlchemy 2 prints without the
    password: it would make a new engine, and a new connection, for every request and every task.
    """
    import sqlalchemy
    from pagure.config import config
    from sqlalchemy.orm import scoped_session, sessionmaker

    if not _made:
        engine = sqlalchemy.create_engine(db_url or config["DB_URL"], pool_size=10, max_overflow=20)
        _made.append(sessionmaker(bind=engine))
        sqlalchemy.event.listen(engine, "after_cursor_execute", count)
    _local.session = scoped_session(_made[0])
    return _local.session


def count(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
    """Count a statement that writes."""
    if statement.startswith(("INSERT", "UPDATE", "DELETE")):
        chance.wrote()


class Present:
    """The session of the present request or task; Pagure's models take the last one that anybody made."""

    def query(self, *what: Any) -> Any:
        """Query as a session does."""
        session = flask.g.get("session") if flask.has_app_context() else None
        return (session or _local.session).query(*what)


def dispose() -> None:
    """Close every pooled connection: before the process forks."""
    if _made:
        _made[0].kw["bind"].dispose()


def install() -> None:
    """Take the place of Pagure's function, and of its notion of the present session."""
    import pagure.lib.model_base
    from sitekit.patches import replace

    replace(pagure.lib.model_base, "create_session", create_session, of="68cf5c9ba904")
    pagure.lib.model_base.BASE.metadata.bind = Present()
