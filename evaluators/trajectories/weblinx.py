"""WebLINX's metrics over recorded dialogues (its section 4 and appendices A.4 and A.6).

Every turn of the navigator is judged for itself: did the prediction have the right intent, how well does
its element overlap the recorded one, how much of its text is right? The overall score is the mean of the
turn scores over all turns (micro average).

``original`` follows the authors' code where it is not what their paper says; see ``score_turn`` and
``Dialogue.reference``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from sacrebleu.metrics import CHRF

from evaluators.urls import parts_of

from .files import FormatError, check_model, read_json, read_once
from .weblinx_text import UID, UNKNOWN, Action, Box, intent_of, parse_action, parse_as_published

ELEMENT_GROUP = frozenset({"click", "textinput", "submit"})
TEXT_GROUP = frozenset({"load", "say", "textinput"})
#: The five intents that the paper evaluates (appendix A.6).
EVALUATED = ELEMENT_GROUP | TEXT_GROUP

_CHRF = CHRF()  # characters up to n = 6 and sacrebleu's defaults otherwise, as the paper says


@dataclass(frozen=True)
class TurnScore:
    """One turn. ``iou`` and ``f1`` are None where the reference has no element or no text to compare.

    ``text`` is what the turn adds to the text group where that is not ``f1``. ``index`` is the turn's number
    in its dialogue, from 0.
    """

    intent: str
    intent_match: float
    iou: float | None
    f1: float | None
    text: float | None = None
    index: int | None = None

    @property
    def grouped(self) -> float | None:
        """What counts in the text group."""
        return self.f1 if self.text is None else self.text

    @property
    def score(self) -> float:
        """Turn score (section 4.2): IoU for clicks and submits, F1 for say and load, their product for
        textinput; the intent match where there is neither to compare."""
        parts = [part for part in (self.iou, self.f1) if part is not None]
        if not parts:
            return self.intent_match
        product = 1.0
        for part in parts:
            product *= part
        return product


@dataclass(frozen=True)
class Scores:
    """The columns of table 4, from 0 to 1; a group without turns is None."""

    turns: int
    intent_match: float
    element_iou: float | None
    text_f1: float | None
    overall: float


# ---- metrics (section 4.1) ----------------------------------------------------------------------


def intent_match(predicted: Action, reference: Action) -> float:
    """IM: 1.0 when both have the same intent, else 0.0."""
    return 1.0 if predicted.intent == reference.intent else 0.0


def box_iou(predicted: Box | None, reference: Box | None) -> float:
    """Intersection over union of two boxes; 0.0 when one is missing or both are empty."""
    if predicted is None or reference is None:
        return 0.0
    common = Box(
        max(predicted.left, reference.left),
        max(predicted.top, reference.top),
        min(predicted.right, reference.right),
        min(predicted.bottom, reference.bottom),
    ).area
    union = predicted.area + reference.area - common
    return common / union if union else 0.0


def chrf(predicted: str | None, reference: str | None) -> float:
    """chrF of two texts, from 0 to 1 (sacrebleu)."""
    if not predicted or not reference:
        return 0.0
    return float(_CHRF.sentence_score(predicted, [reference]).score) / 100


def url_segments(url: str, *, original: bool = False) -> frozenset[str]:
    """An address as segments (appendix A.4): the host without a leading ``www.``, then each part of the
    path. ``original``: every leading w and dot of the host goes, capitals stay, and no host is one, too."""
    parts = parts_of(url)
    if parts is None:
        return frozenset()
    if original:
        path = parts.path.strip("/")
        return frozenset([parts.netloc.lstrip("w."), *(path.split("/") if path else ())])
    host = parts.netloc.lower().removeprefix("www.")
    return frozenset(segment for segment in [host, *parts.path.split("/")] if segment)


def urlf(predicted: str | None, reference: str | None, *, original: bool = False) -> float:
    """URLF: F1 over the segments of two addresses."""
    if not predicted or not reference:
        return 0.0
    ours, theirs = url_segments(predicted, original=original), url_segments(reference, original=original)
    total = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / total if total else 0.0


def score_turn(predicted: Action | None, reference: Action, *, original: bool = False) -> TurnScore:
    """One turn; every figure is scaled by the intent match, so a wrong intent scores 0 throughout.

    ``original``: a wrong intent counts 0 in both groups, whatever the turn, and in the text group an address
    counts by chrF where that is better than URLF.
    """
    predicted = predicted or Action(UNKNOWN)
    im = intent_match(predicted, reference)
    if original and not im:
        return TurnScore(reference.intent, 0.0, 0.0, 0.0)
    iou = f1 = text = None
    if reference.intent in ELEMENT_GROUP:
        iou = im * box_iou(predicted.box, reference.box)
    if reference.intent == "load":
        f1 = im * urlf(predicted.url, reference.url, original=original)
        text = max(f1, chrf(predicted.url, reference.url)) if original else None
    elif reference.intent in TEXT_GROUP:
        f1 = im * chrf(predicted.text, reference.text)
    return TurnScore(reference.intent, im, iou, f1, text)


def summarize(turns: Sequence[TurnScore]) -> Scores | None:
    """The figures of table 4 over these turns (micro averages); None when there is none."""
    if not turns:
        return None
    return Scores(
        turns=len(turns),
        intent_match=_mean(turn.intent_match for turn in turns) or 0.0,
        element_iou=_mean(turn.iou for turn in turns),
        text_f1=_mean(turn.grouped for turn in turns),
        overall=_mean(turn.score for turn in turns) or 0.0,
    )


def by_intent(turns: Sequence[TurnScore]) -> dict[str, dict[str, float]]:
    """Turns, share with the right intent and mean turn score, of each recorded intent."""
    found: dict[str, dict[str, float]] = {}
    for intent in sorted({turn.intent for turn in turns}):
        those = [turn for turn in turns if turn.intent == intent]
        found[intent] = {
            "turns": len(those),
            "intent_match": _mean(turn.intent_match for turn in those) or 0.0,
            "score": _mean(turn.score for turn in those) or 0.0,
        }
    return found


def by_turn(turns: Sequence[TurnScore]) -> list[dict[str, Any]]:
    """The figures of each turn: its number and intent, intent match, IoU, F1 and turn score."""
    return [
        {"turn": turn.index, "intent": turn.intent, "intent_match": turn.intent_match}
        | {"element_iou": turn.iou, "text_f1": turn.grouped, "score": turn.score}
        for turn in turns
    ]


# ---- the published file formats -----------------------------------------------------------------


class Turn(BaseModel):
    """One entry of ``replay.json``: something said (``chat``) or done in the browser (``browser``)."""

    model_config = ConfigDict(extra="ignore")
    type: str
    timestamp: float = 0.0
    speaker: str | None = None
    utterance: str | None = None
    action: dict[str, Any] | None = None
    state: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _intended(self) -> Turn:
        if self.type != "chat" and not isinstance((self.action or {}).get("intent"), str):
            raise ValueError("action.intent is missing")
        return self

    @property
    def intent(self) -> str:
        """What was done in the browser; empty where something was said."""
        return intent_of(str((self.action or {}).get("intent", "")))


class _Attributes(BaseModel):
    uid: str | None = Field(None, alias=UID)


class _Element(BaseModel):
    attributes: _Attributes | None = None
    bbox: Any = None


class _Properties(BaseModel):
    url: str | None = None


class _Arguments(_Properties):
    properties: _Properties | None = None
    element: _Element | None = None
    text: str | None = None


class _Done(BaseModel):
    """What scoring looks at of the action of a turn that is evaluated."""

    arguments: _Arguments | None = None

    @property
    def uid(self) -> str | None:
        """The id of the element acted on."""
        element = self.arguments.element if self.arguments else None
        return element.attributes.uid if element and element.attributes else None


class Guess(BaseModel):
    """One entry of a results file: the text that an agent gave for one turn."""

    model_config = ConfigDict(extra="ignore")
    demo_name: str
    turn_index: int
    output_predicted: str


@dataclass(frozen=True)
class Dialogue:
    """One recorded demonstration: its turns, and the boxes of the elements of each turn's page."""

    name: str
    turns: tuple[Turn, ...]
    boxes: tuple[Mapping[str, Box], ...]

    def reference(self, index: int, *, original: bool = False) -> Action | None:
        """The recorded action of a turn, or None when such a turn is not evaluated: something the
        instructor said, or an intent outside the five.

        An element without a recorded box overlaps nothing. ``original``: its turn is not evaluated, nor is a
        click that leads to a copy, or to a submission of the same element.
        """
        turn = self.turns[index]
        if turn.type == "chat":
            if (turn.speaker or "").lower() != "navigator":
                return None
            return Action("say", text=turn.utterance or "")
        intent = turn.intent
        if intent not in EVALUATED:
            return None
        done = self._done(index)
        arguments, uid = done.arguments or _Arguments(), done.uid
        box = self.boxes[index].get(uid) if uid else None
        if original and intent in ELEMENT_GROUP and (box is None or self._prepares(index, intent, uid)):
            return None
        if box is None and arguments.element:
            box = _box(arguments.element.bbox, f"{self.name}, turn {index}: bbox")
        url = (arguments.properties.url if arguments.properties else None) or arguments.url
        return Action(intent, box=box, text=arguments.text, url=url, uid=uid)

    def _done(self, index: int) -> _Done:
        return check_model(self.turns[index].action or {}, _Done, f"{self.name}, turn {index}: action")

    def _prepares(self, index: int, intent: str, uid: str | None) -> bool:
        """Whether a turn is a click that only leads to the next turn's copy or submission."""
        if intent != "click" or index + 1 >= len(self.turns):
            return False
        following = self.turns[index + 1].intent
        return following == "copy" or (following == "submit" and self._done(index + 1).uid == uid)


