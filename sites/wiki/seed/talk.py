"""What is said on talk pages and at the village pump: threads of ``data/talk.txt``, each author in their own voice."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources

import yaml

from sites.wiki.seed.chance import Chance
from sites.wiki.seed.history import ENDS, Authors, at_war
from sites.wiki.seed.prose import needed
from sites.wiki.seed.records import PROJECT, TALK, Draft, Page, Revision
from sites.wiki.seed.region import pools

WEIGHT = {1: 1, 2: 3, 3: 8, 4: 20, 5: 40, 6: 1500}
"""How likely a thread is about an article, by its fame."""
TIMES = 6
"""In so many places a thread of the same kind is held."""
TURN = re.compile(r"([A-D]|SeenBot): (.+)")
FLAVOUR = 0.2
"""Of so many turns the manner of the speaker shows before or after them."""
Turn = tuple[str, datetime, str, int]
Block = tuple[datetime, str, list[Turn]]


@dataclass
class Thread:
    """A heading and its variants, what it fits, who says what."""

    titles: tuple[str, ...]
    subjects: frozenset[str] = frozenset()
    turns: list[tuple[str, str]] = field(default_factory=list)

    @property
    def needs(self) -> set[str]:
        """The values that the thread names."""
        words = " ".join((*self.titles, *(text for _, text in self.turns)))
        return {name for name in needed(words) if name not in {"A_name", "B_name", "C_name", "D_name"}}


@cache
def threads(name: str) -> list[Thread]:
    """The threads of ``data/<name>.txt``."""
    found: list[Thread] = []
    content = resources.files("sites.wiki.seed").joinpath(f"data/{name}.txt").read_text(encoding="utf-8")
    for line in content.splitlines():
        if line.startswith("== "):
            found.append(Thread(tuple(part.strip() for part in line[3:].split(" | "))))
        elif line.startswith("for: "):
            found[-1].subjects = frozenset(one.strip() for one in line[5:].split(","))
        elif turn := TURN.fullmatch(line):
            found[-1].turns.append((turn[1], turn[2]))
    return found


@cache
def voices() -> Mapping[str, Mapping[str, list[str]]]:
    """What people of a voice say before and after."""
    text = resources.files("sites.wiki.seed").joinpath("data/voices.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)  # type: ignore[no-any-return]


def signature(user: str, moment: datetime) -> str:
    """What four tildes become."""
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]]) {moment:%H:%M}, {moment.day} {moment:%B %Y} (UTC)"


def spoken(chance: Chance, words: str, voice: str) -> str:
    """A sentence as somebody of this voice says it."""
    manner = voices().get(voice, {"before": [], "after": []})
    lot = chance.unit("flavour")
    if voice == "young" and lot < 0.7:
        words = words[0].lower() + words[1:] if not words.startswith(("I ", "I'")) else words
        words = words.removesuffix(".")
    if lot < FLAVOUR / 2 and manner["before"]:
        return f"{chance.pick('before', manner['before'])} {words}"
    if lot < FLAVOUR and manner["after"]:
        return f"{words} {chance.pick('after', manner['after'])}"
    return words


def hold(
    chance: Chance,
    thread: Thread,
    start: datetime,
    subject: str,
    authors: Authors,
    values: Mapping[str, object],
) -> list[Turn]:
    """Who says what when in a thread, with how far each is indented."""
    said: list[Turn] = []
    cast: dict[str, str] = {}
    moment = start
    for index, (role, words) in enumerate(thread.turns):
        if index:
            pause = (
                chance.number(("pause", index), 3, 90)
                if chance.unit("soon", index) < 0.5
                else chance.number(("long", index), 90, 3100)
            )
            moment += timedelta(minutes=pause, seconds=chance.number(("seconds", index), 0, 59))
        if moment > ENDS:
            break
        if role not in cast:
            named = (
                role
                if role == "SeenBot"
                else authors.somebody(chance, role, subject, moment, tuple(cast.values()))
            )
            cast[role] = named
        for one in "ABCD":  # whoever is addressed before having said anything
            if f"{{{one}_name}}" in words and one not in cast:
                cast[one] = authors.somebody(chance, one, subject, start, tuple(cast.values()))
        names = {f"{one}_name": name for one, name in cast.items()}
        text = chance.at("turn", index).say(words, pools(), **{**names, **values})
        user = cast[role]
        depth = min(index, 6)
        said.append(
            (user, moment, spoken(chance.at("voice", index), text, authors.voices.get(user, "plain")), depth)
        )
    return said


def shared(chance: Chance, thread: Thread, values: dict[str, object]) -> dict[str, object]:
    """The values, with those that a heading draws and its turns say again (``{1904~1938:y}``)."""
    found = dict(values)
    for slot in re.finditer(
        r"\{(\d+)~(\d+):([a-z])\}", " ".join((*thread.titles, *(text for _, text in thread.turns)))
    ):
        found[slot[3]] = chance.number(("shared", slot[3]), int(slot[1]), int(slot[2]))
    for slot in re.finditer(r"\{@([a-z]+):([a-z])\}", " ".join(text for _, text in thread.turns)):
        found[slot[2]] = (
            chance.name("shared", slot[2])
            if slot[1] == "name"
            else chance.pick(("shared", slot[2]), pools()[slot[1]])
        )
    return found


def plain(words: str) -> str:
    """A text whose shared slots are only named: their values are known."""
    return re.sub(r"\{(?:\d+~\d+|@[a-z]+):([a-z])\}", r"{\1}", words)


def fit(thread: Thread, draft: Draft, fighting: bool) -> bool:
    """Whether a thread can be held about an article."""
    if draft.subject == "meaning" or ("war" in thread.subjects) > fighting:
        return False
    able = (
        {"title", "other"}
        | ({"what", "right", "wrong"} if draft.slips else set())
        | ({"heading"} if texts_of(draft) else set())
    )
    return (not thread.subjects or bool({draft.subject, "war"} & thread.subjects)) and thread.needs - set(
        "abcdefghijklmnopqrstuvwxyz"
    ) <= able


def texts_of(draft: Draft) -> list[str]:
    """Headings of the sections that are texts."""
    return [heading for heading, body in draft.sections if len(body) > 60 and "\n" not in body]


def plan(world: Chance, drafts: list[Draft]) -> dict[str, list[Thread]]:
    """Which threads are held about which articles: each in a few places, rather where many write."""
    found: dict[str, list[Thread]] = defaultdict(list)
    fighting = {draft.title for draft in drafts if at_war(world.at("page", draft.title), draft)}
    wars = [thread for thread in threads("talk") if "war" in thread.subjects]
    for draft in drafts:
        if draft.title in fighting:
            found[draft.title].append(wars[world.number(("war", draft.title), 0, len(wars) - 1)])
    for thread in threads("talk"):
        if thread in wars:
            continue
        able = {
            draft.title: WEIGHT[draft.fame] for draft in drafts if fit(thread, draft, draft.title in fighting)
        }
        count = TIMES if len(able) > TIMES * 4 else max(1, len(able) // 5)
        ranked = sorted(
            able,
            key=lambda title: (
                -math.log(max(world.unit("thread", thread.titles[0], title), 1e-12)) / able[title]
            ),
        )
        for title in ranked[:count]:
            found[title].append(thread)
    return found


def talk(
    chance: Chance, draft: Draft, article: Page, authors: Authors, others: tuple[str, ...], held: list[Thread]
) -> Page | None:
    """The talk page of an article, or none.

    Args:
        chance: the article's.
        draft: the article in its parts.
        article: with its history.
        authors: who speaks.
        others: titles of articles of the same kind.
        held: the threads of the page.
    """
    values: dict[str, object] = {
        "title": draft.title,
        "other": chance.pick("compared", others) if others else draft.title,
    }
    blocks: list[Block] = []
    titles: set[str] = set()
    created = article.revisions[0].date + timedelta(hours=3)
    for thread in held:
        part = chance.at("thread", thread.titles[0])
        own = dict(values)
        if texts := texts_of(draft):
            own["heading"] = part.pick("heading", texts)
        if draft.slips:
            what, right, wrong = (
                draft.slips[0] if "war" in thread.subjects else part.pick("figure", draft.slips)
            )
            own |= {"what": what, "right": right, "wrong": wrong}
        own = shared(part, thread, own)
        title = part.say(plain(part.pick("title", thread.titles)), pools(), **own)
        start = created + (ENDS - timedelta(days=9) - created) * part.unit("start")
        if title in titles or start <= created:
            continue
        titles.add(title)
        calm = Thread(thread.titles, thread.subjects, [(who, plain(words)) for who, words in thread.turns])
        blocks.append(
            (start, title, hold(part, calm, start.replace(microsecond=0), draft.subject, authors, own))
        )
    revisions = write_down(chance, sorted(blocks, key=lambda one: one[0]), authors)
    return Page(TALK, draft.title, revisions) if revisions else None


def write_down(
    chance: Chance,
    blocks: list[Block],
    authors: Authors,
    head: str = "",
) -> list[Revision]:
    """The versions of a talk page: each turn is one, in the order of time."""
    turns = sorted(
        (moment, number, index, user, words, depth)
        for number, (_, _, said) in enumerate(blocks)
        for index, (user, moment, words, depth) in enumerate(said)
    )
    text: list[list[str]] = [[] for _ in blocks]
    found: list[Revision] = []
    for moment, number, index, user, words, depth in turns:
        if found and moment <= found[-1].date:
            moment = found[-1].date + timedelta(minutes=1)
        if moment > ENDS:
            break
        title = blocks[number][1]
        text[number].append(f"{':' * depth}{words} {signature(user, moment)}")
        asker = blocks[number][2][0][0]
        comment = "new section" if not index else authors.summary(
            chance, (title, index), "reply", user, title=title, asker=asker
        )  # fmt: skip
        whole = "\n\n".join(
            "\n".join([f"== {blocks[at][1]} ==", *lines]) for at, lines in enumerate(text) if lines
        )
        found.append(Revision(user, moment, f"{head}\n\n{whole}".strip(), f"/* {title} */ {comment}".strip()))
    return found


OPENING = "This is where we talk about everything that belongs to no single article."


def pump(world: Chance, authors: Authors) -> Page:
    """The village pump: where everybody talks."""
    chance = world.at("pump")
    opened = datetime(2021, 4, 3, 10, 12, 40, tzinfo=UTC)
    known = threads("pump")
    step = (datetime(2026, 2, 9, 17, 20, 11, tzinfo=UTC) - opened) / (len(known) - 2)
    blocks = []
    for number, thread in enumerate(known):
        title = thread.titles[0]
        moment = opened + timedelta(days=1) + step * number
        if title == "Fifth anniversary":
            moment = datetime(2026, 2, 9, 17, 20, 11, tzinfo=UTC)
        elif title == "After the anniversary":
            moment = datetime(2026, 3, 2, 8, 41, 5, tzinfo=UTC)
        else:
            moment = min(
                moment + timedelta(hours=chance.number(title, 1, 600)),
                datetime(2026, 2, 7, 12, 0, tzinfo=UTC),
            )
        part = chance.at(title)
        blocks.append((moment, title, hold(part, thread, moment.replace(microsecond=0), "list", authors, {})))
    blocks.sort(key=lambda one: one[0])
    first = Revision("Wiebke Grabow", opened, OPENING, "opened")
    return Page(PROJECT, "Village pump", [first, *write_down(chance, blocks, authors, OPENING)])
