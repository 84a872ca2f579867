"""From the options of ``webarium eval`` to the settings of a run, new or going on; bad ones are told here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from evaluators import unsound
from harness.agents.naming import AgentSpec, Shutting, resolve_agent
from harness.browser.observation import View
from harness.browser.otr import Otr
from harness.browser.window import Window
from harness.commands.agent_checks import check_agent
from harness.commands.elsewhere import Place, elsewhere_tasks
from harness.commands.options import fits_here, one_of
from harness.commands.output import pairs
from harness.commands.view_options import view_of
from harness.elsewhere.tasks import tasks_of_run
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings, Keep
from harness.fleet.kinds import check_fleet
from harness.run.folders import RUNS, named_folder, new_folder
from harness.run.merging import check_shard, sharded
from harness.run.models import SettingsFacts
from harness.run.reader import at_commit, going_on, read_manifest
from harness.run.settings import MOST_AGENT_ERRORS, FleetKind, RunSettings
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from tasks.editions import Edition
from tasks.formats import Told
from tasks.loader import load_tasks
from tasks.model import Task
from tasks.splits import load_split
from tasks.templates import TemplateErrors

HUMAN_SECONDS = 3600.0
OF_A_COMMAND = frozenset({
    "resume", "workers", "world", "sites", "fleet", "store", "build", "max_agent_errors", "expect", "report",
    "verbose",
})  # fmt: skip
"""Options that are of this command and not of the run, so that they may differ when it goes on."""
_SECRET = re.compile(
    r"(?i)(^|[^a-z])(api_?key|key|token|secret|password|passwd|pwd|credentials?|authorization|bearer)$"
)


@dataclass(frozen=True)
class Options:
    """The options of ``webarium eval``; their meaning is in its help.

    ``workers`` is None for one, or as many as a run had that goes on; ``given`` names the options that were
    written down.
    """

    tasks: str = "representative"
    sites: Path | None = None
    original: bool = False
    split: str | None = None
    agent: str = "oracle"
    workers: int | None = None
    trials: int = 1
    shard: str | None = None
    run: str | None = None
    resume: str | None = None
    observation: str = "axtree"
    scope: str = "page"
    window: str = "desktop"
    marks: bool = False
    otr: list[str] | None = None
    answer_format: str = "full"
    max_steps: int = 30
    step_factor: float = 0.0
    max_repeats: int = 3
    max_invalid: int = 3
    max_agent_errors: int = MOST_AGENT_ERRORS
    answer_seconds: float = 180.0
    episode_seconds: float = 1800.0
    trace: str = "never"
    har: str = "never"
    screenshots: bool = True
    html: bool = True
    dom: bool = False
    mhtml: bool = False
    check_resets: bool = False
    expect: str = "auto"
    agent_user: str = "auto"
    agent_jail: str = "on"
    agent_network: str = "none"
    agent_bind: list[str] | None = None
    agent_env: list[str] | None = None
    agent_option: list[str] | None = None
    world: str | None = None
    fleet: str = "local"
    store: str | None = None
    build: bool = False
    seed: str = str(DEFAULT_SEED)
    salt: str = ""
    report: bool = True
    verbose: bool = False
    given: frozenset[str] = frozenset()


def fresh(options: Options) -> RunSettings:
    """The settings of a run as the options say."""
    view = view_of(options.observation, options.scope, options.window, marks=options.marks, otr=options.otr)
    agent = resolve_agent(
        options.agent,
        user=options.agent_user,
        environment=_environment(options.agent_env or []),
        options=_without_secrets(pairs(options.agent_option)),
        shutting=Shutting.named(options.agent_jail, options.agent_network, options.agent_bind or []),
    )
    _without_secrets(agent.options)  # with those of the environment
    if agent.name == "human":
        options = for_people(options)
        view = replace(view, modes=view.modes | {"screenshot"}, scope="viewport")
    place = Place.of(options.sites)
    episode = EpisodeSettings(
        view=view,
        limits=Limits(
            steps=options.max_steps,
            repeats=options.max_repeats,
            invalid=options.max_invalid,
            answer_seconds=options.answer_seconds,
            episode_seconds=options.episode_seconds,
            step_factor=options.step_factor,
        ),
        answer_format="none" if place.elsewhere else told(options.answer_format),
        **_kept(options),
    )
    folder, world, fleet = run_folder(options.run, agent), _world(options.world), _fleet(options.fleet)
    check_shard(options.shard)
    tasks, selection = selected(options)  # last, since it is the slowest
    tasks, shard = sharded(tasks, options.shard)
    check_agent(agent, tasks)
    settings = RunSettings(
        folder=folder,
        tasks=tasks,
        agent=agent,
        trials=options.trials,
        workers=options.workers or 1,
        episode=episode,
        selection=selection,
        world=place.elsewhere or world,
        factory=place.factory,
        most_agent_errors=options.max_agent_errors,
        shard=shard,
        fleet=fleet,
        store=options.store,
    )
    return _fitting(settings, options)


def for_people(options: Options) -> Options:
    """What a person needs: the window as it is, time, and no rules against trying again."""
    return replace(
        options,
        scope="viewport",
        max_repeats=0,
        max_invalid=0,
        answer_seconds=max(options.answer_seconds, HUMAN_SECONDS),
        episode_seconds=max(options.episode_seconds, HUMAN_SECONDS),
    )


def continued(folder: Path, options: Options) -> RunSettings:
    """The settings of a run as its manifest keeps them; workers and world are this command's own.

    Raises:
        WebariumError: when options are given that the run has already, its manifest cannot be read, or
            somebody else's program played it.
    """
    if others := sorted(options.given - OF_A_COMMAND):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in others)
        raise WebariumError(
            f"--resume continues {folder} with its own settings, so {names} would be ignored",
            remedy="leave these options out, or begin another run with --run",
        )
    manifest = read_manifest(folder)
    if manifest is None:
        raise WebariumError(
            f"{folder} has no manifest.json, which says how to go on",
            remedy=f"give the run's own options again, with --run {folder}: what is finished is kept",
        )
    kept, agent = manifest.settings, manifest.agent
    if not agent.command:  # nobody could be started, and every task would be failed
        raise WebariumError(
            f"{folder} was played by a program that Webarium did not start",
            remedy=f"go on with: {going_on(folder, manifest)}",
        )
    place = Place.of(options.sites or manifest.elsewhere)
    try:
        tasks = judged(tasks_of_run(folder, manifest.tasks))
    except TemplateErrors:
        raise
    except WebariumError as error:
        raise WebariumError(
            f"{folder / 'manifest.json'} names a task that cannot be played: {error.message}",
            remedy=f"go on with the code that began the run{at_commit(manifest)}",
        ) from error
    spec = AgentSpec(
        name=agent.name,
        command=agent.command,
        lasting=agent.lasting,
        jail=agent.jail or ("ours" if agent.lasting else "on"),
        network=tuple(agent.network),
        binds=tuple(agent.binds),
        user=agent.user,
        environment=tuple(agent.environment),
        options=agent.options,
    )
    check_agent(spec, tasks)
    settings = RunSettings(
        folder=folder,
        tasks=tasks,
        agent=spec,
        trials=manifest.trials,
        workers=options.workers or manifest.workers,
        episode=EpisodeSettings(
            view=View(
                frozenset(kept.observation),
                kept.scope,  # type: ignore[arg-type]
                Window.parse(kept.window),
                kept.marks,
                Otr.from_json(kept.otr),
            ),
            limits=Limits(**kept.limits),  # type: ignore[arg-type]
            answer_format=told(kept.answer_format),
            **_kept(kept),
        ),
        selection=manifest.selection,
        world=place.elsewhere or _world(options.world),
        factory=place.factory,
        most_agent_errors=options.max_agent_errors,
        shard=manifest.shard,
        fleet=_fleet(options.fleet),
        store=options.store,
    )
    return _fitting(settings, options)


def selected(options: Options) -> tuple[list[Task], str]:
    """The tasks of a run, and in words how they were chosen; a split alone means all of its tasks.

    Raises:
        WebariumError: there are none, or a check of one can judge nothing.
    """
    if (elsewhere := elsewhere_tasks(options.tasks, options.sites, original=options.original)) is not None:
        return judged(elsewhere), options.tasks
    edition = edition_of_run(options)
    if options.split is None:
        return judged(load_tasks(options.tasks, edition=edition)), options.tasks
    among = options.tasks if "tasks" in options.given else "all"
    found = load_split(options.split, among, edition=edition)
    return judged(found), f"{among}, of these the split {options.split}"


def edition_of_run(options: Options) -> Edition | None:
    """Which world's tasks: the running world says its seed; None for the default one, or what ids say."""
    seed = options.seed
    if name := _world(options.world):
        from reset.world import Record

        record = Record.load(name)
        seed = record.seed if record else str(DEFAULT_SEED)
    return Edition.named(seed, options.salt)


