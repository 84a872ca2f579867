# ruff: noqa: E501, SIM905 - word lists read best as running text
"""An answer read as a statement: what it claims, and what it denies, takes back, hedges or only mentions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .surface import clean


class Stance(Enum):
    """How an answer stands to something it mentions."""

    CLAIMED = "claimed"
    DENIED = "denied"
    WITHDRAWN = "taken back"
    HEDGED = "hedged"
    ASIDE = "mentioned aside"


_ABBREVIATION = "".join(
    rf"(?<!\b{word})"
    for word in (
        "No no St Mr Ms Dr vs Nr nr ca approx approximately Str str etc Mrs Prof Inc Ltd Co Ave Rd "
        "Blvd Apt eg ie e.g i.e a.m p.m cf est tel Tel incl excl min max avg Jan Feb Mar Apr Jun Jul "
        "Aug Sep Sept Oct Nov Dec"
    ).split()
)
_BOUNDARY = re.compile(
    rf"{_ABBREVIATION}(?<!\b[A-Z])[.!?]+(?=\s|$|[\"')])"
    r"|[;\n()]|\s-\s|•"
    r"|(?<!anything )(?<!everything )(?<!anyone )(?<!everyone )(?<!anybody )(?<!everybody )(?<!nothing "
    r")(?<!nobody )(?<!no one )(?<!none )(?<!\ball )\bbut\b"
    r"|\b(?:however|although|though|while|whereas|whilst|because|since|nevertheless)\b|(?<!\bnot )(?<!n't )(?<!\bas )\byet\b"
    r"|\binstead\b(?! of)|\bso\b(?! called| far)"
    r"|,\s*(?:and\s+|then\s+)?(?=(?:it|this|that|they|he|she|there|the|its|it's|that's|there's|i|i'm|we"
    r"|you|which|who|"
    r"rather|actually|only|just|no|yes|my|your|his|her|their|correct|not|neither)\b)"
    r"|,\s*and\s+(?=not\b)",
    re.I,
)
_SENTENCE = re.compile(rf"{_ABBREVIATION}(?<!\b[A-Z])[.!?]+(?=\s|$)|\n", re.I)

NEGATOR = re.compile(
    r"\b(?:not|never|neither|nor|cannot|without|except(?:ing)?(?: for)?|excluding|apart from|aside from"
    r"|other than|"
    r"rather than|instead of|as opposed to|unlike|no longer|no|none of|nothing|nobody|ruled out|rule out"
    r"|ignoring|avoid(?:s|ed|ing)?|bypass(?:es|ed|ing)?|"
    r"isnt|wasnt|arent|dont|doesnt|didnt|cant|wont|doubt|doubts|doubtful|unlikely|far from|(?:any"
    r"|every)(?:thing|one|body) but|all but)\b|n't\b",
    re.I,
)
_BENIGN = re.compile(
    r"(?:\b(?:without|beyond) (?:a |any )?doubt\b|\bnot (?:only|just|merely|simply|surprisingly|to mention"
    r"|until|before|later than|counting)\b"
    r"|\bno(?:\.|:)?\s*#?\s*(?=\d)|\bno (?:doubt|problem|wonder|later than|wait|worries|other)\b"
    r"|\b(?:none|no one|nobody|nothing) (?:other|else)(?: than| but)?\b|\b(?:nothing|nobody|none|no one) "
    r"but\b|\bwhether or not\b|\bif not\b|\bwhy not\b)",
    re.I,
)
_COPULA = re.compile(r"\b(?:is|are|was|were|equals|means|namely)\b(?!\s*(?:not|n't))|'s\b(?=\s)|[:=]", re.I)
_BELIEF = re.compile(
    r"^\s*(?:think|thought|believe|believed|true|say|saying|the case|suppose|assume|clear|correct|certain"
    r"|claim|see|"
    r"confirm|verify|guarantee|agree|mean)\b",
    re.I,
)
_DENIED_AFTER = re.compile(
    r"^[\s\"',)]*(?:(?:is|was|are|were|would be|seems|looks|being|turned out|proved|as|answer "
    r"is)\s+)*(?:to be\s+)?"
    r"(?:clearly\s+|definitely\s+|just\s+|simply\s+|plain\s+)?"
    r"(?:wrong|incorrect|false|outdated|untrue|inaccurate|mistaken|out of the question|ruled out|an? "
    r"(?:mistake|error|typo))\b"
    r"|^[\s\"',)]*(?:is|was|are|were|would|does|did|do|can|could|will|has|have)(?:\s*n't|\s+not)\s+"
    r"(?:be\s+|the\s+)?(?:right|correct|answer|it|true|accurate|valid|match|correct one|one|what)\b"
    r"|^[\s\"',)]*(?:is|was)(?:\s*n't|\s+not)\s*(?:$|[,.;])",
    re.I,
)
_SUBJECT_DENIED = re.compile(
    r"^[\s\"')]*(?:\w+\s+){0,2}?(?:is|was|are|were|does|did|do|has|had|have|can|could|would|should|will|ca"
    r"|wo)"
    r"(?:\s*n't|\s+not|\s+never|\s+no longer|not)\b(?!\s+(?:only|just))",
    re.I,
)
_FORMER = re.compile(
    r"\b(?:used to (?:be|have|cost|say|live|work)|formerly|previously|no longer|once was|had been)\b", re.I
)
_ASKED_FORMER = re.compile(
    r"\b(?:previous|previously|former|formerly|used to|original|originally|old|before|earlier|past)\b", re.I
)
_OVERTAKEN = re.compile(
    r"^[^.;\n]{0,60}?(?:\bbut|\band|,|;)\s*(?:it\s+|he\s+|she\s+|they\s+)?(?:is|it's|has|are"
    r"|costs)?\s*(?:now|currently|today|meanwhile)\b",
    re.I,
)
_WAS = re.compile(r"\b(?:was|were|had|used)\b", re.I)
_CHANGE_FROM = re.compile(
    r"\b(?:chang|updat|reduc|increas|lower|rais|rose|rise|fell|drop|went|mov|switch|renam|correct|edit|cut"
    r"|up|down|discount)\w*\b"
    r"[^.;\n]{0,40}\bfrom\s+\W{0,3}$|\b(?:up|down) from\s+\W{0,3}$",
    re.I,
)
_FIRST_THOUGHT = re.compile(
    r"\b(?:at first|first(?:ly)?|initially|originally|earlier|before"
    r"|previously)\b,?\s*(?:glance\W*)?(?:i\s+|it\s+|we\s+)?"
    r"(?:had\s+|wrongly\s+|mistakenly\s+)?"
    r"(?:thought|assumed|believed|guessed|said|reported|counted|read|saw|considered|got|wrote|suspected"
    r"|looked like|seemed|appeared|answered)\b"
    r"|\bat first (?:glance|sight)\b|\b(?:mistakenly|wrongly|incorrectly|erroneously)\b"
    r"|\bmy (?:first|initial|earlier|previous|original) (?:answer|guess|thought|response|count|assumption"
    r"|reading)\b"
    r"|\bi(?:'d| had)? (?:first|initially|originally|previously|earlier|almost) \w+",
    re.I,
)
_THOUGHT = re.compile(r"\b(?:i|we) (?:had )?(?:thought|assumed|believed|expected|guessed|suspected)\b", re.I)
_RETRACTION = re.compile(
    r"\b(?:no,? wait|wait,? no|wait|scratch that|strike that|correction|corrected|on second thou?ghts?|let "
    r"me correct|i take that back|"
    r"my mistake|my bad|oops|whoops|sorry|apologies|pardon|i meant?(?: to say)?|make that|or rather|rather"
    r"|i misread|"
    r"i was wrong|that(?:'s| is| was) (?:wrong|incorrect|not right|not correct)|that isn't right|upon "
    r"(?:re-?checking|closer|review|double-checking)|"
    r"after (?:re-?checking|double-checking)|edit|hmm|hold on|re-?checking|revised|in fact|actually|no,(?= "
    r"))\b(?! than)",
    re.I,
)
_STRONG_RETRACTION = re.compile(
    r"scratch that|strike that|i take that back|that(?:'s| is| was) (?:wrong|incorrect|not right|not "
    r"correct)|that isn't right|i was wrong",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:not (?:sure|certain|confident|positive|clear)|unsure|uncertain|can(?:'t|not| not) (?:tell|be "
    r"sure|say|confirm|verify|be certain)|"
    r"(?:do not|don't) know|no idea|hard to (?:say|tell)|(?:just |only |my |a |best |wild |educated "
    r")?guess(?:ing)?|it depends|"
    r"could not (?:confirm|verify)|couldn't (?:confirm|verify))\b",
    re.I,
)
_MODAL = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|presumably|might|(?-i:may) (?:be|have|also)|could (?:be|also"
    r"|have)|either|potentially|conceivably|"
    r"(?:most |very )?likely|supposedly|i(?:'d| would) (?:say|estimate|guess)|i estimate|an estimate|my estimate)\b",
    re.I,
)
_MODAL_AFTER = re.compile(
    r"^[\s\"',)(-]*(?:probably|maybe|perhaps|possibly|presumably|i guess|i suppose|most likely|likely|if "
    r"i'?m? |or something|or similar)\b"
    r"|^[\s\"']*\?"
    r"|^[^.;,\n]{0,25}\?(?=\s|$)",
    re.I,
)
_QUESTION = re.compile(
    r"^\W*(?:is|was|are|were|could|would|might|may) (?:it|this|that|they|the answer)\b", re.I
)
_BOUND_BEFORE = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|nearly|almost|close to|some"
    r"|estimated|at least|at most|"
    r"(?<!add )(?<!adds )(?<!adding )(?<!added )up to|(?<!spread )(?<!ributed )(?<!split )(?<!scattered )over|under|above|below|beyond|(?:more|less"
    r"|fewer|greater|higher|lower|longer|shorter|larger|smaller|later|earlier|sooner) than|"
    r"upwards of|in excess of|minimum(?: of)?|maximum(?: of)?|between|somewhere|something like|in the "
    r"(?:range|region) of|"
    r"on the order of|between\b[^.;\n]{1,30}\band|not quite|just shy of|shy of|short of|a bit|before|after"
    r"|by|until|starting (?:at|from))"
    r"|[~<>≥≤±])\s*(?:the\s+|an?\s+)?[$€£]?\s*$",
    re.I,
)
# "It fell by 12%" says how much.
_CHANGED_BY = re.compile(
    r"(?:^|\b(?:drop|fell|fall|ris|rose|rais|grew|grow|increas|decreas|declin|reduc|lower|cut|chang|cheaper|dearer|off|up|down|ahead)\w*)\s*\bby\s*[$€£]?$",
    re.I,
)
_BOUND_AFTER = re.compile(
    r"^\s*(?:\+(?!\s*[\w€$£])|-?\s?ish\b|\w{0,12}\s?(?:or so\b|or thereabouts|or more\b|or less\b|or "
    r"fewer\b|or under\b|or over\b|give or take|"
    r"plus or minus|and up\b|and counting|at (?:the )?(?:most|least|latest|earliest)\b|(?:or|maybe"
    r"|possibly) (?:earlier|later|sooner|longer|shorter|less|more|fewer)\b|approximately\b|roughly\b|more "
    r"or less\b|\(approx|\(estimated|\(est))",
    re.I,
)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:to|with)|in contrast to|relative to|similar to"
    r"|unlike)\s+(?:[\w']+\s+){0,3}?[\"'$€£]?$",
    re.I,
)
# "€20, was €25", "it costs €20, originally sold at €25": what follows is no longer so.
_WAS_BEFORE = re.compile(
    r"(?:^|[,(-]|\bbut|\band)\s*(?:it |which |this )?(?:was|were|originally|before|previously|formerly|usually|normally|regularly)"
    r"(?: (?:priced|sold|offered|listed|was|cost))?(?: (?:at|for))?\s*:?\s*[$€£]?$",
    re.I,
)
_OLD_LABEL = re.compile(
    r"\b(?:(?:old|regular|original|former|previous|list|usual|normal|full|standard)(?: price)?|rrp|msrp)"
    r"(?: (?:of|is|was))?\s*:?\s*[$€£]?$",
    re.I,
)
_ASKED_LABEL = re.compile(
    r"\b(?:regular(?:ly)?|list price|usual(?:ly)?|normal(?:ly)?|rrp|msrp|full price|standard)\b", re.I
)
_DENOMINATOR = re.compile(
    r"\d\s?/\s?$|(?:^|[.;,:]\s*)of\s+(?:(?:the|all|my|your|these|those)\s+)*$|(?:\bout of|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|none|some|most"
    r"|all|each|any|both|half|only)) of)"
    r"\s+(?:(?:the|all|my|your|these|those|a total of|over|about)\s+)*[$€£]?$",
    re.I,
)
_WORKING = re.compile(
    r"(?:(?:^|\b(?:i|we|i've|i have|having|after|by|when|while|then)\s+)(?:then\s+|also\s+|have\s+|had\s+)?)"
    r"(?:check|review|look|scan|search|brows|went|go|going|visit|examin|filter|click|navigat|scroll|open"
    r"|inspect|read|sort|"
    r"consider|compar|analy[sz])(?:ed|ing|ned|ting|ted)?\b(?: (?:through|at|over|in|into|on|for|up))?"
    r"(?:\s+(?:the|all|my|your|these|those|each|every|of|first|last|top))*\s+$",
    re.I,
)
_ANSWER_CUE = re.compile(
    r"\b(?:final answer|the (?:correct |right |overall )?answer|my answer|in conclusion|in summary|to "
    r"sum(?:marize| up)|conclusion|"
    r"therefore|thus|hence|overall)\b|^answer\s*:|\nanswer\s*:|(?<=[\s.;,])so,? (?:the|it|that|there|you|i"
    r"|my|in)\b|[\d)]\s*="
    r"|(?<=[.;\n] )so\b,? (?!far\b|called\b|many\b|much\b|that\b|on\b|long\b)(?=[^.;\n]{0,60}(?:\bis\b|\bare\b|\bcosts?\b|:))"
    r"|(?<=, )so\b(?= (?:one|each|an?|per)\b[^.;\n]{0,60}(?:\bis\b|\bare\b|\bcosts?\b|:))",
    re.I,
)
_TOTAL_CUE = re.compile(
    r"\b(?:in total|total(?:s|ling|ing|ed)?|grand total|altogether|all together|in all|sum(?:s)?(?: of| up"
    r"| is)?|adds? up to|"
    r"adding up to|comes? to|which (?:makes|gives|is)|combined)\b",
    re.I,
)
# "7 reviews in total" puts the mark after its value.
_LABELS_BEFORE = re.compile(r"in total|total|altogether|all together|in all|combined|overall", re.I)
_SHORT_GAP = re.compile(r"[ *]*(?:(?!and|the|is|was|but|or)[a-z]+ ){0,2}")
_ASKS_TOTAL = re.compile(
    r"\b(?:total|altogether|in all|sum|combined|overall|how (?:much|many)|paid|pay|spen[dt])\b", re.I
)
_IDENTIFIER = re.compile(
    r"\b(page|pages|order|orders|row|step|steps|top|item|rank|ranked|version|room|floor|chapter|section"
    r"|option|line|no\.?|id|sku|"
    r"invoice|phase|part|model|last|past|next|first|size|tab|level|isbn|ticket|issue|bug"
    r"|upc)(?:\s+(?:no\.?|number|id))?\s*:?\s*#?\s*$",
    re.I,
)


_COUNT_ASKED = re.compile(r"\bhow many\b|\b(?:number|count|quantity) of\b", re.I)


def bounded(before: str) -> bool:
    """Whether the text ends in a word that makes what follows a bound: "below", "more than"."""
    return bool(_BOUND_BEFORE.search(before))


@dataclass(frozen=True)
class Statement:
    """An answer with the question it answers, both cleaned."""

    text: str
    intent: str = ""

    @classmethod
    def of(cls, answer: str, intent: str = "") -> Statement:
        """Clean both texts; a question repeated word by word is left out of the answer."""
        said, asked = clean(answer), clean(intent)
        question = asked.rstrip(" ?.!:")
        place = said.lower().find(question.lower()) if len(question) > 20 else -1
        if place >= 0:
            rest = said[place + len(question) :].lstrip(" ?.!:-")
            said = f"{said[:place]}{rest}".strip() if rest or place else said
        return cls(said, asked)

    # -- structure ---------------------------------------------------------------------------------

    @cached_property
    def _boundaries(self) -> list[tuple[int, int]]:
        return [(m.start(), m.end()) for m in _BOUNDARY.finditer(self.text)]

    @cached_property
    def _stops(self) -> list[tuple[int, int]]:
        return [m.span() for m in _SENTENCE.finditer(self.text)]

    def clause(self, start: int, end: int) -> tuple[int, int]:
        """The clause around a span: from after the boundary before it to the boundary after it."""
        left = max((b for a, b in self._boundaries if b <= start), default=0)
        right = min((a for a, b in self._boundaries if a >= end), default=len(self.text))
        return left, right

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """The sentence or line around a span."""
        left = max((b for a, b in self._stops if b <= start), default=0)
        right = min((a for a, b in self._stops if a >= end), default=len(self.text))
        return left, right

    @cached_property
    def intent_negates(self) -> bool:
        """Whether the question itself has a "not"."""
        return bool(NEGATOR.search(self.intent))

    @cached_property
    def intent_words(self) -> frozenset[str]:
        """The words of the question, lower-cased."""
        return frozenset(re.findall(r"\w+", self.intent.lower()))

    # -- stance ------------------------------------------------------------------------------------

    def stance(self, start: int, end: int, *, quantity: bool, later: bool = False) -> Stance:
        """How the text stands to what is written at ``start:end``.

        Args:
            quantity: whether it is an amount of something, to which "about" and "more than" apply.
            later: whether something of the same type is mentioned after it, which a correction needs.
        """
        left, right = self.clause(start, end)
        before, after = self.text[left:start], self.text[end:right]
        if self._withdrawn(start, end, before, later):
            return Stance.WITHDRAWN
        if self._denied(start, end, before, after, quantity):
            return Stance.DENIED
        if quantity and self._aside(before, start, end):
            return Stance.ASIDE
        if self._hedged(start, end, before, quantity):
            return Stance.HEDGED
        if _COMPARED.search(_BENIGN.sub(lambda m: "_" * len(m[0]), before)):
            return Stance.ASIDE
        return Stance.CLAIMED

    def _withdrawn(self, start: int, end: int, before: str, later: bool) -> bool:
        rest = self.text[end:]
        if later:
            if _FIRST_THOUGHT.search(before) and not _ASKED_FORMER.search(self.intent):
                return True
            if _THOUGHT.search(before) and re.match(
                r"[^\n]{0,80}?\b(?:but|however|actually|turns out)\b", rest, re.I
            ):
                return True
        if later and re.match(r"[^.;\n]{0,20}\?\s*(?:no|nope|wait|wrong)\b", rest, re.I):
            return True
        for cue in _RETRACTION.finditer(self.text, end):
            if later and self._retracts(cue) and self._something_follows(cue.end()):
                return True
            if _STRONG_RETRACTION.fullmatch(cue[0]):
                return True
        return False

    def _retracts(self, cue: re.Match[str]) -> bool:
        """Some words retract only where a new start is made: "5. Actually, 6", not "it is actually 6"."""
        word = cue[0].lower()
        if word in (
            "actually",
            "in fact",
            "rather",
            "no,",
            "wait",
            "sorry",
            "corrected",
            "revised",
            "edit",
            "hmm",
        ):
            lead = self.text[: cue.start()].rstrip(" \"'(")
            if not lead or lead[-1] not in ".,;:!?\n-)…(":
                return False
        if word == "no,":
            return True
        return True

    def _something_follows(self, place: int) -> bool:
        return bool(re.search(r"\w", self.text[place:]))

    def _denied(self, start: int, end: int, before: str, after: str, quantity: bool) -> bool:
        if _DENIED_AFTER.search(after):
            return True
        if not quantity and not self.intent_negates and _SUBJECT_DENIED.search(after):
            return True
        if re.search(
            r"\b(?:incorrect|wrong|false|outdated|old|rejected|excluded|discarded)(?: \w+)?\s*[:=]\s*\W*$",
            before,
            re.I,
        ) and not (_ASKED_FORMER.search(self.intent)):
            return True
        if not _ASKED_FORMER.search(self.intent):
            if _FORMER.search(before) and not re.search(r"\bno longer\b.*\bbut\b", before, re.I):
                return True
            if _WAS.search(before) and _OVERTAKEN.search(self.text[end:]):
                return True
            if _CHANGE_FROM.search(before):
                return True
        masked = _BENIGN.sub(lambda m: "_" * len(m[0]), before + self.text[start : start + 1])[: len(before)]
        last = None
        for last in NEGATOR.finditer(masked):  # noqa: B007 - the last one decides
            pass
        if last is None:
            return False
        between = masked[last.end() :]
        if re.match(r"\s*,", between) and last[0].lower() in ("no", "not"):
            return False
        if (
            _COPULA.search(between)
            and not _BELIEF.search(between)
            and not last[0].lower().startswith(("doubt", "unlikely"))
        ):
            return False
        if "," in between and not re.search(r"\b(?:or|nor)\b", between + after, re.I):
            return False
        if last[0].lower() == "no" and len(between.split()) > 3:
            return False
        if self.intent_negates and (
            last[0].lower() in ("not", "n't", "never", "cannot", "no", "without")
            or last[0].lower().startswith(("avoid", "bypass"))
        ):
            content = set(re.findall(r"[a-z]{4,}", between.lower()))
            if content and any(word[:5] in {w[:5] for w in self.intent_words} for word in content):
                return False
        return True

    def _aside(self, before: str, start: int, end: int) -> bool:
        priced = before.rstrip().endswith("/") and re.search(r"[€$£]|\bEUR\b", self.text[start:end])
        if (
            (_DENOMINATOR.search(before) and not priced)
            or _WORKING.search(before)
            or self._former(before, start, end)
        ):
            return True
        named = _IDENTIFIER.search(before)
        if named and _COUNT_ASKED.search(self.intent):
            # "Pages: 384" counts, "page 384" names
            return not (named[1].lower().endswith("s") and ":" in named[0])
        one = re.search(r"\b([a-z]{3,}) #?$", before)
        if one and one[1] + "s" in self.intent_words and _COUNT_ASKED.search(self.intent):
            return True  # "customer 12"
        asked = {w.rstrip("s") for w in self.intent_words}
        return bool(named and named[1].lower().rstrip("s.") not in asked)

    def _former(self, before: str, start: int, end: int) -> bool:
        """Whether it is an old price beside the present one: "It was €25" by itself answers what it cost."""
        if _ASKED_FORMER.search(self.intent) or _ASKED_LABEL.search(self.intent):
            return False
        if _WAS_BEFORE.search(before):
            return bool(re.search(r"\d", self.text[:start]))
        return bool(_OLD_LABEL.search(before) and re.search(r"\d", self.text[:start] + self.text[end:]))

    def _hedged(self, start: int, end: int, before: str, quantity: bool) -> bool:
        if (
            _QUESTION.match(self.text)
            or _UNSURE.search(self.text)
            or _MODAL.search(before)
            or _MODAL_AFTER.search(self.text[end:])
        ):
            return True
        if not quantity:
            return False
        if re.fullmatch(
            r"\s*(?:prices? )?(?:start(?:s|ing)? )?(?:from|at)\s*[$€£]?", before, re.I
        ) and re.search(r"\b(?:from|start\w*)\b", before, re.I):
            return not re.match(r"\s*(?:to|until|till|-)\b", self.text[end:], re.I)
        bound = None if _CHANGED_BY.search(before) else _BOUND_BEFORE.search(before)
        if bound and not self._asked_for_bound(bound[0]):
            return True
        return bool(_BOUND_AFTER.search(self.text[end:]))

    def _asked_for_bound(self, bound: str) -> bool:
        """ "Until 17:00" answers "when does it close"; "over 5" does not answer "how many"."""
        word = bound.lower().strip().split()[0]
        if word in ("before", "after", "by", "until"):
            end = r"|clos\w+|ends?|deadline|due|expir\w+|valid|last entry" if word in ("by", "until") else ""
            return bool(re.search(rf"\b(?:{word}{end})\b", self.intent, re.I))
        return False

    # -- the final claim ---------------------------------------------------------------------------

    def final_span(self, spans: list[tuple[int, int]]) -> tuple[int, int]:
        """The part of the text that holds the final claim.

        What stands before "so the answer is" is working, not claim; "7 in total: 3 and 4" claims 7. It is
        the whole text when there is no such mark, when nothing follows it, or when an earlier span was
        itself given as the answer.
        """
        if _ASKS_TOTAL.search(self.intent):
            for cue in _TOTAL_CUE.finditer(self.text):
                total = self._total_at(cue, spans)
                if total and not any(
                    self._total_at(c, spans) not in (None, total) for c in _TOTAL_CUE.finditer(self.text)
                ):
                    return total
        best = 0
        cues = list(_ANSWER_CUE.finditer(self.text))
        for n, cue in enumerate(cues):
            if any(start >= cue.end() for start, _ in spans):
                shown = any(
                    c.end() <= start < cue.start() and not re.search(r"[.;\n]\s", self.text[c.end() : start])
                    for c in cues[:n]
                    for start, _ in spans
                )
                if not shown:
                    best = cue.end()
        return best, len(self.text)

    def _total_at(self, cue: re.Match[str], spans: list[tuple[int, int]]) -> tuple[int, int] | None:
        """The span that "in total" or "adds up to" belongs to: the one just before it, else the next one."""
        for start, end in spans:
            gap = self.text[end : cue.start()] if end <= cue.start() else "."
            if _LABELS_BEFORE.fullmatch(cue[0]) and _SHORT_GAP.fullmatch(gap):
                return start, end
        following = [s for s in spans if s[0] >= cue.end()]
        if following and not re.search(r"[.;\n]\s|\(", self.text[cue.end() : following[0][0]]):
            return following[0]
        return None
