# ruff: noqa: E501, SIM905 - word lists read best as running text
"""What else an answer names besides the text it should give: siblings, alternatives, other names."""

from __future__ import annotations

import re

from .date import DAYS, MONTHS
from .lexicon import FRAME, PLACES, REGIONS, STOP, TITLES, sense, stem
from .scan import details, everything
from .statement import Stance, Statement
from .surface import Token, blank, fold, tokens

_JOIN_RIGHT = re.compile(
    r"^[\"')]*\s*(?:\([^()]*\)\s*)?(?P<join>(?:,|;|/|\||\n•?|•|&|\+)\s*(?:and|or|&|also|followed by|then|and then|next)?\b"
    r"|\band(?:\s+also|/or)?\b|\bor\b|\bas well as\b|\balong with\b|\btogether with\b|\bplus\b|\bfollowed "
    r"by\b|\bthen\b)"
    r"\s*(?:also\s+|maybe\s+|possibly\s+|perhaps\s+|even\s+)?(?P<rest>(?:[^,;/|\n•.!?]|\.(?=\w))*)",
    re.I,
)
_JOIN_LEFT = re.compile(
    r"(?P<rest>[^,;/|\n•.!?:]*?)\s*(?:(?:,|;|/|\||\n•?|•|&|\+)\s*(?:and|or|&|also)?|\band(?:\s+also|/or)?"
    r"|\bor|\bas well as|\balong with|\btogether with|\bplus|\bfollowed by|\bthen)"
    r"\s*(?:also\s+|maybe\s+|possibly\s+|perhaps\s+|the\s+|an?\s+)?[\"'(]*$",
    re.I,
)
_NO_NAMES = STOP | FRAME | TITLES | REGIONS | frozenset(MONTHS) | frozenset(DAYS)
_AND_OTHERS = re.compile(
    r"^[\"')]*\s*,?\s*(?:and|or|plus|&)\s+((?:(?:some|several|many|a few|two|three|\d+)\s+)?(?:others?"
    r"|more|another(?: \w+)?|(?:somebody|someone|something|anybody|anyone) else))\b(?!\s+(?:is|are|was"
    r"|were|do|does|have|has)\b)",
    re.I,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|will|would|could|should|costs?|comes?|sells?"
    r"|shows?|lists?|appears?|contains?|"
    r"includes?|wrote|bought|made|got|gave|came|took|left|paid|sold|holds?|said|seems?|matches|fits"
    r"|offers?|uses?|lives?|works?|i|you|it|they|we|he|she)\b|'s\s(?!$)|\w{3,}(?:ed)\b",
    re.I,
)
_NO_ITEM_START = frozenset(
    (
        "ahead behind which who that where with it its this there because since as for from in on at by to is was "
        "has so but not priced costing located placed ordered i you they we he she according based "
        "both all please thanks let ok done respectively when while if after before although though "
        "also only just see rated sold via under over about hope yes no sure well here hence thus "
        "therefore overall says states reads writes what how per including followed more with without next let's"
    ).split()
)
_COLOUR_MODIFIERS = frozenset(
    (
        "light dark pale deep navy sky royal off bright neon hot baby rose olive steel slate forest lime"
    ).split()
)
_CONTEXT_BEFORE = re.compile(
    r"\b(in|on|from|under|at|via|through|by|near|within|inside|for|with|per|to|of|into|section|page|tab"
    r"|called|named|titled|as|about|over|than|and|using)"
    r"\s+(?:the\s+|your\s+|my\s+|an?\s+|our\s+)?(?:[a-z]+\s+){0,2}[\"'(]?$",
    re.I,
)
_SUPERLATIVE = re.compile(r"\b(?:most|best|first|last|top|\w{3,}est)\b", re.I)
# "The next is Piet": the one after the one asked for.
_FOLLOWER = re.compile(
    r"\b(?:next(?: one)?|runner-?up|second(?: place| best)?|followed by)\b(?: (?:is|was|are|comes|by|with|the)\b)*[\s:(]*(?:[A-Z][\w'-]*\s(?:[a-z]{1,3}\s)?)?$"
)
_BY = re.compile(r"\b(\w{3,}(?:ed|en|ne|wn|ld|nt|de|id|ught)) by\s+[\"'(]?$", re.I)
_SUBJECT_AFTER = re.compile(r"^\s+(?:too|also|as well|did|and|or|is|was|has|have|had)\b", re.I)


