"""From a seed number to the whole paper: people, articles over three years, comments, pictures, pages."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from datetime import datetime, timedelta
from html import escape
from random import Random
from typing import Any

import yaml

from sites.cms.seed.facts import Facts, make_facts, newsroom
from sites.cms.seed.records import EPOCH, Comment, Medium, Page, Paper, Post, Revision, User
from sites.cms.seed.stories import DATA, Story, load_sections
from sites.sitekit.grammar import capital, expand
from sites.world_data import ascii_name, draw_names, mail_domains
from sites.world_data.shop.on_sale import Goods, load_goods

POSTS = 900
COMMENTS = 3060  # some repeat another and are dropped; 3,000 remain
READERS = 140
SUBSCRIBERS = 36
DAYS = 3 * 365
# How many articles are not public, by status.
UNPUBLISHED = {"draft": 26, "pending": 14, "future": 12, "trash": 8}
# How many comments are not shown, by state.
HIDDEN = {"pending": 150, "spam": 230, "trash": 60}
MOTIFS = {
    "town": "street", "region": "village", "culture": "stage", "sport": "field", "business": "workshop",
    "getting-around": "road", "nature": "lake", "readers": "desk",
}  # fmt: skip
PICTURES = 300
_ALTS = {
    "street": ("A row of brick houses under {sky}", "Gabled houses at the market under {sky}"),
    "village": ("A church and barns between fields", "A village with a pond under {sky}"),
    "stage": ("An empty stage with {count} chairs", "A curtain and {count} lamps"),
    "field": ("A playing field with goals under {sky}", "A track and a stand under {sky}"),
    "workshop": ("A workbench with {count} tools", "A hall with a row of windows"),
    "road": ("A road with a bus stop under {sky}", "A cycle path between trees"),
    "lake": ("The Tollensesee under {sky}", "A boat on the lake, the wood behind it"),
    "desk": ("A desk with a letter and a cup", "{count} letters on a table"),
}
_SKIES = ("a clear sky", "low clouds", "an evening sky", "morning light")


def make_paper(seed: int) -> Paper:
    """The whole paper of this seed number."""
    users = _users(Random(f"{seed}/users"))
    media = _media(Random(f"{seed}/media"))
    goods = load_goods(seed)
    posts, facts = _posts(Random(f"{seed}/posts"), goods, media, {one.login: one for one in users})
    comments = _comments(Random(f"{seed}/comments"), posts, facts, users)
    pages, menus = _pages(len(posts), users[0].login)
    return Paper(
        users, [section.category for section in load_sections()], media, posts, pages, comments, menus
    )


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


# ---- people and pictures ----------------------------------------------------------------------------
def _users(rng: Random) -> list[User]:
    first = EPOCH - timedelta(days=DAYS + 40)
    users = [
        User(
            one["login"], one["name"], one["role"], one["email"], one["about"], first + timedelta(days=number)
        )
        for number, one in enumerate(newsroom()["staff"])
    ]
    taken = {one.login for one in users}
    domains = list(mail_domains())
    for given, family in draw_names(rng, SUBSCRIBERS):
        login = f"{ascii_name(given)[:1]}{ascii_name(family)}"
        if login in taken:
            login += str(rng.randint(50, 99))
        taken.add(login)
        mail = f"{ascii_name(given)}.{ascii_name(family)}@{rng.choice(domains)}"
        registered = first + timedelta(days=rng.randint(40, DAYS), minutes=rng.randint(0, 900))
        users.append(User(login, f"{given} {family}", "subscriber", mail, "", registered))
    return users


def _media(rng: Random) -> list[Medium]:
    motifs = list(MOTIFS.values())
    staff = [one for one in newsroom()["staff"] if one["role"] in ("author", "editor")]
    dates = sorted(_moment(rng, rng.randint(1, DAYS)) for _ in range(PICTURES))
    media = []
    counts: dict[str, int] = defaultdict(int)
    for number, date in enumerate(dates, start=1):
        motif = motifs[number % len(motifs)]
        counts[motif] += 1
        alt = rng.choice(_ALTS[motif]).format(sky=rng.choice(_SKIES), count=rng.randint(3, 9))
        owner = rng.choice(staff)
        shown = "" if rng.random() < 0.14 else alt
        caption = f"{alt}. Picture: {owner['name']}" if rng.random() < 0.6 else ""
        title = f"{capital(motif)} {counts[motif]}"
        media.append(Medium(number, motif, counts[motif], title, shown, caption, owner["login"], date))
    return media


def _moment(rng: Random, days_ago: int) -> datetime:
    """A time between six and nineteen o'clock, so many days before the epoch."""
    day = (EPOCH - timedelta(days=days_ago)).replace(hour=0)
    return day + timedelta(minutes=rng.randint(6 * 60, 19 * 60 - 1), seconds=rng.randint(0, 59))


