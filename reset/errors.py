"""What can go wrong with worlds, for people to read."""

from __future__ import annotations

from sites.errors import WebariumError


class EngineError(WebariumError):
    """The container engine is missing, does not answer, or refused something."""


class PortTaken(EngineError):
    """Somebody else listens on a port that was asked for."""


class WorldError(WebariumError):
    """A world cannot be started, found or used."""


class SiteError(WorldError):
    """One site of a world is dead or does not do what it was told."""
