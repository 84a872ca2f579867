"""Worlds: running, isolated copies of some sites that return to pristine."""

from __future__ import annotations

from reset.world.adoption import adopt
from reset.world.lifecycle import DEFAULT, engine_away, remove, running, sweep
from reset.world.record import Record, claim, hold, let_go
from reset.world.world import ResetReport, World

__all__ = [
    "DEFAULT",
    "Record",
    "ResetReport",
    "World",
    "adopt",
    "claim",
    "engine_away",
    "hold",
    "let_go",
    "remove",
    "running",
    "sweep",
]
