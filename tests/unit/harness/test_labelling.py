"""Labels of people, made up: the page that takes them, kappa, and judges compared with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from lxml import html
from recorded import TASK, edit_json, record_run
from standin import Reply, StandIn, says_json, texts
from typer.testing import CliRunner

from evaluators.trajectories.weblinx_text import Action, Box
from harness.commands.cli import app
from harness.jsonio import write_json
from harness.labelling.agreeing import agreement, cohens_kappa
from harness.labelling.judging import Row, _figures, verdicts_of
from harness.labelling.labels import Label, Labels, TurnLabel, add_labels, labels_of, read_labels
from harness.labelling.page import Labelling, taken_actions
from harness.run.models import Step
from harness.run.reader import RunFolder
from sites.errors import WebariumError

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)
GOOD, BAD = f"{TASK}.0", f"{TASK}.1"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Trial 0 passed and trial 1 failed; each has a picture and two elements."""
    folder = record_run(tmp_path / "run")
    for place in (folder / "episodes").iterdir():
        (place / "steps").mkdir()
        (place / "steps" / "000.png").write_bytes(PNG)
        box = {"clickable": True, "visible": True}
        write_json(place / "steps" / "000.json", {
            "3": {"role": "link", "name": "<b>Orders</b>", "box": [0, 0, 100, 20]} | box,
            "4": {"role": "button", "name": "Help", "box": [0, 40, 100, 20]} | box,
        })  # fmt: skip
        (line,) = (place / "trajectory.jsonl").read_text().splitlines()
        step = Step.read(
            json.loads(line) | {"screenshot": "steps/000.png", "elements_file": "steps/000.json"}
        )
        (place / "trajectory.jsonl").write_bytes(step.to_line())
    return folder


@pytest.fixture
def page(run: Path) -> Iterator[Labelling]:
    made = Labelling(RunFolder(run), "ann", 0)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("one", "other", "kappa"),
    [
        ("yyyn", "yyyn", 1.0),
        ("yynn", "ynyn", 0.0),
        # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: (0.7 - 0.5) / (1 - 0.5)
        ("y" * 25 + "n" * 25, "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15, 0.4),
        ("yy", "yy", None),
        ("", "", None),
    ],
)
def test_kappa(one: str, other: str, kappa: float | None) -> None:
    assert cohens_kappa(one, other) == (None if kappa is None else pytest.approx(kappa))


def test_a_person_labels_episodes_on_the_page(page: Labelling, run: Path) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{page.port}", trust_env=False) as client:
        assert f"/label/{GOOD}" in client.get("/").text
        shown = client.get(f"/label/{BAD}").text
        assert "passed" not in shown and "€0.01" in shown, "what was answered, never how it was judged"  # noqa: PT018
        assert client.get(f"/picture/{BAD}/steps/000.png").content == PNG
        assert client.get(f"/picture/{BAD}/../../manifest.json").status_code == 404
        refused = client.post(f"/label/{BAD}", data={"success": "no"})
        assert "a failure has a type of error" in refused.text
        kept = client.post(f"/label/{BAD}", data={"success": "no", "mistake": "navigation", "note": "<i>"})
        assert (kept.status_code, kept.headers["location"]) == (303, f"/label/{GOOD}")
        assert client.post(f"/label/{GOOD}", data={"success": "yes"}).headers["location"] == "/"
        assert "&lt;i&gt;" in client.get(f"/label/{BAD}").text
        assert client.get("/", headers={"host": "evil.example:80"}).status_code == 403
        assert client.post(f"/label/{GOOD}", data={}, headers={"origin": "http://evil"}).status_code == 403
    assert labels_of(run, "ann").episodes == {
        GOOD: Label(success=True), BAD: Label(success=False, mistake="navigation", note="<i>"),
    }  # fmt: skip


