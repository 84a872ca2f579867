"""The articles: which story is told when and by whom, and its words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape

from sites.cms.seed.chance import heaviest, share, stream
from sites.cms.seed.facts import Facts, make_facts, words
from sites.cms.seed.records import DAYS, EPOCH, Post, Revision, User
from sites.cms.seed.stories import Story, data, load_sections
from sites.world_data.shop.on_sale import Goods

POSTS = 900
# How many articles are not public, by status.
UNPUBLISHED = {"draft": 26, "pending": 14, "future": 12, "trash": 8}
_PAUSE = timedelta(days=50)
"""A story is not told again sooner, at scale 1."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article, what it was made of, and the name of its streams of chance."""

    post: Post
    story: Story
    facts: Facts
    key: str


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """A place in the paper: a time, a status, and the name of its streams."""

    when: datetime
    key: str
    status: str


def make_articles(seed: int, scale: int, goods: Goods, users: dict[str, User]) -> list[Article]:
    """The articles in the order of their dates, with their ids and without pictures."""
    stories = [story for section in load_sections() for story in section.stories]
    told: dict[str, datetime] = {}
    titles: set[str] = set()
    made: list[Article] = []
    for place in _places(seed, scale):
        story = _story(place, stories, told, scale)
        told[story.key] = place.when
        author = users[_author(place, story)]
        post, facts = _article(place, story, author, goods, titles)
        post.id = len(made) + 1
        _revise(place.key, post, story, facts)
        made.append(Article(post, story, facts, place.key))
    for number in (-40, -15):
        [one.post for one in made if one.post.status == "publish"][number].sticky = True
    return made


def moment(seed: int, what: str, days_ago: int) -> datetime:
    """A time between six and nineteen o'clock, so many days before the epoch."""
    rng = stream(seed, "moment", what)
    day = (EPOCH - timedelta(days=days_ago)).replace(hour=0)
    return day + timedelta(minutes=rng.randint(6 * 60, 19 * 60 - 1), seconds=rng.randint(0, 59))


def slugify(title: str) -> str:
    """A title as WordPress would put it into an address, at most 60 letters."""
    text = unicodedata.normalize("NFKD", title.replace("ß", "ss").replace("ł", "l"))
    words = re.findall(r"[a-z0-9]+", text.encode("ascii", "ignore").decode().lower().replace("'", ""))
    slug = ""
    for word in words:
        if len(slug) + len(word) > 59:
            break
        slug = f"{slug}-{word}" if slug else word
    return slug


def say(text: str, key: str, facts: Facts) -> str:
    """A text of the grammar in words; its choices come from the stream of ``key``."""
    return words(text, stream(key, text), facts)


def _places(seed: int, scale: int) -> list[_Place]:
    public = (POSTS - sum(UNPUBLISHED.values())) * scale
    found = []
    for number in range(public):
        key = f"{seed}:article:{number}"
        found.append(_Place(moment(seed, key, 1 + int(number * (DAYS - 1) / public)), key, "publish"))
    for status, count in UNPUBLISHED.items():
        for number in range(count * scale):
            key = f"{seed}:{status}:{number}"
            away = stream(key, "away").randint(1, 40)
            found.append(_Place(moment(seed, key, -away if status == "future" else away), key, status))
    return sorted(found)


def _story(place: _Place, stories: list[Story], told: dict[str, datetime], scale: int) -> Story:
    fresh = [
        story
        for story in stories
        if (not story.months or place.when.month in story.months)
        and place.when - told.get(story.key, place.when - timedelta(days=999)) > _PAUSE / scale
    ]
    return heaviest(fresh, lambda one: one.weight, lambda one: one.key, place.key, "story")


