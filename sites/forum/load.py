"""Puts the generated records into the forum's empty database.

Runs once, while the image is built: ``python3 -m sites.forum.load --seed 20260316 --scale 1``. Needs Django
(``DJANGO_SETTINGS_MODULE=board.settings``), empty tables and a running MariaDB. Primary keys are given in the
order of the records, so a seed number names one database exactly.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import django

from sites.forum import history
from sites.forum.loading.deeds import Deeds
from sites.forum.loading.people import People
from sites.forum.loading.posts import Posts
from sites.forum.seed.records import EPOCH, Answer, Comment, Forum, Question
from sites.sitekit.loading import CSRF_TOKEN, bake_sessions, create, keep_given_times


class Loader(People, Posts, Deeds):
    """Loads one ``Forum``; ``run`` calls the steps in the order in which they need each other."""

    def __init__(self, forum: Forum) -> None:
        from django.apps import apps

        self.forum = forum
        self.model: Callable[..., Any] = apps.get_model
        self.user = {user.username: number for number, user in enumerate(forum.users, start=1)}
        self.tag = {tag.name: number for number, tag in enumerate(forum.tags, start=1)}
        self.thread = {question.id: number for number, question in enumerate(forum.questions, start=1)}
        self.origin = history.question_of(forum)
        self.author = {post.id: post.author for post in self.posts()}
        self.date = {post.id: post.date for post in self.posts()}
        self.revision: dict[tuple[int, int], int] = {}
        self.next_post = max(self.author, default=0) + 1
        self.loose: list[tuple[int, str, str, str, datetime]] = []
        self.moderators = [user.username for user in forum.users if user.role == "moderator"]

    def posts(self) -> Iterable[Question | Answer | Comment]:
        """Questions, answers and comments."""
        yield from self.forum.questions
        yield from self.forum.answers
        yield from self.forum.comments

    def run(self) -> None:
        """Load everything, printing the seconds of each step."""
        steps = (
            self.ground,
            self.people,
            self.groups,
            self.tags,
            self.threads,
            self.texts,
            self.visibility,
            self.votes,
            self.reputation,
            self.badges,
            self.activity,
            self.letters,
            self.rejections,
            self.links,
            self.search,
            self.sessions,
        )
        for step in steps:
            start = time.perf_counter()
            step()
            print(f"load: {step.__name__:<12} {time.perf_counter() - start:6.1f} s", flush=True)

    def ground(self) -> None:
        """Site, kinds of content, badges."""
        from askbot.models.badges import BADGES
        from django.contrib.contenttypes.models import ContentType

        Site, Badge = self.model("sites.Site"), self.model("askbot.BadgeData")
        Site.objects.update_or_create(pk=1, defaults={"domain": "forum.webarium.test", "name": "Wiekhaus"})
        create(Badge(pk=number, slug=slug) for number, slug in enumerate(sorted(BADGES), start=1))
        self.badge = {slug: number for number, slug in enumerate(sorted(BADGES), start=1)}
        self.content: dict[str, int] = {
            name: ContentType.objects.get_for_model(self.model(label)).pk
            for name, label in (
                ("post", "askbot.Post"),
                ("revision", "askbot.PostRevision"),
                ("vote", "askbot.Vote"),
                ("favorite", "askbot.FavoriteQuestion"),
                ("award", "askbot.Award"),
                ("group", "askbot.Group"),
                ("user", "auth.User"),
            )
        }

    def search(self) -> None:
        """The full-text indexes."""
        from board.town.search import make_indexes

        make_indexes()

    def sessions(self) -> None:
        """A session that is logged in for every profile."""
        bake_sessions(
            "askbot.deps.django_authopenid.backends.AuthBackend",
            {"_csrf": CSRF_TOKEN, "askbot_visitor": "False"},
        )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20260316)
    parser.add_argument("--scale", type=int, default=1, help="how many times the usual amount")
    parser.add_argument(
        "--sample", action="store_true", help="load the small hand-made forum instead of a generated one"
    )
    options = parser.parse_args()
    start = time.perf_counter()
    if options.sample:
        from sites.forum.sample import make_sample

        forum = make_sample(options.seed)
    else:
        from sites.forum.seed import generate

        forum = generate(options.seed, options.scale)
    print(f"load: generated    {time.perf_counter() - start:6.1f} s", flush=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "board.settings")
    django.setup()
    keep_given_times(EPOCH)
    from django.db import connection, transaction

    with connection.constraint_checks_disabled(), transaction.atomic():
        Loader(forum).run()


if __name__ == "__main__":
    main()
