"""What can be chosen about the model agent: by ``--agent-option name=value`` or ``WEBARIUM_AGENT_<NAME>``."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from harness.agents.model.prompt_files import EXAMPLES, check_template, others, read_examples
from sites.errors import WebariumError
from sites.files import MEGABYTE, read_text, strict_json
from sites.wording import wording

VARIABLE = "WEBARIUM_AGENT_"
KEYS = (f"{VARIABLE}API_KEY", "OPENAI_API_KEY")
# What the agent's process may see: its key, and the way through a proxy. The key never gets into a manifest.
ENVIRONMENT = (*KEYS, "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy")
PROMPTS = Path(__file__).parent / "prompts"
PROMPT_FILES = ("system.md", "step.md", "again.md", EXAMPLES)
REWARD = "reward.md"
"""Asked with ``reward``; a folder of one's own need not have it."""


class SettingsError(WebariumError):
    """An option of the model agent is missing or wrong."""


def _is_address(text: str) -> str:
    if not re.match(r"https?://[^/]", text):
        raise ValueError(f"{text!r} is no address; it begins with http:// or https://")
    return text


class Settings(BaseModel):
    """Options of the model agent.

    Args:
        model: name of the model as the endpoint knows it.
        base_url: of the endpoint, like ``http://127.0.0.1:8000/v1``; None is the official client's default.
        temperature: None leaves it to the endpoint (some models accept no other than theirs).
        max_tokens: of one reply; None leaves it to the endpoint.
        parameters: further parameters of the request, such as ``{"max_completion_tokens": 2000}``.
        prompting: ``cot`` asks for the reasoning before the action, ``direct`` for the action alone.
        hint: tell the model that some tasks cannot be done, and what to answer then.
        history: how many of its last actions the model is shown.
        memory: what it is shown of them: ``actions`` alone, or its ``thoughts`` as well.
        reward: after each action the model says how far the task is and whether it is done: ``self`` by
            itself, ``golden`` with the task's key nodes, which no measured agent may know; ``off`` does not
            ask (WebCanvas, section 6.3 and appendix F).
        golden: the key nodes in words; filled in for each task.
        max_chars: of a page's tree or HTML; the rest is cut, and the model is told so.
        retries: how often the model is asked again when its reply holds no valid action.
        attempts: how often a request is sent at most when the endpoint fails.
        timeout: seconds to wait for one reply.
        pause: seconds before the second attempt; doubled each time, up to half a minute.
        price_prompt: US dollars for a million prompt tokens.
        price_completion: US dollars for a million completion tokens.
        prompts: folder with one's own prompts, see ``PROMPT_FILES``.
        prompts_digest: of all prompts that may be asked with; filled in, so that runs with other prompts are
            other configurations.
    """

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, protected_namespaces=())

    model: str = Field(min_length=1)
    base_url: Annotated[str, AfterValidator(_is_address)] | None = None
    temperature: float | None = Field(default=0.0, ge=0)
    max_tokens: int | None = Field(default=None, ge=1)
    parameters: dict[str, Any] = {}
    prompting: Literal["cot", "direct"] = "cot"
    hint: bool = True
    history: int = Field(default=30, ge=0)
    memory: Literal["actions", "thoughts"] = "actions"
    reward: Literal["off", "self", "golden"] = "off"
    golden: list[str] = []
    max_chars: int = Field(default=60_000, ge=200)
    retries: int = Field(default=2, ge=0)
    attempts: int = Field(default=6, ge=1)
    timeout: float = Field(default=60.0, gt=0)
    pause: float = Field(default=1.0, ge=0)
    price_prompt: float = Field(default=0.0, ge=0)
    price_completion: float = Field(default=0.0, ge=0)
    prompts: Path = PROMPTS
    prompts_digest: str = ""


