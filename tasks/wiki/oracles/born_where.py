"""Reference solution of born_where: the list of the profession, its birthdays in order, then the place."""

from datetime import datetime


def oracle(page, params):
    """Sort the rows by birthday and follow the link to the place."""
    page.type(
        f"List of {params['plural']} from the Lakeland district",
        role="searchbox",
        name="Search Findling",
        enter=True,
    )
    people = [cells for cells in page.rows() if len(cells) == 5 and cells[1] != "Born"]
    people.sort(
        key=lambda cells: datetime.strptime(cells[1], "%d %B %Y"),
        reverse=params["years"] == "DESC",
    )
    name, _, town = people[params["place"]][:3]
    page.click(role="link", name=town, within={"role": "row", "text": name})
    return page.read(r"Inhabitants ([0-9,]+)", role="row", text="Inhabitants", nth=0)