def load_dialogue(folder: Path) -> Dialogue:
    """A demonstration from its folder: ``replay.json`` and, if there, ``bboxes/bboxes-<page>.json``.

    Raises:
        FormatError: when the replay is missing or not in the published format.
    """
    replay = read_json(folder / "replay.json")
    if not isinstance(replay, dict) or not isinstance(replay.get("data"), list):
        raise FormatError(f"{folder / 'replay.json'}: a replay is an object with a list 'data'")
    turns = tuple(
        check_model(entry, Turn, f"{folder.name}, turn {index}") for index, entry in enumerate(replay["data"])
    )
    pages: dict[str, dict[str, Box]] = {}
    return Dialogue(folder.name, turns, tuple(_page_boxes(folder, turn, pages) for turn in turns))


def load_dialogues(folder: Path) -> list[Dialogue]:
    """Every demonstration of a folder, or the one that the folder is."""
    if (folder / "replay.json").exists():
        return [load_dialogue(folder)]
    return [load_dialogue(entry) for entry in sorted(folder.iterdir()) if (entry / "replay.json").exists()]


def load_splits(folder: Path) -> dict[str, list[str]]:
    """The demonstrations of each split, from the ``splits.json`` in a folder or beside it; empty without one.

    Raises:
        FormatError: it holds something else.
    """
    for path in (folder / "splits.json", folder.parent / "splits.json"):
        if path.exists():
            found = read_json(path)
            if not isinstance(found, dict) or not all(isinstance(names, list) for names in found.values()):
                raise FormatError(f"{path} is no object of lists of names")
            return {str(split): [str(name) for name in names] for split, names in found.items()}
    return {}


