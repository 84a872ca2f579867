"""Values with their subjects: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

COMPARE = "Compare the time for walking and driving from the station to the castle."
TIMES = "walking: 34 min, driving: 8 min"
STOCK = "How many of the Aurora Lamp and of the Comet Rug are in stock?"
COUNTS = {"Aurora Lamp": "5", "Comet Rug": "6"}

RIGHT = [
    (TIMES, "walking: 34 min, driving: 8 min", COMPARE),
    (TIMES, "Walking: 34 minutes; driving: 8 minutes", COMPARE),
    (TIMES, "driving: 8 min, walking: 34 min", COMPARE),
    (TIMES, "Walking takes 34 minutes and driving takes 8 minutes.", COMPARE),
    (TIMES, "Walking takes 34 min while driving only takes 8 min.", COMPARE),
    (TIMES, "34 minutes on foot, 8 minutes by car", COMPARE),
    (TIMES, "It takes 34 minutes to walk and 8 minutes to drive.", COMPARE),
    (TIMES, "8 minutes by car and 34 minutes on foot", COMPARE),
    (TIMES, "By car it takes 8 min, on foot 34 min.", COMPARE),
    (TIMES, "- Walking: 34 min\n- Driving: 8 min", COMPARE),
    (TIMES, "| Mode | Time |\n|---|---|\n| Walking | 34 min |\n| Driving | 8 min |", COMPARE),
    (
        TIMES,
        "Walking and driving take 34 and 8 minutes respectively."
        if False
        else "Walking and driving take 34 min and 8 min, respectively.",
        COMPARE,
    ),
    (TIMES, "Driving (8 min) is 26 minutes faster than walking (34 min).", COMPARE),
    (TIMES, "Walking takes 34 min, driving takes 8 min, so driving saves 26 minutes.", COMPARE),
    (TIMES, '{"walking": "34 min", "driving": "8 min"}', COMPARE),
    (COUNTS, "Aurora Lamp: 5, Comet Rug: 6", STOCK),
    (COUNTS, "There are 5 of the Aurora Lamp and 6 of the Comet Rug.", STOCK),
    (COUNTS, "Comet Rug - 6\nAurora Lamp - 5", STOCK),
    (COUNTS, "The Aurora Lamp has 5 and the Comet Rug has 6 in stock.", STOCK),
    (
        {"name": "Emma Thompson", "email": "emma@example.org"},
        "Name: Emma Thompson, Email: emma@example.org",
        "Who is it, with e-mail?",
    ),
    (
        {"name": "Emma Thompson", "email": "emma@example.org"},
        "Emma Thompson (emma@example.org)",
        "Who is it, with e-mail?",
    ),
]

WRONG = [
    (TIMES, "walking: 8 min, driving: 34 min", COMPARE),
    (TIMES, "Walking takes 8 minutes and driving takes 34 minutes.", COMPARE),
    (TIMES, "8 minutes on foot, 34 minutes by car", COMPARE),
    (TIMES, "34 min and 8 min", COMPARE),
    (TIMES, "walking: 34 min", COMPARE),
    (TIMES, "walking: 34 min, driving: 9 min", COMPARE),
    (TIMES, "walking: 34 km, driving: 8 km", COMPARE),
    (TIMES, "It takes 8 minutes to walk and 34 minutes to drive.", COMPARE),
    (TIMES, "walking: 34 min, driving: 8 min, cycling: 12 min", COMPARE),
    (TIMES, "walking: about 30 min, driving: 8 min", COMPARE),
    (TIMES, "", COMPARE),
    (TIMES, "Driving is faster.", COMPARE),
    (COUNTS, "Aurora Lamp: 6, Comet Rug: 5", STOCK),
    (COUNTS, "Aurora Lamp: 5", STOCK),
    (COUNTS, "5 and 6", STOCK),
    (COUNTS, "Aurora Lamp: 5, Comet Rug: 16", STOCK),
    ({"name": "Emma Thompson", "email": "emma@example.org"}, "Emma Thompson", "Who is it, with e-mail?"),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in ("mapping", "exact", "fuzzy"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in ("mapping", "exact", "fuzzy"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)
