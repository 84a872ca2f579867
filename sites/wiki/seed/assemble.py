"""All pages of the encyclopedia with their histories."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sites.wiki.seed import (
    chronicles,
    clubs,
    community,
    computing,
    economy,
    globe,
    history,
    lists,
    people,
    railways,
    sights,
    talk,
    templates,
    towns,
    waters,
)
from sites.wiki.seed.chance import Chance
from sites.wiki.seed.markup import LINK
from sites.wiki.seed.records import CATEGORY, HELP, MAIN, PROJECT, TEMPLATE, Draft, Move, Page, Revision, Wiki
from sites.world_data.brands import brands

FOUNDED = datetime(2021, 3, 1, 9, 0, tzinfo=UTC)
FOLDOC = Path("/srv/seed/foldoc")
"""Where the image has the files of Debian's dict-foldoc."""

REDIRECTS = {
    "Lake Tollense": "Tollensesee",
    "Tollense Lake": "Tollensesee",
    "Lake Müritz": "Müritz",
    "Muritz": "Müritz",
    "USA": "United States",
    "UK": "United Kingdom",
    "Great Britain": "United Kingdom",
    "Holland": "Netherlands",
    "FOLDOC": "Free On-line Dictionary of Computing",
    "Waren (Müritz)": "Waren",
    "City of four gates": "Neubrandenburg",
    "Four Gates": "Neubrandenburg",
    "Northern Railway": "Berlin Northern Railway",
    "Turkey": "Türkiye",
    "Peene Lake": "Kummerower See",
    "Lakeland": "Lakeland district",
    "Regatta": "Tollense Lake Regatta",
    "Town library": "Regionalbibliothek Neubrandenburg",
    "Stargard": "Burg Stargard",
    "Feldberg lakes": "Feldberg",
    "Streets of Neubrandenburg": "List of streets in Neubrandenburg",
}
MOVED = (
    "Kölpinsee",
    "Fleesensee",
    "Breiter Luzin",
    "Carwitzer See",
    "Zierker See",
    "Woblitzsee",
    "Stolpsee",
    "Unteruckersee",
    "Malchiner See",
    "Krakower See",
)
"""Lakes whose articles had an English title at first."""


def generate(seed: int, scale: float = 1.0, foldoc: Path = FOLDOC) -> Wiki:
    """Everything, from one number.

    Args:
        seed: the world's number.
        scale: which share of the streets, places, people, products, cities and terms it has; more than 1 is no more
            than 1, since there are no more places and countries.
        foldoc: the folder of the dictionary of computing; an encyclopedia without it has no articles on computing.
    """
    world = Chance(seed, share=scale)
    known, biographies = people.people(world)
    members, club_drafts = clubs.clubs(world, known)
    drafts = [
        *towns.towns(world, known),
        *towns.abroad(world),
        *waters.lakes(world),
        *waters.rivers(world),
        *railways.railways(world),
        *railways.stations(world),
        *sights.streets(world),
        *sights.sights(world),
        *biographies,
        *club_drafts,
        *chronicles.chronicles(world, known, members),
        *economy.drafts(world),
        *globe.drafts(world),
        *(computing.drafts(world, foldoc) if foldoc.exists() else []),
    ]
    return build(world, drafts)


def sample(seed: int = 1) -> Wiki:
    """Only towns, waters and railways: enough to see that an image works, in a few seconds."""
    world = Chance(seed)
    return build(
        world,
        [*towns.towns(world, []), *waters.lakes(world), *waters.rivers(world), *railways.railways(world)],
    )


