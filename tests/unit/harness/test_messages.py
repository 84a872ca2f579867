"""What an agent is told of: of pages only the beginning, of people all."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import MagicMock

from harness.browser.tabs import LONGEST_MESSAGE, MOST_MESSAGES, Tabs


def test_what_pages_cause_is_bounded_and_what_people_say_is_not() -> None:
    tabs = Tabs(MagicMock(), arriving=Path("/nowhere"))
    for number in range(MOST_MESSAGES + 10):
        tabs._tell_of_page(f"{number}" + "x" * LONGEST_MESSAGE)
    tabs.tell("The person says: yes")
    told = tabs.take_messages()
    assert told[-2:] == ["More than this happened; the rest is left out.", "The person says: yes"]
    assert len(told) == MOST_MESSAGES + 2
    assert max(map(len, told)) == LONGEST_MESSAGE
    tabs._tell_of_page("again")
    assert tabs.take_messages() == ["again"]
