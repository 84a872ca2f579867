# ruff: noqa: E501 - word lists and patterns
"""Facts of two texts side by side: values with their subjects, names, key words, and what is denied."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rapidfuzz.distance import DamerauLevenshtein

from . import scan
from .base import MatchResult, Setting, Value
from .claims import is_page
from .date import DAYS
from .lexicon import FRAME, OPPOSITES, STOP, sense, stem
from .listing import Listing, judge_list, split
from .statement import NEGATOR, Stance, Statement
from .status import Status
from .surface import Token, blank, tokens, words
from .text import Text, judge_text
from .yes_no import read

# Words of different families that may stand for each other.
_NEAR: dict[str, set[str]] = {}
for _words in (
    ("dropped", "removed", "discontinued", "deprecated", "abandoned"), ("like", "positive", "praise", "favourable"),
    ("dislike", "negative", "criticise"), ("lightweight", "light"), ("added", "introduced", "new"),
    ("closed", "shut"), ("allowed", "may", "can"), ("prefers", "favours", "better"), ("sell", "offer"),
    ("money", "price", "amount"), ("quickly", "soon", "promptly"), ("replaced", "exchanged", "swapped"),
    ("answered", "replied", "responded"), ("announce", "inform", "notify"), ("bad", "poor"), ("wood", "timber"),
    ("help", "guide", "instruct"), ("shows", "displays"), ("whole", "entire", "full", "complete"),
    ("longest", "durable"), ("trip", "journey", "tour"), ("town", "city"),
):  # fmt: skip
    for _a in _words:
        _NEAR.setdefault(sense(_a), set()).update(sense(_b) for _b in _words if sense(_b) != sense(_a))

# The share of a reference's key words that an answer must have to say the same; of few words, more.
SAME, SAME_OF_FEW = 0.62, 0.7
_SOFT = re.compile(r"\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.|~)\s*", re.I)
_FILLER = frozenset(
    """customer people user say said says mention mentioned state stated think thought thinks thinking feel felt find found
    get got go went make made take took takes seem seemed give gave product item thing lot really quite rather just well much
    many some several use used using time way need needs want order also however it's reason because due since therefore must
    have has having at of reviewer reviewers review reviews every each on in first then later customers users people always
    become became becomes been very too so""".split()  # noqa: SIM905
)
_HEDGED = re.compile(
    r"\b(?:not (?:sure|certain)|unsure|uncertain|maybe|perhaps|possibly|probably|might (?:be|have)|could be|may be|i guess|"
    r"my guess|don't know|do not know|unclear)\b",
    re.I,
)
_VERBS = re.compile(
    r"\b(?:is|are|was|were|not|has|have|does|do|did|can|will|must|should|too|very|runs?|\w{2,}(?:ed|oke|ell))\b|n't\b",
    re.I,
)
_BOUNDS = {
    "least": re.compile(r"\b(?:at least|minimum(?: of)?|no (?:less|fewer) than|or more|and up|more than|over|above|exceed\w*|longer than|upwards of)\b", re.I),
    "most": re.compile(r"\b(?:at most|maximum(?: of)?|no more than|up to|capped at|cap of|limited to|limit of|or (?:less|fewer)|less than|fewer than|under|below|within|just under|nearly|almost)\b", re.I),
}  # fmt: skip
_STATES = [
    ("in stock", "out of stock"), ("open", "closed"), ("available", "unavailable"), ("enabled", "disabled"),
    ("complete", "incomplete"), ("approved", "rejected"), ("published", "unpublished"), ("locked", "unlocked"),
    ("shipped", "not shipped"), ("online", "offline"), ("paid", "unpaid"), ("delivered", "not delivered"),
    ("passed", "failed"), ("merged", "closed"), ("resolved", "unresolved"), ("verified", "unverified"),
]  # fmt: skip
_NO_PREFIX = frozenset(
    [
        "until",
        "under",
        "unit",
        "units",
        "unique",
        "union",
        "unless",
        "universal",
        "university",
        "understand",
        "understood",
        "uncle",
    ]
)
_OPPOSITE: dict[str, set[str]] = {}
for _a, _b in OPPOSITES:
    _OPPOSITE.setdefault(sense(_a), set()).add(sense(_b))
    _OPPOSITE.setdefault(sense(_b), set()).add(sense(_a))


# Phrases that mean one word, written as that word before anything is compared.
_PHRASES = (
    (re.compile(r"\b(?:free of charge|at no (?:\w+ )?(?:cost|charge)|without (?:any )?(?:cost|charge)|for free|costs? nothing|gratis)\b", re.I), "free"),
    (re.compile(r"\b(?:log(?:ging|ged|s)? ?-?in(?:to)?|sign(?:ing|ed|s)? ?-?in(?:to)?)\b", re.I), "login"),
    (re.compile(r"\blight[- ]weight\b|\blow weight\b", re.I), "lightweight"),
    (re.compile(r"\bas well as\b|\balong with\b", re.I), "and"),
    (re.compile(r"\b(?:prohibited|forbidden|banned)\b", re.I), "not allowed"),
)  # fmt: skip
_PERIODS = {"dai": "day", "hour": "hour", "week": "week", "month": "month", "year": "year", "annual": "year"}
_FREQUENCY = re.compile(
    r"\b(?P<times>once|twice|thrice|(?:\d+|two|three|four|five|six|seven|eight|nine|ten) times)"
    r"(?:\s+(?:a|per|each|every|in a)\s+(?P<period>hour|day|week|month|year))?\b"
    r"|(?<!\w)(?P<adverb>dai|hour|week|month|year|annual)ly\b|(?:\b(?:every|each|per)|(?:\bcents?|\beuros?|[€%\d]) a) (?P<every>hour|day|week|month|year)\b",
    re.I,
)
_TIMES = {"once": 1, "twice": 2, "thrice": 3, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}  # fmt: skip
_BY = re.compile(
    r"\b(?P<verb>\w+(?:ed|en|ne|wn|ld|nt|de|id|ught))\s+by\s+(?:the\s+|an?\s+)?(?P<actor>[^\W\d]{3,})", re.I
)
_CLAUSE = re.compile(r"[.;:!?\n]|,|\b(?:and|but|while|whereas|yet|although|though)\b", re.I)
_PREDICATE = re.compile(
    r"(?P<subject>[^\W\d]{3,})\s+(?:is|are|was|were|remains?|stays?)\s+(?:(?:very|too|quite|still|now|already|rather)\s+)?(?P<what>[^\W\d]{3,})",
    re.I,
)


_DOER = re.compile(
    r"(?:^|[.;,:]\s*|\b(?:and|but|because|since|that|when)\s+)(?:the|an?|my|his|her|their)\s+(?P<who>[^\W\d]{3,})\s+(?:has\s+|have\s+|had\s+)?(?P<verb>[^\W\d]{3,})",
    re.I,
)


@dataclass(frozen=True)
class Word:
    """A key word: what it means, whether it is denied, and how it is written."""

    sense: str
    denied: bool
    token: Token


def same_facts(text: str, said: Statement, setting: Setting) -> MatchResult:
    """Whether an answer gives the facts of a reference in words."""

    def fail(why: str, undecided: bool = False) -> MatchResult:
        return MatchResult(0.0, why, undecided=undecided, expected=text, found=said.text[:120])

    if not words(said.text):
        return fail("the answer is empty")
    if is_page(said, 60 + 6 * len(words(text))):
        return fail("the answer is a whole page")
    if words(text) == words(said.text):
        return MatchResult(1.0, "the answer is the reference", expected=text, found=said.text)
    wanted = Statement(_same_phrases(text), said.intent)
    said = Statement(_same_phrases(said.text), said.intent)
    if _HEDGED.search(said.text) and not _HEDGED.search(text):
        return fail("the answer does not commit itself")
    if re.match(r"^\W*(?:n\s?/\s?a|none)\b", said.text, re.I):
        return fail("the answer says that there is none")
    result = _phrase(text, said, setting)
    if result:
        return result
    for check in (
        _polarity, _values, _frequency, _names, _days, _states, _actor, _comparison, _sequence, _exchanged, _crossed,
    ):  # fmt: skip
        why = check(wanted, said, setting)
        if why:
            return fail(why)
    result = _wording(wanted, said)
    odd = result.score and (_replaced(wanted, said) or _other_predicate(wanted, said))
    return fail(odd, undecided=True) if odd else result


def _phrase(text: str, said: Statement, setting: Setting) -> MatchResult | None:
    """A reference without a verb is a name, a phrase or an enumeration, and is judged as one."""
    spoken = words(text)
    if _VERBS.search(text) or not spoken or re.search(r"\d", text):
        return None
    items = split(text)
    if len(items) > 1 and all(len(item.split()) <= 3 for item in items):
        values = tuple(Text(item.rstrip(".")) for item in items if tokens(item))
        return judge_list(Listing(values), said, setting)
    named = all(t.capital for t in tokens(text) if t.folded not in STOP)
    if len(spoken) > 5 or not (named or spoken[0] not in ("the", "a", "an", "it", "they")):
        return None
    phrase = Text(text)
    if phrase.places(said.text):
        return judge_text(phrase, said, setting)
    if named:
        return MatchResult(
            0.0, f"the answer does not name {text}", undecided=True, expected=text, found=said.text[:120]
        )
    return None


def _polarity(wanted: Statement, said: Statement, setting: Setting) -> str:
    """A reference that begins with yes or no needs an answer that comes to the same."""
    lead = re.match(r"^\W*(yes|no)\b(?=\s*[,.;:!-]|$)", wanted.text, re.I)
    if not lead:
        return ""
    answer = read(said)
    if answer is None or answer == (lead[1].lower() == "yes"):
        return ""
    return f"the answer says {'yes' if answer else 'no'}, expected {lead[1].lower()}"


# -- values ----------------------------------------------------------------------------------------


def _values(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Every typed value of the reference is claimed, with its subject, and no other is in its place."""
    soft = Statement(_SOFT.sub("", said.text), said.intent)
    needed = [
        (k, m)
        for k, m in scan.everything(wanted.text, setting)
        if wanted.text[m.start : m.end].lower() != "one"
    ]
    asked = scan.everything(said.intent, setting)
    claimed = []
    given = scan.everything(soft.text, setting)
    last = given[-1][1].start if given else 0
    for kind, m in given:
        later = last >= m.end or _retracts(soft.text[m.end :])
        stance = soft.stance(m.start, m.end, quantity=False, later=later)
        claimed.append((kind, m, stance))
    for kind, m in needed:
        hits = [x for x in claimed if _equal(kind, m.value, x[0], x[1].value, setting)]
        if not hits:
            if any(_equal(kind, m.value, k, o.value, setting) for k, o in asked):
                continue
            return f"the answer lacks {m.value}"
        mine = wanted.stance(m.start, m.end, quantity=False)
        if all(x[2] in (Stance.DENIED, Stance.WITHDRAWN, Stance.HEDGED) and x[2] is not mine for x in hits):
            return f"{m.value} is {hits[0][2].value} in the answer"
        bounds = [_bound(soft.text, x[1].start, x[1].end) for x in hits]
        if _bound(wanted.text, m.start, m.end) not in bounds:
            return f"{m.value} is a bound in one and none in the other"
    kinds = {k for k, _ in needed}
    for kind, m, stance in claimed:
        if kind not in kinds or stance not in (Stance.CLAIMED, Stance.HEDGED):
            continue
        known = any(_equal(k, o.value, kind, m.value, setting) for k, o in [*needed, *asked])
        known = known or any(k == kind and o.value.echoed_by(m.value) for k, o in needed)
        if not known and not _difference(soft.text, m.start, m.end):
            joined = re.match(r"\s?-|\s+(?:or|to)\s+\d", soft.text[m.end :]) or re.search(
                r"\b(?:or|to)\s+$", soft.text[: m.start]
            )
            if kind == "number" and len(needed) > 1 and not joined:
                continue
            return f"the answer claims {m.value}, which the reference does not"
    return _swapped(needed, claimed, wanted, soft)


