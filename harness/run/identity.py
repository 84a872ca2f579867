"""What a run is made of, as its manifest keeps it, and what of it may not change when the run goes on.

Whatever may change a result is part of a run's identity: the agent with its files and options, what it is
shown, its limits, all that the tasks say, the seed and the images of the worlds.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from harness.agents.naming import AgentSpec
from harness.browser.otr import Otr
from harness.fleet.worker import REAL_WORLD
from harness.run.models import AgentFacts, Manifest, SettingsFacts
from harness.run.settings import ELSEWHERE, RunError, RunSettings
from sites.facts import EPOCH, stamp
from sites.seeds import DEFAULT_SEED
from sites.spec import ROOT
from tasks.model import Task
from tasks.release import release_name

_OWN = (".py", ".md", ".yaml", ".html")
_BEGAN_WITH = ("code", "webarium", "release", "protection")
"""What a manifest says of the run as it was begun; that of a run that goes on stays."""
_TOLD_LATER = ("image_ids", "packages")
"""What workers on other machines tell once they are ready; until then what they told before counts."""


def manifest_of(settings: RunSettings, before: Manifest | None = None) -> Manifest:
    """The manifest of a run.

    Args:
        settings: of the run.
        before: its manifest so far, when it goes on.

    Raises:
        RunError: when it goes on as something else than it was.
    """
    if before:  # what can be told without the engine is told before it is asked
        _refuse(settings, before, _manifest(settings, before, _Worlds(seed="")))
    found = _manifest(settings, before, _worlds(settings))
    if before is None:
        return found
    _refuse(settings, before, found)
    return found.model_copy(  # only now: what is carried over differs in nothing
        update={name: getattr(before, name) for name in _BEGAN_WITH}
        | {name: getattr(found, name) or getattr(before, name) for name in _TOLD_LATER}
    )


def _refuse(settings: RunSettings, before: Manifest, now: Manifest) -> None:
    if changed := differences(before, now):
        raise RunError(
            f"The run {settings.folder.name} cannot go on as it was begun: {'; '.join(changed)}",
            remedy="put that back, or begin another run with another name: --run NAME",
        )


def _manifest(settings: RunSettings, before: Manifest | None, worlds: _Worlds) -> Manifest:
    agent = settings.agent
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(
        run=settings.folder.name,
        started=before.started if before else now,
        resumed=[*before.resumed, now] if before else [],
        webarium=version("webarium"),
        code=code_version(),
        agent=AgentFacts(
            name=agent.name,
            command=agent.command,
            lasting=agent.lasting,
            jail=agent.jail,
            network=list(agent.network),
            binds=list(agent.binds),
            user=agent.user,
            environment=list(agent.environment),
            options=agent.options,
            files=agent_files(agent),
        ),
        config=settings.config,
        settings=SettingsFacts(**settings.episode.to_json()),
        selection=settings.selection,
        trials=settings.trials,
        workers=settings.workers,
        sites=settings.sites,
        tasks=[task.id for task in settings.tasks],
        tasks_hash=tasks_hash(settings.tasks),
        elsewhere=settings.world if settings.factory == ELSEWHERE else None,
        shard=settings.shard,
        seed=worlds.seed,
        salt=settings.edition.salt,
        release=release_name(),
        epoch=stamp(EPOCH),
        browser=before.browser if before else None,
        images=worlds.images,
        image_ids=worlds.image_ids,
        packages=worlds.packages,
    )


def differences(before: Manifest, now: Manifest) -> list[str]:
    """What of a run's identity is not as it was, a clause each; what an older manifest lacks is left out."""
    found = _agents(before.agent, now.agent)
    one, other = before.settings, now.settings
    if sorted(one.observation) != sorted(other.observation):
        found.append(f"the observation is {', '.join(other.observation)}, not {', '.join(one.observation)}")
    if one.scope != other.scope:
        found.append(f"the scope is {other.scope}, not {one.scope}")
    if one.window != other.window:
        found.append(f"the window is {other.window}, not {one.window}")
    if one.marks != other.marks:
        found.append(f"elements are {'' if other.marks else 'not '}marked on the screenshot now")
    if one.otr and other.otr:
        shown = [Otr.from_json(side.otr).identity for side in (one, other)]
        if shown[0] != shown[1]:
            found.append(f"the observation otr is made with {shown[1]}, not {shown[0]}")
    if one.answer_format != other.answer_format:
        found.append(f"of the answer the agent is told {other.answer_format}, not {one.answer_format}")
    for name in one.limits.keys() & other.limits.keys():
        if one.limits[name] != other.limits[name]:
            found.append(f"the limit {name} is {other.limits[name]}, not {one.limits[name]}")
    if (was := one.limits.get("step_factor", 0)) != (factor := other.limits.get("step_factor", 0)):
        found.append(f"the step factor is {factor:g}, not {was:g}")
    if before.shard != now.shard:
        found.append(f"it is {_part(now)}, not {_part(before)}")
    if set(before.tasks) != set(now.tasks):
        more, less = len(set(now.tasks) - set(before.tasks)), len(set(before.tasks) - set(now.tasks))
        counts = [f"{count} {word}" for count, word in ((more, "more"), (less, "less")) if count]
        found.append(f"the tasks are others: {', '.join(counts)}")
    elif before.sites and sorted(before.sites) != sorted(now.sites):
        found.append(f"the sites are {', '.join(now.sites)}, not {', '.join(before.sites)}")
    elif before.tasks_hash and before.tasks_hash != now.tasks_hash:
        found.append("the tasks have the same names, but their texts, answers or checks were changed")
    if before.schema_version and before.seed and now.seed and str(before.seed) != str(now.seed):
        found.append(f"the seed is {now.seed}, not {before.seed}")
    first, second = (
        (before.image_ids, now.image_ids)
        if before.image_ids and now.image_ids
        else (before.images, now.images)
    )
    if images := sorted(name for name in first.keys() & second.keys() if first[name] != second[name]):
        found.append(f"the images of {', '.join(images)} are others")
    if not found and before.config != now.config:  # what journal lines carry tells more apart: 1 and 1.0
        found.append("the agent's configuration is another")
    return found


