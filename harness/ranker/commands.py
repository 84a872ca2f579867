"""``webarium ranker``: train a candidate ranker on demonstrations, and measure it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson
from harness.commands.output import print_json
from sites.errors import WebariumError

app = Commands(no_args_is_help=True)

DataSet = Annotated[Path, typer.Argument(help="Folder that `webarium export mind2web` wrote.")]


@app.command("train")
def train(
    dataset: DataSet,
    to: Annotated[Path, typer.Option("--to", help="File to write; nothing in it is code.")],
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of what is drawn while it learns.")] = 0,
) -> None:
    """Train a ranker on the split train of a data set; needs the extra webarium[ranker].

    Examples:

      webarium ranker train data/mind2web --to ranker.npz
    """
    from harness.ranker.candidates import read_choices
    from harness.ranker.training import train as learn

    ranker = learn(read_choices(_split(dataset, "train")), seed=seed)
    to.parent.mkdir(parents=True, exist_ok=True)
    ranker.save(to)
    told = ranker.told
    typer.echo(f"{to}: {told['steps']} steps, {told['examples']} examples, {told['seconds']} s")


@app.command("eval")
def evaluate(
    dataset: DataSet,
    model: Annotated[
        Path | None, typer.Option("--model", help="A trained ranker; without it BM25 and chance alone.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure Recall@1, 5, 10 and 50 on each split, beside BM25's and chance's.

    Examples:

      webarium ranker eval data/mind2web --model ranker.npz
    """
    from harness.export.splits import SPLITS
    from harness.ranker.candidates import read_choices
    from harness.ranker.measure import KS, recall
    from harness.ranker.model import Bm25, Chance, Ranker, Ranks

    rankers: dict[str, Ranks] = {"chance": Chance(), "bm25": Bm25()}
    if model is not None:
        rankers["trained"] = Ranker.load(model)
    rows: list[dict[str, Any]] = []
    for split in SPLITS:
        if not (dataset / split).is_dir():
            continue
        steps = read_choices(dataset / split)
        for name, ranker in rankers.items():
            started = time.perf_counter()
            found = recall(ranker, steps)
            if found is None:
                continue
            took = (time.perf_counter() - started) / max(len(steps), 1)
            row = {"split": split, "ranker": name, "steps": found.steps}
            row["candidates"] = round(found.candidates, 1)
            row |= {f"recall@{k}": round(found.at[k], 4) for k in KS}
            rows.append(row | {"seconds_a_step": round(took, 4)})
    if not rows:
        raise WebariumError(
            f"{dataset} holds no steps", remedy="write a data set: webarium export mind2web RUN --to FOLDER"
        )
    if as_json:
        print_json(rows)
        return
    heads = ["split", "ranker", "steps", "candidates", *(f"R@{k}" for k in KS), "s a step"]
    typer.echo(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for row in rows:
        figures = " | ".join(f"{row[f'recall@{k}']:.1%}" for k in KS)
        typer.echo(
            f"| `{row['split']}` | {row['ranker']} | {row['steps']} | {row['candidates']} | {figures} "
            f"| {row['seconds_a_step']} |"
        )


def _split(dataset: Path, split: str) -> Path:
    if not (dataset / split).is_dir():
        raise WebariumError(
            f"{dataset} has no split {split}",
            remedy="write a data set with tasks of it: webarium export mind2web RUN --to FOLDER",
        )
    return dataset / split
