"""The encyclopedia as plain records: pages with their whole history, people, talk; no MediaWiki, no database.

``generate(seed)`` gives them all. The same number gives the same records;
``sample()`` gives a small part of them.
"""

from sites.wiki.seed.assemble import generate, sample
from sites.wiki.seed.records import Page, Revision, User, Wiki

__all__ = ["Page", "Revision", "User", "Wiki", "generate", "sample"]
