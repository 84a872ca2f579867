"""What every site on Django has: tables without migrations, and mail that stays.

A site names ``OutboxBackend`` as ``EMAIL_BACKEND`` and its table of mails as ``OUTBOX_MODEL`` (the
application's label, a dot, the model's name); the table has ``to``, ``subject`` and ``body``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend


class NoMigrations:
    """Tables are made straight from the models: the database is always built new, in seconds."""

    def __contains__(self, _app: str) -> bool:
        return True

    def __getitem__(self, _app: str) -> None:
        return None


class OutboxBackend(BaseEmailBackend):
    """Stores every mail in a table: nothing leaves the site."""

    def send_messages(self, email_messages: Sequence[Any]) -> int:
        model: Any = apps.get_model(settings.OUTBOX_MODEL)
        longest = {name: model._meta.get_field(name).max_length for name in ("to", "subject")}
        for message in email_messages:
            model.objects.create(
                to=", ".join(message.to)[: longest["to"]],
                subject=message.subject[: longest["subject"]],
                body=message.body,
            )
        return len(email_messages)