def judged(tasks: list[Task]) -> list[Task]:
    """The tasks, each of whose checks can judge; what cannot is told before a world is started for it.

    Raises:
        WebariumError: a check of one cannot.
    """
    for task in tasks:
        for index, why in unsound(task):
            raise WebariumError(
                f"{task.id}: check {index + 1} ({task.judged[index].kind}) can judge nothing: {why.message}",
                remedy=f"see: webarium tasks lint {task.template}",
            )
    return tasks


def run_folder(name: str | None, agent: AgentSpec) -> Path:
    """Where a run is kept: ``runs/<name>``, or a folder as given, or a new one named by date and agent.

    Raises:
        WebariumError: when the name cannot be one of a run.
    """
    if name is None:
        return new_folder(agent.name)
    if not name.strip():
        raise WebariumError(
            f"--run {name!r} is no name for a run's folder", remedy="use a name such as --run my-agent"
        )
    return named_folder(Path(name) if "/" in name else RUNS / name)


def _environment(names: list[str]) -> tuple[str, ...]:
    """The variables that an agent may see."""
    for name in names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            raise WebariumError(
                f"{name!r} is no name of an environment variable",
                remedy="export the variable and give its name alone: --agent-env MY_API_KEY",
            )
        if name not in os.environ:
            raise WebariumError(
                f"The environment variable {name} is not set",
                remedy=f"export {name}=..., or leave --agent-env {name} out",
            )
    return tuple(names)


