"""Words that take back what stands beside them, and words that say that nothing can be answered."""

from __future__ import annotations

import re

from tasks.formats import Reason

from .folding import plain

_NO = (
    r"not|no|never|none|neither|nor|without|except|excluding|instead of|rather than|cannot|\w+n't"
    r"|anything but|other than|far from"
)
_MAYBE = (
    r"maybe|perhaps|possibly|probably|presumably|likely|might|may be|could be|should be|would|seems?|appears?"
    r"|i think|i guess|i believe|i assume|i suppose|guess|estimated?|or so|or more|or less|at least|at most"
    r"|more than|less than|fewer than|up to|between|either|if|unless|in principle|as far as i"
)
_ONCE = (
    r"originally|formerly|previously|initially|at first|used to|until recently"
    r"|such as|for (?:example|instance)"
)
_NEARLY = re.compile(
    r"(?:\b(?:about|around|approximately|approx|roughly|nearly|almost|some|circa|ca|just|over|under|well over"
    r"|close to|from|starting at|before|after|or|\d (?:and|to|-))\b\.?|~|≈|[<>]|±|\+\s*/\s*[-−]"
    r"|\bplus or minus)\W*(?:the |a |an )?\W*$",
    re.I,
)
_OR = re.compile(r"[*\"' ]*\(?(?:or|maybe|perhaps|possibly|probably|if|could)\b", re.I)
_HEDGE = re.compile(rf"\b(?:{_MAYBE})\b", re.I)
# Right before a value, where it denies that very value, whatever the question says.
_DENIED = re.compile(r"\b(?:not|never|anything but|other than|except|n't)\W+(?:the |a |an )?\W*$", re.I)
# Before a value, or in its own part of the sentence.
_BESIDE = re.compile(rf"\b(?:{_NO}|{_MAYBE}|{_ONCE})\b", re.I)
# Wherever they stand.
_DOUBT = re.compile(
    r"\b(?:wait|correction|corrected|scratch that|i meant?|on second thought|my mistake|sorry|strike that"
    r"|not (?:quite |entirely )?(?:sure|certain|right|correct|accurate|verified|confirmed)"
    r"|unsure|uncertain|incorrect|wrong|mistaken|(?:could|did|can)(?: ?not|n't) (?:verify|confirm|check)"
    r"|unverified|unconfirmed|double.check|guess(?:ing|ed)?|no longer|ignore (?:all|any|the|previous|prior)"
    r"|actually,|alternatively|or rather|(?:may|might|could) (?:also )?be (?:more|others?|further|incomplete)"
    r"|among others|and (?:(?:one|two|three|some|several|a few|\d+) )?(?:more|others?)|and so on|etc"
    r"|incomplete|(?:only|just) (?:looked|checked|read|searched|saw)|first page)\b",
    re.I,
)
_EXCLUDED = re.compile(
    rf"\b(?:{_NO}|but|although|though|however|apart from|other than|excludes?|excluded)\b", re.I
)
_ENDS = re.compile(r"(?<=[.!?])[\"')*]*\s+|\n+")
_CLAUSE = re.compile(r"[,;:()]|\s-\s|\b(?:but|while|whereas|although|because|since|which|so)\b", re.I)


def sentence_at(text: str, place: int) -> tuple[int, int]:
    """Where the sentence begins and ends that a place in a text belongs to."""
    start = 0
    for m in _ENDS.finditer(text):
        if m.end() > place:
            return start, m.start()
        start = m.end()
    return start, len(text)


def doubted(text: str, start: int, end: int, question: str) -> bool:
    """Whether a value at a place is denied, hedged or asked.

    What the question says itself ("which is not open?") is no cue.
    """
    first, last = sentence_at(text, start)
    clause = _CLAUSE.search(text, end, last)
    asked = plain(question).casefold()
    stop = clause.start() if clause else last
    if text[stop:last].rstrip("\"')*").endswith("?") or text[end : end + 2].strip().startswith("?"):
        return True
    if _NEARLY.search(text, max(first, start - 40), start) or _OR.match(text, end):
        return True
    if _DENIED.search(text, max(first, start - 40), start):
        return True
    cues = (m for m in _BESIDE.finditer(text, first, stop) if not start <= m.start() < end)
    return any(_own(m[0], asked) for m in cues)


def _own(cue: str, asked: str) -> bool:
    """Whether a cue is the answer's own, and no word of the question."""
    return not re.search(rf"(?<!\w){re.escape(cue.casefold())}(?!\w)", asked)


def doubts(text: str) -> bool:
    """Whether a label or a note says anything that denies, hedges or takes back."""
    return bool(_BESIDE.search(text) or _DOUBT.search(text) or _NEARLY.search(text) or _OR.match(text))


def excludes(text: str, question: str) -> bool:
    """Whether a text that lists anything leaves something out of it."""
    return _says(_EXCLUDED, text, question)


def hedged(text: str, question: str) -> bool:
    """Whether the first sentence of a text is not sure of what it says."""
    return _says(_HEDGE, text[: sentence_at(text, 0)[1]], question)


def taken_back(text: str, question: str) -> bool:
    """Whether a text anywhere takes back or doubts what it says."""
    return _says(_DOUBT, text, question)


def _says(cues: re.Pattern[str], text: str, question: str) -> bool:
    asked = plain(question).casefold()
    return any(_own(m[0], asked) for m in cues.finditer(text))


