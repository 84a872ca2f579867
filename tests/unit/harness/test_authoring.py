"""New templates pass lint; a demonstration becomes an oracle and checks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from harness.agents.protocol import Element
from harness.authoring import draft as drafts
from harness.authoring.commands import app
from harness.authoring.demonstration import Demonstration, generic, propose, target_of, written_rows
from harness.authoring.draft import Draft, begin, skeleton
from harness.run.folders import latest, point_latest
from harness.run.runner import Interrupted, Runner
from sites.errors import WebariumError
from tasks import lint
from tasks.steps import parse_steps

SHOP = "http://shopping.webarium.test"


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Templates are written below a folder of the test's own."""
    folder = tmp_path / "tasks"
    folder.mkdir()
    monkeypatch.setattr(drafts, "ROOT", folder)
    monkeypatch.setattr("harness.authoring.commands.ROOT", folder)
    return folder


def begun(kind: str, **changes: Any) -> Draft:
    given = {
        "folder": "shopping",
        "name": "a_thing",
        "intent": "What is it?",
        "profile": "emma",
        "kind": kind,
        "covers": ["S1"],
    }
    return begin(**(given | changes))


@pytest.mark.parametrize(
    ("kind", "answer", "answer_kind"),
    [
        ("answer", "3", "number"),
        ("answer", "€12.00", "currency"),
        ("answer", "14 March 2026", "date"),
        ("answer", "Blue Cat: a tale", ""),
        ("answer", "Anna, Berta", "list"),
        ("answer", "open", "choice"),
        ("page", "", ""),
        ("state", "", ""),
    ],
)
def test_a_skeleton_passes_lint(root: Path, kind: str, answer: str, answer_kind: str) -> None:
    draft = skeleton(begun(kind), kind, answer=answer, answer_kind=answer_kind)
    problems, tasks, _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []
    assert [task.id for task in tasks] == ["shopping.a_thing.0"]
    assert tasks[0].start == [f"{SHOP}/"]


def test_a_refusal_is_written_beside_the_template_that_can_be_done(root: Path) -> None:
    able = skeleton(begun("answer", name="price"), "answer", answer="€12.00")
    able.write()
    draft = skeleton(begun("unachievable"), "unachievable", twin="shopping.price")
    problems, (task,), _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []
    assert task.unachievable
    assert (task.twin, draft.answer) == ("shopping.price", able.answer)
    for twin in ("shopping.nothing", "price", ""):
        with pytest.raises(WebariumError, match="to be the twin"):
            skeleton(begun("unachievable"), "unachievable", twin=twin)


@pytest.mark.parametrize(
    ("answer", "kind", "format"),
    [
        ("€12.00", "", {"type": "currency", "unit": "EUR"}),
        ("12.00", "currency", {"type": "currency", "unit": "EUR"}),
        ("7", "", {"type": "number"}),
        ("2 h 34 min", "duration", {"type": "duration"}),
        ("14 March 2026", "", {"type": "date"}),
        ("Blue Cat: a tale", "", {"type": "text"}),
        ("3, 4", "list", {"list_of": {"type": "number"}}),
    ],
)
def test_the_format_of_an_answer_is_inferred(answer: str, kind: str, format: dict[str, Any]) -> None:
    draft = skeleton(begun("answer"), "answer", answer=answer, answer_kind=kind)
    assert draft.answer is not None
    assert format.items() <= draft.answer.items()


def test_an_answer_that_is_none_of_its_type_is_refused() -> None:
    for answer, kind in (("soon", "date"), ("3", "luck")):
        with pytest.raises(WebariumError, match=kind):
            skeleton(begun("answer"), "answer", answer=answer, answer_kind=kind)


