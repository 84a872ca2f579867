"""What a text looks like once its dress is off: one form of quotes, spaces, dashes, markdown and case."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f™®©", ""),
        **dict.fromkeys("‘’‚‛´`′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–−﹣－", "-"),
        "—": " - ",
        "―": " - ",
        "…": " ... ",
        "→": " to ",
        "≈": "~",
        "½": " 1/2",
        "¼": " 1/4",
        "¾": " 3/4",
    }
)
_BULLET = re.compile(r"(?m)^[ \t]*(?:[*•·+▪◦‣-]|\d{1,3}[.)]|\(\d{1,3}\))[ \t]+(?=\S)")
_NUMBERED = re.compile(r"(?m)^[ \t]*\(?(\d{1,3})[.)][ \t]+(?=\S)")
_MARKDOWN = (
    (re.compile(r"~~.*?~~", re.S), " "),
    (re.compile(r"\\boxed\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\([$%#&_*])"), r"\1"),
    (re.compile(r"!?\[([^\[\]]*)\]\((?:mailto:|tel:)?([^()\s]*)\)"), r"\1 (\2)"),
    (re.compile(r"(?m)^```\w*[ \t]*$"), ""),
    (re.compile(r"(?m)^[ \t]*#{1,6}[ \t]+"), ""),
    (re.compile(r"(?m)^[ \t]*>[ \t]?"), ""),
    (re.compile(r"</?(?:b|i|u|em|strong|p|br|span|div|code|ul|ol|li|sup|sub|td|tr|th)\b[^<>]*>", re.I), " "),
    (re.compile(r"(?m)^(?=.*---)[ \t|:-]+$"), ""),
)
_EMPHASIS = re.compile(r"\*+(?=[^\s*])|(?<=[^\s*])\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)")
# What a model thought before it answered is not said.
_THOUGHT = re.compile(r"<(think(?:ing)?|reasoning)>.*?</\1>", re.S | re.I)
_FRACTION = re.compile(r"(?<![\d.,])(\d+)\s?([½¼¾])")
_PARTS = {"½": ".5", "¼": ".25", "¾": ".75"}
# The unit of a value as the last word of its key: "distance_km".
_UNIT_KEY = re.compile(
    r"(.*?)[_ ]?(?:in[_ ])?(?<=[_ ])\(?(km|m|metres|meters|miles|min|mins|minutes|hours|seconds|days|eur|usd"
    r"|euros?|percent|pct)\)?",
    re.I,
)
_SPACES = re.compile(r"[^\S\n]+")
# Sides of a thing, however they are written: "200x140cm", "200 cm × 140 cm".
_SIDES = re.compile(
    r"(?<![\w.,=/&?-])(?P<first>\d+(?:[.,]\d+)?)(?:\s?(?P<unit>mm|cm|m|in|ft))?"
    r"(?P<others>(?:\s?[xX×]\s?\d+(?:[.,]\d+)?(?:\s?(?P=unit)\b)?)+)(?![.,]?\d)(?:\s?(?P<last>mm|cm|m|in|ft)\b)?"
)
# "/u/ole", "f/baking": what a forum puts before the names of users and forums.
_HANDLE = re.compile(r"(?<![\w/.:@-])/?[ufr]/(?=[\w-]+(?![\w/-]))")
_INLINE_NUMBER = re.compile(r"(?<![\w.,])\(?(\d{1,2})[.)]\s+(?=[^\W\d])|(?<!\w)\((\d{1,2})\)\s*(?=\S)")

TOKEN = re.compile(r"(?:\d+(?:[.,]\d+)+|[^\W_]+)(?:'[^\W_]+)*(?:[+#]+(?!\w))?|&")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def clean(text: Any) -> str:
    """``text`` in one dress: NFKC, plain quotes, dashes and spaces, no markdown, bullets as ``•``.

    An answer given as a JSON object or list reads as ``key: value, key: value`` or ``a, b``. Letters keep
    their case and accents. Text struck out (``~~5~~``) is gone.
    """
    return _clean(str(text))


@lru_cache(maxsize=4096)
def _clean(text: str) -> str:
    raw = _flatten_json(_THOUGHT.sub(" ", text))
    raw = _FRACTION.sub(lambda m: m[1] + _PARTS[m[2]], raw)
    if "&" in raw:
        raw = html.unescape(raw)
    plain = unicodedata.normalize("NFKC", raw.translate(_CHARACTERS)).translate(_CHARACTERS)
    plain = plain.replace("\r\n", "\n").replace("\r", "\n").replace("⁄", "/")
    for pattern, by in _MARKDOWN:
        plain = pattern.sub(by, plain)
    numbers = _NUMBERED.findall(plain)
    if len(numbers) > 1 or re.search(r"(?m)^[ \t]*[*•·+▪◦‣-][ \t]", plain):
        plain = _BULLET.sub("• ", plain)
    plain = _EMPHASIS.sub("", plain)
    plain = _HANDLE.sub("", _SIDES.sub(_sides, plain))
    inline = [a or b for a, b in _INLINE_NUMBER.findall(plain)]
    if len(inline) > 1 and inline == [str(n + 1) for n in range(len(inline))]:
        plain = _INLINE_NUMBER.sub("• ", plain)
    plain = _SPACES.sub(" ", plain)
    plain = re.sub(r" ?\n[ \n]*", "\n", plain).strip()
    while len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'" and plain[0] not in plain[1:-1]:
        plain = plain[1:-1].strip()
    return plain


def _sides(m: re.Match[str]) -> str:
    numbers = re.findall(r"\d+(?:[.,]\d+)?", m[0])
    unit = m["unit"] or m["last"]
    if m["unit"] and not m[0].endswith(m["unit"]):
        return m[0]  # "2 m x 5": the unit is the first one's alone
    return " x ".join(numbers) + (f" {unit}" if unit else "")


def _flatten_json(text: str) -> str:
    stripped = re.sub(r"^```\w*\n(.*)\n```$", r"\1", text.strip(), flags=re.S)
    if stripped[:1] not in ("{", "[") or len(stripped) > 20_000:
        return text
    try:
        data = json.loads(stripped)
    except (ValueError, RecursionError):
        inner = re.fullmatch(r"\[\s*([^\[\]]*?)\s*\]", stripped)
        return inner[1] if inner else text
    return _spoken(data)


def _pair(key: str, value: Any) -> str:
    unit = _UNIT_KEY.fullmatch(key)
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if unit and unit[1] and numeric:
        return f"{unit[1].rstrip('_ ')}: {value} {unit[2]}"
    return f"{key}: {_spoken(value)}"


def _spoken(data: Any) -> str:
    if isinstance(data, dict):
        return ", ".join(_pair(str(key), value) for key, value in data.items())
    if isinstance(data, list):
        return ", ".join(_spoken(value) for value in data)
    if data is None:
        return "N/A"
    if isinstance(data, bool):
        return "yes" if data else "no"
    return str(data)


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """``word`` without case, accents and possessive, for comparison: ``Élodie's`` is ``elodie``."""
    if word == "&":
        return "and"
    low = word.casefold()
    if low.endswith("'s"):
        low = low[:-2]
    if low.isascii():
        return low.replace("'", "")
    return "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c)).replace(
        "'", ""
    )


