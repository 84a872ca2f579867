"""Where the data lie, and the region they are of."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(os.environ.get("MAP_DATA", "/srv/map/data"))
BOUNDS = (13.1094, 53.4382, 13.4074, 53.6153)
"""West, south, east, north of the extract."""
HOME = (53.5575, 13.2610)
"""Latitude and longitude of the view that opens first, the middle of the town."""
HOME_ZOOM = 13
ZOOMS = (10, 17)
"""Tiles there are; closer views enlarge those of the last zoom."""


def inside(latitude: float, longitude: float) -> bool:
    """Whether a place lies in the extract."""
    west, south, east, north = BOUNDS
    return south <= latitude <= north and west <= longitude <= east