def build(world: Chance, drafts: list[Draft]) -> Wiki:
    """A wiki of these articles and of the lists that follow from them."""
    users = community.users(world)
    authors = history.Authors(world, users)
    drafts = distinct(drafts)
    drafts += lists.drafts(world, drafts)
    drafts = distinct(drafts)
    fixed = fixed_pages(world)
    titles = {draft.title for draft in drafts} | {page.title for page in fixed if page.ns == MAIN}
    of_subject: dict[str, list[str]] = defaultdict(list)
    for draft in drafts:
        resolve(draft, titles)
        of_subject[draft.subject].append(draft.title)
    for page in fixed:
        page.revisions = [replace(one, text=unlink(one.text, titles)) for one in page.revisions]
    held = talk.plan(world, drafts)
    pages, moves = list(fixed), []
    for draft in drafts:
        chance = world.at("page", draft.title)
        others = tuple(chance.order("others", sample_of(chance, of_subject[draft.subject], draft.title)))
        page = Page(MAIN, draft.title, history.write(chance, draft, authors, others=others), draft.subject)
        pages.append(page)
        if draft.title in MOVED:
            moves.append(move(chance, page, authors))
            left = Revision(
                moves[-1].user, moves[-1].date, f"#REDIRECT [[{page.title}]]", comment_of(moves[-1])
            )
            pages.append(Page(MAIN, moves[-1].old, [left]))
        if said := talk.talk(chance, draft, page, authors, others, held[draft.title]):
            pages.append(said)
    pages += redirects(world, {page.title: page for page in pages if page.ns == MAIN}, authors)
    pages += community.user_pages(world, users, authors)
    pages.append(talk.pump(world, authors))
    pages += categories(world, pages, authors)
    protect(pages)
    return Wiki(users, pages, community.watching(world, pages, users), moves)


def sample_of(chance: Chance, titles: list[str], own: str) -> list[str]:
    """A few other articles of a kind: looking at all of them for every edit would take long."""
    start = chance.number("others from", 0, len(titles) - 1)
    return [title for title in (titles[start:] + titles)[:9] if title != own][:8]


def distinct(drafts: list[Draft]) -> list[Draft]:
    """Every title once; who comes second and has another subject gets it in brackets, else is left out."""
    taken: set[str] = set()
    found = []
    for draft in drafts:
        if draft.title in taken:
            draft.title = f"{draft.title} ({draft.subject})"
        if draft.title not in taken:
            taken.add(draft.title)
            found.append(draft)
    return found


def unlink(text: str, titles: set[str]) -> str:
    """Wikitext whose links to articles that there are not have become plain words."""

    def one(found: re.Match[str]) -> str:
        target = found[1]
        return found[0] if target in titles or ":" in target else found[3] or target

    return LINK.sub(one, text)


def resolve(draft: Draft, titles: set[str]) -> None:
    """Leave only links that lead somewhere."""
    draft.lead = [unlink(text, titles) for text in draft.lead]
    draft.sections = [(heading, unlink(body, titles)) for heading, body in draft.sections]
    draft.see_also = [title for title in draft.see_also if title in titles]
    if draft.box:
        draft.box = (draft.box[0], {key: unlink(text, titles) for key, text in draft.box[1].items()})


def fixed_pages(world: Chance) -> list[Page]:
    """Main page, help, templates and the like, all by the founder."""
    moment = FOUNDED
    found = []
    content: list[tuple[int, str, str]] = [
        (MAIN, "Main Page", templates.MAIN_PAGE.replace("{companies}", companies(world))),
        (MAIN, "Free On-line Dictionary of Computing", templates.FOLDOC_ARTICLE),
        (MAIN, "Lakeland district", templates.DISTRICT_ARTICLE),
    ]
    content += [(TEMPLATE, title, text) for title, text in templates.templates().items()]
    content += [(PROJECT, title, text) for title, text in templates.PROJECT_PAGES.items()]
    content += [(HELP, title, text) for title, text in templates.HELP_PAGES.items()]
    for ns, title, text in content:
        moment += timedelta(minutes=3, seconds=17)
        short = text if ns == TEMPLATE else text.split("\n\n")[0]
        found.append(
            Page(
                ns,
                title,
                [Revision("Wiebke Grabow", moment, short, "begun")]
                + (
                    [Revision("Wiebke Grabow", moment + timedelta(days=2), text, "completed")]
                    if short != text
                    else []
                ),
            )
        )
    return found


def companies(world: Chance) -> str:
    """Links to three companies of the lake country, for the main page."""
    german = [brand for brand in brands(world.seed) if brand["country"] == "Germany"]
    return ", ".join(f"[[{name}]]" for name in world.order("main page", map(economy.title_of, german))[:3])


def move(chance: Chance, page: Page, authors: history.Authors) -> Move:
    """Rename a page in its past: it was created under an English title."""
    old = (
        "Lake " + page.title.removesuffix("see").removesuffix("er ").strip()
        if page.title.endswith("see")
        else page.title + " (lake)"
    )
    last = page.revisions[-1]
    moment = last.date + (history.ENDS - last.date) * chance.real("moved", 0.1, 0.9)
    moment = moment.replace(microsecond=0)
    one = Move(
        authors.somebody(chance, "mover", "lake", moment),
        moment,
        old,
        page.title,
        chance.say("[name on the map|as people say|German name, see the pump|agreed at the pump]"),
    )
    page.revisions.append(Revision(one.user, moment, page.text, comment_of(one), True))
    return one


