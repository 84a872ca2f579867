"""The forum in a real world: its pages answer, write nothing, and say what the database says."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import UTC
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from bench.forum_pages import SITE, pages, question_path
from bench.pages import Page, cookies

from harness.browser.chromium import Browser, session_cookies
from reset import images
from reset.world import World
from sites.spec import load_site

CSRF = "webariumwebariumwebariumwebarium"


@pytest.fixture(scope="module")
def forum_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"forum-{os.getpid()}") as world:
        yield world


@pytest.fixture
def forum(forum_world: World) -> World:
    """A pristine forum."""
    forum_world.reset()
    return forum_world


@pytest.fixture(scope="module")
def every_page(forum_world: World) -> list[Page]:
    return pages(forum_world)


def look(world: World, path: str, profile: str | None = None) -> str:
    """The text of a page."""
    answer = world.fetch(SITE, path, cookies=cookies(world, SITE, profile))
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def send(world: World, path: str, profile: str, *, ajax: bool = False, **fields: Any) -> Any:
    """Send a form, as a script does if ``ajax``; returns the answer."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Referer": f"http://forum.webarium.test{path}",
        "X-CSRFToken": CSRF,
    }
    if ajax:
        headers["X-Requested-With"] = "XMLHttpRequest"
    return world.fetch(
        SITE,
        path,
        headers,
        method="POST",
        content=urlencode({"csrfmiddlewaretoken": CSRF, **fields}, doseq=True),
        cookies=cookies(world, SITE, profile),
        follow=False,
    )


def one(world: World, sql: str) -> dict[str, Any]:
    """The first row."""
    return world.query(SITE, sql)[0]


def titles(html: str) -> list[str]:
    """Titles of the threads of a list."""
    return [unescape(text) for text in re.findall(r'<h2><a href="/question/[^"]+">([^<]+)</a></h2>', html)]


def total(html: str) -> int:
    """How many questions a list counts."""
    found = re.search(r'<span class="count">(\d+)</span> questions?', html)
    return int(found[1]) if found else 0


def other_post(world: World, kind: str) -> dict[str, Any]:
    """A post of somebody else in a public thread that emma has not voted on."""
    return one(
        world,
        "SELECT p.id, p.author_id, p.thread_id, p.score FROM askbot_post p JOIN askbot_thread t ON"
        f" t.id = p.thread_id WHERE p.post_type = '{kind}' AND t.closed = 0 AND p.author_id <>"
        " (SELECT id FROM auth_user WHERE username = 'emma') AND NOT EXISTS (SELECT 1 FROM vote v"
        " JOIN auth_user u ON u.id = v.user_id WHERE v.voted_post_id = p.id"
        " AND u.username = 'emma') ORDER BY p.id DESC LIMIT 1",
    )


def test_every_page_answers_and_writes_nothing(forum: World, every_page: list[Page]) -> None:
    before = forum.health(SITE)
    for page in every_page:
        answer = forum.fetch(SITE, page.path, cookies=cookies(forum, SITE, page.profile), follow=False)
        assert answer.status_code == 200, f"{page.name} {page.path}: {answer.status_code}"
        assert "sessionid" not in answer.headers.get("Set-Cookie", ""), page.path
    assert forum.clean(SITE), f"a mere view wrote something (state before: {before})"


def test_same_request_gives_the_same_page(forum: World, every_page: list[Page]) -> None:
    for page in every_page[::4]:
        jar = cookies(forum, SITE, page.profile)
        first, second = (forum.fetch(SITE, page.path, cookies=jar).text for _ in range(2))
        assert first == second, page.path


def test_nothing_is_loaded_from_elsewhere(forum: World, every_page: list[Page]) -> None:
    for page in every_page:
        html = look(forum, page.path, page.profile)
        loaded = re.findall(r'<(?:script|img|iframe)\b[^>]*\bsrc="([^"]+)"', html)
        loaded += re.findall(r'<link\b[^>]*rel="(?:stylesheet|shortcut icon)"[^>]*href="([^"]+)"', html)
        loaded += re.findall(r"url\(['\"]?([^)'\"]+)", html)
        assert [url for url in loaded if not url.startswith(("/", "{{"))] == [], page.path