@lru_cache(maxsize=50_000)
def fold_german(word: str) -> str:
    """``fold`` with umlauts written out: ``Müller`` is ``mueller``."""
    return fold(unicodedata.normalize("NFC", word).casefold().translate(_GERMAN))


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text, where it stands, and its folded form."""

    text: str
    start: int
    end: int
    folded: str

    @property
    def capital(self) -> bool:
        """Whether it is written like a name."""
        return self.text[:1].isupper()


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words and numbers of a cleaned text (numbers keep their separators)."""
    return tuple(Token(m[0], m.start(), m.end(), fold(m[0])) for m in TOKEN.finditer(text))


def words(text: str) -> list[str]:
    """The folded words of a cleaned text."""
    return [token.folded for token in tokens(text)]


_ARTICLES = ("the", "a", "an")


@lru_cache(maxsize=4096)
def occurrences(phrase: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where ``phrase`` stands in ``text`` (both cleaned), on word boundaries, whatever its case, accents,
    hyphens and spaces: ``t shirt`` stands in ``a T-Shirt``, ``Ann`` does not in ``Annual`` or ``Mary-Ann``.
    """
    found = _occurrences(phrase, text, fold)
    if not found and not (phrase.isascii() and text.isascii()):
        found = _occurrences(phrase, text, fold_german)
    return tuple(found)


def _occurrences(phrase: str, text: str, folding: Any) -> list[tuple[int, int]]:
    wanted = [folding(token.text) for token in tokens(phrase)]
    while len(wanted) > 1 and wanted[0] in _ARTICLES:
        wanted = wanted[1:]
    if not wanted:
        return []
    goal = "".join(wanted)
    found = []
    stand = tokens(text)
    forms = [folding(token.text) for token in stand]
    i = 0
    while i < len(stand):
        j, built = i, ""
        while j < len(stand) and len(built) < len(goal) and goal.startswith(built + forms[j]):
            built += forms[j]
            j += 1
        if built == goal and _whole(stand, i, j, text) and _same_numbers(wanted, forms[i:j]):
            found.append((stand[i].start, stand[j - 1].end))
            i = j
        else:
            i += 1
    return found


def _same_numbers(wanted: list[str], got: list[str]) -> bool:
    """Digits may not run together: 17 05 is not 1705."""
    numeric = [w for w in wanted if w[0].isdigit() and w.replace(".", "").replace(",", "").isdigit()]
    return (
        len(wanted) == len(got)
        or numeric == [g for g in got if g[0].isdigit() and g.replace(".", "").replace(",", "").isdigit()]
        or not any(a[-1].isdigit() and b[0].isdigit() for seq in (wanted, got) for a, b in pairwise(seq))
    )


def _whole(stand: tuple[Token, ...], i: int, j: int, text: str) -> bool:
    """Not a part of a hyphenated word or of a longer number."""
    before, after = stand[i].start, stand[j - 1].end
    left = text[before - 1] if before else ""
    right = text[after] if after < len(text) else ""
    if left == "-" and before > 1 and text[before - 2].isalnum():
        return False
    if right == "-" and after + 1 < len(text) and text[after + 1].isalnum():
        return bool(re.match(r"-(?:based|related|like|made|branded|style|year|day|star)\b", text[after:]))
    if left in ("'", "@", "_") and before > 1 and text[before - 2].isalnum():
        return False
    if left in "#." and left and before > 1 and text[before - 2].isalnum():
        return False
    return not (right in ("@", "_") and after + 1 < len(text) and text[after + 1].isalnum())


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with the spans made unreadable but of the same length, so that places stay the same."""
    for start, end in spans:
        text = text[:start] + "▒" * (end - start) + text[end:]
    return text
