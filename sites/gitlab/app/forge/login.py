"""Sessions that looking at pages does not write to, in cookies without an expiry."""

from __future__ import annotations

import datetime
from typing import Any

import flask
from flask.sessions import SecureCookieSessionInterface


class SteadySessions(SecureCookieSessionInterface):
    """Flask's signed cookie, as a session cookie: a browser counts an expiry by its own clock."""

    def get_expiration_time(self, app: flask.Flask, session: Any) -> None:
        return None


def cookie_name() -> str:
    """The cookie that says who is logged in."""
    from pagure.config import config

    return f"{config['SESSION_COOKIE_NAME']}_local_cookie"


def check_session_cookie() -> None:
    """Put the user of the cookie's session into ``flask.g``; unlike Pagure's, it does not prolong it."""
    import pagure.lib.login
    import pagure.lib.model_base
    import pagure.utils

    flask.g.session = pagure.lib.model_base.create_session()
    flask.g.fas_session_id = None
    key = flask.request.cookies.get(cookie_name())
    visit = pagure.lib.login.get_session_by_visitkey(flask.g.session, key) if key else None
    if visit is None or visit.user is None or visit.expiry < datetime.datetime.now():
        return
    flask.g.fas_session_id = visit.visit_key
    flask.g.fas_user = visit.user
    flask.g.fas_user.email = visit.user.default_email
    flask.g.fas_user.login_time = visit.created
    flask.g.authenticated = pagure.utils.authenticated()


def send_session_cookie(response: flask.Response) -> flask.Response:
    """Tell the browser when its session began or ended, and only then."""
    now = flask.g.get("fas_session_id") or ""
    if now != flask.request.cookies.get(cookie_name(), ""):
        response.set_cookie(cookie_name(), now, httponly=True)
    return response


def install() -> None:
    """Take the place of Pagure's two functions around a request."""
    import pagure.ui.login
    from sitekit.patches import replace

    replace(pagure.ui.login, "_check_session_cookie", check_session_cookie, of="166774454839")
    replace(pagure.ui.login, "_send_session_cookie", send_session_cookie, of="ef4fc085526a")
