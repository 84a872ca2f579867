"""WebArena's task files over recorded outcomes: our verdict, and the original's where it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluators.base import Judgement
from evaluators.dropin import webarena
from evaluators.dropin.addresses import Addresses
from evaluators.dropin.helpers import PAGE, Call, parse_call, reddit_get_post_url
from evaluators.dropin.outcome import Recorded, load_outcome
from evaluators.dropin.webarena import Settings, WebArenaTask
from evaluators.trajectories.files import FormatError

DATA = Path(__file__).parents[3] / "data" / "dropin" / "webarena"
SHOP = "http://shop.test"
LOCATOR = "document.querySelector('.total').outerText"
ADDRESSES = Addresses({"shopping": [SHOP], "__REDDIT__": ["http://forum.test"]})


def task(types: list[str], intent: str = "How much?", **evaluation: Any) -> WebArenaTask:
    return WebArenaTask.model_validate(
        {"task_id": 1, "intent": intent, "eval": {"eval_types": types, **evaluation}}
    )


def both(one: WebArenaTask, **outcome: Any) -> tuple[bool, bool]:
    """Our verdict and the original's."""
    recorded = Recorded(**outcome)
    verdicts = [
        webarena.judge(one, recorded, Settings(original=original, addresses=ADDRESSES))
        for original in (False, True)
    ]
    return verdicts[0].passed, verdicts[1].passed


# ---- string_match -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "answer", "ours", "original"),
    [
        ({"must_include": ["170"]}, "170", True, True),
        ({"must_include": ["170"]}, "1705", False, True),  # a substring, another number
        ({"must_include": ["3", "lamps"]}, "I bought 13 lamps", False, True),
        ({"must_include": ["3"]}, "13", False, False),  # a single character is a token in the original too
        ({"exact_match": "19.90"}, "19.90", True, True),
        ({"exact_match": "19.90"}, "It was 19.90.", True, False),  # a sentence around it is allowed
        ({"exact_match": "yes"}, "no", False, False),
    ],
)
def test_string_match(answers: dict[str, Any], answer: str, ours: bool, original: bool) -> None:
    assert both(task(["string_match"], reference_answers=answers), answer=answer) == (ours, original)


def test_what_is_no_address_is_not_the_one_asked_for() -> None:
    asked = task(["url_match"], reference_url="__SHOPPING__/lamps")
    assert both(asked, final_url="http://[broken/lamps") == (False, False)
    along = task(
        ["url_match", "program_html"],
        reference_url="__SHOPPING__/lamps",
        program_html=[{"url": "last", "locator": LOCATOR, "required_contents": {"must_include": ["1"]}}],
    )
    outcome = {"url": "last", "locator": LOCATOR, "content": "1"}
    assert both(along, final_url="http://[broken/lamps", captures=[outcome]) == (False, False)
    assert reddit_get_post_url("http://[broken/f/books/1/x") == "http://[broken/f/books/1/x"


def test_no_answer_fails_both() -> None:
    assert both(task(["string_match"], reference_answers={"exact_match": "x"})) == (False, False)


def test_not_achievable() -> None:
    one = task(
        ["string_match"],
        intent="What is the telephone number of the lighthouse?",
        reference_answers={"fuzzy_match": "N/A"},
        string_note="There is no telephone number",
    )
    assert both(one, answer="N/A") == (True, True)
    # in words: the original needs a model for that, and there is none here
    worded = "There is no telephone number listed for the lighthouse."
    assert both(one, answer=worded) == (True, False)
    original = webarena.judge(one, Recorded(answer=worded), Settings(original=True))
    assert original.undecided
    assert both(one, answer="0395 5551") == (False, False)


def test_model_decides_what_rules_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    from standin import StandIn, says_json

    from evaluators.endpoint import Endpoint
    from evaluators.equivalence import Equivalence

    one = task(["string_match"], reference_answers={"fuzzy_match": ["the blue one with a lid"]})
    with StandIn([says_json({"reasons": "same thing", "verdict": "correct"})]) as standin:
        judge = Equivalence(Endpoint("stand-in", standin.url))
        settings = Settings(original=True, judge=judge)
        assert webarena.judge(one, Recorded(answer="A lidded one, in blue"), settings).passed
        assert len(standin.requests) == 1
    with StandIn([says_json({"verdict": "partially correct"})]) as standin:
        settings = Settings(original=True, judge=Equivalence(Endpoint("stand-in", standin.url)))
        assert not webarena.judge(one, Recorded(answer="A lidded one"), settings).passed


