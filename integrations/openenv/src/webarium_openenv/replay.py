"""OpenEnv's client plays recorded actions: ``python -m webarium_openenv.replay EPISODES.json``.

The file holds a list of ``task`` (as the service names it) and ``actions``. WEBARIUM_SERVICE and
WEBARIUM_SERVICE_TOKEN name the service.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from webarium_openenv import WebariumAction, WebariumEnv


def main(file: str) -> None:
    """Play all."""
    with WebariumEnv().sync() as env:
        for episode in json.loads(Path(file).read_text()):
            result = env.reset(task=episode["task"])
            for action in episode["actions"]:
                result = env.step(WebariumAction(**action))
            assert result.done


if __name__ == "__main__":
    main(sys.argv[1])
