"""Training a ranker on recorded steps, with scikit-learn: positives against others of their page."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Sequence

import numpy as np

from harness.ranker.candidates import Choice
from harness.ranker.features import Features, rarity
from harness.ranker.model import Ranker
from sites.errors import WebariumError

NEGATIVES = 60
"""Elements of each page that are drawn against its positives; the published training draws as well."""
_HIDDEN = 48
_EPOCHS = 40


def train(steps: Sequence[Choice], *, seed: int = 0) -> Ranker:
    """A ranker of recorded steps. The same steps and seed give the same ranker on the same machine.

    Args:
        steps: to learn from.
        seed: of what is drawn.

    Raises:
        WebariumError: scikit-learn is not installed, or no step has a right candidate.
    """
    try:
        from sklearn.neural_network import MLPClassifier
    except ImportError as error:
        raise WebariumError(
            "To train a ranker needs scikit-learn", remedy="pip install -e '.[ranker]'"
        ) from error
    known = [one for one in steps if one.right & {candidate.id for candidate in one.candidates}]
    if not known:
        raise WebariumError(
            "No step of the data set has a right element to learn from",
            remedy="export a run of the oracle that was played with --dom",
        )
    started = time.perf_counter()
    drawn = random.Random(seed)  # noqa: S311 - which examples, no secret
    features = Features(rarity(_texts(known)))
    rows, labels = [], []
    for one in known:
        matrix = features.matrix(one.query, one.candidates)
        right = [n for n, candidate in enumerate(one.candidates) if candidate.id in one.right]
        wrong = [n for n, candidate in enumerate(one.candidates) if candidate.id not in one.right]
        wrong = sorted(drawn.sample(wrong, min(NEGATIVES, len(wrong))))
        rows.append(matrix[right + wrong])
        labels += [1] * len(right) + [0] * len(wrong)
    network = MLPClassifier(
        (_HIDDEN,), alpha=1e-3, batch_size=256, max_iter=_EPOCHS, random_state=seed, tol=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it stops after so many epochs is what is wanted
        network.fit(np.concatenate(rows), np.array(labels))
    told: dict[str, object] = {"steps": len(known), "examples": len(labels), "seed": seed}
    ranker = Ranker(features.rare, list(zip(network.coefs_, network.intercepts_, strict=True)), told)
    ranker.told["seconds"] = round(time.perf_counter() - started, 1)
    return ranker


def _texts(steps: Sequence[Choice]) -> list[str]:
    """What is said on the pages, each text once a step, and the tasks."""
    found = [text for one in steps for text in {candidate.text for candidate in one.candidates}]
    return found + [one.query.task for one in steps]
