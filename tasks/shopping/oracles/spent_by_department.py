"""Reference solution of spent_by_department: every order that was kept, every article's department."""


def oracle(page, params):
    """Departments and what was spent in each."""
    page.click(role="link", name="Orders", within={"navigation": "Your account"})
    page.select("Complete", role="combobox", name="Status")
    page.type(params["first_day"], role="textbox", name="From")
    page.type(params["last_day"], role="textbox", name="To")
    page.click(role="button", name="Find orders")
    listed = page.url
    departments, spent = {}, {}
    for number in [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]:
        if page.url != listed:
            page.goto(listed)
        page.click(role="link", name=number)
        order = page.url
        for row in [row for row in page.rows() if len(row) == 6 and row[2].isdigit()]:
            product = row[1][:8]  # variants have one number for the product and more for the variant
            if product not in departments:
                page.click(role="link", name=row[0], nth=0)
                trail = page.find(role="navigation", name="Breadcrumb").find_all(role="link")
                departments[product] = trail[1].name
                page.goto(order)
            spent.setdefault(departments[product], []).append(float(row[4].replace("€", "").replace(",", "")))
    rows = [{"department": name, "amount": f"€{sum(paid):.2f}"} for name, paid in sorted(spent.items())]
    return {"answer": rows}
