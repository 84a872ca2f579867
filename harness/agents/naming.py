"""Which agent ``--agent`` names, and how it is to be run."""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from harness.agents.human import settings as human_settings
from harness.agents.model import settings as model_settings
from harness.agents.places import checked_bind, where_it_is
from harness.run.folders import find_run
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from sites.wording import meant

NOBODY = "nobody"
_BUILT_IN = {
    "oracle": "harness.agents.oracle",
    "noop": "harness.agents.noop",
    "replay": "harness.agents.replay",
    "model": "harness.agents.model",
    "human": "harness.agents.human",
    "ranker": "harness.agents.ranker",
}
_BASELINES = "harness.agents.baselines"
DEGRADED = ("noisy-oracle", "forgetful-oracle", "short-sighted-oracle")
"""Play the solution with a fault; a share behind the name says how much of it."""
BASELINES = ("random", "first-hit", "keyword", "refuse", *DEGRADED)
_OURS = (*_BUILT_IN, *BASELINES)
_OPTIONS = {
    name: {"window"} if name == "human" else set[str]() for name in _OURS if name not in ("model", "ranker")
}
"""Those of the model and of the ranker agent are looked at by themselves."""
_ALONE = tuple(
    name for name in _OURS if name not in ("replay", "model", "ranker", *DEGRADED)
)  # nothing follows them
_SHUT_IN = ("oracle", *BASELINES)  # ours, and in the jail: they need nothing from outside
_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")

JailState = Literal["on", "off", "ours"]
"""Whether an agent is in the jail; of ours those that reach out (model, human, replay, ranker) need none."""


class AgentError(WebariumError):
    """The agent cannot be started."""


@dataclass(frozen=True)
class Shutting:
    """How an agent that is not ours is shut in.

    Args:
        jail: whether it is.
        network: addresses ``host:port`` that it may reach from there.
        binds: ``PATH`` or ``PATH:rw`` of what it sees there besides.
    """

    jail: bool = True
    network: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()

    @classmethod
    def named(cls, jail: str, network: str, binds: list[str]) -> Shutting:
        """As the options ``--agent-jail``, ``--agent-network`` and ``--agent-bind`` say it.

        Raises:
            AgentError: one of them says nothing that can be done.
        """
        if jail not in ("on", "off"):
            raise AgentError(
                f"--agent-jail takes on or off, not {jail!r}", remedy="leave it out, or write one of them"
            )
        named = [one.strip() for one in network.split(",") if one.strip()]
        addresses = [] if named == ["none"] else named
        for one in addresses:
            found = _ADDRESS.fullmatch(one)
            if not found or not 0 < int(found[2]) < 65536:
                raise AgentError(
                    f"--agent-network: {one!r} is no address",
                    remedy="name hosts with their ports, api.example.com:443, or none",
                )
        if jail == "off" and (addresses or binds):
            raise AgentError(
                "Without the jail an agent reaches every address and sees every file",
                remedy="leave --agent-network and --agent-bind out, or --agent-jail off",
            )
        shown = sorted({one.lower() for one in addresses})
        return cls(jail == "on", tuple(shown), tuple(checked_bind(one) for one in binds))


@dataclass(frozen=True)
class AgentSpec:
    """Which agent to run, and how.

    Args:
        name: for reports.
        command: what to start.
        lasting: one process plays many episodes; else each episode has a process of its own.
        user: the user id to run as when the harness is root; None keeps the harness' own.
        environment: names of environment variables the agent may see (an API key).
        options: handed to the agent in each task message.
        jail: whether it is kept in the jail (see ``places``).
        network: addresses that it may reach from there.
        binds: what it sees there besides.
    """

    name: str
    command: list[str]
    lasting: bool = False
    user: str | None = None
    environment: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    jail: JailState = "ours"
    network: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()

    @property
    def knows_task(self) -> bool:
        """Whether it is one of ours that repeats what is kept under the id of a task, so is told that id."""
        return self.lasting and self.command[1:3] == ["-m", _BUILT_IN["replay"]]

    @property
    def knows_oracle(self) -> bool:
        """Whether it is one of ours that plays the solution, so is handed it."""
        own = (["-m", _BUILT_IN["oracle"]], *(["-m", _BASELINES, name] for name in DEGRADED))
        return self.lasting and any(self.command[1 : len(one) + 1] == one for one in own)

    @property
    def knows_nodes(self) -> bool:
        """Whether it is our model agent with a golden reference, so is handed the key nodes."""
        return self.name.startswith("model:") and self.options.get("reward") == "golden"

    @property
    def config(self) -> str:
        """Twelve hexadecimal digits that tell agent configurations apart."""
        shut = [] if self.jail == "ours" else [[self.jail, sorted(self.network), sorted(self.binds)]]
        content = json.dumps([self.name, self.command[1:], self.options, *shut], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:12]


