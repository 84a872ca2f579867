"""Questions, answers and comments with all their versions."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import django

from sites.forum.seed.records import Answer, Comment, Question, Revision
from sites.sitekit.loading import create

CLOSED_AS = {
    "duplicate": 1, "off_topic": 2, "subjective": 3, "not_a_question": 4, "answered": 5, "outdated": 6,
    "spam": 8, "localized": 9,
}  # fmt: skip

TEST_NETWORKS = ("192.0.2", "198.51.100", "203.0.113")
"""Addresses for documentation: no machine has them."""


def versions(post: Question | Answer | Comment) -> tuple[Revision, ...]:
    """All versions of a post, from the first to the one it shows."""
    if not isinstance(post, Comment) and post.revisions:
        return post.revisions
    if isinstance(post, Question):
        return (Revision(1, post.author, post.date, post.text, "", post.title, post.tags),)
    return (Revision(1, post.author, post.date, post.text, ""),)


def convert(jobs: Sequence[tuple[int, bool, str]]) -> list[tuple[int, str]]:
    """HTML of some posts: comments are plain text, the rest Markdown."""
    from askbot.utils.markup import markdown_input_converter, plain_text_input_converter

    return [
        (number, plain_text_input_converter(text) if plain else markdown_input_converter(text))
        for number, plain, text in jobs
    ]


class Posts:
    """Threads and everything written in them."""

    def threads(self) -> None:
        """Threads with their counters, tags and followers; posts come with ``texts``."""
        from askbot.const import CLOSE_REASONS

        Thread, Favorite = self.model("askbot.Thread"), self.model("askbot.FavoriteQuestion")
        answers = Counter(answer.question for answer in self.forum.answers)
        follows = Counter(follow.question for follow in self.forum.follows)
        rows, tagged = [], []
        for question in self.forum.questions:
            closed = question.closed
            code = CLOSED_AS[closed.reason] if closed else None
            number = self.thread[question.id]
            rows.append(
                Thread(
                    pk=number,
                    title=question.title,
                    tagnames=" ".join(question.tags),
                    view_count=question.views,
                    favourite_count=follows[question.id],
                    answer_count=answers[question.id],
                    last_activity_at=question.last_activity,
                    last_activity_by_id=self.user[question.last_activity_by],
                    language_code="en",
                    closed=closed is not None,
                    closed_by_id=self.user[closed.by] if closed else None,
                    closed_at=closed.date if closed else None,
                    close_reason=code,
                    close_reason_text=str(dict(CLOSE_REASONS)[code]) if code else "",
                    accepted_answer_id=question.accepted,
                    added_at=question.date,
                    points=question.score,
                )
            )
            tagged += [Thread.tags.through(thread_id=number, tag_id=self.tag[name]) for name in question.tags]
        create(rows)
        create(tagged)
        self.favorite: dict[tuple[str, int], int] = {}
        favorites, followers = [], []
        for number, follow in enumerate(self.forum.follows, start=1):
            self.favorite[follow.user, follow.question] = number
            thread, user = self.thread[follow.question], self.user[follow.user]
            favorites.append(Favorite(pk=number, thread_id=thread, user_id=user, added_at=follow.date))
            followers.append(Thread.followed_by.through(thread_id=thread, user_id=user))
        create(favorites)
        create(followers)

    def texts(self) -> None:
        """Posts and their revisions, with the HTML that Askbot would make of them."""
        Post, Row = self.model("askbot.Post"), self.model("askbot.PostRevision")
        numbered = sorted(
            (revision.date, post.id, revision.number, revision)
            for post in self.posts()
            for revision in versions(post)
        )
        numbered += [
            (moment, number, 1, Revision(1, author, moment, text, ""))
            for number, _kind, text, author, moment in self.loose
        ]
        self.revision = {(post, number): row for row, (_, post, number, _r) in enumerate(numbered, start=1)}
        html = self.converted()
        ups: Counter[int] = Counter(vote.post for vote in self.forum.votes if vote.value > 0)
        downs: Counter[int] = Counter(vote.post for vote in self.forum.votes if vote.value < 0)
        comments = Counter(comment.post for comment in self.forum.comments)
        flags = Counter(flag.post for flag in self.forum.flags if flag.state == "waiting")
        questions = {question.id: question for question in self.forum.questions}
        rows = []
        for post in self.posts():
            shown = html[post.id]
            row = Post(
                pk=post.id,
                post_type=type(post).__name__.lower(),
                thread_id=self.thread[self.origin[post.id]],
                author_id=self.user[post.author],
                added_at=post.date,
                points=ups[post.id] - downs[post.id],
                comment_count=comments[post.id],
                offensive_flag_count=flags[post.id],
                html=shown,
                text=post.text,
                summary=shown,
                language_code="en",
                current_revision_id=self.revision[post.id, len(versions(post))],
            )
            if isinstance(post, Comment):
                row.parent_id = post.post
            else:
                row.vote_up_count, row.vote_down_count = ups[post.id], downs[post.id]
                if post.revisions and post.edited is not None:
                    row.last_edited_at = post.edited
                    row.last_edited_by_id = self.user[post.revisions[-1].author]
            if isinstance(post, Answer) and post.accepted:
                question = questions[post.question]
                row.endorsed = True
                row.endorsed_at = question.accepted_at
                row.endorsed_by_id = self.user[question.author]
            rows.append(row)
        for number, kind, text, author, moment in self.loose:
            rows.append(
                Post(
                    pk=number,
                    post_type=kind,
                    author_id=self.user[author],
                    added_at=moment,
                    wiki=kind == "tag_wiki",
                    wikified_at=moment if kind == "tag_wiki" else None,
                    last_edited_at=moment,
                    last_edited_by_id=self.user[author],
                    html=html[number],
                    text=text,
                    summary=html[number],
                    language_code="en",
                    current_revision_id=self.revision[number, 1],
                )
            )
        create(rows)
        create(
            Row(
                pk=row,
                post_id=post,
                revision=number,
                author_id=self.user[revision.author],
                revised_at=revision.date,
                summary=(revision.summary or ("initial version" if number == 1 else f"No.{number} Revision"))[
                    :300
                ],
                text=revision.text,
                title=revision.title,
                tagnames=" ".join(revision.tags),
                ip_addr=self.address(revision.author),
            )
            for row, (_, post, number, revision) in enumerate(numbered, start=1)
        )

    def address(self, username: str) -> str:
        """The network address of a member."""
        number = self.user[username] - 1
        return f"{TEST_NETWORKS[number // 254 % 3]}.{number % 254 + 1}"

    def converted(self) -> dict[int, str]:
        """HTML of every post; mentions (``@name``) become links."""
        jobs = [(post.id, isinstance(post, Comment), post.text) for post in self.posts()]
        jobs += [(number, False, text) for number, _kind, text, _author, _moment in self.loose]
        parts = [jobs[start : start + 500] for start in range(0, len(jobs), 500)]
        # spawned, not forked: the converter reads settings, and two processes must not share a connection
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(max_workers=2, mp_context=fresh, initializer=django.setup) as pool:
            found = {number: html for part in pool.map(convert, parts) for number, html in part}
        from askbot.utils.markup import mentionize_text

        User = self.model("auth.User")
        everybody = None
        for number, text in found.items():
            if "@" in text:
                everybody = everybody or sorted(User.objects.all(), key=lambda one: -len(one.username))
                named = [user for user in everybody if f"@{user.username}" in text]
                found[number] = mentionize_text(text, named)[1] if named else text
        return found

    def visibility(self) -> None:
        """Every thread and post belongs to everyone and to its author."""
        ThreadTo, PostTo = self.model("askbot.ThreadToGroup"), self.model("askbot.PostToGroup")
        Post = self.model("askbot.Post")
        create(
            ThreadTo(thread_id=self.thread[question.id], group_id=group, visibility=visibility)
            for question in self.forum.questions
            for group, visibility in ((self.personal[question.author], 0), (self.everyone, 1))
        )
        groups: dict[int, dict[int, None]] = {}
        for post in sorted(self.posts(), key=lambda one: one.id):
            if isinstance(post, Comment):
                own = dict(groups[post.post])
            elif isinstance(post, Answer):
                own = dict.fromkeys((self.personal[self.author[post.question]], self.everyone))
            else:
                own = dict.fromkeys((self.personal[post.author], self.everyone))
            own[self.personal[post.author]] = None
            groups[post.id] = own
        for number in Post.objects.filter(thread=None).values_list("pk", flat=True):
            groups[number] = {self.everyone: None}
        create(PostTo(post_id=post, group_id=group) for post, own in groups.items() for group in own)

    def links(self) -> None:
        """Every foreign key must lead somewhere: they are not checked while rows come in."""
        from django.apps import apps
        from django.db import connection

        quote = connection.ops.quote_name
        with connection.cursor() as cursor:
            for model in apps.get_models():
                for field in model._meta.local_concrete_fields:
                    if field.remote_field is None or not field.remote_field.model._meta.managed:
                        continue
                    table, column = quote(model._meta.db_table), quote(field.column)
                    target = quote(field.remote_field.model._meta.db_table)
                    key = quote(field.target_field.column)
                    cursor.execute(
                        f"SELECT COUNT(*) FROM {table} a LEFT JOIN {target} b ON a.{column} = b.{key}"  # noqa: S608
                        f" WHERE a.{column} IS NOT NULL AND b.{key} IS NULL"
                    )
                    (lost,) = cursor.fetchone()
                    if lost:
                        raise SystemExit(f"load: {lost} rows of {table} have a {column} that does not exist")
