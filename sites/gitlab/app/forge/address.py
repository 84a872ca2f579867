"""Addresses that follow the Host header, so that every world and every person gets links that work.

Pagure reads them from its configuration, wherever it is; so the configuration answers by request.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import flask
from flask.config import Config

FOLLOWING = {
    "APP_URL": "http://{host}/",
    "GIT_URL_GIT": "http://{host}/",
    "GIT_URL_SSH": "ssh://git@{name}/",
}
"""Settings with an address in them; SSH is shown, not served."""


def host() -> str:
    """The host, with its port, that the present request was sent to; without one the site's own name."""
    if flask.has_request_context():
        return flask.request.host
    return os.environ.get("SITE_HOST", "gitlab.webarium.test")


class FollowingConfig(Config):
    """Pagure's configuration with `FOLLOWING` filled in at every question."""

    def __getitem__(self, key: str) -> Any:
        if key in FOLLOWING:
            return FOLLOWING[key].format(host=host(), name=host().partition(":")[0])
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in FOLLOWING else super().get(key, default)


def install() -> None:
    """Let Pagure's configuration follow the host, and all its modules hold that one: some read their own."""
    import pagure.config
    import pagure.flask_app
    from sitekit.patches import replace

    config = pagure.config.config
    config.__class__ = FollowingConfig
    replace(pagure.config, "reload_config", lambda: config, of="0370393901f6")
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "pagure":
            for key, value in list(vars(module).items()):
                if isinstance(value, Config) and value is not config:
                    setattr(module, key, config)
