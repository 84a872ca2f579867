"""`python3 -m sites.cms.seed --seed N [--out FILE]`: the paper as JSON, for the loader and to look at."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from sites.cms.seed.assemble import make_paper


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    raise TypeError(type(value).__name__)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20260316)
    parser.add_argument("--out", type=Path, help="a file instead of standard output")
    options = parser.parse_args()
    paper = make_paper(options.seed)
    data = asdict(paper)
    for record, medium in zip(data["media"], paper.media, strict=True):
        record["file"] = medium.file
    text = json.dumps(data, default=_plain, ensure_ascii=False)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
