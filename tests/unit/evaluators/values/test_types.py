"""Each type of value: what is right, what is nearly right, and what is no value of it."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.values import read, same, value_of
from evaluators.values.kinds import kind_of
from tasks.formats import TYPES, Format

# type, options, reference, right, nearly right, malformed
TABLE: list[tuple[str, dict[str, Any], Any, list[str], list[str], list[str]]] = [
    ("number", {}, 1234.5, ["1,234.50", "1.234,5", "1 234.5", "1234.5"], ["12345", "-1234.5", "1234"],
     ["6.2 m", "1e300"]),
    ("number", {}, 12, ["12", "twelve", "12 reviews", "Twelve.", "12.0", "12 of 30"], ["13", "12.5"],
     ["12%", "about 12"]),
    ("number", {"unit": "minutes"}, 12, ["12 min", "12 minutes"], ["12.5"], ["12 hours", "12 km"]),
    ("number", {"unit": "degrees Celsius", "decimals": 1}, -14.2,
     ["-14.2 °C", "-14.2°", "minus 14.2 degrees", "It was -14.2 °C in May."], ["14.2 °C"], ["-14.2 °F"]),
    ("number", {"unit": "m³"}, 12, ["12 cubic metres", "12m³", "12 cubic meters"], ["13 m³"],
     ["12 m", "12 square metres"]),
    ("number", {"unit": "kilograms"}, 12, ["12 kg", "12 kilogram"], ["1.2 kg"], ["12 g"]),
    ("number", {"unit": "open issues", "decimals": 0}, 5829, ["5.829", "5,829", "5.829 open issues"],
     ["5.82", "0.829"], ["5.829 closed issues"]),
    ("number", {"decimals": 3}, 5.829, ["5.829", "5,829"], ["5829"], []),
    ("percentage", {"decimals": 1}, "45.5%", ["45.5", "45,5 %", "45.46 percent"],
     ["0.455", "45", "-45.5%"], ["$45.5"]),
    ("currency", {"unit": "EUR"}, "€1,234.50", ["1.234,50 €", "EUR 1234.5", "1234.50", "1 234,50 euros"],
     ["€1,234", "€12345.0"], ["$1,234.50", "1,234.50 or so", "€5 €6"]),
    ("duration", {"unit": "minutes"}, 154, ["2 h 34 min", "2:34 h", "154 minutes", "2h34min", "2h 34m",
     "02:34:00"],
     ["2 h 43 min", "34 min", "154 h"], ["2:34", "2 h or 3 h"]),
    ("distance", {"unit": "km"}, 5.2, ["5.2 km", "5200 m", "5,2 km", "5.2"], ["5.2 m", "52 km"],
     ["5.2 miles"]),
    ("date", {}, "2026-03-16",
     ["16 March 2026", "March 16, 2026", "16.03.2026", "Mon 16 Mar 2026", "16 March",
      "16/03/2026", "2026-03-16T14:30:00Z", "the 16th of March 2026"],
     ["17 March 2026", "2025-03-16"],
     ["Tue 16 Mar 2026", "03/04/2026", "March 2026", "31 April 2026", "15 or 16 March 2026"]),
    ("date", {"precision": "month"}, "2026-03", ["March 2026", "03/2026", "16 March 2026"],
     ["April 2026"], ["2026"]),
    ("date", {"precision": "year"}, "2026", ["2026", "March 2026"], ["2025"], ["20"]),
    ("time", {}, "14:30", ["2:30 pm", "14:30:00", "2.30 p.m.", "at 14:30"], ["2:30", "14:31"],
     ["25:00", "half past"]),
    ("boolean", {}, True, ["yes", "Yes.", "true", "Yes, it is open."], ["no", "No, it is not."],
     ["Yes and no", "Maybe yes"]),
    ("choice", {"options": ["open", "closed"]}, "open", ["Open", "It is open."], ["closed"],
     ["open or closed", "ajar"]),
    ("text", {"among": ["Lamp", "Lamp Pro", "Café Größe"]}, "Café Größe",
     ["cafe grosse", "It is Café Größe."],
     ["Lamp", "Lamp Pro"], ["Lamp Max", "Lamp, Lamp Pro"]),
    ("text", {}, "a@b.example", ["a@b.example", "Answer: a@b.example"],
     ["a_b.example", "a@b.example.com"], [""]),
    ("name", {}, "Jürgen Groß", ["Gross, Juergen", "Mr. Jürgen Groß", "jurgen gross"],
     ["Jürgen", "Jürgen K. Groß"], [""]),
    ("url", {}, "http://shop.test/a?b=1&c=2", ["http://shop.test/a/?c=2&b=1#x", "shop.test/a?b=1&c=2"],
     ["http://shop.test/a", "http://shop.test/b?b=1&c=2"], ["a page", "http://"]),
    ("phone", {}, "+49 395 1234567", ["0395 1234567", "+49 (0)395 123-4567", "0049 395 1234567"],
     ["+48 395 1234567", "0395 1234568"], ["123", "call me"]),
    ("coordinates", {}, "53.5575, 13.2610",
     ["53.5575° N, 13.2610° E", '{"lat": 53.5575, "lon": 13.261}', "53.55751, 13.26099"],
     ["13.2610, 53.5575", "53.5675, 13.2610"], ["53.5575", "99.5, 13.2"]),
    ("address", {}, "Lange Straße 5, 17033 Neubrandenburg",
     ["17033 Neubrandenburg, Lange Str. 5", "Lange Strasse 5, 17033 Neubrandenburg, Germany"],
     ["Lange Straße 6, 17033 Neubrandenburg"], ["Neubrandenburg"]),
]  # fmt: skip

ROWS = [(Format.model_validate({"type": row[0], **row[1]}), *row[2:]) for row in TABLE]
QUESTION = "How many reviews?"


@pytest.mark.parametrize(("format", "reference", "answer"), [(r[0], r[1], a) for r in ROWS for a in r[2]])
def test_right(format: Format, reference: Any, answer: str) -> None:
    reading = read(answer, format, QUESTION)
    assert reading.status == "done", reading.why
    assert same(reading.value, value_of(reference, format), format)


@pytest.mark.parametrize(("format", "reference", "answer"), [(r[0], r[1], a) for r in ROWS for a in r[3]])
def test_nearly_right(format: Format, reference: Any, answer: str) -> None:
    reading = read(answer, format, QUESTION)
    assert reading.status == "done", reading.why
    assert not same(reading.value, value_of(reference, format), format)


@pytest.mark.parametrize(("format", "answer"), [(r[0], a) for r in ROWS for a in r[4]])
def test_malformed(format: Format, answer: str) -> None:
    assert read(answer, format, QUESTION).status == "malformed"


def test_near_misses_are_other_values() -> None:
    assert {row[0] for row in TABLE} == set(TYPES)
    for format, reference, *_ in ROWS:
        value = value_of(reference, format)
        near = [one for _, one in kind_of(format).nearby(value, format)]
        assert near
        for one in near:
            reading = read(one if isinstance(one, str) else str(one), format)
            assert reading.status != "done" or not same(reading.value, value, format), one
