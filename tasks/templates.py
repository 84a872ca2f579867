"""From files under ``tasks/`` to templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sites.errors import WebariumError
from sites.files import PlaceError
from sites.packs import packs
from sites.source import Source, Where
from sites.spec import load_site
from sites.wording import plain_message

from .model import NAME, CheckEntry, DrawnParams, Template
from .patterns import unrendered

ROOT = Path(__file__).parent
NOT_FOLDERS = {"answers.lock", "__pycache__"}
# Which sites a folder's templates use when they do not say so themselves.
FOLDER_SITES = {"shopping_admin": ["shopping"], "cross_site": None}


class TemplateErrors(WebariumError):
    """Everything that is wrong with a file (or several), one message a mistake."""

    usual = "mend what is named above; docs/authoring.md says what the files hold"

    def __init__(self, errors: list[PlaceError]) -> None:
        self.errors = errors
        if len(errors) == 1:
            super().__init__(errors[0].message, remedy=errors[0].remedy)
        else:
            super().__init__("\n".join(map(str, errors)))

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which would be given the message in place of the errors."""
        return type(self), (self.errors,)


@lru_cache(maxsize=64)
def _profiles(site: str) -> dict[str, dict[str, Any]]:
    return {name: profile.model_dump() for name, profile in load_site(site).profiles.items()}


def profile_data(site: str, profile: str | None) -> dict[str, Any]:
    """What templates may know of a profile: ``username``, ``name``, ``email``, ``title`` and the like.

    Raises:
        WebariumError: when the site has no such profile.
    """
    if profile is None:
        return {}
    known = _profiles(site)
    if profile not in known:
        raise WebariumError(
            f"the site {site} has no profile '{profile}'",
            remedy=f"its profiles are {', '.join(known) or 'none'}",
        )
    return {"profile": profile, **known[profile]}


def roots(root: Path = ROOT) -> list[Path]:
    """The folder of the tasks, and where that is the checkout's those of packs as well."""
    return [root, *(pack.tasks for pack in packs())] if root == ROOT else [root]


def shown_path(path: Path, root: Path) -> str:
    """What messages call a file below a folder of tasks: as it is found from here where that is a pack's."""
    if any(pack.tasks == root for pack in packs()):
        here = Path.cwd()
        return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
    return f"{root.name}/{path.relative_to(root)}"


def root_for(folder: str, root: Path = ROOT) -> Path:
    """The one of these that has a folder with templates, else one that is empty; the first where none has."""
    every = roots(root)
    if len(every) == 1:
        return root
    there = [one for one in every if (one / folder).is_dir()]
    return next((one for one in there if any(map(_is_template, (one / folder).iterdir()))), [*there, root][0])


def _is_template(path: Path) -> bool:
    return path.suffix == ".yaml" and not path.name.startswith((".", "_"))


def template_paths(root: Path = ROOT) -> list[Path]:
    """The files of all templates, sorted by folder and name; those of packs come last."""
    return [
        path
        for one in roots(root)
        for path in sorted(one.glob("*/*.yaml"))
        if path.parent.name not in NOT_FOLDERS and _is_template(path)
    ]


def load_template(path: Path, *, text: str | None = None) -> Template:
    """Read one template.

    Raises:
        TemplateErrors: naming every mistake with file and line.
    """
    return _load(path, text)[0]


def load_source(path: Path) -> tuple[Template, Source]:
    """A template and the places of its parts, for those who report mistakes."""
    return _load(path, None)


def _load(path: Path, text: str | None) -> tuple[Template, Source]:
    folder = path.parent.name
    shown = shown_path(path, path.parents[1])
    try:
        source = Source(path, text, shown=shown)
    except PlaceError as error:
        raise TemplateErrors([error]) from error
    if not isinstance(source.data, dict):
        raise TemplateErrors([source.error("a template is a mapping of keys to values")])
    if not re.fullmatch(NAME, path.stem):
        reason = "the name of the file is no name of a template: small letters, digits and _, a letter first"
        raise TemplateErrors(
            [PlaceError(reason, path=shown, remedy="rename the file, like order_total.yaml")]
        )
    data = {**source.data}
    for key in ("folder", "name"):
        if key in data:
            message = f"the key '{key}' is not known here: the place of the file says it"
            raise TemplateErrors([source.error(message, [key])])
    if "sites" not in data:
        default = FOLDER_SITES.get(folder, [folder])
        if default is not None:
            data["sites"] = default
    try:
        template = Template.model_validate({**data, "folder": folder, "name": path.stem})
    except ValidationError as error:
        raise TemplateErrors(_located(error, source)) from error
    if wrong := list(_sites(template, source)):
        raise TemplateErrors(wrong)
    unknown = [site for site in template.profile if site not in template.sites]
    missing = [site for site in template.sites if site not in template.profile]
    if unknown or missing:
        what = f"profile names {', '.join(unknown)}, which sites does not" if unknown else ""
        if missing:
            what = f"profile does not say who one is on {', '.join(missing)} (null: not logged in)"
        raise TemplateErrors([source.error(what, ["profile"])])
    return template, source


