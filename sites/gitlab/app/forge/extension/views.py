"""Pages of our own parts, as one Flask blueprint."""

from __future__ import annotations

import datetime
from typing import Any

import flask
import sqlalchemy as sa
import wtforms
from pagure.forms import PagureForm
from pagure.lib import model
from pagure.utils import login_required

from forge import avatars
from forge.extension import newfile
from forge.extension.licences import LICENCES
from forge.extension.models import DUE, UserProfile

pages = flask.Blueprint("smithy", __name__)


class StatusForm(PagureForm):
    """The form of one's own profile."""

    status = wtforms.StringField("Status", [wtforms.validators.Length(max=140)])
    bio = wtforms.TextAreaField("Bio", [wtforms.validators.Length(max=1000)])
    website = wtforms.StringField("Website", [wtforms.validators.Length(max=255)])
    place = wtforms.StringField("Location", [wtforms.validators.Length(max=255)])


@pages.route("/health/")
def health() -> flask.Response:
    """Answers when application and database do."""
    flask.g.session.execute(sa.text("SELECT 1"))
    return flask.Response("ok", mimetype="text/plain")


@pages.route("/avatar/<letters>-<int:hue>-<int:size>.svg")
def avatar(letters: str, hue: int, size: int) -> flask.Response:
    """Somebody's picture."""
    if not letters.isalnum() or len(letters) > 2 or size > 512:
        flask.abort(404)
    return avatars.draw(letters, hue, size)


@pages.route("/help/")
def help_page() -> str:
    """How to write and how to clone."""
    return flask.render_template("smithy/help.html")


@pages.route("/dashboard/todos/")
@login_required
def todos() -> str:
    """What waits for the user: issues assigned to them, merge requests to review, and their own."""
    session, me = flask.g.session, flask.g.fas_user.id
    issues = (
        session.query(model.Issue)
        .filter(model.Issue.assignee_id == me, model.Issue.status == "Open")
        .order_by(model.Issue.last_updated.desc(), model.Issue.uid)
        .all()
    )
    open_ones = session.query(model.PullRequest).filter(model.PullRequest.status == "Open")
    order = (model.PullRequest.last_updated.desc(), model.PullRequest.uid)
    reviews = open_ones.filter(model.PullRequest.assignee_id == me).order_by(*order).all()
    mine = open_ones.filter(model.PullRequest.user_id == me).order_by(*order).all()
    return flask.render_template(
        "smithy/todos.html", issues=issues, reviews=reviews, mine=mine, due=due_dates(issues)
    )


def due_dates(issues: list[Any]) -> dict[str, datetime.date]:
    """The due date of each issue that has one, by uid."""
    if not issues:
        return {}
    rows = (
        flask.g.session.query(model.IssueValues.issue_uid, model.IssueValues.value)
        .join(model.IssueKeys, model.IssueKeys.id == model.IssueValues.key_id)
        .filter(model.IssueKeys.name == DUE)
        .filter(model.IssueValues.issue_uid.in_([issue.uid for issue in issues]))
    )
    found = {}
    for uid, value in rows:
        try:
            found[uid] = datetime.date.fromisoformat(value)
        except ValueError:  # Pagure takes any text
            continue
    return found


@pages.route("/<repo>/new_file/<path:branchname>/", methods=("GET", "POST"))
@pages.route("/<namespace>/<repo>/new_file/<path:branchname>/", methods=("GET", "POST"))
@pages.route("/fork/<username>/<repo>/new_file/<path:branchname>/", methods=("GET", "POST"))
@pages.route("/fork/<username>/<namespace>/<repo>/new_file/<path:branchname>/", methods=("GET", "POST"))
@login_required
def new_file(repo: str, branchname: str, username: str | None = None, namespace: str | None = None) -> Any:
    """Add a file to a branch, or to a new one."""
    addresses = {"repo": repo, "username": username, "namespace": namespace}
    return newfile.page(branchname, flask.request.args.get("folder", ""), addresses)


@pages.route("/settings/status/", methods=("GET", "POST"))
@login_required
def status() -> Any:
    """Edit one's own status line and profile."""
    session, me = flask.g.session, flask.g.fas_user
    row = session.get(UserProfile, me.id)
    form = StatusForm(obj=row)
    if form.validate_on_submit():
        if row is None:
            row = UserProfile(user_id=me.id)
            session.add(row)
        for field in ("status", "bio", "website", "place"):
            setattr(row, field, (getattr(form, field).data or "").strip())
        row.updated = datetime.datetime.utcnow()
        session.commit()
        flask.flash("Profile updated")
        return flask.redirect(flask.url_for("ui_ns.view_user", username=me.username))
    return flask.render_template("smithy/status.html", form=form)


def profile_of(user: Any) -> UserProfile | None:
    """What somebody says about themselves."""
    return flask.g.session.get(UserProfile, user.id)


def todo_count() -> int:
    """How many issues and merge requests wait for the user."""
    session, me = flask.g.session, flask.g.fas_user.id
    return sum(
        session.query(sa.func.count(kind.uid)).filter(kind.assignee_id == me, kind.status == "Open").scalar()
        for kind in (model.Issue, model.PullRequest)
    )


@pages.app_context_processor
def names() -> dict[str, Any]:
    """What our parts of templates ask for."""
    return {
        "smithy_profile": profile_of,
        "smithy_todo_count": todo_count,
        "smithy_licences": LICENCES,
        "smithy_today": datetime.date.today(),
    }
