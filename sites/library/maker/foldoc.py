"""The Free On-line Dictionary of Computing as a book, from the files of Debian's dict-foldoc.

A dictd index has a line for each headword: the word, offset and length of its entry in base 64. An entry
begins with its names at the margin; its text is indented. `{braces}` are references, `<angles>` at the
beginning subjects.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .page import Article, Book, group_page, groups_of, listing, slug, sort_key

FOLDER = Path("/usr/share/dictd")
DIGITS = {
    letter: value
    for value, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
FOOTER = (
    "<p>The Free On-line Dictionary of Computing, www.foldoc.org, Editor Denis Howe. Copyright 1985 by Denis"
    " Howe. GNU Free Documentation License, Version 1.1 or later; no Invariant Sections, no Cover Texts."
    " Set as pages for this library; links to other sites are left out.</p>"
)
LEAST = 3
"""Entries that a subject must have to get a page."""

_SUBJECTS = re.compile(r"\A<([a-zA-Z0-9 ,./+'-]+)>\s*")
_DATE = re.compile(r"\A\((\d{4}-\d{2}-\d{2})\)\Z")
_REFERENCE = re.compile(r"\{([^{}]+)\}")
_OUTSIDE = re.compile(r"\A(.*?)\s*\(((?:https?|ftp|gopher|news|mailto):.*|[\w./-]+\.html?)\)\Z", re.DOTALL)
_ABBREVIATION = re.compile(r"\A[A-Z][A-Z0-9/&.-]{1,7}\Z")
_STRESSED = re.compile(r"__(.+?)__", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """An entry: its names, subjects, blocks of text (dedented) and date of last change."""

    names: list[str]
    subjects: list[str]
    blocks: list[str]
    date: str | None


def number(digits: str) -> int:
    """A number of the index: base 64, most significant digit first."""
    value = 0
    for digit in digits:
        value = value * 64 + DIGITS[digit]
    return value


def entries(folder: Path = FOLDER) -> Iterator[Entry]:
    """Every entry, in the order of the file; those about the database itself are left out."""
    data = gzip.decompress((folder / "foldoc.dict.dz").read_bytes())
    places = set()
    for line in (folder / "foldoc.index").read_text(encoding="utf-8").splitlines():
        word, offset, length = line.split("\t")
        if not word.startswith("00-database"):
            places.add((number(offset), number(length)))
    for offset, length in sorted(places):
        entry = parse(data[offset : offset + length].decode("utf-8", "replace"))
        if entry.names and entry.blocks and "introduction" not in entry.subjects:
            yield entry


def edition(folder: Path = FOLDER) -> str:
    """When the dictionary was made, as its own short description says."""
    data = gzip.decompress((folder / "foldoc.dict.dz").read_bytes())
    found = re.search(r"Dictionary of Computing \(([^()]+)\)", data[:2000].decode())
    if not found:
        raise ValueError("foldoc.dict does not say of which date it is")
    return found[1]


def parse(text: str) -> Entry:
    """One entry."""
    names: list[str] = []
    # a line of blanks stands in the middle of a paragraph; only an empty one ends it
    lines = [line for line in text.strip("\n").split("\n") if line.strip() or not line]
    while lines and lines[0].strip() and not lines[0].startswith(" "):
        names += [name.strip() for name in lines.pop(0).split("%%%") if name.strip()]
    body = "\n".join(line.removeprefix("   ") for line in lines).strip("\n")
    subjects: list[str] = []
    if found := _SUBJECTS.match(body):
        subjects = list(dict.fromkeys(name.strip() for name in found[1].split(",") if name.strip()))
        body = body[found.end() :]
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", body) if block.strip()]
    date = None
    if blocks and (dated := _DATE.match(blocks[-1].strip())):
        date = dated[1]
        blocks.pop()
    return Entry(list(dict.fromkeys(names)), subjects, blocks, date)


def key(name: str) -> str:
    """How a reference finds its entry: case and white space do not matter."""
    return " ".join(name.split()).casefold()


def paths(found: list[Entry]) -> tuple[list[str], dict[str, str]]:
    """The address of each entry, and every name to one: where two share a name, the first has it."""
    taken: dict[str, None] = {}
    known: dict[str, str] = {}
    for entry in found:
        path = base = f"term/{slug(entry.names[0])}"
        count = 1
        while path in taken:
            count += 1
            path = f"{base}-{count}"
        taken[path] = None
        for name in entry.names:
            known.setdefault(key(name), path)
    return list(taken), known


def inline(text: str, known: dict[str, str]) -> str:
    """References as links, those to the outside as plain text."""

    def link(match: re.Match[str]) -> str:
        label = match[1]
        if outside := _OUTSIDE.match(label):
            return escape(outside[1] or "elsewhere")
        path = known.get(key(label))
        return f'<a href="../{path}">{escape(label)}</a>' if path else escape(label)

    parts, last = [], 0
    for match in _REFERENCE.finditer(text):
        parts += [escape(text[last : match.start()]), link(match)]
        last = match.end()
    parts.append(escape(text[last:]))
    return _STRESSED.sub(r"<em>\1</em>", "".join(parts))


def plain(entry: Entry) -> str:
    """An entry's text without marks."""
    return " ".join(re.sub(r"[{}]|__", "", " ".join(entry.blocks)).split())


