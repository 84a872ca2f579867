"""What members did, beside writing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sites.forum import history
from sites.sitekit.loading import create

REJECTIONS = (
    ("Advertising", "Your post praised something for sale. Please keep to questions and answers."),
    ("Not polite", "Please write it again without the harsh words; the matter itself is welcome."),
    ("Not a question", "This board is for questions and answers. Please say what you would like to know."),
    ("Private data", "Your post had an address or a telephone number in it. Please leave those out."),
)


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


class Deeds:
    """What members did: votes, reputation, badges, letters, and the log of all that."""

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