# A reason by the words that name it, the plainest first.
_REASONS: dict[Reason, re.Pattern[str]] = {
    "not_permitted": re.compile(
        r"\b(?:permi(?:t|ts|tted|ssions?)|allow(?:s|ed)?|authori[sz]ed|forbidden|denied|rights?|privileges?"
        r"|protected|only (?:\w+ ){1,6}may|reserved (?:for|to)|private|only (?:\w+ ){0,3}"
        r"(?:admin\w*|moderators?|owners?|maintainers?|authors?|editors?|members?|staff) (?:\w+ ){0,2}can)\b",
        re.I,
    ),
    "not_supported": re.compile(
        r"\b(?:support(?:ed|s)?|features?|functions?|functionality|offer(?:ed|s)?|provides?d?|way to|options?"
        r"|buttons?|accepts?|takes?|possible|cannot do|can only|too late"
        r"|(?:can't|cannot|can no longer) be (?!found|seen|read|told|answered))\b",
        re.I,
    ),
    "not_found": re.compile(
        r"\b(?:found|find|exists?|existing|located?|no such|there (?:is|are|was|were)|nobody|nothing|no one"
        r"|contain|list(?:ed)?|mention(?:ed|s)?|has no|have no|given|shows?|any|no (?!permission)\w+)\b",
        re.I,
    ),
}
_CANNOT = r"(?:can ?not|can't|cannot|could ?not|couldn't|unable to|not able to)"
_VERBS = (
    "open|load|reach|connect|log|sign|complete|finish|click|proceed|determine|verify|retrieve|solve|continue"
    "|navigate|get|access|answer|read|see|view|confirm|check"
)
_GIVEN_UP = re.compile(
    r"\b(?:not|n't|nothing)\b[^.\n]{0,60}\byet\b"
    r"|\b(?:site|website|page|server|inbox|browser)\b[^.\n]{0,30}"
    r"\b(?:unavailable|down|not (?:available|responding|load(?:ing)?)|n't load)\b"
    r"|\b(?:did|does|do|would)(?: not|n't) (?:load|respond|open)\b"
    r"|\b(?:tim(?:ed|ing) out|error occurred|server error|(?:gave|give|giving) up|ran out of|crashed)\b"
    r"|\bstill (?:looking|searching|working)\b"
    rf"|\b(?:{_CANNOT}|failed to|did not manage to) (?:\w+ )?(?:{_VERBS})\b",
    re.I,
)
# A clear statement that it cannot be.
_CLEAR = re.compile(
    rf"\b(?:(?:{_CANNOT}|can no longer|could no longer) be|(?:is|was)(?: not|n't) possible|impossible|no such"
    r"|(?:permission|access) denied|forbidden|unachievable|too late|not possible|cannot do (?:that|this|it)"
    r"|(?:do|does|did)(?: not|n't) (?:exist|support|offer|allow|provide|permit|take|accept|let)"
    r"|(?:do|does|did)(?: not|n't) have (?:the |any )?(?:\w+ )?(?:permissions?|rights?|access)"
    rf"|no (?:permission|rights?|access)|lacks?|(?:i|we|you) {_CANNOT} \w+|is protected"
    r"|(?:i|we) (?:am|are|was|were) (?:not able|unable) to \w+|only (?:\w+ ){1,6}(?:may|can|is able to)"
    r"|(?:there(?: is|'s)|has|have|offers?|provides?) no (?:way|option|feature|button|function|\w+ to))\b"
    r"|(?:\bnot|n't) (?:be )?(?:permitted|allowed|supported|achievable|authori[sz]ed)\b",
    re.I,
)
_DONE = re.compile(r"\W*(?:done|completed?|finished|all set|success\w*)\b", re.I)
# The same, unless a value is given all the same: "there are no reviews" may stand beside a price.
_WEAK = re.compile(
    r"\bthere (?:is|are|was|were)(?:n't| not)?(?: no| any)\b|\b(?:nobody|no one|none of)\b"
    rf"|\b(?:{_CANNOT}|did(?: not|n't)|do(?: not|n't)) (?:find|locate|see)\b"
    r"|\b(?:do|does|did)(?: not|n't) (?:list|contain|mention|show|include|have|give|name|say|state|order)\b"
    r"|\b(?:found|finds?|have|has|had|contains?|offers?|shows?|lists?|gives?|mentions?) (?:no|nothing)\b"
    r"|(?:\bnot|\bnothing|n't) (?:(?:was|is|be) )?(?:found|listed|available|present|mentioned|given)\b"
    r"|\bno \w+(?: \w+){0,3} (?:was|were|is|are|could be|exists?)\b",
    re.I,
)


_INSTEAD = re.compile(
    r"\b(?:so|therefore|instead|which|and) i (?:have )?"
    r"(?!stopp|look|search|tri|check|open|end|skipp|refrain)\w+ed\b(?! nothing| it as)",
    re.I,
)


def given_up(text: str) -> bool:
    """Whether a text says that its writer got no further, which says nothing about the task."""
    return bool(_GIVEN_UP.search(text)) and not _REASONS["not_permitted"].search(text)


def refuses(text: str) -> bool:
    """Whether a text says clearly that it cannot be done."""
    return bool(_CLEAR.search(text)) and not _claims(text)


def finds_nothing(text: str) -> bool:
    """Whether a text says that something is not there, which may be all that it says."""
    return bool(_WEAK.search(text)) and not _claims(text)


def _claims(text: str) -> bool:
    """Whether a text says that something was done all the same."""
    return bool(_DONE.match(text) or _INSTEAD.search(text))


def reason_of(text: str) -> Reason | None:
    """The reason that a refusal names."""
    return next((reason for reason, pattern in _REASONS.items() if pattern.search(text)), None)
