"""Reference solution of warranty_dates: the things of each order, the day of its end, the rule."""

import re
from datetime import datetime

MOTOR = re.compile(r"blender|hair dryer|drill|toothbrush", re.IGNORECASE)
USED_UP = re.compile(
    r"shampoo|soap|chocolate|coffee|espresso|beans|ground|tea\b|bags|leaf|honey|muesli", re.IGNORECASE
)
WORDS = {"two": 2, "three": 3, "third": 3}


def oracle(page, params):
    """Every thing with the last day of its warranty."""
    page.click(role="link", name="Warranty and repair")
    law = WORDS[page.read(r"gives you (\w+) years of warranty", role="main")]
    motor = WORDS[page.read(r"with a motor we add a (\w+) year", role="main")]
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.select("Complete", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="From")
    page.type(params["last_day"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    listed = page.url
    found = []
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        history = page.rows(role="region", name="History")
        complete = next(row[0] for row in history if row[1] == "Complete")
        day = datetime.strptime(complete.split(",")[0], "%d %B %Y")
        for row in [row for row in page.rows() if len(row) == 6 and row[2].isdigit()]:
            if not USED_UP.search(row[0]):
                end = day.replace(year=day.year + (motor if MOTOR.search(row[0]) else law))
                found.append({"product": row[0], "until": end.strftime("%-d %B %Y")})
    return {"answer": found}