def _author(place: _Place, story: Story) -> str:
    staff = data("newsroom")["staff"]
    if place.status == "pending":
        able = [one for one in staff if one["role"] == "contributor"]
        return str(stream(place.key, "contributor").choice(able)["login"])
    able = [one for one in staff if one["beats"].get(story.category)]
    beats = {one["login"]: float(one["beats"][story.category]) for one in able}
    return heaviest(beats, lambda one: beats[one], str, place.key, "author")


def _article(place: _Place, story: Story, author: User, goods: Goods, titles: set[str]) -> tuple[Post, Facts]:
    key, when = place.key, place.when
    for attempt in range(60):
        facts = make_facts(story, author.name, f"{key}:{attempt}" if attempt > 8 else key, when, goods)
        title = say(stream(key, "title", attempt).choice(story.titles), key, facts)
        if title.lower() not in titles:
            break
    titles.add(title.lower())
    excerpt = say(stream(key, "lead").choice(story.leads), key, facts)
    paragraphs = _paragraphs(key, story, author.login, facts)
    joined = f"{title} {excerpt} {' '.join(paragraphs)}"
    village = str(facts["village"]) if "village" in facts else ""
    tags = list(story.tags)
    if village and village in joined and share(key, "tagged") < 0.5:
        tags.append(slugify(village))
    rng = stream(key, "changed")
    later = when + timedelta(minutes=rng.randint(3, 400)) if rng.random() < 0.4 else when
    modified = (
        min(later, EPOCH - timedelta(minutes=30)) if place.status != "future" else EPOCH - timedelta(hours=2)
    )
    text = "\n\n".join(one if one.startswith("<h3>") else escape(one, quote=False) for one in paragraphs)
    return (
        Post(
            0, author.login, story.category, tuple(dict.fromkeys(tags)), title, slugify(title), excerpt, text,
            when, modified, place.status, 0, comments_open=share(key, "open") < 0.93,
        ),
        facts,
    )  # fmt: skip


def _paragraphs(key: str, story: Story, login: str, facts: Facts) -> list[str]:
    """The story's own, what fits the section, what the reporter adds, and a word in between."""
    told = []
    for number, paragraph in enumerate(story.paragraphs):
        if not paragraph.optional or share(key, "optional", number) < 0.8:
            told.append(say(stream(key, "wording", number).choice(paragraph.wordings), key, facts))
    rng = stream(key, "between")
    for text in rng.sample(data("modules")[story.category], rng.choices((0, 1, 2, 3, 5), (3, 6, 4, 2, 1))[0]):
        told.insert(rng.randint(2, len(told)), say(text, key, facts))
    own = data("asides")["staff"].get(login, ())
    if own and share(key, "adds") < 0.4:
        told.insert(
            stream(key, "where").choice((2, len(told), len(told))),
            say(stream(key, "aside").choice(own), key, facts),
        )
    if len(told) > 3 and share(key, "heading") < 0.4:
        told.insert(2, f"<h3>{escape(str(stream(key, 'heading').choice(data('asides')['headings'])))}</h3>")
    return told


def _revise(key: str, post: Post, story: Story, facts: Facts) -> None:
    """Earlier versions of some articles: a draft without the end, another headline, a figure set right."""
    rng = stream(key, "revisions")
    if rng.random() > 0.38:
        return
    earlier = "\n\n".join(post.text.split("\n\n")[:-1])
    title = say(rng.choice(story.titles), key, facts)
    start = min(post.date, EPOCH - timedelta(days=1)) - timedelta(minutes=rng.randint(40, 600))
    post.revisions.append(Revision(post.author, start, title, earlier, ""))
    if rng.random() < 0.5:
        wrong = re.sub(r"\b(\d\d)\b", lambda match: str(int(match[1]) + 1), post.text, count=1)
        second = start + timedelta(minutes=rng.randint(5, 35))
        desk = rng.choice(("oskar", "merle"))
        post.revisions.append(Revision(desk, second, post.title, wrong, post.excerpt))
    post.revisions.append(
        Revision(post.author, max(post.modified, start), post.title, post.text, post.excerpt)
    )
