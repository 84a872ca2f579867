# ruff: noqa: E501 - the rows of a table stay on one line
"""What holds for every value: each way to write it matches, another value never does, and nothing crashes."""

import datetime as dt
import io
import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import match as command
from evaluators.oldvalues import KINDS, TYPES, match

# The first call of a type loads its library, which may take longer than Hypothesis expects.
settings.register_profile("values", deadline=None)
settings.load_profile("values")

REFERENCES = {
    "exact": "Aurora Lamp", "must_include": ["Aurora Lamp", "5"], "fuzzy": "The zipper broke after 5 days", "text": "Aurora Lamp",
    "name": "Emma Thompson", "number": "5", "currency": "€12.50", "percentage": "45%", "duration": "2h58min", "distance": "5.2 km",
    "date": "2026-03-16", "time": "14:30", "date_range": "2026-03-01 to 2026-03-16", "month_counts": "Jan: 5, Feb: 6",
    "list": ["red", "blue"], "mapping": "walking: 34 min, driving: 8 min", "address": "Marktplatz 1, 17033 Neubrandenburg",
    "coordinates": "53.5575, 13.2610", "email": "emma@example.org", "phone": "+49 395 1234567", "url": "http://shop.test/a",
    "order_number": "#170", "yes_no": "yes", "status": "Pending", "unachievable": None,
}  # fmt: skip
FRAMES = [
    "{}",
    "{}.",
    "The answer is {}.",
    "**{}**",
    "Answer: {}",
    "It is {}, I checked it.",
    "  {}\n",
    '"{}"',
]
WRONG_FRAMES = [
    "not {}",
    "It is not {}.",
    "{} or {other}",
    "{other}",
    "maybe {}",
    "I first thought {} but it is {other}.",
    "{}, no wait, {other}",
]

cents = st.integers(min_value=1, max_value=5_000_000)
days = st.dates(min_value=dt.date(2013, 1, 1), max_value=dt.date(2031, 12, 31))
minutes = st.integers(min_value=1, max_value=5_999)
frames = st.sampled_from(FRAMES)
wrong_frames = st.sampled_from(WRONG_FRAMES)


def test_every_kind_has_a_reference_here():
    assert set(REFERENCES) == set(KINDS)
    assert set(TYPES) == set(KINDS) - {"exact", "must_include", "fuzzy"}


def money_forms(n):
    whole, cent = divmod(n, 100)
    english, german, spaced = (f"{whole:,}".replace(",", s) for s in (",", ".", " "))
    return [
        f"€{english}.{cent:02}",
        f"{german},{cent:02} €",
        f"EUR {whole}.{cent:02}",
        f"{spaced}.{cent:02} euros",
        f"{whole}.{cent:02}€",
        f"{english}.{cent:02} EUR",
    ]


@given(cents, frames, st.data())
def test_money_in_any_form(n, frame, data):
    forms = money_forms(n)
    reference, answer = (data.draw(st.sampled_from(forms)) for _ in range(2))
    result = match("currency", reference, frame.format(answer))
    assert result.score == 1.0, (answer, result.why)


@given(cents, cents, frames, st.data())
def test_other_money_never(n, m, frame, data):
    if n != m:
        answer = data.draw(st.sampled_from(money_forms(m)))
        assert match("currency", money_forms(n)[0], frame.format(answer)).score == 0.0
        assert match("must_include", [money_forms(n)[0]], frame.format(answer)).score == 0.0


@given(cents, cents, wrong_frames)
def test_money_not_claimed(n, m, frame):
    if n != m:
        text = frame.format(money_forms(n)[0], other=money_forms(m)[0])
        assert match("currency", money_forms(n)[0], text).score == 0.0, text


@given(cents, st.sampled_from(["$", "£", "USD ", "CHF "]))
def test_money_of_another_currency_never(n, sign):
    assert match("currency", money_forms(n)[0], f"{sign}{n / 100:,.2f}").score == 0.0


