"""Lists: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

SIZES = "Which colours does the bottle come in?"
TOP = "What are the top 3 best-selling products?"
ORDERED = "List the top 3 products, from most expensive to cheapest."
MAILS = "Which e-mail addresses are given?"
PRICES = "What are the price range limits of the lamps?"

RIGHT = [
    (["red", "blue"], "red, blue", SIZES),
    (["red", "blue"], "blue and red", SIZES),
    (["red", "blue"], "Red & Blue", SIZES),
    (["red", "blue"], "- red\n- blue", SIZES),
    (["red", "blue"], "1. Blue\n2. Red", SIZES),
    (["red", "blue"], "The bottle comes in red and blue.", SIZES),
    (["red", "blue"], "It comes in two colours: red and blue.", SIZES),
    (["red", "blue"], "red, blue (not green)", SIZES),
    (["red", "blue"], '["red", "blue"]', SIZES),
    (["red", "blue"], "red/blue", SIZES),
    (["red", "blue"], "Both red and blue are available.", SIZES),
    (["Aurora Lamp", "Borealis Chair", "Comet Rug"], "Aurora Lamp, Borealis Chair, Comet Rug", TOP),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "The top 3 best-selling products are:\n1. Aurora Lamp\n2. Comet Rug\n3. Borealis Chair",
        TOP,
    ),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "1. **Aurora Lamp** - €50.00\n2. **Borealis Chair** - €40.00\n3. **Comet Rug** - €30.00",
        TOP,
    ),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "Aurora Lamp (14 sold), Borealis Chair (12 sold) and Comet Rug (9 sold).",
        TOP,
    ),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "The products are the Aurora Lamp, the Borealis Chair and the Comet Rug.",
        TOP,
    ),
    (["Aurora Lamp", "Borealis Chair"], "Aurora Lamp; Borealis Chair", ORDERED),
    (["Salt and Pepper Set", "Tea Pot"], "Tea Pot, Salt and Pepper Set", TOP),
    (["a@x.org", "b@x.org"], "a@x.org and b@x.org", MAILS),
    (["5", "6"], "5 and 6", "Which pages?"),
    (["5", "6"], "6, 5", "Which pages?"),
    (["€10.00", "€20.00"], "From €10 to €20.", PRICES),
    (["€10.00", "€20.00"], "The lamps cost between €10.00 and €20.00.", PRICES),
    (["#170", "#171"], "Orders 170 and 171", "Which orders are pending?"),
    (["#170", "#171"], "#171, #170", "Which orders are pending?"),
    (["2026-03-01", "2026-03-05"], "March 1, 2026 and March 5, 2026", "When did I order?"),
    (["red"], "red", SIZES),
]

WRONG = [
    (["red", "blue"], "red", SIZES),
    (["red", "blue"], "red, blue, green", SIZES),
    (["red", "blue"], "red and green", SIZES),
    (["red", "blue"], "- red\n- blue\n- green", SIZES),
    (["red", "blue"], "red, not blue", SIZES),
    (["red", "blue"], "neither red nor blue", SIZES),
    (["red", "blue"], "", SIZES),
    (["red", "blue"], "N/A", SIZES),
    (["red", "blue"], "redblue", SIZES),
    (["Aurora Lamp", "Borealis Chair", "Comet Rug"], "Aurora Lamp, Borealis Chair", TOP),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "Aurora Lamp, Borealis Chair, Comet Rug, Dusk Table",
        TOP,
    ),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "1. Aurora Lamp\n2. Borealis Chair\n3. Comet Rug\n4. Dusk Table",
        TOP,
    ),
    (["Aurora Lamp", "Borealis Chair"], "Aurora Lamp Pro, Borealis Chair", TOP),
    (["Aurora Lamp", "Borealis Chair"], "Aurora Lamp, maybe Borealis Chair", TOP),
    (["Aurora Lamp", "Borealis Chair"], "Borealis Chair, Aurora Lamp", ORDERED),
    (
        ["Aurora Lamp", "Borealis Chair", "Comet Rug"],
        "1. Comet Rug\n2. Borealis Chair\n3. Aurora Lamp",
        ORDERED,
    ),
    (["a@x.org", "b@x.org"], "a@x.org", MAILS),
    (["a@x.org", "b@x.org"], "a@x.org, b@x.org, c@x.org", MAILS),
    (["5", "6"], "5, 6 and 7", "Which pages?"),
    (["5", "6"], "56", "Which pages?"),
    (["€10.00", "€20.00"], "€10 to €200", PRICES),
    (["#170", "#171"], "170, 171, 172", "Which orders are pending?"),
    (["#170", "#171"], "1701, 171", "Which orders are pending?"),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in ("list", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in ("list", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)


def test_ordered_option():
    items = ["red", "blue", "green"]
    assert match("list", items, "red, blue, green", options={"ordered": True}).score == 1.0
    assert match("list", items, "red, green, blue", options={"ordered": True}).score == 0.0
    assert match("list", items, "red, green, blue").score == 1.0


def test_empty_list():
    assert match("list", [], "There are none.").score == 1.0
    assert match("list", [], "red").score == 0.0
