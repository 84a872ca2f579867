"""`webarium doctor`: what a machine lacks, and for what."""

from __future__ import annotations

from typing import Any

import pytest

from harness.commands import machine
from reset.backends.docker import parts


def findings(**lacking: str) -> list[dict[str, Any]]:
    names = {need for purpose in machine.PURPOSES for need in purpose.needs}
    return [
        {"what": name, "ok": name not in lacking.values(), "found": "", "remedy": "get it"} for name in names
    ]


def lacks(found: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {one.what.split(";")[0].split(",")[0]: one.lacks(found) for one in machine.PURPOSES}


def test_a_machine_with_everything_can_do_everything() -> None:
    assert set(map(tuple, lacks(findings()).values())) == {()}


def test_without_an_engine_runs_can_still_be_read() -> None:
    found = lacks(findings(a="container engine"))
    assert (found["score"], found["build"], found["eval"]) == ([], ["container engine"], ["container engine"])


def test_only_main_purposes_decide_whether_the_machine_is_fit() -> None:
    def fit(found: list[dict[str, Any]]) -> bool:
        purposes = [{"lacks": one.lacks(found), "main": one.main} for one in machine.PURPOSES]
        return machine.is_fit({"purposes": purposes})

    assert [fit(findings()), fit(findings(a="Node.js")), fit(findings(a="Chromium"))] == [True, True, False]


def test_every_need_is_something_that_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no engine to ask, all but the images is looked for, and the lines say what to do."""
    parts._connected.cache_clear()  # an earlier test may have found one
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    monkeypatch.setenv("WEBARIUM_CHROMIUM", "/nowhere/chromium")
    found = machine.examine()
    looked = {one["what"] for one in found["findings"]}
    needs = {need for purpose in machine.PURPOSES for need in purpose.needs}
    assert needs - looked == {"images"}
    assert not machine.is_fit(found)
    told = "\n".join(machine.lines(found))
    assert "no   build  (lacks: container engine)" in told
    assert "MISSING  Chromium" in told
    assert "WEBARIUM_CHROMIUM" in told
