"""Reference solution of customer_anniversary: the account's page says both days."""

from datetime import datetime


def oracle(page, params):
    """The same day two years later."""
    page.click(role="link", name="Customers")
    page.type(params["customer"], role="textbox", name="Name")
    page.click(role="button", name="Search customers")
    page.click(role="link", name=params["customer"])
    if params["what"] == "account":
        day = page.read(r"Joined (\d+ \w+ \d{4})", role="region", name="Account")
    else:
        day = page.rows(role="region", name="Orders")[-1][1]
    return f"{datetime.strptime(day, '%d %b %Y').replace(year=2026):%Y-%m-%d}"
