"""The file that says where another benchmark's sites are, who is logged in there, and how they are reset.

sites:
  shopping:                                  # __SHOPPING__ of the task file
    url: http://localhost:7770
    login: logins/shopping.json              # a storage state of Playwright's
    form:                                    # sent by `webarium sites login`; without it a person logs in
      page: /customer/account/login/
      fill: {'#email': emma@example.org, '#pass': $SHOPPING_PASSWORD}
      press: '#send2'
    admin: {user: admin, password: $SHOPPING_ADMIN}    # for helper functions that ask the site's API
  map: {url: 'http://localhost:3000'}
also: [tile.example.org]                     # hosts that pages need besides, without scheme and port
reset: [./reset.sh]                          # run before every episode, here
reset_seconds: 600
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from evaluators.dropin.addresses import Addresses
from sites.errors import WebariumError
from sites.files import read_json
from sites.source import Source, validate

_VARIABLE = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def _host(text: str) -> str:
    """A host as browsers name it: another spelling, or anything beside it, would let nobody through."""
    host = text.lower()
    if not _HOST.fullmatch(host):
        raise ValueError("not a host such as tile.example.org, without scheme, port and path")
    return host


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LoginForm(_Part):
    """A page with a form: what is filled in, by CSS selector, and what is pressed then."""

    page: str = "/"
    fill: dict[str, str] = Field(min_length=1)
    press: str


class Admin(_Part):
    """Who asks a site's API for what helper functions of a task file want to know."""

    user: str
    password: str


class SiteElsewhere(_Part):
    """One site."""

    url: str
    login: str | None = None
    form: LoginForm | None = None
    admin: Admin | None = None

    @field_validator("url")
    @classmethod
    def _address(cls, url: str) -> str:
        try:
            parts = urlsplit(url)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            good = False
        if not good:
            raise ValueError("not an address such as http://localhost:7770")
        return url.rstrip("/")


class SitesFile(_Part):
    """What the file says; ``place`` is the file itself."""

    sites: dict[str, SiteElsewhere] = Field(min_length=1)
    also: list[Annotated[str, AfterValidator(_host)]] = Field(default_factory=list)
    reset: list[str] | None = Field(default=None, min_length=1)
    reset_seconds: float = Field(default=600.0, gt=0)
    place: Path = Field(default=Path(), exclude=True)

    @property
    def addresses(self) -> dict[str, list[str]]:
        """Where each site is, by its name."""
        return {name: [one.url] for name, one in self.sites.items()}

    @property
    def hosts(self) -> frozenset[str]:
        """Whom pages may ask."""
        return frozenset({urlsplit(one.url).hostname or "" for one in self.sites.values()} | set(self.also))

    def known(self) -> Addresses:
        """The addresses as placeholders of task files are filled in."""
        return Addresses(self.addresses)

    def site(self, name: str) -> SiteElsewhere:
        """One of the sites.

        Raises:
            WebariumError: it is none of the file.
        """
        if name not in self.sites:
            raise WebariumError(
                f"{self.place} names no site {name!r}", remedy=f"it has {', '.join(self.sites)}; add it there"
            )
        return self.sites[name]

    def login_file(self, name: str) -> Path | None:
        """Where a site's login is kept; None where nobody logs in."""
        login = self.site(name).login
        return self.place.parent / login if login else None

    def ready(self, names: list[str]) -> None:
        """See that what playing on some sites needs is there, before anything is played.

        Raises:
            WebariumError: a login is not, a variable, or the program that resets the sites.
        """
        self.storage_state(names)
        for admin in filter(None, (self.site(name).admin for name in names)):
            filled(admin.user)
            filled(admin.password)
        program = self.reset[0] if self.reset else ""
        if program and shutil.which(self.place.parent / program if "/" in program else program) is None:
            raise WebariumError(
                f"The reset command {program} is no program",
                remedy=f"mend reset: in {self.place}; it is run in that file's folder",
            )

    def storage_state(self, names: list[str]) -> dict[str, Any]:
        """The logins of some sites as one storage state of Playwright's.

        Raises:
            WebariumError: one is not there or is none.
        """
        found: dict[str, Any] = {"cookies": [], "origins": []}
        for name in names:
            path = self.login_file(name)
            if path is None:
                continue
            again = f"record it: webarium sites login {name} --sites {self.place}"
            if not path.is_file():
                raise WebariumError(f"There is no login of {name} at {path}", remedy=again)
            state = read_json(path)
            if not isinstance(state, dict) or not isinstance(state.get("cookies"), list):
                raise WebariumError(f"{path} is no storage state of Playwright's", remedy=again)
            found["cookies"] += state["cookies"]
            found["origins"] += state.get("origins") or []
        return found


def read_sites_file(path: Path) -> SitesFile:
    """Read the file, and check all of it that can be checked before a site is asked.

    Raises:
        WebariumError: each problem as `path:line: key: what is wrong`.
    """
    found = validate(SitesFile, Source(path))
    return found.model_copy(update={"place": path.absolute()})


def filled(text: str) -> str:
    """A text of the file with its variables of the environment, so that no password stands in a file.

    Raises:
        WebariumError: one is not set.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in os.environ:
            raise WebariumError(
                f"The environment variable {match[1]} is not set", remedy=f"export {match[1]}=..."
            )
        return os.environ[match[1]]

    return _VARIABLE.sub(value, text)
