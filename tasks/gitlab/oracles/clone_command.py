"""Reference solution of clone_command: the address that the project's page gives for cloning."""

import re


def oracle(page, params):
    """Open the project or the fork, and put the wanted address behind git's command."""
    if params["fork"]:
        page.click(role="link", name="/Forks \\d+$/")
        page.click(role="link", text=f"/{re.escape(params['name'])}$/", nth=0)
    else:
        page.type(params["path"], role="textbox", name="find Projects & forks", enter=True)
    page.click(role="link", name="/Clone$/")
    start = "ssh://" if params["way"] == "SSH" else "http://"
    (address,) = {field.value for field in page.find_all(role="textbox") if field.value.startswith(start)}
    return f"git clone {address}"
