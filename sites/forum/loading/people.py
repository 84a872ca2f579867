"""Who is on the forum, and what they talk about."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime

from sites.forum.loading.deeds import insert
from sites.sitekit.loading import create

PASSWORD = "webarium"  # noqa: S105

OPENNESS = {"open": 0, "moderated": 1, "closed": 2}

SIZES = ("16", "32", "48", "64", "128")


class People:
    """Members, communities and tags."""

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
