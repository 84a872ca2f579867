"""Texts become values; the keys of mappings are texts too."""

from __future__ import annotations

import pytest

from tasks.rendering import RenderError, check_language, names_in, render


def test_keys_are_rendered_as_text() -> None:
    data = {"{{ title }}": "{{ n }}", "{{ n }}": {"about {{ title }}": [1]}, 5: "{{ n + 1 }}"}
    assert render(data, {"title": "Tent", "n": 3}) == {"Tent": 3, "3": {"about Tent": [1]}, 5: 4}


def test_keys_that_become_one_are_an_error() -> None:
    with pytest.raises(RenderError, match="'Tent' comes out twice") as caught:
        render({"a": {"Tent": 1, "{{ title }}": 2}}, {"title": "Tent"})
    assert caught.value.where == ("a", "{{ title }}")


def test_an_unknown_name_in_a_key_is_told_with_its_place() -> None:
    with pytest.raises(RenderError, match="'titel' is undefined; known names: title") as caught:
        render({"a": {"{{ titel }}": 1}}, {"title": "Tent"})
    assert caught.value.where == ("a", "{{ titel }}")


def test_names_are_found_in_keys_and_values() -> None:
    assert names_in({"{{ title }}": ["{{ reference.total | money }}", 3]}) == {"title", "reference"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ names | map('upper') }}", ["TENT", "MAP"]),
        ("{{ names | select('eq', 'Map') }}", ["Map"]),
        ("{{ names | reject('eq', 'Map') }}", ["Tent"]),
        ("{{ {'all': names | map('lower')} }}", {"all": ["tent", "map"]}),
        ("{{ ('Tent', 3) }}", ["Tent", 3]),
        ("They are {{ names | map('upper') }}.", "They are ['TENT', 'MAP']."),
        ("{% for name in names | reverse %}{{ name }},{% endfor %}", "Map,Tent,"),
    ],
)
def test_what_a_filter_gives_item_by_item_is_a_list(text: str, value: object) -> None:
    assert render(text, {"names": ["Tent", "Map"]}) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ title | truncate(2) }}", "AssertionError: expected length"),
        ("It is {{ title | truncate(2) }}.", "AssertionError: expected length"),
        ("{{ names | dictsort }}", "AttributeError"),
        (
            "{% for a in names %}" * 25 + "{{ title }}" + "{% endfor %}" * 25,
            "too many statically nested blocks",
        ),
        ("{{ title.center(width=1, width=2) }}", "keyword argument repeated"),
    ],
)
def test_what_a_filter_or_python_refuses_is_told_as_such(text: str, said: str) -> None:
    with pytest.raises(RenderError, match=f"cannot be rendered: .*{said}") as caught:
        render({"exact": text}, {"title": "A tent", "names": ["Tent", "Map"]})
    assert caught.value.where == ("exact",)


def test_what_python_refuses_is_told_before_there_are_values() -> None:
    with pytest.raises(RenderError, match="too many statically nested blocks"):
        check_language("{% for a in names %}" * 25 + "{% endfor %}" * 25)


@pytest.mark.parametrize(
    "said", ["kind.upper", "[kind.upper]", "{'a': kind.upper}", "kind.encode()", "1e308 * 10", "'\\ud800'"]
)
@pytest.mark.parametrize("text", ["{{ %s }}", "It is {{ %s }}."])
def test_what_is_no_json_is_no_value(text: str, said: str) -> None:
    with pytest.raises(RenderError, match=r"is no text, number, list or mapping|is half a character"):
        render({"exact": text.replace("%s", said)}, {"kind": "tent"})
