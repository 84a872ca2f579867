"""A forum of a few threads, for trying the loader without waiting for the whole."""

from __future__ import annotations

from datetime import datetime, timedelta

from sites.forum.seed.records import (
    EPOCH,
    Answer,
    Badge,
    Closure,
    Comment,
    Flag,
    Follow,
    Forum,
    Group,
    PrivateMessage,
    Question,
    Revision,
    Tag,
    User,
    Vote,
)


def make_sample(seed: int = 1) -> Forum:
    """Four people, two communities, three questions: answered, a duplicate, and spam with a flag."""

    def day(number: float) -> datetime:
        return EPOCH - timedelta(days=60 - number)

    users = (
        _user(
            "emma",
            "Emma",
            "Lindqvist",
            day(0),
            persona="emma",
            about="Cycles in all weathers.",
            reputation=41,
        ),
        _user("henrike", "Henrike", "Dallmann", day(0), role="moderator", persona="frequent", reputation=211),
        _user("kazimierz", "Kazimierz", "Dąbek", day(50), persona="newcomer"),
        _user("piotr-wilk", "Piotr", "Wilk", day(1), place="Woldegk", website="https://wilk.example"),
    )
    tags = (
        Tag(
            "cycling",
            "Cycling",
            True,
            "Everything on *two wheels*.\n\n* routes\n* gear",
            "henrike",
            day(0),
            2,
        ),
        Tag("lake", "The lake", True, "The Tollensesee and its shores.", "henrike", day(0), 1),
        Tag("bike-light", "Bicycle lights", False, "", "emma", day(2), 1),
    )
    first, edited = (
        "My rear light flickers on cobbles.",
        "My rear light flickers on cobbles. **Batteries are new.**",
    )
    questions = (
        Question(
            1,
            "emma",
            day(2),
            "Rear light flickers on cobbles",
            edited,
            ("cycling", "bike-light"),
            2,
            41,
            day(4),
            "emma",
            accepted=2,
            accepted_at=day(4),
            revisions=(
                Revision(
                    1, "emma", day(2), first, "", "Rear light flickers on cobbles", ("cycling", "bike-light")
                ),
                Revision(
                    2,
                    "emma",
                    day(2.5),
                    edited,
                    "added what I had tried",
                    "Rear light flickers on cobbles",
                    ("cycling", "bike-light"),
                ),
            ),
        ),
        Question(
            4,
            "piotr-wilk",
            day(9),
            "Light goes out on bad roads",
            "As the title says.",
            ("cycling",),
            -1,
            12,
            day(10),
            "henrike",
            closed=Closure("henrike", day(10), "duplicate", 1),
        ),
        Question(
            6, "kazimierz", day(51), "CHEAP WATCHES", "Best prices.", ("lake",), 0, 3, day(51), "kazimierz"
        ),
    )
    answers = (
        Answer(2, 1, "piotr-wilk", day(3), "Bend the contact spring *outwards* a little.", 1, accepted=True),
        Answer(5, 1, "henrike", day(9.5), "A rubber band round the housing helped mine.", 0),
    )
    return Forum(
        seed,
        users,
        tags,
        questions,
        answers,
        (Comment(3, 2, "emma", day(4), "That was it, thank you!", 1),),
        (
            Vote("piotr-wilk", 1, 1, day(2.6)),
            Vote("henrike", 1, 1, day(3)),
            Vote("emma", 2, 1, day(4)),
            Vote("piotr-wilk", 3, 1, day(5)),
            Vote("henrike", 4, -1, day(10)),
        ),
        groups=(
            Group(
                "sunday-riders",
                "Sunday riders",
                "We meet at nine.",
                "moderated",
                day(5),
                ("emma",),
                (("emma", day(5)), ("piotr-wilk", day(6))),
                waiting=(("kazimierz", day(52)),),
            ),
        ),
        follows=(Follow("henrike", 1, day(3)),),
        badges=(Badge("teacher", "piotr-wilk", day(4), 2), Badge("student", "emma", day(2.6), 1)),
        flags=(Flag(6, "emma", day(52), "spam"),),
        messages=(
            PrivateMessage(1, "emma", ("henrike",), day(20), "Shall we ride on Sunday?", "Sunday"),
            PrivateMessage(2, "henrike", ("emma",), day(21), "Gladly!", parent=1, unread_by=("emma",)),
        ),
    )


def _user(username: str, given: str, family: str, joined: datetime, **more: object) -> User:
    email = f"{username}@mailbox.example"
    return User(username, email, given, family, joined, EPOCH - timedelta(hours=3), **more)  # type: ignore[arg-type]
