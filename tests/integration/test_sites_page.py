"""``webarium sites page`` on a stand-in for a world: what it shows; a failing step fails the command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from integration.local_world import SHOP, LocalWorld
from integration.local_world import page as html_page
from typer.testing import CliRunner, Result

from harness.commands.cli import app
from reset.world import World


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalWorld]:
    local = LocalWorld(dict(SHOP))
    monkeypatch.setattr(World, "attach", lambda name: local)
    yield local
    local.close()


def page(*words: str) -> Result:
    return CliRunner().invoke(app, ["sites", "page", "shopping", *words])


def test_the_page_after_some_steps_and_the_answer_are_shown(world: LocalWorld) -> None:
    read = "{read: {as: total, from: {cell: /12/}}}"
    steps = f"[{{click: {{link: First order}}}}, {read}, {{stop: '{{{{ total }}}}'}}]"
    result = page("/", "--profile", "-", "--steps", steps)
    assert result.exit_code == 0, result.output
    assert "http://shopping.webarium.test/order/1" in result.stdout
    assert "heading 'Order 1'" in result.stdout
    assert "answer: 12.50" in result.stdout
    assert world.resets == 1


def test_a_phone_is_narrow_and_says_that_it_is_one(world: LocalWorld) -> None:
    said = "navigator.userAgent.includes('Mobile') && innerWidth < 500 ? 'on a phone' : 'at a desk'"
    body = f"<h1>?</h1><script>document.querySelector('h1').textContent = {said}</script>"
    world.pages["/phone"] = html_page("Phone", body)
    assert "on a phone" not in page("/phone", "--profile", "-").stdout
    assert "on a phone" in page("/phone", "--profile", "-", "--mobile").stdout


def test_a_step_that_fails_is_named_and_the_page_is_shown_as_it_stood(world: LocalWorld) -> None:
    result = page("/", "--profile", "-", "--steps", "[{click: {link: Nowhere}}]")
    assert result.exit_code == 2
    assert "step 1 (click): no element is link 'Nowhere'" in result.stderr
    assert "link 'First order'" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/", "--profile", "nobody"], "shopping has no profile 'nobody'"),
        (["http://example.com/"], "only the sites of this world"),
        (["/", "--steps", "[{fly: away}]"], "there is no step 'fly'"),
        (["/", "--steps", "{"], "not valid YAML"),
        (["/", "--steps", "7"], "they are no list"),
        (["/down", "--profile", "-"], "answered 503"),
    ],
)
def test_what_cannot_be_shown_is_told(world: LocalWorld, words: list[str], said: str) -> None:
    result = page(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
