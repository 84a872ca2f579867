"""Reference solution of first_with_badge: the badge's page lists its holders, the latest first."""

import re


def oracle(page, params):
    """Go to the last page of the list and name the last of it."""
    page.click(role="link", name="Badges", within={"navigation": "Main"})
    page.click(role="link", name=f"/^\\W*{re.escape(params['badge'])}$/", within={"role": "main"})
    pages = [link for link in page.find_all(role="link") if re.fullmatch(r"page \d+", link.name)]
    if pages:
        max(pages, key=lambda link: int(link.name.split()[1])).click()
    names = [
        link.name
        for link in page.find_all(role="link", within={"role": "main"})
        if re.search(r"/users/\d+/", link.url) and link.name
    ]
    return names[-1]
