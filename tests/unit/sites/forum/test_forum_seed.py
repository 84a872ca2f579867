"""The seed of the forum: counts, order in time, rights, facts that agree with shop, map and forge."""

import copy
import re
from collections import Counter, defaultdict
from datetime import timedelta
from itertools import pairwise

import pytest
from other_worlds import SEEDS

from sites.forum.seed import EPOCH, generate
from sites.forum.seed.__main__ import ending
from sites.forum.seed.assemble import FIRST_QUESTIONS
from sites.forum.seed.choices import load_needs
from sites.forum.seed.people import OPENED
from sites.forum.seed.plots import load_communities, phrases
from sites.forum.seed.records import MINIMUM, REPUTATION
from sites.forum.seed.scene import closing_hours, spoken_hours
from sites.forum.seed.scripts import can_say
from sites.forum.seed.talk import remarks
from sites.sitekit.chance import Chance
from sites.sitekit.distinctness import measure, overlap
from sites.world_data import load, personas, places
from sites.world_data.shop.on_sale import load_goods

SEED = 20260316


@pytest.fixture(scope="module")
def forum():
    return generate(SEED)


@pytest.fixture(scope="module")
def users(forum):
    return {user.username: user for user in forum.users}


@pytest.fixture(scope="module")
def posts(forum):
    return {post.id: post for post in (*forum.questions, *forum.answers, *forum.comments)}


# ---- how much ------------------------------------------------------------------------------------
def test_is_as_large_as_a_town_needs(forum):
    assert len(forum.users) >= 600
    assert len(forum.communities) >= 25
    assert len(forum.questions) >= 4000
    assert len(forum.answers) >= 9000
    assert len(forum.comments) >= 15000
    assert len(forum.votes) >= 60000


def test_communities_explain_themselves_and_are_lively(forum):
    for tag in forum.communities:
        assert len(tag.wiki) > 100, tag.name
        assert tag.used > 40, tag.name


def test_plots_are_many_and_none_prevails(forum):
    plots = Counter(question.plot for question in forum.questions)
    assert len(plots) > 300
    assert max(plots.values()) <= 20


def test_titles_differ(forum):
    titles = Counter(question.title.lower() for question in forum.questions)
    assert [title for title, count in titles.items() if count > 1] == []


def test_nobody_answers_twice_with_the_same_words(forum):
    said = Counter((answer.author, answer.text) for answer in forum.answers)
    assert sum(count - 1 for count in said.values()) < 10


def test_neighbouring_threads_of_a_community_have_other_plots(forum):
    recent = defaultdict(list)
    for question in forum.questions:
        community = question.tags[0]
        if not question.plot.startswith("unwanted/"):
            assert question.plot not in recent[community][-2:] or question.plot in FIRST_QUESTIONS
            recent[community].append(question.plot)


# ---- order in time -------------------------------------------------------------------------------
def test_ids_follow_dates(forum, posts):
    in_order = [posts[number] for number in sorted(posts)]
    assert sorted(posts) == list(range(1, len(posts) + 1))
    assert all(one.date <= two.date for one, two in pairwise(in_order))


def test_everything_happens_between_opening_and_epoch(forum, posts):
    for post in posts.values():
        assert OPENED < post.date < EPOCH
    for question in forum.questions:
        assert question.date <= question.last_activity < EPOCH
        assert question.accepted_at is None or question.accepted_at < EPOCH
        assert question.closed is None or question.date < question.closed.date < EPOCH
    for thing in (*forum.votes, *forum.follows, *forum.badges, *forum.flags, *forum.messages):
        assert OPENED < thing.date < EPOCH
    for user in forum.users:
        assert user.date_joined < user.last_seen < EPOCH


def test_what_answers_comes_later(forum, posts):
    for answer in forum.answers:
        assert posts[answer.question].date < answer.date
    for comment in forum.comments:
        assert posts[comment.post].date < comment.date
    for vote in forum.votes:
        assert posts[vote.post].date < vote.date
    for flag in forum.flags:
        assert posts[flag.post].date < flag.date


def test_people_join_before_they_do_anything(forum, posts, users):
    for post in posts.values():
        assert users[post.author].date_joined < post.date
        assert post.date <= users[post.author].last_seen
    for vote in forum.votes:
        assert users[vote.user].date_joined < vote.date <= users[vote.user].last_seen
    for group in forum.groups:
        for name, date in (*group.members, *group.waiting):
            assert users[name].date_joined < date < EPOCH
    for message in forum.messages:
        assert all(users[name].date_joined < message.date for name in (message.sender, *message.recipients))
    for badge in forum.badges:
        assert users[badge.user].date_joined <= badge.date


