"""Reference solution of reviews_of_buyers: the waiting reviews, then the orders of each writer."""

import re


def oracle(page, params):
    """Approve what buyers wrote, reject the rest."""
    _decide(page, _waiting(page, params))


def whoever_is_customer(page, params):
    """A wrong outcome: any order counts."""
    _decide(page, _waiting(page, params, same=False))


def only_rejected(page, params):
    """A wrong outcome: nothing is approved."""
    listed, verdicts = _waiting(page, params)
    _decide(page, (listed, {title: had for title, had in verdicts.items() if not had}))


def other_way_round(page, params):
    """A wrong outcome: one of each kind is taken for the other."""
    listed, verdicts = _waiting(page, params)
    _decide(page, (listed, {title: not had for title, had in verdicts.items()}))


def _waiting(page, params, same=True):
    """The list's address, and of each review whether its writer had the product."""
    page.type(params["brand"], role="textbox", name="Product title contains")
    page.select("Requires moderation", role="combobox", name="Status")
    page.click(role="button", name="Search reviews")
    listed, rows = page.url, page.rows()
    product, writer = rows[0].index("Product"), rows[0].index("By")
    names = [
        button.name.removeprefix("Approve ") for button in page.find_all(role="button", name="/^Approve /")
    ]
    names = [name for name in names if name != "selected"]
    reviews = [row for row in rows[1:] if len(row) == len(rows[0])]
    page.click(role="link", name="Orders", within={"role": "navigation", "name": "Dashboard"})
    verdicts = {}
    for title, row in zip(names, reviews, strict=True):
        mail = row[writer].split()[-1]
        page.type(mail, role="textbox", name="Customer name or e-mail")
        page.type(row[product] if same else "", role="textbox", name="Product title or article (SKU)")
        page.click(role="button", name="Search orders")
        verdicts[title] = any(
            mail in " ".join(one).split() and "Cancelled" not in one
            for one in page.rows()
            if any(re.fullmatch(r"\d{6}", cell) for cell in one)
        )
    return listed, verdicts


def _decide(page, found):
    listed, verdicts = found
    for title, had in verdicts.items():
        if page.url != listed:
            page.goto(listed)
        page.click(role="button", name=f"{'Approve' if had else 'Reject'} {title}")
