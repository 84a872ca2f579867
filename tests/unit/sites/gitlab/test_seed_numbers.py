"""Any seed number makes a forge, and a sound one, shown with a few of the projects."""

from __future__ import annotations

from typing import Any

import pytest
from other_worlds import SEEDS

from sites.gitlab.seed import forge, generate
from sites.gitlab.seed.records import DEFAULT_SEED, EPOCH, FIRST_DAY
from sites.sitekit.distinctness import overlap
from sites.world_data.software import software


def few(seed: int) -> dict[str, list[dict[str, Any]]]:
    """The world's software with every sixteenth project."""
    whole = software(seed)
    return {**whole, "projects": whole["projects"][::16]}


def test_other_seeds_make_sound_forges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge, "software", few)
    for seed in SEEDS:
        _check(generate(seed)[0], {one["name"] for one in few(seed)["projects"]})


def _check(made: forge.Forge, names: set[str]) -> None:
    born = {one.username: one.created for one in made.users}
    assert len(born) == len(made.users)
    own = [one for one in made.projects if not one.parent]
    assert {one.name for one in own} == names
    for project in made.projects:
        acts = [(one.author, one.date) for one in project.commits]
        for item in (*project.issues, *project.pull_requests):
            acts.append((item.author, item.created))
            acts += [(one.author, one.date) for one in item.comments]
            assert item.created <= item.updated < EPOCH
            assert not any(mark in item.title + item.text for mark in "«»{}"), item.title
        assert all(FIRST_DAY <= date < EPOCH and born[name] < date for name, date in acts), project.full_name
        numbers = sorted((one.number, one.created) for one in (*project.issues, *project.pull_requests))
        assert [date for _, date in numbers] == sorted(date for _, date in numbers)
        assert len({number for number, _ in numbers}) == len(numbers)
        tags = [one.name for one in project.tags]
        assert len(set(tags)) == len(tags)


def test_more_readers_ask_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge, "software", few)
    usual, large = generate(7)[0], generate(7, 4)[0]
    assert len(large.users) > 1.5 * len(usual.users)
    asked = [sum(len(one.issues) for one in made.projects) for made in (usual, large)]
    assert asked[1] > 1.5 * asked[0]
    _check(large, {one["name"] for one in few(7)["projects"]})


# ---- names ----
def test_the_default_world_has_the_names_of_the_file() -> None:
    assert all(
        one["name"] == one["key"] for kind in ("projects", "groups") for one in software(DEFAULT_SEED)[kind]
    )


def test_worlds_share_few_names() -> None:
    mine, theirs = software(DEFAULT_SEED), software(7)
    for kind, field, most in (
        ("projects", "name", 0.15),
        ("owners", "username", 0.3),
        ("groups", "name", 0.6),
    ):
        assert overlap([one[field] for one in mine[kind]], [one[field] for one in theirs[kind]]) < most
    # Who is logged in is the same person everywhere.
    assert {"emma", "tomasz", "marta"} <= {one["username"] for one in theirs["owners"]}


def test_names_of_a_world_are_unique() -> None:
    for seed in range(60):
        made = software(seed)
        for kind, field in (("projects", "name"), ("groups", "name"), ("owners", "username")):
            names = [one[field] for one in made[kind]]
            assert len(set(names)) == len(names), (seed, kind)
            assert all(name.isascii() and name == name.lower() for name in names)
        mails = [one["email"] for one in made["owners"] if "email" in one]
        assert len(set(mails)) == len(mails)
