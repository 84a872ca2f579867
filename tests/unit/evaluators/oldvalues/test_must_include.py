"""Every item is claimed: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

WHO = "Who gave one star, and what is their e-mail address?"
HEARD = "Which reviewers mention that the ear cups are small?"
SPEC = "What are the dimensions and the price of the desk?"

RIGHT = [
    (["Emma Thompson"], "Emma Thompson", WHO),
    (["Emma Thompson", "emma@example.org"], "Emma Thompson, emma@example.org", WHO),
    (["Emma Thompson", "emma@example.org"], "The reviewer is Emma Thompson (e-mail: emma@example.org).", WHO),
    (
        ["Emma Thompson", "emma@example.org"],
        "emma@example.org belongs to emma thompson, who wrote on 2026-03-01.",
        WHO,
    ),
    (["Joseph Brzezinski", "Catso", "Dibbins"], "Joseph Brzezinski, Catso and Dibbins mention it.", HEARD),
    (["Joseph Brzezinski", "Catso", "Dibbins"], "- Catso\n- Dibbins\n- Joseph Brzezinski", HEARD),
    (["Catso", "Dibbins"], "The reviewers are Catso (2 stars) and Dibbins (3 stars).", HEARD),
    (["€249.00"], "The desk costs 249 euros and measures 120 x 60 cm.", SPEC),
    (["170"], "Order 170", "Which order is it?"),
    (["5"], "There are 5 reviews.", "How many reviews are there?"),
    (["2026-03-16"], "It was on March 16, 2026.", "When was it?"),
    (["yes"], "Yes, it is.", "Is it in stock?"),
    (["in stock"], "The desk is in stock.", "Is the desk available?"),
    (["red |OR| crimson"], "It is crimson.", "Which colour is it?"),
    (["Emma Thompson"], "It was Emma Thompson, not Jack Smith.", WHO),
    ("Emma Thompson", "Emma Thompson", WHO),
]

WRONG = [
    (["Emma Thompson"], "", WHO),
    (["Emma Thompson"], "N/A", WHO),
    (["Emma Thompson", "emma@example.org"], "Emma Thompson", WHO),
    (["Emma Thompson", "emma@example.org"], "Emma Thompson, emma@example.com", WHO),
    (["170"], "1705", "Which order is it?"),
    (["12.5"], "112.50", "How much is it?"),
    (["Ann"], "Annual report", WHO),
    (["5"], "It is 15.", "How many reviews are there?"),
    (["5"], "1, 2, 3, 4, 5, 6, 7, 8, 9", "How many reviews are there?"),
    (["5"], "5 or 6", "How many reviews are there?"),
    (["5"], "not 5", "How many reviews are there?"),
    (["Emma Thompson"], "It wasn't Emma Thompson.", WHO),
    (["Emma Thompson"], "Emma Thompson, Jack Smith, Ann Lee, Bob Ray, Cleo Fox", WHO),
    (["Emma Thompson"], "Emma Thompson or Jack Smith", WHO),
    (["Catso", "Dibbins"], "Neither Catso nor Dibbins", HEARD),
    (
        ["Catso", "Dibbins"],
        "Catso, Dibbins, Evelyn Kurver, Anglebert Dinkherhump, Michelle Davis, Joseph B",
        HEARD,
    ),
    (["€249.00"], "$249.00", SPEC),
    (["€249.00"], "€249.00, €259.00, €269.00", SPEC),
    (["Emma Thompson"], "I first thought it was Emma Thompson but it is Jack Smith.", WHO),
    (["Emma Thompson"], "Possibly Emma Thompson", WHO),
    (["Emma Thompson"], "word " * 300 + "Emma Thompson", WHO),
    (["in stock"], "The desk is not in stock.", "Is the desk available?"),
    (["yes"], "No, it is not.", "Is it in stock?"),
    (["€249.00"], "€1,249.00", SPEC),
    (["emma@example.org"], "jemma@example.org", WHO),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    result = match("must_include", reference, answer, intent=intent)
    assert result.score == 1.0, result.why


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    result = match("must_include", reference, answer, intent=intent)
    assert result.score == 0.0, result.why
