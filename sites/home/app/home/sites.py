"""Which sites there are, and who one is on each of them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CATALOGUE = Path("/srv/world/sites/catalogue.json")
"""What people are told of the sites that there were when the image was built."""

OWN = "home"


@dataclass(frozen=True)
class Site:
    """What the first page tells of a site."""

    name: str
    title: str
    description: str
    profiles: dict[str, dict[str, Any]]


def read(catalogue: Path = CATALOGUE) -> list[Site]:
    """Every site but this one, by title, also where it does not run.

    What one sees in a task must not depend on the other tasks that a world was started for.
    """
    found = []
    for data in json.loads(catalogue.read_text()):
        if data["name"] != OWN:
            # what it is made with, in brackets at the end, means nothing to those who use it
            text = re.sub(r"\s*\([^()]*\)\.?$", ".", data["description"].strip())
            found.append(Site(data["name"], data["title"], text, data["profiles"]))
    return sorted(found, key=lambda site: site.title.casefold())


def chosen_profiles(cookie: str) -> dict[str, str]:
    """Site to profile, from a cookie like ``shopping:emma/forum:moderator``; nonsense is left out."""
    pairs = (part.partition(":") for part in cookie.split("/"))
    return {site: profile for site, _, profile in pairs if site and profile}


def address(site: str, host: str) -> str:
    """Where another site is, told from the address under which this one was asked for."""
    return f"http://{site}.{host.removeprefix(OWN + '.')}/"
