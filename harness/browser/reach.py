"""Whom the pages of a browser may ask, and what time it is there: a world's sites, or somebody else's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from harness.browser.chromium import world_url
from sites.facts import is_world_host, moment


@dataclass(frozen=True)
class Reach:
    """Which addresses there are.

    Args:
        hosts: of sites that are somebody else's; none of them stands for the world's own. Those keep the real
            time, which their servers have, too.
    """

    hosts: frozenset[str] = frozenset()

    def holds(self, url: str) -> bool:
        """Whether an address is one of the sites."""
        if not self.hosts:
            return is_world_host(url)
        return (urlsplit(url).hostname or "") in self.hosts

    def address(self, url: str) -> str:
        """An address that may be visited, with its scheme.

        Raises:
            ValueError: with a reason for people, when it may not.
        """
        if not self.hosts:
            return world_url(url)
        text = url.strip()
        text = text if "://" in text else f"http://{text}"
        try:
            parts = urlsplit(text)
        except ValueError as error:
            raise ValueError(f"not a URL ({error})") from error
        if parts.scheme not in ("http", "https"):
            raise ValueError(f"only http and https URLs can be visited, not {parts.scheme}")
        if parts.hostname not in self.hosts:
            raise ValueError(f"only the sites of these tasks can be visited, not {parts.hostname or text!r}")
        return text

    def now(self, step: int) -> datetime:
        """The time of pages at a step."""
        return datetime.now(UTC) if self.hosts else moment(step)

    def resolver_rules(self) -> str:
        """Chromium's rules that lead to these hosts and nowhere else."""
        return ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in sorted(self.hosts))])
