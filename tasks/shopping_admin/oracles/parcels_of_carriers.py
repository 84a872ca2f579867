"""Reference solution of parcels_of_carriers: open every order of these days and see who took its parcel."""


def oracle(page, params):
    """Count the parcels."""
    page.click(role="link", name="Orders")
    page.type(params["first_day"], role="textbox", name="Date from")
    page.type(params["last_day"], role="textbox", name="Date to")
    page.click(role="button", name="Search orders")
    listed = page.url
    count = {"Nordpost": 0, "Tollense Kurier": 0, "PaketPlus": 0}
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]:
        page.click(role="link", name=number)
        for row in page.rows(role="region", name="Parcels and tracking"):
            for carrier in count:
                count[carrier] += row[-1].startswith(f"{carrier} ")
        page.goto(listed)
    return {"answer": {name.lower().replace(" ", "_"): number for name, number in count.items()}}
