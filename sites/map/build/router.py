"""Make Valhalla's graph of an extract: `router.py EXTRACT FOLDER` writes graph.tar and router.json there."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import valhalla


def settings(tiles: str, extract: str) -> dict[str, Any]:
    """Valhalla's settings without data that are not there: heights, traffic, time zones, countries."""
    config = deepcopy(valhalla.get_config(tile_extract="", tile_dir=""))
    mjolnir = config["mjolnir"]
    mjolnir["tile_dir"], mjolnir["tile_extract"] = tiles, extract
    for name in ("admin", "timezone", "landmarks", "transit_dir", "transit_feeds_dir", "traffic_extract"):
        mjolnir.pop(name, None)
    # one thread: the same graph in every build
    mjolnir["concurrency"] = 1
    mjolnir["data_processing"]["use_admin_db"] = False
    config["additional_data"].pop("elevation", None)
    return config


def main() -> None:
    """Command line."""
    extract, folder = Path(sys.argv[1]), Path(sys.argv[2])
    graph = folder / "graph.tar"
    with tempfile.TemporaryDirectory() as work:
        tiles = Path(work) / "tiles"
        tiles.mkdir()
        config = Path(work) / "build.json"
        config.write_text(json.dumps(settings(str(tiles), "")))
        program = Path(valhalla.__file__).parent / "bin" / "valhalla_build_tiles"
        subprocess.run([program, "-c", config, extract], check=True)
        with tarfile.open(graph, "w", format=tarfile.USTAR_FORMAT) as tar:
            for path in sorted(tiles.rglob("*.gph")):
                info = tarfile.TarInfo(str(path.relative_to(tiles)))
                info.size = path.stat().st_size
                with path.open("rb") as stream:
                    tar.addfile(info, stream)
    final = settings("", str(graph))
    final["mjolnir"]["max_cache_size"] = 20_000_000
    (folder / "router.json").write_text(json.dumps(final, indent=1) + "\n")
    print(f"sitectl build: graph of {graph.stat().st_size / 1e6:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