def body(entry: Entry, known: dict[str, str]) -> str:
    """An entry as HTML: paragraphs, tables and programs as they were set."""
    parts = []
    if len(entry.names) > 1:
        parts.append(f"<p class='also'>Also: {', '.join(escape(name) for name in entry.names[1:])}</p>")
    for block in entry.blocks:
        html = inline(block, known)
        lines = block.split("\n")
        as_set = any(line.startswith("  ") for line in lines) or any(
            re.search(r"\S {3,}\S", line) for line in lines
        )
        parts.append(f"<pre>{html}</pre>" if as_set else f"<p>{html}</p>")
    if entry.date:
        parts.append(f"<p class='date'>Last changed on {entry.date}</p>")
    return "".join(parts)


def title(entry: Entry) -> str:
    """An entry's first name, with its abbreviation in brackets where that is its only other name."""
    first, *others = entry.names
    if len(others) == 1 and _ABBREVIATION.match(others[0]) and others[0] not in first:
        return f"{first} ({others[0]})"
    return first


def articles(found: list[Entry]) -> list[Article]:
    """Every entry as an article."""
    places, known = paths(found)
    seen: dict[str, int] = {}
    for entry in found:
        for name in entry.subjects:
            seen[name] = seen.get(name, 0) + 1
    made = []
    for path, entry in zip(places, found, strict=True):
        groups = [name for name in entry.subjects if seen[name] >= LEAST]
        made.append(
            Article(
                path,
                title(entry),
                body(entry, known),
                plain(entry),
                groups,
                entry.names[1:],
                entry.date,
            )
        )
    return made


def _letter(title: str) -> str:
    first = title[:1].upper()
    return first if first.isascii() and first.isalpha() else "Signs and figures"


def book(folder: Path = FOLDER) -> Book:
    """The dictionary as a book."""
    terms = articles(list(entries(folder)))
    letters: dict[str, list[Article]] = {}
    for term in sorted(terms, key=lambda one: sort_key(one.title)):
        letters.setdefault(_letter(term.title), []).append(term)
    by_letter = [
        Article(
            f"letter/{slug(letter)}",
            f"Terms: {letter}",
            f"<p>{len(members)} articles</p>{listing(members, '../')}",
            indexed=False,
        )
        for letter, members in letters.items()
    ]
    groups = groups_of(terms)
    subjects = [group_page(name, members) for name, members in groups.items()]
    links = "".join(
        f'<li><a href="{one.path}">{escape(one.title.removeprefix("Terms: "))}</a></li>' for one in by_letter
    )
    counts = "".join(
        f'<li><a href="group/{slug(name)}">{escape(name)}</a> ({len(members)})</li>'
        for name, members in groups.items()
    )
    front = Article(
        "contents",
        "Contents",
        f"<p>{len(terms):,} articles about computing, edition of {edition(folder)}.</p>"
        f'<h2>Terms by letter</h2><ul class="letters">{links}</ul>'
        f'<h2>Subjects</h2><ul class="listing">{counts}</ul>',
        indexed=False,
    )
    made = Book(
        name="computing",
        title="Dictionary of Computing",
        description="Terms, people, companies, languages and machines of computing.",
        footer=FOOTER,
    )
    made.articles.extend([front, *by_letter, *subjects, *terms])
    return made