def _part(manifest: Manifest) -> str:
    shard = manifest.shard
    return f"shard {shard.number}/{shard.of} of {shard.tasks} tasks" if shard else "a whole run"


def agent_files(agent: AgentSpec) -> str:
    """Sixteen hexadecimal digits of an agent's own files.

    Of an agent of ours that is its module. Of others it is each file that the command names, the program
    that runs them left out, and the files with the same ending beside it: what a script imports from its
    folder. Folders below and installed packages are not looked at.
    """
    if agent.lasting and agent.command[1:2] == ["-m"]:
        found = importlib.util.find_spec(agent.command[2])
        places = [Path(place) for place in (found.submodule_search_locations or [])] if found else []
        files = [path for place in places for path in sorted(place.rglob("*")) if path.suffix in _OWN]
        files += [Path(found.origin)] if found and found.origin else []
    else:
        named = [Path(word) for word in agent.command if Path(word).is_file() and not _is_program(word)]
        files = sorted({beside for path in named for beside in path.parent.glob(f"*{path.suffix}")})
        files = [path for path in files if path.suffix or path in named]
    digest = hashlib.sha256()
    for path in files:
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.name}\0{content}\n".encode())
    return digest.hexdigest()[:16] if files else ""


def _is_program(word: str) -> bool:
    """Whether a word of a command is an interpreter or a tool of the machine, which is nobody's agent."""
    path = Path(word).resolve()
    return path == Path(sys.executable).resolve() or shutil.which(Path(word).name) in (word, str(path))


def _agents(before: AgentFacts, now: AgentFacts) -> list[str]:
    found = []
    if before.name != now.name:
        found.append(f"the agent is {now.name}, not {before.name}")
    elif before.command[1:] != now.command[1:]:
        found.append("the agent's command is another")
    for name in sorted(before.options.keys() | now.options.keys()):
        if before.options.get(name) != now.options.get(name):
            values = f"{now.options.get(name)!r}, not {before.options.get(name)!r}"
            found.append(f"the agent's option {name} is {values}")
    if before.jail is not None and (before.jail, now.jail) in (("on", "off"), ("off", "on")):
        found.append(f"the agent's jail is {now.jail}, not {before.jail}")
    elif before.jail is not None:
        if sorted(before.network) != sorted(now.network):
            known = [", ".join(one.network) or "none" for one in (now, before)]
            found.append(f"the agent's network is {known[0]}, not {known[1]}")
        if sorted(before.binds) != sorted(now.binds):
            found.append("what is bound into the agent's jail is something else")
    if not found and before.files and before.files != now.files:
        found.append("the agent's files were changed")
    return found


def tasks_hash(tasks: list[Task]) -> str:
    """Sixteen hexadecimal digits of everything the tasks say, references and checks included."""
    content = json.dumps([task.model_dump(mode="json") for task in tasks], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def code_version() -> str:
    """The commit this code is at, with ``+`` when files differ from it; empty outside of a repository."""
    try:
        commit = _git(ROOT, "rev-parse", "--short=12", "HEAD")
        return f"{commit}+" if _git(ROOT, "status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.SubprocessError):
        return ""


@dataclass(frozen=True)
class _Worlds:
    seed: str = str(DEFAULT_SEED)
    images: dict[str, str] = field(default_factory=dict)
    image_ids: dict[str, str] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)


def _worlds(settings: RunSettings) -> _Worlds:
    """What the worlds are made of.

    A world that was running before may be older than the checkout, or of another seed, so it is asked itself.
    """
    if settings.factory != REAL_WORLD:
        return _Worlds(str(settings.seed))
    if settings.world:
        from reset.world import World

        world = World.attach(settings.world)
        try:
            parts = world.images()
            ids = {name: part.image_id for name, part in parts.items() if part.image_id}
            return _Worlds(world.seed, {name: part.image for name, part in parts.items()}, ids)
        finally:
            world.detach()
    from reset import images
    from sites.spec import load_site

    sites = [load_site(name) for name in settings.sites]
    seed = settings.seed
    if settings.fleet != "local":  # this machine need not have any; the first worker tells of its own
        return _Worlds(str(seed), images.tags(sites, seed))
    return _Worlds(
        str(seed),
        images.tags(sites, seed),
        images.ids(sites, seed=seed),
        images.packages(sites, seed=seed),
    )


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=10
    )
    return done.stdout.strip()
