"""Reference solution of tabs_two_years: one column of two reports, month by month; a list of one month."""

from calendar import month_name, monthrange


def oracle(page, params):
    """The month whose figure grew the most, and by how much; its list in the second tab."""
    month, answer = _compare(page, params)
    _show(page, params, params["second_year"], month)
    return answer


def month_before(page, params):
    """A wrong outcome: the list of the same month a year earlier."""
    month, answer = _compare(page, params)
    _show(page, params, params["first_year"], month)
    return answer


def _compare(page, params):
    before = _figures(page, params["column"])
    page.tab(1)
    after = _figures(page, params["column"])
    growth = {month: after[month] - before[month] for month in before}
    best = max(growth, key=growth.get)
    return best, {"answer": {"month": f"{best} {params['second_year']}", "growth": growth[best]}}


def _show(page, params, year, month):
    number = list(month_name).index(month)
    page.select(params["report"], role="combobox", name="Report")
    page.type(f"{year}-{number:02}-01", role="textbox", name="From")
    page.type(f"{year}-{number:02}-{monthrange(year, number)[1]}", role="textbox", name="To")
    page.click(role="button", name="Show report")


def _figures(page, column):
    rows = page.rows()
    place = rows[0].index(column)
    return {row[0].split()[0]: int(row[place].replace(",", "")) for row in rows[1:]}
