"""Samples of the encyclopedia, to read, and how much its texts differ.

python -m sites.wiki.seed --seed 7 --scale 0.2
python -m sites.wiki.seed --measure --foldoc /usr/share/dictd
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from sites.sitekit.distinctness import measure, overlap
from sites.wiki.seed.assemble import FOLDOC, generate
from sites.wiki.seed.chance import Chance
from sites.wiki.seed.markup import plain
from sites.wiki.seed.records import MAIN, PROJECT, TALK, Page, Wiki

OTHER = 8
"""A second world, to see which names both have."""
SIGNATURE = re.compile(r"\[\[User:[^\]]*\]\] \(\[\[User talk:[^\]]*\]\]\) [^\n]*\n?")


def prose(text: str) -> str:
    """The sentences of an article, without boxes, tables, headings, links to other pages and categories."""
    text = re.sub(r"== See also ==\n(\* [^\n]*\n)*", "", text)
    text = re.sub(
        r"\{\{Infobox.*?\n\}\}|\{\|.*?\|\}|\[\[Category:[^\]]*\]\]|\{\{[^}]*\}\}", "", text, flags=re.S
    )
    return re.sub(r"^==.*==$", "", plain(text), flags=re.M).strip()


def messages(pages: Iterable[Page]) -> Iterator[str]:
    """What is said on talk pages, without who says it when."""
    for page in pages:
        for said in SIGNATURE.split(re.sub(r"^==.*==$", "", page.text, flags=re.M)):
            if words := said.strip().lstrip(":*").strip():
                yield words


def articles(wiki: Wiki) -> dict[str, list[Page]]:
    """Articles by subject, without redirects."""
    found: dict[str, list[Page]] = defaultdict(list)
    for page in wiki.pages:
        if page.ns == MAIN and page.subject:
            found[page.subject].append(page)
    return found


def report(wiki: Wiki, other: Wiki) -> Iterator[str]:
    """Distinctness of every kind of text, and how many titles another world has as well."""
    theirs = articles(other)
    for subject, pages in sorted(articles(wiki).items()):
        shared = overlap([page.title for page in pages], [page.title for page in theirs[subject]])
        yield f"{subject:10} {measure(prose(page.text) for page in pages)}; {shared:.0%} of titles shared"
    yield f"{'talk':10} {measure(messages(page for page in wiki.pages if page.ns in (TALK, PROJECT)))}"
    comments = [
        one.comment for page in wiki.pages if page.ns == MAIN for one in page.revisions if one.comment
    ]
    yield f"{'summaries':10} {len(comments)}, of which {len(set(comments)) / len(comments):.0%} are distinct"
    names = [[page.title for page in one.pages if page.ns == MAIN] for one in (wiki, other)]
    yield f"{'all titles':10} {overlap(*names):.0%} shared"


def show(wiki: Wiki, chance: Chance, count: int) -> Iterator[str]:
    """Some articles of every subject, and the longest talk page and history."""
    for subject, pages in sorted(articles(wiki).items()):
        titles = {page.title: page for page in pages}
        for title in chance.order(subject, titles)[:count]:
            yield f"##### {title} ({subject})\n{titles[title].text}\n"
    talk = max((page for page in wiki.pages if page.ns == TALK), key=lambda page: len(page.text))
    yield f"##### {talk.full}\n{talk.text}\n"
    longest = max((page for page in wiki.pages if page.ns == MAIN), key=lambda page: len(page.revisions))
    yield f"##### history of {longest.title}"
    yield from (f"{one.date:%Y-%m-%d %H:%M} {one.user}: {one.comment}" for one in longest.revisions)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=20260316)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--count", type=int, default=2, help="articles of every subject")
    parser.add_argument("--foldoc", type=Path, default=FOLDOC, help="where the dictionary of computing is")
    parser.add_argument("--measure", action="store_true", help="print how much the texts differ")
    options = parser.parse_args()
    wiki = generate(options.seed, options.scale, options.foldoc)
    lines = (
        report(wiki, generate(OTHER, options.scale, options.foldoc))
        if options.measure
        else show(wiki, Chance(options.seed, "samples"), options.count)
    )
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
