"""What no answer may do, whatever is asked for: repeat the question, deny as a whole, offer a choice."""

from __future__ import annotations

import re
from typing import Any

from . import scan
from .base import Setting
from .inferring import infer
from .kinds import parse_reference
from .listing import places_of
from .statement import Statement
from .surface import clean, tokens

_DENIES = re.compile(
    r"\W*(?:(?:it|that|this|the answer) (?:is|was) (?:\w+ )?(?:not|anything but)\b"
    r"|i (?:do not|don't|cannot|can't) (?:know|say|tell)\b"
    r"|(?:is|was|are|were) (?:it|that|this)\b[^?]*\?\W*$)",
    re.I,
)
_FRAME = re.compile(
    r"^(?:.*\b(?:it|that|this|answer|they|these) (?:is|was|are|were)\b|\W*(?:either|maybe)\b)", re.I
)
_LOOSE = re.compile(
    r"\b(?:more|less|fewer|so|rather|later|earlier|higher|lower|better|above|below|both|not|none)\b", re.I
)
SHORT = 10  # words of an answer that is values and little else
_OR = re.compile(r"\W*\bor\b\W*", re.I)


def without_question(answer: str, intent: str) -> str:
    """The answer without the question where it repeats that word for word: a question claims nothing."""
    words = re.findall(r"\w+", intent)
    if len(words) < 5:
        return answer
    whole = re.compile(r"\W+".join(map(re.escape, words)), re.I)
    return whole.sub(" ", answer)


def denies(answer: str) -> bool:
    """Whether an answer that gives several values at once begins by denying or asking them all."""
    return _DENIES.match(answer) is not None


def offered(kind: str, reference: Any, statement: Statement, setting: Setting) -> str:
    """What an answer offers instead of a right value, as "May" in "May or June"; empty when nothing.

    What the reference or the question names is no rival, nor is the same value in another form.
    """
    answer = statement.text
    if not _OR.search(answer) or isinstance(reference, dict):
        return ""
    wanted = reference if isinstance(reference, list) else [reference]
    items = [option for item in wanted for option in re.split(r"\s*\|OR\|\s*", clean(item))]
    known = _plain(" ".join([*items, statement.intent]))
    short = len(answer.split()) - len(" ".join(items).split()) <= SHORT
    for item in items:
        value = parse_reference(kind, item, setting) if kind in scan.CLOSED else infer(item, setting)
        for (start, end), _ in places_of(value, statement, setting):
            for side in _sides(answer, start, end):
                typed = value.kind in scan.CLOSED
                same = typed and any(value.same(m.value) for m in type(value).find(side, setting))
                if not same and _plain(side) not in known and _is_candidate(side, short):
                    return side
    return ""


def _is_candidate(text: str, short: bool) -> bool:
    """Whether words read as a value of their own and not as a turn of speech ("or so", "or more")."""
    if text[0].isupper() or text[0] in "€$£" or re.search(r"\d", text):
        return True
    return short and len(text.split()) <= 3 and _LOOSE.search(text) is None


def _sides(answer: str, start: int, end: int) -> list[str]:
    """What stands beyond an "or" before or after a place."""
    found = []
    if after := _OR.match(answer, end):
        found.append(re.split(r"[,.;:!?\n](?:\s|$)", answer[after.end() :])[0])
    if before := re.search(r"([^,.;:!?\n]+?)[\s,\"']*\bor\b\W*$", answer[:start], re.I):
        found.append(_FRAME.sub("", before[1]) or before[1])
    return [side.strip(" \"'()")[:60] for side in found if side.strip()]


def _plain(text: str) -> str:
    return " ".join(token.folded for token in tokens(text))
