"""Which options of a select box an action means, and whether these can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.agents.protocol import Element
from harness.browser.observation import Tree

_LISTED = 30  # options that an agent is told of when it named none of them


def places_of(facts: Mapping[str, Any], wanted: Sequence[str]) -> list[int]:
    """Where the options stand that an action names by their labels.

    Args:
        facts: of the select box.
        wanted: the labels.

    Raises:
        ValueError: it has no such option, takes one only, or the option is disabled; says what to tell.
    """
    labels = facts["options"]
    names = [" ".join(name.split()) for name in wanted]
    unknown = [name for name in names if name not in labels]
    if unknown:
        raise ValueError(f"has no option {unknown[0]!r}; it has {labels[:_LISTED]}")
    if len(names) > 1 and not facts.get("multiple"):
        raise ValueError("takes one option only")
    return [_free(facts, name) for name in names]


def place_of(option: Element, tree: Tree, facts: Mapping[str, Any]) -> int | None:
    """Where an option of a closed box stands in it; None where the box has others by now.

    By its place in the tree, which has all of a box's options but the hidden ones: two may have one label,
    and one be named otherwise than by its label.

    Args:
        option: has the box's ref, since it lies nowhere itself.
        tree: of the observation.
        facts: of the box.
    """
    box, shown, labels = tree.refs.get(option.id), facts["shown"], facts["options"]
    same = [one.id for one in tree.elements.values() if one.role == "option" and tree.refs.get(one.id) == box]
    if len(same) == len(shown):
        return int(shown[same.index(option.id)])
    return labels.index(option.name) if option.name in labels else None


def _free(facts: Mapping[str, Any], label: str) -> int:
    """Of the options with a label the first that can be chosen."""
    for place, other in enumerate(facts["options"]):
        if other == label and place not in facts["barred"]:
            return place
    raise ValueError(f"has option {label!r}, but that is disabled")