def test_scripts_and_styles_are_there(forum: World, every_page: list[Page]) -> None:
    found: set[str] = set()
    for page in every_page:
        html = look(forum, page.path, page.profile)
        found.update(re.findall(r'<script\b[^>]*\bsrc="([^"]+)"', html))
        found.update(re.findall(r'<link\b[^>]*href="(/m/[^"]+)"', html))
    assert len(found) > 3
    for path in sorted(found):
        assert forum.fetch(SITE, unescape(path)).status_code == 200, path


def test_pages_have_one_heading(forum: World, every_page: list[Page]) -> None:
    for page in every_page:
        if not page.path.startswith("/api/"):
            assert len(re.findall(r"<h1\b", look(forum, page.path, page.profile))) == 1, page.path


def test_counters_are_those_of_the_rows(forum: World) -> None:
    checks = {
        "answers of a thread": "askbot_thread t WHERE t.answer_count <> (SELECT COUNT(*) FROM askbot_post p"
        " WHERE p.thread_id = t.id AND p.post_type = 'answer' AND p.deleted = 0)",
        "points of a post": "askbot_post p LEFT JOIN (SELECT voted_post_id AS id, SUM(vote) AS s FROM vote"
        " GROUP BY 1) v USING (id) WHERE p.score <> COALESCE(v.s, 0)",
        "points of a thread": "askbot_thread t JOIN askbot_post p ON p.thread_id = t.id"
        " AND p.post_type = 'question' WHERE t.score <> p.score",
        "comments of a post": "askbot_post p LEFT JOIN (SELECT parent_id AS id, COUNT(*) AS c"
        " FROM askbot_post WHERE post_type = 'comment' GROUP BY 1) c USING (id)"
        " WHERE p.comment_count <> COALESCE(c.c, 0)",
        "uses of a tag": "tag t WHERE t.used_count <>"
        " (SELECT COUNT(*) FROM askbot_thread_tags x WHERE x.tag_id = t.id)",
        "followers": "askbot_thread t WHERE t.favourite_count <>"
        " (SELECT COUNT(*) FROM favorite_question f WHERE f.thread_id = t.id)",
        "badges": "askbot_badgedata b WHERE b.awarded_count <>"
        " (SELECT COUNT(*) FROM award a WHERE a.badge_id = b.id)",
        "current revision": "askbot_post p JOIN askbot_postrevision r ON r.id = p.current_revision_id"
        " WHERE r.text <> p.text",
        "reputation": "askbot_userprofile u JOIN"
        " (SELECT user_id, MAX(id) AS id FROM repute GROUP BY user_id) l"
        " ON l.user_id = u.auth_user_ptr_id JOIN repute r ON r.id = l.id WHERE r.reputation <> u.reputation",
        "new in the inbox": "askbot_userprofile u LEFT JOIN (SELECT s.user_id AS id, COUNT(*) AS n"
        " FROM askbot_activityauditstatus s JOIN activity a ON a.id = s.activity_id WHERE s.status = 0"
        " AND a.activity_type IN (1, 2, 3, 4, 5, 6, 19, 29) GROUP BY 1) c ON c.id = u.auth_user_ptr_id"
        " WHERE u.new_response_count <> COALESCE(c.n, 0)",
    }
    wrong = {}
    for name, sql in checks.items():
        if count := one(forum, f"SELECT COUNT(*) AS n FROM {sql}")["n"]:
            wrong[name] = count
    assert wrong == {}


def test_search_finds_every_thread_with_the_words(forum: World) -> None:
    html = look(forum, "/questions/scope:all/sort:votes-desc/page:1/query:tollensesee%20bicycle/")
    row = one(
        forum,
        "SELECT COUNT(DISTINCT t.id) AS n FROM askbot_thread t JOIN askbot_post p ON p.thread_id = t.id WHERE"
        " CONCAT(t.title, ' ', t.tagnames) RLIKE '\\\\btollensesee' OR p.text RLIKE '\\\\btollensesee'",
    )
    assert 0 < total(html) <= row["n"]
    assert total(look(forum, "/questions/scope:all/sort:votes-desc/page:1/query:zeppelinflug/")) == 0


