"""Reference solution of best_value: list the brand's products of the category, divide price by contents."""

import re


def oracle(page, params):
    """The product with the lowest price per kilo or litre, contents as its name gives them."""
    page.click(role="link", name=params["department"], within={"navigation": "Departments"})
    categories = {"role": "navigation", "name": "/^Categories/"}
    page.click(role="link", name=params["category_name"], within=categories)
    page.click(role="checkbox", name=f"/^{re.escape(params['brand'])} /", within={"group": "Brand"})
    page.click(role="button", name="Apply filters", nth=0)
    best = None
    for article in page.find_all(role="article"):
        links = article.find_all(role="link", name="/./")
        title = next(link.name for link in links if not link.name.startswith("-"))
        shown = article.find(role="strong").text or article.text
        price = float(re.search(r"€([0-9.,]+)", shown)[1].replace(",", ""))
        contents = int(re.search(rf"(\d+) {params['sign']}\b", title)[1])
        value = price * params["factor"] / contents
        if best is None or value < best[0]:
            best = (value, title)
    return best[1]
