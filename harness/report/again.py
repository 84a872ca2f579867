"""The command that plays an episode again, ready to copy."""

from __future__ import annotations

import json
import shlex
from typing import Any

from harness.agents.model.settings import Settings
from harness.browser.otr import Otr
from harness.episode.limits import Limits
from harness.run.models import AgentFacts, JournalLine, Manifest, SettingsFacts
from sites.seeds import DEFAULT_SEED

_USUAL = SettingsFacts(observation=["axtree"], scope="page", limits={}, answer_format="full")
_LIMITS = {"steps": "max-steps", "repeats": "max-repeats", "invalid": "max-invalid"}


def command(manifest: Manifest | None, line: JournalLine) -> str:
    """``webarium eval ...`` for one task with a run's agent, view, limits and seed; empty without a manifest.

    A trial's chance comes from its number, so all trials up to this one are played.
    """
    if manifest is None:
        return ""
    agent = manifest.agent
    words = ["webarium", "eval", "--tasks", line.task_id]
    if manifest.elsewhere:
        file = manifest.selection.partition(",")[0]
        words = ["webarium", "eval", "--tasks", f"{file},{line.task_id}", "--sites", manifest.elsewhere]
    words += ["--agent", _name(agent)]
    for name, value in _options(agent.name, agent.options).items():
        words += ["--agent-option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    for variable in agent.environment if not agent.lasting else ():
        words += ["--agent-env", variable]
    if agent.jail == "off":
        words += ["--agent-jail", "off"]
    if agent.network:
        words += ["--agent-network", ",".join(agent.network)]
    for bind in agent.binds:
        words += ["--agent-bind", bind]
    words += _view(manifest.settings, told=not manifest.elsewhere)
    if ":" not in line.task_id:  # else the id says which world
        if str(manifest.seed or DEFAULT_SEED) != str(DEFAULT_SEED):
            words += ["--seed", str(manifest.seed)]
        words += ["--salt", manifest.salt] if manifest.salt else []
    if line.trial:
        words += ["--trials", str(line.trial + 1)]
    return shlex.join(words)


def _name(agent: AgentFacts) -> str:
    """As ``--agent`` takes it: the run of a replay and the file of a ranker stand last in its command."""
    kind = agent.name.partition(":")[0]
    if not agent.lasting:
        return shlex.join(agent.command)
    return f"{kind}:{agent.command[-1]}" if kind in ("replay", "ranker") and agent.command else agent.name


def _options(agent: str, options: dict[str, Any]) -> dict[str, Any]:
    """Those that somebody gave: a model's options are kept with all their defaults."""
    if agent.startswith("model:"):
        return _unusual({name: value for name, value in options.items() if name != "model"})
    if agent.startswith("ranker:"):  # those of the model that it asks are kept apart
        own = {name: value for name, value in options.items() if name not in ("digest", "endpoint")}
        return own | _unusual(options.get("endpoint") or {})
    return options


def _unusual(options: dict[str, Any]) -> dict[str, Any]:
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    return {
        name: value
        for name, value in options.items()
        if name != "prompts_digest" and value != usual.get(name)
    }


def _view(settings: SettingsFacts, *, told: bool) -> list[str]:
    words: list[str] = []
    if settings.observation != _USUAL.observation:
        words += ["--observation", ",".join(settings.observation)]
    for name in ("scope", "window", "answer_format", "trace", "har"):
        value = getattr(settings, name)
        if value != getattr(_USUAL, name) and (told or name != "answer_format"):
            words += [f"--{name.replace('_', '-')}", str(value)]
    words += ["--marks"] if settings.marks else []
    usual_otr = Otr().to_json()
    for name, value in (settings.otr or {}).items():
        if name != "digest" and value != usual_otr.get(name):
            words += ["--otr", f"{name}={value}"]
    usual: dict[str, Any] = Limits().to_json()
    for name, value in settings.limits.items():
        if value != usual.get(name, 0):
            words += [f"--{_LIMITS.get(name, name.replace('_', '-'))}", f"{value:g}"]
    return words
