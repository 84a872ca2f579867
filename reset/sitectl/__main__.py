"""`sitectl build ...` while the image is built, `sitectl run` in the running container."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import Any


def main() -> int:
    """Parse the command line and run one of the two commands."""
    parser = argparse.ArgumentParser(prog="sitectl", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="seed the site and bake its pristine state into /pristine")
    build.add_argument(
        "--seed", required=True, help="shell command that fills the schema, files and sessions"
    )
    build.add_argument(
        "--flag",
        action="append",
        default=[],
        help="mariadbd option the site needs, such as innodb_ft_min_token_size=2",
    )
    build.add_argument("--host-clock", action="store_true", help="let the seed see the real time")
    commands.add_parser("run", help="supervise the site (what the container does)")
    arguments = parser.parse_args()
    if arguments.command == "build":
        from .bake import bake

        return bake(_database(), seed=arguments.seed, flags=arguments.flag, host_clock=arguments.host_clock)
    from .run import run

    return run()


def _database() -> dict[str, Any] | None:
    """What site.yaml says about the database, as the build argument SITE_DATABASE hands it in."""
    if given := os.environ.get("SITE_DATABASE"):
        found: dict[str, Any] = json.loads(given)
        return found
    if shutil.which("mariadbd"):
        sys.exit("sitectl build: MariaDB but no SITE_DATABASE; write `ARG SITE_DATABASE` into its Dockerfile")
    return None


if __name__ == "__main__":
    sys.exit(main())
