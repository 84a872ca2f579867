"""Search words: what is looked for when somebody types a phrase."""

from __future__ import annotations

import re

STOP = frozenset("a an and are at by for from in is it of on or that the this to with".split())  # noqa: SIM905


def words_of(text: str) -> list[str]:
    """Search words in lower case without punctuation, stop words and single characters (not in the index)."""
    found = re.findall(r"\w+", text.lower())
    return [word for word in found if word not in STOP and len(word) > 1] or found


def stem(word: str) -> str:
    """Cut a plural ending, so that "lamps" finds "lamp" (a trailing ``*`` is added to what is left).

    >>> stem("lamps"), stem("boxes"), stem("glass"), stem("batteries")
    ('lamp', 'box', 'glass', 'batter')
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3]
    if len(word) > 4 and re.search(r"(x|ch|sh|ss|z)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
