"""Webarium's environment service as an OpenEnv environment.

    with WebariumEnv(base_url="http://127.0.0.1:8700", token="...").sync() as env:
        result = env.reset(split="train", seed=7)
        while not result.done:
            result = env.step(WebariumAction(name="click", element=12))

The service speaks OpenEnv's WebSocket messages itself, so there is nothing to deploy but ``webarium serve``.
"""

from .client import WebariumEnv
from .models import WebariumAction, WebariumObservation, WebariumState

__all__ = ["WebariumAction", "WebariumEnv", "WebariumObservation", "WebariumState"]
