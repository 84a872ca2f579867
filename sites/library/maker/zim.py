"""Writes a book as a ZIM file that is the same byte for byte each time."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

from libzim.writer import Creator, Hint, Item, StringProvider

from .page import Article, Book, document

DATE = "2026-03-16"
GLASS = b"\x0f\x0dXapian Glass"
"""How a Xapian database begins; two bytes of version and its random name follow."""


class _Page(Item):  # type: ignore[misc]
    """A page or a file of a book."""

    def __init__(self, path: str, title: str, content: str, mime: str) -> None:
        super().__init__()
        self.path, self.title, self.content, self.mime = path, title, content, mime

    def get_path(self) -> str:
        return self.path

    def get_title(self) -> str:
        return self.title

    def get_mimetype(self) -> str:
        return self.mime

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self.content)

    def get_hints(self) -> dict[Hint, bool]:
        return {Hint.FRONT_ARTICLE: not isinstance(self, _Unsearched), Hint.COMPRESS: True}


class _Unsearched(_Page):
    """What the full-text search shall not find: lists, the style sheet."""

    def get_indexdata(self) -> None:
        """Nothing; without this method the writer would index the page."""


def write(book: Book, target: Path, style: str) -> str:
    """Write a book.

    Args:
        target: the file, `<name>.zim`.
        style: the style sheet of its pages.

    Returns:
        SHA-256 of the file.
    """
    target.unlink(missing_ok=True)
    # one worker: more of them finish in any order
    creator = Creator(target).config_indexing(True, "eng").config_nbworkers(1)
    creator.set_mainpath("contents")
    with creator:
        for article in sorted(book.articles, key=lambda one: one.path):
            kind = _Page if article.indexed else _Unsearched
            creator.add_item(kind(article.path, article.title, document(book, article), "text/html"))
            _add_other_names(creator, article)
        creator.add_item(_Unsearched("style.css", "", style, "text/css"))
        for path, content in sorted(book.files.items()):
            creator.add_item(_Unsearched(path, "", content, "image/svg+xml"))
        for name, value in {
            "Name": book.name,
            "Title": book.title,
            "Description": book.description[:80],
            "Language": "eng",
            "Creator": book.title,
            "Publisher": "Stacks",
            "Date": DATE,
        }.items():
            creator.add_metadata(name, value)
    pin(target)
    return hashlib.sha256(target.read_bytes()).hexdigest()


def _add_other_names(creator: Creator, article: Article) -> None:
    """Further names lead to the article, for the suggestions of the search."""
    for count, name in enumerate(article.other, 1):
        creator.add_redirection(
            f"also/{article.path}/{count}", name, article.path, {Hint.FRONT_ARTICLE: True}
        )


def pin(target: Path) -> None:
    """Replace what the writer takes from chance, the ids of the file and of its indexes; sum up anew."""
    data = bytearray(target.read_bytes())
    start = data.find(GLASS)
    while start >= 0:
        at = start + len(GLASS) + 2
        data[at : at + 16] = hashlib.md5(target.name.encode(), usedforsecurity=False).digest()
        start = data.find(GLASS, at)
    data[8:24] = bytes(16)
    (end,) = struct.unpack_from("<Q", data, 72)
    data[8:24] = hashlib.md5(data[:end], usedforsecurity=False).digest()
    data[end : end + 16] = hashlib.md5(data[:end], usedforsecurity=False).digest()
    target.write_bytes(data)
