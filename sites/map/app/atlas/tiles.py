"""Pictures of the map, drawn while the image was built."""

from __future__ import annotations

import sqlite3
import threading

from .places import DATA

_local = threading.local()


def tile(zoom: int, column: int, row: int) -> tuple[str, bytes] | None:
    """A PNG and a name for its content; None where nothing was drawn. Rows count from the north."""
    if not hasattr(_local, "tiles"):
        _local.tiles = sqlite3.connect(f"file:{DATA}/tiles.mbtiles?mode=ro&immutable=1", uri=True)
    found: tuple[str, bytes] | None = _local.tiles.execute(
        "SELECT tile_id, tile_data FROM map JOIN images USING (tile_id)"
        " WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
        (zoom, column, 2**zoom - 1 - row),
    ).fetchone()
    return found