def test_a_skeleton_of_the_dashboard_stands_in_its_folder(root: Path) -> None:
    draft = skeleton(begun("page", folder="shopping_admin", profile="owner", start="/dashboard/"), "page")
    _, (task,), _ = lint.lint_file(draft.write(), root)
    assert (task.folder, task.profile, task.start) == (
        "shopping_admin",
        {"shopping": "owner"},
        [f"{SHOP}/dashboard/"],
    )


def test_names_in_the_intent_become_parameters(root: Path) -> None:
    draft = skeleton(begun("page", intent="Show me {{ things }} of {{ brand | upper }}."), "page")
    problems, (task,), _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []
    assert task.params == {"brand": "replace me", "things": "replace me"}
    assert task.intent == "Show me replace me of REPLACE ME."


def test_near_misses_of_the_answer_are_proposed() -> None:
    draft = skeleton(begun("answer"), "answer", answer="€12.50", answer_kind="currency")
    wrong = [one["answer"] for one in draft.wrong]
    assert len(wrong) == len(set(wrong)) >= 2
    assert "€12.50" not in wrong


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "A Thing"}, "no name for a template"),
        ({"profile": "nobody"}, "no profile 'nobody'"),
        ({"kind": "luck"}, "no kind of check"),
        ({"covers": ["Q7"]}, "no capability Q7"),
        ({"covers": []}, "covers nothing"),
        ({"start": "https://example.org/"}, "no page of shopping"),
        ({"start": "http://forum.webarium.test/questions/"}, "no page of shopping"),
        ({"folder": "cross_site"}, "spans sites"),
    ],
)
def test_what_there_is_not_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(WebariumError, match=message):
        begun(**({"kind": "page"} | change))


@pytest.mark.parametrize(
    ("start", "meant"),
    [
        ("/deals/?page=2#top", "{{ shopping }}/deals/?page=2#top"),
        ("deals/", "{{ shopping }}/deals/"),
        (f"{SHOP}/deals/?page=2", "{{ shopping }}/deals/?page=2"),
        (SHOP, "{{ shopping }}/"),
        ("http://shopping.localhost:8080/deals/", "{{ shopping }}/deals/"),
        ("{{ shopping }}/deals/", "{{ shopping }}/deals/"),
    ],
)
def test_a_start_is_a_path_or_an_address_of_the_site(start: str, meant: str) -> None:
    assert begun("page", start=start).start == meant


def test_nothing_is_overwritten() -> None:
    draft = skeleton(begun("page"), "page")
    draft.write()
    with pytest.raises(WebariumError, match="exists"):
        draft.write()


@pytest.mark.parametrize(("given", "first"), [(["shopping.how_many"], ""), ([], "shopping\nhow_many\n")])
def test_new_asks_for_what_is_missing(root: Path, given: list[str], first: str) -> None:
    asked = f"{first}answer\nemma\nHow many orders are there?\nS4, S3\n7\n\n"
    result = CliRunner().invoke(app, ["new", *given], input=asked)
    assert result.exit_code == 0, result.output
    assert "S4: count and add up the orders" in result.output
    written = yaml.safe_load((root / "shopping" / "how_many.yaml").read_text())
    assert written["intent"] == "How many orders are there?"
    assert written["checks"] == [{"answer": {"exact": "7"}}, {"changes": "none"}]
    assert written["answer"] == {"type": "number"}
    assert written["covers"] == ["S4", "S3"]


def test_new_says_that_and_where_a_template_is_not_finished(root: Path) -> None:
    given = ["shopping.how_many", "--check", "state", "--profile", "emma", "--intent", "Buy what I need."]
    result = CliRunner().invoke(app, ["new", *given, "--covers", "S20"])
    assert result.exit_code == 0, result.output
    lines = (root / "shopping" / "how_many.yaml").read_text().splitlines()
    left = [number for number, line in enumerate(lines, 1) if "replace" in line.lower()]
    assert len(left) > 2
    assert f"to replace: lines {', '.join(map(str, left))}" in result.output
    assert "passes lint" not in result.output


