"""Reference solution of commits_in_quarter: the commits, newest first; their day shows under the pointer."""


def oracle(page, params):
    """Find the newest and the oldest commit of the time by halving."""
    page.click(role="link", name="Browse")
    page.type(params["name"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Stats$/")
    page.click(role="link", name=f"/^{params['author']} \\d+ commits$/")
    days = {}

    def day(place):
        if place not in days:
            [text for text in page.find_all(text="/• .* ago$/") if text.role == "StaticText"][place].hover()
            days[place] = page.read(r"\d{4}-\d\d-\d\d", role="tooltip")
        return days[place]

    total = len([text for text in page.find_all(text="/• .* ago$/") if text.role == "StaticText"])
    first = _first(total, lambda place: day(place) <= params["last"])
    behind = _first(total, lambda place: day(place) < params["first"])
    return str(behind - first)


def _first(total, holds):
    """The first place from which on it holds."""
    low, high = 0, total
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