def _sites(template: Template, source: Source) -> Iterator[PlaceError]:
    """Sites and profiles that there are not, and checks of sites that the template does not use."""
    named: list[tuple[str, Where]] = [
        *((site, ("sites", index)) for index, site in enumerate(template.sites)),
        *((one.site, ("reference", name, "site")) for name, one in template.reference.items() if one.site),
    ]
    if isinstance(template.params, DrawnParams):
        named.append((template.params.site, ("params", "site")))
    if template.elsewhere:
        named.append((template.elsewhere.site, ("elsewhere", "site")))
    lookups: list[tuple[Callable[[], object], Where]] = [
        *((partial(_profiles, site), where) for site, where in named),
        *((partial(profile_data, site, who), ("profile", site)) for site, who in template.profile.items()),
        *(
            (partial(profile_data, one.site, one.who[one.site]), ("events", index, "who"))
            for index, one in enumerate(template.events)
        ),
    ]
    for look_up, where in lookups:
        try:
            look_up()
        except WebariumError as error:
            yield source.error(error.message, where, remedy=error.remedy)
    placed: list[tuple[Where, CheckEntry]] = [
        *((("checks", index), check) for index, check in enumerate(template.checks)),
        *((("milestones", index, "check"), one.check) for index, one in enumerate(template.milestones)),
        *((("policy", index, "check"), one.check) for index, one in enumerate(template.policy)),
        *(
            (("events", number, key, index), check)
            for number, one in enumerate(template.events)
            for key, some in (
                ("only_if", [one.only_if] if one.only_if else []),
                ("seen", one.seen),
                ("unseen", one.unseen),
            )
            for index, check in enumerate(some)
        ),
    ]
    for place, check in placed:
        spec = check.parsed()
        for site in [getattr(spec, "site", None), *(getattr(spec, "sites", None) or {})]:
            if site is not None and site not in template.sites and not unrendered(site):
                yield source.error(
                    f"the site '{site}' is none of the template's: {', '.join(template.sites)}",
                    (*place, check.kind),
                    remedy="name it under sites: and profile:",
                )


def _located(error: ValidationError, source: Source) -> list[PlaceError]:
    found: list[tuple[tuple[str | int, ...], str, str]] = []
    for detail in error.errors():
        loc = (*detail["loc"], *(detail.get("ctx", {}).get("where") or ()))
        path: tuple[str | int, ...] = ()
        for part in loc:
            if (*path, part) in source.places:
                path = (*path, part)
        found.append((path, plain_message(detail), detail["type"]))
    # a union reports each of its members; keep what went deepest into the file
    weak = {"list_type", "dict_type", "literal_error", "string_type", "int_type", "int_parsing"}
    kept = []
    for path, message, kind in found:
        deeper = any(other[: len(path)] == path and len(other) > len(path) for other, _, _ in found)
        beside = any(other == path and k not in weak for other, _, k in found)
        if not deeper and not (kind in weak and beside):
            kept.append((path, message))
    errors = [source.error(message, path) for path, message in dict.fromkeys(kept)]
    return sorted(errors, key=lambda e: e.line)


def load_templates(root: Path = ROOT) -> list[Template]:
    """All templates.

    Raises:
        TemplateErrors: with the mistakes of every file that has some.
    """
    templates, errors = [], []
    for path in template_paths(root):
        try:
            templates.append(load_template(path))
        except TemplateErrors as error:
            errors.extend(error.errors)
    if errors:
        raise TemplateErrors(errors)
    return templates
