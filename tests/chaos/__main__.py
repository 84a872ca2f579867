"""`python -m tests.chaos`: play trials, print what came of each, a table, exit 1 with violations."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import islice

from sites.spec import ROOT

from .command import CommandFailed
from .draws import Draw, draw, draws
from .faults import ALLOW_ENGINE, FAULTS
from .table import table
from .trial import Result, Stage, play, to_json

WIDTH = 180  # of what a run said
EXIT_VIOLATIONS, EXIT_CANNOT, EXIT_INTERRUPTED = 1, 2, 130


def main() -> int:
    """Play; returns the exit code."""
    options = _options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: worlds and runs are ended first
    if options.allow_engine:
        os.environ[ALLOW_ENGINE] = "1"
    absent = {name: why for name, fault in FAULTS.items() if (why := fault.lacks())}
    if not options.json:
        for name, why in absent.items():
            print(f"not played: {name}: {why}", flush=True)
    stage = Stage(ROOT / "runs" / "chaos")
    results: list[Result] = []
    try:
        _play(options, absent, stage, results)
    except CommandFailed as error:
        print(f"chaos: {error}", file=sys.stderr)
        return EXIT_CANNOT
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    finally:
        stage.close()
        print(json.dumps([to_json(one) for one in results], indent=2) if options.json else table(results))
    return EXIT_VIOLATIONS if any(one.violations for one in results) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="chaos", description="Disturb runs from outside and look what is lost."
    )
    parser.add_argument("--trials", type=int, default=20, help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, help="what everything is drawn from (1)")
    parser.add_argument(
        "--only", type=int, action="append", metavar="N", help="only the trial of this number"
    )
    parser.add_argument("--fault", choices=FAULTS, action="append", help="only trials with this fault")
    parser.add_argument("--seconds", type=float, help="begin no trial that would not fit")
    parser.add_argument(
        "--allow-engine", action="store_true", help="the engine of this machine may be restarted"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser.parse_args()


def _play(options: argparse.Namespace, absent: dict[str, str], stage: Stage, results: list[Result]) -> None:
    started, longest = time.monotonic(), 0.0
    for drawn in _chosen(options, absent):
        if options.seconds and time.monotonic() - started + longest > options.seconds:
            return
        begun = time.monotonic()
        result = play(drawn, stage)
        longest = max(longest, time.monotonic() - begun)
        results.append(result)
        if not options.json:
            _tell(result)


def _chosen(options: argparse.Namespace, absent: dict[str, str]) -> Iterator[Draw]:
    wanted = set(options.fault or FAULTS) - set(absent)
    if options.only:
        return (one for number in options.only if (one := draw(options.seed, number)).fault.name in wanted)
    return islice(
        (one for one in draws(options.seed) if one.fault.name in wanted), options.trials if wanted else 0
    )


def _tell(result: Result) -> None:
    state = "VIOLATED" if result.violations else "ok" if result.hit else "missed"
    print(f"{state:8} {result.seconds:4.0f} s  {result.draw}", flush=True)
    if result.resumes or result.violations:
        for said in result.said:
            print(f"         | {said[:WIDTH]}", flush=True)
    for violation in result.violations:
        print(f"         {violation}", flush=True)
    if result.kept_in:
        again = f"make chaos SEED={result.draw.seed} ARGS='--only {result.draw.number}'"
        print(f"         kept in {result.kept_in}; again: {again}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
