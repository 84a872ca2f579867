"""Reference solution of counted_aloud: ask for each article, compare with the shop's count, correct it."""

import re

NUMBERS = {"two": 2, "three": 3, "four": 4}


def oracle(page, params, most=5, trolley=True):
    """Correct what is off by a few."""
    page.click(role="link", name="Stock and prices")
    doubtful = []
    for sku in [params[f"{one}_sku"] for one in "abcdefg"]:
        page.say(f"How many are there of {sku}?")
        told = re.search(rf"Of {sku} I have (\d+)(?: on the shelf, and (\w+) more)?", page.told)
        if told is None:
            page.fail(f"no count of {sku}: {page.told}")
        count = int(told[1]) + (NUMBERS[told[2]] if told[2] and trolley else 0)
        page.type(sku, role="textbox", name="Title or article (SKU)", enter=True)
        rows = page.rows()
        stock = int(rows[1][rows[0].index("In stock")])
        if abs(count - stock) > most:
            doubtful.append(sku)
        elif count != stock:
            page.type(count, role="textbox", name=f"New stock of {sku}", enter=True)
    return {"answer": doubtful}


def without_the_trolley(page, params):
    """A wrong outcome: only what is on the shelf."""
    return oracle(page, params, trolley=False)


def everything(page, params):
    """A wrong outcome: every count is entered."""
    oracle(page, params, most=1000)
    return {"answer": [params["e_sku"], params["f_sku"]]}