def extended(statement: Statement, start: int, end: int, phrase: str) -> bool:
    """Whether the words are only a part of a longer name: "Sony Headphones" in "Sony Headphones Pro"."""
    text = statement.text
    stand = tokens(text)
    capital = _is_name(phrase)
    before = next((t for t in reversed(stand) if t.end <= start), None)
    after = next((t for t in stand if t.start >= end), None)
    if after and re.fullmatch(r"(?:19|20)\d\d", after.text) and tokens(phrase)[-1].folded in MONTHS:
        return False
    if after and re.fullmatch(r"[ \"]", text[end : after.start]) and _extends(after, statement, capital):
        return True
    if before and text[before.end : start] == " ":
        if not capital and before.folded in _COLOUR_MODIFIERS:
            return True
        begins = before.start == 0 or bool(re.search(r"[.!?:;\n•(\"]\s*$", text[: before.start]))
        if capital and before.folded not in TITLES and not begins and _extends(before, statement, capital):
            return not before.text.isdigit()
        if capital and before.folded not in TITLES and begins and before.capital and before.text.isalpha():
            plain = before.folded in STOP or before.folded in FRAME or _asked(before, statement)
            return (
                not plain and before.folded not in MONTHS and not before.folded.endswith(("ly", "ing", "ed"))
            )
    return False


def _extends(token: Token, statement: Statement, capital: bool) -> bool:
    if (
        token.folded in STOP
        or token.folded in FRAME
        or _asked(token, statement)
        or token.folded in MONTHS
        or token.folded in DAYS
    ):
        return False
    if not capital:
        return False
    if token.text.isdigit():
        following = statement.text[token.end : token.end + 2]
        return len(token.text) <= 4 and not re.match(r"\s\w|[.,]\d", following)
    return token.capital and token.text.isalnum()


def _asked(token: Token, statement: Statement) -> bool:
    return token.text.lower() in statement.intent_words or stem(token.folded) in {
        stem(fold(w)) for w in statement.intent_words
    }


def rivals(
    statement: Statement, spans: list[tuple[int, int]], phrase: str, person: bool = False
) -> list[str]:
    """Other candidates that the answer puts beside the one at ``spans``.

    Siblings are joined to it by a comma, "and", "or", a slash, a new line; other names are capitalised
    phrases that neither the question nor a place on the site ("on the My Account page") explains. Typed
    values (dates, amounts, addresses of pages) are no siblings of a text, unless it has digits itself.
    """
    digits = bool(re.search(r"\d", phrase))
    text = blank(statement.text, details(statement.text, spans, digits))
    capital = _is_name(phrase) or phrase[:1].isdigit()
    chosen = bool(
        set(_stems(phrase)) and set(_stems(phrase)) <= {stem(fold(w)) for w in statement.intent_words}
    )
    found: list[str] = []
    capital = capital and not all(statement.text[a:b].islower() for a, b in spans)
    for start, end in spans:
        more = _AND_OTHERS.match(text[end:])
        if more:
            found.append(more[1])
        right = _JOIN_RIGHT.match(text[end:])
        if (
            right
            and _is_item(right["rest"], statement, capital, phrase, chosen, right["join"], text)
            and not _other_field(text[:start], right["rest"], statement)
        ):
            found.append(right["rest"].strip())
        left_text = text[max(0, start - 120) : start]
        left = _JOIN_LEFT.search(left_text)
        if left:
            rest = re.split(
                r"\b(?:is|are|was|were|be|named?|called|by|=|find|found|see|has|have|show\w*|include\w*)\b"
                r"|[:(]",
                left["rest"],
                flags=re.I,
            )[-1]
            rest_start = max(0, start - 120) + left.start("rest") + left["rest"].rfind(rest)
            stance = (
                statement.stance(rest_start, rest_start + len(rest), quantity=False, later=True)
                if rest.strip()
                else Stance.ASIDE
            )
            joined = left_text[left.end("rest") :].strip(" \"'(")
            if stance in (Stance.CLAIMED, Stance.HEDGED) and _is_item(
                rest, statement, capital, phrase, chosen, joined, text
            ):
                found.append(rest.strip())
    if capital:
        found += _other_names(statement, text, spans, phrase, chosen, person)
    return list(dict.fromkeys(f for f in found if f))


