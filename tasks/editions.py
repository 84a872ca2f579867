"""Which world a task is of: the seed of its data and the salt of its draw, as ids and folders write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed

_SALT = re.compile(r"[a-z0-9]{1,16}")
_SUFFIX = re.compile(r"(?:s(?P<seed>\d+(?:x\d+)?))?(?:\.?k(?P<salt>[a-z0-9]{1,16}))?")


@dataclass(frozen=True)
class Edition:
    """A seed and a salt. The tasks of the default edition are tracked; others are made on demand.

    Attributes:
        seed: what the sites' data is made from.
        salt: goes into the hash by which parameters are drawn; none is the order that is tracked.
    """

    seed: Seed = DEFAULT_SEED
    salt: str = ""

    @classmethod
    def of(cls, seed: str, salt: str = "") -> Edition:
        """From the words of options.

        Raises:
            WebariumError: one of them is none.
        """
        if salt and not _SALT.fullmatch(salt):
            raise WebariumError(
                f"{salt!r} is no salt", remedy="use up to 16 small letters and digits, such as 3 or 2026w47"
            )
        return cls(Seed.parse(seed), salt)

    @classmethod
    def named(cls, seed: str, salt: str = "") -> Edition | None:
        """The same; None for the default edition: then ids may name another."""
        found = cls.of(seed, salt)
        return None if found.is_default else found

    @property
    def is_default(self) -> bool:
        """Whether its tasks are the tracked ones."""
        return self == DEFAULT

    @property
    def mark(self) -> str:
        """As ids carry it: ``k3``, ``s7``, ``s7.k3``; nothing for the default edition."""
        parts = [f"s{self.seed}"] if self.seed != DEFAULT_SEED else []
        return ".".join([*parts, f"k{self.salt}"] if self.salt else parts)

    @property
    def suffix(self) -> str:
        """What follows a task's number in its id."""
        return f":{self.mark}" if self.mark else ""

    @property
    def name(self) -> str:
        """In words."""
        return f"seed {self.seed}, salt {self.salt}" if self.salt else f"seed {self.seed}"

    @property
    def options(self) -> str:
        """As commands take it."""
        parts = [f"--seed {self.seed}"] if self.seed != DEFAULT_SEED else []
        return " ".join([*parts, f"--salt {self.salt}"] if self.salt else parts)

    def folder(self, root: Path) -> Path:
        """Where its locks are kept, for another edition than the default one.

        Args:
            root: of the tracked tasks.
        """
        name = f"{self.seed}-{self.salt}" if self.salt else str(self.seed)
        return root.parent / ".webarium" / "locks" / name


DEFAULT = Edition()


def split_id(task_id: str) -> tuple[str, str, Edition]:
    """An id in its parts: ``shop.total.0:s7.k3`` is ``shop.total``, ``0`` and an edition.

    Raises:
        WebariumError: what follows the colon is no edition.
    """
    plain, colon, mark = task_id.partition(":")
    template, _, number = plain.rpartition(".")
    return template, number, edition_of(mark) if colon else DEFAULT


def edition_of(mark: str) -> Edition:
    """The edition that a mark means.

    Raises:
        WebariumError: it means none, or stands for one in another way than ids do.
    """
    found = _SUFFIX.fullmatch(mark)
    if found:
        edition = Edition.of(found["seed"] or str(DEFAULT_SEED), found["salt"] or "")
        if edition.mark == mark and mark:
            return edition
    raise WebariumError(f"':{mark}' names no world", remedy="such as :k3, :s7 or :s7.k3; see docs/worlds.md")
