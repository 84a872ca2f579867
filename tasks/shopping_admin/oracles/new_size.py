"""Reference solution of new_size: see how the variants are made, then one more for each colour."""

import re


def oracle(page, params, leave_out=0, partner=None):
    """Make the new size in every colour."""
    page.click(role="link", name="Products")
    page.type(params["title"], role="textbox", name="Title, article (SKU) or EAN", enter=True)
    page.click(role="link", name=params["title"], nth=0)
    variants = {}
    for row in page.rows(role="region", name="Variants")[1:]:
        colour = re.search(r"Colour: ([^,]+)", row[1])[1].strip()
        variants[colour] = row[2].rpartition("-")[0], row[3].replace("€", "").replace(",", "")
    page.click(role="link", name="/^Edit /", nth=0, within={"role": "region", "name": "Variants"})
    partner = partner or page.value(role="combobox", name="Partner", nth=0)
    page.back()
    colours = sorted(variants)[: len(variants) - leave_out]
    page.click(role="button", name="Save and add a variant")
    for colour in colours:
        article, price = variants[colour]
        page.select(partner, role="combobox", name="Partner")
        page.type(f"{article}-{params['size']}", role="textbox", name="Partner SKU")
        page.type(price, role="spinbutton", name="Price")
        page.type(params["stock"], role="spinbutton", name="Number in stock")
        page.select(colour, role="combobox", name="Colour")
        page.select(params["size"], role="combobox", name="Size")
        last = colour == colours[-1]
        page.click(role="button", name="Save" if last else "Save and add another variant")


def one_colour_less(page, params):
    """A wrong outcome: the last colour is left out."""
    oracle(page, params, leave_out=1)


def other_supplier(page, params):
    """A wrong outcome: another supplier."""
    oracle(page, params, partner=params["other_partner"])
