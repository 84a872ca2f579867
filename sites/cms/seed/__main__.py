"""Shows what the generator makes: articles to read with what is said below them, or how much the texts differ.

python -m sites.cms.seed [--seed N] [--scale N] [--articles 3] [--section town] [--measure] [--out FILE]

`--out` writes the whole paper as JSON, for the loader. `--seed sample` is the small paper.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from random import Random

from sites.cms.seed import generate, sample
from sites.cms.seed.records import Paper


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="sites.cms.seed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", default="20260316")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--articles", type=int, default=3, help="print so many")
    parser.add_argument("--section", default="", help="only those of a section")
    parser.add_argument("--measure", action="store_true", help="print how much texts of a kind differ")
    parser.add_argument("--out", type=Path, help="write the paper into this file")
    options = parser.parse_args()
    paper = sample() if options.seed == "sample" else generate(int(options.seed), options.scale)
    if options.out:
        options.out.write_text(_json(paper), encoding="utf-8")
    elif options.measure:
        _measure(paper)
    else:
        _show(paper, options.section, options.articles)


def _json(paper: Paper) -> str:
    data = asdict(paper)
    for record, medium in zip(data["media"], paper.media, strict=True):
        record["file"] = medium.file
    return json.dumps(data, default=_plain, ensure_ascii=False)


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    raise TypeError(type(value).__name__)


def _measure(paper: Paper) -> None:
    from sites.sitekit.distinctness import measure  # a tool of ours, which is not in the image

    kinds = {
        "titles": [one.title for one in paper.posts],
        "excerpts": [one.excerpt for one in paper.posts],
        "articles": [re.sub(r"<[^>]+>", "\n", one.text) for one in paper.posts],
        "comments": [one.text for one in paper.comments if one.state in ("approved", "pending")],
    }
    for kind, texts in kinds.items():
        print(f"{kind}: {measure(texts)}; {len(set(texts))} different")


def _show(paper: Paper, section: str, count: int) -> None:
    able = [one for one in paper.posts if section in ("", one.category)]
    for post in Random(0).sample(able, min(count, len(able))):
        print("=" * 110)
        print(f"{post.title}   [{post.category}, {post.author}, {post.date:%Y-%m-%d}, {post.status}]")
        for paragraph in (post.excerpt, *post.text.split("\n\n")):
            print(textwrap.fill(paragraph, 110), end="\n\n")
        for one in (one for one in paper.comments if one.post == post.id):
            print(
                textwrap.indent(f"{one.name} ({one.state}): {one.text}", "        " if one.parent else "    ")
            )


if __name__ == "__main__":
    main()
