"""What a site writes or adds by itself and no check should mind; it comes from ``site.yaml: noise``."""

from __future__ import annotations

from typing import Any

from sites.facts import site_of
from sites.spec import load_site


def site_noise(site: str) -> dict[str, Any]:
    """``{"tables": {table: "all" | [columns]}, "files": [patterns], "query": [terms]}`` of a site."""
    return load_site(site).noise.model_dump()


def ignorable_terms(url: str) -> list[str]:
    """The query terms of an address's site that mean nothing, for instance where a click came from."""
    site = site_of(url)
    return site_noise(site)["query"] if site else []