# ---- rights and points ---------------------------------------------------------------------------
def test_scores_are_sums_of_votes_of_others(forum, posts):
    sums = Counter()
    seen = set()
    for vote in forum.votes:
        assert vote.user != posts[vote.post].author
        assert (vote.user, vote.post) not in seen
        seen.add((vote.user, vote.post))
        sums[vote.post] += vote.value
    assert all(post.score == sums[number] for number, post in posts.items())


def test_reputation_follows_from_votes_and_allowed_them(forum, posts, users):
    comments = {comment.id for comment in forum.comments}
    events = [(vote.date, 1, vote) for vote in forum.votes]
    events += [(one.accepted_at, 0, one) for one in forum.questions if one.accepted_at]
    events.sort(key=lambda event: event[0])
    points = dict.fromkeys(users, REPUTATION["start"])
    today = Counter()

    def credit(user, change):
        points[user] = max(REPUTATION["start"], points[user] + change)

    for date, is_vote, thing in events:
        if not is_vote:
            answerer = posts[thing.accepted].author
            if answerer != thing.author:
                credit(answerer, REPUTATION["accepted"])
                credit(thing.author, REPUTATION["accepting"])
            continue
        need = MINIMUM["upvote" if thing.value > 0 else "downvote"]
        assert users[thing.user].role == "moderator" or points[thing.user] >= need
        if thing.post in comments:
            assert thing.value == 1
            continue
        author = posts[thing.post].author
        if thing.value > 0:
            gain = min(REPUTATION["upvoted"], REPUTATION["daily"] - today[author, date.date()])
            today[author, date.date()] += gain
            credit(author, gain)
        else:
            credit(author, REPUTATION["downvoted"])
            credit(thing.user, REPUTATION["downvoting"])
    # Votes of the same second may be counted in either order, which matters only at the lowest score.
    differing = [name for name, user in users.items() if abs(user.reputation - points[name]) > 4]
    assert differing == []


