"""Reference solution of longest_wait: open the last questions one by one and compare the dates."""

from datetime import datetime


def oracle(page, params):
    """Give the title of the question whose first answer took longest."""
    page.click(role="link", name="Communities", within={"navigation": "Main"})
    page.click(role="link", name=params["community"], within={"role": "main"})
    page.click(role="link", name=r"/^\W*date$/")
    page.type("@" + params["me"], role="textbox", name="Search", enter=True)
    waits = {}
    for place in range(params["count"]):
        link = page.find_all(role="article")[place].find_all(role="link")[0]
        title = link.name
        link.click()
        asked = _time(page.read(r"asked (\d+ \w+ \d{4}, \d\d:\d\d)"))
        answered = [_time(text) for text in page.read_all(r"answered (\d+ \w+ \d{4}, \d\d:\d\d)")]
        if answered:
            waits[title] = min(answered) - asked
        page.back()
    return max(waits, key=waits.get)


def _time(text):
    return datetime.strptime(text, "%d %b %Y, %H:%M")