def load_guesses(path: Path) -> dict[tuple[str, int], str]:
    """A results file: the agent's text by demonstration and turn."""
    guesses = read_once(path, Guess, lambda one: f"turn {one.turn_index} of {one.demo_name}")
    return {(guess.demo_name, guess.turn_index): guess.output_predicted for guess in guesses}


def score_dialogue(
    dialogue: Dialogue, guesses: Mapping[tuple[str, int], str], *, original: bool = False
) -> list[TurnScore]:
    """Every evaluated turn of a demonstration against what the agent gave.

    Nothing given scores 0; ``original``: only turns for which something was given count.
    """
    scores = []
    for index in range(len(dialogue.turns)):
        reference = dialogue.reference(index, original=original)
        guess = guesses.get((dialogue.name, index))
        if reference is None or (original and guess is None):
            continue
        read = parse_as_published if original else parse_action
        predicted = None if guess is None else read(guess, dialogue.boxes[index])
        scores.append(replace(score_turn(predicted, reference, original=original), index=index))
    return scores


def _page_boxes(folder: Path, turn: Turn, pages: dict[str, dict[str, Box]]) -> Mapping[str, Box]:
    page = (turn.state or {}).get("page")
    number = re.search(r"\d+", str(page)) if page else None
    if number is None:
        return {}
    name = f"bboxes-{number.group()}.json"
    if name not in pages:
        path = folder / "bboxes" / name
        raw = read_json(path) if path.exists() else {}
        if not isinstance(raw, dict):
            raise FormatError(f"{path} is not an object of boxes")
        found = {uid: _box(entry, f"{path}: {uid}") for uid, entry in raw.items()}
        pages[name] = {uid: box for uid, box in found.items() if box is not None}
    return pages[name]


def _box(entry: Any, where: str) -> Box | None:
    if not isinstance(entry, dict):
        return None
    if {"left", "top", "right", "bottom"} <= entry.keys():
        return Box(*(_number(entry[side], f"{where}.{side}") for side in ("left", "top", "right", "bottom")))
    if {"x", "y", "width", "height"} <= entry.keys():
        x, y, width, height = (
            _number(entry[side], f"{where}.{side}") for side in ("x", "y", "width", "height")
        )
        return Box(x, y, x + width, y + height)
    return None


def _number(value: Any, where: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise FormatError(f"{where} is no number", remedy="restore the file as it was published") from error


def _mean(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return sum(numbers) / len(numbers) if numbers else None
