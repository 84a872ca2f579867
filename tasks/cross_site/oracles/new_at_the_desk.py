"""Reference solution of new_at_the_desk: the list from top to bottom, the paper first."""


def oracle(page, params, encyclopedia=True, welcome=True):
    """Everything on the list."""
    _paper(page, params)
    if not encyclopedia:
        return
    guest = params["guest"]
    page.tab(1)
    page.type("Special:CreateAccount", role="searchbox", name="Search Findling", enter=True)
    page.type(guest, role="textbox", name="/^Username/")
    page.type(params["password"], role="textbox", name="/^Password/")
    page.type(params["password"], role="textbox", name="/^Confirm password/")
    page.type(guest, role="textbox", name="/^Real name/")
    page.click(role="button", name="Create account")
    _write(page, f"User:{guest}", f"{guest} writes for the Tollense Observer.")
    if welcome:
        _write(page, f"User talk:{guest}", f"Welcome! {params['mentor']} will show you round. ~~~~")


def paper_only(page, params):
    """A wrong outcome: half of the list."""
    oracle(page, params, encyclopedia=False)


def no_welcome(page, params):
    """A wrong outcome: the talk page is missing."""
    oracle(page, params, welcome=False)


def _paper(page, params):
    """The account and the line on the page."""
    page.click(role="link", name="/^Comments/", within={"navigation": "Main menu"})
    page.type(params["guest"], role="searchbox", name="/Search Comments/", enter=True)
    email = next(
        row.find(role="link", name="/@/").name
        for row in page.find_all(role="row", text=params["guest"])
        if row.has(role="link", name="/@/") and params["guest"] in row.find(role="cell", nth=0).text
    )
    page.click(role="link", name="Users", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Add /", within={"role": "main"})
    page.type(params["login"], role="textbox", name="/^Username/")
    page.type(email, role="textbox", name="/^Email/")
    page.type(params["first_name"], role="textbox", name="First Name")
    page.type(params["last_name"], role="textbox", name="Last Name")
    page.click(role="checkbox", name="/^Send the new user/")
    page.select("Author", role="combobox", name="Role")
    page.click(role="button", name="/^Add /", within={"role": "main"})
    page.click(role="link", name="/^Pages/", within={"navigation": "Main menu"})
    page.type("newsroom", role="searchbox", name="/Search Pages/", enter=True)
    page.click(role="link", name="“The newsroom” (Edit)")
    page.type(f"\n\n{params['entry']}: {params['guest']}.", role="textbox", name="Text", clear=False)
    page.click(role="button", name="Update")


def _write(page, title, text):
    page.type(title, role="searchbox", name="Search Findling", enter=True)
    page.click(role="link", name="Create" if page.has(role="link", name="Create") else title)
    page.type(text, role="textbox", name="Wikitext source editor")
    page.click(role="button", name="Save page")
