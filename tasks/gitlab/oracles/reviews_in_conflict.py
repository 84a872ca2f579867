"""Reference solution of reviews_in_conflict: look at every merge request that waits for review."""


def oracle(page, params):
    """Open each one and see what the site says about merging it."""
    page.click(role="link", name="/^To-Do List/")
    me = page.rows()
    waiting = [row for row in me if len(row) == 5 and row[0].startswith("!") and row[1] == params["project"]]
    for title, _, author, *_ in waiting:
        if not params["low"] <= int(title.split()[0].lstrip("!")) <= params["high"]:
            continue
        page.click(role="link", name=title)
        page.click(role="link", name="/Merge$/")
        if "conflicts" in page.text():
            return {"answer": {"request": title.split()[0].lstrip("!"), "sender": author}}
        page.back()
    return page.fail("nothing conflicts")
