"""Plain numbers: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

HOW_MANY = "How many reviews does the Aurora desk lamp have?"
RATING = "What is the average rating of the Aurora desk lamp?"

RIGHT = [
    ("5", "5", HOW_MANY),
    ("5", "5.", HOW_MANY),
    ("5", "**5**", HOW_MANY),
    ("5", "five", HOW_MANY),
    ("5", "Five reviews.", HOW_MANY),
    ("5", "There are 5 reviews.", HOW_MANY),
    ("5", "The Aurora desk lamp has 5 reviews.", HOW_MANY),
    ("5", "The answer is: 5", HOW_MANY),
    ("5", "It has exactly 5 reviews in total.", HOW_MANY),
    ("5", "There are five (5) reviews.", HOW_MANY),
    ("5", "I found 5 reviews spread over 2 pages.", HOW_MANY),
    ("5", "I first counted 6, but the correct number is 5.", HOW_MANY),
    ("5", "6, no wait, 5", HOW_MANY),
    ("5", "6. Correction: 5", HOW_MANY),
    ("5", "I first thought it was 6 but it is 5.", HOW_MANY),
    ("5", "It is not 6 but 5.", HOW_MANY),
    ("5", "5, not 6", HOW_MANY),
    ("5", "5 of the 12 reviews", "How many of the reviews mention the cable?"),
    ("5", "5 out of 12 mention it.", "How many of the reviews mention the cable?"),
    ("5", "I looked at 12 reviews; 5 mention the cable.", "How many of the reviews mention the cable?"),
    ("5", "5 orders were not shipped.", "How many of my orders were not shipped?"),
    ("5", "There were 5 orders in March 2026.", "How many orders did I place in March 2026?"),
    ("1234", "1,234", HOW_MANY),
    ("1234", "1 234", HOW_MANY),
    ("1234", "1234 reviews", HOW_MANY),
    ("4.5", "4.5", RATING),
    ("4.5", "4.5 out of 5", RATING),
    ("4.5", "4,5", RATING),
    ("4.5", "The average rating is 4.50 stars.", RATING),
    ("0", "0", HOW_MANY),
    ("0", "None", HOW_MANY),
    ("0", "There are no reviews.", HOW_MANY),
    ("0", "zero", HOW_MANY),
    ("1", "one", HOW_MANY),
    ("1", "There is only one review.", HOW_MANY),
    ("25", "twenty-five", HOW_MANY),
    ("105", "one hundred and five", HOW_MANY),
    ("12", "a dozen", HOW_MANY),
    ("3", "3rd", "Which place did the lamp take?"),
    ("3", "It came third.", "Which place did the lamp take?"),
    ("2026", "In 2026.", "In which year was the account opened?"),
    ("2", "2", "What is on page 2, and how many?"),
    ("59.98", "€59.98", "How much did I pay for order 17?"),
    ("34", "34 minutes", "How many minutes does it take?"),
    ("-3", "-3", "What is the temperature?"),
    ("1500000", "1.5 million", "How many people live there?"),
]

WRONG = [
    ("5", "", HOW_MANY),
    ("5", "N/A", HOW_MANY),
    ("5", "6", HOW_MANY),
    ("5", "15", HOW_MANY),
    ("5", "50", HOW_MANY),
    ("5", "5.5", HOW_MANY),
    ("170", "1705", HOW_MANY),
    ("170", "The number is 1705.", HOW_MANY),
    ("12.5", "112.50", HOW_MANY),
    ("12.5", "12.50.1", HOW_MANY),
    ("5", "not 5", HOW_MANY),
    ("5", "It isn't 5.", HOW_MANY),
    ("5", "5 is wrong", HOW_MANY),
    ("5", "5, no wait, 6", HOW_MANY),
    ("5", "5. Actually, 6.", HOW_MANY),
    ("5", "I first thought 5 but it is 6.", HOW_MANY),
    ("5", "either 5 or 6", HOW_MANY),
    ("5", "5 or 6", HOW_MANY),
    ("5", "5, 6", HOW_MANY),
    ("5", "5 or so", HOW_MANY),
    ("5", "about 5", HOW_MANY),
    ("5", "at least 5", HOW_MANY),
    ("5", "more than 5", HOW_MANY),
    ("5", "5+", HOW_MANY),
    ("5", "~5", HOW_MANY),
    ("5", "maybe 5 or 7", HOW_MANY),
    ("5", "possibly 5", HOW_MANY),
    ("5", "5?", HOW_MANY),
    ("5", "between 4 and 6", HOW_MANY),
    ("5", "4-6", HOW_MANY),
    ("5", "5-10", HOW_MANY),
    ("5", "I don't know, 5?", HOW_MANY),
    ("5", "1 2 3 4 5 6 7 8", HOW_MANY),
    ("5", "-5", HOW_MANY),
    ("5", "5%", HOW_MANY),
    ("5", "$5", HOW_MANY),
    ("5", "There are 6 reviews on 5 pages.", HOW_MANY),
    ("5", "None", HOW_MANY),
    ("0", "N/A", HOW_MANY),
    ("0", "10", HOW_MANY),
    ("0", "I could not find the product.", HOW_MANY),
    ("4.5", "45", RATING),
    ("4.5", "5", RATING),
    ("2026", "2025", "In which year was the account opened?"),
    ("1234", "1.234", HOW_MANY),
    ("5", "neither 5 nor 6", HOW_MANY),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in ("number", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in ("number", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)
