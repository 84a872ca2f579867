"""Words of a text as the Natural Language Toolkit's ``word_tokenize`` cuts them, for WebArena's own verdicts.

Only one question is asked here: does a single character stand in an answer as a token of its own? Marks are
cut off words, figures keep their commas, and a full stop is cut off only where a sentence ends. Where that is
the toolkit asks a table of words seen in newspapers; here it is a rule, which is the table's own verdict for
all but a few hundred rare words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

#: Letters which, with a full stop behind, count as abbreviations before anything but a lower-case word, too.
_ABBREVIATED = frozenset("cdefghklmnprstvw")
_CLOSED = re.compile(r"[\]})>\"'»”’]*$")
_FULL_STOP = re.compile(r"(?<=[^.])\.([\]})>\"'»”’]*\s*)$")

_WORD = re.compile(r"\S+")
_ONE = re.compile(r"(?:-?[.,]?\d[\d,.-]*|[^\W\d_])")
_APART = re.compile(r"[()\[\]{}\"';:*@!?]")

_STEPS = (
    (re.compile(r"([«“‘„]|`+)"), r" \1 "),
    (re.compile(r"^\"|(?<=[ (\[{<])(?:\"|\'\')"), " `` "),
    (re.compile(r"'(?!re|ve|ll|[mtsdn])(?=\w\b)"), "' "),  # 'a' is a quoted letter, 's is no letter
    (re.compile(r"([:,])(?=\D)"), r" \1 "),
    (re.compile(r"([:,])$"), r" \1 "),
    (re.compile(r"(\.{2,}|[;@#$%&?!*\[\](){}<>]|--)"), r" \1 "),
    (re.compile(r"(?<=[^'])' "), " ' "),
)
_LAST_STEPS = (  # they look for a blank behind the word
    (re.compile(r"([»”’]|''|\")"), r" \1 "),
    (re.compile(r"(?<=[^' ])('[smd]|') "), r" \1 "),
    (re.compile(r"(?<=[^' ])('ll|'re|'ve|n't) "), r" \1 "),
    (re.compile(r"\bd('ye)\b"), r" d \1 "),
)


def is_token(character: str, text: str) -> bool:
    """Whether a character stands in a text as a token of its own; both are in lower case.

    >>> is_token("3", "it has 3."), is_token("3", "it has 13"), is_token("3", "rated 3/5")
    (True, False, False)
    """
    if character not in text or character == '"':  # the toolkit writes other marks for it
        return False
    return any(character in _words(sentence) for sentence in _sentences(text))


def _words(sentence: str) -> list[str]:
    text = _FULL_STOP.sub(r" . \1 ", sentence)
    for pattern, into in _STEPS:
        text = pattern.sub(into, text)
    text = f" {text} "
    for pattern, into in _LAST_STEPS:
        text = pattern.sub(into, text)
    return text.split()


def _sentences(text: str) -> Iterator[str]:
    """The text cut behind each full stop, question or exclamation mark that ends a sentence."""
    start = 0
    words = list(_WORD.finditer(text))
    for word, following in pairwise(words):
        if _ends(word.group(), following.group()):
            yield text[start : word.end()]
            start = following.start()
    yield text[start:]


def _ends(word: str, following: str) -> bool:
    bare = _CLOSED.sub("", word)
    if not bare.endswith((".", "?", "!")):
        return False
    if not bare.endswith(".") or bare != word:
        return True
    one = _APART.split(bare[:-1])[-1]
    if len(one) == 1 and one in _ABBREVIATED:
        return False
    # "3. it" and "b. it": a figure or a letter before a word in lower case counts as an ordinal or an initial
    return not (_ONE.fullmatch(one) and (following[0].islower() or following[0] in ",;:!?"))
