"""Reference solution of pictures_of_mine: the caption of every picture, then a question for each of mine."""


def oracle(page, params, name="Emma Lindqvist", text="![The picture]({url})"):
    """Look at all of them, show those that are mine."""
    shown = [
        one for one in _pictures(page, params) if one["caption"].endswith(f"Picture: {name}") or not name
    ]
    page.tab(1)
    for one in shown[: params["mine"]]:
        page.click(role="link", name="Ask Your Question")
        title = f"How would you have taken this? {one['headline']}"
        page.type(title, role="textbox", name="Please enter your question")
        page.type(text.format(url=one["url"]), role="textbox", name="Add details below")
        page.type("photography", role="textbox", name="Tags")
        page.click(role="button", name="Ask Your Question")


def whoever_took_it(page, params):
    """A wrong outcome: somebody else's pictures are shown."""
    oracle(page, params, name="")


def only_a_link(page, params):
    """A wrong outcome: readers have to press on a link."""
    oracle(page, params, text="The picture is here: {url}")


def _pictures(page, params):
    """Headline, caption and address of the pictures on top of the newest articles."""
    page.click(role="link", name="Posts", within={"navigation": "Main menu"})
    page.click(role="link", name="/^Mine/")
    edit = {"role": "link", "name": r"/^“.*” \(Edit\)$/"}
    published = {"role": "cell", "name": "/^Published/"}
    rows = [row for row in page.find_all(role="row") if row.has(**edit) and row.has(**published)]
    found = []
    for link in [row.find(**edit) for row in rows][: params["count"]]:
        headline, url = link.name[1:-8], link.url
        page.goto(url)
        pictures = [one for one in page.find_all(role="link", name="/^$/") if one.has(role="img")]
        if not pictures:
            continue
        pictures[-1].click()
        page.click(role="tab", name="Media Library")
        caption = page.value(role="textbox", name="Caption")
        address = page.value(role="textbox", name="/^File URL/")
        found.append({"headline": headline, "caption": caption, "url": address})
    return found
