"""Reference solution of main_complaint: find the word that most of the poor reviews share."""

import re
from collections import Counter


def oracle(page, params):
    """Name what most of the poor reviews mention."""
    page.type(params["title"], role="searchbox", name="Search products", enter=True)
    page.click(role="link", name=params["title"])
    page.click(role="link", name="/^Read all/")
    texts = []
    for label in ("1 star", "2 stars", "3 stars"):
        page.select(label, role="combobox", name="Stars")
        page.click(role="button", name="Show")
        for review in page.find_all(role="article", name="/^Review by /"):
            texts.append(" ".join(part.text for part in review.find_all(role="paragraph")[1:]))
    words = Counter(word for text in texts for word in set(re.findall(r"[a-z]{5,}", text.lower())) - _USUAL)
    return f"The {words.most_common(1)[0][0]}."


_USUAL = {"found", "review", "helpful", "customer", "customers", "after", "about", "first", "weeks", "there"}
