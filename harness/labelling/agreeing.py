"""How far two people agree, and judges with them.

Cohen's kappa for two people (1960); people's verdict is the majority's, as Online-Mind2Web has a third one
settle what two disagree on (section 5.1). Agreement of actions at a turn is that of WebLINX, appendix C.6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from typing import Any

from evaluators.trajectories.weblinx import Scores, TurnScore, score_turn, summarize
from evaluators.trajectories.weblinx_text import Action
from harness.labelling.labels import RUN, Labels


def cohens_kappa(one: Sequence[object], other: Sequence[object]) -> float | None:
    """Agreement beyond chance, 1 at most, 0 as by chance; None without items, or where chance alone gives 1.

    Args:
        one: a person's labels, item by item.
        other: another's, of the same items.
    """
    count = len(one)
    if not count:
        return None
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / count
    mine, theirs = Counter(one), Counter(other)
    chance = sum(mine[label] * theirs[label] for label in mine) / count**2
    return None if chance == 1 else (observed - chance) / (1 - chance)


def settled(labels: Mapping[str, Labels]) -> dict[str, bool]:
    """What most people say of each episode; none where they are divided."""
    votes: dict[str, list[bool]] = {}
    for one in labels.values():
        for key, label in one.episodes.items():
            votes.setdefault(key, []).append(label.success)
    return {key: 2 * sum(said) > len(said) for key, said in votes.items() if 2 * sum(said) != len(said)}


def agreement(
    labels: Mapping[str, Labels],
    judges: Mapping[str, Mapping[str, bool]],
    taken: Mapping[str, Action] | None = None,
) -> dict[str, Any]:
    """People with each other, and judges with what people settled on.

    Args:
        labels: by person.
        judges: verdicts by judge, then by episode.
        taken: at each turn that was labelled, the action that the run has.

    Returns:
        ``people`` (a row a pair: episodes both labelled, agreement, kappa, kappa of the types of error),
        ``settled`` (episodes with a majority, their success rate, those divided), ``mistakes`` by person,
        ``judges`` (agreement, kappa, wrongly passed and wrongly failed) and ``turns`` by person.
    """
    final = settled(labels)
    every = {key for one in labels.values() for key in one.episodes}
    return {
        "people": [_pair(a, labels[a], b, labels[b]) for a, b in combinations(sorted(labels), 2)],
        "settled": {
            "episodes": len(final),
            "divided": len(every) - len(final),
            "success_rate": sum(final.values()) / len(final) if final else None,
        },
        "mistakes": {
            name: dict(Counter(label.mistake for label in one.episodes.values() if label.mistake))
            for name, one in sorted(labels.items())
        },
        "judges": {name: _judge(verdicts, final) for name, verdicts in sorted(judges.items())},
        "turns": _turns(labels, taken or {}),
    }


def _pair(one: str, mine: Labels, other: str, theirs: Labels) -> dict[str, Any]:
    both = sorted(mine.episodes.keys() & theirs.episodes.keys())
    a, b = [mine.episodes[key] for key in both], [theirs.episodes[key] for key in both]
    failed = [(x.mistake, y.mistake) for x, y in zip(a, b, strict=True) if x.mistake and y.mistake]
    same = [x.success == y.success for x, y in zip(a, b, strict=True)]
    return {
        "people": [one, other],
        "episodes": len(both),
        "agreement": sum(same) / len(same) if same else None,
        "kappa": cohens_kappa([x.success for x in a], [y.success for y in b]),
        "mistakes": len(failed),
        "mistakes_kappa": cohens_kappa([x for x, _ in failed], [y for _, y in failed]),
    }


def _judge(verdicts: Mapping[str, bool], final: Mapping[str, bool]) -> dict[str, Any]:
    both = sorted(verdicts.keys() & final.keys())
    pairs = [(verdicts[key], final[key]) for key in both]
    return {
        "episodes": len(pairs),
        "agreement": sum(a == b for a, b in pairs) / len(pairs) if pairs else None,
        "kappa": cohens_kappa([a for a, _ in pairs], [b for _, b in pairs]),
        "wrongly_passed": [key for key in both if verdicts[key] and not final[key]],
        "wrongly_failed": [key for key in both if final[key] and not verdicts[key]],
    }


def _turns(labels: Mapping[str, Labels], taken: Mapping[str, Action]) -> dict[str, Any]:
    """Of each person, and of the run itself, the best score against the others' actions at each turn."""
    said: dict[str, dict[str, Action]] = {
        name: {key: turn.action() for key, turn in one.turns.items()} for name, one in labels.items()
    }
    everybody = {**said, RUN: {key: taken[key] for one in said.values() for key in one if key in taken}}
    found: dict[str, Any] = {}
    for name, actions in sorted(everybody.items()):
        scores = [
            best
            for key, action in actions.items()
            if (
                best := _best(
                    action, [one[key] for who, one in everybody.items() if who != name and key in one]
                )
            )
        ]
        summary: Scores | None = summarize(scores)
        if summary:
            found[name] = asdict(summary)
    return found


def _best(action: Action, references: Sequence[Action]) -> TurnScore | None:
    return max((_score(action, one) for one in references), key=lambda one: one.score, default=None)


def _score(action: Action, reference: Action) -> TurnScore:
    """The paper's turn score, where two who both say, write or load nothing agree in their text."""
    score = score_turn(action, reference)
    told = action.text or action.url or reference.text or reference.url
    return score if told or score.f1 is None else replace(score, f1=score.intent_match)
