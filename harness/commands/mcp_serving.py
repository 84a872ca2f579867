"""``webarium mcp``: from the command's options to a server for clients of the Model Context Protocol."""

from __future__ import annotations

import importlib.util
from functools import partial
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import OtrOption, SaltText, SeedNumber, ToldOfAnswers
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("mcp")
def mcp(
    tasks: Annotated[
        str, typer.Option("--tasks", "-t", help="Which tasks can be played, as for eval.")
    ] = "all",
    split: Annotated[
        str | None, typer.Option("--split", help="Of these: train, dev, test, hard or lite.")
    ] = None,
    scored: Annotated[bool, typer.Option("--scored", help="Score the tasks for training as well.")] = False,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Attempts at each scored task.")] = 1,
    run: Annotated[
        str | None, typer.Option("--run", help="Name or folder of the run; one that exists is continued.")
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help="Who plays, for reports.")] = "mcp",
    observation: Annotated[
        str, typer.Option("--observation", help="What is seen: axtree, html, screenshot, otr; commas.")
    ] = "axtree",
    scope: Annotated[str, typer.Option("--scope", help="Of the page: page (whole) or viewport.")] = "page",
    window: Annotated[
        str, typer.Option("--window", help="desktop (1280x720), mobile, or WIDTHxHEIGHT, @2 for its scale.")
    ] = "desktop",
    marks: Annotated[
        bool, typer.Option("--marks", help="Number the elements one can act on on the screenshot.")
    ] = False,
    otr: OtrOption = None,
    answer_format: ToldOfAnswers = "full",
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="Actions of an episode.")] = 30,
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running).")
    ] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
) -> None:
    """Let a client of the Model Context Protocol play, over stdin and stdout (docs/agents.md)."""
    if importlib.util.find_spec("mcp") is None:
        raise WebariumError("The package mcp is not installed", remedy="pip install -e '.[mcp]'")
    from harness.agents.naming import AgentSpec
    from harness.commands.run_options import check_world, judged, run_folder, told
    from harness.commands.view_options import view_of
    from harness.episode.limits import Limits
    from harness.episode.settings import EpisodeSettings
    from harness.run.settings import RunSettings
    from harness.service.mcp_server import LEASE, serve_mcp
    from harness.service.playable import check_playable
    from tasks.editions import Edition
    from tasks.loader import load_tasks
    from tasks.splits import load_split

    check_world(world)
    edition = Edition.named(seed, salt)
    spec = AgentSpec(agent, [], jail="off")
    folder = run_folder(run, spec).resolve()
    episode = EpisodeSettings(
        view=view_of(observation, scope, window, marks=marks, otr=otr),
        limits=Limits(steps=max_steps, answer_seconds=LEASE, episode_seconds=LEASE),
        answer_format=told(answer_format),
    )
    settings = RunSettings(
        folder=folder,
        tasks=judged(  # last, since it is the slowest
            load_split(split, tasks, edition=edition) if split else load_tasks(tasks, edition=edition)
        ),
        agent=spec,
        trials=trials,
        episode=episode,
        world=world,
    )
    check_playable(settings, partial(typer.echo, err=True))
    serve_mcp(settings, all_scored=scored, tell=_tell)


def _tell(event: str, data: dict[str, object]) -> None:
    if event in ("world", "trouble"):
        typer.echo(data.get("line") or data.get("error"), err=True)
