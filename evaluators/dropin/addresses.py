"""Where the sites of a task file were when its outcomes were recorded: ``__SHOPPING__`` and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from evaluators.trajectories.files import FormatError, json_files, read_json
from sites.files import read_text

_PLACEHOLDER = re.compile(r"__[A-Z][A-Z_]*?__")
#: Marks that look like placeholders and are filled in elsewhere.
_OTHERS = frozenset({"__LAST_URL__", "__PAGE__"})

KNOWN = tuple(
    f"__{name}__"
    for name in (
        "SHOPPING",
        "SHOPPING_ADMIN",
        "REDDIT",
        "GITLAB",
        "WIKIPEDIA",
        "MAP",
        "HOMEPAGE",
        "CLASSIFIEDS",
    )
)
"""The sites that WebArena's tasks and those of its successors name."""


class Addresses:
    """The addresses of each placeholder; one site may have been reached by several."""

    def __init__(self, addresses: Mapping[str, Iterable[str]] | None = None) -> None:
        self._known = {
            f"__{name.strip('_').upper()}__": [url.rstrip("/") for url in urls]
            for name, urls in (addresses or {}).items()
        }

    @classmethod
    def read(cls, outcomes: Path, options: Iterable[str] = (), *, tasks: Path | None = None) -> Addresses:
        """From ``sites.json`` or ``config.json`` in the folder of outcomes, and from options, which win.

        Args:
            outcomes: ``sites.json`` is ``{"__SHOPPING__": "http://..."}``; ``config.json`` is
                WebArena-Verified's, ``{"environments": {"__SHOPPING__": {"urls": [...]}}}``.
            options: ``__SHOPPING__=http://...`` (or ``shopping=http://...``).
            tasks: the task file, or a folder of them; the sites that it names may stand in options, too.

        Raises:
            FormatError: for an option without ``=``, without an address or of no known site, or a file
                of another form.
        """
        mentioned: set[str] = set()
        for file in json_files(tasks) if tasks and options else ():
            mentioned |= set(_PLACEHOLDER.findall(read_text(file))) - _OTHERS
        found: dict[str, list[str]] = {}
        for name in ("config.json", "sites.json"):
            if (outcomes / name).exists():
                found |= _from_file(read_json(outcomes / name), outcomes / name)
        for option in options:
            name, sign, url = option.partition("=")
            if not sign or not url:
                raise FormatError(
                    f"{option!r} names no address", remedy="write __SHOPPING__=http://host:port"
                )
            if not _is_address(url):
                raise FormatError(
                    f"{option!r}: {url} is no address of a site", remedy="write __SHOPPING__=http://host:port"
                )
            mark = f"__{name.strip('_').upper()}__"
            if mark not in {*KNOWN, *mentioned}:
                known = ", ".join(sorted({*KNOWN, *mentioned}))
                raise FormatError(f"no task names a site {mark}", remedy=f"use one of {known}")
            found[mark] = [url]
        return cls(found)

    def render(self, text: str, *, as_pattern: bool = False) -> Iterator[str]:
        """The text with every placeholder filled in, once for each combination of known addresses.

        Args:
            text: an address of a task file.
            as_pattern: the text is a regular expression, in which an address stands for itself.

        Raises:
            FormatError: for a placeholder without an address.
        """
        names = sorted(set(_PLACEHOLDER.findall(text)) - _OTHERS)
        for name in names:
            if name not in self._known:
                raise FormatError(
                    f"nobody said where {name} was when the outcomes were recorded",
                    remedy=f"give --site {name}=http://host:port, or a sites.json beside the outcomes",
                )
        for choice in product(*(self._known[name] for name in names)):
            out = text
            for name, url in zip(names, choice, strict=True):
                out = out.replace(name, re.escape(url) if as_pattern else url)
            yield out


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port that is none
        return False


def _from_file(data: Any, path: Path) -> dict[str, list[str]]:
    if not isinstance(data, dict):
        raise FormatError(f"{path} is not an object of addresses")
    entries = data.get("environments", data)
    found: dict[str, list[str]] = {}
    for name, value in entries.items():
        urls = value.get("urls") if isinstance(value, dict) else value
        if isinstance(urls, str):
            urls = [urls]
        if not isinstance(urls, list) or not all(isinstance(url, str) for url in urls) or not urls:
            raise FormatError(f"{path}: {name} has no address")
        for url in urls:
            if not _is_address(url):
                raise FormatError(
                    f"{path}: {name}: {url!r} is no address of a site", remedy="write it as http://host:port"
                )
        found[name] = urls
    return found
