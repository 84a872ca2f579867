"""Reference solution of tabs_most_voices: collect the names below each article."""

import re


def oracle(page, params):
    """Count names once."""
    voices = []
    for tab in range(3):
        if tab:
            page.tab(tab)
        comments = page.find(role="region", name="Comments").find_all(role="article")
        names = {re.match(r"(.+?) says:", one.text)[1] for one in comments}
        voices.append((len(names), page.find(role="heading", nth=0, within={"role": "main"}).name))
    count, title = max(voices)
    return {"answer": {"article": title, "people": count}}
