"""Bare right answers as agents write them, and what must not be taken for one."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.values import read, same, value_of
from tasks.formats import Format

COUNT, WEEKS = Format(type="number"), Format(type="number", unit="weeks")
RATING = Format(type="number", decimals=1)
DAY, MONTH = Format(type="date"), Format(type="date", precision="month")
TIME, EUR = Format(type="time"), Format(type="currency", unit="EUR")
TEXTS, DAYS, COUNTS = Format(list_of=Format(type="text")), Format(list_of=DAY), Format(list_of=COUNT)
KNOWN = Format(
    list_of=Format(type="text", among=["Oak Table", "Lamp", "Salt and Pepper Set", "Rug, red", "Chair"])
)
PRICES = Format(list_of=EUR)
BOUGHT = Format(record={"product": Format(type="text"), "price": EUR})
COMMIT = Format(record={"author": Format(type="name"), "day": DAY, "files": COUNT})
HOURS = Format(record={"opens": TIME, "closes": TIME})
PEOPLE = Format(
    record={
        "seller": Format(type="name", among=["Mia Berg", "Jan Holt"]),
        "town": Format(type="text", among=["Ulm", "Bonn"]),
    }
)
HOW_MANY = "How many reviews does the Oak Table have?"
LAMP = {"product": "Lamp", "price": 12.5}
WORK = {"author": "Mia Berg", "day": "2026-03-16", "files": 3}
OPEN = {"opens": "09:00", "closes": "18:30"}
THREE = ["Oak Table", "Lamp", "Chair"]

RIGHT: list[tuple[Format, Any, list[str]]] = [
    (COUNT, 12, ["12 (twelve)", "twelve (12)", "12 reviews.", "12 reviews in total", "**12** reviews",
            "= 12",
                 "12 customer reviews", "Number of reviews: 12", "Total number of reviews: **12**", "#12",
                 "12 (all of them by customers)", "Reviews: 12"]),
    (COUNT, 3, ["3rd", "#3", "No. 3", "3 (three) reviews"]),
    (COUNT, 0, ["none", "None.", "nil", "zero"]),
    (COUNT, 6_371_000, ["6.371e6", "6.371E+6"]),
    (COUNT, 1200, ["1,200", "1200 reviews (in total)", "1.2k", "~~1100~~ 1200"]),
    (RATING, 4.5, ["4.5/5", "4.5 out of 5", "4.5 out of 5 stars", "4.5 stars"]),
    (DAY, "2026-03-16", ["Monday, 16 March 2026", "Monday, March 16th, 2026", "16th March 2026 (Monday)",
                         "Mon, 16 Mar 2026", "March 16th", "the 16th of March, 2026",
                         "2026-03-16 (Monday)", "16 March 2026 at 14:30", "2026-03-16 14:30:05",
            "16-Mar-2026",
                         "2026-03-16 (16 March 2026)", "March 16, 2026, 2:30 PM",
            "On Monday, 16 March 2026"]),
    (MONTH, "2026-03", ["March 2026", "Mar 2026", "2026-03 (March 2026)", "March, 2026", "March"]),
    (TIME, "14:30", ["2.30 pm", "14:30 Uhr", "14:30h", "2:30 p.m.", "14.30", "14:30 (2:30 pm)", "2:30PM",
                     "at 14:30", "14:30 hrs", "14:30 CET"]),
    (TIME, "09:00", ["9 am", "9:00 a.m.", "9 o'clock", "09:00:00", "9.00 Uhr"]),
    (TEXTS, THREE, ['"Oak Table", "Lamp" and "Chair"', "Oak Table, Lamp, and Chair",
            "Oak Table\nLamp\nChair",
                    "* Oak Table\n* Lamp\n* Chair", "1) Oak Table\n2) Lamp\n3) Chair",
            "Oak Table; Lamp; Chair",
                    "- **Oak Table**\n- **Lamp**\n- **Chair**", "['Oak Table', 'Lamp', 'Chair']",
                    "Oak Table | Lamp | Chair", "Oak Table → Lamp → Chair", 
                    "Oak Table -> Lamp -> Chair", "Oak Table, Lamp & Chair", "`Oak Table`, `Lamp`, `Chair`",
                    "The products are: Oak Table, Lamp, Chair",
                    "Here they are:\n\n- Oak Table\n- Lamp\n- Chair"]),
    (KNOWN, THREE, ["- Oak Table (€120)\n- Lamp (€12)\n- Chair (€40)",
            "- Oak Table: 4 stars\n- Lamp: 5 stars\n- Chair: new",
                    "1. Oak Table - €120.00\n2. Lamp - €12.00\n3. Chair - €40.00",
                    "- Oak Table\n- Lamp\n- Chair\n\nThese are all products of the list."]),
    (KNOWN, ["Salt and Pepper Set", "Rug, red"], ["Salt and Pepper Set and Rug, red",
            '"Rug, red", "Salt and Pepper Set"']),
    (DAYS, ["2026-03-16", "2026-04-02"], ["16 March 2026 and 2 April 2026", "March 16, 2026, April 2, 2026",
                                          "- Mon 16 Mar 2026\n- Thu 2 Apr 2026", "16.03.2026; 02.04.2026"]),
    (COUNTS, [12, 7, 3], ["12, 7, 3", "12, 7 and 3", "[12, 7, 3]", "12 7 3", "12; 7; 3", "- 12\n- 7\n- 3"]),
    (PRICES, [12.5, 8], ["€12.50, €8.00", "€12.50 and €8", "12,50 € und 8,00 €",
            "- €12.50 (Lamp)\n- €8.00 (Vase)"]),
    (BOUGHT, LAMP, ["**Product:** Lamp\n**Price:** €12.50", "- **Product**: Lamp\n- **Price**: €12.50",
                    "**Product:** Lamp\n**Price:** €12.50\n\nThis is the cheapest lamp of the shop.",
                    "Here is the answer:\n\nProduct: Lamp\nPrice: €12.50", "product=Lamp, price=12.50",
            "Lamp (€12.50)",
                    "Product: Lamp | Price: €12.50", "Product: Lamp; Price: €12.50.",
            "The product: Lamp\nThe price: 12.50 EUR",
                    "| Key | Value |\n|---|---|\n| product | Lamp |\n| price | €12.50 |",
            "{product: Lamp, price: 12.50}"]),
    (COMMIT, WORK, ["Mia Berg, 16 March 2026, 3", "author: Mia Berg, day: March 16, 2026, files: 3",
                    "Author: Mia Berg\nDay: Monday, 16 March 2026\nFiles: 3 files",
            "Mia Berg - 2026-03-16 - 3 files",
                    "**Author:** Mia Berg\n**Day:** 16 March 2026\n**Files:** 3 (all in src)"]),
    (PEOPLE, {"seller": "Mia Berg", "town": "Ulm"}, ["Mia Berg, Ulm", "Mia Berg sold it in Ulm."]),
    (HOURS, OPEN, ["Opens: 9:00\nCloses: 18:30", "opens 9 am, closes 6:30 pm",
            "Opens at 9:00, closes at 18:30",
                   "**Opens:** 9 am\n**Closes:** 6.30 pm"]),
]  # fmt: skip

WRONG: list[tuple[Format, Any, list[str]]] = [
    (COUNT, 12, ["12 (?)", "13 (twelve)",
                 "12 (or so)", "No. 12 or 13"]),
    (DAY, "2026-03-16", ["16 March 2026 (Tuesday)", "16 March 2026 (not sure)"]),
    (TIME, "14:30", ["2.30", "14:30-15:00", "14:30 or later", "2:30 in the morning"]),
    (TEXTS, THREE, ["Oak Table, Lamp, not Chair", "Oak Table, Lamp, Chair, Rug",
                    "not: Oak Table, Lamp, Chair", "Oak Table, Lamp or Chair"]),
    (KNOWN, THREE, ["- Oak Table\n- Lamp\n- Chair (not in stock, does not count)",
            "- Oak Table\n- Lamp (no Chair)",
                    "All except Oak Table, Lamp and Chair", "Oak Table and Lamp, but not Chair",
            "Oak Table, Lamp but Chair",
                    "- Oak Table\n- Lamp\n- Chair\n\nThe Chair may be wrong."]),
    (COUNTS, [12, 7], ["12, 7 (or 8)", "12,7", "12-7"]),
    (BOUGHT, LAMP, ["Product: Lamp\nPrice: €12.50\nPrice: €13",
            "Product: Lamp\nPrice: €12.50\n\nOr is it the Rug?",
                    "Product: Lamp\nPrice: €12.50\n\nThe price is now €14.", "Price: Lamp\nProduct: €12.50",
                    "Product: not the Lamp\nPrice: €12.50", "Maybe product: Lamp, price: €12.50",
                    "Is it product: Lamp, price: €12.50?"]),
    (PEOPLE, {"seller": "Mia Berg", "town": "Ulm"}, ["Mia Berg, Bonn", "Jan Holt, Ulm"]),
    (HOURS, OPEN, ["18:30, 9:00", "Opens: 18:30\nCloses: 9:00"]),
]  # fmt: skip


def _passes(format: Format, reference: Any, answer: str) -> bool:
    reading = read(answer, format, HOW_MANY if format in (COUNT,) else "Which ones?")
    return reading.status == "done" and same(reading.value, value_of(reference, format), format)


@pytest.mark.parametrize(("format", "reference", "answer"), [(f, r, a) for f, r, some in RIGHT for a in some])
def test_right(format: Format, reference: Any, answer: str) -> None:
    assert _passes(format, reference, answer), read(answer, format, HOW_MANY)


@pytest.mark.parametrize(("format", "reference", "answer"), [(f, r, a) for f, r, some in WRONG for a in some])
def test_wrong(format: Format, reference: Any, answer: str) -> None:
    assert not _passes(format, reference, answer), read(answer, format, HOW_MANY)
