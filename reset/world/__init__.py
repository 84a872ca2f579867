"""Worlds: running, isolated copies of some sites that return to pristine."""

from __future__ import annotations

from reset.world.adoption import adopt
from reset.world.control import ResetReport
from reset.world.lifecycle import DEFAULT, engine_away, remove, running, sweep
from reset.world.record import Record, claim
from reset.world.use import Use
from reset.world.world import World

__all__ = [
    "DEFAULT",
    "Record",
    "ResetReport",
    "Use",
    "World",
    "adopt",
    "claim",
    "engine_away",
    "remove",
    "running",
    "sweep",
]