def date_forms(d):
    months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ]
    name, short = months[d.month - 1], months[d.month - 1][:3]
    suffix = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(d.day, "th")
    forms = [
        d.isoformat(), f"{d.day} {name} {d.year}", f"{name} {d.day}, {d.year}", f"{short} {d.day}{suffix}, {d.year}", f"{d.day}{suffix} of {name} {d.year}",
        f"{d.day:02}.{d.month:02}.{d.year}", f"{d:%A}, {d.day} {name} {d.year}", f"{d.year}/{d.month:02}/{d.day:02}", f"{d.day}-{short}-{d.year}", f"{d.isoformat()}T09:00:00Z",
    ]  # fmt: skip
    if d.day > 12:
        forms += [f"{d.day}/{d.month:02}/{d.year}", f"{d.month}/{d.day}/{d.year}"]
    return forms


@given(days, frames, st.data())
def test_date_in_any_form(d, frame, data):
    answer = data.draw(st.sampled_from(date_forms(d)))
    result = match("date", d.isoformat(), frame.format(answer))
    assert result.score == 1.0, (answer, result.why)


@given(days, days, frames, st.data())
def test_other_date_never(d, e, frame, data):
    if d != e:
        answer = data.draw(st.sampled_from(date_forms(e)))
        assert match("date", d.isoformat(), frame.format(answer)).score == 0.0


@given(days, days, wrong_frames)
def test_date_not_claimed(d, e, frame):
    if d != e:
        assert (
            match("date", d.isoformat(), frame.format(date_forms(d)[1], other=date_forms(e)[1])).score == 0.0
        )


@given(days, st.integers(min_value=1, max_value=6))
def test_a_wrong_weekday_never(d, shift):
    day = (d + dt.timedelta(days=shift)).strftime("%A")
    assert match("date", d.isoformat(), f"{day}, {date_forms(d)[1]}").score == 0.0


def duration_forms(n):
    h, m = divmod(n, 60)
    forms = [f"{n} min", f"{n} minutes", f"{h}:{m:02}:00", f"{n * 60} seconds"]
    if h and m:
        forms += [
            f"{h}h{m}min",
            f"{h} h {m} min",
            f"{h} hours and {m} minutes",
            f"{h} hrs, {m} mins",
            f"PT{h}H{m}M",
        ]
    return forms


@given(minutes, frames, st.data())
def test_duration_in_any_form(n, frame, data):
    reference, answer = (data.draw(st.sampled_from(duration_forms(n))) for _ in range(2))
    result = match("duration", reference, frame.format(answer), intent="How long does it take?")
    assert result.score == 1.0, (answer, result.why)


@given(minutes, minutes, frames, st.data())
def test_other_duration_never(n, m, frame, data):
    if n != m:
        answer = data.draw(st.sampled_from(duration_forms(m)))
        assert (
            match("duration", f"{n} min", frame.format(answer), intent="How long does it take?").score == 0.0
        )


@given(st.integers(min_value=0, max_value=10**7), st.integers(min_value=0, max_value=10**7), frames)
def test_numbers(n, m, frame):
    assert match("number", str(n), frame.format(f"{n:,}")).score == 1.0
    assert match("exact", str(n), frame.format(n)).score == 1.0
    if n != m:
        assert match("number", str(n), frame.format(m)).score == 0.0
        assert match("exact", n, f"{n} or {m}").score == 0.0


@given(st.integers(min_value=1, max_value=10**5), st.integers(min_value=1, max_value=10**5))
def test_distances(n, m):
    assert match("distance", f"{n} m", f"{Decimal(n) / 1000} km").score == 1.0
    if n != m:
        assert match("distance", f"{n} m", f"{m} metres").score == 0.0


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 23), st.integers(0, 59))
def test_times(h, m, other_h, other_m):
    twelve = f"{(h - 1) % 12 + 1}:{m:02} {'am' if h < 12 else 'pm'}"
    assert match("time", f"{h:02}:{m:02}", twelve).score == 1.0
    if (h, m) != (other_h, other_m):
        assert match("time", f"{other_h:02}:{other_m:02}", twelve).score == 0.0


words = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=9).map(str.capitalize)