def test_a_person_labels_turns(run: Path) -> None:
    page = Labelling(RunFolder(run), "ann", 0, turns=1)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{page.port}", trust_env=False) as client:
            shown = client.get(f"/label/{GOOD}@0").text
            assert "What would you do here?" in shown and "&lt;b&gt;Orders" in shown  # noqa: PT018
            assert "€" not in shown, "what the agent did there is not told"
            client.post(
                f"/label/{GOOD}@0", data={"intent": "click", "element": "[0, 0, 100, 20]", "text": ""}
            )
            bad = client.post(f"/label/{GOOD}@0", data={"intent": "fly", "element": "", "text": ""})
            assert 'role="alert"' in bad.text
    finally:
        page.close()
    assert labels_of(run, "ann").turns == {f"{GOOD}@0": TurnLabel(intent="click", box=(0, 0, 100, 20))}


def test_what_was_filled_in_stays_after_a_mistake(page: Labelling, run: Path) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{page.port}", trust_env=False) as client:
        client.post(f"/label/{GOOD}", data={"success": "yes", "note": "kept before"})
        sent = {"success": "yes", "mistake": "navigation", "note": "it took <long>"}
        shown = html.fromstring(client.post(f"/label/{GOOD}", data=sent).text)
        assert shown.xpath("//input[@checked]/@value") == ["yes", "navigation"]
        assert shown.xpath("string(//textarea)") == "it took <long>"
        empty = html.fromstring(client.post(f"/label/{GOOD}", data={"note": "nothing chosen"}).text)
        assert empty.xpath("//input[@name='success'][@checked]") == []
    turns = Labelling(RunFolder(run), "ann", 0, turns=1)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{turns.port}", trust_env=False) as client:
            sent = {"intent": "say", "element": "[0, 40, 100, 20]", "text": "x" * 2_001}
            shown = html.fromstring(client.post(f"/label/{GOOD}@0", data=sent).text)
            chosen = ["say", "[0, 40, 100, 20]"]
            assert [one.get("value") or one.text for one in shown.xpath("//option[@selected]")] == chosen
            assert shown.xpath("//input[@name='text']/@value") == [sent["text"]]
            odd = client.post(f"/label/{GOOD}@0", data={"intent": "fly", "element": "5"})
            assert odd.status_code == 200
    finally:
        turns.close()


def test_two_pages_of_one_person_keep_each_others_labels(run: Path) -> None:
    episodes, turns = Labelling(RunFolder(run), "ann", 0), Labelling(RunFolder(run), "ann", 0, turns=1)
    again = Labelling(RunFolder(run), "ann", 0)
    try:
        assert episodes.take(GOOD, {"success": "yes"}) is None
        assert turns.take(f"{GOOD}@0", {"intent": "scroll"}) is None
        assert again.take(BAD, {"success": "no", "mistake": "other"}) is None
        assert episodes.take(GOOD, {"success": "yes", "note": "seen twice"}) is None
        kept = labels_of(run, "ann")
        assert kept == episodes.labels
        assert kept == Labels(
            episodes={
                GOOD: Label(success=True, note="seen twice"),
                BAD: Label(success=False, mistake="other"),
            },
            turns={f"{GOOD}@0": TurnLabel(intent="scroll")},
        )
        (run / "labels" / "ann.json").write_text("{")
        assert "ann.json" in (turns.take(f"{GOOD}@0", {"intent": "say"}) or ""), "what is there is not lost"
    finally:
        for page in (episodes, turns, again):
            page.close()


def test_labels_that_are_kept_at_once_are_all_kept(run: Path) -> None:
    def keep(number: int) -> None:
        add_labels(run, "ann", Labels(turns={f"{GOOD}@{number}": TurnLabel(intent="say")}))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(40)))
    assert len(labels_of(run, "ann").turns) == 40
    assert [*read_labels(run)] == ["ann"]


@pytest.mark.parametrize(
    ("stop", "text"),
    [
        ({"answer": 0}, "0"),
        ({"answer": {"total": 3}}, '{"total": 3}'),
        ({"answer": "", "status": "not_achievable", "reason": "not_found"}, "not_achievable: not_found"),
        ({"answer": ""}, None),
    ],
)
def test_what_was_answered_is_told_as_it_was_given(run: Path, stop: dict[str, Any], text: str | None) -> None:
    for place in (run / "episodes").iterdir():
        edit_json(place / "trajectory.jsonl", action={"name": "stop"} | stop)
    assert taken_actions(RunFolder(run))[f"{GOOD}@0"] == Action("say", None, text)
    page = Labelling(RunFolder(run), "ann", 0)
    try:
        shown = html.fromstring(page.render(GOOD)).xpath("//p[starts-with(., 'Answer: ')]")[0].text
        assert (text or page.lines[GOOD].answer) in shown
    finally:
        page.close()


