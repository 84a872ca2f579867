# ruff: noqa: E501, SIM905 - word lists read best as running text
"""Words that carry no claim of their own, and small families of words that mean the same."""

from __future__ import annotations

import re
from functools import lru_cache

STOP = frozenset(
    """a an and are as at be been being but by can could did do does done for from had has have having he her hers him
    his how i if in into is it its it's just me my myself of on only or our ours out over own per she should so some
    such than that the their theirs them then there these they this those through to too under until up upon us very
    was we were what when where which while who whom whose why will with would you your yours yes no not also am any
    all both each here i'm i've i'll that's there's they're you're he's she's let's don't doesn't isn't wasn't
    please thanks thank ok okay sure according based now via about after before between during again more most
    other same one once shall may might must let got get n't s t""".split()
)
FRAME = frozenset(
    """answer answers result results final found find see seen shown show shows displayed listed lists following
    page information info detail details question asked requested task total value correct right exact exactly
    actual actually indeed currently question response therefore thus hence so overall conclusion summary given
    name names named called customer user product item items order orders number numbers date price amount
    hello hi dear note looking look checked checking after upon according based good great done here there well first finally next
    last yes no sure certainly of in on at from by for with when where while although since because however""".split()
)
# A country or region after a place ("Neubrandenburg, Germany") adds nothing to it.
REGIONS = frozenset("germany deutschland mecklenburg vorpommern pomerania usa uk europe eu".split())
TITLES = frozenset("mr mrs ms miss dr prof sir madam herr frau".split())
PLACES = re.compile(
    r"^\W*(?:page|section|tab|menu|button|list|table|history|report|dashboard|site|website|shop|store|category|panel|view|"
    r"screen|form|field|column|app|link|account|product page|profile|forum|wiki|map|database|records?|catalogu?e)\b",
    re.I,
)
FAMILIES = [
    "walking walk walked foot pedestrian afoot hike hiking",
    "driving drive drove car automobile auto driven vehicle",
    "cycling cycle bike bicycle biking cycled",
    "transit bus train tram transport",
    "cheap cheaper cheapest inexpensive affordable budget",
    "expensive pricey costly dear overpriced",
    "big large huge great sizable bulky oversized",
    "small tiny little compact undersized",
    "broken broke break breaks breaking defective faulty damaged cracked snapped",
    "fast quick rapid speedy quickly prompt swift",
    "buy bought purchase purchased order ordered",
    "customer client shopper buyer purchaser",
    "review reviews reviewer reviewers feedback comment comments rating",
    "uncomfortable discomfort",
    "comfortable comfy comfort cozy",
    "complain complained complaint complaints criticism criticized criticised criticise",
    "like liked love loved praise praised enjoy enjoyed satisfied pleased happy positive",
    "dislike disliked hate hated unhappy dissatisfied disappointed negative disappointing",
    "delivery deliver delivered shipping shipped ship shipment arrive arrived arrival",
    "return returned refund refunded refunds",
    "cancel cancelled canceled cancellation",
    "difficult hard tough tricky",
    "easy simple effortless",
    "start begin began begins started starting beginning commence",
    "end finish finished ended ends ending stop stopped",
    "child children kid kids",
    "phone telephone mobile cell smartphone handset",
    "email e-mail mail",
    "picture image photo photograph pictures images photos",
    "cost price costs costing priced",
    "delay delayed late slow",
    "nearby near close nearest closest",
    "larger bigger",
    "leak leaks leaked leaking leaky",
    "weak flimsy fragile",
    "sturdy durable robust solid strong",
    "loud noisy noise",
    "quiet silent noiseless",
    "last lasts lasted",
    "road street",
    "two both",
    "missing lack lacks lacking absent without",
    "allow allowed permit permitted",
    "couch sofa",
    "movie film",
    "repair fix fixed repaired",
    "help assist support",
    "differ differs different differing differed",
    "match matches matching matched",
    "error bug defect fault problem issue trouble",
    "create created make made",
    "delete deleted remove removed",
    "change changed modify modified edit edited update updated",
    "color colour",
    "rip ripped tear torn tore",
    "zip zipper zippers",
    "battery batteries",
    "fit fits fitting",
    "shop store",
    "quality qualities",
    "increase increased rise rose grew grow grown increasing rising higher",
    "decrease decreased fall fell drop dropped decline declined reduced decreasing falling lower",
    "unavailable stock",
    "half 50%",
    "wife spouse husband partner",
    "buggy glitchy",
    "fragile breakable",
    "overpriced expensive",
    "own owner owns owned",
    "author writer wrote written",
    "recommend recommended recommends recommendation",
    "employee staff worker",
    "begin start",
    "sound audio",
    "packaging package packed box",
]
OPPOSITES = [
    ("increase", "decrease"), ("higher", "lower"), ("more", "less"), ("more", "fewer"), ("cheap", "expensive"),
    ("faster", "slower"), ("fast", "slow"), ("longer", "shorter"), ("before", "after"), ("open", "closed"), ("opened", "closed"),
    ("enabled", "disabled"), ("positive", "negative"), ("like", "dislike"), ("comfortable", "uncomfortable"),
    ("easy", "difficult"), ("big", "small"), ("large", "small"), ("larger", "smaller"), ("bigger", "smaller"), ("good", "bad"), ("best", "worst"), ("first", "last"),
    ("start", "end"), ("available", "unavailable"), ("possible", "impossible"), ("loud", "quiet"), ("sturdy", "weak"),
    ("early", "late"), ("earlier", "later"), ("hot", "cold"), ("left", "right"), ("north", "south"), ("east", "west"),
    ("always", "never"), ("accept", "reject"), ("accepted", "rejected"), ("added", "removed"), ("included", "excluded"),
    ("public", "private"), ("true", "false"), ("cheaper", "pricier"), ("older", "newer"), ("old", "new"), ("better", "worse"),
    ("most", "least"), ("highest", "lowest"), ("maximum", "minimum"), ("tight", "loose"), ("heavy", "light"),
    ("buyer", "seller"), ("inside", "outside"), ("above", "below"), ("wide", "narrow"), ("thick", "thin"), ("up", "down"),
    ("approve", "reject"), ("approved", "rejected"), ("indoor", "outdoor"), ("male", "female"), ("in", "out"), ("wet", "dry"), ("hard", "soft"),
    ("soft", "rough"), ("bright", "dim"), ("bright", "dark"), ("clean", "dirty"), ("strong", "weak"), ("full", "empty"), ("rich", "poor"),
    ("smooth", "rough"), ("simple", "complex"), ("simple", "complicated"), ("safe", "dangerous"), ("useful", "useless"), ("helpful", "unhelpful"),
    ("warm", "cold"), ("correct", "wrong"), ("polite", "rude"), ("friendly", "rude"), ("tall", "short"), ("deep", "shallow"), ("buy", "sell"),
    ("satisfied", "dissatisfied"), ("happy", "unhappy"), ("excellent", "terrible"), ("great", "terrible"), ("good", "poor"), ("good", "terrible"),
    ("differs", "matches"), ("fine", "broken"), ("intact", "broken"), ("fine", "damaged"), ("agreed", "refused"), ("allowed", "forbidden"), ("accepted", "declined"), ("granted", "denied"), ("asleep", "awake"), ("winner", "loser"), ("praised", "criticised"), ("faster", "later"), ("everybody", "nobody"), ("everyone", "nobody"), ("required", "optional"), ("refunded", "charged"), ("expensive", "affordable"), ("remove", "add"), ("delete", "create"), ("deleted", "created"), ("won", "lost"), ("success", "failure"), ("arrived", "missing"), ("free", "paid"), ("oldest", "newest"), ("cheapest", "priciest"), ("fastest", "slowest"), ("nearest", "farthest"),
]  # fmt: skip
_SUFFIXES = (
    "ations",
    "ation",
    "ingly",
    "edly",
    "ings",
    "ing",
    "ies",
    "ied",
    "ers",
    "est",
    "ed",
    "es",
    "er",
    "ly",
    "s",
    "e",
    "y",
)
_FAMILY: dict[str, str] = {}
for _line in FAMILIES:
    for _word in _line.split():
        _FAMILY.setdefault(_word, _line.split()[0])


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A crude stem, good enough to put "orders", "ordered" and "ordering" together."""
    if len(word) <= 3 or not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("i") if len(word) > 4 else word


@lru_cache(maxsize=20_000)
def sense(word: str) -> str:
    """The stem of the family that ``word`` belongs to, or of itself."""
    return stem(_FAMILY.get(word, word))


def content(words: list[str]) -> list[str]:
    """The stems of the words that say something."""
    return [stem(w) for w in words if w not in STOP and len(w) > 1]
