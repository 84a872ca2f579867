"""Amounts of money: rows thought out by hand."""

import pytest

from evaluators.oldvalues import match

TOTAL = "How much did I pay in total for order 170?"

RIGHT = [
    ("€1,234.50", "€1,234.50", TOTAL),
    ("€1,234.50", "1.234,50 €", TOTAL),
    ("€1,234.50", "1 234.50 EUR", TOTAL),
    ("€1,234.50", "1\u202f234,50 €", TOTAL),
    ("€1,234.50", "EUR 1234.5", TOTAL),
    ("€1,234.50", "1234.50", TOTAL),
    ("€1,234.50", "You paid **€1,234.50** in total.", TOTAL),
    ("€298.64", "Two orders, adding up to €298.64.", TOTAL),
    ("€1,234.50", "You paid 1234.50 euros for order 170.", TOTAL),
    ("€1,234.50", "Order 170 cost €1,234.50.", TOTAL),
    ("€59.98", "59 euros and 98 cents", TOTAL),
    ("€59.98", "fifty-nine euros and ninety-eight cents", TOTAL),
    ("€59.98", "€59.98 (2 x €29.99)", TOTAL),
    ("€59.98", "The total was €59.98, including €4.95 shipping.", TOTAL),
    ("€59.98", "2 items at €29.99 each, for a total of €59.98", TOTAL),
    ("€59.98", "The subtotal is €55.03 and the total is €59.98.", TOTAL),
    ("€59.98", "€55.03 + €4.95 = €59.98", TOTAL),
    ("€59.98", "€55.03... sorry, €59.98", TOTAL),
    ("€59.98", "The total on 2026-03-16 was 59,98 €.", TOTAL),
    ("€5", "€5.00", TOTAL),
    ("€5.00", "five euros", TOTAL),
    ("€5.00", "5€", TOTAL),
    ("€5.00", "It is not $5.00 but €5.00.", TOTAL),
    ("€0.98", "98 cents", TOTAL),
    ("$45.00", "$45", "What is the price?"),
    ("$45.00", "USD 45.00", "What is the price?"),
    ("$45.00", "45 dollars", "What is the price?"),
    ("£45.00", "45 pounds", "What is the price?"),
    ("€1.234", "€1,234.00", TOTAL),
    ("-€5.00", "-€5.00", "What is the balance?"),
]

WRONG = [
    ("€1,234.50", "", TOTAL),
    ("€1,234.50", "N/A", TOTAL),
    ("€1,234.50", "$1,234.50", TOTAL),
    ("€1,234.50", "£1,234.50", TOTAL),
    ("€1,234.50", "1234.50 USD", TOTAL),
    ("€1,234.50", "€1,234.51", TOTAL),
    ("€1,234.50", "€1,234", TOTAL),
    ("€1,234.50", "€12,345.0", TOTAL),
    ("€1,234.50", "€234.50", TOTAL),
    ("€12.50", "€112.50", TOTAL),
    ("€12.50", "€12.505", TOTAL),
    ("€12.50", "about €12.50", TOTAL),
    ("€12.50", "€12.50 or €13.50", TOTAL),
    ("€12.50", "It was either €12.50 or €12.95.", TOTAL),
    ("€12.50", "€12.50, €13.00 and €14.00", TOTAL),
    ("€12.50", "over €12.50", TOTAL),
    ("€12.50", "between €12.50 and €15", TOTAL),
    ("€12.50", "not €12.50", TOTAL),
    ("€12.50", "€12.50 - no, that's wrong, it is €13.00", TOTAL),
    ("€12.50", "It was €12.50 but it is now €13.00.", "What is the price?"),
    ("€12.50", "The price dropped from €12.50 to €10.00.", "What is the price?"),
    ("€12.50", "12.5%", TOTAL),
    ("€5.00", "-€5.00", TOTAL),
    ("€170", "Order 170 cost €12.00", "How much was it?"),
    ("€5.00", "You paid for 5 items", TOTAL),
]


@pytest.mark.parametrize(("reference", "answer", "intent"), RIGHT)
def test_right(reference, answer, intent):
    for kind in ("currency", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 1.0, (kind, result.why)


@pytest.mark.parametrize(("reference", "answer", "intent"), WRONG)
def test_wrong(reference, answer, intent):
    for kind in ("currency", "exact"):
        result = match(kind, reference, answer, intent=intent)
        assert result.score == 0.0, (kind, result.why)


def test_an_amount_without_currency_is_in_euros():
    assert match("currency", "59.98", "€59.98").score == 1.0
    assert match("currency", 59.98, "59,98 EUR").score == 1.0
    assert match("currency", "59.98", "$59.98").score == 0.0
    assert match("currency", "59.98", "$59.98", options={"currency": "USD"}).score == 1.0
    assert match("currency", "59.98", "59.98", options={"currency_required": True}).score == 0.0


def test_it_was_by_itself_is_a_claim_and_after_a_price_an_old_one() -> None:
    assert match("currency", "€19.90", "It was €19.90.", intent="How much did I pay?").score == 1
    assert match("currency", "€19.90", "It is €19.90, it was €25.00.", intent="How much is it?").score == 1
    assert match("currency", "€25.00", "It is €19.90, it was €25.00.", intent="How much is it?").score == 0
