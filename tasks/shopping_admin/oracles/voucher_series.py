"""Reference solution of voucher_series: form after form, and again with an X where a code is taken."""


def oracle(page, params, last_minute="23:59", most=5, again=True):
    """Make the vouchers."""
    page.click(role="link", name="Vouchers")
    for word in params["words"].split(", ")[:most]:
        page.click(role="link", name="Create new voucher")
        code = f"{word.upper()}{params['number']}"
        _name(page, code)
        page.type(f"{params['first_day']} 00:00", role="textbox", name="/^Start datetime/")
        page.type(f"{params['last_day']} {last_minute}", role="textbox", name="/^End datetime/")
        page.select("Can be used multiple times by multiple customers", role="combobox", name="/^Usage/")
        page.select(params["offer"], role="listbox", name="/^Which offers/")
        page.click(role="button", name="Save")
        if page.has(role="textbox", name="/^Code/") and page.has(role="listbox", name="/^Which offers/"):
            if again:
                _name(page, f"{code}X")
                page.click(role="button", name="Save")
            else:
                page.click(role="link", name="cancel")


def taken_left_out(page, params):
    """A wrong outcome: only the codes that were free."""
    oracle(page, params, again=False)


def ends_at_midnight(page, params):
    """A wrong outcome: one voucher, and that one day too short."""
    oracle(page, params, last_minute="00:00", most=1)


def _name(page, code):
    page.type(code, role="textbox", name="/^Name/")
    page.type(code, role="textbox", name="/^Code/")
