"""Tabs of a member's profile that Askbot makes of one query for every row."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

SHOWN = 50


def votes(request: Any, user: Any, context: dict[str, Any]) -> HttpResponse:
    """The latest votes on questions and answers, the newest first."""
    from askbot.models import Post, Vote

    found = list(
        Vote.objects.filter(user=user, voted_post__post_type__in=("question", "answer"))
        .select_related("voted_post__thread")
        .order_by("-pk")[:SHOWN]
    )
    threads = {vote.voted_post.thread_id for vote in found}
    questions = dict(
        Post.objects.filter(post_type="question", thread_id__in=threads).values_list("thread_id", "pk")
    )
    for vote in found:
        post = vote.voted_post
        vote.title = post.thread.title
        vote.question_id = questions[post.thread_id]
        vote.answer_id = 0 if post.is_question() else post.pk
    context |= {"active_tab": "users", "tab_name": "votes", "page_title": "profile - votes", "votes": found}
    return render(request, "user_profile/user_votes.html", context)
