"""Flat drawings of everything the shop sells, composed as SVG in Python. See ``canvas.Art`` for the tools."""

from __future__ import annotations

from sites.shopping.seed.art import (  # noqa: F401  (importing registers the drawings)
    care,
    clothing,
    departments,
    electronics,
    food,
    home,
    kitchen,
    outdoor,
    play,
)
from sites.shopping.seed.art.canvas import DRAWINGS, Art, draw, mix

__all__ = ["DRAWINGS", "Art", "draw", "mix"]
