"""A repository in memory: it knows the ids that git will give, and writes a fast-import stream.

Ids are computed as git computes them (SHA-1 over ``<type> <length>\\0<content>``), so that records can name
commits before any repository exists.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sites.gitlab.seed.records import Commit

Tree = Mapping[str, str]
"""Text of each file by path."""


def object_id(kind: str, content: bytes) -> str:
    """The id of a git object of ``kind`` (blob, tree, commit, tag)."""
    return hashlib.sha1(
        b"%s %d\0" % (kind.encode(), len(content)) + content, usedforsecurity=False
    ).hexdigest()


def mode_of(text: str) -> str:
    """``100755`` for a script with a shebang line, else ``100644``."""
    return "100755" if text.startswith("#!") else "100644"


@dataclass(slots=True)
class Repository:
    """Commits in the order in which they were made, refs, and the whole tree of each commit.

    ``people`` maps a username to (full name, e-mail).
    """

    people: Mapping[str, tuple[str, str]]
    commits: dict[str, Commit] = field(default_factory=dict)
    trees: dict[str, Tree] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    tags: dict[str, tuple[str, str, str, datetime, str]] = field(default_factory=dict)
    _blobs: dict[str, str] = field(default_factory=dict)

    def copy(self, tip: str | None = None) -> Repository:
        """A fork: branch main at ``tip`` (as it is now when None), without tags and other refs."""
        tip = tip or self.refs["refs/heads/main"]
        other = Repository(self.people, _blobs=self._blobs)
        for key in self.reachable(tip):
            other.commits[key] = self.commits[key]
            other.trees[key] = self.trees[key]
        other.refs["refs/heads/main"] = tip
        return other

    def reachable(self, tip: str) -> list[str]:
        """All commits reachable from ``tip``, parents first."""
        seen, queue = {tip}, [tip]
        while queue:
            for parent in self.commits[queue.pop()].parents:
                if parent not in seen:
                    seen.add(parent)
                    queue.append(parent)
        return [key for key in self.commits if key in seen]

    def tip(self, branch: str) -> str:
        return self.refs[f"refs/heads/{branch}"]

    def commit(
        self,
        branch: str,
        tree: Tree,
        author: str,
        date: datetime,
        message: str,
        *,
        parents: tuple[str, ...] | None = None,
        committer: str | None = None,
    ) -> str:
        """Commit ``tree`` on ``branch``, on top of its tip (or of main's for a new branch); the new id."""
        if parents is None:
            tip = self.refs.get(f"refs/heads/{branch}") or self.refs.get("refs/heads/main")
            parents = (tip,) if tip else ()
        committer = committer or author
        lines = [f"tree {self._tree_id(tree)}", *(f"parent {key}" for key in parents)]
        lines += [
            f"author {self._person(author, date)}",
            f"committer {self._person(committer, date)}",
            "",
            message,
        ]
        key = object_id("commit", "\n".join(lines).encode() + b"\n")
        self.commits[key] = Commit(key, parents, author, committer, date, message, branch)
        self.trees[key] = dict(tree)
        self.refs[f"refs/heads/{branch}"] = key
        return key

    def tag(self, name: str, commit: str, tagger: str, date: datetime, message: str) -> str:
        """An annotated tag; the id of the tag object."""
        text = f"object {commit}\ntype commit\ntag {name}\ntagger {self._person(tagger, date)}\n\n{message}\n"
        key = object_id("tag", text.encode())
        self.tags[name] = (key, commit, tagger, date, message)
        return key

    def adopt(self, other: Repository, tip: str, ref: str) -> None:
        """Take what is reachable from ``tip`` over from a fork, under ``ref``."""
        for key in other.reachable(tip):
            if key not in self.commits:
                self.commits[key] = other.commits[key]
                self.trees[key] = other.trees[key]
        self.refs[ref] = tip

    def records(self, *branches: str) -> tuple[Commit, ...]:
        """Commits of the branches (all commits when none is given), parents first."""
        if not branches:
            return tuple(self.commits.values())
        wanted = {key for branch in branches for key in self.reachable(self.tip(branch))}
        return tuple(one for key, one in self.commits.items() if key in wanted)

    def stream(self) -> bytes:
        """The fast-import stream that makes this repository, with ``HEAD`` on main."""
        return b"".join(self._stream())

    def _stream(self) -> Iterator[bytes]:
        wanted = {key for tip in self.refs.values() for key in self.reachable(tip)}
        wanted |= {key for tag in self.tags.values() for key in self.reachable(tag[1])}
        marks: dict[str, int] = {}
        yield b"feature done\n"
        for key, one in self.commits.items():
            if key not in wanted:
                continue
            marks[key] = len(marks) + 1
            if not one.parents:
                yield b"reset refs/webarium/import\n"
            yield f"commit refs/webarium/import\nmark :{marks[key]}\n".encode()
            yield f"author {self._person(one.author, one.date)}\n".encode()
            yield f"committer {self._person(one.committer, one.date)}\n".encode()
            yield _data(one.message + "\n")
            for word, parent in zip(("from", *["merge"] * 9), one.parents, strict=False):
                yield f"{word} :{marks[parent]}\n".encode()
            old = self.trees[one.parents[0]] if one.parents else {}
            new = self.trees[key]
            for path in sorted(old.keys() - new.keys()):
                yield f"D {path}\n".encode()
            for path in sorted(new):
                if old.get(path) != new[path]:
                    yield f"M {mode_of(new[path])} inline {path}\n".encode() + _data(new[path])
            yield b"\n"
        for ref, tip in sorted(self.refs.items()):
            yield f"reset {ref}\nfrom :{marks[tip]}\n\n".encode()
        for name, (_, commit, tagger, date, message) in self.tags.items():
            yield f"tag {name}\nfrom :{marks[commit]}\ntagger {self._person(tagger, date)}\n".encode()
            yield _data(message + "\n")
        # The ref that carried the import has done its work.
        yield b"reset refs/webarium/import\nfrom 0000000000000000000000000000000000000000\n\ndone\n"

    def _person(self, username: str, date: datetime) -> str:
        name, email = self.people[username]
        return f"{name} <{email}> {int(date.timestamp())} +0000"

    def _blob_id(self, text: str) -> str:
        key = self._blobs.get(text)
        if key is None:
            key = self._blobs[text] = object_id("blob", text.encode())
        return key

    def _tree_id(self, files: Tree) -> str:
        """The id of a folder: entries sorted by name, folders as if their name ended in a slash."""
        entries: dict[str, bytes] = {}
        folders: dict[str, dict[str, str]] = {}
        for path, text in files.items():
            head, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(head, {})[rest] = text
            else:
                entries[head] = (
                    f"{mode_of(text)} {head}".encode() + b"\0" + bytes.fromhex(self._blob_id(text))
                )
        for name, inner in folders.items():
            entries[name + "/"] = f"40000 {name}\0".encode() + bytes.fromhex(self._tree_id(inner))
        return object_id("tree", b"".join(entries[name] for name in sorted(entries, key=str.encode)))


def _data(text: str) -> bytes:
    raw = text.encode()
    return b"data %d\n" % len(raw) + raw + b"\n"
