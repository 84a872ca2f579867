"""What a trial plays, with which fault, when: all of it drawn from the seed and the trial's number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from .faults import FAULTS, Fault

AGENT = Path(__file__).with_name("agent.py")
LATEST = 0.85  # of the undisturbed run: runs are not equally long, and a fault must not come too late
KEPT = 0.4  # share of the trials in a world that was up before and stays
CROWDED = 0.3  # share of the others that have two workers


@dataclass(frozen=True)
class Scene:
    """A few tasks on a small world.

    Args:
        name: for people, and for faults that need some site.
        sites: what runs.
        tasks: as `--tasks` takes them.
        trials: of each task.
        agent: as `--agent` takes it.
    """

    name: str
    sites: tuple[str, ...]
    tasks: str
    trials: int = 1
    agent: str = "oracle"


SCENES = {
    scene.name: scene
    for scene in (
        Scene("home", ("home",), "home.monthly_use.*", trials=2),
        Scene("shop", ("home", "shopping"), "home.note_order.0,home.note_order.1,home.split_order.0"),
        Scene("agent", ("home",), "home.monthly_use.*", trials=2, agent=str(AGENT)),
    )
}


@dataclass(frozen=True)
class Draw:
    """One trial as it was drawn.

    Args:
        seed, number: what it was drawn from; `--seed` and `--only` repeat it.
        fault: what happens.
        scene: what is played.
        kept: whether it plays in a world that was up before and must stay.
        workers: how many.
        moment: when it happens, as a share of the undisturbed run's time.
        lasting: seconds after which the fault is taken back; None: when the run has ended.
    """

    seed: int
    number: int
    fault: Fault
    scene: Scene
    kept: bool
    workers: int
    moment: float
    lasting: float | None

    @property
    def name(self) -> str:
        """Of its folder."""
        return f"{self.seed}-{self.number}"

    def random(self) -> Random:
        """For what the fault itself draws (which site, how long between two interrupts)."""
        return Random(f"{self.name}/fault")

    def __str__(self) -> str:
        where = "kept world" if self.kept else f"{self.workers} worker{'s' if self.workers > 1 else ''}"
        return f"{self.number}: {self.fault.name} at {self.moment:.0%} of {self.scene.name} ({where})"


def draw(seed: int, number: int) -> Draw:
    """The trial of a number, from 1. As many trials as there are faults have each fault once."""
    turn, place = divmod(number - 1, len(FAULTS))
    names = list(FAULTS)
    Random(f"{seed}/turn {turn}").shuffle(names)
    fault = FAULTS[names[place]]
    random = Random(f"{seed}-{number}")
    scene = SCENES[random.choice(fault.scenes)]
    kept = random.random() < KEPT and not fault.small_disk
    crowded = not kept and scene.name == "home" and random.random() < CROWDED
    return Draw(
        seed=seed,
        number=number,
        fault=fault,
        scene=scene,
        kept=kept,
        workers=2 if crowded else 1,
        moment=random.uniform(0.0, LATEST),
        lasting=random.choice(fault.lasting) if fault.lasting else None,
    )


def draws(seed: int) -> Iterator[Draw]:
    """The trials from 1, without an end."""
    return (draw(seed, number) for number in count(1))
