"""Files below ``tasks/`` that look like something and that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sites.files import PlaceError

from .templates import NOT_FOLDERS, shown_path, template_paths

LOCKS = "answers.lock"
_YAML = (".yaml", ".yml")
_KEPT_ASIDE = (".", "_")
"""What the names of files begin with that are not to be read; so may those that end in ``.draft``."""


def strays(root: Path, folder: str | None = None) -> Iterator[PlaceError]:
    """Templates that are not read as such, locks and oracles without a template; of one folder or all."""
    templates = set(template_paths(root))
    for path in sorted(root.rglob("*")):
        place = path.relative_to(root)
        if path.is_dir() or any(part.startswith(_KEPT_ASIDE) for part in place.parts):
            continue
        if folder and folder not in (place.parts[0], place.parts[1] if place.parts[0] == LOCKS else ""):
            continue
        if wrong := _wrong(place, path, templates, root):
            reason, remedy = wrong
            yield PlaceError(reason, path=shown_path(path, root), remedy=remedy)


def _wrong(place: Path, path: Path, templates: set[Path], root: Path) -> tuple[str, str] | None:
    name = f"{place.parent.name}.{place.stem}"
    if place.parts == (LOCKS, "README.md"):
        return None
    if place.parts[0] == LOCKS:
        if path.suffix != ".json" or len(place.parts) != 3:
            return "is no lock, and nobody reads it", "delete it, or move it elsewhere"
        if not _has_template(root / place.parent.name / f"{place.stem}.yaml", templates):
            return (
                f"is the lock of {name}, which there is no template of",
                "delete it, or restore the template",
            )
    elif place.parts[0] in NOT_FOLDERS:
        return None
    elif path.suffix.lower() in _YAML and path not in templates and str(place) != "coverage.yaml":
        return "is read by nobody", "a template is a file tasks/<folder>/<name>.yaml"
    elif path.suffix == ".py" and place.parent.name == "oracles" and len(place.parts) == 3:
        folder = place.parts[0]
        if not _has_template(root / folder / f"{place.stem}.yaml", templates):
            reason = f"is the oracle of {folder}.{place.stem}, which there is no template of"
            return reason, "delete it, or restore the template"
    return None


def _has_template(path: Path, templates: set[Path]) -> bool:
    return path in templates or path.with_name(f"{path.name}.draft").is_file()
