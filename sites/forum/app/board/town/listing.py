"""Lists of threads in a few queries.

With groups switched on, Askbot asks the database about a dozen things for every thread of a list. Here all of
them are asked for the whole page at once and kept on the thread objects, which the templates then read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db.models import Count
from sitekit.patches import replace


@cache
def everyone() -> Any:
    """The group that holds all members; it is made with the database and never changes."""
    from askbot.models.user import Group

    return Group.objects.get(name="everyone")


def group_ids(user: Any) -> list[int]:
    """Ids of the groups a visitor is in; asked once per user object."""
    if user is None or not user.is_authenticated:
        return [everyone().pk]
    found = getattr(user, "_town_groups", None)
    if found is None:
        found = user._town_groups = list(user.group_membership.values_list("group_id", flat=True))
    return found


def get_visible(self: Any, user: Any) -> Any:
    """Threads that one of the visitor's groups may see."""
    from askbot.models.question import ThreadToGroup

    seen = ThreadToGroup.objects.filter(group_id__in=group_ids(user)).values("thread_id")
    return self.filter(pk__in=seen)


def get_for_user(self: Any, user: Any) -> Any:
    """Posts that one of the visitor's groups may see; Askbot joins the groups and compares whole texts."""
    from askbot.models.post import PostToGroup

    seen = PostToGroup.objects.filter(group_id__in=group_ids(user)).values("post_id")
    return self.filter(pk__in=seen)


def primary_groups(users: Sequence[int]) -> dict[int, Any]:
    """The first group that is neither personal nor everyone's, by user id."""
    from askbot.models.user import PERSONAL_GROUP_NAME_PREFIX, Group, GroupMembership

    rows = (
        GroupMembership.objects.filter(user_id__in=users, level=GroupMembership.FULL)
        .exclude(group_id=everyone().pk)
        .exclude(group__name__startswith=PERSONAL_GROUP_NAME_PREFIX)
        .order_by("user_id", "group_id")
        .values_list("user_id", "group_id")
    )
    first: dict[int, int] = {}
    for user, group in rows:
        first.setdefault(user, group)
    groups = Group.objects.in_bulk(set(first.values()))
    return {user: groups[group] for user, group in first.items() if group in groups}


def prepare(self: Any, threads: Sequence[Any], visitor: Any = None) -> None:
    """Load what the summaries of these threads show and keep it on them."""
    from askbot.models.post import Post
    from askbot.models.question import ThreadToGroup
    from django.contrib.auth.models import User

    ids = [thread.pk for thread in threads]
    questions = {
        post.thread_id: post
        for post in Post.objects.filter(post_type="question", thread_id__in=ids).select_related("author")
    }
    people = User.objects.select_related("askbot_profile").in_bulk(
        {thread.last_activity_by_id for thread in threads}
    )
    public = set(
        ThreadToGroup.objects.filter(group=everyone(), thread_id__in=ids).values_list("thread_id", flat=True)
    )
    answers = Post.objects.filter(post_type="answer", deleted=False, thread_id__in=ids)
    if visitor is not None and visitor.is_authenticated:
        answers = answers.filter(groups__in=group_ids(visitor))
    counts = dict(answers.values_list("thread_id").annotate(Count("pk", distinct=True)).order_by())
    for thread in threads:
        thread._question_cache = questions[thread.pk]
        questions[thread.pk].thread = thread
        thread.last_activity_by = people[thread.last_activity_by_id]
        thread._town_private = thread.pk not in public
        thread._town_answers = counts.get(thread.pk, 0)


def is_private(self: Any) -> bool:
    """Whether the thread is hidden from everyone but some groups."""
    known = getattr(self, "_town_private", None)
    if known is None:
        known = self._town_private = not self.groups.filter(pk=everyone().pk).exists()
    return bool(known)


def get_answer_count(self: Any, user: Any = None) -> int:
    """How many answers the visitor may see."""
    known = getattr(self, "_town_answers", None)
    return int(known) if known is not None else self.get_answers(user).count()


def get_primary_group(self: Any) -> Any:
    """The group shown beside a member's name; asked once per user object."""
    if not hasattr(self, "_town_primary_group"):
        self._town_primary_group = primary_groups([self.pk]).get(self.pk)
    return self._town_primary_group


def with_ties_settled(sort: Any, last: str, keyword: bool) -> Any:
    """A method that sorts rows, with a further key for rows that are equal by the first."""

    def settled(self: Any, *args: Any, **more: Any) -> Any:
        if keyword and more.get("order_by"):
            more["order_by"] = [*more["order_by"], last]
        elif not keyword and len(args) == 1 and args[0] in ("-used_count", "-user_tag_usage_count"):
            args = (*args, last)
        return sort(self, *args, **more)

    return settled


def told_apart_by_id(search: Any) -> Any:
    """Askbot's search for a list of threads, whose rows are told apart by their ids.

    Askbot has all nine columns of all rows compared to find those that joins give twice, and joins every
    thread with its question to leave out the deleted ones, which the thread itself knows.
    """

    class Undeleted:
        """The manager, for the one filter that the search begins with."""

        def __init__(self, manager: Any) -> None:
            self._manager = manager

        def __getattr__(self, name: str) -> Any:
            return getattr(self._manager, name)

        def filter(self, *, posts__post_type: str, posts__deleted: bool, **more: Any) -> Any:
            return self._manager.filter(deleted=posts__deleted, **more)

    def found(self: Any, request_user: Any, search_state: Any) -> tuple[Any, dict[str, Any]]:
        rows, told = search(Undeleted(self), request_user, search_state)
        ids = rows.order_by()
        ids.query.distinct = False
        shown = self.filter(pk__in=ids.values("pk"))
        shown.query.extra_order_by = rows.query.extra_order_by
        shown.query.deferred_loading = rows.query.deferred_loading
        return shown, told

    return found


def install() -> None:
    """Put these in place of Askbot's."""
    from askbot.models.post import PostQuerySet
    from askbot.models.question import Thread, ThreadManager, ThreadQuerySet
    from askbot.models.tag import TagQuerySet
    from django.contrib.auth.models import User

    from board.town.search import get_for_query

    settled = with_ties_settled(ThreadQuerySet.extra, "-id", keyword=True)
    replace(ThreadQuerySet, "extra", settled, of="ba87919694ef")
    settled = with_ties_settled(TagQuerySet.order_by, "name", keyword=False)
    replace(TagQuerySet, "order_by", settled, of="050c469ed4bf")
    replace(ThreadQuerySet, "get_visible", get_visible, of="615616ea3980")
    replace(PostQuerySet, "get_for_user", get_for_user, of="5b6955f5d0c2")
    replace(ThreadManager, "get_for_query", get_for_query, of="9711d00c6ed1")
    found = told_apart_by_id(ThreadManager.run_advanced_search)
    replace(ThreadManager, "run_advanced_search", found, of="4ff7b971ff33")
    replace(ThreadManager, "precache_view_data_hack", prepare, of="9c53c2bdf8d1")
    replace(Thread, "is_private", is_private, of="bc7a39f5bab4")
    replace(Thread, "get_answer_count", get_answer_count, of="415733683b66")
    replace(User, "get_primary_group", get_primary_group, of="db395192aade")
