"""Reference solution of delivered_by_carrier: open every order on its way, see who took it and when."""

from datetime import datetime


def oracle(page, params):
    """Complete what the carrier took until the day."""
    _complete(page, params, params["day"])


def whenever(page, params):
    """A wrong outcome: the day is ignored."""
    _complete(page, params, "9999-12-31")


def first_only(page, params):
    """A wrong outcome: stops after the first."""
    _complete(page, params, params["day"], most=1)


def _complete(page, params, day, most=100):
    page.click(role="link", name="Orders")
    page.select("Shipped", role="combobox", name="Status")
    page.click(role="button", name="Search orders")
    listed = page.url
    numbers = [part.name for part in page.find_all(role="link", name=r"/^\d{6}$/")]
    for number in numbers:
        page.click(role="link", name=number)
        rows = page.rows(role="region", name="Parcels and tracking")
        when, _, parcel = next(row for row in rows if row[1] == "Shipped")
        handed = f"{datetime.strptime(when, '%d %B %Y, %H:%M'):%Y-%m-%d}"
        if parcel.startswith(params["carrier"] + " ") and handed <= day:
            page.select("Complete", role="combobox", name="/^New order status/")
            page.click(role="button", name="Change status")
            most -= 1
            if not most:
                return
        page.goto(listed)
