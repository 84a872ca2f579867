"""From a seed number to the whole paper: people, articles over three years, comments, pictures, pages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import timedelta
from html import escape

from sites.cms.seed.articles import Article, make_articles, moment, slugify
from sites.cms.seed.chance import share, stream
from sites.cms.seed.comments import make_comments
from sites.cms.seed.people import make_readers, make_users
from sites.cms.seed.records import DAYS, EPOCH, Medium, Page, Paper
from sites.cms.seed.stories import data, load_sections
from sites.sitekit.grammar import capital
from sites.world_data.shop.on_sale import load_goods

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


def generate(seed: int, scale: int = 1) -> Paper:
    """The paper of this seed number with ``scale`` times the usual number of articles and comments."""
    users = make_users(seed)
    media = _media(seed)
    articles = make_articles(seed, scale, load_goods(seed), {one.login: one for one in users})
    _illustrate(articles, media)
    comments = make_comments(seed, scale, articles, make_readers(seed, users, scale))
    posts = [one.post for one in articles]
    pages, menus = _pages(len(posts), users[0].login)
    return Paper(
        users, [section.category for section in load_sections()], media, posts, pages, comments, menus
    )


def sample() -> Paper:
    """A small paper: the last few weeks of the default one, for looks at the site that need no archive."""
    paper = generate(20260316)
    posts = paper.posts[-60:]
    kept = {one.id for one in posts}
    comments = [one for one in paper.comments if one.post in kept]
    shown = {one.picture for one in posts}
    media = [one for one in paper.media if one.id in shown]
    return replace(paper, posts=posts, comments=comments, media=media)


# ---- pictures ---------------------------------------------------------------------------------------
def _media(seed: int) -> list[Medium]:
    motifs = list(MOTIFS.values())
    staff = [one for one in data("newsroom")["staff"] if one["role"] in ("author", "editor")]
    dates = sorted(
        moment(seed, f"picture {number}", stream(seed, "picture day", number).randint(1, DAYS))
        for number in range(PICTURES)
    )
    media = []
    counts: dict[str, int] = defaultdict(int)
    for number, date in enumerate(dates, start=1):
        motif = motifs[number % len(motifs)]
        counts[motif] += 1
        rng = stream(seed, "picture", motif, counts[motif])
        alt = rng.choice(_ALTS[motif]).format(sky=rng.choice(_SKIES), count=rng.randint(3, 9))
        owner = rng.choice(staff)
        shown = "" if rng.random() < 0.14 else alt
        caption = f"{alt}. Picture: {owner['name']}" if rng.random() < 0.6 else ""
        title = f"{capital(motif)} {counts[motif]}"
        media.append(Medium(number, motif, counts[motif], title, shown, caption, owner["login"], date))
    return media


def _illustrate(articles: list[Article], media: list[Medium]) -> None:
    """Most articles get a picture of their section that was there already."""
    for one in articles:
        post = one.post
        fitting = [
            medium for medium in media if medium.motif == MOTIFS[post.category] and medium.date <= post.date
        ]
        if fitting and share(one.key, "illustrated") < 0.82:
            post.picture = min(
                fitting[:-6] or fitting, key=lambda medium: share(one.key, "picture", medium.id)
            ).id


# ---- pages and menus ---------------------------------------------------------------------------------
def _pages(before: int, owner: str) -> tuple[list[Page], dict[str, list[dict[str, str]]]]:
    given = data("pages")
    pages = []
    orders: dict[str, int] = defaultdict(int)
    for number, one in enumerate(given["pages"], start=1):
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
    return pages, given["menus"]