def test_a_run_without_elements_has_no_turns_to_label(run: Path) -> None:
    for place in (run / "episodes").iterdir():
        edit_json(place / "trajectory.jsonl", elements_file=None)
    with pytest.raises(WebariumError, match="leave --turns out"):
        Labelling(RunFolder(run), "ann", 0, turns=1)


def said(**labels: str) -> Labels:
    """``a="ok"`` is a success, any other word the type of error."""
    return Labels(episodes={
        key: Label(success=word == "ok", mistake=None if word == "ok" else word)  # type: ignore[arg-type]
        for key, word in labels.items()
    })  # fmt: skip


def test_judges_are_compared_with_what_most_people_say() -> None:
    people = {
        "ann": said(a="ok", b="navigation", c="ok", d="other"),
        "ben": said(a="ok", b="navigation", c="misunderstanding", d="incomplete_steps"),
        "cy": said(c="ok"),
    }
    found = agreement(people, {"checks": {"a": True, "b": True, "c": False, "e": True}})
    ann_ben = found["people"][0]
    assert (ann_ben["people"], ann_ben["episodes"], ann_ben["agreement"]) == (["ann", "ben"], 4, 0.75)
    assert ann_ben["kappa"] == pytest.approx(0.5), "(0.75 - 0.5) / (1 - 0.5)"
    assert ann_ben["mistakes"] == 2
    assert found["settled"] == {"episodes": 4, "divided": 0, "success_rate": 0.5}
    judge = found["judges"]["checks"]
    assert (judge["episodes"], judge["agreement"]) == (3, pytest.approx(1 / 3))
    assert (judge["wrongly_passed"], judge["wrongly_failed"]) == (["b"], ["c"])
    assert found["mistakes"]["ben"] == {"navigation": 1, "misunderstanding": 1, "incomplete_steps": 1}


def test_actions_at_turns_agree_with_the_closest_other_one() -> None:
    click = TurnLabel(intent="click", box=(0, 0, 100, 20))
    beside = TurnLabel(intent="click", box=(50, 0, 100, 20))
    found = agreement(
        {"ann": Labels(turns={"e@0": click}), "ben": Labels(turns={"e@0": beside})},
        {},
        {"e@0": Action("click", Box(0, 0, 100, 20)), "e@1": Action("click")},
    )["turns"]
    assert found["ann"]["overall"] == 1.0, "the run did the same"
    assert found["ben"]["element_iou"] == pytest.approx(1 / 3), "half of each box is the other's"
    assert found["run"]["turns"] == 1, "a turn that nobody labelled is not compared"


def test_actions_that_differ_do_not_agree() -> None:
    """A wrong intent scores nothing (section 4.2), also where there is no element and no text to compare."""
    click, scroll = TurnLabel(intent="click", box=(0, 0, 100, 20)), TurnLabel(intent="scroll")
    turns = agreement({"ann": Labels(turns={"e@0": click}), "ben": Labels(turns={"e@0": scroll})}, {})[
        "turns"
    ]
    assert [turns[name]["overall"] for name in ("ann", "ben")] == [0.0, 0.0]
    both = agreement({name: Labels(turns={"e@0": scroll}) for name in ("ann", "ben")}, {})["turns"]
    assert both["ann"]["overall"] == 1.0


def test_who_says_nothing_agrees_with_who_says_nothing() -> None:
    end = {"e@0": TurnLabel(intent="say")}
    people = {"ann": Labels(turns=end), "ben": Labels(turns=end)}
    found = agreement(people, {}, {"e@0": Action("say")})["turns"]
    for who in ("ann", "ben", "run"):
        assert (found[who]["intent_match"], found[who]["text_f1"], found[who]["overall"]) == (1, 1, 1)
    # an answer beside none, and an empty field in another place
    told = agreement({"ann": Labels(turns=end)}, {}, {"e@0": Action("say", None, "5")})["turns"]
    assert (told["ann"]["overall"], told["run"]["overall"]) == (0, 0)
    empty = {"e@0": TurnLabel(intent="textinput", box=(0, 0, 10, 10))}
    other = agreement({"ann": Labels(turns=empty)}, {}, {"e@0": Action("textinput", Box(5, 0, 15, 10))})
    assert other["turns"]["ann"]["overall"] == pytest.approx(1 / 3)


