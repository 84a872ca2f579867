"""Where Askbot is changed: in one place, and only what a reproducible forum needs."""

from __future__ import annotations

from typing import Any

from sitekit.patches import replace


def apply() -> None:
    """Change Askbot's classes; called once when Django is ready."""
    from board.town import listing, ordering, values

    ordering.install()
    values.install()
    without_records_of_visits()
    with_local_pictures()
    with_group_managers()
    with_losses_below_zero()
    with_quick_profiles()
    listing.install()


def without_records_of_visits() -> None:
    """A look at a question counts nothing, clears nothing and gives no badge."""
    from askbot import signals

    signals.question_visited.disconnect(dispatch_uid="record_question_visit")
    signals.site_visited.disconnect(dispatch_uid="record_user_visit")


def with_local_pictures() -> None:
    """Members without an uploaded picture get one drawn from their name; help is the forum's own."""
    from askbot import const
    from django.contrib.auth.models import User

    from board.town.avatars import address

    def default_picture(self: Any, size: int) -> str:
        return address(self.username)

    replace(User, "get_default_avatar_url", default_picture, of="18f9ba08cfb9")
    const.DEPENDENCY_URLS["noscript"] = "/help/"


def with_group_managers() -> None:
    """Managers of a group count as its moderators, beside the forum's moderators who are members."""
    from askbot.models.user import Group
    from django.contrib.auth.models import User
    from django.db.models import Q

    def get_moderators(self: Any) -> Any:
        moderators = Q(askbot_profile__status__in=("m", "d"), group_membership__group=self)
        return User.objects.filter(moderators | Q(managed_groups__group=self)).distinct()

    replace(Group, "get_moderators", get_moderators, of="963e8fbb14e9")


def with_losses_below_zero() -> None:
    """A loss of reputation is kept as a negative number: Askbot forgets the sign of some and shows a gain."""
    from askbot.models.repute import Repute
    from django.db.models.signals import pre_save

    def mend(sender: Any, instance: Any, **more: Any) -> None:
        instance.negative = -abs(instance.negative)

    pre_save.connect(mend, sender=Repute, weak=False, dispatch_uid="losses_below_zero")


def with_quick_profiles() -> None:
    """The tab of votes asks for what it shows, not for every vote there is."""
    from askbot.views import users

    from board.town.profile import votes

    seen_by_few = users.owner_or_moderator_required(votes)
    replace(users.USER_VIEW_CALL_TABLE, "votes", seen_by_few, of="f8fc4049d780")
