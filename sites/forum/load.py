"""Puts the generated records into the forum's empty database.

Runs once, while the image is built: ``python3 -m sites.forum.load --seed 20260316 --scale 1``. Needs Django
(``DJANGO_SETTINGS_MODULE=board.settings``), empty tables and a running MariaDB. Primary keys are given in the
order of the records, so a seed number names one database exactly.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from typing import Any

import django

from sites.forum import history
from sites.forum.seed.records import EPOCH, Answer, Comment, Forum, Question, Revision
from sites.sitekit.loading import CSRF_TOKEN, bake_sessions, create, keep_given_times

PASSWORD = "webarium"  # noqa: S105
CLOSED_AS = {
    "duplicate": 1, "off_topic": 2, "subjective": 3, "not_a_question": 4, "answered": 5, "outdated": 6,
    "spam": 8, "localized": 9,
}  # fmt: skip
OPENNESS = {"open": 0, "moderated": 1, "closed": 2}
REJECTIONS = (
    ("Advertising", "Your post praised something for sale. Please keep to questions and answers."),
    ("Not polite", "Please write it again without the harsh words; the matter itself is welcome."),
    ("Not a question", "This board is for questions and answers. Please say what you would like to know."),
    ("Private data", "Your post had an address or a telephone number in it. Please leave those out."),
)
SIZES = ("16", "32", "48", "64", "128")
TEST_NETWORKS = ("192.0.2", "198.51.100", "203.0.113")
"""Addresses for documentation: no machine has them."""


class Loader:
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

    # ---- ground, people, groups ----------------------------------------------------------------------------
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

    def people(self) -> None:
        """Accounts with their profiles, choices of mail and marked tags' owners."""
        from askbot.models.user import EmailFeedSetting
        from board.town.avatars import address
        from django.conf import settings
        from django.contrib.auth.hashers import make_password

        User, Profile = self.model("auth.User"), self.model("askbot.UserProfile")
        About, Role = self.model("askbot.LocalizedUserProfile"), self.model("askbot.Role")
        password = make_password(PASSWORD, salt="wiekhaus")
        from askbot.conf import settings as askbot_settings

        users, profiles, abouts, feeds, roles = [], [], [], [], []
        for user in self.forum.users:
            number = self.user[user.username]
            users.append(
                User(
                    pk=number,
                    username=user.username,
                    email=user.email,
                    password=password,
                    date_joined=user.date_joined,
                    last_login=user.last_seen,
                )
            )
            picture = address(user.username)
            profiles.append(
                Profile(
                    auth_user_ptr_id=number,
                    avatar_urls=dict.fromkeys(SIZES, picture),
                    avatar_type="n",
                    status="m" if user.role == "moderator" else "a",
                    email_isvalid=True,
                    gravatar=hashlib.md5(user.email.lower().encode(), usedforsecurity=False).hexdigest(),
                    last_seen=user.last_seen,
                    real_name=user.name if user.show_name else "",
                    website=user.website,
                    location=user.place,
                    country=user.country or None,
                    show_country=bool(user.country),
                    languages=settings.LANGUAGE_CODE,
                )
            )
            abouts.append(
                About(pk=number, auth_user_id=number, about=user.about, language_code="en", is_claimed=True)
            )
            feeds += [
                EmailFeedSetting(
                    subscriber_id=number,
                    feed_type=feed,
                    frequency=getattr(
                        askbot_settings, f"DEFAULT_NOTIFICATION_DELIVERY_SCHEDULE_{feed.upper()}"
                    ),
                    added_at=user.date_joined,
                )
                for feed in EmailFeedSetting.FEED_TYPES
            ]
            if user.role == "moderator":
                roles += [Role(user_id=number, role=role) for role in ("recv_feedback", "recv_mod_alerts")]
        create(users)
        create(profiles)
        create(abouts)
        create(feeds)
        create(roles)

    def groups(self) -> None:
        """The group of everyone, one for each member alone, and the groups of the records."""
        Plain, Group = self.model("auth.Group"), self.model("askbot.Group")
        Membership, Manager = self.model("askbot.GroupMembership"), self.model("town.GroupManager")
        In = self.model("auth.User").groups.through
        self.everyone = 1
        self.personal = {name: number + 1 for name, number in self.user.items()}
        first = len(self.user) + 2
        self.group = {group.slug: first + place for place, group in enumerate(self.forum.groups)}
        names = {self.everyone: "everyone"}
        names |= {number: f"_personal_{self.user[name]}" for name, number in self.personal.items()}
        names |= {self.group[group.slug]: group.name.replace(" ", "-") for group in self.forum.groups}
        create(Plain(pk=number, name=name) for number, name in names.items())
        details, memberships, managers = [], [], []
        rights = ("questions", "answers", "comments")
        for number, name in names.items():
            details.append(Group(group_ptr_id=number, name=name, openness=OPENNESS["closed"]))
        for right in rights:
            setattr(details[0], f"can_post_{right}", True)
        details[0].can_upload_images = details[0].can_upload_attachments = True
        for group in self.forum.groups:
            detail = details[self.group[group.slug] - 1]
            detail.openness = OPENNESS[group.openness]
            detail.description_id = self.described(group.description, group.managers[0], group.date)
            managers += [
                Manager(group_id=detail.group_ptr_id, user_id=self.user[name]) for name in group.managers
            ]
        insert(details)
        pairs: list[tuple[int, str, int]] = [(self.everyone, name, 1) for name in self.user]
        pairs += [(number, name, 1) for name, number in self.personal.items()]
        for group in self.forum.groups:
            pairs += [(self.group[group.slug], name, 1) for name, _date in group.members]
            pairs += [(self.group[group.slug], name, 0) for name, _date in group.waiting]
        for group_id, name, level in pairs:
            memberships.append(Membership(group_id=group_id, user_id=self.user[name], level=level))
        create(memberships)
        create(In(user_id=self.user[name], group_id=group_id) for group_id, name, _level in pairs)
        create(managers)

    def described(self, text: str, author: str, moment: datetime, kind: str = "tag_wiki") -> int | None:
        """Keep a text outside of threads for later; returns the id its post will have, None for no text."""
        if not text.strip():
            return None
        number, self.next_post = self.next_post, self.next_post + 1
        self.loose.append((number, kind, text, author, moment))
        return number

    def tags(self) -> None:
        """Tags, their wikis, and who marked them."""
        Tag, Marked = self.model("askbot.Tag"), self.model("askbot.MarkedTag")
        used = Counter(name for question in self.forum.questions for name in question.tags)
        create(
            Tag(
                pk=self.tag[tag.name],
                name=tag.name,
                created_by_id=self.user[tag.creator],
                language_code="en",
                used_count=used[tag.name],
                tag_wiki_id=self.described(tag.wiki, tag.creator, tag.date),
            )
            for tag in self.forum.tags
        )
        Community = self.model("town.Community")
        create(
            Community(tag_id=self.tag[tag.name], title=tag.title) for tag in self.forum.tags if tag.community
        )
        create(
            Marked(tag_id=self.tag[name], user_id=self.user[user.username], reason=reason)
            for user in self.forum.users
            for reason, names in (("good", [name for name, _date in user.marked]), ("bad", user.ignored))
            for name in names
        )

    # ---- threads and posts ---------------------------------------------------------------------------------
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

    # ---- votes, reputation, badges -------------------------------------------------------------------------
    def votes(self) -> None:
        """Votes, by date."""
        Vote = self.model("askbot.Vote")
        create(
            Vote(
                pk=number,
                user_id=self.user[vote.user],
                voted_post_id=vote.post,
                vote=vote.value,
                voted_at=vote.date,
            )
            for number, vote in enumerate(self.forum.votes, start=1)
        )

    def reputation(self) -> None:
        """The history of reputation and what it comes to."""
        Repute, Profile = self.model("askbot.Repute"), self.model("askbot.UserProfile")
        About = self.model("askbot.LocalizedUserProfile")
        entries, total = history.gains(self.forum)
        create(
            Repute(
                pk=number,
                user_id=self.user[gain.user],
                positive=max(gain.points, 0),
                negative=min(gain.points, 0),
                question_id=gain.question,
                language_code="en",
                reputed_at=gain.date,
                reputation_type=gain.kind,
                reputation=gain.after,
            )
            for number, gain in enumerate(entries, start=1)
        )
        wrong = [user.username for user in self.forum.users if user.reputation != total[user.username]]
        if wrong:
            print(
                f"load: the records give {len(wrong)} users another reputation: {', '.join(wrong[:5])}",
                flush=True,
            )
        profiles = [Profile(pk=self.user[name], reputation=points) for name, points in total.items()]
        Profile.objects.bulk_update(profiles, ["reputation"], batch_size=500)
        abouts = [About(pk=self.user[name], reputation=points - 1) for name, points in total.items()]
        About.objects.bulk_update(abouts, ["reputation"], batch_size=500)

    def badges(self) -> None:
        """Badges given, and how many each member and each badge has."""
        from askbot.models.badges import get_badge

        Award, Badge = self.model("askbot.Award"), self.model("askbot.BadgeData")
        Profile = self.model("askbot.UserProfile")
        self.awards = sorted(self.forum.badges, key=lambda badge: badge.date)
        create(
            Award(
                pk=number,
                user_id=self.user[badge.user],
                badge_id=self.badge[badge.slug],
                content_type_id=self.content["post" if badge.post else "user"],
                object_id=badge.post or self.user[badge.user],
                awarded_at=badge.date,
            )
            for number, badge in enumerate(self.awards, start=1)
        )
        given = Counter(badge.slug for badge in self.awards)
        Badge.objects.bulk_update(
            [Badge(pk=self.badge[slug], awarded_count=count) for slug, count in given.items()],
            ["awarded_count"],
        )
        level = {slug: get_badge(slug).level for slug in given}
        names = {1: "gold", 2: "silver", 3: "bronze"}
        held: dict[str, Counter[str]] = defaultdict(Counter)
        for badge in self.awards:
            held[badge.user][names[level[badge.slug]]] += 1
        rows = [Profile(pk=self.user[name], **counts) for name, counts in held.items()]
        Profile.objects.bulk_update(rows, ["gold", "silver", "bronze"], batch_size=500)

    # ---- activity, inboxes ---------------------------------------------------------------------------------
    def activity(self) -> None:
        """Everything that happened, by date, with the members who were told about it."""
        from askbot import const

        Activity, Told = self.model("askbot.Activity"), self.model("askbot.ActivityAuditStatus")
        found: list[tuple[datetime, int, dict[str, Any], Sequence[str], frozenset[str]]] = []
        nobody: frozenset[str] = frozenset()

        def add(
            kind: int,
            user: str,
            moment: datetime,
            content: str,
            object_id: int,
            question: int | None,
            told: Sequence[str] = (),
            unseen: frozenset[str] = nobody,
        ) -> None:
            fields = {
                "activity_type": kind,
                "user_id": self.user[user],
                "active_at": moment,
                "content_type_id": self.content[content],
                "object_id": object_id,
                "question_id": question,
            }
            found.append((moment, len(found), fields, told, unseen))

        for one in history.notices(self.forum):
            row = self.revision[one.post, one.number]
            add(one.kind, one.user, one.date, "revision", row, one.question, one.told, one.unseen)
        for number, vote in enumerate(self.forum.votes, start=1):
            kind = const.TYPE_ACTIVITY_VOTE_UP if vote.value > 0 else const.TYPE_ACTIVITY_VOTE_DOWN
            add(kind, vote.user, vote.date, "vote", number, None)
        for question in self.forum.questions:
            if question.accepted and question.accepted_at:
                told = [name for name in (self.author[question.accepted],) if name != question.author]
                kind, number = const.TYPE_ACTIVITY_MARK_ANSWER, question.id
                add(kind, question.author, question.accepted_at, "post", number, number, told)
        for number, follow in enumerate(self.forum.follows, start=1):
            told = [name for name in (self.author[follow.question],) if name != follow.user]
            add(
                const.TYPE_ACTIVITY_FAVORITE,
                follow.user,
                follow.date,
                "favorite",
                number,
                follow.question,
                told,
            )
        for number, badge in enumerate(self.awards, start=1):
            add(const.TYPE_ACTIVITY_PRIZE, badge.user, badge.date, "award", number, None, [badge.user])
        everybody = frozenset(self.moderators)
        for flag in self.forum.flags:
            if flag.state == "waiting":
                kind, question_id = const.TYPE_ACTIVITY_MARK_OFFENSIVE, self.origin[flag.post]
                add(kind, flag.user, flag.date, "post", flag.post, question_id, self.moderators, everybody)
        for group in self.forum.groups:
            for name, moment in group.waiting:
                kind = const.TYPE_ACTIVITY_ASK_TO_JOIN_GROUP
                told = list(dict.fromkeys(group.managers))
                add(kind, name, moment, "group", self.group[group.slug], None, told, frozenset(told))
        found.sort(key=lambda one: one[:2])
        html = dict(self.model("askbot.Post").objects.values_list("pk", "html"))
        of_revision = {row: post for (post, _number), row in self.revision.items()}
        activities, audits = [], []
        new: Counter[str] = Counter()
        seen: Counter[str] = Counter()
        shown = {*const.RESPONSE_ACTIVITY_TYPES_FOR_DISPLAY, const.TYPE_ACTIVITY_MENTION}
        for number, (_moment, _order, fields, told, unseen) in enumerate(found, start=1):
            if fields["content_type_id"] == self.content["revision"]:
                fields["summary"] = html[of_revision[fields["object_id"]]]
            activities.append(Activity(pk=number, **fields))
            for name in told:
                audits.append(
                    Told(activity_id=number, user_id=self.user[name], status=0 if name in unseen else 1)
                )
                if fields["activity_type"] in shown:
                    (new if name in unseen else seen)[name] += 1
        create(activities)
        create(audits)
        Profile = self.model("askbot.UserProfile")
        rows = [
            Profile(pk=number, new_response_count=new[name], seen_response_count=seen[name])
            for name, number in self.user.items()
        ]
        Profile.objects.bulk_update(rows, ["new_response_count", "seen_response_count"], batch_size=500)

    def letters(self) -> None:
        """Private messages, as conversations."""
        from askbot.utils.markup import markdown_input_converter

        Conversation, Seat = self.model("town.Conversation"), self.model("town.Participant")
        Message = self.model("town.PrivateMessage")
        conversations, seats, rows = {}, {}, []
        root: dict[int, int] = {}
        for letter in sorted(self.forum.messages, key=lambda one: one.id):
            root[letter.id] = first = root[letter.parent] if letter.parent else letter.id
            if letter.parent is None:
                conversations[first] = Conversation(
                    pk=len(conversations) + 1,
                    subject=letter.headline[:200],
                    started_by_id=self.user[letter.sender],
                    started_at=letter.date,
                )
            conversation = conversations[first]
            conversation.last_message_at = letter.date
            for name in (letter.sender, *letter.recipients):
                if (first, name) not in seats:
                    seats[first, name] = Seat(conversation_id=conversation.pk, user_id=self.user[name])
                seats[first, name].unread += name in letter.unread_by
            rows.append(
                Message(
                    pk=letter.id,
                    conversation_id=conversation.pk,
                    sender_id=self.user[letter.sender],
                    text=letter.text,
                    html=markdown_input_converter(letter.text),
                    sent_at=letter.date,
                )
            )
        create(conversations.values())
        create(seats.values())
        create(rows)

    def rejections(self) -> None:
        """Reasons with which moderators decline a post."""
        from askbot.utils.markup import markdown_input_converter

        if not self.moderators:
            return
        Reason, Post = self.model("askbot.PostFlagReason"), self.model("askbot.Post")
        Row = self.model("askbot.PostRevision")
        author = self.user[self.moderators[0]]
        when = min(user.date_joined for user in self.forum.users if user.role == "moderator")
        for title, text in REJECTIONS:
            html = markdown_input_converter(text)
            number, self.next_post = self.next_post, self.next_post + 1
            row = len(self.revision) + 1
            self.revision[number, 1] = row
            common = {"author_id": author, "text": text}
            create([Post(pk=number, post_type="reject_reason", html=html, summary=html, added_at=when,
                         language_code="en", current_revision_id=row, **common)])  # fmt: skip
            create([Row(pk=row, post_id=number, revision=1, revised_at=when, summary="initial version",
                        ip_addr=self.address(self.moderators[0]), **common)])  # fmt: skip
            create([Reason(title=title, added_at=when, author_id=author, details_id=number)])

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


def insert(rows: Sequence[Any]) -> None:
    """Insert rows of a model whose parent's rows are there already."""
    from django.db import connection

    if not rows:
        return
    fields = list(rows[0]._meta.local_concrete_fields)
    names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    table = connection.ops.quote_name(rows[0]._meta.db_table)
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields] for row in rows
    ]
    with connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(fields))
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)  # noqa: S608


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
