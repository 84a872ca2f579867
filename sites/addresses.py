"""Addresses as authors and pages write them, which may be none.

``facts.py`` goes into every image, and stays as it is for what is of use outside of them alone.
"""

from __future__ import annotations

from sites.facts import site_of


def site_at(url: str) -> str | None:
    """As ``site_of``; what is no address, such as `http://[x`, is of no site."""
    try:
        return site_of(url)
    except ValueError:
        return None