def test_lists_are_sorted(forum: World) -> None:
    rows = forum.query(SITE, "SELECT score FROM askbot_thread WHERE deleted = 0 ORDER BY score DESC LIMIT 20")
    html = look(forum, "/questions/scope:all/sort:votes-desc/page:1/")
    shown = [int(text) for text in re.findall(r"<li><b>(-?\d+)</b> votes?</li>", html)]
    assert shown == [row["score"] for row in rows]


def test_answers_with_as_many_votes_have_an_order(forum: World) -> None:
    row = one(
        forum,
        "SELECT a.thread_id AS thread, q.id AS question FROM askbot_post a JOIN askbot_post q"
        " ON q.thread_id = a.thread_id AND q.post_type = 'question'"
        " JOIN askbot_thread t ON t.id = a.thread_id"
        " WHERE a.post_type = 'answer' AND t.accepted_answer_id IS NULL AND NOT t.deleted AND NOT a.deleted"
        " GROUP BY a.thread_id, q.id HAVING COUNT(*) > 3 AND COUNT(DISTINCT a.score) = 2"
        " ORDER BY a.thread_id LIMIT 1",
    )
    answers = forum.query(
        SITE,
        "SELECT id FROM askbot_post WHERE post_type = 'answer' AND NOT deleted"
        f" AND thread_id = {row['thread']} ORDER BY score DESC, id DESC",
    )
    wanted = [answer["id"] for answer in answers]
    html = look(forum, question_path(forum, row["question"]))
    shown = [int(number) for number in re.findall(r'id="js-post-(\d+)"', html)]
    assert [number for number in shown if number in wanted] == wanted  # comments stand between


def test_a_vote_changes_points_and_reputation(forum: World) -> None:
    post = other_post(forum, "answer")
    before = one(
        forum, f"SELECT reputation FROM askbot_userprofile WHERE auth_user_ptr_id = {post['author_id']}"
    )
    answer = send(forum, "/s/vote", "emma", ajax=True, type="5", postId=post["id"])
    assert json.loads(answer.text)["success"] == 1, answer.text
    after = one(
        forum, f"SELECT reputation FROM askbot_userprofile WHERE auth_user_ptr_id = {post['author_id']}"
    )
    assert one(forum, f"SELECT score FROM askbot_post WHERE id = {post['id']}")["score"] == post["score"] + 1
    assert after["reputation"] == before["reputation"] + 10
    changed = forum.changes(SITE)["tables"]
    (vote,) = changed["vote"]["added"]
    assert vote["voted_post_id"] == post["id"]
    assert {"askbot_post", "askbot_userprofile", "repute", "activity"} <= set(changed)


def test_asking_answering_commenting(forum: World) -> None:
    asked = send(
        forum,
        "/questions/ask/",
        "emma",
        title="Where can I lend a cargo bike?",
        text="I have to move a **wardrobe** across the town on Saturday.",
        tags="cycling",
    )
    assert asked.status_code == 302, asked.text[:500]
    (question,) = forum.changes(SITE)["tables"]["askbot_post"]["added"]
    path = asked.headers["Location"]
    assert "<strong>wardrobe</strong>" in look(forum, path)
    answered = send(
        forum, f"/s/questions/{question['id']}/answer/", "moderator", text="The Repair Café has two of them.",
    )  # fmt: skip
    assert answered.status_code == 302
    answer = send(
        forum,
        "/s/post_comments/",
        "emma",
        ajax=True,
        post_id=question["id"],
        post_type="question",
        avatar_size=16,
        comment="Thank you, I will ask there.",
    )
    assert answer.status_code == 200, answer.text
    added = forum.changes(SITE)["tables"]["askbot_post"]["added"]
    assert sorted(row["post_type"] for row in added) == ["answer", "comment", "question"]
    assert "Repair Café has two" in look(forum, path)
    assert titles(look(forum, "/questions/"))[0] == "Where can I lend a cargo bike?"