def comment_of(one: Move) -> str:
    """What MediaWiki writes into both histories."""
    return f"{one.user} moved page [[{one.old}]] to [[{one.new}]]: {one.comment}"


def redirects(world: Chance, known: dict[str, Page], authors: history.Authors) -> list[Page]:
    """Other names that lead to articles."""
    found = []
    for name, target in REDIRECTS.items():
        if name in known or target not in known:
            continue
        chance = world.at("redirect", name)
        begun = known[target].revisions[0].date
        moment = (begun + (history.ENDS - begun) * chance.unit("moment")).replace(microsecond=0)
        user = authors.somebody(chance, "author", known[target].subject, moment)
        comment = authors.summary(chance, "comment", "redirect", user, title=target)
        found.append(Page(MAIN, name, [Revision(user, moment, f"#REDIRECT [[{target}]]", comment)]))
    return found


def parents(name: str) -> list[str]:
    """The categories above a category."""
    rules = (
        (r" births$", "People by year of birth"),
        (r" deaths$", "People by year of death"),
        (r"^People from ", "People by place"),
        (r" from the Lakeland district$", "People by occupation"),
        (r"^Cities in ", "Cities by country"),
        (r"^Countries in |^Landlocked|^Capitals$", "Geography"),
        (r"^Towns in ", "Geography"),
        (r"^Places in ", "The lake country"),
        (r"^Companies (of|based|founded)", "Companies"),
        (r"^Products of |\(products\)$", "Products"),
        (r"^Software written in ", "Software of the lake country"),
        (r"clubs in the Lakeland district$|^Sport in |^Seasons of|^Leagues", "Sport"),
        (r"(templates)$", "Maintenance"),
        (r"^Short articles|^Articles |^Disambiguation", "Maintenance"),
        (r"^List", "Lists"),
        (r"Lakeland district$| in the lake country$|^Streets in|^Years in|^Software of", "The lake country"),
        (r"^Help$|^About Findling$", "Maintenance"),
        (r"^(People by |Cities by )", "Contents"),
        (r"^(Geography|The lake country|Companies|Products|Sport|Lists|Maintenance|Computing)$", "Contents"),
    )
    if name == "Contents":
        return []
    for pattern, parent in rules:
        if re.search(pattern, name):
            return [parent]
    return ["Computing"] if name in set(computing.SUBJECTS.values()) else ["Contents"]


def categories(world: Chance, pages: list[Page], authors: history.Authors) -> list[Page]:
    """A page for every category that is used, and for those above them."""
    used: dict[str, datetime] = {}
    wanted = defaultdict(list)
    for page in pages:
        for name in re.findall(r"\[\[Category:([^\]|]+)", page.text):
            used[name] = min(used.get(name, page.revisions[0].date), page.revisions[0].date)
    waiting = list(used)
    while waiting:
        name = waiting.pop()
        for parent in parents(name):
            wanted[name].append(parent)
            if parent not in used:
                waiting.append(parent)
                used[parent] = used[name]
            used[parent] = min(used[parent], used[name])
    found = []
    for name, moment in sorted(used.items()):
        text = f"Pages about: {name[0].lower() + name[1:] if not name[0].isdigit() else name}."
        text += "".join(f"\n\n[[Category:{parent}]]" for parent in wanted[name])
        chance = world.at("category", name)
        moment = (moment + timedelta(minutes=chance.number("minutes", 2, 299))).replace(microsecond=0)
        moment = min(moment, history.ENDS)
        user = authors.somebody(chance, "author", "list", moment, bots=True)
        comment = authors.summary(chance, "comment", "category", user, title=name)
        found.append(Page(CATEGORY, name, [Revision(user, moment, text, comment)]))
    return found


def protect(pages: list[Page]) -> None:
    """Pages that only administrators edit."""
    for page in pages:
        if page.full in (
            "Main Page",
            "Findling:Guidelines",
            "Findling:Privacy policy",
            "Findling:General disclaimer",
            "Germany",
        ):
            page.protected = "sysop"
