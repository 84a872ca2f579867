"""What a site writes or adds by itself and no check should mind; it comes from ``site.yaml: noise``."""

from __future__ import annotations

from typing import Any


def site_noise(site: str) -> dict[str, Any]:
    """``{"tables": {table: "all" | [columns]}, "files": [patterns], "query": [terms]}`` of a site."""
    from sites.spec import load_site

    noise = load_site(site).noise
    data = noise.model_dump() if hasattr(noise, "model_dump") else dict(noise or {})
    return {
        "tables": data.get("tables") or {},
        "files": list(data.get("files") or []),
        "query": list(data.get("query") or []),
    }


def site_of(url: str) -> str | None:
    """The site that an address of the world belongs to: ``http://shopping.webarium.test/`` gives shopping."""
    from urllib.parse import urlsplit

    host = urlsplit(url).hostname or ""
    return host.removesuffix(".webarium.test") if host.endswith(".webarium.test") else None


def ignorable_terms(url: str) -> list[str]:
    """The query terms of an address's site that mean nothing, for instance where a click came from."""
    site = site_of(url)
    return site_noise(site)["query"] if site else []
