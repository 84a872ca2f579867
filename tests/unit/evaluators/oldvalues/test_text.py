"""Words: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

PRODUCT = "What is the best-selling product in 2026?"
COLOUR = "What colour is the bottle?"
CHOICE = "Which is cheaper, the Aurora Lamp or the Borealis Lamp?"

RIGHT = [
    ("Quest Lumaflex™ Band", "Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex™ Band", "quest lumaflex™ band", PRODUCT),
    ("Quest Lumaflex Band", '"Quest Lumaflex Band"', PRODUCT),
    ("Quest Lumaflex Band", "'Quest Lumaflex Band'.", PRODUCT),
    ("Quest Lumaflex Band", "The best-selling product in 2026 is the Quest Lumaflex Band.", PRODUCT),
    (
        "Quest Lumaflex Band",
        "The best-selling product in 2026 is **Quest Lumaflex Band**, with 14 units sold.",
        PRODUCT,
    ),
    ("Quest Lumaflex Band", "Based on the Bestsellers Report, it is Quest Lumaflex Band.", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band (€19.99)", PRODUCT),
    ("Quest Lumaflex Band", "Not the Harmony Kit but the Quest Lumaflex Band.", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band, not Harmony Kit", PRODUCT),
    (
        "Quest Lumaflex Band",
        "I first thought it was the Harmony Kit, but it is the Quest Lumaflex Band.",
        PRODUCT,
    ),
    ("Quest Lumaflex Band", "Harmony Kit... no wait, Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex Band", "Quest  Lumaflex\u00a0Band", PRODUCT),
    ("Quest Lumaflex Band", "Quest-Lumaflex Band", PRODUCT),
    ("red", "Red", COLOUR),
    ("red", "The bottle is red.", COLOUR),
    ("red", "It is red, not blue.", COLOUR),
    ("red", "red (the small one)", COLOUR),
    ("red", "The colour of the bottle is red and the cap is white.", COLOUR),
    ("T-Shirt", "t shirt", "Which garment?"),
    ("T-Shirt", "A tshirt", "Which garment?"),
    ("Café Müller", "Cafe Mueller", "Which cafe?"),
    ("Café Müller", "cafe muller", "Which cafe?"),
    ("Tom & Jerry", "Tom and Jerry", "Which film?"),
    ("Aurora Lamp", "The Aurora Lamp", CHOICE),
    ("Aurora Lamp", "The Aurora Lamp is cheaper than the Borealis Lamp.", CHOICE),
    ("Aurora Lamp", "The Aurora Lamp is cheaper.", CHOICE),
    ("Electronics", "Electronics", "Which category is largest?"),
    ("Electronics", "The largest category is Electronics with 42 products.", "Which category is largest?"),
    ("C++", "C++", "Which language?"),
    ("Herr der Ringe: Die Gefährten", "Herr der Ringe - die Gefaehrten", "Which film?"),
]

WRONG = [
    ("Quest Lumaflex Band", "", PRODUCT),
    ("Quest Lumaflex Band", "N/A", PRODUCT),
    ("Quest Lumaflex Band", "Harmony Kit", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band Pro", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Bandana", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band or Harmony Kit", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band and Harmony Kit", PRODUCT),
    ("Quest Lumaflex Band", "Harmony Kit, Quest Lumaflex Band, Sprite Ball", PRODUCT),
    ("Quest Lumaflex Band", "Either the Harmony Kit or the Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex Band", "- Harmony Kit\n- Quest Lumaflex Band\n- Sprite Ball", PRODUCT),
    ("Quest Lumaflex Band", "not Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex Band", "It isn't the Quest Lumaflex Band.", PRODUCT),
    ("Quest Lumaflex Band", "The Quest Lumaflex Band is not the best-selling product.", PRODUCT),
    ("Quest Lumaflex Band", "Quest Lumaflex Band, no wait, Harmony Kit", PRODUCT),
    ("Quest Lumaflex Band", "I thought it was the Quest Lumaflex Band but it is the Harmony Kit.", PRODUCT),
    ("Quest Lumaflex Band", "Maybe Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex Band", "Possibly the Quest Lumaflex Band.", PRODUCT),
    ("Quest Lumaflex Band", "Any product except the Quest Lumaflex Band", PRODUCT),
    ("Quest Lumaflex Band", "Harmony Kit rather than Quest Lumaflex Band", PRODUCT),
    ("red", "blue", COLOUR),
    ("red", "red and blue", COLOUR),
    ("red", "red or blue", COLOUR),
    ("red", "blue, red", COLOUR),
    ("red", "redwood", COLOUR),
    ("red", "dark red", COLOUR),
    ("red", "not red", COLOUR),
    ("red", "red/blue", COLOUR),
    ("red", "The colours are green and red.", COLOUR),
    ("Aurora Lamp", "The Borealis Lamp", CHOICE),
    ("Aurora Lamp", "The Aurora Lamp or the Borealis Lamp", CHOICE),
    ("Aurora Lamp", "The Borealis Lamp is cheaper than the Aurora Lamp.", CHOICE),
    ("Ann", "Annual", "Who?"),
    ("iPhone", "iPhone 12", "Which phone?"),
    ("C++", "C", "Which language?"),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in ("text", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in ("text", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)
