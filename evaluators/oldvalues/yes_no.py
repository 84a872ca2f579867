# ruff: noqa: E501 - patterns
"""Yes or no."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, MatchResult, Mention, Setting, Value
from .claims import is_page
from .lexicon import STOP, stem
from .statement import NEGATOR, Statement
from .surface import words

_YES = (
    r"yes|yep|yeah|yup|affirmative|true|correct|indeed|certainly|definitely|absolutely|of course|"
    r"that is (?:right|correct)|that's (?:right|correct|true)|sure|aye|confirmed|positive|right"
)
_NO = (
    r"no|nope|nah|negative|false|incorrect|not at all|never|untrue|definitely not|certainly not|absolutely not|"
    r"that is (?:not (?:right|correct|true|the case)|false|wrong)|"
    r"that's (?:not (?:right|correct|true|the case)|false|wrong)|wrong|not really"
)
_WORD = re.compile(rf"\b(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b(?!\s*(?:wait|problem|doubt|longer)\b)", re.I)
_LEAD = re.compile(
    rf"^\W*(?:(?:the )?(?:final )?answer(?: is)?\W*|well\W+|so\W+|unfortunately\W+|sadly\W+|sorry\W+"
    rf"|fortunately\W+|in short\W+|result\W+)?(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b(?!\s*(?:wait\b"
    rf"|,?\s*wait\b|-?one\b|\w+ (?:was|were) found))",
    re.I,
)
_SAYS = re.compile(
    rf"\b(?:the )?(?:final )?(?:answer|correction)(?: is| would be|:)\W*(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|might|not sure|unsure|unclear|can't tell|cannot tell|can't "
    r"(?:say|confirm)|cannot (?:say|confirm|be determined|determine)|don't know|do not know|i think so|i "
    r"guess|i suppose|"
    r"depends|likely|yes and no|yes or no|n/a|unknown)\b|\byes\s*/\s*no\b",
    re.I,
)
_RETRACTED = re.compile(
    rf"\b(?:no,? wait|wait|actually|correction|scratch that|sorry|on second thou?ghts?|i "
    rf"mean)\b\W*(?:(?:it's|it is|that's|the answer is|i was wrong)\W+)*(?:(?P<no>{_NO})|(?P<yes>{_YES}))\b",
    re.I,
)
_OPPOSED = (
    (re.compile(r"\b(?:in stock|available|open|enabled|active|allowed|possible|supported|included)\b", re.I),
     re.compile(r"\b(?:out of stock|sold out|unavailable|closed|disabled|inactive|forbidden|impossible|unsupported|excluded)\b", re.I)),
)  # fmt: skip


@dataclass(frozen=True)
class YesNo(Value):
    """A yes or a no, in one word or by repeating the question as a statement.

    Examples:
        ``yes`` is ``Yes, it does.``, ``Correct`` and ``true``
        ``no`` is ``Nope`` and, asked "Does it have a battery?", ``It does not have a battery``
        ``yes`` is not ``maybe``, ``yes and no`` or ``I think so``
        ``yes`` is not ``Yes... no wait, no``
    """

    kind: ClassVar[str] = "yes_no"
    yes: bool

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[YesNo]]:
        """All words that say yes or no."""
        return [Mention(cls(bool(m["yes"])), m.start(), m.end()) for m in _WORD.finditer(text)]

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> YesNo | None:
        """A reference: yes, no, true or false."""
        low = text.strip().rstrip(".!").lower()
        return cls(low in ("yes", "true")) if low in ("yes", "no", "true", "false") else None

    def same(self, other: YesNo) -> bool:
        """Equal."""
        return self.yes == other.yes

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


def judge_yes_no(value: YesNo, statement: Statement, setting: Setting) -> MatchResult:
    """Whether the answer comes down to the reference."""
    expected = str(value)
    if is_page(statement):
        return MatchResult(0.0, "the answer is a whole page", expected=expected)
    if _UNSURE.search(statement.text):
        return MatchResult(0.0, "the answer does not commit itself", expected=expected)
    said = read(statement)
    if said is None:
        return MatchResult(
            0.0,
            "the answer says neither yes nor no",
            undecided=bool(words(statement.text)),
            expected=expected,
        )
    found = "yes" if said else "no"
    return MatchResult(
        float(said == value.yes),
        f"the answer says {found}, expected {expected}",
        expected=expected,
        found=found,
    )


def read(statement: Statement) -> bool | None:
    """Yes, no, or None where the answer says neither or both."""
    text = statement.text
    retracted = list(_RETRACTED.finditer(text))
    if retracted and retracted[-1].start() > 0:
        return bool(retracted[-1]["yes"])
    final = list(_SAYS.finditer(text))
    if final:
        return bool(final[-1]["yes"])
    ends = re.search(r"(?:[.;!\n]\s+)so[:,]? (yes|no)\W*$", text, re.I)
    if ends:
        return ends[1].lower() == "yes"
    if re.match(r"^\W*none\b", text, re.I) and re.search(
        r"\b(?:any|are there|is there)\b", statement.intent, re.I
    ):
        return False
    if re.match(r"^\W*not\b(?! (?:sure|certain|only|just))", text, re.I) and len(text.split()) <= 5:
        return False
    trailing = re.search(r"[,;-]\s*(yes|no)\W*$", text, re.I)
    if trailing and not _LEAD.match(text):
        return trailing[1].lower() == "yes"
    letter = re.fullmatch(r"\W*([yn])\W*", text, re.I)
    if letter:
        return letter[1].lower() == "y"
    lead = _LEAD.match(text)
    if lead:
        rest = text[lead.end() :]
        if rest.startswith("?") or (lead["yes"] and _says_opposite(rest, statement)):
            return None
        other = _SECOND.search(rest)
        if other and bool(other["yes"]) != bool(lead["yes"]):
            return None
        if (
            lead["no"]
            and lead["no"].lower() == "no"
            and not re.match(
                r"\s*(?:$|[^\w\s]|(?:it|they|there|the|this|that|he|she|you|i|not|none|only|because|as"
                r"|since|we|neither|unfortunately|sorry|your|my)\b)",
                rest,
                re.I,
            )
        ):
            return _restated(statement)
        if (
            lead["yes"]
            and re.match(
                r"^\W*(?:it|they|he|she|that|this|there)?\s*(?:is|are|was|does|do|did|has|have"
                r"|can)(?:\s+not|n't)\b",
                rest,
                re.I,
            )
            and not statement.intent_negates
        ):
            return None
        return bool(lead["yes"])
    return _restated(statement)


_SECOND = re.compile(
    r"(?:^|[.;!?\n]|\b(?:and|or|but|then)\b|/|,)\s*(?:(?P<no>no|nope|false)|(?P<yes>yes|yep"
    r"|true))\b(?!\s+\w+ (?:is|are|was|were)\b)(?=\W*(?:$|[.,;!/]|it\b|that\b))",
    re.I,
)


def _says_opposite(rest: str, statement: Statement) -> bool:
    """ "Yes, it is closed", asked whether it is open."""
    return any(
        positive.search(statement.intent)
        and not negative.search(statement.intent)
        and negative.search(rest)
        and not positive.search(rest)
        for positive, negative in _OPPOSED
    )


_SMALL = frozenset(["already", "yet", "still", "currently", "any", "there", "ever", "currently", "now"])


def _restated(statement: Statement) -> bool | None:
    """The question as a statement: with a negation it is a no, without one a yes."""
    if re.match(
        r"^\W*(?:unfortunately|sadly|sorry|i'm afraid|i am afraid|apparently)\W+not\b", statement.text, re.I
    ):
        return False
    asked = {stem(w) for w in words(statement.intent) if w not in STOP and w not in _SMALL and w.isalpha()}
    # "Open on Mondays, but closed on Tuesdays": the part about what was asked.
    parts = re.split(r",?\s*\b(?:but|while|whereas)\b", statement.text)
    shares = [len(asked & {stem(w) for w in words(p)}) for p in parts]
    if len(parts) > 1 and shares[0] > max(shares[1:]):
        statement = Statement(parts[0], statement.intent)
    said = {stem(w) for w in words(statement.text) if w not in STOP}
    short = re.match(
        r"^\W*(?:it|they|he|she|there|this|that|you|i|we)\s+(?:is|are|was|were|does|do|did|has|have|had"
        r"|can|could|will|would)(?P<not>n't|\s+not)?\W*$",
        statement.text,
        re.I,
    )
    if short:
        return not short["not"]
    if not asked or len(asked & said) < max(1, round(0.4 * len(asked))):
        return None
    plain = re.sub(
        r"\bnot (?:only|just|merely)\b|\bno doubt\b|\bwithout (?:a )?doubt\b", "", statement.text, flags=re.I
    )
    # "..., nobody stops them" denies a hindrance, not what was asked.
    plain = re.sub(
        r"[,;-]\s*(?:and\s+)?(?:nobody|no one|nothing) (?:stops?|prevents?|hinders?|keeps?|forbids?|blocks?)\b.*",
        "",
        plain,
        flags=re.I,
    )
    negated = bool(NEGATOR.search(plain))
    for positive, negative in _OPPOSED:
        asked_negative = bool(negative.search(statement.intent))
        said_negative = bool(negative.search(statement.text))
        if asked_negative != said_negative and positive.search(
            statement.text if asked_negative else statement.intent
        ):
            negated = not negated
    return not negated