def test_scores_are_heavy_tailed(forum):
    scores = sorted(answer.score for answer in forum.answers)
    middle, top = scores[len(scores) // 2], scores[-len(scores) // 100]
    assert 1 <= middle <= 4
    assert top >= 5 * middle


def test_an_accepted_answer_belongs_to_its_question_and_is_one(forum, posts):
    accepted = {question.accepted: question for question in forum.questions if question.accepted}
    assert {answer.id for answer in forum.answers if answer.accepted} == set(accepted)
    for number, question in accepted.items():
        assert posts[number].question == question.id
        assert posts[number].date < question.accepted_at
    assert 0.4 < len(accepted) / len(forum.questions) < 0.7


def test_closed_questions_name_a_moderator_and_an_older_twin(forum, posts, users):
    closed = [question for question in forum.questions if question.closed]
    assert {"duplicate", "off_topic", "spam", "subjective"} <= {one.closed.reason for one in closed}
    for question in closed:
        assert users[question.closed.by].role == "moderator"
        assert (question.closed.duplicate_of is not None) == (question.closed.reason == "duplicate")
        if question.closed.duplicate_of:
            assert posts[question.closed.duplicate_of].date < question.date


def test_revisions_end_with_what_is_shown(forum):
    edited = [post for post in (*forum.questions, *forum.answers) if post.revisions]
    assert len(edited) > 200
    for post in edited:
        first, last = post.revisions[0], post.revisions[-1]
        assert (first.author, first.date) == (post.author, post.date)
        assert last.text == post.text
        assert [one.number for one in post.revisions] == list(range(1, len(post.revisions) + 1))
        dates = [one.date for one in post.revisions]
        assert dates == sorted(dates)
        assert (first.text, first.title, first.tags) != (last.text, last.title, last.tags)
    for question in forum.questions:
        if question.revisions:
            assert question.revisions[-1].title == question.title
            assert question.revisions[-1].tags == question.tags


def test_some_posts_wait_for_a_moderator(forum):
    assert sum(flag.state == "waiting" for flag in forum.flags) >= 4


# ---- people --------------------------------------------------------------------------------------
def test_personas_are_the_same_people_as_elsewhere(users):
    for key, person in personas().items():
        (user,) = [one for one in users.values() if one.persona == key]
        assert (user.email, user.name) == (person.email, person.name)


def test_emma_is_active_the_moderator_moderates_and_the_newcomer_is_new(forum, users):
    mine = Counter(post.author for post in (*forum.questions, *forum.answers))
    assert mine["emma"] > 150
    assert users["emma"].reputation > 3000
    assert users["henrike"].role == "moderator"
    newcomer = users["kazimierz"]
    assert 1 <= mine["kazimierz"] <= 5
    assert newcomer.reputation < MINIMUM["downvote"]
    assert EPOCH - newcomer.date_joined < timedelta(days=14)


def test_makers_of_programs_have_the_name_they_have_on_the_forge(users):
    for owner in load("projects")["owners"]:
        if "email" in owner:
            assert users[owner["username"]].email == owner["email"]


def test_accounts_are_distinct(forum):
    assert len({user.username for user in forum.users}) == len(forum.users)
    assert len({user.email for user in forum.users}) == len(forum.users)
    for user in forum.users:
        assert re.fullmatch(r"[a-z0-9._-]+", user.username)
        assert user.email.endswith(".example")


def test_people_keep_to_a_few_communities(forum):
    seen = defaultdict(Counter)
    tag_of = {question.id: question.tags[0] for question in forum.questions}
    for answer in forum.answers:
        seen[answer.author][tag_of[answer.question]] += 1
    shares = []
    for counts in seen.values():
        total = sum(counts.values())
        if total >= 20:
            shares.append(sum(count for _, count in counts.most_common(6)) / total)
    assert len(shares) > 50
    assert sum(shares) / len(shares) > 0.7


# ---- facts ---------------------------------------------------------------------------------------
def test_the_shop_sells_what_is_named(forum):
    """Every title of a question that begins with a brand and a line names a product of the catalogue."""
    goods = load_goods(SEED)
    titles = {product.title for products in goods.by_kind.values() for product in products}
    shorts = {title.removesuffix(", single") for title in titles}
    for question in forum.questions:
        if question.plot.startswith("duel/") and " or " in question.title:
            head = question.title.removesuffix("?")
            assert sum(short in head for short in shorts) >= 1, question.title


def test_praised_products_were_in_the_shop_at_the_time(forum):
    goods = load_goods(SEED)
    products = [product for products in goods.by_kind.values() for product in products]
    titles = sorted(product.title for product in products)
    prefixes = {one for one, two in pairwise(titles) if two.startswith(one)}
    by_brand = defaultdict(list)
    for product in products:
        if product.title not in prefixes:
            by_brand[goods.brands[product.brand].name].append(product)
    searches = {one.id: one for one in forum.questions if one.plot.startswith("search/")}
    named = 0
    for answer in forum.answers[::3]:
        question = searches.get(answer.question)
        for brand, made in by_brand.items() if question else ():
            for product in made if brand in answer.text else ():
                if product.title in answer.text:
                    named += 1
                    assert product.date_created < question.date
    assert named > 200


def test_hours_of_pharmacies_are_those_of_the_map(forum):
    hours = {
        place.name: spoken_hours(place.opening_hours) for place in places("pharmacy") if place.opening_hours
    }
    questions = {one.id for one in forum.questions if one.plot.startswith("neubrandenburg/pharmacy-")}
    found = 0
    for answer in forum.answers:
        if answer.question in questions:
            for name, text in hours.items():
                if f"{name}, " in answer.text and "Mon" in answer.text:
                    found += 1
                    assert text.lower() in answer.text.lower()
    assert found >= 10


def test_a_question_about_saturday_is_answered_with_a_place_that_is_open():
    late = [
        place for place in places("pharmacy") if closing_hours(place.opening_hours).get("sat_end", 0) >= 15
    ]
    assert {place.name for place in late} >= {"Pluspunkt-Apotheke", "Lindetal-Apotheke"}
    assert "Apotheke am Wall" not in {place.name for place in late}


def test_private_projects_are_never_mentioned(forum):
    private = [row["name"] for row in load("projects")["projects"] if row.get("private")]
    assert private
    texts = "\n".join(post.text for post in (*forum.questions, *forum.answers, *forum.comments))
    assert [name for name in private if name in texts] == []


# ---- language ------------------------------------------------------------------------------------
def test_no_slot_or_mark_is_left_in_a_text(forum):
    for post in (*forum.questions, *forum.answers, *forum.comments):
        assert not re.search(r"[{}|¶]|\[[a-z]| ::|//|  ", re.sub(r"`[^`]*`", "code", post.text)), post.text
        assert post.text.strip() == post.text
        assert post.text
    for question in forum.questions:
        assert not re.search(r"[{}|¶\[\]]|::|//", question.title), question.title


def test_every_line_of_the_data_can_be_said_somewhere():
    for community in load_communities():
        assert len(community.plots) >= 6, community.name
        for plot in community.plots:
            assert plot.titles, plot.key
            assert plot.texts, plot.key
            assert any(answer.worth == "good" for answer in plot.answers), plot.key
            assert plot.mood in remarks(), plot.key
            assert f"after_{plot.mood}" in phrases()
    names = {community.name for community in load_communities()}
    assert {need.community for need in load_needs()} <= names


def test_a_text_without_its_slot_is_not_said():
    assert can_say("see {p}", {"p": "lamp"})
    assert not can_say("see {p2}", {"p": "lamp"})


# ---- seed ----------------------------------------------------------------------------------------
SMALL = 0.05


def test_the_same_seed_gives_the_same_forum():
    assert generate(SEED, SMALL) == generate(SEED, SMALL)


def test_another_seed_gives_another_forum():
    one, two = generate(SEED, SMALL), generate(7, SMALL)
    assert overlap({one.title for one in one.questions}, {one.title for one in two.questions}) < 0.4
    assert overlap([user.name for user in one.users], [user.name for user in two.users]) < 0.4
    assert len(two.users) == len(one.users)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_seed_gives_a_forum_that_holds_together(seed):
    made = generate(seed, SMALL / 2)
    posts = {post.id: post for post in (*made.questions, *made.answers, *made.comments)}
    joined = {user.username: user.date_joined for user in made.users}
    assert len(joined) == len({user.email for user in made.users}) == len(made.users)
    assert len({question.title.lower() for question in made.questions}) == len(made.questions)
    assert sorted(posts) == list(range(1, len(posts) + 1))
    assert all(joined[post.author] < post.date < EPOCH for post in posts.values())
    assert all(posts[answer.question].date < answer.date for answer in made.answers)
    assert all(posts[comment.post].date < comment.date for comment in made.comments)
    assert {persona.name for persona in personas().values()} <= {user.name for user in made.users}
    lengths = Counter(answer.question for answer in made.answers)
    assert sum(count >= 30 for count in lengths.values()) >= 3
    asked = {question.plot for question in made.questions if question.author == "kazimierz"}
    assert asked
    assert asked <= set(FIRST_QUESTIONS)
    (newcomer,) = [user for user in made.users if user.persona == "newcomer"]
    assert MINIMUM["upvote"] <= newcomer.reputation < MINIMUM["downvote"]  # tasks vote as the newcomer


def test_one_more_alternative_changes_only_what_draws_it(monkeypatch):
    before = generate(SEED, SMALL)
    lists = dict(phrases())
    lists["after_fix"] = (*lists["after_fix"], *(f"Sentence {number} is new." for number in range(4)))
    lists["before"] = (*lists["before"], *(f"And so is number {number}." for number in range(4)))
    monkeypatch.setattr("sites.forum.seed.threads.phrases", lambda: lists)
    after = generate(SEED, SMALL)
    assert after.users == before.users
    assert [one.title for one in after.questions] == [one.title for one in before.questions]
    assert after.votes == before.votes
    changed = [new for old, new in zip(before.answers, after.answers, strict=True) if old.text != new.text]
    assert 0 < len(changed) < 0.06 * len(after.answers)


def test_one_more_plot_leaves_most_threads_as_they_are(monkeypatch):
    before = generate(SEED, SMALL)
    communities = copy.deepcopy(load_communities())
    twin = copy.deepcopy(communities[0].plots[0])
    twin.key += "-twin"
    communities[0].plots.append(twin)
    monkeypatch.setattr("sites.forum.seed.assemble.load_communities", lambda _seed: communities)
    after = generate(SEED, SMALL)
    old = {(one.date, one.author, one.title, one.text) for one in before.questions}
    new = {(one.date, one.author, one.title, one.text) for one in after.questions}
    assert len(old & new) > 0.95 * len(old)


def test_one_more_alternative_is_chosen_and_takes_from_all():
    things = list("abcdefgh")
    chances = [Chance("test", number) for number in range(2000)]
    before = [one.pick(things) for one in chances]
    after = [one.pick([*things, "new"]) for one in chances]
    assert all(new in (old, "new") for old, new in zip(before, after, strict=True))
    assert 0.08 < after.count("new") / len(after) < 0.15
    assert min(Counter(before).values()) > 180


# ---- how much the texts differ -------------------------------------------------------------------
def test_some_threads_take_several_pages(forum):
    lengths = Counter(answer.question for answer in forum.answers)
    assert 3 <= sum(30 <= count <= 60 for count in lengths.values()) <= 6
    texts = {answer.text for answer in forum.answers if lengths[answer.question] >= 30}
    assert len(texts) == sum(count for count in lengths.values() if count >= 30)


def test_answers_differ(forum):
    plots = {question.id: question.plot for question in forum.questions}
    ends = Counter((plots[answer.question], ending(answer.text)) for answer in forum.answers)
    assert sum(count for count in ends.values() if count > 1) < 0.3 * len(forum.answers)
    assert measure(answer.text for answer in forum.answers).sentences > 0.4


def test_no_prefix_stands_before_many_titles(forum):
    heads = Counter(" ".join(question.title.split()[:4]) for question in forum.questions)
    assert heads.most_common(1)[0][1] < 0.012 * len(forum.questions)