def settings_of(options: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """All options of the agent, as its task messages and the manifest carry them.

    Args:
        options: of the command line; they win.
        environment: where ``WEBARIUM_AGENT_<NAME>`` says what the options leave open.

    Raises:
        SettingsError: when the model is not named, or an option or a variable is unknown or wrong.
    """
    named = set(Settings.model_fields) - {"golden"}
    known = {VARIABLE + name.upper() for name in named} | set(KEYS)
    if unknown := sorted(name for name in environment if name.startswith(VARIABLE) and name not in known):
        near = get_close_matches(unknown[0], known, 1)
        raise SettingsError(
            f"The model agent has no option for the variable {unknown[0]}",
            remedy=f"is {near[0]} meant?" if near else f"unset it; known are {', '.join(sorted(known))}",
        )
    chosen = {
        name: _value(environment[VARIABLE + name.upper()])
        for name in sorted(named)
        if VARIABLE + name.upper() in environment
    }
    if "golden" in options:
        raise SettingsError(
            "The key nodes of golden are filled in for each task", remedy="write reward=golden instead"
        )
    chosen = {"base_url": environment.get("OPENAI_BASE_URL")} | chosen | dict(options)
    if not chosen.get("model"):
        raise SettingsError(
            "The model agent does not know which model to ask",
            remedy=f"name it: --agent model:NAME, or set {VARIABLE}MODEL (and {VARIABLE}BASE_URL)",
        )
    try:
        settings = Settings.model_validate(chosen)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        variable = VARIABLE + name.upper()
        if name in Settings.model_fields and name not in options and variable in environment:
            raise SettingsError(
                f"The variable {variable} cannot be taken: {wording(first)}",
                remedy=f"set it to something else, or unset {variable}",
            ) from error
        raise SettingsError(
            f"The model agent cannot take the option {name}: {wording(first)}",
            remedy=f"its options are {', '.join(Settings.model_fields)}",
        ) from error
    folder = settings.prompts.resolve()
    missing = [name for name in PROMPT_FILES if not (folder / name).is_file()]
    if missing:
        raise SettingsError(
            f"{folder} has no {', '.join(missing)}",
            remedy=f"begin with a copy of {PROMPTS}",
        )
    settings = settings.model_copy(update={"prompts": folder})
    whole = settings.model_copy(update={"prompts_digest": _digest(settings)})
    left_out = {"golden"} | ({"prompts"} if folder == PROMPTS else set())
    # what is as before there was a choice is not told, so that runs keep their identity
    left_out |= {name for name, usual in _NEWER.items() if getattr(whole, name) == usual}
    return whole.model_dump(mode="json", exclude=left_out)


_NEWER = {"memory": "actions", "reward": "off"}


def place_of(folder: Path, name: str) -> Path:
    """Where a prompt is: in one's own folder, or with ours where that need not have it."""
    path = folder / name
    return PROMPTS / name if name == REWARD and not path.is_file() else path


def _digest(settings: Settings) -> str:
    """Twelve hexadecimal digits of the prompts, which are checked on the way.

    The reward's is one of them where it is asked; files that prompts may include are.

    Raises:
        WebariumError: one of them cannot be read, or is no template.
    """
    folder = settings.prompts
    read_examples(folder)
    asked = [*PROMPT_FILES, *([REWARD] if settings.reward != "off" else [])]
    texts = [
        read_text(folder / name, MEGABYTE) if name == EXAMPLES else check_template(place_of(folder, name))
        for name in asked
    ]
    for path in others(folder, {*PROMPT_FILES, REWARD}):
        texts += [path.relative_to(folder).as_posix(), read_text(path, MEGABYTE)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def kind_of(modes: Collection[str], marks: bool) -> str:
    """How elements are named: by ``axtree``, ``list``, ``marks`` on the picture, or ``points`` of it."""
    if marks:
        return "marks"
    if "axtree" in modes or "otr" in modes:
        return "axtree"
    return "list" if "html" in modes else "points"


def check_endpoint(settings: Settings, environment: Mapping[str, str]) -> None:
    """See that there is an endpoint to ask, one's own or the official one with a key, and the same prompts.

    Raises:
        SettingsError: there is neither, or the prompts were changed since the digest was made.
    """
    if not settings.base_url and not any(environment.get(key) for key in KEYS):
        raise SettingsError(
            "The model agent has neither an endpoint nor a key",
            remedy=f"export {KEYS[1]}=..., or name an endpoint: --agent-option base_url=http://127.0.0.1:8000/v1",
        )
    if settings.prompts_digest and settings.prompts_digest != _digest(settings):
        raise SettingsError(
            f"The prompts in {settings.prompts} are not those that the run began with",
            remedy="bring those back, or begin another run with --run",
        )


def _value(text: str) -> Any:
    """A variable's value: JSON where it is that, else text."""
    with suppress(ValueError):
        return strict_json(text)
    return text