# -- demonstrations ------------------------------------------------------------------------------

ELEMENTS = {
    1: {"role": "document", "name": "Shop", "box": [0, 0, 1280, 720]},
    2: {"role": "link", "name": "Orders", "box": [10, 10, 80, 20]},
    3: {"role": "link", "name": "Edit", "box": [10, 40, 80, 20]},
    4: {"role": "link", "name": "Edit", "box": [10, 70, 80, 20]},
    5: {"role": "textbox", "name": "", "box": [10, 100, 80, 20]},
    6: {"role": "combobox", "name": "Country", "box": [10, 130, 80, 20]},
    7: {"role": "cell", "name": "Order total €12.50 incl. VAT", "box": [10, 160, 200, 20]},
}


def recorded(
    folder: Path,
    actions: list[dict[str, Any]],
    *,
    answer: str | None = None,
    tables: dict[str, Any] | None = None,
) -> Demonstration:
    (folder / "steps").mkdir(parents=True)
    (folder / "steps/000.json").write_text(json.dumps(ELEMENTS))
    lines = []
    for number, action in enumerate(actions):
        point = action.pop("point", None)
        problem = action.pop("problem", None)
        target = {"point": point} if point else {"role": "x"} if "element" in action else None
        lines.append(
            {
                "step": number,
                "action": action,
                "target": target,
                "problem": problem,
                "elements_file": "steps/000.json",
            }
        )
    (folder / "trajectory.jsonl").write_text("\n".join(map(json.dumps, lines)))
    outcome = {
        "answer": answer,
        "final_url": f"{SHOP}/account/orders/?page=2#top",
        "urls": [f"{SHOP}/", f"{SHOP}/account/", f"{SHOP}/account/orders/?page=2"],
    }
    (folder / "outcome.json").write_text(json.dumps(outcome))
    changes = {"changes": {"tables": tables or {}}, "noise": {"tables": {"django_session": "all"}}}
    evidence = [{"check": 0, "kind": "changes", "evidence": {"sites": {"shopping": changes}}}]
    (folder / "evidence.json").write_text(json.dumps(evidence))
    return Demonstration.read(folder)


def test_actions_become_steps(tmp_path: Path) -> None:
    shown = recorded(
        tmp_path / "e",
        [
            {"name": "click", "element": 2},
            {"name": "scroll", "direction": "down"},
            {"name": "click", "element": 4},
            {"name": "click", "element": 3, "problem": "it is covered"},
            {"name": "click", "x": 15, "y": 105, "point": [15, 105]},
            {"name": "type", "element": 5, "text": "ink", "clear": True, "enter": True},
            {"name": "select", "element": 6, "options": ["Poland"]},
            {"name": "go_back"},
            {"name": "tab_focus", "index": 1},
            {"name": "press", "keys": "Escape"},
            {"name": "stop", "answer": ""},
        ],
    )
    draft = propose(shown, begun("page"))
    assert draft.oracle == [
        {"click": {"link": "Orders"}},
        {"click": {"link": "Edit", "nth": 1}},
        {"click": {"textbox": None}},
        {"type": {"into": {"textbox": None}, "text": "ink", "enter": True}},
        {"select": {"in": {"combobox": "Country"}, "option": "Poland"}},
        {"back": None},
        {"tab": 1},
        {"press": "Escape"},
        {"stop": ""},
    ]
    parse_steps(draft.oracle)


