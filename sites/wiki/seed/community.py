"""Accounts, talk pages, user pages, watchlists."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from importlib import resources

import yaml

from sites.wiki.seed.grammar import say
from sites.wiki.seed.history import ENDS, Authors
from sites.wiki.seed.records import HELP, PROJECT, TALK, USER, USER_TALK, Draft, Page, Revision, User
from sites.world_data import ascii_name, personas

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


def users() -> list[User]:
    """All accounts, by date of registration."""
    text = resources.files("sites.wiki.seed").joinpath("data/users.yaml").read_text(encoding="utf-8")
    mail = {one.name: one.email for one in personas().values()}
    found = []
    for name, real, registered, groups, keen, subjects in yaml.safe_load(text):
        moment = (
            datetime.fromisoformat(f"{registered}T08:30:00").replace(tzinfo=UTC)
            if isinstance(registered, str)
            else datetime(registered.year, registered.month, registered.day, 8, 30, tzinfo=UTC)
        )
        box = mail.get(real) or (
            f"{ascii_name(real.replace(' ', '.').split('.')[0])}.{ascii_name(real.split()[-1])}@mailbox.example"
            if real
            else f"{ascii_name(name) or 'author'}@postfach.example"
        )
        found.append(User(name, real, box, moment, tuple(groups), float(keen), tuple(subjects)))
    return sorted(found, key=lambda one: (one.registered, one.name))


def signature(user: str, moment: datetime) -> str:
    """What four tildes become."""
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]]) {moment:%H:%M}, {moment.day} {moment:%B %Y} (UTC)"


OPENERS = {
    "fact": (
        "Which {what}?",
        "[The article says {wrong} for the {what}, my book says {right}. Which is right?|Is the {what} really {wrong}? The register has {right}.|Two numbers for the {what}: {wrong} here, {right} in the chronicle.]",
    ),
    "source": (
        "Source",
        "[Where does the part about “{heading}” come from? I find nothing in the library.|Has anybody seen the sources for “{heading}”?|Please name a source for “{heading}”.]",
    ),
    "more": (
        "What is missing",
        "[Should “{heading}” not be longer?|I would split “{heading}”. Opinions?|The part “{heading}” stops where it becomes interesting.]",
    ),
    "name": (
        "Name of the page",
        "[Is this the name people use?|Would readers look for it under another name?|Should there be a redirect from the old name?]",
    ),
    "picture": (
        "Drawing",
        "[I could draw a plan if somebody gives me the measures.|Does anybody have a drawing of it that is free?|A map would help here.]",
    ),
}
ANSWERS = {
    "fact": (
        "[{right}. I have looked it up in the reading room.|The register is right: {right}.|{right}, the other one is from before the reform.]",
        "[Changed.|Then let us take {right}.|Thank you, corrected.]",
    ),
    "source": (
        "[From the chronicle in the town archive, second volume.|I wrote it from memory; take it out if you like.|From a leaflet of the museum.]",
        "[Then please write that into the article.|Good enough for me.|I will look at it on Thursday.]",
    ),
    "more": (
        "[Go ahead.|I have notes on it somewhere.|Rather not, the article is long enough.]",
        "[Done, in part.|Agreed.|I will wait for a week.]",
    ),
    "name": (
        "[At school we called it otherwise.|The map has this name, let us keep it.|A redirect does no harm.]",
        "[So be it.|I have looked: nobody searches for the other one.]",
    ),
    "picture": (
        "[The surveyor's office sells plans for four euros.|I will ask my neighbour.]",
        "[That would be kind.|No hurry.]",
    ),
}


def talk(rng: random.Random, draft: Draft, article: Page, authors: Authors) -> Page | None:
    """The talk page of an article, or none."""
    chance = {1: 0.04, 2: 0.1, 3: 0.3, 4: 0.6, 5: 1.0}[draft.fame]
    if rng.random() > chance or draft.subject in ("meaning",):
        return None
    created = article.revisions[0].date
    revisions: list[Revision] = []
    text = ""
    kinds = ["source", "more", "name", "picture"]
    rng.shuffle(kinds)
    if draft.slips:
        kinds.insert(0, "fact")
    for kind in kinds[: rng.randrange(1, 3 if draft.fame < 4 else 5)]:
        if kind in ("source", "more") and not draft.sections:
            continue
        start = created + (ENDS - created) * rng.random()
        if revisions:
            start = max(start, revisions[-1].date + timedelta(minutes=rng.randrange(20, 4000)))
        if start > ENDS - timedelta(days=4):
            break
        what, right, wrong = rng.choice(draft.slips) if draft.slips else ("", "", "")
        values = {
            "what": what,
            "right": right,
            "wrong": wrong,
            "heading": rng.choice(draft.sections)[0] if draft.sections else "",
        }
        title = say(rng, OPENERS[kind][0], **values)
        asker = authors.somebody(draft.subject, start)
        moment = start.replace(second=rng.randrange(60), microsecond=0)
        if revisions and moment <= revisions[-1].date:
            moment = revisions[-1].date + timedelta(minutes=1)
        text += (
            "\n\n" if text else ""
        ) + f"== {title} ==\n{say(rng, OPENERS[kind][1], **values)} {signature(asker, moment)}"
        revisions.append(Revision(asker, moment, text, f"/* {title} */ new section"))
        speaker = asker
        for depth, answer in enumerate(ANSWERS[kind][: rng.randrange(0, 3)], 1):
            moment += timedelta(minutes=rng.randrange(7, 2200))
            if moment > ENDS:
                break
            speaker = (
                asker
                if depth == 2 and rng.random() < 0.6
                else authors.somebody(draft.subject, moment, speaker)
            )
            text += f"\n{':' * depth}{say(rng, answer, **values)} {signature(speaker, moment)}"
            revisions.append(
                Revision(speaker, moment, text, f"/* {title} */ {say(rng, '[reply|answer|re|]')}".strip())
            )
    return Page(TALK, draft.title, revisions) if revisions else None


def user_pages(rng: random.Random, members: list[User], authors: Authors) -> list[Page]:
    """A page of nearly everybody, and the greeting on their talk page."""
    found = []
    for user in members:
        if user.keen > 0 and "bot" not in user.groups:
            likes = [SUBJECT_NAMES[one] for one in user.interests]
            text = say(
                rng,
                "[Here I write about|I look after|My subjects are] {likes}. [In the week I have little time.|Questions please on my talk page.|I live near the lake.|My sources stand on two shelves.|]",
                likes=" and ".join(likes) or "this and that",
            ).strip()
            if user.real_name and user.real_name != user.name:
                text += f"\n\nMy name is {user.real_name}."
            moment = min(
                user.registered + timedelta(hours=rng.randrange(1, 90), minutes=rng.randrange(60)),
                ENDS - timedelta(hours=4),
            )
            found.append(Page(USER, user.name, [Revision(user.name, moment, text, "my page")]))
        if "bot" in user.groups:
            moment = user.registered + timedelta(hours=2)
            found.append(
                Page(
                    USER,
                    user.name,
                    [
                        Revision(
                            "Kiebitz",
                            moment,
                            "This account is a program run by [[User:Kiebitz|Kiebitz]]. It sorts categories and lists.",
                            "bot",
                        )
                    ],
                )
            )
        moment = min(
            user.registered + timedelta(hours=rng.randrange(3, 120), minutes=rng.randrange(60)),
            ENDS - timedelta(hours=2),
        )
        greeter = (
            authors.somebody("town", moment, user.name)
            if user.registered > authors.writers[0].registered
            else "Wiebke Grabow"
        )
        text = f"{{{{Welcome|{user.name}}}}} {signature(greeter, moment)}"
        revisions = [Revision(greeter, moment, text, "welcome")]
        if user.keen <= 0:
            moment += timedelta(days=rng.randrange(2, 20))
            moment = min(moment, ENDS)
            text += f"\n\n== Nonsense ==\nPlease stop writing nonsense into articles. {signature('Kiebitz', moment)}"
            revisions.append(Revision("Kiebitz", moment, text, "/* Nonsense */ new section"))
        found.append(Page(USER_TALK, user.name, revisions))
    return found


PUMP = (
    (
        "Opening hours",
        "How do we write opening hours: as on the map, or in words?",
        "As on the map, in a code tag, so that programs can read them.",
        "Then I will leave them as they are.",
    ),
    (
        "Bot for street lists",
        "SeenBot could keep the list of streets in order. Any objections?",
        "None, if it marks its edits as minor.",
        "It does.",
    ),
    (
        "Who has the chronicle?",
        "The second volume of the town chronicle has been out of the library since May. Who has it?",
        "I do. It goes back on Monday.",
        "Bring cake.",
    ),
    (
        "Lake or See",
        "Should the lakes have English names in their titles?",
        "People ask for them by the German name. Redirects for the rest.",
        "Agreed.",
    ),
    (
        "Fifth anniversary",
        "On 1 March we are five years old. Meeting in the library at five o'clock?",
        "I will come and bring the projector.",
        "The room is booked.",
    ),
    ("Numbers with commas", "12,345 or 12 345?", "Commas. Tables sort them.", "Fine."),
)


def project_talk(rng: random.Random, authors: Authors) -> list[Page]:
    """The village pump: where everybody talks."""
    text, revisions = "This is where we talk about everything that belongs to no single article.", []
    moment = datetime(2021, 4, 3, 10, 12, 40, tzinfo=UTC)
    revisions.append(Revision("Wiebke Grabow", moment, text, "opened"))
    for title, *said in PUMP:
        moment += timedelta(days=rng.randrange(90, 330), minutes=rng.randrange(600))
        if title == "Fifth anniversary":
            moment = datetime(2026, 2, 9, 17, 20, 11, tzinfo=UTC)
        if moment > ENDS - timedelta(days=6):
            moment = ENDS - timedelta(days=6)
        speaker = ""
        for depth, words in enumerate(said):
            speaker = authors.somebody("list", moment, speaker)
            text += (
                f"\n\n== {title} ==\n" if depth == 0 else "\n" + ":" * depth
            ) + f"{words} {signature(speaker, moment)}"
            revisions.append(
                Revision(speaker, moment, text, f"/* {title} */" + (" new section" if depth == 0 else ""))
            )
            moment += timedelta(minutes=rng.randrange(11, 1500))
    revisions.sort(key=lambda one: one.date)
    return [Page(PROJECT, "Village pump", revisions)]


WATCHED = (
    "Neubrandenburg",
    "Tollensesee",
    "Tollense",
    "Müritz",
    "Lieps",
    "Reitbahnsee",
    "Burg Stargard",
    "Penzlin",
    "Tonwerk",
    "Havelton",
    "Herdstein",
    "Klackwerk",
    "Papermoor",
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
"""What emma watches; the administrator watches what is often spoiled."""


def watching(rng: random.Random, pages: list[Page], members: list[User]) -> dict[str, list[str]]:
    """Titles by user, each in a namespace of its own kind: full titles of subject pages."""
    known = {page.full for page in pages}
    own = {user.name: set() for user in members}  # type: ignore[var-annotated]
    for page in pages:
        if page.ns in (0, PROJECT, HELP) and len(page.revisions) > 2:
            for revision in page.revisions:
                if revision.user in own and revision.user != "Emma" and rng.random() < 0.08:
                    own[revision.user].add(page.full)
    own["Emma"] = set(WATCHED)
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
