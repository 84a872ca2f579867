"""What the loaders of Django applications share; it runs while an image is built."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

SESSION_EXPIRY = datetime.fromisoformat("2100-01-01T00:00:00+00:00")
CSRF_TOKEN = "webariumwebariumwebariumwebarium"  # noqa: S105


def create(rows: Iterable[Any], batch: int = 2000) -> None:
    """Insert rows of one model in their order."""
    found = list(rows)
    if found:
        type(found[0])._base_manager.bulk_create(found, batch_size=batch)


def keep_given_times(otherwise: datetime) -> None:
    """Let rows keep the moments of the records, or have the one given, instead of the time of loading."""
    from django.apps import apps
    from django.db.models import DateField

    for model in apps.get_models():
        for field in model._meta.local_fields:
            if isinstance(field, DateField) and (field.auto_now or field.auto_now_add):
                field.auto_now = field.auto_now_add = False
                field.default = otherwise


def session_key(profile: str) -> str:
    """The session key of a profile, the same in every image: 32 characters.

    >>> session_key("owner")
    'owner00000000000000000000000wbrm'
    """
    return f"{profile:0<28}wbrm"


def bake_sessions(backend: str, cookies: Mapping[str, str]) -> None:
    """Log the user of every profile in, for ever, and write the cookies to where the harness finds them.

    Args:
        backend: path of the authentication backend that lets them in.
        cookies: what a browser holds besides the session.
    """
    from django.contrib.auth import get_user_model
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session

    User = get_user_model()
    baked = {}
    for profile, username in json.loads(os.environ.get("SITE_PROFILES", "{}")).items():
        user = User.objects.get(username=username)
        data = {
            "_auth_user_id": str(user.pk),
            "_auth_user_backend": backend,
            "_auth_user_hash": user.get_session_auth_hash(),
        }
        key = session_key(profile)
        Session.objects.create(
            session_key=key, session_data=SessionStore().encode(data), expire_date=SESSION_EXPIRY
        )
        held = {"sessionid": key, **cookies}
        baked[profile] = {
            "cookies": [{"name": name, "value": value, "path": "/"} for name, value in held.items()]
        }
    target = Path(os.environ.get("SITE_SESSIONS", "/pristine/sessions.json"))
    if target.parent.is_dir():
        target.write_text(json.dumps(baked, indent=1) + "\n")
