"""Accounts, user pages, watchlists."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import resources

import yaml

from sites.wiki.seed.chance import Chance
from sites.wiki.seed.history import ENDS, Authors
from sites.wiki.seed.records import HELP, PROJECT, USER, USER_TALK, Page, Revision, User
from sites.wiki.seed.region import pools
from sites.wiki.seed.talk import signature
from sites.world_data import ascii_name, personas
from sites.world_data.brands import brands

SUBJECT_NAMES = {
    "lake": "lakes",
    "river": "rivers",
    "railway": "railway lines",
    "station": "stations",
    "street": "streets",
    "place": "buildings",
    "town": "towns",
    "city": "cities",
    "country": "countries",
    "company": "companies",
    "product": "products",
    "person": "biographies",
    "club": "clubs",
    "season": "leagues",
    "computing": "computing",
    "software": "software",
    "list": "lists",
    "meaning": "names",
    "year": "the chronicle",
}


SERVANTS = ("Kiebitz", "SeenBot")
"""Accounts of chosen names that every wiki of this kind has: who runs the bot, and the bot."""


def users(world: Chance) -> list[User]:
    """All accounts, by date of registration; chosen names differ from seed to seed, those of people known elsewhere do not."""
    text = resources.files("sites.wiki.seed").joinpath("data/users.yaml").read_text(encoding="utf-8")
    mail = {one.name: one.email for one in personas().values()}
    names = {kind: iter(world.order(kind, pools()[kind])) for kind in ("nickname", "joker")}
    found = []
    for written, real, registered, groups, keen, subjects, voice in yaml.safe_load(text):
        name = written if real or written in SERVANTS else next(names["nickname" if keen else "joker"])
        moment = datetime(registered.year, registered.month, registered.day, 8, 30, tzinfo=UTC)
        box = mail.get(real) or (
            f"{ascii_name(real.replace(' ', '.').split('.')[0])}.{ascii_name(real.split()[-1])}@mailbox.example"
            if real
            else f"{ascii_name(name) or 'author'}@postfach.example"
        )
        found.append(User(name, real, box, moment, tuple(groups), float(keen), tuple(subjects), voice))
    return sorted(found, key=lambda one: (one.registered, one.name))


ABOUT = (
    "[Here I write about|I look after|My subjects are|Mostly I am found at] {likes}. [In the week I have little time.|Questions please on my talk page.|I live near the lake.|My sources stand on two shelves.|I came for one typo and stayed.|My first article was deleted, rightly.]",
    "I have been here since {since}. [What I like is|What I know something about is|Ask me about] {likes}; for the rest I have {books} books and a library card.",
    "{Likes}: that is what I do here. [Please mend my commas|I answer slowly but I answer|I do not bite|Spoken with me? Thank you].",
    "By day I am a {@trade}, in the evening I write about {likes}. [My record is {5~31} edits in one night|I have photographs of everything and permission for nothing|I measure things].",
    "Born in {@place}, moved to {@town}, still at it. [Looks after|Reads everything about|Has opinions on] {likes}.",
    "{books} articles begun, {fewer} of them finished. [Likes|Interests|On my desk]: {likes}.",
    "If an article on {likes} is wrong it was probably me. [Tell me|Correct me|Write to me]; I {do not mind|am used to it|keep a list}.",
    "My grandmother knew everything about {likes}. I write down what I remember and look up the rest, mostly in {@shelf}.",
)


def user_pages(world: Chance, members: list[User], authors: Authors) -> list[Page]:
    """A page of nearly everybody, and the greeting on their talk page."""
    found = []
    for user in members:
        chance = world.at("user", user.name)
        if user.keen > 0 and "bot" not in user.groups:
            found.append(own_page(chance, user))
        if "bot" in user.groups:
            words = (
                "This account is a program run by [[User:Kiebitz|Kiebitz]]. It sorts categories and lists."
            )
            found.append(
                Page(
                    USER, user.name, [Revision("Kiebitz", user.registered + timedelta(hours=2), words, "bot")]
                )
            )
        found.append(greeting(chance, user, authors))
    return found


def own_page(chance: Chance, user: User) -> Page:
    """What somebody says of themselves."""
    likes = " and ".join(SUBJECT_NAMES[one] for one in user.interests) or "this and that"
    books = chance.number("books", 9, 90)
    text = chance.say(
        chance.pick("about", ABOUT), pools(), likes=likes, Likes=likes[0].upper() + likes[1:], books=books,
        fewer=books // 3, since=f"{user.registered:%B %Y}",
    ).strip()  # fmt: skip
    if user.real_name and user.real_name != user.name:
        text += f"\n\nMy name is {user.real_name}."
    later = timedelta(hours=chance.number("hours", 1, 89), minutes=chance.number("minutes", 0, 59))
    moment = min(user.registered + later, ENDS - timedelta(hours=4))
    return Page(
        USER,
        user.name,
        [Revision(user.name, moment, text, chance.say("[my page|hello|about me|who I am|a few words]"))],
    )


def greeting(chance: Chance, user: User, authors: Authors) -> Page:
    """The talk page of an account: a welcome, and for some what they did not want to hear."""
    later = timedelta(hours=chance.number("greeted after", 3, 119), minutes=chance.number("and", 0, 59))
    moment = min(user.registered + later, ENDS - timedelta(hours=2))
    first = authors.writers[0].registered
    greeter = (
        authors.somebody(chance, "greeter", "town", moment, (user.name,))
        if user.registered > first
        else "Wiebke Grabow"
    )
    text = f"{{{{Welcome|{user.name}}}}} {signature(greeter, moment)}"
    revisions = [
        Revision(greeter, moment, text, chance.say("[welcome|hello|a greeting|greetings from the library]"))
    ]
    if user.keen <= 0:
        moment = min(moment + timedelta(days=chance.number("days of nonsense", 2, 19)), ENDS)
        words = chance.say(
            "[Please stop writing nonsense into articles.|This is an encyclopedia and not a school desk. Please stop.|I have taken out {three|four|seven} of your sentences today. Shall we leave it at that?]"
        )
        text += f"\n\n== Nonsense ==\n{words} {signature('Kiebitz', moment)}"
        revisions.append(Revision("Kiebitz", moment, text, "/* Nonsense */ new section"))
    return Page(USER_TALK, user.name, revisions)


WATCHED = (
    "Neubrandenburg",
    "Tollensesee",
    "Tollense",
    "Müritz",
    "Lieps",
    "Reitbahnsee",
    "Burg Stargard",
    "Penzlin",
    "Berlin Northern Railway",
    "Neubrandenburg station",
    "Lakeland League",
    "Tollense Lake Regatta",
    "List of streets in Neubrandenburg",
    "Regionalbibliothek Neubrandenburg",
    "Friedländer Tor",
    "Neues Tor",
    "Belvedere",
    "Treptower-Tor-Turm",
    "Museum Stadtgeschichte",
    "Germany",
    "Sweden",
    "2025 in Neubrandenburg",
    "Kummerower See",
    "Wulkenzin",
)
FIRMS = 5
"""What emma watches; the administrator watches what is often spoiled."""


def watching(world: Chance, pages: list[Page], members: list[User]) -> dict[str, list[str]]:
    """Titles by user, each in a namespace of its own kind: full titles of subject pages."""
    known = {page.full for page in pages}
    own = {user.name: set() for user in members}  # type: ignore[var-annotated]
    for page in pages:
        if page.ns in (0, PROJECT, HELP) and len(page.revisions) > 2:
            for revision in page.revisions:
                if (
                    revision.user in own
                    and revision.user != "Emma"
                    and world.unit("watches", revision.user, page.full) < 0.08
                ):
                    own[revision.user].add(page.full)
    german = [brand["name"] for brand in brands(world.seed) if brand["country"] == "Germany"]
    own["Emma"] = {*WATCHED, *world.order("Emma's firms", german)[:FIRMS]}
    own["Wiebke Grabow"] = {
        "Main Page",
        "Findling:Guidelines",
        "Findling:Village pump",
        "Neubrandenburg",
        "Germany",
        "Tollensesee",
        "Waren",
        "Help:Editing",
    }
    return {name: sorted(titles & known)[:60] for name, titles in own.items() if titles & known}
