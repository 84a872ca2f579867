"""The same facts in other words: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

WHY = "What do customers complain about in the reviews of the Aurora backpack?"
COMPARE = "Compare the time for walking and driving from the station to the castle."

RIGHT = [
    ("The zipper broke after one week", "The zipper broke after a week of use.", WHY),
    ("The zipper broke after one week", "Customers say that the zip broke after one week.", WHY),
    ("The battery does not last long", "The battery doesn't last long.", WHY),
    ("The battery does not last long", "Reviewers complain the batteries do not last very long", WHY),
    (
        "The straps are uncomfortable",
        "They complain that the straps are not comfortable" if False else "The straps cause discomfort.",
        WHY,
    ),
    ("2h58min", "2 hours and 58 minutes", "How long does it take?"),
    ("34 minutes", "about 34 minutes", "How long does it take?"),
    ("walking: 34 min, driving: 8 min", "On foot it is 34 minutes; by car it is 8 minutes.", COMPARE),
    (
        "Walking takes 34 minutes and driving takes 8 minutes",
        "34 minutes on foot and 8 minutes by car",
        COMPARE,
    ),
    (
        "The castle is open from 9:00 to 17:00 on weekdays",
        "On weekdays, the castle is open 9 am to 5 pm.",
        "When is the castle open?",
    ),
    (
        "Emma Thompson ordered 3 lamps on 2026-03-01",
        "On March 1, 2026, Emma Thompson placed an order for three lamps.",
        "Who ordered what, and when?",
    ),
    ("Yes, it is waterproof", "Yes, the bag is waterproof.", "Is the bag waterproof?"),
    ("No, it is not waterproof", "No, it isn't.", "Is the bag waterproof?")
    if False
    else ("No, it is not waterproof", "No, the bag is not waterproof.", "Is the bag waterproof?"),
    ("The price increased by 10%", "It went up: the price rose by 10 percent.", "How did the price change?"),
    (
        "The Aurora lamp is cheaper than the Borealis lamp",
        "The Aurora lamp is cheaper than the Borealis lamp by a little.",
        "Which lamp is cheaper?",
    ),
    (
        "N/A",
        "This is not possible because the shop has no contact form.",
        "Send a message with the contact form.",
    ),
    (["The zipper broke", "The straps are thin"], "The straps are thin, and the zipper broke.", WHY),
    ("Too small and the colour faded", "Customers find it too small, and the color faded.", WHY),
]

WRONG = [
    ("The zipper broke after one week", "The zipper broke after two weeks", WHY),
    ("The zipper broke after one week", "The zipper did not break after one week", WHY),
    ("The zipper broke after one week", "The handle is too short", WHY),
    ("The battery does not last long", "The battery lasts long", WHY),
    ("The straps are comfortable", "The straps are uncomfortable", WHY),
    ("2h58min", "just under three hours", "How long does it take?"),
    ("34 minutes", "43 minutes", "How long does it take?"),
    ("walking: 34 min, driving: 8 min", "On foot it is 8 minutes; by car it is 34 minutes.", COMPARE),
    (
        "Walking takes 34 minutes and driving takes 8 minutes",
        "8 minutes on foot and 34 minutes by car",
        COMPARE,
    ),
    ("Walking takes 34 minutes and driving takes 8 minutes", "Walking takes 34 minutes", COMPARE),
    (
        "The castle is open from 9:00 to 17:00 on weekdays",
        "The castle is open from 9:00 to 18:00 on weekdays",
        "When is the castle open?",
    ),
    (
        "Emma Thompson ordered 3 lamps on 2026-03-01",
        "Jack Smith ordered 3 lamps on 2026-03-01",
        "Who ordered what, and when?",
    ),
    (
        "Emma Thompson ordered 3 lamps on 2026-03-01",
        "Emma Thompson ordered 3 lamps on 2026-03-02",
        "Who ordered what, and when?",
    ),
    (
        "Emma Thompson ordered 3 lamps on 2026-03-01",
        "Emma Thompson ordered 4 lamps on 2026-03-01",
        "Who ordered what, and when?",
    ),
    ("Yes, it is waterproof", "No, it is not waterproof", "Is the bag waterproof?"),
    ("No, it is not waterproof", "Yes, it is waterproof", "Is the bag waterproof?"),
    ("The price increased by 10%", "The price decreased by 10%", "How did the price change?"),
    (
        "The Aurora lamp is cheaper than the Borealis lamp",
        "The Borealis lamp is cheaper than the Aurora lamp",
        "Which lamp is cheaper?",
    ),
    ("The zipper broke", "", WHY),
    ("The zipper broke", "N/A", WHY),
    ("N/A", "The contact form is at the bottom.", "Send a message with the contact form."),
    (["The zipper broke", "The straps are thin"], "The straps are thin.", WHY),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    result = match("fuzzy", reference, answer, intent=intent)
    assert result.score == 1.0, result.why


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    result = match("fuzzy", reference, answer, intent=intent)
    assert result.score == 0.0, result.why


def test_undecided_scores_nothing_and_asks_the_judge():
    reference, answer = "The zipper broke after a few days of use", "It fell apart quickly at the fastener"
    plain = match("fuzzy", reference, answer, intent=WHY)
    assert (plain.score, plain.undecided) == (0.0, True)
    asked = []

    def judge(intent, wanted, said):
        asked.append((intent, wanted, said))
        return True

    judged = match("fuzzy", reference, answer, intent=WHY, options={"judge": judge})
    assert (judged.score, judged.undecided) == (1.0, False)
    assert asked == [(WHY, reference, answer)]


def test_a_contradiction_is_never_put_to_the_judge():
    result = match("fuzzy", "34 minutes", "43 minutes", options={"judge": lambda *_: True})
    assert result.score == 0.0
