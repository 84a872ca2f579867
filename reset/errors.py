"""What can go wrong with worlds, for people to read."""

from __future__ import annotations

from sites.errors import WebariumError


class EngineError(WebariumError):
    """The container engine is missing, does not answer, or refused something."""

    usual = "see what the machine lacks: webarium doctor"


class PortTaken(EngineError):
    """Somebody else listens on a port that was asked for."""


class WorldError(WebariumError):
    """A world cannot be started, found or used."""


class SiteError(WorldError):
    """One site of a world is dead or does not do what it was told."""

    usual = "see how it is and what its services wrote: webarium status; webarium logs SITE"


class QueryError(SiteError):
    """What was asked of a site's database cannot be answered; the site itself is well."""

    usual = "mend the statement; `webarium sites sql SITE STATEMENT` shows what it finds"
