# ruff: noqa: E501 - patterns
"""Answers that say that the task cannot be done."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from . import scan
from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import is_page
from .lexicon import STOP, sense
from .statement import NEGATOR, Stance, Statement, bounded
from .surface import words

_MARK = re.compile(
    r"^\W*(?:n\s?[/.\\-]\s?a\b\.?|n\.a\.|na\b(?=\W*(?:$|[-:(.,;]))|n/a\b|not (?:applicable|available"
    r"|achievable|possible|feasible|found|permitted|allowed|supported)\b|"
    r"unachievable|impossible|infeasible|unavailable|unanswerable|no (?:answer|results?|such \w+|data"
    r"|information|match(?:es|ing)?|matching \w+|permission)\b|does not exist|doesn't exist)",
    re.I,
)
_NA = re.compile(r"(?<![\w/])(?:n/a|n\.a\.)(?![\w/])", re.I)
_REFUSAL = re.compile(
    r"\b(?:can no longer|could no longer|can(?:not|'t| not)|could(?: not|n't)|unable to|was(?: not|n't) able to|am not able to|i'm not "
    r"able to|(?:is|are)(?: not|n't) able to|not possible|impossible|isn't possible|wasn't possible|"
    r"infeasible|not feasible|unachievable|not achievable|unavailable|no way to|no option to|no means "
    r"(?:to|of)|"
    r"not (?:sold|stocked|carried|available|found|supported|provided|permitted|allowed|listed|offered|enabled|visible|possible"
    r"|authorized|authorised|shown|present|given|stated|specified|mentioned|published|exist(?:ing)?)|"
    r"(?:isn't|aren't|wasn't|weren't) (?:available|found|supported|provided|permitted|allowed|listed"
    r"|offered|enabled|visible|possible|any|an?|shown|present|given|stated|specified|mentioned|published)|"
    r"(?:do|does|did)(?: not|n't) (?:exist|have|provide|offer|support|allow|permit|order|buy|list|show|contain"
    r"|include|appear|display|let|give|seem to (?:exist|be|have)|carry|sell|mention|specify|publish|find"
    r"|see|name|state|say|tell|indicate|record|reveal|cover)|"
    r"(?:there (?:is|are|was|were)|there's) (?:no\b|not\b|none\b|nothing\b|currently no\b)|there (?:isn't"
    r"|aren't|wasn't|weren't)|"
    r"(?:sells?|stocks?|carries|knows?|names?|mentions?|includes?|has|have|had|having|found|find|shows?|provides?|offers?|lists?|contains?|with|returned|yielded"
    r"|gave|see|got) no\b|no such\b|"
    r"lacks?|(?:is|are|was|were|'m|am) not (?:able|allowed|permitted|authori[sz]ed|an? )|permission "
    r"(?:denied|required)|access (?:denied|is denied)|denied access|forbidden|"
    r"insufficient (?:permissions?|rights|privileges)|(?:don't|do not|doesn't|does not) have (?:the |any "
    r"|sufficient )?(?:permissions?|access|rights|privileges)|"
    r"none of (?:the|these|them|my|your)|nobody|no one|nowhere|missing|"
    r"no (?:results?|matches|matching|record|records|orders?|such|information|data|option|feature"
    r"|function\w*|one|permission\w*|access|entry|entries|reviews?|products?)\b|nothing (?:was )?(?:found"
    r"|matches|matching)|"
    r"\bnone (?:available|found|exists?|listed|given)\b|\b(?:need|have|has|must|would have) to be (?:an? |the )?(?:admin\w*|owner|staff|moderator|maintainer)|"
    r"\bno (?:[\w€$£.,'%\"-]+ ){1,6}(?:is|are|was|were|exists?|could|can|has|have|available|listed|found|sold|offered|provided)\b|"
    r"out of scope|not within|beyond (?:the|my|this)|(?:requires?|needs?|only) (?:\w+ )?(?:admin\w*"
    r"|owners?|staff|moderators?|permission))",
    re.I,
)
_GAVE_UP = re.compile(
    r"\b(?:i (?:do not|don't) know|no idea|i'm not sure|i am not sure|not sure|unsure|i forgot|out of "
    r"(?:steps|time)|ran out|time(?:d)? ?out|(?:finish|done|complete\w*)\b[^.]{0,20}\bin time|not enough (?:time|steps)|too many steps|"
    r"try again later|let me (?:try|know|check)|(?:i|we) need more (?:time|information|details|steps)"
    r"|could you (?:please )?(?:clarify|provide|specify)|please (?:clarify|provide|specify|log ?in)|"
    r"please help|an error occurred|(?:unable|not able|failed) to (?:log ?in|sign in|load)|(?:can't|cannot|could not|couldn't) (?:log ?in|sign in|load)|"
    r"page (?:did not|didn't|failed to) load|(?:i|i'm|i am) (?:still )?(?:working|loading|searching"
    r"|looking)|not finished|in progress|loading)\b",
    re.I,
)
_HEDGE = re.compile(r"\b(?:maybe|perhaps|possibly|probably|might|may (?:not )?be|could be|i guess)\b", re.I)
_VALUE_AFTER = re.compile(
    r"\b(?:but|however|though|although|instead|nevertheless|yet|still|anyway|so)\b.*?\b(?:is|are|was|it's"
    r"|its|would be|should be|probably|likely|i (?:think|guess|believe|estimate|assume)|"
    r"answer|approximately|about|around|my best guess|i'd say|did|have|created|added|sent|changed|bought"
    r"|placed)\b",
    re.I | re.S,
)
_WHY = {
    "not_found": re.compile(
        r"\b(?:no|not|n't|none|nothing|never|without|missing|unable to (?:find|locate)|lacks?|zero)\b.*"
        r"|\bn/a\b",
        re.I | re.S,
    ),
    "not_permitted": re.compile(
        r"permission|permit|allow|authori[sz]|access|denied|forbidden|rights|no right to|privilege|admin"
        r"|owner|staff|moderator|role|logged in|guest|restricted",
        re.I,
    ),
    "not_supported": re.compile(
        r"support|feature|function|option|offer|provid|possib|way to|able|allow|cannot|can't|exist"
        r"|available|button|capab|field|setting|no\b",
        re.I,
    ),
}
_DONE = re.compile(
    r"\b(?:has|have) (?:now |just )?been (?P<a>\w+ed|set|put|sent|given)\b|\b(?:was|were|is now) (?P<b>\w+ed|set|put|sent|given)\b"
    r"|\bsuccessfully\b|\btask (?:is|was|has been) (?:now )?(?:complete|completed|done|finished)\b",
    re.I,
)
_NOBODY_BUT = re.compile(
    r"\b(?:no one|nobody|none|nothing)(?: else)? (?:but|except|other than) (?:the )?(?=[A-Z\d])", re.I
)
_WHO = re.compile(r"\b(?:who|whom|whose|author|name of the (?:person|customer|user))\b", re.I)
_PERSON = re.compile(
    r"\b(?:shows?|lists?|names?|says?|is|was|by)\s+(?P<a>[A-Z][\w'-]+ [A-Z][\w'-]+)|\b(?P<b>[A-Z][\w'-]+ [A-Z][\w'-]+) (?:wrote|did|made|created|is|was)\b"
)
_DID = re.compile(
    r"\bI(?:'ve| have)? (?:also |then |just |instead |therefore )?(?:created|added|sent|changed|bought|purchased|placed|ordered|deleted|updated|posted|set|assigned|"
    r"submitted|removed|cancelled|canceled|booked|renamed|merged|closed)\b",
    re.I,
)


@dataclass(frozen=True)
class Unachievable(Value):
    """That the task cannot be done, said as ``N/A`` or in words, without offering a value after all.

    Examples:
        ``N/A`` is ``n/a.``, ``Not applicable`` and ``This is not possible``
        ``N/A`` is ``The shop has no contact number``
        ``N/A`` is not ``I don't know``, nor an empty answer
        ``N/A`` is not ``N/A, but it is probably 555-0123``
    """

    kind: ClassVar[str] = "unachievable"
    reason: str = ""

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Unachievable]]:
        """The first refusal in the text, if there is one."""
        m = _MARK.search(text) or _NA.search(text) or _REFUSAL.search(text)
        return [Mention(cls(), m.start(), m.end())] if m else []

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Unachievable | None:
        """``N/A`` and its like, as a reference writes it."""
        m = _MARK.match(text)
        return cls() if m and not words(text[m.end() :]) else None

    def same(self, other: Unachievable) -> bool:
        """All refusals are equal unless both give a reason."""
        return not self.reason or not other.reason or self.reason == other.reason

    def __str__(self) -> str:
        return f"N/A ({self.reason.replace('_', ' ')})" if self.reason else "N/A"


def judge_unachievable(value: Unachievable, statement: Statement, setting: Setting) -> MatchResult:
    """Whether the answer refuses, gives no value, and, when asked to, gives the right reason."""
    text, expected = statement.text, str(value)

    def fail(why: str) -> MatchResult:
        return MatchResult(0.0, why, expected=expected, found=text[:80])

    if not words(text):
        return fail("the answer is empty, expected that it cannot be done")
    if is_page(statement, 150):
        return fail("the answer is a whole page")
    refusal = Unachievable.find(text)
    marked = bool(_MARK.search(text) or _NA.search(text))
    if _GAVE_UP.search(text) and not (marked and re.match(r"^\W*n\s?/\s?a", text, re.I)):
        return fail("the answer gives up or asks back; it does not say that the task cannot be done")
    if not refusal:
        return fail("the answer does not say that the task cannot be done")
    hedge = _HEDGE.search(text)
    if hedge and not (marked and hedge.start() > refusal[0].end and not _offers(statement)):
        return fail("the answer only says that it might be so")
    offered = _offers(statement)
    if offered:
        return fail(f"the answer offers {offered} although the task cannot be done")
    if re.search(
        r"\bnot (?:impossible|infeasible|unavailable|unachievable|n/a)\b|\bn't (?:impossible|unavailable)\b",
        text,
        re.I,
    ):
        return fail("the answer says that it can be done")
    if value.reason and setting.options.get("reason_required") and not _WHY[value.reason].search(text):
        return fail(f"the answer does not give the reason ({value.reason.replace('_', ' ')})")
    return MatchResult(1.0, "the answer says that the task cannot be done", expected=expected, found="N/A")


# What something costs today is no offer where its former price was asked.
_PAST_ASKED = re.compile(
    r"\b(?:ago|last (?:year|month|week)|former\w*|previous\w*|history|used to|in (?:19|20)\d\d|original\w*)\b",
    re.I,
)
_PRESENT = re.compile(r"\b(?:now|today|current(?:ly)?|at present|present)\b", re.I)
_STRONG = ("email", "phone", "currency", "percentage", "coordinates")


def _offers(statement: Statement) -> str:
    """A value that the answer gives in spite of its refusal, or an empty text."""
    text = statement.text
    asked = statement.intent
    cut = _VALUE_AFTER.search(text)
    for kind, m in scan.everything(text):
        shown = text[m.start : m.end]
        if shown.lower() in asked.lower() or any(
            k == kind and o.value.same(m.value) for k, o in scan.everything(asked)
        ):
            continue
        stance = statement.stance(m.start, m.end, quantity=False)
        if stance is Stance.DENIED and not (cut and m.start > cut.start()):
            continue
        left, right = statement.clause(m.start, m.end)
        clause = text[left:right]
        if bounded(text[left : m.start]) and NEGATOR.search(text[left : m.start]):
            continue  # "there is no voucher in the shop below EUR 150"
        refused = bool(_REFUSAL.search(clause))
        if kind in _STRONG and _PAST_ASKED.search(asked) and _PRESENT.search(clause):
            continue
        if kind in _STRONG:
            return shown
        if cut and m.start > cut.start() and kind not in ("url",) and not refused:
            return shown
        if (
            kind in ("date", "time", "number", "duration", "distance", "date_range")
            and re.search(
                r"\b(?:the answer|answer is|answer:|final answer|it is|it's|total is|result is|^\W*\d)",
                clause,
                re.I,
            )
            and not refused
        ):
            return shown
    if cut:
        tail = text[cut.start() :]
        named = re.search(
            r"\b(?:is|was|it's|think|guess|probably)\s+(?:probably\s+|the\s+|it(?:'s| "
            r"is)\s+)?([A-Z][\w'-]+(?:\s[A-Z][\w'-]+)*)",
            tail,
        )
        if named and not _REFUSAL.search(tail) and named[1].lower() not in asked.lower():
            return named[1]
    if _NOBODY_BUT.search(text):
        return text
    if _WHO.search(asked):
        for person in _PERSON.finditer(text):
            group = "a" if person["a"] else "b"
            stance = statement.stance(*person.span(group), quantity=False)
            if person[group].lower() not in asked.lower() and stance is Stance.CLAIMED:
                return person[group]
    told = next((w for w in words(asked) if w not in STOP), "")
    for done in _DONE.finditer(text):
        verb = (done["a"] or done["b"] or "").lower()
        denied = _REFUSAL.search(text[slice(*statement.clause(*done.span()))])
        claimed = statement.stance(*done.span(), quantity=False) is Stance.CLAIMED
        if (not verb or sense(verb) == sense(told)) and claimed and not denied:
            return done[0]
    did = _DID.search(text)
    if did and not re.search(r"\b(?:not|never)\b|n't\b", text[max(0, did.start() - 1) : did.end()], re.I):
        return did[0]
    instead = re.search(
        r"\b(?:but|so|instead|therefore|hence|which)\b[^.]*?\b(?:i|we)(?:'ve| have)? (?:created|added|sent|changed|bought|placed"
        r"|ordered|deleted|updated|posted|used|chose|applied(?! (?:the |a )?(?:filter|search|sort))|assigned|marked|moved|invited"
        r"|took|picked|gave|granted|replaced|subscribed|uploaded)\b",
        text,
        re.I,
    )
    return instead[0] if instead else ""