def test_private_messages(forum: World) -> None:
    sent = send(
        forum,
        "/messages/new/",
        "emma",
        to="henrike",
        subject="The queue",
        text="There is spam in *lighting*.",
    )
    assert sent.status_code == 302
    path = sent.headers["Location"]
    assert "<em>lighting</em>" in look(forum, path, "moderator")
    assert "The queue" in look(forum, "/messages/", "moderator")
    assert forum.fetch(SITE, path, cookies=cookies(forum, SITE, "newcomer")).status_code == 404
    assert send(forum, path, "moderator", action="answer", text="Thank you.").status_code == 302
    changed = forum.changes(SITE)["tables"]
    assert len(changed["town_privatemessage"]["added"]) == 2
    seat = next(row for row in changed["town_participant"]["added"] if row["unread"])
    assert seat["unread"] == 1


def test_communities_are_joined_and_left(forum: World) -> None:
    name = one(
        forum,
        "SELECT t.name FROM tag t JOIN town_community c ON c.tag_id = t.id WHERE t.id NOT IN (SELECT tag_id"
        " FROM askbot_markedtag m JOIN auth_user u ON u.id = m.user_id WHERE u.username = 'kazimierz')"
        " ORDER BY t.id",
    )["name"]
    assert send(forum, f"/communities/{name}/membership/", "newcomer", action="join").status_code == 302
    (row,) = forum.changes(SITE)["tables"]["askbot_markedtag"]["added"]
    assert row["reason"] == "good"
    assert send(forum, f"/communities/{name}/membership/", "newcomer", action="leave").status_code == 302
    assert "askbot_markedtag" not in forum.changes(SITE)["tables"]


def test_who_has_the_points_founds_a_community_under_a_name_and_a_tag_of_its_own(forum: World) -> None:
    there = one(
        forum, "SELECT c.title, g.name FROM town_community c JOIN tag g ON g.id = c.tag_id ORDER BY g.id"
    )
    new = {"title": "Night trains", "tag": "night-trains", "about": "Sleeping from *here* to there."}
    assert send(forum, "/communities/new/", "newcomer", **new).status_code == 403
    for slip, said in (
        ({"title": there["title"].upper()}, "There is a community called"),
        ({"tag": there["name"]}, "is in use already"),
        ({"tag": "Night Trains"}, "small letters and digits"),
        ({"about": " "}, "This field is required"),
    ):
        answer = send(forum, "/communities/new/", "emma", **(new | slip))
        assert answer.status_code == 200
        assert said in answer.text
    assert forum.changes(SITE)["tables"] == {}
    answer = send(forum, "/communities/new/", "emma", **new)
    assert answer.status_code == 302
    page = look(forum, answer.headers["Location"], "emma")
    assert "Sleeping from <em>here</em> to there." in page
    assert "Leave this community" in page
    assert "Night trains" in look(forum, "/communities/")


def test_newcomer_cannot_close_and_member_cannot_moderate(forum: World) -> None:
    (points,) = forum.query(
        SITE,
        "SELECT p.reputation FROM askbot_userprofile p JOIN auth_user u ON u.id = p.auth_user_ptr_id"
        " WHERE u.username = 'kazimierz'",
    )
    assert points["reputation"] < 200, "more than a newcomer has"
    post = other_post(forum, "question")
    send(forum, f"/questions/close/{post['id']}", "newcomer", reason="spam or advertising")
    assert "askbot_thread" not in forum.changes(SITE)["tables"]
    jar = cookies(forum, SITE, "emma")
    assert forum.fetch(SITE, "/moderation-queue/", cookies=jar).status_code == 404
    assert forum.fetch(SITE, "/search-posts/", cookies=jar).status_code == 403


