"""What readers say below the articles, each in a manner of their own, and what the moderators hold back."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from random import Random

from sites.cms.seed.articles import Article, slugify
from sites.cms.seed.chance import share, stream
from sites.cms.seed.facts import Facts, words
from sites.cms.seed.people import Reader
from sites.cms.seed.records import EPOCH, Comment
from sites.cms.seed.stories import data
from sites.world_data import draw_names

# How many comments are not shown, by state.
HIDDEN = {"pending": 150, "spam": 230, "trash": 60}
LIVELY = 6
"""So many articles that the whole town talks about, with some pages of comments."""
_RELATIVES = (
    "sister", "brother", "neighbour", "mother", "father", "aunt", "uncle", "cousin", "colleague", "husband", "wife",
    "son", "daughter", "grandmother", "grandfather", "flatmate", "brother-in-law", "hairdresser", "nephew", "niece",
)  # fmt: skip
_THINGS = (
    "radio",
    "bicycle",
    "coffee machine",
    "boots",
    "clock",
    "lamp",
    "umbrella",
    "sewing machine",
    "saw",
)
_JOBS = (
    "bus driver",
    "nurse",
    "teacher",
    "electrician",
    "postwoman",
    "cook",
    "crane driver",
    "librarian",
    "roofer",
    "midwife",
    "clerk",
)
_SHOPS = ("baker's", "post office", "pharmacy", "hairdresser's", "butcher's", "garden centre", "chip shop")


@dataclass(frozen=True, slots=True)
class _Thread:
    """A comment and what follows it: texts of the grammar, the name of its streams, and its state."""

    article: Article
    lines: tuple[str, ...]
    key: str
    state: str


class Talk:
    """Everything that readers say; it knows what was said, since nobody says a thing twice in the same words."""

    def __init__(self, readers: list[Reader]) -> None:
        self._readers = readers
        self._sums = list(accumulate(one.weight for one in readers))
        self._said: set[str] = set()
        self.comments: list[Comment] = []

    def add(self, thread: _Thread) -> bool:
        """Say it, unless the first of it was said before or needs what the article does not tell."""
        facts = _around(thread.article.facts, thread.key, thread.article)
        if not all(_can(line, facts) for line in thread.lines):
            return False
        article, parent, last = thread.article.post, 0, ""
        when = article.date + timedelta(minutes=_delay(thread))
        for turn, line in enumerate(thread.lines):
            rng = stream(thread.key, turn)
            reader = self._reader(rng, thread, last)
            text = self._in_manner(line, reader, rng, {**facts, "to": last.split(" ")[0]}, thread.state, turn)
            if turn == 0 and text.lower() in self._said:
                return False
            self._said.add(text.lower())
            date = min(when, EPOCH - timedelta(minutes=5))
            number = len(self.comments) + 1
            self.comments.append(
                Comment(
                    number,
                    article.id,
                    parent,
                    reader.name,
                    reader.email,
                    reader.login,
                    text,
                    date,
                    thread.state,
                )
            )
            parent, last = number, reader.name
            when += timedelta(minutes=rng.randint(4, 300))
        return True

    def _reader(self, rng: Random, thread: _Thread, last: str) -> Reader:
        if thread.state == "spam":
            name = rng.choice(data("comments")["names_spam"])
            return Reader(name, f"{slugify(name)}@spam.invalid", "", "plain", 1)
        while True:
            found = self._readers[bisect(self._sums, rng.random() * self._sums[-1])]
            if found.name != last:
                return found

    def _in_manner(
        self, line: str, reader: Reader, rng: Random, facts: Mapping[str, object], state: str, turn: int
    ) -> str:
        text = words(line, rng, facts)
        if state in ("spam", "trash"):
            return text
        more = rng.random()
        if not turn and (more < 0.75 if reader.manner == "chatty" else more < 0.3):
            text += " " + words(rng.choice(data("comments")["tails"]), rng, facts)
        if reader.manner == "formal" and not turn:
            text += "\n" + words(rng.choice(data("comments")["signs"]), rng, {**facts, "name": reader.name})
        elif reader.manner == "young":
            text = text[:1].lower() + text[1:].removesuffix(".")
        elif reader.manner == "cross" and not turn:
            text = re.sub(r"\.$", "!", text)
        elif reader.manner == "curt":
            text = re.split(r"(?<=[.!?]) (?=[A-Z])", text)[0]
        return text


def make_comments(seed: int, scale: int, articles: list[Article], readers: list[Reader]) -> list[Comment]:
    """All comments in the order of their dates, answers after what they answer."""
    talk = Talk(readers)
    public = [one for one in articles if one.post.status == "publish" and one.post.comments_open]
    lively = sorted(public[: -len(public) // 20], key=lambda one: share(one.key, "lively"))[: LIVELY * scale]
    busy = {one.key: 22 + 7 * place for place, one in enumerate(lively)}
    for article in public:
        for number, lines in enumerate(article.story.comments):
            if share(article.key, "comment", number) < 0.36:
                for name in (name for line in lines for name in _slots(line) if not name.startswith("my_")):
                    article.facts[name]  # these lines know more than the article says
                talk.add(_Thread(article, lines, f"{article.key}:story {number}", "approved"))
        wanted = (
            busy.get(article.key)
            or stream(article.key, "talk").choices((0, 1, 2, 3, 4), (30, 36, 21, 9, 4))[0]
        )
        for number in range(wanted):
            _say_something(talk, article, number, lively=article.key in busy)
    for state, count in HIDDEN.items():
        for number in range(count * scale):
            _hold_back(talk, seed, state, number, public)
    return _numbered(talk.comments)


def _say_something(talk: Talk, article: Article, number: int, *, lively: bool) -> None:
    said = data("comments")
    for turn in range(12):
        key = f"{article.key}:comment {number}.{turn}"
        rng = stream(key, "line")
        kind = rng.choices(("sections", "general", "scripts"), (46, 49, 12 if lively else 3))[0]
        line = rng.choice(said["sections"][article.post.category] if kind == "sections" else said[kind])
        lines = tuple(line.split(" // "))
        if len(lines) < 3 and rng.random() < (0.55 if lively else 0.22):
            for _ in range(rng.choice((1, 1, 2, 3) if lively else (1,))):
                lines += tuple(rng.choice(said["replies"]).split(" // "))
        if talk.add(_Thread(article, lines, key, "approved")):
            return


def _hold_back(talk: Talk, seed: int, state: str, number: int, public: list[Article]) -> None:
    said = data("comments")
    for turn in range(12):
        key = f"{seed}:{state}:{number}.{turn}"
        rng = stream(key, "line")
        article = rng.choice(public[-260:] if state == "pending" else public)
        among = said[state]
        if state == "pending":
            among = rng.choices(
                (among, said["general"], said["sections"][article.post.category]), (12, 44, 44)
            )[0]
        line = rng.choice(among).split(" // ")[0]
        if talk.add(_Thread(article, (line,), key, state)):
            return


def _around(facts: Facts, key: str, article: Article) -> Facts:
    """What the article has told, and what readers tell of themselves (``my_...``)."""
    mine = Facts(f"{key}:my", article.post.date)
    rng = stream(key, "mine")
    years = sorted(rng.sample(range(1978, article.post.date.year), 2))
    found = Facts(f"{key}:more", article.post.date, dict(facts))
    for number in ("", "2", "3"):  # who was named may be called by family name or pronoun
        if f"speaker{number}" in facts:
            found |= {
                f"{name}{number}": facts[f"{name}{number}"] for name in ("surname", "they", "their", "them")
            }
    for name in (
        "street",
        "village",
        "district",
        "few",
        "few2",
        "dozen",
        "dozen2",
        "hundred",
        "thousand",
        "percent",
        "nth",
        "age",
        "pet",
    ):
        found[f"my_{name}"] = mine[name]
    found |= {
        "my_year": years[0],
        "my_year2": years[1],
        "my_time": f"{rng.randint(5, 23)}:{rng.randint(10, 59)}",
        "my_time2": f"{rng.randint(16, 20)}:00",
        "my_weekday": mine["weekday_my"],
        "my_relative": rng.choice(_RELATIVES),
        "my_thing": rng.choice(_THINGS),
        "my_shop": rng.choice(_SHOPS),
        "my_job": rng.choice(_JOBS),
        "my_name": draw_names(rng, 1)[0][0],
    }
    return found


def _can(text: str, facts: Facts) -> bool:
    return all(name in facts or name == "to" for name in _slots(text))


def _slots(text: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", text)


def _delay(thread: _Thread) -> int:
    span = (EPOCH - thread.article.post.date).total_seconds() / 60 - 60
    return stream(thread.key, "delay").randint(8, int(max(9, min(span, 60 * 60))))


def _numbered(comments: list[Comment]) -> list[Comment]:
    """The same comments with ids in the order of their dates, answers after what they answer."""
    order = sorted(comments, key=lambda one: (one.date, one.id))
    number = {one.id: place for place, one in enumerate(order, start=1)}
    for one in order:
        one.parent = number[one.parent] if one.parent else 0
    for place, one in enumerate(order, start=1):
        one.id = place
    return order