def _other_field(before: str, rest: str, statement: Statement) -> bool:
    """ "colour: green, size: M" when the colour was asked: the size is another field, not another colour."""
    mine = re.search(r"([^\W\d]+):\s*[\"']?$", before)
    other = re.match(r"\W*([^\W\d]+):\s", rest)
    if not (mine and other):
        return False
    labels = [any(_asked(t, statement) for t in tokens(m[1])) for m in (mine, other)]
    return labels == [True, False] and other[1].lower() not in (
        "or",
        "alternative",
        "alternatively",
        "also",
        "second",
    )


def other_role(statement: Statement, spans: list[tuple[int, int]]) -> str:
    """The role in which a person is named when another is named in the one asked: "opened by Sabine and
    closed by Tomasz", asked who closed it; else an empty text."""
    roles = {sense(w) for w in statement.intent_words}
    own = [_BY.search(statement.text[:start]) for start, _ in spans]
    if not own or not all(m and sense(m[1].lower()) not in roles for m in own):
        return ""
    named = re.finditer(r"\b(\w{3,}) by\s+[\"'(]?[A-Z]", statement.text)
    asked = any(sense(m[1].lower()) in roles for m in named)
    return own[0][1].lower() if asked and own[0] else ""


def siblings(statement: Statement, spans: list[tuple[int, int]], phrases: list[str]) -> list[str]:
    """What is joined to any of several wanted texts and is none of them."""
    text = blank(statement.text, [(m.start, m.end) for _, m in everything(statement.text)])
    known = {s for phrase in phrases for s in _stems(phrase)}
    found = []
    for start, end in spans:
        right = _JOIN_RIGHT.match(text[end:])
        if not right:
            continue
        here = statement.text[start:end]
        if (
            _is_item(right["rest"], statement, _is_name(here), here, False, right["join"], text)
            and not set(_stems(right["rest"])) & known
        ):
            found.append(right["rest"].strip())
    return list(dict.fromkeys(found))


def _is_name(phrase: str) -> bool:
    """Whether it is written like a name: a capital in its first word."""
    return any(c.isupper() for c in phrase.split()[0]) if phrase.split() else False


def _stems(text: str) -> list[str]:
    return [stem(t.folded) for t in tokens(text) if t.folded not in STOP]


