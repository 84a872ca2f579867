"""Renders the kinds of pages there are: before workers are forked, and while bundles are made."""

from __future__ import annotations

import time

GUEST = (
    "/questions/", "/questions/scope:unanswered/", "/communities/", "/tags/", "/users/", "/groups/",
    "/badges/", "/help/", "/faq/", "/account/signin/", "/account/signup/",
)  # fmt: skip
MEMBER = (
    "/questions/",
    "/questions/ask/",
    "/groups/",
    "/groups/requests/",
    "/messages/",
    "/messages/new/",
    "/account/signin/",
)
MODERATOR = ("/moderation-queue/", "/search-posts/")
PROFILE_TABS = (
    "", "?sort=stats", "?sort=questions", "?sort=answers", "?sort=inbox", "?sort=network",
    "?sort=reputation", "?sort=favorites", "?sort=recent", "?sort=votes", "?sort=email_subscriptions",
    "?sort=manage-account",
)  # fmt: skip


def pages() -> list[tuple[str, str | None]]:
    """Paths of one page of every kind, and who looks at it: a guest, a member or a moderator."""
    from askbot.models import Post, User
    from askbot.models.user import Group
    from django.urls import reverse

    from board.town.models import Participant

    question = Post.objects.filter(post_type="question").order_by("-comment_count", "pk").first()
    answer = Post.objects.filter(post_type="answer").order_by("pk").first()
    group = Group.objects.exclude_personal().order_by("-pk").first()
    member = User.objects.get(username="emma")
    seat = Participant.objects.filter(user=member).order_by("pk").first()
    threads = [question.get_absolute_url(), f"/questions/{question.pk}/revisions/"]
    threads += [f"/answers/{answer.pk}/revisions/"] if answer else []
    profile = member.get_absolute_url()
    found: list[tuple[str, str | None]] = [(path, None) for path in (*GUEST, *threads, profile)]
    found += [(path, "member") for path in (*MEMBER, *threads)]
    found += [(profile + tab, "member") for tab in PROFILE_TABS]
    found += [
        (f"/users/{member.pk}/edit/", "member"),
        (reverse("askbot_avatar_show_list", args=(member.pk,)), "member"),
    ]
    found += [(reverse("edit_answer", args=(answer.pk,)), "moderator")] if answer else []
    found += [(f"/questions/close/{question.pk}", "moderator")]
    found += [(path, "moderator") for path in (*MODERATOR, *threads)]
    found.append((f"{profile}?sort=moderation", "moderator"))
    if group:
        found += [
            (f"/users/by-group/{group.pk}/{group.name.lower()}/", who)
            for who in (None, "member", "moderator")
        ]
    if seat:
        found.append((f"/messages/{seat.conversation_id}/", "member"))
    return found


def warm_up() -> float:
    """Request every fourth of the pages without a server; returns the seconds it took.

    That loads all modules and most templates. Database connections are closed after.
    """
    from django.db import connections

    start = time.perf_counter()
    visit(pages()[::4])
    connections.close_all()
    return time.perf_counter() - start


def visit(wanted: list[tuple[str, str | None]]) -> list[tuple[str, str | None, int]]:
    """Request pages; returns path, who and status of each. Writes no session."""
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.contrib.sessions.models import Session
    from django.test import Client

    from board.town.sessions import SessionStore

    moderator = User.objects.filter(askbot_profile__status="m").order_by("pk").first()
    names = {"member": "emma", "moderator": moderator.username if moderator else "emma"}
    keys = {
        SessionStore(key).get("_auth_user_id"): key
        for key in Session.objects.values_list("session_key", flat=True)
    }
    seen = []
    for path, who in wanted:
        client = Client(HTTP_HOST="127.0.0.1", raise_request_exception=False)
        if who:
            user = User.objects.get(username=names[who])
            client.cookies[settings.SESSION_COOKIE_NAME] = keys[str(user.pk)]
        seen.append((path, who, client.get(path).status_code))
    return seen