def _retracts(rest: str) -> bool:
    return bool(
        re.search(r"\b(?:no,? wait|correction|scratch that|i mean|actually)\b.*\d", rest, re.I | re.S)
    )


def _bound(text: str, start: int, end: int) -> str:
    """Whether a value is given as a lower or an upper bound."""
    before, after = text[max(0, start - 22) : start], text[end : end + 12]
    for name, pattern in _BOUNDS.items():
        near = list(pattern.finditer(before))
        if near and re.fullmatch(r"\s*(?:the\s+|an?\s+)?[$€£]?\s*", before[near[-1].end() :]):
            return "" if near[-1][0].lower() == "within" else name
        if re.match(
            r"\s*\w*\s?(?:or more|and up)\b" if name == "least" else r"\s*\w*\s?or (?:less|fewer)\b",
            after,
            re.I,
        ):
            return name
    return ""


def _difference(text: str, start: int, end: int) -> bool:
    return bool(
        re.search(
            r"\b(?:faster|slower|difference|longer|shorter|more|less|quicker|saves?|total|sum|additional|extra)\b",
            text[max(0, start - 40) : end + 25],
            re.I,
        )
    )


def _equal(kind: str, value: Value, other_kind: str, other: Value, setting: Setting) -> bool:
    if kind == other_kind:
        return value.written_as(other, setting)
    pair = {kind, other_kind}
    if pair == {"duration", "time"}:
        clock = value if kind == "time" else other
        length = other if kind == "time" else value
        return clock.hour * 3600 + clock.minute * 60 == length.seconds  # type: ignore[attr-defined]
    if pair == {"number", "currency"}:
        number = value if kind == "number" else other
        money = other if kind == "number" else value
        return number.number == money.amount  # type: ignore[attr-defined]
    return False


