"""What is looked at before tasks are played by somebody who may choose among them."""

from __future__ import annotations

from dataclasses import replace

from harness.run.binding import Say, check_data
from harness.run.settings import RunSettings


def check_playable(settings: RunSettings, say: Say) -> None:
    """See that the answers of the tasks that can be played are those of the worlds' data.

    A running world may lack the sites of others, or be of another seed; those are refused when they begin.

    Args:
        settings: of all that may be played.
        say: told what takes long, and what is accepted with a warning.

    Raises:
        RunError: the data are others, and so are draws or references of some task.
    """
    from reset.world import Record

    record = Record.load(settings.world) if settings.world else None
    if record:
        here = [task for task in settings.tasks if {*task.sites} <= {*record.sites}]
        settings = replace(settings, tasks=here if record.seed == str(settings.seed) else [])
    if settings.tasks:
        check_data(settings, say)