# ---- url_match ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "found", "ours", "original"),
    [
        ("__SHOPPING__/lamp.html", f"{SHOP}/lamp.html", True, True),
        ("__SHOPPING__/lamp.html", f"{SHOP}/lamp.html/", True, True),
        ("__SHOPPING__/item/17", f"{SHOP}/item/170", False, True),
        ("__SHOPPING__/item/17", f"{SHOP}/item/17/reviews", False, True),  # longer, same beginning
        ("__SHOPPING__/l?a=1&b=2", f"{SHOP}/l?b=2&a=1", True, True),
        ("__SHOPPING__/l?a=1", f"{SHOP}/l?a=1&b=2", False, True),
        ("__SHOPPING__/l?a=1", f"{SHOP}/l?a=1&tracking=x", True, True),  # told to ignore it
        ("__SHOPPING__/l?a=1", f"{SHOP}/l?a=10", False, False),
        ("__SHOPPING__/a |OR| __SHOPPING__/b", f"{SHOP}/b", True, True),
        ("__SHOPPING__/a", "http://evil.test/?x=shop.test/a", False, False),
        ("__SHOPPING__/a", "http://evil.test/shop.test/a", False, True),  # contained is enough there
    ],
)
def test_url_match(gold: str, found: str, ours: bool, original: bool) -> None:
    one = task(["url_match"], reference_url=gold, url_note="GOLD in PRED")
    outcome = Recorded(final_url=found)
    for expected, settings in (
        (ours, Settings(addresses=ADDRESSES, ignore=["tracking"])),
        (original, Settings(addresses=ADDRESSES, original=True)),
    ):
        assert webarena.judge(one, outcome, settings).passed is expected


@pytest.mark.parametrize(
    ("found", "ours", "original"),
    [
        (f"{SHOP}/contact", True, True),
        (f"{SHOP}/contact/sent", False, False),
        (f"{SHOP}/contact?x=1", False, False),
    ],
)
def test_url_note_exact(found: str, ours: bool, original: bool) -> None:
    """With EXACT nothing may follow, not even where program_html looks at the page as well."""
    target = {"url": "last", "locator": LOCATOR, "required_contents": {"must_include": ["coupon"]}}
    one = task(
        ["url_match", "program_html"],
        reference_url="__SHOPPING__/contact/",
        url_note="EXACT",
        program_html=[target],
    )
    captures = [{"url": "last", "locator": LOCATOR, "content": "a coupon, please"}]
    assert both(one, final_url=found, captures=captures) == (ours, original)


def test_an_address_nobody_gave_is_named() -> None:
    one = task(["url_match"], reference_url="__WIKIPEDIA__/wiki/Lamp")
    verdict = webarena.judge(one, Recorded(final_url=f"{SHOP}/"), Settings(addresses=ADDRESSES))
    assert not verdict.passed
    assert "__WIKIPEDIA__" in verdict.checks[0].why
    assert verdict.broken


# ---- program_html -------------------------------------------------------------------------------


def looked_at(required: dict[str, Any], content: str, original: bool = False) -> Judgement:
    target = {"url": "last", "locator": LOCATOR, "required_contents": required}
    outcome = Recorded(
        final_url=f"{SHOP}/cart", captures=[{"url": f"{SHOP}/cart/", "locator": LOCATOR, "content": content}]
    )
    return webarena.judge(task(["program_html"], program_html=[target]), outcome, Settings(original=original))


@pytest.mark.parametrize(
    ("required", "content", "ours", "original"),
    [
        ({"must_include": ["Lamp", "19.90"]}, "LAMP &euro;19.90", True, True),
        ({"must_include": ["170"]}, "item 1705", False, True),
        ({"must_include": ["a lamp |OR| a light"]}, "it is a light", True, True),
        ({"must_include": ["lamp", "light"]}, "lamp", False, False),
        ({"exact_match": "Reporter"}, "  reporter ", True, True),
        ({"exact_match": "Reporter"}, "Reporter, Owner", False, False),
        ({"exact_match": ""}, "", True, True),
    ],
)
def test_contents(required: dict[str, Any], content: str, ours: bool, original: bool) -> None:
    assert looked_at(required, content).passed is ours
    assert looked_at(required, content, original=True).passed is original