def resolve_agent(
    text: str,
    *,
    user: str | None = "auto",
    environment: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    shutting: Shutting | None = None,
) -> AgentSpec:
    """The agent that ``--agent`` names.

    Args:
        text: ``oracle``, ``noop``, a baseline's name, ``replay:RUN``, ``model:NAME``, ``ranker:FILE``,
            ``human``, a file or any command.
        user: for agents that are not our own, where the harness is root: a name; ``auto`` is nobody;
            ``same`` or None keeps the harness' user, which the jail does not do for root.
        environment: names of variables to pass on.
        options: for the task message.
        shutting: for agents that are not our own: how they are shut in; in the jail when left out.

    Raises:
        AgentError: when there is no such agent, or it cannot be shut in so.
    """
    name, _, argument = text.partition(":")
    options = options or {}
    if user not in ("auto", "same", None):
        known(user)
    if argument and name in _ALONE:
        raise AgentError(f"There is no agent {text!r}", remedy=f"nothing follows its name: --agent {name}")
    if name in _SHUT_IN:
        if shutting and (shutting.network or shutting.binds):
            raise AgentError(
                f"The agent {name} is one of Webarium's own, which needs nothing from outside its jail",
                remedy="leave --agent-network and --agent-bind out",
            )
        shut = shutting is None or shutting.jail
        return AgentSpec(
            text,
            _own_command(name, argument),
            lasting=True,
            user=NOBODY if shut else None,
            environment=environment,
            options=_without_options(name, options),
            jail="on" if shut else "off",
        )
    if name in _BUILT_IN:
        if shutting and shutting != Shutting():
            raise AgentError(
                f"The agent {name} is one of Webarium's own, which needs no jail",
                remedy="leave --agent-jail, --agent-network and --agent-bind out",
            )
        options = _without_options(name, options)
        command = [sys.executable, "-m", _BUILT_IN[name]]
        if name == "replay":
            run = find_run(argument)
            if not (run / "episodes").is_dir():
                raise AgentError(f"{run} holds no episode to replay", remedy="see: webarium runs")
            RunFolder(run).check()
            command.append(str(run.resolve()))
        if name == "model":
            named = {"model": argument} if argument else {}
            options = model_settings.settings_of(options | named, os.environ)
            name = f"model:{options['model']}"
            environment = (*environment, *model_settings.ENVIRONMENT)
        if name == "ranker":
            from harness.agents.ranker import settings as ranker_settings  # loads numpy

            file = Path(argument).resolve()
            options = ranker_settings.settings_of(file, options, os.environ)
            model = f"+{options['endpoint']['model']}" if options["endpoint"] else ""
            name, command = f"ranker:{file.stem}{model}", [*command, str(file)]
            environment = (*environment, *(model_settings.ENVIRONMENT if model else ()))
        if name == "human":
            environment = (*environment, human_settings.VARIABLE)
        return AgentSpec(name, command, lasting=True, environment=environment, options=options)
    shutting = shutting or Shutting()
    command = _external(text)
    return AgentSpec(
        Path(command[-1] if len(command) > 1 else command[0]).stem,
        command,
        user=_user(user, command, jailed=shutting.jail),
        environment=environment,
        options=options,
        jail="on" if shutting.jail else "off",
        network=shutting.network,
        binds=shutting.binds,
    )


