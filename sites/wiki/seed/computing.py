"""Articles on computing from the Free On-line Dictionary of Computing (GFDL; see THIRD_PARTY.md), made wikitext."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from sites.wiki.seed.chance import Chance
from sites.wiki.seed.records import Draft

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
SHORTEST, LONGEST = 300, 4800
WANTED = 900
SUBJECTS = {
    "programming": "Programming",
    "language": "Programming languages",
    "algorithm": "Algorithms",
    "networking": "Networking",
    "hardware": "Computer hardware",
    "operating system": "Operating systems",
    "communications": "Data transmission",
    "storage": "Data storage",
    "file format": "File formats",
    "standard": "Computing standards",
    "theory": "Theory of computing",
    "mathematics": "Mathematics of computing",
    "graphics": "Computer graphics",
    "security": "Computer security",
    "cryptography": "Computer security",
    "protocol": "Network protocols",
    "database": "Databases",
    "artificial intelligence": "Artificial intelligence",
    "logic": "Logic",
    "character": "Characters and codes",
    "computer": "Computers",
    "processor": "Processors",
    "tool": "Programming tools",
    "text": "Text processing",
    "world-wide web": "World-Wide Web",
    "web": "World-Wide Web",
    "electronics": "Electronics",
    "architecture": "Computer architecture",
    "parallel": "Parallel computing",
    "data": "Data types",
    "unit": "Units",
    "jargon": "Hackers' slang",
}
"""Subjects of the dictionary that are taken, and the categories they become."""
KIND = re.compile(r"^\s*(?:1\. )?<([^<>]+)>\s*")
BRACE = re.compile(r"\{([^{}]+)\}")


def number(text: str) -> int:
    """An integer of dictd's index."""
    value = 0
    for sign in text:
        value = value * 64 + ALPHABET.index(sign)
    return value


def entries(folder: Path) -> Iterator[tuple[list[str], str]]:
    """Headwords and body of every entry of ``foldoc.dict.dz``, in its order, once."""
    whole = gzip.decompress((folder / "foldoc.dict.dz").read_bytes())
    spans = set()
    for line in (folder / "foldoc.index").read_text(encoding="utf-8").splitlines():
        head, start, size = line.split("\t")
        if not head.startswith("00"):
            spans.add((number(start), number(size)))
    for start, size in sorted(spans):
        text = whole[start : start + size].decode("utf-8", "replace")
        heads, _, body = text.partition("\n\n")
        yield [head.strip() for head in heads.split("\n") if head.strip()], body


def title_of(head: str) -> str:
    """A headword as a title; empty when it cannot be one."""
    if re.search(r"[#<>\[\]{}|_/:+%]", head) or not re.match(r"[A-Za-z]", head) or len(head) > 60:
        return ""
    return head[0].upper() + head[1:]


def drafts(world: Chance, folder: Path) -> list[Draft]:
    """Articles of a moderate length on the commoner subjects, and where their other headwords lead."""
    found: list[tuple[str, list[str], list[str], str]] = []
    for heads, body in entries(folder):
        kind = KIND.match(body)
        title = title_of(heads[-1])
        if (
            kind is None
            or not title
            or not SHORTEST <= len(body) <= LONGEST
            or re.search(r"^\s*\d\. ", body, re.M)
        ):
            continue
        names = [SUBJECTS[one.strip()] for one in kind[1].split(",") if one.strip() in SUBJECTS]
        if (
            names
            and len(re.sub(r"\n\s*\n\s*\[.*", "", body, flags=re.S)) > 240
            and not re.match(r"[(\[]", body[kind.end() :])
        ):
            found.append((title, heads[:-1], names, body[kind.end() :]))
    unique = {one[0].lower(): one for one in found}
    keys = world.order("terms", unique)[:WANTED]
    chosen = [unique[key] for key in sorted(keys) if world.keeps("term", key)]
    known = {head.lower(): title for title, others, _, _ in chosen for head in [*others, title]}
    return [draft(world.at("term", title), title, names, body, known) for title, _, names, body in chosen]


def draft(chance: Chance, title: str, names: list[str], body: str, known: dict[str, str]) -> Draft:
    """One entry as an article."""
    date = re.search(r"\((\d{4}-\d\d-\d\d)\)\s*$", body)
    text = re.sub(r"\s*\(\d{4}-\d\d-\d\d\)\s*$", "", body)
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        if re.search(r"https?:|ftp:|E-mail:|news:|@", block) or block.lstrip().startswith(("[", "(")):
            continue  # addresses of the nineties lead nowhere; sources that stand alone say nothing
        if all(line.startswith("    ") for line in block.splitlines() if line.strip()):
            lines = [
                re.sub(r"[\[\]{}]{2}|'{2,}", " ", line[4:]).rstrip()
                for line in block.expandtabs().splitlines()
                if line.strip()
            ]
            blocks.append("\n".join(f" <nowiki>{line.replace('<', '&lt;')}</nowiki>" for line in lines))
            continue
        plain = (
            " ".join(block.split())
            .replace("<", "&lt;")
            .replace("[", "(")
            .replace("]", ")")
            .replace("''", '"')
        )
        plain = BRACE.sub(lambda one: linked(one[1], title, known), plain).lstrip("*#:;= ")
        if plain:
            blocks.append(plain)
    if not blocks or blocks[0].startswith(" "):
        blocks.insert(0, f"'''{title}''' is a term of computing.")
    first = blocks[0]
    lead = [
        f"'''{title}'''{'' if first.startswith('(') else ' –'} {first[0].upper() + first[1:] if not first.startswith('[[') else first}"
    ]
    if first.startswith("'''"):
        lead = [first]
    sections = [("Description", "\n\n".join(blocks[1:]))] if len(blocks) > 1 else []
    tail = "{{FOLDOC" + (f"|{date[1]}" if date else "") + "}}"
    return Draft(
        title=title,
        subject="computing",
        lead=lead,
        sections=sections,
        categories=sorted(set(names)),
        tail=tail,
        fame=int(chance.pick("fame", ("1", "1 too", "2", "2 too", "3"))[0]),
    )


def linked(name: str, title: str, known: dict[str, str]) -> str:
    """A cross reference: a link where there is an article, else the words."""
    name = name.strip()
    target = known.get(name.lower())
    if target is None or target == title:
        return name
    return f"[[{target}]]" if target == name else f"[[{target}|{name}]]"
