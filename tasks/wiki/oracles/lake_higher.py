def oracle(page, params):
    """Read the height of both and subtract."""
    heights = {}
    for name in (params["first"], params["second"]):
        page.type(name, role="searchbox", name="Search Findling", enter=True)
        heights[name] = float(
            page.read(r"Height above sea level \(m\) ([0-9.]+)", role="row", text="Height above sea level")
        )
    low, high = sorted(heights, key=heights.get)
    return {"answer": {"higher": high, "metres": f"{heights[high] - heights[low]:.1f}"}}
