"""No text of a template can take time or memory without end."""

from __future__ import annotations

from typing import Any

import pytest

from tasks.rendering import RenderError, render

NUMBERS = list(range(300))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "{{ 9**(9**9) }}",
        "{{ 2**100000 }}",
        "{{ 10 ** 1000 * 10 ** 1000 }}",
        "{{ 2.0 ** 99999 }}",
        "{{ 'a' * 10**9 }}",
        "{{ 10**9 * 'a' }}",
        "{{ [1] * 10**9 }}",
        "{{ ((('a' * 1000,) * 1000) * 1000)|join }}",
        "{{ ('a' * 100000)|replace('a', 'b' * 100000) }}",
        "{{ ('a' * 100000).replace('a', 'b' * 100000) }}",
        "{{ ('a' * 100000).join(['b'] * 100000) }}",
        "{{ (['b'] * 100000)|join('a' * 100000) }}",
        "{{ '%999999999d' % 1 }}",
        "{{ '%999999999d'|format(1) }}",
        "{{ '%*d' % (999999999, 1) }}",
        "{{ '{:999999999}'.format(1) }}",
        "{{ '{:{}}'.format(1, 999999999) }}",
        "{{ 'a'.center(999999999) }}",
        "{{ 'a'.ljust(999999999) }}",
        "{{ '1'.zfill(999999999) }}",
        "{{ ('\t' * 1000).expandtabs(999999) }}",
        "{{ (1).to_bytes(999999999) }}",
        "{{ 'a'|center(999999999) }}",
        "{{ 'a\na'|indent(999999999) }}",
        "{{ range(999999999)|list }}",
        "{{ [1]|batch(999999999, 'x')|list }}",
        "{{ [1]|slice(999999999)|list }}",
        "{{ 1|round(999999999, 'ceil') }}",
        "{{ '1e99999999'|money }}",
        "{{ lipsum(999999) }}",
        "{% for a in numbers %}" * 3 + "{% endfor %}" * 3,
        "{% for a in numbers recursive %}{{ loop(numbers) }}{% endfor %}",
        "{% for a in numbers %}" + "0123456789" * 5000 + "{% endfor %}",
        "{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}",
        "{% set a = 'a' * 1000 %}{{ a }}",
        "{% include 'x' %}",
        "{{ " + "(" * 2000 + "1" + ")" * 2000 + " }}",
    ],
)
def test_what_would_never_end_is_refused(text: str) -> None:
    with pytest.raises(RenderError) as caught:
        render({"intent": text}, {"numbers": NUMBERS}, ("checks", 0))
    assert caught.value.where == ("checks", 0, "intent")
    assert len(caught.value.message) < 300


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ 2 ** 10 }}", 1024),
        ("{{ 1.5 ** 2 }}", 2.25),
        ("{{ 100000000 * 100000000 }}", 10**16),
        ("{{ 'ab' * 3 }}", "ababab"),
        ("{{ 7 % 4 }}", 3),
        ("{{ '%03d of %s' % (7, 'x') }}", "007 of x"),
        ("{{ '%.2f'|format(7) }}", "7.00"),
        ("{{ '{:>5}'.format(7) }}", "    7"),
        ("{{ 'order: 12345 of %s, 100%% of 2026'|format('x') }}", "order: 12345 of x, 100% of 2026"),
        ("{{ 'a b'.split()|map('replace', 'a', 'c')|join('-') }}", "c-b"),
        ("{{ numbers|sum }}", sum(NUMBERS)),
        ("{{ 2.345|round(1) }}", 2.3),
        ("{{ '7'.zfill(3) }}", "007"),
        ("{{ range(3)|list }}", [0, 1, 2]),
        ("{% for n in numbers[:3] %}{{ loop.index }}{{ ',' if not loop.last }}{% endfor %}", "1,2,3"),
        ("{% for a in 'ab' %}{% for b in 'cd' %}{{ a }}{{ b }} {% endfor %}{% endfor %}", "ac ad bc bd "),
        ("{% for a in numbers if a < 2 %}{{ a }}{% else %}none{% endfor %}", "01"),
    ],
)
def test_what_templates_do_is_done(text: str, value: Any) -> None:
    assert render(text, {"numbers": NUMBERS}) == value


def test_one_text_costs_the_next_nothing() -> None:
    many = ["{% for a in numbers %}{{ a }}{% endfor %}"] * 400
    assert len(render(many, {"numbers": NUMBERS})) == 400
