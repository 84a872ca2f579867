"""The application: pages for people, JSON for checks, tiles."""

from __future__ import annotations

from flask import Flask

from . import api, pages

application = Flask("atlas")
application.json.sort_keys = False  # type: ignore[attr-defined]
application.jinja_env.trim_blocks = application.jinja_env.lstrip_blocks = True
application.register_blueprint(pages.blueprint)
application.register_blueprint(api.blueprint)