def _own_command(name: str, argument: str) -> list[str]:
    if name == "oracle":
        return [sys.executable, "-m", _BUILT_IN[name]]
    if name not in DEGRADED:
        return [sys.executable, "-m", _BASELINES, name]
    try:
        share = float(argument)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise AgentError(
            f"{name} needs the share that goes wrong, from 0 to 1, not {argument!r}",
            remedy=f"write it behind the name: --agent {name}:0.1",
        )
    return [sys.executable, "-m", _BASELINES, name, f"{share:g}"]


def _without_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of an agent of ours, which takes few or none."""
    if unknown := sorted(set(options) - _OPTIONS[name]) if name in _OPTIONS else []:
        raise AgentError(
            f"The agent {name} takes no option {', '.join(unknown)}", remedy="leave --agent-option out"
        )
    return options


def _user(user: str | None, command: list[str], *, jailed: bool) -> str | None:
    """Whom an agent that is not ours runs as; nobody becomes root without having been told to."""
    if user == "auto":
        lacking = [part for part in command if not _open_to_all(part)]
        if not jailed and lacking and os.geteuid() == 0:
            raise AgentError(
                f"Without the jail, the agent would run as {NOBODY}, who may not read {lacking[0]}",
                remedy="let all users read it and its folders, or name another user: --agent-user",
            )
        return NOBODY
    chosen = None if user == "same" else user
    if jailed and os.geteuid() == 0 and (chosen is None or known(chosen).pw_uid == 0):
        raise AgentError(
            "In the jail no agent is root",
            remedy="leave --agent-user out or name another user; without the jail: --agent-jail off",
        )
    return chosen


def _open_to_all(part: str) -> bool:
    """Whether any user may read (and run) what a word of a command names; other words do not matter."""
    named = shutil.which(part)
    if named is None and not Path(part).is_file():
        return True
    path = Path(named or part).resolve()
    wanted = 0o005 if named else 0o004
    if path.stat().st_mode & wanted != wanted:
        return False
    return all(parent.stat().st_mode & 0o001 for parent in path.parents)


def _external(text: str) -> list[str]:
    path = Path(text)
    if path.is_file():
        starters = {".py": sys.executable, ".js": "node", ".mjs": "node", ".sh": "bash"}
        starter = starters.get(path.suffix)
        if not starter and not os.access(path, os.X_OK):
            raise AgentError(
                f"{text} cannot be run",
                remedy=f"chmod +x {text}, or write the program that runs it too: --agent 'program {text}'",
            )
        real = str(where_it_is(text))
        return [starter, real] if starter else [real]
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise AgentError(f"The agent {text!r} is no command: {error}", remedy="close the quote") from error
    if len(command) == 1 and Path(command[0]).is_dir():
        raise AgentError(
            f"The agent {text!r} is a folder",
            remedy="name its program: a file (agent.py, agent.js) or a command",
        )
    if not command or not shutil.which(command[0]):
        near = meant(text.partition(":")[0], _OURS)
        raise AgentError(
            f"There is no agent {text!r}" + (f"; is {near} meant?" if near else ""),
            remedy=f"use one of {', '.join(_OURS)}, a file (agent.py, agent.js) or a command in quotes",
        )
    words = [str(where_it_is(part)) if Path(part).is_file() else part for part in command[1:]]
    # of a link the place counts: a virtual environment's interpreter is one
    return [str(Path(command[0]).absolute()) if Path(command[0]).is_file() else command[0], *words]


def program_of(command: list[str]) -> str:
    """The path of a command's program; behind the stand-ins of pyenv and its like, the program itself.

    Raises:
        AgentError: there is none.
    """
    found = shutil.which(command[0])
    if found is None:
        raise AgentError(f"There is no program {command[0]}", remedy="install it, or name another in --agent")
    path = Path(found).absolute()
    manager = path.parent.parent / "bin" / "pyenv"
    if path.parent.name == "shims" and manager.is_file():
        asked = subprocess.run([manager, "which", path.name], capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            return asked.stdout.strip()
    return str(path)


def known(user: str) -> pwd.struct_passwd:
    """The account of a user.

    Raises:
        AgentError: there is none.
    """
    try:
        return pwd.getpwnam(user)
    except KeyError as error:
        raise AgentError(
            f"There is no user {user!r} to run the agent as", remedy="name one with --agent-user, or `same`"
        ) from error
