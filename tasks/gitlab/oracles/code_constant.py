"""Reference solution of code_constant: open the project's files until one defines the number."""

import re


def oracle(page, params):
    """The number and its file."""
    page.click(role="link", name="Browse")
    page.type(params["project"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["repository"], nth=0)
    page.click(role="link", name="/Files$/")
    names = [link.name.split()[-1] for link in page.find_all(role="link") if "/blob/main/f/" in link.url]
    files = [
        name for name in dict.fromkeys(names) if name.endswith((".js", ".c", ".h")) and "test" not in name
    ]
    for name in files:
        page.click(role="link", name=f"/(^| ){re.escape(name)}$/")
        found = re.search(rf"(?:#define |const ){params['constant']}(?: = | )(\d+)", page.text())
        if found:
            return {"answer": {"value": found[1], "file": name}}
        page.back()
    return page.fail("no file defines it")
