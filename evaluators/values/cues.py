"""Words that deny, hedge or take back what stands beside them: each list once."""

from __future__ import annotations

import re

from .folding import plain

NO = (
    r"not|no(?!\.? ?\d)|never|none|neither|nor|without|except|excluding|instead of|rather than|cannot|\w*n't"
    r"|hardly|anything but|other than|far from"
)
_MAYBE = (
    r"maybe|perhaps|possibly|probably|presumably|likely|might|may be|could(?: be)?|should be|would|seems?"
    r"|appears?|i think|i guess|i believe|i assume|i suppose|guess|estimated?|or so|or more|or less|at least"
    r"|at most|more than|less than|fewer than"
    r"|(?<!in )between(?! \d\d? [jfmasond][aepuco][nbrylgptvc]| these| the )"
    r"|either|if|unless|in principle|as far as i|originally|formerly|previously|initially|at first|used to"
    r"|until recently|such as|for (?:example|instance)|doubt\w*|unlikely|yet to|refus\w+|fail(?:s|ed)? to"
)
_BACK = (
    r"wait|correction|corrected|scratch that|i meant?|on second thought|my mistake|sorry|strike that"
    r"|not (?:quite |entirely )?(?:sure|certain|right|correct|accurate|verified|confirmed)"
    r"|unsure|uncertain|incorrect|wrong|mistaken|(?:could|did|can)(?: ?not|n't) (?:verify|confirm|check)"
    r"|(?:not|cannot|n't) (?:know|say|tell) (?:whether|if)"
    r"|unverified|unconfirmed|double.check|guess(?:ing|ed)?|no longer|ignore (?:all|any|the|previous|prior)"
    r"|actually,|alternatively|or rather|(?:may|might|could) (?:also )?be (?:more|others?|further|incomplete)"
    r"|among others|and (?:(?:one|two|three|some|several|a few|\d+) )?(?:more|others?)|and so on|etc"
    r"|incomplete|either of (?:them|these|the)|(?:only|just) (?:looked|checked|read|searched|saw)|first page"
)
_NEARLY = re.compile(
    r"(?i)(?:\b(?:about|around|approx|approximately|roughly|nearly|almost|some|circa|ca|just|over|under"
    r"|(?:more|less|fewer) than|at (?:least|most)|close to|(?<!adds )(?<!add )(?<!added )up to|starting at"
    r"|before|after|below|above|or|plus or minus)\b\.?|\d (?:to|bis)\b|~|≈|[<>]|±|\+\s*/\s*[-−])"
    r"\W*(?:(?:the|an?)\W+)?$"
)
_LEAST = re.compile(r"(?<!dates )(?<!dated )\bfrom\W*[€$£\d]$", re.I)
_DENIED = re.compile(rf"\b(?:{NO})\W+(?:the |a |an )?\W*$", re.I)
_BEHIND = re.compile(rf"[*\"' ]*\(?(?:or|{_MAYBE})\b", re.I)
HEDGE = re.compile(rf"\b(?:{_MAYBE})\b", re.I)
_BESIDE = re.compile(rf"\b(?:{NO}|{_MAYBE})\b", re.I)
TAKEN_BACK = re.compile(rf"\b(?:{_BACK})\b|\bor (?:so|more)\W*\Z", re.I)
EXCLUDED = re.compile(rf"(?i)\b(?:{NO}|but|(?:al)?though|while|whereas|however|apart from|exclude[sd]?)\b")
# Words that are no noun: behind them stands nothing that is counted.
LITTLE = frozenset(re.findall(r"\w+", """of in on at by for with and or the a an is are was were be
    been to from out that which who per than as but so if when while where total altogether
    overall currently now here there have has had will would can this these those it they he she
    we i you all each more only also times according listed found shown left"""))  # fmt: skip
_WORD = re.compile(r"[\w'-]+")
_ENDS = re.compile(r"(?<=[.!?])[\"')*]*\s+(?![a-z])|\n+")  # "Ada L. is" goes on
_CLAUSE = re.compile(r"[,;:()]|\s-\s|\b(?:but|while|whereas|although|because|since|which|so)\b", re.I)


def doubted(text: str, start: int, end: int, question: str) -> bool:
    """Whether a value at a place is denied, hedged or asked: right beside it, or in its part of the sentence.

    What the question says itself ("which is not open?") is no cue there.
    """
    first, last = _sentence(text, start)
    clause = _CLAUSE.search(text, end, last)
    stop = clause.start() if clause else last
    if text[end:last].rstrip("\"')*").endswith("?") or text[end : end + 2].strip().startswith("?"):
        return True
    before = max(first, start - 40)
    near = _NEARLY.search(text, before, start) or _LEAST.search(text[before : start + 1])
    if near or _DENIED.search(text, before, start) or _BEHIND.match(text, end):
        return True
    return any(_own(m, question) for m in _BESIDE.finditer(text, first, stop) if not start <= m.start() < end)


def doubts(text: str) -> bool:
    """Whether a label or a note says anything that denies, hedges or takes back."""
    near = _NEARLY.search(text, max(0, len(text) - 40))
    return bool(near or _BESIDE.search(text) or TAKEN_BACK.search(text) or _BEHIND.match(text))


def says(cue: re.Pattern[str], text: str, question: str) -> bool:
    """Whether a text has a cue anywhere that is not the question's."""
    return any(_own(m, question) for m in cue.finditer(text))


def clause(text: str, start: int, end: int) -> str:
    """The part of a sentence that a value belongs to."""
    first, last = _sentence(text, start)
    cuts = [first, *(m.end() for m in _CLAUSE.finditer(text, first, start))]
    stop = _CLAUSE.search(text, end, last)
    return text[cuts[-1] : stop.start() if stop else last]


def _sentence(text: str, place: int) -> tuple[int, int]:
    """Where the sentence begins and ends that a place in a text belongs to."""
    start = max((m.end() for m in _ENDS.finditer(text, 0, place)), default=0)
    stop = next(_ENDS.finditer(text, place), None)
    return start, stop.start() if stop else len(text)


def _own(cue: re.Match[str], question: str) -> bool:
    """Whether a cue is the answer's own; a single word is the question's beside a neighbour it has there."""
    asked = _line(question)
    if len(_WORD.findall(cue[0])) == 1 and _line(cue[0]) in asked:
        before = _WORD.findall(cue.string, max(0, cue.start() - 40), cue.start())[-1:]
        after = _WORD.findall(cue.string, cue.end(), cue.end() + 40)[:1]
        pairs = [pair for pair in ([*before, cue[0]], [cue[0], *after]) if len(pair) > 1]
        return not any(_line(" ".join(pair)) in asked for pair in pairs)
    return _line(cue[0]) not in asked


def _line(text: str) -> str:
    return f" {' '.join(_WORD.findall(plain(text).casefold()))} "