# ---- articles ---------------------------------------------------------------------------------------
def _posts(
    rng: Random, goods: Goods, media: list[Medium], users: dict[str, User]
) -> tuple[list[Post], list[tuple[Story, Facts]]]:
    """The articles in the order of their dates, and what each was made of."""
    stories = [story for section in load_sections() for story in section.stories]
    weights = [story.weight for story in stories]
    public = POSTS - sum(UNPUBLISHED.values())
    moments = sorted(_moment(rng, 1 + int(number * (DAYS - 1) / public)) for number in range(public))
    told: dict[str, datetime] = {}
    titles: set[str] = set()
    posts: list[Post] = []
    made: list[tuple[Story, Facts]] = []
    statuses = ["publish"] * public
    for status, count in UNPUBLISHED.items():
        for _ in range(count):
            away = rng.randint(1, 40)
            moments.append(_moment(rng, -away if status == "future" else away))
            statuses.append(status)
    for when, status in sorted(zip(moments, statuses, strict=True)):
        while True:
            story = rng.choices(stories, weights)[0]
            fresh = when - told.get(story.key, when - timedelta(days=99)) > timedelta(days=16)
            if fresh and (not story.months or when.month in story.months):
                break
        told[story.key] = when
        author = _author(rng, story, status)
        post, facts = _article(rng, story, users[author], when, status, goods, titles)
        post.id = len(posts) + 1
        fitting = [one for one in media if one.motif == MOTIFS[story.category] and one.date <= when]
        post.picture = rng.choice(fitting[:-6] or fitting).id if fitting and rng.random() < 0.82 else 0
        _revise(rng, post, story, facts)
        posts.append(post)
        made.append((story, facts))
    for post in [one for one in posts if one.status == "publish"][-40::25]:
        post.sticky = True
    return posts, made


def _author(rng: Random, story: Story, status: str) -> str:
    staff = newsroom()["staff"]
    if status == "pending":
        return str(rng.choice([one for one in staff if one["role"] == "contributor"])["login"])
    able = [one for one in staff if one["beats"].get(story.category)]
    return str(rng.choices(able, [one["beats"][story.category] for one in able])[0]["login"])


def _article(
    rng: Random, story: Story, author: User, when: datetime, status: str, goods: Goods, titles: set[str]
) -> tuple[Post, Facts]:
    for attempt in range(60):
        facts = make_facts(story, author.name, rng, when, goods)
        title = _say(rng.choice(story.titles), rng, facts)
        if attempt > 20:
            title = f"{title} ({facts['month']} {when.year})"
        if title.lower() not in titles:
            break
    titles.add(title.lower())
    excerpt = _say(story.lead, rng, facts)
    optional = [number for number, (mark, _) in enumerate(story.paragraphs) if mark == "O"]
    left_out = {number for number in optional if rng.random() < 0.35}
    paragraphs = [
        _say(text, rng, facts) for number, (_, text) in enumerate(story.paragraphs) if number not in left_out
    ]
    if rng.random() < 0.25:
        paragraphs.insert(1, f"<h3>{escape(_heading(rng, facts))}</h3>")
    tags = list(story.tags)
    joined = f"{title} {excerpt} {' '.join(paragraphs)}"
    tags += [
        slugify(str(facts[key])) for key in ("village",) if str(facts[key]) in joined and rng.random() < 0.5
    ]
    later = when + timedelta(minutes=rng.randint(3, 400)) if rng.random() < 0.4 else when
    modified = min(later, EPOCH - timedelta(minutes=30)) if status != "future" else EPOCH - timedelta(hours=2)
    text = "\n\n".join(one if one.startswith("<h3>") else escape(one, quote=False) for one in paragraphs)
    return (
        Post(
            0, author.login, story.category, tuple(dict.fromkeys(tags)), title, slugify(title), excerpt, text,
            when, modified, status, 0, comments_open=rng.random() < 0.93,
        ),
        facts,
    )  # fmt: skip


def _heading(rng: Random, facts: Facts) -> str:
    return expand(
        rng.choice(
            ("What happens next", "In figures", "Seen from {district}", "Asked again", "A second look")
        ),
        rng,
        facts,
    )


def _say(text: str, rng: Random, facts: Facts) -> str:
    return capital(expand(text, rng, facts))


def _revise(rng: Random, post: Post, story: Story, facts: Facts) -> None:
    """Earlier versions of some articles: a draft without the end, another headline, a figure set right."""
    if rng.random() > 0.38:
        return
    paragraphs = post.text.split("\n\n")
    earlier = "\n\n".join(paragraphs[:-1])
    others = [title for title in story.titles if _can(title, facts)]
    title = _say(rng.choice(others), rng, facts)
    start = min(post.date, EPOCH - timedelta(days=1)) - timedelta(minutes=rng.randint(40, 600))
    post.revisions.append(Revision(post.author, start, title, earlier, ""))
    if rng.random() < 0.5:
        wrong = re.sub(r"\b(\d\d)\b", lambda match: str(int(match[1]) + 1), post.text, count=1)
        desk = rng.choice(("oskar", "merle"))
        second = start + timedelta(minutes=rng.randint(5, 35))
        post.revisions.append(Revision(desk, second, post.title, wrong, post.excerpt))
    post.revisions.append(
        Revision(post.author, max(post.modified, start), post.title, post.text, post.excerpt)
    )


