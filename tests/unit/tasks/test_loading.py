"""Templates become tasks, or messages that name file and line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sites import spec
from sites.errors import WebariumError
from tasks import loader, templates
from tasks.loader import load_tasks, oracle_view
from tasks.locking import lock_paths
from tasks.templates import TemplateErrors, load_template

BROKEN = Path(__file__).resolve().parents[2] / "data" / "tasks" / "broken" / "shopping"


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("unknown_key", [6], "'checcks' is not known"),
        ("not_yaml", [5], "escape"),
        ("key_twice", [3], "'intent' stands here twice"),
        ("bad_check", [8], "numbre"),
        ("bad_steps", [9, 12, 13, 14], "no step 'clik'"),
        ("bad_params", [5, 9, 11], "'limt' is not known"),
        ("no_profile", [3], "shopping"),
        ("empty", [1], "empty"),
    ],
)
def test_mistakes_are_told_with_file_and_line(name: str, lines: list[int], words: str) -> None:
    with pytest.raises(TemplateErrors) as caught:
        load_template(BROKEN / f"{name}.yaml")
    assert [error.line for error in caught.value.errors] == lines
    assert all(error.path == f"broken/shopping/{name}.yaml" for error in caught.value.errors)
    assert words in str(caught.value)


def test_a_damaged_site_is_told_once_and_before_the_templates_that_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "garden" / "site.yaml"
    damaged.parent.mkdir()
    damaged.write_text("name: garden\ntitel: Garden\n")
    monkeypatch.setattr(spec, "FOLDERS", (tmp_path, *spec.FOLDERS))
    with pytest.raises(WebariumError) as caught:
        loader.tasks_of([BROKEN / "unknown_key.yaml", BROKEN / "bad_check.yaml"], BROKEN.parent)
    assert caught.value.message.count(f"{damaged}:2: titel: ") == 1
    assert "bad_check" not in caught.value.message


def test_unknown_names_in_texts_are_told_with_file_and_line() -> None:
    path = BROKEN / "bad_name.yaml"
    template = load_template(path)
    with pytest.raises(TemplateErrors) as caught:
        loader.build_tasks(template, loader.effective_lock(template, BROKEN.parent), path)
    (error,) = caught.value.errors
    assert error.line == 10
    assert "refrence" in error.reason
    assert "reference" in error.reason.split("known names")[1]


def test_the_name_of_a_site_is_no_path_out_of_the_template(tmp_path: Path) -> None:
    """Templates cannot reach Python's insides through an expression."""
    folder = tmp_path / "shopping"
    folder.mkdir()
    text = (BROKEN / "bad_name.yaml").read_text().replace("{{ mnoth }}", "{{ ''.__class__.__mro__ }}")
    (folder / "escape.yaml").write_text(text.replace("refrence.count", "3 + 4"))
    template = load_template(folder / "escape.yaml")
    with pytest.raises(TemplateErrors, match="unsafe"):
        loader.build_tasks(template, loader.effective_lock(template, tmp_path))


def test_locked_tasks_have_intents_numbers_and_values(root: Path, world: Any) -> None:
    lock_paths(templates.template_paths(root), world, root)
    tasks = {task.id: task for task in load_tasks("all", root=root)}
    assert list(tasks) == [
        "shopping.add_to_basket.0",
        "shopping.add_to_basket.1",
        "shopping.order_total.0",
        "shopping.order_total.1",
        "shopping_admin.email.0",
        "shopping_admin.phone.0",
    ]
    total = tasks["shopping.order_total.1"]
    assert total.intent == "How much did I pay in total for my second most recent order?"
    assert total.start == ["http://shopping.webarium.test/"]
    assert total.reference == {"total": 19.9}
    assert total.checks[0].spec == {"exact": 19.9}
    assert [wrong.answer for wrong in total.wrong] == ["75", "€1.00"]
    basket = tasks["shopping.add_to_basket.1"]
    assert basket.intent == "Put 2 pieces of Red kettle into my basket."
    rows = basket.checks[0].spec["shopping"]["basket_line"]["added"]
    assert rows == [{"product_id": 12, "quantity": 2}]
    assert basket.wrong[0].oracle is not None
    assert basket.wrong[0].oracle.with_ == {"title": "Blue kettle"}
    assert tasks["shopping_admin.phone.0"].unachievable
    assert tasks["shopping_admin.phone.0"].sites == ["shopping"]


