"""What others wrote is read within bounds, and what is wrong with it is told with file and line."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.agents.model.prompts import Past, Prompts
from harness.agents.model.settings import PROMPTS, Settings, settings_of
from harness.agents.protocol import TASK_OPTION, Observation, Tab, TaskMessage
from harness.agents.replay import Replay
from harness.authoring.demonstration import Demonstration
from harness.service.drive import serve
from sites import files
from sites.errors import WebariumError

BAD = {
    b"\xff\n": "no UTF-8",
    b"{}\n{\n": ":2: is no JSON",
    b'{"a": NaN}\n': "NaN is no JSON",
    b"{}\n[]\n": ":2: is no JSON object",
    b"[" * 100_000: "nested too deeply",
    b"\0": "NUL",
}


class Session:
    """What a replay is told and tells."""

    def __init__(self) -> None:
        self.task = type("Task", (), {"options": {TASK_OPTION: "a.b.0"}})
        self.said = ""

    def fail(self, message: str) -> None:
        self.said = message


@pytest.mark.parametrize(("content", "words"), BAD.items())
def test_a_trajectory_that_cannot_be_read_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "episodes" / "a.b.0.0" / "trajectory.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    session: Any = Session()
    Replay(tmp_path).run(session)
    assert words in session.said
    assert str(path) in session.said
    with pytest.raises(WebariumError, match="no finished episode") as told:
        Demonstration.read(path.parent)
    assert words in str(told.value)


@pytest.mark.parametrize("evidence", ["{}", "[1]", '[{"kind": "changes"}]', "NaN"])
def test_a_demonstration_with_other_evidence_is_refused(tmp_path: Path, evidence: str) -> None:
    for name, text in (("trajectory.jsonl", ""), ("outcome.json", "{}"), ("evidence.json", evidence)):
        (tmp_path / name).write_text(text)
    if evidence == "{}":  # no check at all: nothing was written
        assert Demonstration.read(tmp_path).changes == {}
        return
    with pytest.raises(WebariumError, match="no finished episode"):
        Demonstration.read(tmp_path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff", "no UTF-8"),
        (b"[]", "not a JSON object"),
        (b"hello", "the line is no JSON"),
        (b'{"do": "dance"}', "'dance' is nothing that can be done"),
        (b"{}", "None is nothing"),
        (b'{"do": NaN}', "NaN is no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"do": "' + b"x" * 3000, "longer than"),
    ],
)
def test_a_bad_request_is_answered_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, line: bytes, words: str
) -> None:
    if b"xxx" in line:
        monkeypatch.setattr("harness.service.drive.LONGEST", 1000)
    driver: Any = type("Driver", (), {"close": lambda self: None})()
    for name in ("tasks", "world", "begin", "clock", "step", "answer", "end"):
        call = lambda select="all": {"there": True}  # noqa: E731
        call.__name__ = name
        setattr(driver, name, call)
    reader = io.TextIOWrapper(io.BytesIO(line + b'\n{"do": "tasks"}\n'))
    writer = io.StringIO()
    serve(driver, reader, writer)
    bad, good = map(json.loads, writer.getvalue().splitlines())
    assert words in bad["error"]
    assert bad["remedy"]
    assert good == {"ok": True, "there": True}


@pytest.mark.parametrize("content", [b"\xff", b"\0", b"x" * (files.MEGABYTE + 1)])
def test_prompts_are_read_within_bounds(tmp_path: Path, content: bytes) -> None:
    for path in PROMPTS.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    again = tmp_path / "again.md"
    again.write_bytes(content)
    with pytest.raises(files.PlaceError, match=r"again\.md"):
        settings_of({"model": "m", "prompts": str(tmp_path)}, {})
    prompts = Prompts(Settings(model="m", prompts=tmp_path))
    with pytest.raises(files.PlaceError, match=r"again\.md"):
        prompts.again("", "")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("step.md", "fine\n{% if %}", r"step\.md:2: is no template"),
        ("again.md", "{{ problem }", r"again\.md:1: is no template"),
        ("examples.yaml", "a: [", r"examples\.yaml:1: not valid YAML"),
        ("examples.yaml", "hello", r"examples\.yaml:1: .*no list"),
        ("examples.yaml", "- task: {}\n  seen: {axtree: a}\n", r"examples\.yaml:1: 0\.action: must be given"),
    ],
)
def test_prompts_are_checked_before_a_world_is_needed(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    for path in PROMPTS.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    assert settings_of({"model": "m", "prompts": str(tmp_path)}, {})["prompts_digest"]
    (tmp_path / name).write_text(content)
    with pytest.raises(WebariumError, match=words):
        settings_of({"model": "m", "prompts": str(tmp_path)}, {})


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of prompts like ours."""
    shutil.copytree(PROMPTS, tmp_path / "own")
    return tmp_path / "own"


def digest(folder: Path, **options: str) -> str:
    return settings_of({"model": "m", "prompts": str(folder)} | options, {})["prompts_digest"]


def test_the_digest_of_prompts_has_the_reward_where_it_is_asked(own: Path) -> None:
    assert digest(own) == digest(PROMPTS)
    assert digest(own, reward="self") == digest(PROMPTS, reward="self") != digest(own)
    (own / "reward.md").unlink()
    assert digest(own, reward="self") == digest(PROMPTS, reward="self"), "ours is asked"
    (own / "reward.md").write_text("How far?")
    assert digest(own, reward="self") != digest(PROMPTS, reward="self")
    assert digest(own) == digest(PROMPTS), "it is not asked"
    (own / "reward.md").write_text("{% if %}")
    with pytest.raises(WebariumError, match=r"reward\.md:1: is no template"):
        digest(own, reward="self")


@pytest.mark.parametrize("name", ["rules.md", "parts/rules.md"])
def test_the_digest_of_prompts_has_what_they_include(own: Path, name: str) -> None:
    (own / name).parent.mkdir(exist_ok=True)
    before = digest(own)
    (own / name).write_text("Be quick.")
    quick = digest(own)
    (own / name).write_text("Be slow.")
    assert len({before, quick, digest(own)}) == 3


def test_a_page_may_have_titles_and_addresses_of_any_length() -> None:
    long = "x" * 100_000
    tabs = [Tab(0, f"http://a.test/{long}", "A", True), Tab(1, f"http://b.test/{long}", f"Tab {long}", False)]
    page = Observation(0, f"http://a.test/{long}", f"Title {long}", tabs=tabs, axtree="[1] RootWebArea")
    prompts, task = Prompts(Settings(model="m")), TaskMessage("5f", "Look", observation_modes=["axtree"])
    for messages in (prompts.messages(task, page, []), prompts.reward(task, page, [Past("{}")])):
        now = messages[-1]["content"]
        assert "Title xxx" in now
        assert "http://a.test/xxx" in now
        assert len(now) < 6000
    assert "1 Tab xxx" in prompts.messages(task, page, [])[-1]["content"]


def test_an_option_that_is_no_json_is_text() -> None:
    found = settings_of({}, {"WEBARIUM_AGENT_PARAMETERS": '{"a": 1}', "WEBARIUM_AGENT_MODEL": "NaN"})
    assert (found["parameters"], found["model"]) == ({"a": 1}, "NaN")
