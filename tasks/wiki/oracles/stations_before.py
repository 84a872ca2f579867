def oracle(page, params):
    """Count the rows of the list."""
    page.type(
        "List of railway stations in the Lakeland district",
        role="searchbox",
        name="Search Findling",
        enter=True,
    )
    rows = [cells for cells in page.rows() if len(cells) == 4 and cells[1].isdigit()]
    return str(sum(int(cells[1]) < params["year"] for cells in rows))
