"""Reference solution of votes_between: the own profile lists the latest votes on questions and answers."""

from datetime import datetime


def oracle(page, params):
    """Count the votes of those days."""
    page.find(role="navigation", name="Your account").find_all(role="link")[0].click()
    page.click(role="link", name="votes")
    count = 0
    for row in page.rows():
        day = datetime.strptime(row[0], "%d %b %Y, %H:%M").date().isoformat()
        count += params["since"] <= day <= params["until"]
    return str(count)
