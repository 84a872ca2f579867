"""What is to be done in a project, in which order and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sites.gitlab.seed.drafts import Change, Work
from sites.gitlab.seed.families import Flag, fill
from sites.gitlab.seed.life import NEW_YEAR, Life, at_leisure
from sites.gitlab.seed.records import EPOCH

COMMITS_BY_FAME = {1: 23, 2: 34, 3: 52, 4: 88, 5: 185}
REQUEST_SHARE = {1: 0.05, 2: 0.08, 3: 0.12, 4: 0.19, 5: 0.36}
VERBS = ("Answer in the FAQ: {}", "Add to the questions and answers: {}", "FAQ: {}")


def works(life: Life) -> list[Work]:
    """Flags in their order with chores and answers in between; what is left out becomes wishes of ``life``."""
    chance = life.chance.of("flag")
    flags = [one for one in life.family.flags.values() if one.must or chance.share(one.name) < 0.72]
    chosen = {one.name for one in flags}
    flags = [one for one in flags if set(one.needs) <= chosen]
    chosen = {one.name for one in flags}
    life.wishes = [
        one
        for one in life.family.flags.values()
        if one.name not in chosen and set(one.needs) <= chosen and not one.must
    ]
    life.slots["wishes"] = [fill(one.c, life.slots) for one in life.wishes[:4]]
    order = sorted(range(len(flags)), key=lambda n: n + 3.5 * chance.share(f"place {flags[n].name}"))
    made = [flag_work(life, flags[n]) for n in _by_needs(flags, order)]
    for one in life.common.flags.values():
        if one.name == "ignore" or (not life.wishes and one.name == "roadmap"):
            continue
        if one.must or chance.share(one.name) < 0.5:
            _insert(made, min(3, len(made)), flag_work(life, one), chance.share(f"place {one.name}"))
    for index, (asked, _) in enumerate(life.family.faq):
        faq = life.chance.of("faq", asked)
        if faq.share("answered") < 0.75:
            subject = faq.pick(VERBS).format(life.text(asked))
            work = Work(f"faq {asked}", "documentation", [("faq", index)], subject)
            _insert(made, len(made) // 2, work, faq.share("place"))
    return made


def _insert(works: list[Work | None], low: int, work: Work | None, share: float) -> None:
    works.insert(low + int(share * (len(works) + 1 - low)), work)


def _by_needs(flags: Sequence[Flag], order: list[int]) -> list[int]:
    """The order with every flag after those it needs."""
    done: list[int] = []
    waiting = list(order)
    while waiting:
        for n in waiting:
            if all(flags[k].name not in flags[n].needs for k in waiting):
                done.append(n)
                waiting.remove(n)
                break
        else:
            raise ValueError(f"flags need each other: {sorted(flags[n].name for n in waiting)}")
    return done


def flag_work(life: Life, flag: Flag) -> Work:
    """What is to be done for a flag."""
    changes: list[Change] = [("flag", flag.name)]
    if flag.name == "authors":
        changes.append(("author", life.people[life.cast.maintainers[0]][0]))
    subject, tests, docs = (fill(text, life.slots) for text in (flag.c, flag.t, flag.d))
    return Work(f"flag {flag.name}", flag.k, changes, subject, tests, docs, flag.needs)


def moments(life: Life, made: Sequence[Work]) -> list[tuple[datetime, Work | None, bool]]:
    """When each piece of work is done, and whether by a merge request; None stands for work on the data.

    There is so much of the data that the project gets its commits.
    """
    chance = life.chance.of("schedule")
    target = COMMITS_BY_FAME[life.fame] * (0.85 + 0.3 * chance.share("size"))
    rows = max(4, int(target - 2.05 * len(made) - 3)) if life.family.data else 0
    span = (life.end - life.start).total_seconds()
    power = 1.5 if life.fame < 4 else 1.15
    seconds = sorted(chance.share(f"moment {n}") ** power * span for n in range(len(made) + rows))
    seconds = [max(moment, 3600.0 * 20 * (n + 1)) for n, moment in enumerate(seconds)]
    kinds: list[Work | None] = [*made]
    for n in range(rows):
        _insert(kinds, min(2, len(made)), None, chance.share(f"row {n}"))
    share = 0.02 if life.private else REQUEST_SHARE[life.fame]
    found = []
    for n, (moment, work) in enumerate(zip(seconds, kinds, strict=True)):
        thing = chance.of(work.key if work else f"data {n}")
        when = at_leisure(life.start + timedelta(seconds=moment), thing.stream("hour"))
        found.append((when, work, thing.share("request") < share and moment > 86_400 * 12))
    return found


def releases(life: Life, made: int) -> list[datetime]:
    """When versions are released."""
    chance = life.chance.of("releases")
    count = round(made * (0.22 + 0.12 * chance.share("count"))) + (life.fame > 3) * 2
    count = max(1 if life.fame > 1 else 0, count)
    span = (life.end - life.start).total_seconds()
    shares = [(n + 0.8 + 0.4 * chance.share(n)) / (count + 0.6) for n in range(count)]
    return [
        at_leisure(life.start + timedelta(seconds=share * span), chance.stream(n))
        for n, share in enumerate(shares)
    ]


def new_years(life: Life) -> list[tuple[datetime, Work]]:
    """Januaries in which somebody thinks of the copyright."""
    found = []
    for year in range(life.start.year + 1, EPOCH.year + 1):
        chance = life.chance.of("year", year)
        rng = chance.stream("day")
        day = at_leisure(datetime(year, 1, rng.randrange(2, 20), tzinfo=EPOCH.tzinfo), rng)
        if life.start + timedelta(days=45) < day < life.end and rng.random() < 0.75:
            subject = chance.pick(NEW_YEAR).format(year)
            found.append(
                (day, Work(f"year {year}", "chore", [("years", f"{life.start.year}-{year}")], subject))
            )
    return found