def _swapped(needed: list[Any], claimed: list[Any], wanted: Statement, said: Statement) -> str:
    """Two values of one type must stand with the same subjects as in the reference."""
    for kind in {k for k, _ in needed}:
        mine = [m for k, m in needed if k == kind]
        if len(mine) < 2:
            continue
        theirs = [m for k, m, s in claimed if k == kind and s is Stance.CLAIMED]
        subjects = _subjects([(m.start, m.end) for m in mine], wanted.text)
        shared = set.intersection(*subjects)
        own = [s - shared for s in subjects]
        got = _subjects([(m.start, m.end) for m in theirs], said.text)
        for m, keys in zip(mine, own, strict=True):
            here = [g for t, g in zip(theirs, got, strict=True) if m.value.same(t.value)]
            if not here or not keys:
                continue
            fit = max(len(keys & g) for g in here)
            others = [o for other, o in zip(mine, own, strict=True) if not other.value.same(m.value)]
            misfit = max((len(o & g) for o in others for g in here), default=0)
            if misfit > fit:
                return f"{m.value} stands with another subject in the answer"
        if _in_order(wanted.text, mine) and not any(k & g for k in own for g in got):
            order = [t.value for t in theirs if any(t.value.same(m.value) for m in mine)]
            if len(order) == len(mine) and not all(a.value.same(b) for a, b in zip(mine, order, strict=True)):
                return "the values are in another order"
    return ""


