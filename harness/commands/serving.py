"""``webarium serve``: from the command's options to a service."""

from __future__ import annotations

import os
from functools import partial
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import OtrOption, SaltText, SeedNumber, ToldOfAnswers, fits_here, number_option
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED

app = Commands()
command = partial(app.command, rich_help_panel="Runs")

TOKENS = "WEBARIUM_SERVE_TOKENS"
SHORTEST_TOKEN = 16


@command("serve")
def serve(
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds", "-w", min=1, callback=fits_here, help="Worlds, each with a process and a browser."
        ),
    ] = 1,
    tasks: Annotated[
        str, typer.Option("--tasks", "-t", help="Which tasks can be played, as for eval.")
    ] = "all",
    split: Annotated[
        str | None,
        typer.Option(
            "--split",
            help="Of these: train (any number of attempts, rewards told), dev or test (scored: one attempt "
            "a task and trial, the verdict after close), hard or lite (fixed ones, in which each task is "
            "what it is in those three). All when left out.",
        ),
    ] = None,
    scored: Annotated[bool, typer.Option("--scored", help="Score the tasks for training as well.")] = False,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Attempts at each scored task.")] = 1,
    lease: Annotated[
        float,
        typer.Option(
            "--lease",
            parser=number_option(1, 86_400),
            metavar="SECONDS",
            help="How long a session lives without a word of its client.",
        ),
    ] = 300.0,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on.")] = 8700,
    run: Annotated[
        str | None, typer.Option("--run", help="Name or folder of the run; one that exists is continued.")
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help="Who plays, for reports.")] = "client",
    observation: Annotated[
        str, typer.Option("--observation", help="What clients see: axtree, html, screenshot, otr; commas.")
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
    episode_seconds: Annotated[
        float,
        typer.Option(
            "--episode-seconds",
            parser=number_option(1, 86_400),
            metavar="SECONDS",
            help="How long an episode may take in all.",
        ),
    ] = 1800.0,
    screenshots: Annotated[
        bool, typer.Option("--screenshots/--no-screenshots", help="Keep a picture of each step.")
    ] = True,
    html: Annotated[bool, typer.Option("--html/--no-html", help="Keep the HTML of each step.")] = True,
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running).")
    ] = None,
    seed: SeedNumber = str(DEFAULT_SEED),
    salt: SaltText = "",
) -> None:
    """Lease worlds to agents and trainers over HTTP and WebSocket (docs/service.md)."""
    from harness.agents.naming import AgentSpec
    from harness.commands.run_options import check_world, judged, run_folder, told
    from harness.commands.view_options import view_of
    from harness.episode.limits import Limits
    from harness.episode.settings import EpisodeSettings
    from harness.run.settings import RunSettings
    from harness.service.playable import check_playable
    from harness.service.serve import ServeSettings, door_at, new_token
    from harness.service.serve import serve as run_service
    from tasks.editions import Edition
    from tasks.loader import load_tasks
    from tasks.splits import load_split

    view = view_of(observation, scope, window, marks=marks, otr=otr)
    if world and worlds > 1:
        raise WebariumError("--world names one world", remedy="leave --worlds out, or --world")
    check_world(world)
    edition = Edition.named(seed, salt)
    given = _tokens()
    tokens = given or [new_token()]
    spec = AgentSpec(agent, [], jail="off")
    folder = run_folder(run, spec).resolve()
    episode = EpisodeSettings(
        view=view,
        limits=Limits(steps=max_steps, answer_seconds=episode_seconds, episode_seconds=episode_seconds),
        answer_format=told(answer_format),
        screenshots=screenshots,
        html=html,
    )
    door = door_at(host, port)
    settings = RunSettings(
        folder=folder,
        tasks=judged(  # last, since it is the slowest
            load_split(split, tasks, edition=edition) if split else load_tasks(tasks, edition=edition)
        ),
        agent=spec,
        trials=trials,
        workers=worlds,
        episode=episode,
        world=world,
    )
    check_playable(settings, partial(typer.echo, err=True))
    where = f"http://{host}:{port}"

    def listening() -> None:
        typer.echo(f"{settings.folder}: {len(settings.tasks)} tasks, {worlds} worlds")
        if given:
            typer.echo(f"{where}/ with a token of {TOKENS}")
        else:
            typer.echo(f"{where}/#{tokens[0]}\nThe token of clients, told once: {tokens[0]}")

    run_service(
        ServeSettings(settings, scored, lease, frozenset(tokens)),
        door,
        tell=_tell,
        listening=listening,
    )


def _tokens() -> list[str]:
    found = [one.strip() for one in os.environ.get(TOKENS, "").split(",") if one.strip()]
    if os.environ.get(TOKENS) and not found:
        raise WebariumError(
            f"{TOKENS} is set and names no token",
            remedy="make one: openssl rand -hex 16; or unset the variable",
        )
    if any(len(one) < SHORTEST_TOKEN for one in found):
        raise WebariumError(
            f"A token of {TOKENS} is shorter than {SHORTEST_TOKEN} characters",
            remedy="make one: openssl rand -hex 16",
        )
    return found


def _tell(event: str, data: dict[str, object]) -> None:
    if event == "world":
        typer.echo(f"{data['world']}: {data['line']}", err=True)
    elif event == "trouble":
        typer.echo(f"trouble: {data['error']}", err=True)
