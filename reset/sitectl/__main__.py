"""`sitectl build ...` while the image is built, `sitectl run` in the running container."""

from __future__ import annotations

import argparse
import sys


def main() -> int:
    """Parse the command line and run one of the two commands."""
    parser = argparse.ArgumentParser(prog="sitectl", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="seed the site and bake its pristine state into /pristine")
    build.add_argument("--schema", help="MariaDB schema to create; without it the site has no database")
    build.add_argument(
        "--seed", required=True, help="shell command that fills the schema, files and sessions"
    )
    build.add_argument(
        "--flag",
        action="append",
        default=[],
        help="mariadbd option the site needs, such as innodb_ft_min_token_size=2",
    )
    build.add_argument(
        "--exclude", action="append", default=[], help="table left out of the row-level comparison"
    )
    build.add_argument("--epoch", default="2026-03-16T09:00:00Z", help="what the seed's clock shows")
    build.add_argument("--host-clock", action="store_true", help="let the seed see the real time")
    commands.add_parser("run", help="supervise the site (what the container does)")
    arguments = parser.parse_args()
    if arguments.command == "build":
        from .bake import bake

        return bake(
            schema=arguments.schema,
            seed=arguments.seed,
            flags=arguments.flag,
            exclude=arguments.exclude,
            epoch=None if arguments.host_clock else arguments.epoch,
        )
    from .supervisor import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
