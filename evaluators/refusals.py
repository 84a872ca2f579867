"""Sentences that say that nothing can be answered, and why; and those of who gave up, which say neither."""

from __future__ import annotations

import re
from typing import Literal

from tasks.formats import REASONS, Reason

Status = Literal["failed", "not_achievable"]

# Read after "can't", "cannot" and "didn't" became "can not" and "did not".
_CANNOT = r"(?:(?:can|could) not|unable to|not able to)"
_DO = r"(?:do|does|did) not"
# A reason by the words that name it, the plainest first.
_REASONS: dict[Reason, re.Pattern[str]] = {
    "not_permitted": re.compile(
        r"\b(?:permi(?:t|ts|tted|ssions?)|allow(?:s|ed)?|authori[sz]ed|forbidden|denied|rights?|privileges?"
        r"|protected|only (?:\w+ ){1,6}may|reserved (?:for|to)|(?:is|are|marked|set to) private"
        r"|private (?:project|repository|group)|only (?:\w+ ){0,3}"
        r"(?:admin\w*|moderators?|owners?|maintainers?|authors?|editors?|members?|staff) (?:\w+ ){0,2}can)\b",
        re.I,
    ),
    "not_supported": re.compile(
        r"\b(?:support(?:ed|s)?|features?|functions?|functionality|offer(?:ed|s)?|provides?d?|way to|options?"
        r"|buttons?|accepts?|takes?|possible|can not do|can only|too late"
        r"|can (?:not|no longer) be (?!found|seen|read|told|answered|named|given|said))\b",
        re.I,
    ),
    "not_found": re.compile(
        r"\b(?:found|find|exists?|existing|located?|no such|there (?:is|are|was|were)|nobody|nothing|no one"
        r"|contain|list(?:ed)?|mention(?:ed|s)?|has no|have no|given|shows?|any|no (?!permission)\w+)\b",
        re.I,
    ),
}
_NOT_AVAILABLE = re.compile(r"(?:(?:final )?(?:answer|status):? )?n/a\b[\s:.,;()-]*(.*)", re.I | re.S)
_GIVEN_UP = re.compile(
    r"\b(?:not|nothing)\b[^.\n]{0,60}\byet\b"
    r"|\b(?:site|website|page|server|inbox|browser)\b[^.\n]{0,30}"
    r"\b(?:unavailable|down|not (?:available|responding|load(?:ing)?))\b"
    rf"|\b(?:{_DO}|would not) (?:load|respond|open)\b"
    r"|\b(?:tim(?:ed|ing) out|error occurred|server error|(?:gave|give|giving) up|ran out of|crashed)\b"
    r"|\bstill (?:looking|searching|working)\b"
    rf"|\b(?:{_CANNOT}|failed to|did not manage to) (?:\w+ )?"
    r"(?:open|load|reach|connect|log|sign|complete|finish|click|proceed|determine|verify|retrieve|solve"
    r"|continue|navigate|get|access|answer|read|see|view|confirm|check)\b",
    re.I,
)
_CLEAR = re.compile(
    rf"\b(?:(?:{_CANNOT}|(?:can|could) no longer) be|impossible|no such|not possible|too late|unachievable"
    r"|(?:permission|access) denied|forbidden|can not do (?:that|this|it)|is protected|lacks?"
    rf"|{_DO} (?:exist|support|offer|allow|provide|permit|take|accept|let)"
    rf"|(?:{_DO} have (?:the |any )?(?:\w+ )?|no )(?:permissions?|rights?|access)"
    rf"|(?:i|we|you) (?:(?:am|are|was|were) )?{_CANNOT} \w+|only (?:\w+ ){{1,6}}(?:may|can|is able to)"
    r"|(?:there(?: is|'s)|has|have|offers?|provides?) no (?:way|option|feature|button|function|\w+ to)"
    r"|not (?:be )?(?:permitted|allowed|supported|achievable|authori[sz]ed))\b",
    re.I,
)
# "there are no reviews" may stand beside a price
_NOTHING = re.compile(
    rf"\bthere (?:is|are|was|were)(?: not)?(?: no| any)\b|\b(?:nobody|no one|none of)\b"
    rf"|\b(?:{_CANNOT}|(?:do|did) not) (?:find|locate|see)\b"
    rf"|\b{_DO} (?:list|contain|mention|show|include|have|give|name|say|state|order)\b"
    r"|\b(?:found|finds?|have|has|had|contains?|offers?|shows?|lists?|gives?|mentions?) (?:no|nothing)\b"
    r"|\b(?:not|nothing) (?:(?:was|is|be) )?(?:found|listed|available|present|mentioned|given)\b"
    r"|\bno \w+(?: \w+){0,3} (?:was|were|is|are|could be|exists?)\b",
    re.I,
)
_DONE_ALL_THE_SAME = re.compile(
    r"\A\W*(?:done|completed?|finished|all set|success\w*)\b|\bthe answer is\b|\bi (?:assume|suppose|guess)\b"
    r"|\b(?:so|therefore|instead|which|and) i (?:have )?"
    r"(?!stopp|look|search|tri|check|open|end|skipp|refrain)\w+ed\b(?! nothing| it as)",
    re.I,
)


def told(text: str, offered: bool) -> tuple[Status, Reason | None] | None:
    """Whether a text gives up or refuses, and why.

    Args:
        text: plain prose.
        offered: whether it gives a value all the same: then only a clear refusal counts.
    """
    text = _written_out(text)
    if not offered and _GIVEN_UP.search(text) and not _REASONS["not_permitted"].search(text):
        return "failed", None
    nothing = _CLEAR.search(text) or (not offered and _NOTHING.search(text))
    return ("not_achievable", reason_of(text)) if nothing and not _DONE_ALL_THE_SAME.search(text) else None


def not_available(text: str) -> tuple[str, Reason | None] | None:
    """What stands behind a leading "N/A" beside the name of a reason, and the reason."""
    m = _NOT_AVAILABLE.fullmatch(text)
    said = re.sub(r"[\s-]+", "_", m[1].strip(" .!").casefold()) if m else ""
    named = next((one for one in REASONS if one == said), None)
    return m and ("" if named else m[1], named or reason_of(m[1]))


def reason_of(text: str) -> Reason | None:
    """The reason that a refusal names."""
    text = _written_out(text)
    return next((reason for reason, pattern in _REASONS.items() if pattern.search(text)), None)


def _written_out(text: str) -> str:
    text = re.sub(r"\bcan ?not\b|\bcan't", "can not", text, flags=re.I)
    return re.sub(r"n't\b", " not", text, flags=re.I)