def test_every_selection(root: Path, world: Any, tmp_path: Path) -> None:
    lock_paths(templates.template_paths(root), world, root)

    def ids(selection: str) -> list[str]:
        return [task.id for task in load_tasks(selection, root=root)]

    assert len(ids("all")) == 6
    assert ids("one-per-template") == [
        "shopping.add_to_basket.0",
        "shopping.order_total.0",
        "shopping_admin.email.0",
        "shopping_admin.phone.0",
    ]
    assert ids("shopping_admin") == ["shopping_admin.email.0", "shopping_admin.phone.0"]
    assert ids("shopping.*") == ids("shopping") == ids("all")[:4]
    assert ids("shopping.order_total") == ["shopping.order_total.0", "shopping.order_total.1"]
    assert ids("shopping.order_total.1, shopping.add*.0") == [
        "shopping.add_to_basket.0",
        "shopping.order_total.1",
    ]
    assert ids("all,!shopping.order_total") == [i for i in ids("all") if "order_total" not in i]
    assert ids("!*.0") == ["shopping.add_to_basket.1", "shopping.order_total.1"]
    listed = tmp_path / "list.txt"
    listed.write_text("# a comment\nshopping_admin.phone.0\nshopping.order_total.0  # and one more\n")
    assert ids(f"@{listed}") == ["shopping.order_total.0", "shopping_admin.phone.0"]
    assert set(ids("representative")) == set(ids("one-per-template"))
    with pytest.raises(WebariumError, match="no task is named by 'forum'"):
        ids("shopping,forum")
    with pytest.raises(WebariumError, match=r"no task is named by '!shopping\.order_totl'"):
        ids("shopping,!shopping.order_totl")
    assert ids("shopping,!shopping_admin") == ids("shopping"), "what is there may be taken away without need"
    assert ids("shopping,!shopping_admin.phone.0") == ids("shopping")
    assert ids("shopping,!one-per-template") == ["shopping.add_to_basket.1", "shopping.order_total.1"]
    for absent in ("shopping.order_total.9", "shopping_admin.phone.9", "!shopping", ""):
        with pytest.raises(WebariumError, match=f"no task is named by '!{absent}'"):
            ids(f"shopping,!{absent}")


def test_a_selection_file_is_named_with_its_line(root: Path, world: Any, tmp_path: Path) -> None:
    lock_paths(templates.template_paths(root), world, root)
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text(f"shopping.order_total.0\n# more\n@{second}\n")
    second.write_text("shopping.order_total.1\nshopping.none.0\n")
    with pytest.raises(WebariumError, match=r"second.txt:2: no task is named by 'shopping.none.0'"):
        load_tasks(f"@{first}", root=root)
    second.write_text("shopping.order_total.1\n")
    assert len(load_tasks(f"@{first},@{second}", root=root)) == 2, "twice is no circle"
    second.write_text(f"\n@{first}\n")
    with pytest.raises(WebariumError, match=r"second.txt:2: '@.*first.txt' leads back"):
        load_tasks(f"@{first}", root=root)


@pytest.mark.parametrize(
    "selection", ["", " , ", "@{empty}", "!*", "shopping.order_total,!shopping.*", "shopping,!all"]
)
def test_a_selection_that_names_nothing_is_refused(
    root: Path, world: Any, tmp_path: Path, selection: str
) -> None:
    lock_paths(templates.template_paths(root), world, root)
    (tmp_path / "empty").write_text("# none yet\n")
    with pytest.raises(WebariumError, match="names no task"):
        load_tasks(selection.format(empty=tmp_path / "empty"), root=root)


def test_the_oracle_never_sees_checks_or_reference(root: Path, world: Any) -> None:
    lock_paths(templates.template_paths(root), world, root)
    view = oracle_view("shopping.order_total.1", root=root)
    assert set(type(view).model_fields) == {
        "task_id",
        "intent",
        "start",
        "variables",
        "params",
        "oracle",
        "code",
    }
    assert "19.9" not in view.model_dump_json()
    assert view.params == {"position": "second most recent", "offset": 1}
    other = oracle_view("shopping.order_total.1", with_={"offset": 7}, root=root)
    assert other.variables["offset"] == 7
    with pytest.raises(WebariumError, match=r"no task 'shopping.order_total.9'"):
        oracle_view("shopping.order_total.9", root=root)


def test_other_parameters_with_which_a_text_fails_are_told_at_their_place(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(
        path.read_text().replace("my {{ position }} order", "my {{ position }} of {{ 6 // (offset + 1) }}")
    )
    lock_paths([path], world, root)
    with pytest.raises(TemplateErrors, match=r"order_total\.yaml:1: cannot be rendered: ZeroDivisionError"):
        oracle_view("shopping.order_total.1", with_={"offset": -1}, root=root)


def test_a_folder_without_templates_hides_none_of_another_pack(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = [root.parent / name / "tasks" for name in ("a", "b")]
    for pack in packs:
        (pack / "shared").mkdir(parents=True)
    (packs[0] / "shared" / "_old.yaml").write_text("kept aside")
    monkeypatch.setattr(templates, "ROOT", root)
    monkeypatch.setattr(templates, "packs", lambda: [SimpleNamespace(tasks=pack) for pack in packs])
    assert templates.root_for("shared", root) == packs[0], "an empty folder is a place for a new one"
    (packs[1] / "shared" / "a_thing.yaml").write_text("")
    assert templates.root_for("shared", root) == packs[1]
    assert templates.root_for("shopping", root) == templates.root_for("nowhere", root) == root


@pytest.mark.parametrize("selection", ["@", "home,,@", " @ ", "!x,@"])
def test_a_mark_without_a_file_is_told(selection: str) -> None:
    with pytest.raises(WebariumError, match="'@' names no file in the selection") as caught:
        load_tasks(selection)
    assert "@mine.txt" in str(caught.value.remedy)


def test_a_template_without_a_lock_is_told_as_one(root: Path) -> None:
    with pytest.raises(WebariumError, match=r"shopping\.order_total is not locked yet") as caught:
        load_tasks("shopping.order_total.0", root=root)
    assert "webarium tasks lock shopping.order_total" in str(caught.value.remedy)
