"""Reference solution of apotheken_im_adressbuch: look at each on the map, then fill in a form for each."""


def oracle(page, params, which=slice(0, 5)):
    """Put the nearest five into the address book."""
    page.type(f"pharmacies near {params['ort']}", role="textbox", name="Search the map", enter=True)
    listed = page.url
    found = [item.find(role="link").name for item in page.find(role="main").find_all(role="listitem")]
    places = []
    for name in found[which]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=name, within={"role": "main"})
        where = page.read(r"Location\s+([^\n]+?), Germany", role="main").split(", ")
        street = f"{where[2]} {where[1]}"
        phone = page.read(r"Phone\s+(\+?[0-9][0-9 /-]+[0-9])", role="main")
        places.append((name, street, where[-1], where[-2], phone))
    page.tab(1)
    page.click(role="link", name="Address book", within={"role": "contentinfo"})
    for name, street, postcode, town, phone in places:
        page.click(role="link", name="Add new address")
        page.type("Apotheke", role="textbox", name="First name")
        page.type(name, role="textbox", name="Last name")
        page.type(street, role="textbox", name="First line of address")
        page.type(town, role="textbox", name="City")
        page.type(postcode, role="textbox", name="Post/Zip-code")
        page.select("Germany", role="combobox", name="Country")
        if not phone.startswith("+"):
            phone = "+49" + phone.lstrip("0")
        page.type(phone, role="textbox", name="Phone number")
        page.click(role="button", name="Save address")


def four(page, params):
    """A wrong outcome: the last one is left out."""
    oracle(page, params, which=slice(0, 4))


def not_the_nearest(page, params):
    """A wrong outcome: from the second on."""
    oracle(page, params, which=slice(1, 6))