def test_what_hands_do_besides_becomes_steps(tmp_path: Path) -> None:
    shown = recorded(
        tmp_path / "e",
        [
            {"name": "hover", "element": 2},
            {"name": "click", "element": 2, "count": 2, "button": "left"},
            {"name": "click", "element": 4, "count": 1, "button": "right"},
            {"name": "drag", "element": 2, "to_element": 6},
            {"name": "drag", "x": 15, "y": 15, "to_x": 15, "to_y": 135, "point": [15, 15]},
            {"name": "wheel", "element": 2, "dx": 0, "dy": 300},
            {"name": "type", "text": "ink", "clear": False, "enter": True},
            {"name": "copy", "element": 2},
            {"name": "paste", "element": 6},
            {"name": "paste"},
            {"name": "submit", "element": 6},
            {"name": "scroll_to", "x": 0, "y": 900},
            {"name": "key_down", "key": "Shift"},
            {"name": "key_up", "key": "Shift"},
            {"name": "dialog", "accept": False, "text": None},
            {"name": "wait", "seconds": 2.5},
            {"name": "stop", "answer": ""},
        ],
    )
    draft = propose(shown, begun("page"))
    assert draft.oracle == [
        {"hover": {"link": "Orders"}},
        {"click": {"link": "Orders", "count": 2}},
        {"click": {"link": "Edit", "nth": 1, "mouse": "right"}},
        {"drag": {"from": {"link": "Orders"}, "to": {"combobox": "Country"}}},
        {"drag": {"from": {"link": "Orders"}, "to": {"combobox": "Country"}}},
        {"wheel": {"over": {"link": "Orders"}, "dx": 0, "dy": 300}},
        {"type": {"text": "ink", "enter": True}},
        {"copy": {"link": "Orders"}},
        {"paste": {"into": {"combobox": "Country"}}},
        {"paste": {}},
        {"submit": {"combobox": "Country"}},
        {"key_down": "Shift"},
        {"key_up": "Shift"},
        {"dialog": {"accept": False}},
        {"wait": 2.5},
        {"stop": ""},
    ]
    parse_steps(draft.oracle)


def test_a_page_reached_is_checked_by_its_address(tmp_path: Path, root: Path) -> None:
    clicks: list[dict[str, Any]] = [{"name": "click", "element": 2}, {"name": "click", "element": 3}]
    draft = propose(recorded(tmp_path / "e", [*clicks, {"name": "stop", "answer": ""}]), begun("page"))
    assert draft.category == "navigation"
    assert draft.checks == [{"url": "{{ shopping }}/account/orders/?page=2"}, {"changes": "none"}]
    assert '- node: {url: "{{ shopping }}/account/"}' in draft.notes["checks"]
    problems, _, _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []


def test_an_answer_is_read_from_where_it_stood(tmp_path: Path, root: Path) -> None:
    clicks: list[dict[str, Any]] = [{"name": "click", "element": 2}, {"name": "click", "element": 3}]
    shown = recorded(tmp_path / "e", [*clicks, {"name": "stop", "answer": "€12.50"}], answer="€12.50")
    draft = propose(shown, begun("page"))
    assert draft.category == "information_seeking"
    assert draft.answer == {"type": "currency", "unit": "EUR"}
    assert draft.checks == [{"answer": {"exact": "€12.50"}}, {"changes": "none"}]
    read, stop = draft.oracle[-2:]
    assert read["read"]["from"] == {"role": "cell", "nth": 0}
    assert re.search(read["read"]["pattern"], ELEMENTS[7]["name"])[1] == "€12.50"  # type: ignore[call-overload, index]
    assert stop == {"stop": "{{ answer }}"}
    problems, _, _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []


