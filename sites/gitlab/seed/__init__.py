"""The seed of the forge: one generator, one seed number, no Pagure.

``generate`` gives every record and the repositories in memory; ``write`` puts streams for ``git fast-import``
and the records into a folder. ``python -m sites.gitlab.seed`` shows what there is.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from sites.gitlab.seed.records import DEFAULT_SEED, EPOCH, Forge

if TYPE_CHECKING:
    from sites.gitlab.seed.gitobjects import Repository

__all__ = ["DEFAULT_SEED", "EPOCH", "Forge", "generate", "write"]


def generate(seed: int = DEFAULT_SEED, scale: float = 1) -> tuple[Forge, dict[str, Repository]]:
    """The whole forge for a seed number, and its repositories by the path of their stream.

    Equal numbers give equal forges on every Python from 3.11. ``scale`` multiplies those who read and ask, their
    issues and the merge requests that wait; 1 is what the image holds.
    """
    from sites.gitlab.seed.forge import make_forge

    return make_forge(seed, scale)


def write(folder: Path, forge: Forge, repositories: dict[str, Repository]) -> None:
    """Write ``forge.json`` (all records; moments in ISO form) and the streams below ``folder``."""
    for path, repository in repositories.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(repository.stream())

    def plain(value: object) -> str:
        if isinstance(value, date):
            return value.isoformat()
        raise TypeError(f"not expected in a record: {value!r}")

    text = json.dumps(asdict(forge), default=plain, ensure_ascii=False, indent=1)
    (folder / "forge.json").write_text(text + "\n", encoding="utf-8")
