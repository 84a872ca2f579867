"""The roles that an element of a page may have, as observations write them."""

from __future__ import annotations

import difflib
from typing import Annotated

from .patterns import check_slashed, once_rendered

# https://www.w3.org/TR/wai-aria-1.2/#role_definitions without the abstract ones, a frame, and what
# observations call a page and a piece of its text.
_ROLES = """
alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form
generic grid gridcell group heading iframe img insertion link list listbox listitem log main mark marquee
math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph
presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator
slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time
timer toolbar tooltip tree treegrid treeitem RootWebArea StaticText
"""
ROLES = frozenset(_ROLES.split())


def check_role(text: str) -> None:
    """Refuse what no element of an observation has.

    Raises:
        ValueError: there is no such role.
    """
    if text not in ROLES:
        near = difflib.get_close_matches(text, sorted(ROLES), 1)
        raise ValueError(f"there is no role '{text}'" + (f"; is '{near[0]}' meant?" if near else ""))


def _check_slashed(text: str) -> None:
    check_slashed(text) if text.startswith("/") else check_role(text)


Role = Annotated[str, once_rendered(check_role)]
SlashedRole = Annotated[str, once_rendered(_check_slashed)]
"""A role, or a regular expression between slashes."""
