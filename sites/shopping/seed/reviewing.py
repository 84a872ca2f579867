"""Writes the reviews of a product: by whom, with how many stars, in which words.

Every product has a quality and two or three flaws and strengths of its own, so that its reviews agree with
each other; some have a *story* (``data/stories.yaml``) that a few customers tell in their own words. What
is said is chosen from the lines of the product's kind whose conditions its attributes meet: praise of a
battery implies a battery.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from sites.shopping.seed.records import EPOCH, People, Review
from sites.shopping.seed.sayings import DATA, load_sayings
from sites.shopping.seed.stories import Story
from sites.shopping.seed.telling import HABITS, block, opened, told_of
from sites.shopping.seed.voices import dress, lower_first, span, style_of
from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import Line, capital, expand, fitting, parse_block
from sites.world_data.shop.descriptions import facts_of
from sites.world_data.shop.kinds import Goods, Kind
from sites.world_data.shop.records import Catalogue, Customer, Product

FIRST = EPOCH - timedelta(days=730)
PENDING_DAYS = 40
TAILS = 0.4
"""How many sentences about a thing go on with a word about oneself."""
EMMAS = 10
"""Reviews by the profile ``emma``; what she bought in the last 90 days stays without."""

_SEVERE = re.compile(
    r"\b(broke|broken|dead|gave up|stopped|leak\w*|tore|rash|smok\w+|came (?:off|apart|undone)|crack\w*"
    r"|burnt|useless|shrank|stinks|rust\w*|joke|nonsense|mould\w*|lost|peel\w*|wrong|worn|error\w*|chip\w*"
    r"|never again|wet|fell|saved what)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Subject:
    """A product as reviewers see it."""

    product: Product
    kind: Kind
    facts: dict[str, Any]
    quality: float
    good: list[Line]
    bad: list[Line]
    flaws: frozenset[str]
    strengths: frozenset[str]
    story: Story | None = None
    uses: Counter[str] = field(default_factory=Counter)
    title_uses: Counter[str] = field(default_factory=Counter)
    sentences: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Purchase:
    """Somebody bought something and may write about it."""

    customer: str
    product: str
    item: str
    date: datetime
    returned: bool
    ordered: datetime


@dataclass(frozen=True, slots=True)
class Phrases:
    """What can be said of anything, by the number of stars."""

    titles: dict[int, tuple[Line, ...]]
    oneliners: dict[int, tuple[Line, ...]]
    closers: dict[int, tuple[Line, ...]]
    context: tuple[Line, ...]
    but: tuple[Line, ...]
    plus: tuple[Line, ...]
    spam: tuple[str, ...]
    rude: tuple[str, ...]


@lru_cache(maxsize=1)
def _phrases() -> Phrases:
    raw = load_yaml(DATA / "reviews.yaml")

    def by_stars(name: str) -> dict[int, tuple[Line, ...]]:
        return {stars: parse_block(block) for stars, block in raw[name].items()}

    return Phrases(
        by_stars("titles"),
        by_stars("oneliners"),
        by_stars("closers"),
        parse_block(raw["context"]),
        parse_block(raw["but"]),
        parse_block(raw["plus"]),
        tuple(line.strip() for line in raw["spam"].splitlines()),
        tuple(line.strip() for line in raw["rude"].splitlines()),
    )


def _tail(line: Line, name: str) -> str:
    """What may follow a sentence: a price or a parcel is no thing that one uses."""
    return "" if line.topic in ("value", "delivery") else name


class Writer:
    """Writes the reviews of one product after the other and remembers what was said already."""

    def __init__(self, goods: Goods, catalogue: Catalogue, people: People, seed: int) -> None:
        self.goods = goods
        self.seed = seed
        self.phrases = _phrases()
        self.brands = {brand.slug: brand for brand in catalogue.brands}
        self.items = catalogue.by_sku()
        self.people = {person.email: person for person in people.customers if person.role == "customer"}
        self.emma = next((person.email for person in people.customers if person.username == "emma"), "")
        self.emmas = 0
        crowd = [
            person for person in people.customers if person.role == "customer" and person.email != self.emma
        ]
        self.crowd = crowd
        self.crowd_weights = list(accumulate(max(person.activity, 0.05) ** 0.5 for person in crowd))
        self.said: dict[str, set[str]] = defaultdict(set)
        self.kind_uses: Counter[tuple[str, str]] = Counter()
        self.shop_said: Counter[str] = Counter()
        self.kind_said: Counter[tuple[str, str]] = Counter()

    def subject(self, product: Product, story: Story | None) -> Subject:
        kind = self.goods.kinds[product.kind]
        brand = self.brands[product.brand]
        rng = Random(f"{self.seed}:traits:{product.sku}")
        facts = facts_of(product, brand, kind)
        facts["discounted"], facts["price"] = product.list_price is not None, float(product.price)
        facts["title_noun"] = capital(kind.noun)
        facts["span"], facts["right_side"], facts["days"] = "a month", "left", 400
        bare = {**facts, "colour": facts.get("colour") or "red"}
        avoid = story.avoid if story else frozenset()
        good = [line for line in fitting(load_sayings()[kind.key].good, bare) if line.topic not in avoid]
        bad = [line for line in fitting(load_sayings()[kind.key].bad, bare) if line.topic not in avoid]
        own = sorted({line.topic for line in bad if line.topic not in ("value", "delivery")})
        flaws = frozenset(rng.sample(own, min(rng.choice((1, 2, 2, 3)), len(own))))
        praise = sorted({line.topic for line in good} - flaws - {"value", "delivery"})
        strengths = frozenset(rng.sample(praise, min(rng.choice((2, 3)), len(praise))))
        good = [line for line in good if line.topic not in flaws]
        bad = [line for line in bad if line.topic not in strengths]
        quality = rng.gauss(4.12, 0.5) + (brand.tier - 2) * 0.12
        if story and story.tone == "bad":
            quality = min(quality, rng.uniform(3.3, 4.0))
        quality = max(2.2, min(quality, 4.85))
        return Subject(product, kind, facts, quality, good, bad, flaws, strengths, story)

    def write(
        self, product: Product, purchases: list[Purchase], wanted: int, story: Story | None
    ) -> list[Review]:
        """``wanted`` reviews of a product, fewer if there are not enough customers."""
        subject = self.subject(product, story)
        rng = Random(f"{self.seed}:reviews:{product.sku}")
        occasions = self._occasions(subject, purchases, wanted, rng)
        tellers: dict[int, tuple[str, str]] = {}
        if story:
            number = min(rng.randint(*story.reviewers), len(story.lines), max(1, len(occasions) - 3))
            lines = rng.sample(story.lines, number)
            # tellers come early in the list: those are buyers, with some days between arrival and review
            tellers = dict(zip(rng.sample(range(len(occasions)), number), lines, strict=True))
        reviews = []
        ordered = {purchase.customer: purchase.ordered for purchase in purchases}
        for index, (person, item, bought, date, returned) in enumerate(occasions):
            facts = dict(subject.facts)
            if item is not None and item.parent:
                facts.update(item.attributes)
            elapsed = max(2, (date - bought).days)
            facts["days"] = elapsed
            facts["span"] = span(elapsed, rng)
            facts["right_side"] = rng.choice(("left", "right"))
            facts.update(told_of(person, bought, ordered.get(person.email), date, rng))
            if index in tellers and story:
                stars = facts["stars"] = rng.choice(story.stars)
                text, title = self._story_text(subject, story, tellers[index], stars, facts, person, rng)
                theme = story.key
            else:
                stars = facts["stars"] = self._stars(subject, returned, rng)
                text, title = self._plain_text(subject, stars, facts, person, returned, rng)
                theme = None
            reviews.append(self._review(product, person, stars, title, text, date, theme, rng))
        return reviews

    def _occasions(
        self, subject: Subject, purchases: list[Purchase], wanted: int, rng: Random
    ) -> list[tuple[Customer, Product | None, datetime, datetime, bool]]:
        """Reviewer, what was bought, since when, date of review, whether it went back; each person once."""
        product = subject.product
        chosen: list[tuple[Customer, Product | None, datetime, datetime, bool]] = []
        seen: set[str] = set()
        pool = list(purchases)
        rng.shuffle(pool)
        buyers = round(wanted * 0.8)
        for purchase in pool:
            person = self.people.get(purchase.customer)
            if person is None or (len(chosen) >= buyers and person.email != self.emma):
                continue
            date = purchase.date + timedelta(
                days=2 + rng.lognormvariate(3.0, 1.0), minutes=rng.randint(0, 700)
            )
            if date >= EPOCH - timedelta(minutes=5):
                continue
            if person.email == self.emma:
                if self.emmas >= EMMAS or purchase.date > EPOCH - timedelta(days=90) or rng.random() < 0.55:
                    continue
                self.emmas += 1
            seen.add(person.email)
            chosen.append((person, self.items[purchase.item], purchase.date, date, purchase.returned))
        begin = max(product.date_created + timedelta(days=6), FIRST)
        tries = 0
        while len(chosen) < wanted and tries < wanted * 6:
            tries += 1
            person = self.crowd[
                min(bisect(self.crowd_weights, rng.random() * self.crowd_weights[-1]), len(self.crowd) - 1)
            ]
            if person.email in seen:
                continue
            start = max(begin, person.date_joined + timedelta(days=3))
            room = (EPOCH - timedelta(hours=1) - start).total_seconds()
            if room < 86400:
                continue
            seen.add(person.email)
            date = start + timedelta(seconds=rng.random() * room)
            since = date - timedelta(days=min(rng.lognormvariate(3.4, 0.9), (date - start).days + 6))
            item = rng.choice(product.children) if product.children else None
            chosen.append((person, item, since, date, False))
        return [
            (
                person,
                item,
                since,
                date.replace(
                    microsecond=0, hour=max(date.hour, 6) if date.date() != EPOCH.date() else date.hour
                ),
                returned,
            )
            for person, item, since, date, returned in chosen
        ]

    def _stars(self, subject: Subject, returned: bool, rng: Random) -> int:
        if returned:
            return rng.choice((1, 2, 2, 3))
        if rng.random() < 0.04:
            return 1
        return max(1, min(5, round(rng.gauss(subject.quality + 0.15, 0.95))))

    # -- text --
    def _pick(
        self,
        subject: Subject,
        lines: Sequence[Line],
        facts: dict[str, Any],
        said: set[str],
        person: Customer,
        favourite: frozenset[str],
        rng: Random,
    ) -> Line | None:
        """A line that fits, not yet said by this person, on a new topic; favourites weigh more."""
        options = [
            line
            for line in lines
            if line.topic not in said and line.text not in self.said[person.email] and line.fits(facts)
        ]
        if not options:
            return None
        weights = [
            (5.0 if line.topic in favourite else 1.0)
            * (0.5 if line.topic in ("value", "delivery") else 1.0)
            / (1 + subject.uses[line.text]) ** 1.4
            / (1 + self.kind_uses[subject.kind.key, line.text] / 4)
            for line in options
        ]
        line = rng.choices(options, weights)[0]
        said.add(line.topic)
        subject.uses[line.text] += 1
        self.kind_uses[subject.kind.key, line.text] += 1
        self.said[person.email].add(line.text)
        return line

    def _plain_text(
        self,
        subject: Subject,
        stars: int,
        facts: dict[str, Any],
        person: Customer,
        returned: bool,
        rng: Random,
    ) -> tuple[str, str]:
        term = subject.story.term.lower() if subject.story else None
        for _ in range(8):
            text, title = self._compose(subject, stars, facts, person, returned, rng)
            if term is None or term not in f"{title} {text}".lower():
                break
        else:
            text, title = "All as it should be." if stars > 3 else "Not quite what I hoped for.", "Short"
        return text, title

    def _compose(
        self,
        subject: Subject,
        stars: int,
        facts: dict[str, Any],
        person: Customer,
        returned: bool,
        rng: Random,
    ) -> tuple[str, str]:
        phrases = self.phrases
        style = style_of(person.email)
        if rng.random() < (0.12 if style == "terse" else 0.02) and not returned:
            text = self._phrase(phrases.oneliners[stars], facts, rng)
            return dress(text, style, stars), self._title(subject, stars, [], facts, rng)
        said: set[str] = set()
        habit = HABITS[style]
        many = rng.randint(*habit.points)
        n_good, n_bad = {
            5: (many, 0),
            4: (max(1, many - 1), 1 if rng.random() < 0.55 else 0),
            3: (1, 1),
            2: (1 if rng.random() < 0.4 else 0, many),
            1: (0, many),
        }[stars]
        praise = [line for line in subject.good if stars >= 4 or line.topic != "value"]
        blame: Sequence[Line] = subject.bad
        if stars >= 4:
            blame = [line for line in subject.bad if not _SEVERE.search(line.text) and line.topic != "value"]
        goods = self._lines(subject, praise, n_good, facts, said, person, subject.strengths, rng)
        bads = self._lines(subject, blame, n_bad, facts, said, person, subject.flaws, rng)
        good_texts = [
            text
            for line in goods
            if (text := self._fresh(subject, [line], facts, rng, _tail(line, "tail_good")))
        ]
        bad_texts = [
            text
            for line in bads
            if (text := self._fresh(subject, [line], facts, rng, _tail(line, "tail_bad")))
        ]
        if style == "list" and good_texts and bad_texts:
            text = "\n".join([*(f"+ {part}" for part in good_texts), *(f"- {part}" for part in bad_texts)])
            return text, self._title(subject, stars, [], facts, rng)
        parts = self._arrange(stars, good_texts, bad_texts, facts, rng)
        before = [self._context(subject, facts, rng) for _ in range(int(habit.about_oneself + rng.random()))]
        for context in dict.fromkeys(before):
            if context:
                self._introduce(parts, context)
        if rng.random() < habit.scene:
            parts.append(self._fresh(subject, block("good" if stars >= 4 else "bad"), facts, rng))
        if style == "measured":
            parts.insert(0, self._fresh(subject, block("measured"), facts, rng))
        parts = [part for part in parts if part]
        if not parts or (not returned and rng.random() < habit.end):
            parts.append(self._end(subject, stars, returned, facts, rng))
        if rng.random() < habit.update and not returned:
            parts.append(self._fresh(subject, block("update"), facts, rng))
        parts = [part for part in parts if part] or [self._phrase(phrases.oneliners[stars], facts, rng)]
        if returned and not any("back" in part.lower() or "return" in part.lower() for part in parts):
            parts.append(self._phrase(block("returned"), facts, rng))
        text = dress(self._addressed(style, " ".join(parts), facts, rng), style, stars)
        return text, self._title(subject, stars, goods if stars >= 4 else bads, facts, rng)

    def _lines(
        self,
        subject: Subject,
        lines: Sequence[Line],
        count: int,
        facts: dict[str, Any],
        said: set[str],
        person: Customer,
        favourite: frozenset[str],
        rng: Random,
    ) -> list[Line]:
        found = (self._pick(subject, lines, facts, said, person, favourite, rng) for _ in range(count))
        return [line for line in found if line is not None]

    def _arrange(
        self, stars: int, good: list[str], bad: list[str], facts: dict[str, Any], rng: Random
    ) -> list[str]:
        """Praise before blame from three stars up, blame first below, with or without a word between."""
        if not good or not bad:
            return good + bad
        first, second, joiners = (
            (good, bad, self.phrases.but) if stars >= 3 else (bad, good, self.phrases.plus)
        )
        if rng.random() < 0.5:
            second = [f"{self._phrase(joiners, {**facts}, rng, stars)} {lower_first(second[0])}", *second[1:]]
        return first + second

    def _phrase(
        self, lines: Sequence[Line], facts: dict[str, Any], rng: Random, stars: int | None = None
    ) -> str:
        options = [line for line in lines if line.fits(facts)]
        text = rng.choice(options).text
        if stars == 3:
            text = text.replace("|A star less because", "").replace("A star less because|", "")
            text = text.replace("Four stars because", "Three stars because")
        return capital(expand(text, rng, facts))

    def _fresh(
        self, subject: Subject, lines: Sequence[Line], facts: dict[str, Any], rng: Random, tail: str = ""
    ) -> str:
        """A sentence that nobody said of this product, few of its kind, and not many in the shop; else empty."""
        options = [line for line in lines if line.fits(facts)]
        for _ in range(6 if options else 0):
            text = capital(expand(rng.choice(options).text, rng, facts)).replace(" ,", ",")
            if tail and text.endswith(".") and rng.random() < TAILS:
                more = rng.choice([line for line in block(tail) if line.fits(facts)]).text
                text = text[:-1] + expand(f"x{more}", rng, facts)[1:]
            key = (subject.kind.key, text)
            if text not in subject.sentences and self.kind_said[key] < 3 and self.shop_said[text] < 5:
                subject.sentences.add(text)
                self.kind_said[key] += 1
                self.shop_said[text] += 1
                return text
        return ""

    def _end(self, subject: Subject, stars: int, returned: bool, facts: dict[str, Any], rng: Random) -> str:
        """The last word; who sent nothing back does not say so."""
        closers: Sequence[Line] = self.phrases.closers[stars] if rng.random() < 0.3 else block("end")
        if not returned and stars <= 2:
            closers = [line for line in closers if "back" not in line.text and "refund" not in line.text]
        return self._fresh(subject, closers, facts, rng)

    def _addressed(self, style: str, text: str, facts: dict[str, Any], rng: Random) -> str:
        """How a letter begins and ends, and how the young and those who learn English do."""
        if style == "letter":
            lead, close = (self._phrase(block(f"letter_{end}"), facts, rng) for end in ("open", "close"))
            return f"{opened(style, text, lead)}\n{close}"
        if style in ("foreign", "young") and rng.random() < 0.4:
            text = opened(style, text, self._phrase(block(f"{style}_open"), facts, rng))
        if style == "young" and rng.random() < 0.4:
            text = f"{text} {self._phrase(block('young_close'), facts, rng)}"
        return text

    def _context(self, subject: Subject, facts: dict[str, Any], rng: Random) -> str:
        own = load_sayings()[subject.kind.key].context
        pool: Sequence[Line] = rng.choices(
            (own, self.phrases.context, block("who"), block("why"), block("arrival")), (14, 8, 30, 34, 14)
        )[0]
        text = self._fresh(subject, pool, facts, rng)
        return text if not text or text.endswith((".", ":", "!", "?")) else f"{text}."

    @staticmethod
    def _introduce(parts: list[str], context: str) -> None:
        """Put the occasion first; after a colon the sentence goes on with a small letter."""
        if context.endswith(":") and parts:
            parts[0] = lower_first(parts[0])
        parts.insert(0, context)

    def _title(
        self, subject: Subject, stars: int, lines: Sequence[Line], facts: dict[str, Any], rng: Random
    ) -> str:
        """A title from what is said, else a general one; rarely twice the same for one product."""
        options: list[str] = []
        for line in lines:
            options.extend(line.titles)
        told = [line.text for line in block("title") if line.fits(facts)]
        for _ in range(8):
            draw = rng.random()
            if options and draw < 0.45:
                title = rng.choice(options)
            elif told and draw < 0.8:
                title = rng.choice(told)
            else:
                title = rng.choice(self.phrases.titles[stars]).text
            title = capital(expand(title, rng, facts))
            if len(title) <= 70 and (subject.title_uses[title] == 0 or rng.random() < 0.05):
                break
        else:
            title = capital(expand(rng.choice(self.phrases.titles[stars]).text, rng, facts))
        subject.title_uses[title] += 1
        return title

    def _story_text(
        self,
        subject: Subject,
        story: Story,
        line: tuple[str, str],
        stars: int,
        facts: dict[str, Any],
        person: Customer,
        rng: Random,
    ) -> tuple[str, str]:
        text, title = line
        parts = [capital(expand(text, rng, facts))]
        said: set[str] = set()
        if rng.random() < 0.35:
            praise = [good for good in subject.good if good.topic not in ("value", "build")]
            extra = self._lines(
                subject, praise if stars >= 3 else [], 1, facts, said, person, subject.strengths, rng
            )
            parts.extend(capital(expand(other.text, rng, facts)) for other in extra)
        if rng.random() < 0.4 and (context := self._context(subject, facts, rng)):
            self._introduce(parts, context)
        return " ".join(parts), title or self._title(subject, stars, [], facts, rng)

    # -- the record --
    def _review(
        self,
        product: Product,
        person: Customer,
        stars: int,
        title: str,
        text: str,
        date: datetime,
        theme: str | None,
        rng: Random,
    ) -> Review:
        status = "approved"
        recent = (EPOCH - date).days < PENDING_DAYS
        if theme is None and person.email != self.emma:
            draw = rng.random()
            if draw < (0.34 if recent else 0.006):
                status = "pending"
            elif draw > 0.994:
                status = "rejected"
        up = down = 0
        if status == "approved":
            up = int(rng.expovariate(1 / (1.6 if theme else 1.1)))
            down = int(rng.expovariate(1 / 0.35))
        return Review(
            0,
            product.sku,
            person.email,
            person.nickname,
            person.email,
            stars,
            title,
            text,
            date,
            status,
            up,
            down,
            theme,
        )

    def junk(self, catalogue: Catalogue, counts: dict[str, int], number: int) -> list[Review]:
        """Spam by guests and things that are no reviews; rejected, the youngest still pending."""
        rng = Random(f"{self.seed}:junk")
        popular = sorted(counts, key=lambda sku: (-counts[sku], sku))[: max(200, number)]
        names = (
            "dealhunter",
            "max_power",
            "lucky7",
            "sunny",
            "info",
            "bestprice",
            "guest",
            "anna1999",
            "proshop",
        )
        products = self.items
        result = []
        for index in range(number):
            product = products[rng.choice(popular)]
            spam = rng.random() < 0.6
            raw = rng.choice(self.phrases.spam if spam else self.phrases.rude)
            text, _, title = raw.partition(" // ")
            name = f"{rng.choice(names)}{rng.randint(1, 999)}"
            start = max(product.date_created + timedelta(days=5), FIRST)
            if start > EPOCH - timedelta(days=2):
                continue
            date = start + (EPOCH - timedelta(hours=2) - start) * rng.random()
            status = "pending" if (EPOCH - date).days < 25 and rng.random() < 0.7 else "rejected"
            stars = rng.choice((5, 5, 4)) if spam else rng.choice((1, 1, 2))
            email = f"{name}.{index}@spam.example"
            result.append(
                Review(
                    0,
                    product.sku,
                    None,
                    name,
                    email,
                    stars,
                    expand(title, rng, {}),
                    expand(text, rng, {}),
                    date.replace(microsecond=0),
                    status,
                )
            )
        return result