def _can(text: str, facts: Facts) -> bool:
    return all(name in facts for name in re.findall(r"\{(\w+)\}", text))


# ---- comments ---------------------------------------------------------------------------------------
def _comments(
    rng: Random, posts: list[Post], made: list[tuple[Story, Facts]], users: list[User]
) -> list[Comment]:
    lines = yaml.safe_load((DATA / "comments.yaml").read_text(encoding="utf-8"))
    public = [number for number, post in enumerate(posts) if post.status == "publish" and post.comments_open]
    readers = _readers(rng, users)
    threads: list[tuple[int, tuple[str, ...], str]] = []
    for number in public:
        story, _ = made[number]
        threads += [(number, lines_, "approved") for lines_ in story.comments if rng.random() < 0.72]
    for state, count in HIDDEN.items():
        for _ in range(count):
            number = rng.choice(public[-260:] if state == "pending" else public)
            text = rng.choice(lines["general"] if state == "pending" else lines[state])
            threads.append((number, (text.split(" // ")[0],), state))
    while sum(len(one[1]) for one in threads) < COMMENTS:
        threads.append((rng.choice(public), tuple(rng.choice(lines["general"]).split(" // ")), "approved"))
    comments: list[Comment] = []
    seen: dict[int, set[str]] = defaultdict(set)
    for number, parts, state in threads:
        _thread(rng, comments, posts[number], made[number][1], parts, state, readers, lines, seen[number])
    return _numbered(comments)


def _readers(rng: Random, users: list[User]) -> list[tuple[str, str, str]]:
    """Name, e-mail and login (or nothing) of those who comment; some comment much more than others."""
    readers = [(one.name, one.email, one.login) for one in users if one.role == "subscriber"]
    for given, family in draw_names(rng, READERS):
        mail = f"{ascii_name(given)}.{ascii_name(family)}@{rng.choice(list(mail_domains()))}"
        readers.append((f"{given} {family}" if rng.random() < 0.6 else given, mail, ""))
    return readers


def _thread(
    rng: Random,
    comments: list[Comment],
    post: Post,
    facts: Facts,
    parts: tuple[str, ...],
    state: str,
    readers: list[tuple[str, str, str]],
    lines: dict[str, Any],
    seen: set[str],
) -> None:
    if not all(_can(part, facts) for part in parts):
        return
    span = (EPOCH - post.date).total_seconds() / 60 - 60
    when = post.date + timedelta(minutes=rng.randint(8, int(max(9, min(span, 60 * 60)))))
    parent = 0
    weights = [1 / (1 + number % 40) for number in range(len(readers))]
    for turn, part in enumerate(parts):
        text = _say(part, rng, facts)
        if turn == 0 and text in seen and state == "approved":
            return
        seen.add(text)
        name, mail, login = rng.choices(readers, weights)[0]
        if state == "spam":
            name, login = rng.choice(lines["names_spam"]), ""
            mail = f"{slugify(name)}@spam.invalid"
        date = min(when, EPOCH - timedelta(minutes=5))
        number = len(comments) + 1
        comments.append(Comment(number, post.id, parent, name, mail, login, text, date, state))
        parent = len(comments)
        when += timedelta(minutes=rng.randint(4, 300))


def _numbered(comments: list[Comment]) -> list[Comment]:
    """The same comments with ids in the order of their dates, answers after what they answer."""
    order = sorted(comments, key=lambda one: (one.date, one.id))
    number = {one.id: place for place, one in enumerate(order, start=1)}
    for one in order:
        one.parent = number[one.parent] if one.parent else 0
    for place, one in enumerate(order, start=1):
        one.id = place
    return order


# ---- pages and menus ---------------------------------------------------------------------------------
def _pages(before: int, owner: str) -> tuple[list[Page], dict[str, list[dict[str, str]]]]:
    data = yaml.safe_load((DATA / "pages.yaml").read_text(encoding="utf-8"))
    pages = []
    orders: dict[str, int] = defaultdict(int)
    for number, one in enumerate(data["pages"], start=1):
        parent = one.get("parent", "")
        orders[parent] += 1
        date = EPOCH - timedelta(days=DAYS + 30 - number * 9, minutes=7 * number)
        text = "\n\n".join(
            escape(line, quote=False) if not line.startswith("<") else line for line in one["text"]
        )
        pages.append(
            Page(before + number, slugify(one["title"]), one["title"], parent, orders[parent], text,
                 one.get("author", owner), date)
        )  # fmt: skip
    return pages, data["menus"]
