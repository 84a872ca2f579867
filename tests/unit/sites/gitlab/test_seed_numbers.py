"""Any seed number makes a forge, and a sound one: twenty of them, with a few of the projects."""

from __future__ import annotations

import pytest

from sites.gitlab.seed import forge, generate
from sites.gitlab.seed.records import EPOCH, FIRST_DAY
from sites.world_data import load


def test_twenty_seeds_make_sound_forges(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load("projects")
    chosen = whole["projects"][::16]
    monkeypatch.setattr(forge, "projects_data", lambda: {**whole, "projects": chosen})
    for seed in range(1, 21):
        _check(generate(seed)[0], {one["name"] for one in chosen})


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
        assert all(FIRST_DAY <= date < EPOCH and born[name] < date for name, date in acts), project.full_name
        numbers = sorted((one.number, one.created) for one in (*project.issues, *project.pull_requests))
        assert [date for _, date in numbers] == sorted(date for _, date in numbers)
        assert len({number for number, _ in numbers}) == len(numbers)
        tags = [one.name for one in project.tags]
        assert len(set(tags)) == len(tags)
