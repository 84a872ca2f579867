"""The WSGI application: Pagure with our changes and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jinja2
import pagure.flask_app

from forge import chance, install, jobs
from forge.editing import EditedLoader
from forge.extension import due, licences, models, views
from forge.login import SteadySessions, cookie_name
from forge.preload import issues_of_user, preloaded

CACHE = Path("/srv/forge/baked/templates")
"""Compiled templates, filled while the image is built."""


def make() -> Any:
    """Pagure's Flask application with our pages, templates and sessions."""
    install()
    models.install()
    app = pagure.flask_app.create_app()
    app.register_blueprint(views.pages)
    app.session_interface = SteadySessions()
    app.template_folder = "/usr/share/pagure/templates"
    app.jinja_env.loader = EditedLoader(
        jinja2.ChoiceLoader(
            [
                jinja2.FileSystemLoader(Path(__file__).parent.parent / "theme" / "templates"),
                jinja2.FileSystemLoader(app.template_folder),
            ]
        )
    )
    app.jinja_env.auto_reload = False
    if CACHE.is_dir():
        app.jinja_env.bytecode_cache = jinja2.FileSystemBytecodeCache(str(CACHE))
    for name, after in (("new_project", licences.after_creation), ("new_issue", due.after_writing)):
        app.view_functions[f"ui_ns.{name}"] = followed(app.view_functions[f"ui_ns.{name}"], after)
    issues = "ui_ns.view_user_issues"
    app.view_functions[issues] = preloaded(app.view_functions[issues], issues_of_user)
    return app


def followed(view: Any, after: Callable[[Any], Any]) -> Any:
    """A view of Pagure's with what our part of its form asks for."""

    def both(**arguments: Any) -> Any:
        return after(view(**arguments))

    return both


app = make()


def compile_templates() -> int:
    """Compile every template; returns how many.

    Raises:
        jinja2.TemplateError: an edit found no place, or a template is wrong.
    """
    names = [name for name in app.jinja_env.list_templates() if name.endswith(".html")]
    for name in names:
        app.jinja_env.get_template(name)
    return len(names)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a request; what it queued is done before the answer ends."""
    cookies = environ.get("HTTP_COOKIE", "")
    session = next((part for part in cookies.split("; ") if part.startswith(f"{cookie_name()}=")), "")
    chance.reseed(session, environ["REQUEST_METHOD"], environ["PATH_INFO"], environ.get("QUERY_STRING", ""))
    answer = app(environ, start_response)
    jobs.drain()
    return jobs.finishing(answer)