def _in_order(text: str, mentions: list[Any]) -> bool:
    """ "From 9:00 to 18:00", "opens at 9 and closes at 18": the order tells what is what."""
    return len(mentions) == 2 and bool(
        re.search(r"\b(?:from|between|to|until|opens?|starts?|begins?)\b", text, re.I)
    )


def _subjects(spans: list[tuple[int, int]], text: str) -> list[set[str]]:
    """The key words around each value: in its clause, up to its neighbours, both sides of it."""
    statement = Statement(text)
    cut = list(re.finditer(r",|\band\b|\bwhile\b|\bwhereas\b", text))
    found = []
    for i, (start, end) in enumerate(spans):
        left, right = statement.clause(start, end)
        previous = spans[i - 1][1] if i else 0
        following = spans[i + 1][0] if i + 1 < len(spans) else len(text)
        low = max([left, previous, *[m.end() for m in cut if m.end() <= start]])
        high = min([right, following, *[m.start() for m in cut if m.start() >= end]])
        found.append({sense(w) for w in words(text[low:start] + " " + text[end:high]) if w not in STOP})
    return found


def _same_phrases(text: str) -> str:
    for pattern, word in _PHRASES:
        text = pattern.sub(word, text)
    return text


def _rates(text: str) -> dict[str, int | None]:
    """How often something is so, by period: "twice a week" and "weekly"; without a period under ""."""
    found: dict[str, int | None] = {}
    for m in _FREQUENCY.finditer(text):
        count = _TIMES.get(m["times"].split()[0].lower()) if m["times"] else None
        if m["times"] and count is None:
            count = int(m["times"].split()[0])
        period = m["period"] or m["every"] or _PERIODS.get((m["adverb"] or "").lower(), "")
        found[period.lower()] = count
    return found


