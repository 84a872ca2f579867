"""Reference solution of release_on_the_board: version and address from the forge, a post on the board."""


def oracle(page, params):
    """Announce the newest release."""
    _announce(page, params, 0)


def the_one_before(page, params):
    """A wrong outcome: not the newest one."""
    _announce(page, params, 1)


def _announce(page, params, place):
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/Clone$/")
    (address,) = {field.value for field in page.find_all(role="textbox") if field.value.startswith("http://")}
    page.click(role="link", name="/ Files$/")
    page.click(role="link", name="/CHANGELOG.md$/")
    version = page.read_all(r"([\d.]+), \d{4}-\d\d-\d\d")[place]
    page.tab(1)
    page.click(role="link", name="Ask Your Question")
    page.type(f"{params['repository']} {version} is out", role="textbox", name="Please enter your question")
    page.type(address, role="textbox", name="Add details below")
    page.type(params["tag"], role="textbox", name="Tags")
    page.click(role="button", name="Ask Your Question")