def test_nobody_is_called_like_the_run_itself(run: Path) -> None:
    with pytest.raises(WebariumError, match="'run' cannot be the name"):
        Labelling(RunFolder(run), "run", 0)
    add_labels(run, "runner", Labels())
    assert [*read_labels(run)] == ["runner"]
    (run / "labels" / "runner.json").rename(run / "labels" / "run.json")
    with pytest.raises(WebariumError, match=r"run\.json: run stands for the run itself"):
        read_labels(run)


@pytest.mark.parametrize("content", ["{}", "[]", '{"figures": {}, "rows": [{"episode": "e"}]}'])
def test_verdicts_that_are_none_are_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "webjudge.json").write_text(content)
    with pytest.raises(WebariumError, match=r"webjudge\.json: "):
        verdicts_of(tmp_path)


def test_names_and_files_of_labels(run: Path) -> None:
    with pytest.raises(WebariumError, match="cannot be the name"):
        labels_of(run, "../ann")
    (run / "labels").mkdir()
    (run / "labels" / "ann.json").write_text('{"episodes": {"x": {"success": 3}}}')
    with pytest.raises(WebariumError, match="success"):
        labels_of(run, "ann")


def judge(request: dict[str, Any]) -> Reply:
    """Success where the agent was to tell a sum; every picture is a key screenshot."""
    asked = texts(request)
    if "key_points" not in asked.rpartition("<task>")[2]:
        return says_json({"key_points": ["the total is told"]})
    if "screenshot_notes" in asked:
        return says_json({"reasons": "as it should be", "status": "success"})
    return says_json({"description": "an order", "score": 4})


def test_both_rates_are_of_the_episodes_that_webjudge_decided() -> None:
    rows = [
        Row(episode="a", success=True, ours=True),
        Row(episode="b", success=False, ours=True),
        Row(episode="c", success=None, ours=False),
    ]
    endpoint = SimpleNamespace(asked=0, remembered=0)
    found = _figures(rows, {}, 3, endpoint)  # type: ignore[arg-type]
    assert (found["episodes"], found["undecided"]) == (3, 1)
    assert (found["success_rate"], found["our_success_rate"]) == (0.5, 1.0)
    nothing = _figures(rows[2:], {}, 3, endpoint)  # type: ignore[arg-type]
    assert (nothing["success_rate"], nothing["our_success_rate"]) == (None, None)


def test_webjudge_judges_a_run_and_is_compared(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (run / "labels").mkdir()
    write_json(run / "labels" / "ann.json", said(**{GOOD: "ok", BAD: "navigation"}).model_dump())
    with StandIn([judge]) as standin:
        monkeypatch.setenv("WEBARIUM_JUDGE_URL", standin.url)
        monkeypatch.setenv("WEBARIUM_JUDGE_MODEL", "stand-in")
        first = CliRunner().invoke(app, ["webjudge", str(run), "--json"])
        assert first.exit_code == 0, first.output
        asked = len(standin.requests)
    assert asked == 3, "both episodes look the same to the judge: each stage is asked once"
    found = json.loads(first.output)
    assert [(row["success"], row["ours"]) for row in found["rows"]] == [(True, True), (True, False)]
    figures = found["figures"]
    assert (figures["success_rate"], figures["our_success_rate"]) == (1.0, 0.5)
    assert (figures["agreement_with_ours"], figures["agreement_with_people"]) == (0.5, 0.5)
    offline = CliRunner().invoke(app, ["webjudge", str(run), "--offline", "--json"])
    again = json.loads(offline.output)
    assert again["rows"] == found["rows"]
    told = CliRunner().invoke(app, ["agreement", str(run)]).output
    assert "checks with people: agree on 1.000 of 2 episodes, kappa 1.000" in told
    assert "webjudge with people: agree on 0.500 of 2 episodes, kappa 0.000, 1 wrongly passed" in told