def _frequency(wanted: Statement, said: Statement, setting: Setting) -> str:
    """ "Once a week" is neither "twice a week" nor "once a day"."""
    mine, theirs = _rates(wanted.text), _rates(said.text)
    if not mine or not theirs:
        return ""
    same = set(mine) <= set(theirs) and all((theirs[p] or 1) == (n or 1) for p, n in mine.items())
    return "" if same else "the answer says otherwise how often"


def _actor(wanted: Statement, said: Statement, setting: Setting) -> str:
    """ "Cancelled by the shop" is not "cancelled by the customer"."""
    acts = [
        {sense(m["verb"].lower()): sense(m["actor"].lower()) for m in _BY.finditer(s.text)}
        for s in (wanted, said)
    ]
    for verb, actor in acts[0].items():
        other = acts[1].get(verb, actor)
        if other != actor and actor not in acts[1].values():
            return f"the answer says that another did it ({other})"
    return ""


# -- words -----------------------------------------------------------------------------------------


def _names(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Names of the reference that neither the question has nor the answer gives."""
    present = {stem(w) for w in words(said.text) + words(said.intent)}
    masked = blank(wanted.text, [(m.start, m.end) for _, m in scan.everything(wanted.text)])
    for token in tokens(masked):
        begins = token.start == 0 or bool(re.search(r"[.!?:\n•]\s*$", masked[: token.start]))
        name = token.capital and not begins and len(token.text) > 1
        if token.folded.removesuffix("s") in DAYS:
            continue
        if name and token.folded not in STOP | FRAME and stem(token.folded) not in present:
            return f"the answer does not name {token.text}"
    return ""


def _days(wanted: Statement, said: Statement, setting: Setting) -> str:
    """The same days of the week."""
    mine, theirs = (
        {DAYS[w] for t in words(s.text) for w in (t.removesuffix("s"),) if len(w) > 3 and w in DAYS}
        for s in (wanted, said)
    )
    if mine and theirs and mine != theirs:
        return "the days of the week differ"
    return ""


def _states(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Not the opposite state, nor a price where something is free."""
    mine, theirs = ({m.value.state for m in Status.find(s.text)} for s in (wanted, said))
    for pair in _STATES:
        for a, b in (pair, pair[::-1]):
            if a in mine and b not in mine and b in theirs and a not in theirs and not _said_not(said, b):
                return f"the answer says {b}, the reference {a}"
    if re.search(r"\bfree\b", wanted.text, re.I) and not re.search(r"\bfree\b", said.text, re.I):
        costs = [m for k, m in scan.everything(said.text) if k == "currency" and m.value.amount]
        if costs and not any(k == "currency" for k, _ in scan.everything(wanted.text)):
            return f"the answer names a price, {costs[0].value}"
    return ""


def _said_not(said: Statement, state: str) -> bool:
    for m in Status.find(said.text):
        if m.value.state == state and said.stance(m.start, m.end, quantity=False) is Stance.DENIED:
            return True
    return False


_THAN = re.compile(
    r"^(.*?)\b(\w+(?:er)|more \w+|less \w+|more|less|fewer)\b(?:\s+\w+){0,3}?\s*\b(?:than|compared (?:to|with))\b(.*)$",
    re.I | re.S,
)


def _sides(statement: Statement) -> tuple[set[str], str, set[str]] | None:
    text = blank(statement.text, [(m.start, m.end) for _, m in scan.everything(statement.text)])
    m = _THAN.search(text)
    if not m:
        return None
    left, right = ({sense(w) for w in words(part) if w not in STOP} for part in (m[1], m[3]))
    return left - right, sense(m[2].lower().split()[-1]), right - left


def _comparison(wanted: Statement, said: Statement, setting: Setting) -> str:
    """ "A is cheaper than B" is not "B is cheaper than A"."""
    mine, theirs = _sides(wanted), _sides(said)
    if not mine or not theirs:
        return ""
    crossed = bool(mine[0] & theirs[2]) and bool(mine[2] & theirs[0])
    same = mine[1] == theirs[1]
    if crossed and same:
        return "the answer compares the other way round"
    if not crossed and theirs[1] in _OPPOSITE.get(mine[1], ()):
        return "the answer compares the other way round"
    return ""


def _sequence(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Of two opposites that both have, the one said first is the same: "rose, then fell"."""
    order = [[w.sense for w in key_words(s)] for s in (wanted, said)]
    for a in order[0]:
        for b in _OPPOSITE.get(a, ()):
            if all(a in o and b in o for o in order):
                first, second = (o.index(a) < o.index(b) for o in order)
                if first != second and re.search(
                    r"\b(?:then|first|before|after|later|from)\b", wanted.text, re.I
                ):
                    return "the answer turns the order round"
    return ""


def _senses(statement: Statement) -> tuple[list[str], list[str]]:
    stand = [t.folded for t in tokens(statement.text)]
    return stand, [sense(w) for w in stand]


def _exchanged(wanted: Statement, said: Statement, setting: Setting) -> str:
    """The same words, but two of them in each other's place: "larch over spruce", "A was added, B dropped"."""
    (mine, a), (_, b) = _senses(wanted), _senses(said)
    if len(a) != len(b) or sorted(a) != sorted(b):
        return ""
    moved = [n for n, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    if len(moved) != 2:
        return ""
    first, second = moved
    stand = tokens(wanted.text)
    apart = bool(re.search(r"[;:.]", wanted.text[stand[first].end : stand[second].start]))
    joined = not apart and all(w in ("and", "or", "the", "a", "an") for w in mine[first + 1 : second])
    lone = first and second + 1 < len(mine) and mine[first] in STOP
    return "" if joined or lone else f"'{mine[first]}' and '{mine[second]}' have changed places in the answer"


def _clauses(statement: Statement) -> list[set[str]]:
    """The senses of the key words of each clause."""
    cuts = [0, *[m.start() for m in _CLAUSE.finditer(statement.text)], len(statement.text)]
    spoken = key_words(statement)
    parts = [{w.sense for w in spoken if a <= w.token.start < b} for a, b in pairwise(cuts)]
    return [p for p in parts if p]


def _crossed(wanted: Statement, said: Statement, setting: Setting) -> str:
    """Two clauses of the reference that have exchanged a word: "A was added, B dropped" the other way round."""
    mine, theirs = _clauses(wanted), _clauses(said)
    for i, a in enumerate(mine):
        for b in mine[i + 1 :]:
            own_a, own_b = a - b, b - a
            if len(own_a) < 2 or len(own_b) < 2:
                continue
            for s in theirs:
                for t in theirs:
                    foreign = (s & own_b, t & own_a)
                    if (
                        s is not t
                        and len(foreign[0]) == len(foreign[1]) == 1
                        and s & own_a
                        and t & own_b
                        and not foreign[0] & t
                        and not foreign[1] & s
                    ):
                        return (
                            f"'{min(foreign[0])}' and '{min(foreign[1])}' have changed places in the answer"
                        )
    return ""


def _other_predicate(wanted: Statement, said: Statement) -> str:
    """ "The zip was fine" where the reference has "the zip was broken": another word is said of the same thing."""
    present = {sense(w) for w in words(said.text)}
    own = {sense(w) for w in words(wanted.text)} | {sense(w) for w in words(wanted.intent)}
    theirs = {sense(m["subject"].lower()): m["what"].lower() for m in _PREDICATE.finditer(said.text)}
    for m in _PREDICATE.finditer(wanted.text):
        what = theirs.get(sense(m["subject"].lower()))
        lost = sense(m["what"].lower()) not in present and m["what"].lower() not in STOP
        if what and lost and sense(what) not in own and what not in STOP:
            return f"the answer calls the {m['subject']} {what}, the reference {m['what']}"
    doers = {sense(m["verb"].lower()): m["who"].lower() for m in _DOER.finditer(said.text)}
    for m in _DOER.finditer(wanted.text):
        who = doers.get(sense(m["verb"].lower()))
        lost = sense(m["who"].lower()) not in present and m["who"].lower() not in STOP
        if who and lost and sense(who) not in own and who not in STOP:
            return f"the answer says it of the {who}, the reference of the {m['who']}"
    return ""


def _replaced(wanted: Statement, said: Statement) -> str:
    """A sentence repeated word by word with one noun exchanged: "mm of snow" for "mm of rain"."""
    (mine, a), (theirs, b) = _senses(wanted), _senses(said)
    if len(a) != len(b) or len(a) < 5:
        return ""
    moved = [n for n, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    if len(moved) != 1:
        return ""
    n = moved[0]
    old, new = mine[n], theirs[n]
    noun = n > 0 and mine[n - 1] in ("the", "a", "an", "of")
    plain = not any(w in STOP or w in _FILLER or not w.isalpha() for w in (old, new))
    known = sense(new) in {sense(w) for w in words(said.intent)} or _alike(old, new)
    return f"the answer has '{new}' where the reference has '{old}'" if noun and plain and not known else ""


def key_words(statement: Statement) -> list[Word]:
    """The words that carry a statement, without typed values; "uncomfortable" is "comfortable", denied."""
    text = blank(statement.text, [(m.start, m.end) for _, m in scan.everything(statement.text)])
    found = []
    for token in tokens(text):
        low = token.folded
        if low in STOP or low in _FILLER or len(low) < 2 or NEGATOR.fullmatch(token.text):
            continue
        denied = _denied(statement, token)
        if low.startswith("un") and len(low) > 5 and low not in _NO_PREFIX:
            low, denied = low[2:], not denied
        found.append(Word(sense(low), denied, token))
    return found


def _denied(statement: Statement, token: Token) -> bool:
    left, _ = statement.clause(token.start, token.end)
    before = statement.text[left : token.start]
    near = re.search(
        r"(?:\b(?:not|never|no|without|cannot|hardly|neither|nor|lacks?|stopped|fails? to|failed to|unable to)\b|n't\b)"
        r"(?!\s+only)(?:\s+\w+){0,3}\s*$",
        before,
        re.I,
    ) or re.search(r"\bavoid(?:s|ing|ed)?(?:\s+\w+){0,2}\s*$", before, re.I)
    if not near and (token.folded.endswith("er") or re.search(r"\bmore\s$", before)):
        # "Should be longer" says that it is too short.
        near = re.search(
            r"\b(?:should|could|needs? to|ought to|ha(?:s|ve) to) (?:be|have been)\s+(?:\w+\s+)?$",
            before,
            re.I,
        )
    after = re.match(
        r"(?:\s+\w+)?\s+(?:is|are|should|must|has to be|have to be|to)(?:\s+be)?\s+(?:avoided|left out|banned|forbidden)\b",
        statement.text[token.end :],
        re.I,
    ) or re.match(
        r"\s+(?:(?:is|was|are|were|does|did|do|has|have|can|could|will)(?:\s+not|n't|not)|not)\b",
        statement.text[token.end :],
        re.I,
    )
    return bool(near or after)


def _alike(a: str, b: str) -> bool:
    """The same word with a slip of the pen."""
    return len(a) > 4 and abs(len(a) - len(b)) < 2 and a[0] == b[0] and DamerauLevenshtein.distance(a, b) <= 1


def _contradiction(
    mine: list[Word], theirs: list[Word], asked: set[str], said: Statement, compared: bool
) -> str:
    """A word that one text affirms and the other denies, or an opposite in its place."""
    present = {w.sense for w in theirs} | {sense(stem(w)) for w in words(said.text)}
    own = {w.sense for w in mine}
    for word in mine:
        here = [t for t in theirs if t.sense == word.sense]
        if here and all(t.denied != word.denied for t in here) and word.sense not in asked:
            return f"the answer {'denies' if here[0].denied else 'affirms'} '{word.token.text}', the reference does not"
        for opposite in _OPPOSITE.get(word.sense, ()):
            against = [t for t in theirs if t.sense == opposite]
            replaced = (
                against
                and not compared
                and word.sense not in present
                and opposite not in own
                and not own & _NEAR.get(opposite, set())
                and not present & _NEAR.get(word.sense, set())
            )
            if replaced and all(t.denied == word.denied for t in against):
                return f"the answer says {against[0].token.text}, the reference {word.token.text}"
    return ""


def _wording(wanted: Statement, said: Statement) -> MatchResult:
    """How much of the reference's wording, beyond the question's, the answer shares."""
    expected, found = wanted.text, said.text[:120]
    asked = {sense(w) for w in words(wanted.intent) if w not in STOP}
    mine, theirs = key_words(wanted), key_words(said)
    compared = bool(_sides(wanted) and _sides(said))
    why = _contradiction(mine, theirs, asked, said, compared)
    if why:
        # "The colour isn't as in the picture" may well say that it differs.
        said_senses = {w.sense for w in theirs}
        open_ = "denies" in why and any(
            _OPPOSITE.get(w.sense) and w.sense not in said_senses and not _OPPOSITE[w.sense] & said_senses
            for w in mine
        )
        return MatchResult(0.0, why, undecided=open_, expected=expected, found=found)
    typed = len(scan.everything(wanted.text))
    fresh = [w for w in mine if w.sense not in asked] or ([] if typed else mine)
    keys = list(dict.fromkeys(w.sense for w in fresh))
    have = {w.sense for w in theirs}
    flipped = {o for w in theirs if w.denied for o in _OPPOSITE.get(w.sense, ())}
    flipped |= {o for w in mine if w.denied for o in _OPPOSITE.get(w.sense, ()) if o in have}
    matched = [
        k for k in keys
        if k in have or k in flipped or _NEAR.get(k, set()) & have or any(_alike(k, h) for h in have)
    ]  # fmt: skip
    lost = [
        k
        for k in keys
        if k not in matched
        and not any(o not in keys and (o in flipped or o in have) for o in _OPPOSITE.get(k, ()))
    ]
    novel = have - {w.sense for w in mine} - asked
    share = (len(keys) - len(lost) + 3 * typed) / (len(keys) + 3 * typed) if keys or typed else 0.0
    negated = [bool(NEGATOR.search(re.sub(r"\bnot only\b", "", s.text, flags=re.I))) for s in (wanted, said)]
    if lost and not novel and len(keys) > 1 and typed < 2 and share < 0.8:
        return MatchResult(0.0, f"the answer lacks {', '.join(lost)}", expected=expected, found=found)
    if not keys and not typed:
        # All the reference's words are the question's: only whether it is denied is left to compare.
        shared = {sense(w) for w in words(wanted.text)} & {sense(w) for w in words(said.text)} - {
            sense(w) for w in STOP
        }
        share = 1.0 if shared and all(negated) else 0.0
    enough = share >= (SAME_OF_FEW if len(keys) + typed <= 3 else SAME)
    if enough and (negated[0] == negated[1] or flipped or share >= 0.85):
        return MatchResult(
            1.0, f"all facts and {share:.0%} of the key words are there", expected=expected, found=found
        )
    why = f"only {share:.0%} of the key words are there: the rules cannot tell"
    return MatchResult(0.0, why, undecided=True, expected=expected, found=found)