def test_moderator_closes_a_question(forum: World) -> None:
    post = other_post(forum, "question")
    reason = "spam or advertising"
    page = look(forum, f"/questions/close/{post['id']}", "moderator")
    assert reason in page
    assert send(forum, f"/questions/close/{post['id']}", "moderator", reason=reason).status_code == 302
    (row,) = forum.query(
        SITE, f"SELECT closed, close_reason_text FROM askbot_thread WHERE id = {post['thread_id']}"
    )
    assert row == {"closed": 1, "close_reason_text": reason}


def test_moderation_queue_holds_the_flags(forum: World) -> None:
    waiting = forum.query(SITE, "SELECT id FROM activity WHERE activity_type = 14")
    html = look(forum, "/moderation-queue/", "moderator")
    assert len(re.findall(r'class="message-details" data-message-id', html)) == len(waiting) > 0


def test_login_by_name_and_password_only(forum: World) -> None:
    path = "/account/signin/"
    signin = re.search(r'<form id="signin-form".*?</form>', look(forum, path), re.S)
    assert signin
    assert not re.search(r"google|facebook|github|captcha", signin[0], re.I)
    form = {
        "username": "emma",
        "password": "webarium",
        "login_with_password": "Sign in",
        "login_provider_name": "local",
        "password_action": "login",
        "next": "/",
        "csrfmiddlewaretoken": CSRF,
    }
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Referer": f"http://forum.webarium.test{path}",
    }
    answer = forum.fetch(
        SITE,
        path,
        headers,
        method="POST",
        content=urlencode(form),
        cookies={"_csrf": CSRF},
        follow=False,
    )
    assert answer.status_code == 302, answer.text[:300]
    assert "sessionid" in answer.headers["Set-Cookie"]


def test_addresses_follow_the_host_header(forum: World) -> None:
    found = forum.fetch(SITE, "/api/v1/questions/").json()["questions"][0]["url"]
    assert found.startswith("http://forum.webarium.test/question/")


def test_api_dates_are_those_of_the_posts(forum: World) -> None:
    row = one(
        forum,
        "SELECT id, added_at AS at FROM askbot_post WHERE post_type = 'question' ORDER BY id LIMIT 1",
    )
    found = forum.fetch(SITE, f"/api/v1/questions/{row['id']}/").json()
    assert int(found["added_at"]) == int(row["at"].replace(tzinfo=UTC).timestamp())


def test_reset_undoes_all(forum: World) -> None:
    pristine = forum.digest(SITE)
    post = other_post(forum, "question")
    send(forum, "/s/vote", "emma", ajax=True, type="1", postId=post["id"])
    send(forum, "/messages/new/", "emma", to="henrike", subject="Hello", text="Hello there.")
    assert not forum.clean(SITE)
    path = question_path(forum, post["id"])
    changed = look(forum, path)
    forum.reset()
    assert forum.digest(SITE) == pristine
    assert look(forum, path) != changed


def test_an_opened_editor_shows_its_preview_at_once(forum: World) -> None:
    """Not as Askbot's clock of half a second strikes: what is seen would depend on the machine."""
    mine = one(
        forum,
        "SELECT p.id FROM askbot_post p JOIN askbot_thread t ON t.id = p.thread_id JOIN auth_user u ON"
        " u.id = p.author_id WHERE u.username = 'emma' AND p.post_type = 'question' AND p.deleted = 0"
        " AND t.closed = 0 ORDER BY p.id LIMIT 1",
    )["id"]
    path = question_path(forum, mine)
    with Browser(forum.resolver_rules()) as browser:
        context = browser.new_context(session_cookies(SITE, forum.sessions(SITE)["emma"]))
        context.add_init_script("window.setInterval = () => 0")  # what strikes by the clock never does here
        page = context.new_page()
        page.goto(f"http://{SITE}.webarium.test{path}")
        page.locator(f"#js-edit-btn-post-body-{mine}").click()
        preview = page.locator(f"#js-post-body-{mine} .wmd-preview")
        preview.locator("p").first.wait_for()
        text = page.locator(f"#js-post-body-{mine} textarea").input_value()
        assert preview.inner_text().split()[:5] == text.split()[:5]
        context.close()