def _is_item(
    rest: str, statement: Statement, capital: bool, phrase: str, chosen: bool, join: str, text: str
) -> bool:
    """Whether ``rest``, joined to the reference, looks like one more item of the same sort."""
    rest = rest.strip(" \"'()▒-")
    stand = tokens(rest)
    if not stand or len(stand) > 12 or "▒" in rest[:2]:
        return False
    first = stand[0].folded
    conjunction = re.sub(r"\s*\b(?:the|an?|also|maybe|possibly|perhaps|even)$", "", join.strip(" ,;").lower())
    if first in ("the", "a", "an", "also"):
        if conjunction not in ("and", "or", "and/or", "&", "as well as") and not join.startswith("\n"):
            return False
        stand = stand[1:]
        if not stand:
            return False
        first = stand[0].folded
    if first in ("not", "neither", "nor", "instead", "rather", "never", "except"):
        return False
    if first in _NO_ITEM_START or first in ("respectively",):
        return False
    if conjunction in ("then",) and not stand[0].capital:
        return False
    head = rest[: stand[0].start] + rest[stand[0].start :]
    if _VERB.search(head) and not (
        capital and stand[0].capital and first not in FRAME and conjunction in ("and", "or")
    ):
        return False
    says = [t for t in stand if t.folded not in STOP and t.folded not in FRAME]
    if not says or all(t.folded in REGIONS for t in says):
        return False
    fresh = [t for t in says if chosen or not _asked(t, statement)]
    if not fresh:
        return False
    if set(_stems(rest)) <= set(_stems(phrase)):
        return False
    if capital and not any(t.capital or t.text[0].isdigit() for t in fresh):
        return len(fresh) <= 2 and conjunction in ("or", "and/or", "/")
    return capital or len(says) <= 4


def _other_names(
    statement: Statement, text: str, spans: list[tuple[int, int]], phrase: str, chosen: bool, person: bool
) -> list[str]:
    """Capitalised phrases elsewhere in what the answer claims."""
    masked = blank(text, spans)
    stand = list(tokens(masked))
    lead = {_preposition(text[:start]) for start, _ in spans}
    ranked = _SUPERLATIVE.search(statement.intent)
    roles = {sense(w) for w in statement.intent_words}
    by = [_BY.search(text[:start]) for start, _ in spans]
    own_role = any(m and sense(m[1].lower()) in roles for m in by)
    found = []
    i = 0
    while i < len(stand):
        j = i
        while (
            j < len(stand)
            and _name_part(stand[j])
            and (j == i or masked[stand[j - 1].end : stand[j].start] in (" ", " & "))
        ):
            j += 1
        if j == i:
            i += 1
            continue
        run = list(stand[i:j])
        i = j
        begins = run[0].start == 0 or bool(re.search(r"[.!?:\n•]\s*[\"'(]*$", masked[: run[0].start]))
        if begins and (run[0].folded in STOP or run[0].folded in FRAME):
            run = run[1:]
            begins = False if run else begins
        if not run:
            continue
        span = (run[0].start, run[-1].end)
        fresh = [t for t in run if t.folded not in _NO_NAMES and (chosen or not _asked(t, statement))]
        if run[-1].text.endswith("'s"):
            continue
        if not fresh or all(t.text.isupper() and len(t.text) <= 4 for t in fresh):
            continue
        if {t.folded for t in fresh} <= {t.folded for t in tokens(phrase)}:
            continue
        after = masked[span[1] :]
        if PLACES.match(after) or PLACES.search(" " + run[-1].text):
            continue
        if begins and len(run) == 1 and not _SUBJECT_AFTER.match(after):
            continue
        if ranked and _FOLLOWER.search(masked[: span[0]]):
            continue
        role = _BY.search(masked[: span[0]])
        if role and person and sense(role[1].lower()) not in roles and own_role:
            continue  # "opened by Tomasz and closed by Sabine", asked who closed it
        preposition = _preposition(masked[: span[0]])
        if preposition and preposition not in lead and not (person and preposition == "by" and len(run) > 1):
            continue
        if masked[: span[0]].rstrip().endswith("("):
            continue
        stance = statement.stance(*span, quantity=False, later=any(s > span[0] for s, _ in spans))
        if stance in (Stance.CLAIMED, Stance.HEDGED):
            found.append(statement.text[span[0] : span[1]])
    return found


def _name_part(token: Token) -> bool:
    return (
        token.capital
        and not token.text.isdigit()
        and token.folded not in ("i", "i'm", "im", "ive", "id", "ill")
    )


def _preposition(before: str) -> str:
    m = _CONTEXT_BEFORE.search(before)
    return m[1].lower() if m else ""
