"""Reference solution of share_link: set the layers, then copy the link that the map offers."""


def oracle(page, params):
    """The link of the panel for sharing."""
    page.click(role="button", name="Layers")
    page.click(role="radio", name=params["base"])
    if params["overlay"]:
        page.click(role="checkbox", name=params["overlay"])
    page.click(role="button", name="Share")
    page.click(role="checkbox", name="Include a marker in the middle of the map")
    return page.value(role="textbox", name="Link")
