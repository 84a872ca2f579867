"""Trajectories judged by people and by a model: label, agreement, webjudge."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson, RunName
from harness.commands.output import print_json

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("label")
def label(
    run: RunName = "latest",
    name: Annotated[
        str, typer.Option("--as", help="Who labels; their file is labels/NAME.json of the run.")
    ] = "me",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Of the page; 0 takes a free one.")
    ] = 8770,
    turns: Annotated[
        int,
        typer.Option("--turns", min=0, help="Label the best action at every N-th turn instead of episodes."),
    ] = 0,
) -> None:
    """Serve a page on which a person labels the run's episodes, until Ctrl-C.

    A second person labels the same run under another name; `webarium agreement` compares them.
    """
    from harness.labelling.page import Labelling
    from harness.run.folders import find_run
    from harness.run.reader import RunFolder

    page = Labelling(RunFolder(find_run(run)), name, port, turns=turns)
    typer.echo(
        f"Label at http://127.0.0.1:{page.port}/ as {name}; Ctrl-C ends it, labels are kept as you go."
    )
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        typer.echo(f"{len(page.labels.episodes)} episodes and {len(page.labels.turns)} turns are labelled.")
    finally:
        page.close()


@command("agreement")
def agreement(run: RunName = "latest", as_json: AsJson = False) -> None:
    """Tell how far people agree who labelled a run, and our verdicts and WebJudge's with them.

    Cohen's kappa for each two people; judges are compared with what most people say.
    """
    from harness.labelling.agreeing import agreement as compare
    from harness.labelling.judging import verdicts_of
    from harness.labelling.labels import read_labels
    from harness.labelling.page import taken_actions
    from harness.run.folders import find_run
    from harness.run.reader import RunFolder
    from sites.errors import WebariumError

    found = RunFolder(find_run(run))
    labels = read_labels(found.path)
    if not labels:
        raise WebariumError(
            f"Nobody has labelled {found.path}", remedy=f"do: webarium label {found.path} --as NAME"
        )
    ours = {f"{line.task_id}.{line.trial}": line.passed for line in found.finished}
    judges = {"checks": ours, "webjudge": verdicts_of(found.path)}
    told = compare(labels, {name: said for name, said in judges.items() if said}, taken_actions(found))
    if as_json:
        print_json(told)
        return
    for row in told["people"]:
        typer.echo(
            f"{' and '.join(row['people'])}: {_share(row)}, "
            f"kappa of error types {_number(row['mistakes_kappa'])}"
        )
    most = told["settled"]
    typer.echo(
        f"settled: {most['episodes']} episodes, success {_number(most['success_rate'])}, "
        f"divided {most['divided']}"
    )
    for who, mistakes in told["mistakes"].items():
        listed = ", ".join(f"{kind} {count}" for kind, count in sorted(mistakes.items())) or "none"
        typer.echo(f"mistakes by {who}: {listed}")
    for judge, row in told["judges"].items():
        wrong = f"{len(row['wrongly_passed'])} wrongly passed, {len(row['wrongly_failed'])} wrongly failed"
        typer.echo(f"{judge} with people: {_share(row)}, {wrong}")
    for who, scores in told["turns"].items():
        typer.echo(
            f"turns, {who}: {scores['turns']}, intent {_number(scores['intent_match'])}, element "
            f"{_number(scores['element_iou'])}, text {_number(scores['text_f1'])}, "
            f"overall {_number(scores['overall'])}"
        )


@command("webjudge")
def webjudge(
    run: RunName = "latest",
    replies: Annotated[
        Path | None, typer.Option("--replies", help="Folder in which the model's replies are kept.")
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Take the replies from there only.")] = False,
    threshold: Annotated[
        int, typer.Option("--threshold", min=1, max=5, help="Score that makes a key screenshot.")
    ] = 3,
    prompts: Annotated[
        Path | None, typer.Option("--prompts", help="Folder with the authors' prompts.")
    ] = None,
    oracle: Annotated[
        str | None, typer.Option("--oracle", help="A run of the oracle, whose steps are reference lengths.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a model judge a run's episodes from their screenshots, and compare its verdicts with ours.

    WebJudge of Online-Mind2Web; the endpoint is WEBARIUM_JUDGE_URL's. Verdicts of the run stay as they are;
    the model's are kept in its webjudge.json.
    """
    from evaluators.endpoint import Endpoint
    from harness.labelling.judging import judge_run
    from harness.run.folders import find_run
    from harness.run.reader import RunFolder

    folder = find_run(run)
    endpoint = Endpoint.from_environment(cache=replies or folder / "replies", offline=offline)
    measure = RunFolder(find_run(oracle)) if oracle else None
    found = judge_run(RunFolder(folder), endpoint, threshold=threshold, prompts=prompts, oracle=measure)
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    for row in found.rows:
        said = {True: "success", False: "failure", None: "undecided"}[row.success]
        typer.echo(f"{row.episode}: {said}, ours {'passed' if row.ours else 'failed'}: {row.why}")
    for name, value in found.figures.items():
        typer.echo(f"{name:28} {_number(value) if isinstance(value, float) else value}")


def _share(row: dict[str, Any]) -> str:
    return (
        f"agree on {_number(row['agreement'])} of {row['episodes']} episodes, kappa {_number(row['kappa'])}"
    )


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
