"""Lint finds what authors forget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sites.errors import WebariumError
from tasks import loader, templates
from tasks.coverage import capabilities, summarize, uses_several
from tasks.lint import lint_all, lint_file
from tasks.locking import lock_paths
from tasks.model import difficulty_of

BROKEN = Path(__file__).resolve().parents[2] / "data" / "tasks" / "broken"


def test_good_templates_have_no_errors(root: Path, world: Any) -> None:
    lock_paths(templates.template_paths(root), world, root)
    assert [str(p) for p in lint_all(root) if p.level == "error"] == []


def test_an_unlocked_or_stale_template_is_told(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    assert any("not locked yet" in p.message for p in lint_file(path, root)[0])
    lock_paths([path], world, root)
    path.write_text(path.read_text().replace("DESC", "ASC"))
    assert [p.message for p in lint_file(path, root)[0]] == [
        "the lock is older than the file: webarium tasks lock shopping.order_total"
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("my {{ position }} order", "my {{ position } order", 1, "cannot be rendered"),
        ("my {{ position }} order", "my {{ position | shout }} order", 1, "shout"),
        ("my {{ position }} order", "my {{ postion }} order", 1, "'postion' is undefined"),
        ("my {{ position }} order", "my {{ reference.total }} order", 1, "'reference' is undefined"),
        ("my {{ position }} order", "my {{ position.__class__.__mro__ }} order", 1, "unsafe"),
        ("my {{ position }} order", "my {{ position.upper }} order", 1, "is no text, number, list or"),
        ('"€1.00"', '"{{ 7 ** (7 ** (7 ** 7)) }}"', 25, "a whole number may have"),
        ('"€1.00"', '"€1.00"\n    when: "offset ==="', 26, "cannot be rendered"),
        ('"{{ shopping }}/"', "https://shop.example/", 4, "is on none of its sites"),
        ('pattern: "€([0-9.,]+)"', 'pattern: "{{ offset }} ([0-9.,]+"', 21, "is no regular expression"),
    ],
)
def test_what_needs_no_lock_is_told_before_there_is_one(
    root: Path, old: str, new: str, line: int, words: str
) -> None:
    path = root / "shopping" / "order_total.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    found = lint_file(path, root)[0]
    assert [one.line for one in found if words in one.message] == [line], found
    assert "not locked yet" in found[-1].message


def test_checks_that_need_no_lock_are_tried_before_there_is_one(root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text().replace("  - changes: none", "  - changes: none\n  - url: {is: x}"))
    asked: list[Any] = []

    def unsound(task: Any) -> list[tuple[int, WebariumError]]:
        (check,) = task.checks
        asked.append(check.kind)
        return [(0, WebariumError("it cannot judge", remedy="mend it"))] if check.kind == "url" else []

    found = lint_file(path, root, unsound=unsound)[0]
    assert asked == ["changes", "url"]  # the answer's has to be computed
    assert [(one.line, one.remedy) for one in found if one.message == "it cannot judge"] == [(18, "mend it")]


def test_a_careless_template_is_told_everything_at_its_lines() -> None:
    problems, _, _ = lint_file(BROKEN / "shopping" / "careless.yaml", BROKEN)
    found = {(p.line, p.level, p.message.split(":")[0]) for p in problems}
    assert {
        (1, "error", "the intent gives away a path"),
        (1, "error", "the intent gives away the way"),
        (2, "error", "there is no capability S99 in tasks/coverage.yaml"),
        (8, "error", "no changes check"),
        (11, "hint", "goto a page inside the site"),
        (14, "error", "steps after stop are never taken"),
        (16, "error", "the oracle has no step 9"),
    } <= found
    assert any(p.line == 13 and "'cuont' is no parameter" in p.message for p in problems)
    assert any(p.line == 15 and "1 wrong outcomes" in p.message for p in problems)


def test_an_oracle_must_read_and_may_not_know(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    text = path.read_text()
    lock_paths([path], world, root)
    path.write_text(text.replace('stop: "{{ total }}"', 'stop: "{{ reference.total }}"'))
    assert any("must not know reference" in p.message for p in lint_file(path, root)[0])
    path.write_text(text.replace('stop: "{{ total }}"', "stop: €5.00"))
    assert any("must read its answer from pages" in p.message for p in lint_file(path, root)[0])


def test_two_templates_with_one_intent_are_told(root: Path, world: Any) -> None:
    text = (root / "shopping" / "order_total.yaml").read_text()
    (root / "shopping" / "order_sum.yaml").write_text(text)
    lock_paths(templates.template_paths(root), world, root)
    assert any("same intent" in p.message for p in lint_all(root))
    # asked of another page, the same words ask for something else
    elsewhere = text.replace('start: "{{ shopping }}/', 'start: "{{ shopping }}/basket/')
    assert elsewhere != text
    (root / "shopping" / "order_sum.yaml").write_text(elsewhere)
    lock_paths(templates.template_paths(root), world, root)
    assert not any("same intent" in p.message for p in lint_all(root))


def test_missing_python_functions_are_told(root: Path, world: Any) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root)
    module = root / "shopping" / "oracles" / "add_to_basket.py"
    module.write_text("def other(page, params):\n    pass\n")
    assert any("has no function oracle" in p.message for p in lint_file(path, root)[0])
    module.unlink()
    assert any("is missing" in p.message for p in lint_file(path, root)[0])


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("    return open('/etc/passwd').read()", ":2: error: an oracle reads pages alone"),
        ("    import os.path", ":2: error: an oracle may import"),
        ("    return page._session", ":2: error: an oracle acts through the page"),
        ("    from .other import x", "not .other"),
        ("    from urllib.parse import urlsplit\n    import collections.abc", None),
    ],
)
def test_what_an_oracle_has_no_use_for_is_told(root: Path, world: Any, code: str, words: str | None) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root)
    module = root / "shopping" / "oracles" / "add_to_basket.py"
    module.write_text(f"def oracle(page, params):\n{code}\n")
    told = [str(p) for p in lint_file(path, root)[0] if "an oracle " in p.message]
    assert told == [] if words is None else words in told[0]


def test_what_a_function_calls_by_a_name_of_its_own_is_no_call(root: Path, world: Any) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root)
    module = root / "shopping" / "oracles" / "add_to_basket.py"
    own = "def oracle(page, params):\n    input = page.find('textbox', 'Search')\n    page.click(input)\n"
    module.write_text(own)
    assert not any("an oracle " in p.message for p in lint_file(path, root)[0])
    module.write_text(f"{own}\ndef helper(page):\n    return input('Yes?')\n")
    (told,) = [p for p in lint_file(path, root)[0] if "an oracle " in p.message]
    assert (told.line, "no use for input" in told.message) == (6, True)


def _with_wrong(path: Path, text: str) -> list[tuple[int, str]]:
    """What lint says of one more wrong outcome; its lines are counted from its own."""
    begin = path.read_text().index("wrong:\n") + len("wrong:\n")
    path.write_text(path.read_text()[:begin] + text + path.read_text()[begin:])
    first = path.read_text()[:begin].count("\n")
    return [(p.line - first, p.message) for p in lint_file(path, path.parents[1])[0] if p.line > first]


def test_steps_of_an_oracle_in_python_cannot_be_skipped(root: Path, world: Any) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root)
    ((line, told),) = _with_wrong(path, "  - oracle: {skip: 1}\n")
    assert (line, "skip: counts steps, and an oracle in Python has none" in told) == (1, True)


def test_skipping_nothing_is_no_wrong_outcome(root: Path, world: Any) -> None:
    path = root / "shopping" / "order_total.yaml"
    lock_paths([path], world, root)
    ((line, told),) = _with_wrong(path, "  - oracle: {skip: []}\n")
    assert (line, "say with:, twice, skip: or function:" in told) == (1, True)


@pytest.mark.parametrize("name", ["order_total", "add_to_basket"])
def test_steps_of_a_wrong_outcome_use_known_names(root: Path, world: Any, name: str) -> None:
    path = root / "shopping" / f"{name}.yaml"
    lock_paths([path], world, root)
    steps = ["{link: '{{ nowhere }}'}", "{link: '{{ reference }}'}", "{link: '{{ shopping }}'}"]
    found = _with_wrong(path, "  - steps:\n" + "".join(f"      - click: {one}\n" for one in steps))
    ((line, told),) = [one for one in found if "is no parameter and was not read before" in one[1]]
    assert (line, told.startswith("'nowhere' is no parameter")) == (2, True)


def test_a_template_whose_ids_are_places_is_told(root: Path, world: Any) -> None:
    """It needs no world for a value, so it has tasks before it is locked."""
    path = root / "shopping_admin" / "phone.yaml"
    told = [p for p in lint_file(path, root)[0] if "not locked yet, and ids go by places" in p.message]
    assert [p.level for p in told] == ["hint"]
    assert "webarium tasks lock shopping_admin.phone" in told[0].message
    lock_paths([path], world, root)
    assert not any("not locked" in p.message for p in lint_file(path, root)[0])


def test_giving_up_on_the_start_page_must_not_pass(root: Path, world: Any) -> None:
    path = root / "shopping_admin" / "phone.yaml"
    text = path.read_text()
    path.write_text(text.replace("/dashboard/users/*", "/dashboard/*"))
    lock_paths([path], world, root)
    assert any("start page alone" in p.message for p in lint_file(path, root)[0])
    path.write_text(text)
    assert [problem for problem in lint_file(path, root)[0] if problem.level == "error"] == []


def test_coverage_counts_what_is_there_and_names_what_is_missing(root: Path, world: Any) -> None:
    lock_paths(templates.template_paths(root), world, root)
    found = summarize(templates.load_templates(root), loader.all_tasks(root), capabilities())
    assert found.covered == {
        "A6": ["shopping_admin.email", "shopping_admin.phone"],
        "A24": ["shopping_admin.email", "shopping_admin.phone"],
        "S1": ["shopping.order_total"],
        "S18": ["shopping.add_to_basket"],
    }
    assert "S1" not in found.missing["shopping"]
    assert len(found.missing["shopping"]) == 30
    assert (found.unachievable.count, found.unachievable.of) == (1, 6)
    assert found.difficulty == {"easy": 6, "medium": 0, "hard": 0}


def test_any_word_may_be_a_number_of_a_capability(root: Path) -> None:
    (one, *_) = templates.load_templates(root)
    words = ["S10", "GT1", "S9", "walks", "", "12"]
    found = summarize([one.model_copy(update={"covers": words})], [], {})
    assert [*found.covered] == ["", "12", "GT1", "S9", "S10", "walks"]


def test_a_number_of_two_capabilities_is_told_with_its_line(tmp_path: Path) -> None:
    listed = tmp_path / "coverage.yaml"
    listed.write_text("shop:\n  S1: buy\nforum:\n  F1: write\n  S1: read\n")
    with pytest.raises(WebariumError, match=r"coverage.yaml:5: S1 stands under 'shop' already"):
        capabilities(listed)


def test_several_start_pages_are_several_tabs(root: Path) -> None:
    path = root / "shopping" / "order_total.yaml"
    alone = path.read_text()
    start = 'start: "{{ shopping }}/"'
    assert start in alone
    beside = alone.replace(start, 'start: ["{{ shopping }}/", "{{ shopping }}/basket/"]')
    assert not uses_several(templates.load_template(path, text=alone))
    assert uses_several(templates.load_template(path, text=beside))


def test_bounds_of_difficulty() -> None:
    assert [difficulty_of(n) for n in (5, 6, 10, 11)] == ["easy", "medium", "medium", "hard"]


@pytest.mark.parametrize(
    ("signature", "sound"),
    [
        ("(page, params)", True),
        ("(page, params, more=None)", True),
        ("(*all)", True),
        ("(page, /, params)", True),
        ("()", False),
        ("(page)", False),
        ("(page, params, more)", False),
        ("(page, params, *, more)", False),
        ("(page, *, params)", False),
    ],
)
def test_a_python_function_that_cannot_be_called_is_told(
    root: Path, world: Any, signature: str, sound: bool
) -> None:
    path = root / "shopping" / "add_to_basket.yaml"
    lock_paths([path], world, root)
    module = root / "shopping" / "oracles" / "add_to_basket.py"
    body = module.read_text()
    module.write_text("import re\n" + body.replace("def oracle(page, params)", f"def oracle{signature}"))
    told = [str(p) for p in lint_file(path, root)[0] if "write `def oracle(page, params)`" in p.message]
    assert bool(told) != sound
    assert all(line.startswith("tasks/shopping/oracles/add_to_basket.py:") for line in told)