def _without_secrets(options: dict[str, Any]) -> dict[str, Any]:
    """Options stand in manifests and baselines, which people share."""
    for name in _names(options):
        if _SECRET.search(name):
            variable = re.sub(r"[^A-Za-z0-9]+", "_", name).upper()
            raise WebariumError(
                f"The agent's option {name} looks like a secret, and options are kept in the run's manifest",
                remedy=f"export {variable}=..., and let the agent read it: --agent-env {variable}",
            )
    return options


def _names(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from map(str, data)
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _names(value)


def _world(name: str | None) -> str | None:
    if name is not None and not name.strip():
        raise WebariumError(
            "--world needs the name of a running world",
            remedy="see: webarium status; start one with `webarium up`, or leave --world out",
        )
    return name


def check_world(name: str | None) -> None:
    """See that a world that is to be used runs, before thousands of tasks are read for it.

    Raises:
        WebariumError: there is none.
    """
    if given := _world(name):
        from reset.world import World

        World.attach(given).detach()


def _fitting(settings: RunSettings, options: Options) -> RunSettings:
    """The settings of a run, new or going on, whose workers can be where they are to be.

    Raises:
        WebariumError: they cannot, or an option would be ignored.
    """
    check_fleet(settings)
    if settings.fleet == "local":
        fits_here(1 if settings.world else settings.workers)
    elif options.build:
        raise WebariumError(
            "--build makes images on this machine, and not on the nodes of a cluster",
            remedy="leave it out, and have each node `webarium images pull` or `webarium build`",
        )
    return settings


def _fleet(text: str) -> FleetKind:
    one_of("--fleet", text, get_args(FleetKind))
    return text  # type: ignore[return-value]


def told(text: str) -> Told:
    """How much an agent is told of answers, as an option says it.

    Raises:
        WebariumError: when it says something else.
    """
    one_of("--answer-format", text, get_args(Told))
    return text  # type: ignore[return-value]


def _kept(said: Options | SettingsFacts) -> dict[str, Any]:
    """What is kept of episodes, as the settings of an episode name it."""
    same = {name: getattr(said, name) for name in ("screenshots", "html", "dom", "check_resets")}
    kept = {name: _keep(name, getattr(said, name)) for name in ("trace", "har")}
    return same | kept | {"whole_page": said.mhtml}


def _keep(option: str, text: str) -> Keep:
    one_of(f"--{option}", text, get_args(Keep))
    return text  # type: ignore[return-value]
