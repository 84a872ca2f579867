"""A run's manifest as others may see it: no path of the machine, and nothing that opens an endpoint."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from harness.run.models import AgentFacts, Manifest, SettingsFacts

_USER = re.compile(r"(?<=://)[^/\s?#]*@")
_PASSWORD = re.compile(r"://[^/\s?#:]*:([^/\s?#\"]+)@")
_PATH = re.compile(r"(?:^|(?<==))(@?)((?:/|~[^/\s]*/|file:/).*)", re.DOTALL)
_PIECE = re.compile(r"[^\s'\"]+")


def public(manifest: Manifest) -> Manifest:
    """A manifest with files by their names alone and addresses without their user and password.

    Digests stay, so that what was run can be told from something else.
    """
    selection, elsewhere = re.sub(r"@[^,\n]*/", "@", manifest.selection), manifest.elsewhere
    if elsewhere is not None:
        file, *patterns = selection.split(",")
        selection, elsewhere = ",".join([Path(file).name, *patterns]), Path(elsewhere).name
    return manifest.model_copy(
        update={
            "agent": _agent(manifest.agent),
            "settings": _settings(manifest.settings),
            "selection": selection,
            "elsewhere": elsewhere,
        }
    )


def bare(text: str) -> str:
    """A text without the folders of a path in it, and without user and password of addresses.

    A path begins where the text does, or behind ``=``, with or without ``@``; it goes to the end of the text:
    ``--config=/home/jane/my files/a.yaml`` is ``--config=a.yaml``.
    """
    return _PATH.sub(lambda found: found[1] + Path(found[2]).name, _USER.sub("", text))


def passwords(agent: AgentFacts) -> dict[str, str]:
    """The passwords of addresses in an agent's command and options, by what they are called."""
    text = "\n".join([*agent.command, json.dumps(agent.options, ensure_ascii=False)])
    found = {form for word in _PASSWORD.findall(text) for form in (word, unquote(word))}
    return {
        f"password {number} of the agent's addresses": word for number, word in enumerate(sorted(found), 1)
    }


def _agent(agent: AgentFacts) -> AgentFacts:
    """How an agent is started."""
    binds = [f"{bare(one.removesuffix(':rw'))}{':rw' if one.endswith(':rw') else ''}" for one in agent.binds]
    command = [_word(word) for word in agent.command]
    return agent.model_copy(update={"command": command, "binds": binds, "options": _values(agent.options)})


def _word(word: str) -> str:
    """A word of a command, which may itself be a line for a shell."""
    return _PIECE.sub(lambda piece: bare(piece[0]), bare(word))


def _values(value: Any) -> Any:
    """An option's value, with all that is in it."""
    if isinstance(value, dict):
        return {name: _values(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_values(one) for one in value]
    return bare(value) if isinstance(value, str) else value


def _settings(settings: SettingsFacts) -> SettingsFacts:
    """What was shown, without the path of a ranker."""
    otr = settings.otr
    if not otr or not otr.get("ranker"):
        return settings
    return settings.model_copy(update={"otr": otr | {"ranker": Path(otr["ranker"]).name}})
