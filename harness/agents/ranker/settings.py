"""What can be chosen about the ranker agent, by ``--agent-option name=value``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness.agents.model import settings as model_settings
from harness.ranker.model import Ranker, digest_of
from sites.errors import WebariumError
from sites.wording import wording

_MODEL_NAMED = f"{model_settings.VARIABLE}MODEL"


class Settings(BaseModel):
    """Options of the ranker agent.

    Args:
        digest: of the ranker's file; filled in, so that another ranker is another configuration.
        top: how many candidates the model chooses among; published are 50.
        acts: how many actions it takes at most before it answers.
        endpoint: options of the model agent; None where no model is asked. Filled in from ``model``,
            ``base_url`` and so on.
    """

    model_config = ConfigDict(extra="forbid")

    digest: str
    top: int = Field(default=50, ge=1, le=1000)
    acts: int = Field(default=8, ge=0)
    endpoint: dict[str, Any] | None = None


def settings_of(path: Path, options: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """All options of the agent, as its task messages and the manifest carry them.

    Args:
        path: of the ranker.
        options: of the command line.
        environment: where ``WEBARIUM_AGENT_MODEL`` names a model, one is asked.

    Raises:
        WebariumError: the file is no ranker, or an option is unknown or wrong.
    """
    Ranker.load(path)
    own = {name: value for name, value in options.items() if name in ("top", "acts")}
    rest = {name: value for name, value in options.items() if name not in own}
    endpoint = None
    if rest or environment.get(_MODEL_NAMED):
        endpoint = model_settings.settings_of(rest, environment)
    try:
        return Settings(digest=digest_of(path), endpoint=endpoint, **own).model_dump(mode="json")
    except ValidationError as error:
        first = error.errors()[0]
        raise WebariumError(
            f"The ranker agent cannot take the option {first['loc'][0]}: {wording(first)}",
            remedy="its own options are top and acts; the others are those of the model agent",
        ) from error
