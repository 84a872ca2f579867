"""Reference solution of left_open: where the middle is, what lies near it, and the way to each of these."""

import re


def oracle(page, params):
    """The pharmacy with the shortest way of the six nearest."""
    page.click(role="link", name="Where is this?")
    lat, lon = re.search(r"lat=([\d.]+)&lon=([\d.]+)", page.url).groups()
    page.type(f"pharmacies near {lat}, {lon}", role="textbox", name="Search the map", enter=True)
    names = [item.find(role="link").name for item in page.find(role="main").find_all(role="listitem")][:6]
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    page.click(role="radio", name="Foot")
    best = None
    for name in names:
        page.type(f"{lat}, {lon}", role="textbox", name="From")
        page.type(name, role="textbox", name="To", enter=True)
        minutes = int(page.read(r"Time: (\d+) min\.", role="status"))
        if best is None or minutes < best[0]:
            best = minutes, name
    page.type(best[1], role="textbox", name="Search the map", enter=True)
    page.click(role="link", name=best[1], nth=0, within={"role": "main"})
    phone = page.read(r"Phone\s+(\+?[0-9][0-9 /-]+[0-9])", role="main")
    return {"answer": {"pharmacy": best[1], "time": f"{best[0]} min", "phone": phone}}