def test_addresses_in_contents_are_filled_in() -> None:
    target = {"url": "last", "locator": LOCATOR, "required_contents": {"must_include": ["__SHOPPING__/lamp"]}}
    captures = [{"url": "last", "locator": LOCATOR, "content": f"see {SHOP}/lamp"}]
    assert both(task(["program_html"], program_html=[target]), captures=captures) == (True, True)


def test_what_was_not_captured_is_an_error_not_a_failure() -> None:
    target = {"url": f"{SHOP}/other", "locator": LOCATOR, "required_contents": {"exact_match": "x"}}
    verdict = webarena.judge(task(["program_html"], program_html=[target]), Recorded(final_url=SHOP))
    assert verdict.broken
    assert "nothing was captured" in verdict.checks[0].why


def test_a_page_outside_the_folder_is_refused(tmp_path: Path) -> None:
    target = {"url": "last", "locator": "", "required_contents": {"must_include": ["root"]}}
    outcome = Recorded(
        final_url=SHOP, pages=[{"url": "last", "file": "../../../../../../etc/passwd"}], folder=tmp_path
    )
    verdict = webarena.judge(task(["program_html"], program_html=[target]), outcome)
    assert "outside" in verdict.checks[0].why


# ---- helper functions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("func:shopping_get_latest_order_url()", Call("shopping_get_latest_order_url", ())),
        ("func:reddit_get_post_url('__last_url__')", Call("reddit_get_post_url", ("__last_url__",))),
        ('func:f(__page__, "liv")', Call("f", (PAGE, "liv"))),
    ],
)
def test_calls(text: str, call: Call) -> None:
    assert parse_call(text) == call


@pytest.mark.parametrize(
    "text",
    [
        "func:__import__('os').system('id')",
        "func:f(open('/etc/passwd'))",
        "func:f(x)",
        "func:f('a' + 'b')",
        "func:f(*'ab')",
        "func:f(a='b')",
        "func:f(",
        "func:1",
    ],
)
def test_only_plain_calls_are_read(text: str) -> None:
    with pytest.raises(FormatError):
        parse_call(text)


def test_unknown_helpers_are_named() -> None:
    target = {"url": "func:system('id')", "locator": "", "required_contents": {"exact_match": "x"}}
    verdict = webarena.judge(
        task(["program_html"], program_html=[target]), Recorded(helpers={"system('id')": "x"})
    )
    assert "no helper function 'system'" in verdict.checks[0].why


def test_post_of_an_address() -> None:
    assert reddit_get_post_url("http://f.test/f/books/17/a-title") == "http://f.test/f/books/17/"
    assert reddit_get_post_url("http://f.test/f/books/17/a/-/comment/3") == "http://f.test/f/books/17/"
    assert reddit_get_post_url("http://f.test/f/books") == "http://f.test/f/books"
    assert reddit_get_post_url("http://f.test/user/emma/x/y") == "http://f.test/user/emma/x/y"


def test_values_of_the_live_site_come_from_the_record() -> None:
    target = {
        "url": f"{SHOP}/lamp.html",
        "locator": 'func:shopping_get_sku_latest_review_rating("B01")',
        "required_contents": {"must_include": ["80"]},
    }
    one = task(["program_html"], program_html=[target])
    key = "shopping_get_sku_latest_review_rating('B01')"
    assert webarena.judge(one, Recorded(helpers={key: "80"})).passed
    assert not webarena.judge(one, Recorded(helpers={key: "100"})).passed
    assert webarena.judge(one, Recorded()).broken


# ---- files --------------------------------------------------------------------------------------


def test_published_fields_are_accepted_and_single_files_too(tmp_path: Path) -> None:
    tasks = webarena.load_tasks(DATA / "tasks.json")
    assert [one.id for one in tasks] == [str(number) for number in range(1, 9)]
    assert tasks[0].storage_state == "./.auth/shopping_state.json"
    for one in tasks[:3]:
        (tmp_path / f"{one.id}.json").write_text(one.model_dump_json())
    assert [one.id for one in webarena.load_tasks(tmp_path)] == ["1", "2", "3"]


def test_a_rule_nobody_knows(tmp_path: Path) -> None:
    (tmp_path / "0.json").write_text('{"task_id": 0, "intent": "x", "eval": {"eval_types": ["magic"]}}')
    with pytest.raises(FormatError, match=r"0\.json, record 0: eval\.eval_types"):
        webarena.load_tasks(tmp_path)


def test_outcome_without_its_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"outcome\.json"):
        load_outcome(tmp_path)
