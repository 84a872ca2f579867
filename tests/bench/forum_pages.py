"""The forum's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

import re
from typing import Any

from bench.pages import Page

from reset.world import World

SITE = "forum"


def slug(text: str) -> str:
    """What Askbot makes of a title or name in addresses, for plain English ones."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def question_path(world: World, question: int) -> str:
    """The address of a question with its title in it, where the short one leads."""
    return str(world.fetch(SITE, f"/question/{question}/x/", follow=False).headers["Location"])


def pages(world: World) -> list[Page]:
    """The main pages, with numbers looked up in the world's database."""

    def one(sql: str) -> dict[str, Any]:
        return world.query(SITE, sql)[0]

    most = one(
        "SELECT q.id FROM askbot_post q JOIN askbot_post p ON p.thread_id = q.thread_id"
        " WHERE q.post_type = 'question' AND q.deleted = 0 GROUP BY q.id ORDER BY COUNT(*) DESC, q.id LIMIT 1"
    )["id"]
    bare = one(
        "SELECT q.id FROM askbot_post q JOIN askbot_thread t ON t.id = q.thread_id"
        " WHERE q.post_type = 'question' AND t.answer_count = 0 AND q.comment_count = 0 ORDER BY q.id LIMIT 1"
    )["id"]
    edited = one(
        "SELECT post_id AS id FROM askbot_postrevision r JOIN askbot_post p ON p.id = r.post_id WHERE"
        " p.post_type = 'question' GROUP BY post_id ORDER BY COUNT(*) DESC, post_id LIMIT 1"
    )["id"]
    tag = one(
        "SELECT t.name FROM tag t JOIN town_community c ON c.tag_id = t.id ORDER BY t.used_count DESC LIMIT 1"
    )
    emma = one("SELECT id FROM auth_user WHERE username = 'emma'")["id"]
    group = one(
        "SELECT id, name FROM auth_group WHERE name NOT LIKE '\\_personal%%' AND name <> 'everyone'"
        " ORDER BY id LIMIT 1"
    )
    everyone = one("SELECT id FROM auth_group WHERE name = 'everyone'")["id"]
    talk = one(
        f"SELECT conversation_id AS id FROM town_participant WHERE user_id = {emma} ORDER BY id LIMIT 1"
    )["id"]
    badge = one("SELECT id, slug FROM askbot_badgedata ORDER BY awarded_count DESC LIMIT 1")
    profile = f"/users/{emma}/emma/"
    at_tag = f"/questions/scope:all/sort:activity-desc/tags:{tag['name']}/page:1/"
    guest = [
        ("questions", "/questions/"),
        ("questions, page 100", "/questions/scope:all/sort:activity-desc/page:100/"),
        ("questions by votes", "/questions/scope:all/sort:votes-desc/page:1/"),
        ("questions, the oldest", "/questions/scope:all/sort:age-asc/page:1/"),
        ("unanswered questions", "/questions/scope:unanswered/sort:answers-asc/page:1/"),
        ("community", at_tag),
        ("search, one word", "/questions/scope:all/sort:activity-desc/page:1/query:light/"),
        ("search, two words", "/questions/scope:all/sort:votes-desc/page:1/query:bicycle%20lake/"),
        ("search, no hits", "/questions/scope:all/sort:activity-desc/page:1/query:zeppelinflug/"),
        ("questions of a member", f"/questions/scope:all/sort:age-desc/author:{emma}/page:1/"),
        ("longest thread", question_path(world, most)),
        ("longest thread, newest first", question_path(world, most) + "?sort=latest"),
        ("thread without answers", question_path(world, bare)),
        ("revisions", f"/questions/{edited}/revisions/"),
        ("communities", "/communities/"),
        ("tags", "/tags/"),
        ("tags by name", "/tags/?sort=name"),
        ("members", f"/users/by-group/{everyone}/everyone/"),
        ("members by name", f"/users/by-group/{everyone}/everyone/?sort=name"),
        ("members, searched", f"/users/by-group/{everyone}/everyone/?query=em"),
        ("groups", "/groups/"),
        ("group", f"/users/by-group/{group['id']}/{slug(group['name'])}/"),
        ("badges", "/badges/"),
        ("badge", f"/badges/{badge['id']}/{badge['slug']}/"),
        ("profile", profile),
        ("sign in", "/account/signin/"),
        ("register", "/account/signup/"),
        ("help", "/help/"),
        ("API: questions", "/api/v1/questions/"),
        ("API: users", "/api/v1/users/"),
        ("API: question", f"/api/v1/questions/{most}/"),
        ("API: info", "/api/v1/info/"),
    ]
    member = [
        ("questions, logged in", "/questions/"),
        ("followed questions", "/questions/scope:followed/sort:activity-desc/page:1/"),
        ("community, logged in", at_tag),
        ("longest thread, logged in", question_path(world, most)),
        ("ask", "/questions/ask/"),
        ("own profile", profile),
        ("profile: notifications", f"{profile}?sort=inbox"),
        ("profile: reputation", f"{profile}?sort=reputation"),
        ("profile: followed", f"{profile}?sort=favorites"),
        ("profile: activity", f"{profile}?sort=recent"),
        ("profile: votes", f"{profile}?sort=votes"),
        ("profile: e-mail", f"{profile}?sort=email_subscriptions"),
        ("profile: edit", f"/users/{emma}/edit/"),
        ("messages", "/messages/"),
        ("conversation", f"/messages/{talk}/"),
        ("write a message", "/messages/new/"),
        ("requests to join", "/groups/requests/"),
    ]
    moderator = [
        ("longest thread, moderator", question_path(world, most)),
        ("moderation queue", "/moderation-queue/"),
        ("search in posts", "/search-posts/?q=bicycle"),
        ("close a question", f"/questions/close/{bare}"),
        ("moderate a member", f"{profile}?sort=moderation"),
    ]
    return [
        *(Page(name, path) for name, path in guest),
        *(Page(name, path, "emma") for name, path in member),
        *(Page(name, path, "moderator") for name, path in moderator),
    ]