@given(words, words, words, words)
def test_names(a, b, c, d):
    assert match("name", f"{a} {b}", f"The customer is {a} {b}.", intent="Who is it?").score == 1.0
    assert match("name", f"{a} {b}", f"{b}, {a}", intent="Who is it?").score == 1.0
    if {a, b} != {c, d} and a != c and b != d:
        assert match("name", f"{a} {b}", f"{c} {d}", intent="Who is it?").score == 0.0
        assert match("name", f"{a} {b}", f"not {a} {b} but {c} {d}", intent="Who is it?").score == 0.0


@given(st.lists(st.integers(1, 9999), min_size=2, max_size=6, unique=True), st.randoms(use_true_random=False))
def test_lists_in_any_order(numbers, random):
    shuffled = random.sample(numbers, len(numbers))
    items = [str(n) for n in numbers]
    assert match("list", items, ", ".join(map(str, shuffled))).score == 1.0
    assert match("list", items, ", ".join(map(str, shuffled[:-1]))).score == 0.0
    assert match("list", items, ", ".join(map(str, [*shuffled, 10_001]))).score == 0.0
    if shuffled != numbers:
        assert match("list", items, ", ".join(map(str, shuffled)), options={"ordered": True}).score == 0.0


@settings(max_examples=300)
@given(st.sampled_from(sorted(KINDS)), st.text(max_size=120), st.text(max_size=40))
def test_no_answer_crashes(kind, answer, intent):
    result = match(kind, REFERENCES[kind], answer, intent=intent)
    assert result.score in (0.0, 1.0)
    assert result.why


PIECES = st.sampled_from(
    [
        "€12.50",
        "5",
        "6",
        "Emma",
        "Thompson",
        "not",
        "no",
        "but",
        "or",
        "and",
        ",",
        ".",
        ":",
        ";",
        "(",
        ")",
        "-",
        "%",
        "km",
        "min",
        "h",
        "2026-03-16",
        "March",
        "16",
        "walking",
        "driving",
        "14:30",
        "the",
        "is",
        "N/A",
        "maybe",
        "about",
        "0395",
        "1234567",
        "53.5575,",
        "13.2610",
        "emma@example.org",
        "http://shop.test/a",
        "Pending",
        "yes",
        "#170",
        "½",
        "²",
        "\n",
        "•",
        "|",
        "1.",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        "$",
        "1,234.50",
        "two",
        "hundred",
    ]
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(KINDS)), st.lists(PIECES, max_size=25))
def test_no_jumble_crashes(kind, pieces):
    assert match(kind, REFERENCES[kind], " ".join(pieces)).score in (0.0, 1.0)


@settings(max_examples=150)
@given(
    st.sampled_from(["exact", "must_include", "fuzzy"]),
    st.text(min_size=1, max_size=60).filter(str.strip),
    st.text(max_size=60),
)
def test_no_reference_crashes(kind, reference, answer):
    assert match(kind, reference, answer).score in (0.0, 1.0)


@given(st.text(alphabet="abcdefghij ", min_size=1, max_size=30).filter(str.strip))
def test_a_text_matches_itself(text):
    assert match("text", text, text).score == 1.0


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_empty_answer_never(kind):
    for answer in ("", " ", "\n", ".", '""'):
        assert match(kind, REFERENCES[kind], answer).score == 0.0


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"unachievable"}))
def test_na_is_no_value(kind):
    for answer in ("N/A", "n/a", "Not available."):
        assert match(kind, REFERENCES[kind], answer).score == 0.0


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_page_never(kind):
    page = (
        "Skip to content Sign in My basket Add to cart Privacy policy Newsletter "
        + "Lorem ipsum dolor sit amet. " * 60
    )
    reference = REFERENCES[kind]
    shown = reference if isinstance(reference, str) else ", ".join(reference or ["N/A"])
    assert match(kind, reference, page + shown + page).score == 0.0


@settings(max_examples=100)
@given(st.lists(st.text(max_size=80), max_size=5))
def test_the_command_takes_any_lines(lines):
    out = io.StringIO()
    command.main([line.replace("\n", " ") + "\n" for line in lines], out)
    for line in out.getvalue().splitlines():
        assert {"error", "score"} & set(json.loads(line))
