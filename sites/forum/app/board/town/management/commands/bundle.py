"""``manage.py bundle``: makes the joined scripts and styles (see ``board.town.bundles``)."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from board.town import bundles, warm


class Command(BaseCommand):
    help = "Renders a page of every kind and joins the scripts and styles of each."

    def handle(self, *args: Any, **options: Any) -> None:
        bundles.collected = {}
        visited = warm.visit(warm.pages())
        failed = [f"{status} {who or 'guest'} {path}" for path, who, status in visited if status >= 400]
        found, bundles.collected = bundles.collected, None
        if failed:
            raise CommandError("pages that do not answer: " + "; ".join(failed))
        made = {key: bundles.join(kind, content) for key, (kind, content) in sorted(found.items())}
        target = settings.BAKED_DIR / "bundles.json"
        target.write_text(json.dumps(made, indent=1) + "\n")
        self.stdout.write(f"{len(made)} bundles")
