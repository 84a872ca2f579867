# ruff: noqa: E501 - a line is a family of events
"""Which of the values that an answer mentions it claims, and whether that is the reference alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import scan
from .base import MatchResult, Mention, Setting, Value
from .date import DAYS
from .lexicon import FAMILIES, STOP, sense
from .statement import Stance, Statement
from .surface import words

# An answer to a question for one value that is longer than this is a page, not an answer.
MAX_WORDS = 110
# Types to which "about", "at least" and "out of" apply.
QUANTITIES = ("number", "currency", "percentage", "duration", "distance", "date", "time")
_PAGE_MARKS = re.compile(
    r"\b(?:skip to (?:main )?content|add to (?:cart|basket|wish ?list|compare)|sign in|sign up|log ?in|log "
    r"?out|sign out|my (?:cart|basket|account)|"
    r"privacy policy|terms (?:of service|and conditions|of use)|all rights reserved|newsletter|view basket"
    r"|checkout|copyright|cookie policy|"
    r"shop by|next page|previous page|items? per page|search results|toggle nav(?:igation)?|subscribe"
    r"|contact us|about us|site ?map|powered by|"
    r"browse (?:store|by)|customer service)\b|©",
    re.I,
)
_UNIT_ASKED = {
    "percentage": re.compile(r"%|\bper\s?cent|\bpercentage", re.I),
    "duration": re.compile(
        r"\b(?:in|many)\s+(?:\w+\s)?(seconds|minutes|hours|days|weeks|months|years)\b", re.I
    ),
    "distance": re.compile(r"\b(?:in|many)\s+(km|kilomet(?:er|re)s|met(?:er|re)s|miles)\b", re.I),
}
_OTHER_NOUNS = frozenset(
    ["page", "pages", "star", "stars", "step", "steps", "percent", "points", "tabs", "clicks", "seconds"]
)
_ALTERNATIVE = re.compile(
    r"\b(?:another|alternative(?:ly)?|other|or|also|possible|second|candidates?|either|too|option)\b", re.I
)
_BREAKDOWN = re.compile(
    r"(?:\b(?:including|includes|inclusive of|incl\.?|of which|consisting of|made up of|comprising"
    r"|comprised of|composed of|"
    r"excluding|excl\.?|exclusive of|not including|not counting|that is|split into)\s+(?:[\w' "
    r"]{0,30}?\s)?[$€£~]?$|\d\s?[x×*+]\s?[$€£]?$|[x×*]\s?$)",
    re.I,
)
_OPERAND = re.compile(
    r"\b(?:difference|sum|average|mean) (?:between|of)\b(?:(?!\b(?:is|was|are|were)\b)(?:[^.;:=]|\.(?=\d)))*$",
    re.I,
)
# Between two lengths it is no product: "200 x 140 cm".
_SIDE = re.compile(r"^\s?x\s|\sx\s?$")
_ARITHMETIC_AFTER = re.compile(
    r"^\s?(?:[x×*+]|each\b|apiece\b|per (?:item|unit|piece|night|person|month)\b|a piece\b)", re.I
)


@dataclass(frozen=True)
class Claim:
    """A mention with the stance that the answer takes to it."""

    mention: Mention[Any]
    stance: Stance
    restated: bool


def is_page(statement: Statement, limit: int = MAX_WORDS) -> bool:
    """Whether the answer is a copied page rather than an answer."""
    count = len(statement.text.split())
    marks = {m[0].lower() for m in _PAGE_MARKS.finditer(statement.text)}
    return count > limit or (len(marks) >= 3 and count > 12)


def read_claims(
    kind: str, statement: Statement, setting: Setting, reference: Value | None = None
) -> list[Claim]:
    """Every mention of a type in an answer with its stance; values of the question are marked restated."""
    mentions = scan.find(kind, statement.text, setting, reference) or _without_unit(kind, statement)
    asked = (
        [m.value for m in scan.find(kind, statement.intent, setting, reference)] if statement.intent else []
    )
    if kind == "number":
        asked += (
            [m.value for m in scan.CLOSED["number"].find(statement.intent, setting)]
            if statement.intent
            else []
        )
    claims = []
    strong = [m for m in mentions if not m.weak]
    start, end = statement.final_span([(m.start, m.end) for m in (strong or mentions)])
    parts = _parts(kind, [m for m in strong if start <= m.start <= end], statement.text)
    for m in mentions:
        later = any(o.start >= m.end and not o.value.same(m.value) for o in mentions)
        stance = statement.stance(m.start, m.end, quantity=kind in QUANTITIES, later=later)
        if stance is Stance.CLAIMED and (m.end <= start or m.start >= end):
            stance = Stance.ASIDE
        if stance in (Stance.CLAIMED, Stance.HEDGED) and len(mentions) > 1 and _is_operand(statement, m):
            stance = Stance.ASIDE
        if (
            stance is Stance.CLAIMED
            and kind == "currency"
            and (_is_deduction(statement, m) or _is_extra(statement, m))
        ):
            stance = Stance.ASIDE
        if stance is Stance.CLAIMED and (m in parts or _is_breakdown(statement, m, mentions)):
            stance = Stance.ASIDE
        claims.append(Claim(m, stance, any(m.value.same(a) for a in asked)))
    return claims


def _without_unit(kind: str, statement: Statement) -> list[Mention[Any]]:
    """Bare numbers where the question names the unit: "How many minutes ...?" - "34"."""
    asked = _UNIT_ASKED[kind].search(statement.intent) if kind in _UNIT_ASKED else None
    if not asked:
        return []
    found = []
    for m in scan.find("number", statement.text):
        if re.match(r" (?!less\b)[a-z]{3,}s\b", statement.text[m.end :]) and kind == "percentage":
            continue  # "8 orders" are no 8 percent
        value = scan.CLOSED[kind].parse(f"{m.value} {asked[1] if asked.lastindex else '%'}")
        if value:
            found.append(Mention(value, m.start, m.end, m.weak))
    return found


_ADDS_UP = re.compile(
    r"\b(?:total|totals|sum|altogether|in all|making|makes|giving|gives|so|hence|therefore|plus|combined"
    r"|which|together)\b|[(:=+]",
    re.I,
)


_COMPARES = re.compile(r"\b(?:vs|versus|difference|compared)\b", re.I)


def _parts(kind: str, mentions: list[Mention[Any]], text: str) -> list[Mention[Any]]:
    """Values that add up to the first or the last one: "7: 3 with one star and 4 with two"."""
    if (
        kind not in ("number", "currency", "duration", "distance")
        or len(mentions) < 3
        or not _ADDS_UP.search(text)
    ):
        return []
    amounts = [_amount(m.value) for m in mentions]
    for n in (0, len(mentions) - 1):
        rest = [(m, a) for m, a in zip(mentions, amounts, strict=True) if not m.value.same(mentions[n].value)]
        apart = rest[0][1] - rest[1][1] if len(rest) == 2 else None
        if apart is not None and (
            (apart == amounts[n] and "-" in text) or (abs(apart) == amounts[n] and _COMPARES.search(text))
        ):
            return [m for m, _ in rest]
        if len(rest) > 1 and sum(a for _, a in rest) == amounts[n]:
            return [m for m, _ in rest]
    return []


def _amount(value: Any) -> Any:
    for field in ("number", "amount", "seconds", "meters"):
        if hasattr(value, field):
            return getattr(value, field)
    return 0


def _is_operand(statement: Statement, m: Mention[Any]) -> bool:
    """One of the two in "the difference between A and B is C"."""
    left = statement.sentence(m.start, m.end)[0]
    return bool(_OPERAND.search(statement.text[left : m.start]))


_DEDUCTION = re.compile(
    r"\b(?:discount|reduction|rebate|savings?|price cut)(?: (?:of|is|was|amounts to|:))?\s*(?:of\s+)?[$€£]?$|\b(?:you )?saved?\s*[$€£]?$",
    re.I,
)
_DEDUCTED = re.compile(
    r"\b(?:after|with|including|without|before|minus|less)\b(?: [\w'\"%.]+){0,4} (?:discount|reduction|rebate|savings?)\b",
    re.I,
)


def _is_deduction(statement: Statement, m: Mention[Any]) -> bool:
    """What is taken off, where the price with or without it was asked."""
    if not _DEDUCTED.search(statement.intent):
        return False
    left = statement.sentence(m.start, m.end)[0]
    return bool(_DEDUCTION.search(statement.text[left : m.start]))


_EXTRA = re.compile(r"\s*(?:for\s+)?(?:shipping|delivery|postage|handling|vat|tax|fees?|deposit)\b", re.I)
_OFF = re.compile(r"\s*(?:off\b|cheaper\b|less\b|discount\b)", re.I)
_OFF_ASKED = re.compile(
    r"\b(?:discount|off|saved?|savings?|reduc\w+|cheaper|less|difference|drop\w*|fell)\b", re.I
)


def _is_extra(statement: Statement, m: Mention[Any]) -> bool:
    """What comes on top of a price ("plus €4.90 shipping"), or off it ("€5 off")."""
    after = statement.text[m.end : m.end + 20]
    if _OFF.match(after):
        return not _OFF_ASKED.search(statement.intent)
    return bool(re.search(r"\bplus\s*$", statement.text[: m.start], re.I) and _EXTRA.match(after))


def _is_breakdown(statement: Statement, m: Mention[Any], mentions: list[Mention[Any]]) -> bool:
    if len(mentions) < 2 or m.value.kind == "status":
        return False
    left = max(statement.sentence(m.start, m.end)[0], m.start - 60)
    before, after = statement.text[left : m.start], statement.text[m.end : m.end + 16]
    if m.value.kind == "distance" and (_SIDE.search(before) or _SIDE.match(after)):
        return False
    return bool(_BREAKDOWN.search(before) or _ARITHMETIC_AFTER.match(after))


def judge_value(reference: Value, statement: Statement, setting: Setting) -> MatchResult:
    """``exact`` for a typed reference: everything of the type that is claimed is the reference."""
    expected = str(reference)
    if is_page(statement):
        return MatchResult(0.0, "the answer is a whole page, not one value", expected=expected)
    claims = read_claims(reference.kind, statement, setting, reference)

    def right(claim: Claim) -> bool:
        return reference.written_as(claim.mention.value, setting)

    in_question = any(c.restated and right(c) for c in claims) or any(
        reference.same(m.value)
        for m in scan.find(reference.kind, statement.intent, setting, reference)
        if not m.weak
    )
    live = [
        c
        for c in claims
        if c.stance in (Stance.CLAIMED, Stance.HEDGED) and (right(c) or in_question or not c.restated)
    ]
    live = relevant(live, statement)
    strong = [c for c in live if not c.mention.weak] or live
    found = ", ".join(dict.fromkeys(str(c.mention.value) for c in strong))
    hits = [c for c in strong if right(c)]
    if any(c.stance is Stance.HEDGED for c in hits):
        return MatchResult(
            0.0, f"{expected} is only a guess or a bound in the answer", expected=expected, found=found
        )
    if not hits:
        denied = [c for c in claims if right(c) and c.stance in (Stance.DENIED, Stance.WITHDRAWN)]
        if denied:
            return MatchResult(
                0.0, f"{expected} is {denied[0].stance.value} in the answer", expected=expected, found=found
            )
        why = (
            f"the answer claims {found}"
            if found
            else f"the answer claims no {reference.kind.replace('_', ' ')}"
        )
        return MatchResult(0.0, f"{why}, expected {expected}", expected=expected, found=found)
    rivals = [
        c
        for c in strong
        if not right(c)
        and not reference.echoed_by(c.mention.value)
        # "shipped but not delivered yet"
        and not (reference.kind == "status" and str(c.mention.value).startswith(("not ", "un")))
    ]
    if strong[0].mention.weak:
        rivals = []
    if rivals:
        others = ", ".join(dict.fromkeys(str(c.mention.value) for c in rivals))
        return MatchResult(
            0.0, f"the answer claims {others} besides {expected}", expected=expected, found=found
        )
    if (
        reference.kind == "number"
        and statement.intent
        and all(_counts_something_else(c, statement) for c in hits)
    ):
        return MatchResult(
            0.0, f"{expected} counts something else in the answer", expected=expected, found=found
        )
    if reference.kind in ("date", "time") and all(_other_event(c, statement) for c in hits):
        event = _other_event(hits[0], statement)
        return MatchResult(
            0.0, f"{expected} is given for something else ({event})", expected=expected, found=found
        )
    if any(c.stance is Stance.DENIED and right(c) and not c.mention.weak for c in claims):
        return MatchResult(
            0.0, f"the answer both claims and denies {expected}", expected=expected, found=found
        )
    return MatchResult(1.0, f"the one claim is {expected}", expected=expected, found=found)


def _counts_something_else(claim: Claim, statement: Statement) -> bool:
    """ "14 pages", when orders were asked."""
    if not re.search(r"\bhow many\b|\bnumber of\b", statement.intent, re.I):
        return False
    after = re.match(r" ([a-z]+)", statement.text[claim.mention.end :])
    return bool(
        after
        and after[1] in _OTHER_NOUNS
        and not {after[1], after[1].rstrip("s"), after[1] + "s"} & statement.intent_words
    )


def label(
    statement: Statement, m: Mention[Any], previous_end: int, next_start: int
) -> tuple[set[str], set[str]]:
    """The words that say what a value is: those before it in its clause, and the noun after it."""
    left, right = statement.clause(m.start, m.end)
    before = words(statement.text[max(left, previous_end) : m.start])
    after = re.match(
        r"(?: (?:is|are|was|were|has been|have been)\b)?((?:[ -][^\W\d]+){0,2})",
        statement.text[m.end : min(right, next_start)],
    )
    if statement.text[m.end - 1 : m.end] in (",", ";"):
        after = None  # the comma after a date ends what is said of it
    following: list[str] = []
    for word in words(after[1]) if after else []:
        if word in STOP:
            break
        following.append(word)
    says = [{w for w in part if w not in STOP and not w[0].isdigit()} for part in (before, following)]
    return says[0], says[1]


_EVENTS = {
    word: family[0]
    for family in (
        ("ordered", "placed", "bought", "purchased"), ("delivered", "delivery", "arrived", "arrival", "arrives", "arrive"), ("shipped", "dispatched", "sent", "shipping"),
        ("paid", "payment"), ("registered", "joined", "created", "opened"), ("updated", "modified", "edited", "changed"),
        ("posted", "published", "written", "wrote"), ("returned",), ("refunded",), ("cancelled", "canceled"),
        ("departs", "depart", "departed", "departure", "leaves", "leave", "left"),
        ("starts", "start", "begins", "began", "started"), ("opens", "open", "opening"), ("ends", "end", "finished", "closes", "close", "closed", "closing", "ended"),
    )
    for word in family
}  # fmt: skip


# Of two such events a value is for one or the other.
_CONTRARY = {
    "starts": {"ends"}, "opens": {"ends"}, "ends": {"starts", "opens"}, "departs": {"delivered"},
    "ordered": {"delivered", "shipped"}, "delivered": {"ordered", "shipped", "departs"}, "shipped": {"ordered", "delivered"},
}  # fmt: skip


def _other_event(claim: Claim, statement: Statement) -> str:
    """The event that a value is given for, when it is the contrary of the one asked; else an empty text."""
    asked = _events(set(words(statement.intent)))
    before, following = label(statement, claim.mention, 0, len(statement.text))
    told = _events(before | following)
    if not asked or told & asked:
        return ""
    contrary = {c for event in asked for c in _CONTRARY.get(event, ())}
    return next(iter(sorted(told & contrary)), "")


def _events(said: set[str]) -> set[str]:
    return {_EVENTS[w] for w in said if w in _EVENTS}


_MODES = [frozenset(line.split()) for line in FAMILIES[:4]]
_RANKED = re.compile(
    r"\b(?:nearest|closest|cheapest|fastest|shortest|longest|highest|lowest|newest|latest|oldest|earliest|largest|smallest|biggest)\b",
    re.I,
)
_NEXT_RANK = re.compile(
    r"\b(?:the )?(?:(?:second|third|next|previous)(?:[- ](?:one|best|\w+est))?|one (?:before|after)(?: (?:that|it))?)"
    r"\b(?: \w+){0,3}\s*[:(]?\s*$",
    re.I,
)
_NUMBERED = re.compile(r"\b([A-Za-z]{3,}) #?(\d+)\b")


def _mode(text: str) -> set[int]:
    """The ways of travelling that a text names."""
    low = set(words(text))
    return {n for n, family in enumerate(_MODES) if low & family}


def _days(text: str) -> set[int]:
    """The days of the week that a text names, 0 for Monday."""
    found = {DAYS[w.removesuffix("s")] for w in words(text) if w.removesuffix("s") in DAYS and w != "sun"}
    if len(found) == 2 and re.search(r"\w-\w|\bto\b|\buntil\b", text):
        found = set(range(min(found), max(found) + 1))
    if re.search(r"\b(?:week|working|business) ?days?\b", text, re.I):
        found |= set(range(5))
    if re.search(r"\bweekends?\b", text, re.I):
        found |= {5, 6}
    return found


def _of_the_subject(live: list[Claim], statement: Statement) -> list[Claim]:
    """Leave out claims about another way of travelling, the next in rank or another number of the asked
    series ("Sprint 8" for "Sprint 9"), when others are left that are about the one asked."""
    text = statement.text
    modes = _mode(statement.intent)
    series = {(m[1].lower(), m[2]) for m in _NUMBERED.finditer(statement.intent)}
    ranked = _RANKED.search(statement.intent)
    timed = bool(live) and live[0].mention.value.kind == "time"
    days = _days(statement.intent) if timed else set()

    # "10:00 on weekdays, 9:00 on Saturdays" names the day after its time.
    trailing = (
        bool(live) and not _days(text[: live[0].mention.start]) and bool(_days(text[live[-1].mention.end :]))
    )

    def about(n: int) -> bool | None:
        c = live[n].mention
        left, right = statement.sentence(c.start, c.end)
        before = text[max(left, live[n - 1].mention.end if n else 0) : c.start]
        after = text[c.end : live[n + 1].mention.start if n + 1 < len(live) else len(text)]
        start, end = statement.clause(c.start, c.end)
        around = text[max(start, left) : min(end, right)]
        named = _mode(around)
        told = _days(after if trailing else before)
        if days and told:
            return bool(days & told)
        if len(modes) == 1 and len(named) == 1:
            return named == modes
        if ranked and _NEXT_RANK.search(before):
            return False
        if ranked and _RANKED.search(before):
            return _RANKED.findall(before)[-1].lower() == ranked[0].lower()
        own = [(m[1].lower(), m[2]) for m in _NUMBERED.finditer(text[left : c.start])]
        last = next((o for o in reversed(own) if o[0] in {s[0] for s in series}), None)
        return last in series if last else None

    verdicts = [about(n) for n in range(len(live))]
    if all(v is False for v in verdicts):
        return live
    return [c for c, v in zip(live, verdicts, strict=True) if v is not False]


def relevant(live: list[Claim], statement: Statement) -> list[Claim]:
    """Drop claims about something else than what was asked: "5 reviews on 2 pages" when reviews were asked."""
    if (
        len(live) < 2
        or not statement.intent
        or all(live[0].mention.value.same(c.mention.value) for c in live)
    ):
        return live
    live = _of_the_subject(live, statement)
    asked = {sense(w) for w in words(statement.intent) if w not in STOP}
    spans = [(c.mention.start, c.mention.end) for c in live]
    labels: list[set[str]] = []
    noun: set[str] = set()
    for i, c in enumerate(live):
        next_start = spans[i + 1][0] if i + 1 < len(spans) else len(statement.text)
        before, following = label(statement, c.mention, spans[i - 1][1] if i else 0, next_start)
        labels.append((before - noun) | following)
        noun = following
    shared = set.intersection(*labels)
    own = [words_ - shared for words_ in labels]
    fits = [bool({sense(w) for w in words_} & asked) for words_ in own]
    event = _events(set(words(statement.intent)))
    told = [_events(words_) for words_ in own]
    if event and any(t & event for t in told):
        fits = [bool(t & event) if t else fit for t, fit in zip(told, fits, strict=True)]
    if not any(fits) and event and any(told) and not all(told):
        # "18:20 - it ends at 20:00": the other is about another event than the one asked.
        return [c for c, t in zip(live, told, strict=True) if not t]
    if not any(fits):
        return live
    kept = []
    for i, c in enumerate(live):
        left = statement.clause(c.mention.start, c.mention.end)[0]
        lead = statement.text[max(left - 4, spans[i - 1][1] if i else 0, 0) : c.mention.start]
        unlabelled = not own[i] or _ALTERNATIVE.search(lead)
        if fits[i] or unlabelled:
            kept.append(c)
    return kept
