"""One form of a text for comparing: no case, accents, quotes, markdown or doubled blanks."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SIGNS = {
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f™®©": "", "‘’‚‛´′": "'", "“”„‟«»″": '"',
    "‐‑‒–−﹣－": "-", "—": " - ", "\u00a0\u202f\u2009\t": " ", "\r": "\n"}  # fmt: skip
_PLAIN = str.maketrans({sign: by for signs, by in _SIGNS.items() for sign in signs})
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # full-width signs
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_WRAPPED = re.compile(r"(\"|'|`|__|_|\*|~~~)(?=.)((?:(?!\1).)+)\1", re.S)
# Words, numbers with their point, and the marks that tell C++ from C.
TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*[+#]*|[^\W_]|[€$£%]")
_STRUCK = re.compile(r"~~(?=[^\s~])[^~\n]{1,200}~~")
_THOUGHT = re.compile(r"\A(?:\s*<(think|thinking|reasoning)>.*?</\1>)+", re.I | re.S)


def plain(text: str) -> str:
    """Plain quotes, dashes and blanks, a half in digits, and no ``<...>`` around an address."""
    text = unicodedata.normalize("NFC", text).translate(_PLAIN).translate(_WIDE)
    text = re.sub(r"<([^<>\s]{1,200}[@/][^<>\s]{1,200})>", r" \1 ", text)
    return re.sub(r"(?<!\d)(\d*) ?½", lambda m: f"{m[1] or 0}.5", text) if "½" in text else text


def spoken(answer: str) -> str:
    """What an answer says: not what a model thought before, nor what is struck out."""
    return _STRUCK.sub(" ", _THOUGHT.sub("", answer)).strip()


def undressed(text: str) -> str:
    """A bare text without what is set around it: quotes, markdown, a bullet, a full stop."""
    text = plain(text).replace("**", "").strip()
    if text.startswith("```") and (fenced := re.fullmatch(r"```[\w-]*\n(.*?)\n?```", text, re.S)):
        text = fenced[1].strip()
    text = re.sub(r"^(?:#{1,6}|>|[-*•])[ ]+", "", text)
    while True:
        before = text
        while text[-1:] in (".", "!") and text[-3:] != "...":
            text = text[:-1].rstrip()
        if wrapped := _WRAPPED.fullmatch(text):
            text = wrapped[2].strip()
        if text == before:
            return text


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text without case and accents; ß is ss."""
    decomposed = unicodedata.normalize("NFKD", plain(text).casefold())
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def words(text: str) -> tuple[str, ...]:
    """The words of a text, folded; no article first, no mark of a handle (``u/``, ``@``, ``#``)."""
    bare = re.sub(r"^\s*(?:/?[ufr]/|[@#!]|the\s+)", "", folded(text))
    return tuple(TOKEN.findall(bare))


@lru_cache(maxsize=4096)
def spellings(text: str) -> frozenset[tuple[str, ...]]:
    """The ways to write the words of a text: ``ü`` as ``u`` and as ``ue``."""
    german = unicodedata.normalize("NFC", text).casefold().translate(_GERMAN)
    return frozenset({words(text), words(german)})


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Each word of a text, folded, with its place."""
    return [(folded(m[0]), m.start(), m.end()) for m in TOKEN.finditer(text)]


def stem(word: str) -> str:
    """A word without a plural's ending."""
    word = folded(word)
    for ending, by in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if len(word) > len(ending) + 1 and word.endswith(ending):
            return word[: -len(ending)] + by
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