def test_written_rows_become_a_check(tmp_path: Path, root: Path) -> None:
    tables = {
        "wishlists_line": {
            "added": [{"id": 8, "product_id": 15, "quantity": 1, "note": None, "date": "2026-03-16 09:01"}],
            "removed": [],
            "changed": [],
        },
        "order_order": {
            "added": [],
            "removed": [],
            "changed": [{"key": {"id": 4}, "before": {"id": 4, "status": "Open", "n": 1},
                         "after": {"id": 4, "status": "Shipped", "n": 1}}],
        },
        "django_session": {"added": [{"id": 1}], "removed": [], "changed": []},
    }  # fmt: skip
    clicks: list[dict[str, Any]] = [{"name": "click", "element": 2}, {"name": "click", "element": 3}]
    shown = recorded(tmp_path / "e", [*clicks, {"name": "stop", "answer": ""}], tables=tables)
    assert written_rows(shown) == {
        "shopping": {
            "wishlists_line": {"added": [{"product_id": 15, "quantity": 1, "date": {"any": True}}]},
            "order_order": {"changed": [{"status": "Shipped", "before": {"id": 4}}]},
        }
    }
    draft = propose(shown, begun("page"))
    assert draft.category == "content_and_config"
    assert {"oracle": "twice"} in draft.wrong
    problems, _, _ = lint.lint_file(draft.write(), root)
    assert [str(one) for one in problems if one.level == "error"] == []


def test_a_press_beside_everything_is_an_error(tmp_path: Path) -> None:
    line = {"step": 3, "action": {"name": "click"}, "target": {"point": [2000, 10]}}
    elements = recorded(tmp_path / "e", [{"name": "click", "element": 2}]).elements(
        {"elements_file": "steps/000.json"}
    )
    with pytest.raises(WebariumError, match="step 3"):
        target_of(line, elements, elements)


def test_elements_are_told_apart_on_the_whole_page() -> None:
    seen = {7: Element(id=7, role="link", name="Deals", box=(5, 5, 10, 10))}
    page = {
        3: Element(id=3, role="link", name="Deals", box=(5, -900, 10, 10)),
        7: Element(id=7, role="heading", name="Deals"),
        9: Element(id=9, role="link", name="Deals", box=(5, 5, 10, 10)),
    }
    line = {"step": 0, "action": {"name": "click", "element": 7}, "target": {"role": "link"}}
    assert target_of(line, seen, page) == {"link": "Deals", "nth": 1}


def test_a_folder_that_is_no_episode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="no finished episode"):
        Demonstration.read(tmp_path)


def test_addresses_lose_their_world() -> None:
    assert generic(f"{SHOP}/a/?q=x#y") == "{{ shopping }}/a/?q=x"


@pytest.mark.parametrize(
    "command",
    [
        [
            "record",
            "shopping.tea",
            "--intent",
            "Show me all the tea.",
            "--profile",
            "emma",
            "--covers",
            "S20",
        ],
        ["validate", "shopping.order_total.0"],
    ],
    ids=lambda words: words[0],
)
def test_an_interrupt_leaves_neither_a_traceback_nor_a_folder(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    runs = tmp_path / "runs"
    monkeypatch.setattr("harness.authoring.commands.RUNS", runs)
    monkeypatch.setattr("harness.authoring.commands.address", lambda: "http://127.0.0.1:1/")

    (runs / "older").mkdir(parents=True)
    point_latest(runs, "older")

    def interrupted(self: Runner) -> None:
        (self.settings.folder / "episodes").mkdir(parents=True)
        point_latest(runs, self.settings.folder.name)
        raise Interrupted

    monkeypatch.setattr(Runner, "run", interrupted)
    more = ["--no-window"] if command[0] == "record" else ["--state", str(tmp_path / "state.json")]
    result = CliRunner().invoke(app, [*command, *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert (result.exit_code, result.stderr.strip()) == (130, "webarium: Interrupted")
    assert sorted(one.name for one in runs.iterdir()) == ["latest", "older"]
    assert latest(runs) == "older", "the run before is the newest again"


def test_a_template_is_not_written_through_a_link_that_leads_nowhere(root: Path, tmp_path: Path) -> None:
    (root / "shopping").mkdir()
    (root / "shopping" / "a_thing.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(WebariumError, match="is a link that leads nowhere"):
        skeleton(begun("page"), "page").write()
    assert not (tmp_path / "elsewhere.yaml").exists()
    done = CliRunner().invoke(app, ["new", "shopping.a_thing", "--check", "page"])
    assert "is a link that leads nowhere" in str(done.exception)
