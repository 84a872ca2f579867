"""``webarium play``: an episode whose browser others drive over the Chrome DevTools Protocol."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from harness.commands.groups import Commands
from harness.commands.options import ToldOfAnswers, number_option
from sites.errors import WebariumError

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("play")
def play(
    task: Annotated[str, typer.Argument(help="The task.")],
    cdp: Annotated[
        bool, typer.Option("--cdp", help="Let others drive the browser, at an address that is printed.")
    ] = False,
    run: Annotated[
        str | None, typer.Option("--run", help="Name or folder of the run; one that exists is continued.")
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help="Who plays, for reports.")] = "cdp",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Of the address; 0: any.")] = 0,
    window: Annotated[
        str, typer.Option("--window", help="desktop (1280x720), mobile, or WIDTHxHEIGHT, @2 for its scale.")
    ] = "desktop",
    answer_format: ToldOfAnswers = "full",
    max_steps: Annotated[
        int, typer.Option("--max-steps", min=0, help="Steps after which it is over; 0: never.")
    ] = 100,
    episode_seconds: Annotated[
        float,
        typer.Option(
            "--episode-seconds", parser=number_option(1), metavar="SECONDS", help="Time for the episode."
        ),
    ] = 1800.0,
    world: Annotated[
        str | None, typer.Option("--world", help="Use this running world (and leave it running).")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON when it begins, and one with the verdict.")
    ] = False,
) -> None:
    """Play one task with a browser that others drive over CDP: Playwright, browser-use, and so on.

    It ends with the answer, POST /answer at the printed address (docs/agents.md).
    """
    if not cdp:
        raise WebariumError(
            "Nothing says who drives the browser",
            remedy=f"webarium play {task} --cdp for a program of yours; "
            f"webarium eval --agent human --tasks {task} for a person",
        )
    from harness.agents.naming import AgentSpec
    from harness.commands.run_options import judged, run_folder, told
    from harness.commands.view_options import view_of
    from harness.episode.limits import Limits
    from harness.episode.settings import EpisodeSettings
    from harness.run.settings import RunSettings
    from harness.service.cdp.play import PlaySettings
    from harness.service.cdp.play import play as play_episode
    from harness.service.playable import check_playable
    from tasks.loader import load_tasks

    tasks = judged(load_tasks(task))
    if len(tasks) > 1:
        raise WebariumError(f"{task!r} names {len(tasks)} tasks", remedy=f"name one: {tasks[0].id}")
    spec = AgentSpec(agent, [], jail="off")
    folder = run_folder(run, spec).resolve()
    check_playable(RunSettings(folder, tasks, spec, world=world), partial(typer.echo, err=True))
    settings = PlaySettings(
        task=tasks[0],
        folder=folder,
        agent=agent,
        episode=EpisodeSettings(
            view=view_of("axtree", "page", window, marks=False),
            limits=Limits(max_steps, 0, 0, episode_seconds, episode_seconds),
            answer_format=told(answer_format),
        ),
        world=world,
        port=port,
    )
    line = play_episode(settings, _print_json if as_json else _tell)
    if as_json:
        kept = ("status", "score", "answer", "stop_reason", "steps", "folder", "digest")
        found = line.to_json()
        _print_json({key: found[key] for key in kept} | {"run": str(settings.folder)})
    else:
        typer.echo(
            f"{line.status} after {line.steps} steps ({line.stop_reason}): {settings.folder}/{line.folder}"
        )


def _print_json(data: dict[str, Any]) -> None:
    from harness import jsonio

    typer.echo(jsonio.dump(data).decode())


def _tell(data: dict[str, Any]) -> None:
    typer.echo(f"{data['goal']}\n")
    typer.echo(f"Connect to {data['cdp']}  or  {data['ws']}")
    typer.echo(f"A person opens {data['tools']} in Chromium or Chrome")
    typer.echo(f"Answer with: curl {data['cdp']}/answer -d '{{\"answer\": ...}}'")
