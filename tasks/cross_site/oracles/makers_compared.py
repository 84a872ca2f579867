"""Reference solution of makers_compared: brand by brand on two shelves, then each maker's article."""

import re


def oracle(page, params):
    """A row for each maker."""
    found = [row for which in ("one", "two") for row in _shelf(page, params, which)]
    page.tab(1)
    for row in found:
        page.type(row["maker"], role="searchbox", name="Search Findling", enter=True)
        if not page.has(role="rowheader", name="Employees"):  # the name has several meanings
            page.click(role="link", name=f"{row['maker']} (company)", nth=0)
        row["founded"] = page.read(r"Founded (\d+)", role="row", text="Founded", nth=0)
        row["employees"] = page.read(r"Employees ([\d,]+)", role="row", text="Employees", nth=0)
    return {"answer": found}


def _shelf(page, params, which):
    """Maker, number of articles and the lowest price of each brand of a category."""
    department, category = params[f"{which}_department"], params[which]
    page.click(role="link", name=department, within={"navigation": "Departments"})
    page.click(role="link", name=category, within={"navigation": f"Categories in {department}"})
    shelf = page.url
    boxes = [box.name for box in page.find_all(role="checkbox", within={"group": "Brand"})]
    rows = []
    for box in boxes:
        if page.url != shelf:
            page.goto(shelf)
        page.click(role="checkbox", name=box, within={"group": "Brand"})
        page.click(role="button", name="Apply filters", nth=0)
        tiles = page.find_all(role="article", within={"role": "region", "name": "Products"})
        prices = [_price(tile) for tile in tiles]
        maker = re.sub(r" \(\d+\)$", "", box)
        rows.append({"maker": maker, "articles": len(tiles), "cheapest": f"€{min(prices):.2f}"})
    return rows


def _price(tile):
    return float(re.search(r"€([\d,.]+\d)", tile.find(role="strong", nth=0).text)[1].replace(",", ""))
