"""The newspaper's archive: what the issue asks for, and texts that say one thing."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from sites.cms.seed.assemble import make_paper
from sites.cms.seed.records import EPOCH, Paper


@pytest.fixture(scope="module")
def paper() -> Paper:
    return make_paper(20260316)


def test_there_is_as_much_as_promised(paper: Paper) -> None:
    assert len(paper.posts) == 900
    assert len(paper.pages) == 40
    assert len(paper.comments) >= 3000
    assert len(paper.media) == 300
    assert len(paper.categories) == 8
    assert len({post.author for post in paper.posts}) == 14
    assert {post.status for post in paper.posts} == {"publish", "draft", "pending", "future", "trash"}
    assert {comment.state for comment in paper.comments} == {"approved", "pending", "spam", "trash"}


def test_no_slot_or_choice_is_left_open(paper: Paper) -> None:
    texts = [f"{post.title} {post.excerpt} {post.text}" for post in paper.posts]
    texts += [comment.text for comment in paper.comments]
    assert [text for text in texts if re.search(r"[{}\[\]|]", text)] == []


def test_titles_and_addresses_of_public_articles_are_their_own(paper: Paper) -> None:
    titles = Counter(post.title.lower() for post in paper.posts)
    assert [title for title, count in titles.items() if count > 1] == []
    slugs = Counter((post.date.year, post.date.month, post.slug) for post in paper.posts)
    assert [slug for slug, count in slugs.items() if count > 1] == []


def test_nothing_was_written_after_the_epoch_but_scheduled_articles(paper: Paper) -> None:
    assert all((post.date > EPOCH) == (post.status == "future") for post in paper.posts)
    assert max(comment.date for comment in paper.comments) < EPOCH
    assert max(revision.date for post in paper.posts for revision in post.revisions) < EPOCH


def test_comments_follow_what_they_answer(paper: Paper) -> None:
    by_id = {comment.id: comment for comment in paper.comments}
    post = {post.id: post for post in paper.posts}
    for comment in paper.comments:
        assert comment.date >= post[comment.post].date
        if comment.parent:
            assert by_id[comment.parent].post == comment.post
            assert by_id[comment.parent].date <= comment.date


def test_pages_hang_on_pages_and_pictures_exist(paper: Paper) -> None:
    slugs = {page.slug for page in paper.pages}
    assert {page.parent for page in paper.pages} - {""} <= slugs
    numbers = {medium.id for medium in paper.media}
    assert {post.picture for post in paper.posts} - {0} <= numbers


def test_another_seed_makes_another_paper_and_the_same_one_the_same(paper: Paper) -> None:
    again, other = make_paper(20260316), make_paper(7)
    assert [post.text for post in again.posts] == [post.text for post in paper.posts]
    assert [post.text for post in other.posts] != [post.text for post in paper.posts]
