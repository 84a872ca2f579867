"""How demonstrations are divided: new tasks, new sites, new kinds of site. By hash, the same for all runs.

Mind2Web holds out domains, then websites of the rest, then tasks of the rest (its section 4.1). Tasks are
held out as ``tasks.splits`` has it, so that what is trained on here is never a task of development or test.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from tasks.splits import split_of_family

Split = Literal["train", "test_task", "test_website", "test_domain"]
SPLITS: tuple[Split, ...] = get_args(Split)
DOMAINS: Mapping[str, tuple[str, str]] = {
    "shopping": ("Shopping", "General"),
    "map": ("Travel", "Ground"),
    "wiki": ("Info", "Education"),
    "library": ("Info", "Education"),
    "cms": ("Info", "News"),
    "forum": ("Info", "Social media"),
    "gitlab": ("Service", "Software"),
    "home": ("Service", "General"),
}
"""Domain and subdomain of each site, by Mind2Web's names where it has one."""
_OTHER = ("Other", "Other")
_MARK = "webarium demonstrations 6:"  # of the first ones, one that leaves most sites to train on


def domain_of(site: str) -> tuple[str, str]:
    """Domain and subdomain of a site; those of packs are ``Other``."""
    return DOMAINS.get(site, _OTHER)


def held_domain() -> str:
    """The domain that is held out."""
    return min(sorted({domain for domain, _ in DOMAINS.values()}), key=_rank)


def held_site() -> str:
    """The site that is held out of the other domains, one whose domain has others."""
    domains = [domain for domain, _ in DOMAINS.values()]
    among = [
        site for site, (domain, _) in DOMAINS.items() if domain != held_domain() and domains.count(domain) > 1
    ]
    return min(sorted(among), key=_rank)


def split_of(sites: Iterable[str], family: str) -> Split:
    """The split of a demonstration.

    Args:
        sites: that the task has to do with; one of them that is held out holds it out.
        family: as ``tasks.splits`` has it.
    """
    named = set(sites)
    if held_domain() in {domain_of(site)[0] for site in named}:
        return "test_domain"
    if held_site() in named:
        return "test_website"
    return "train" if split_of_family(family) == "train" else "test_task"


def _rank(name: str) -> str:
    return hashlib.sha256(f"{_MARK}{name}".encode()).hexdigest()
