"""The candidate ranker: what it learns, how it is measured and kept, and the agent that plays with it."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from standin import StandIn, says, status

from evaluators.trajectories.files import FormatError
from harness.agents.model.agent import connect
from harness.agents.model.settings import Settings as ModelSettings
from harness.agents.naming import resolve_agent
from harness.agents.protocol import Element, Observation, TaskMessage
from harness.agents.ranker.agent import RankerAgent, text_for
from harness.agents.ranker.choosing import MultipleChoice, question, read
from harness.ranker.candidates import Candidate, Choice, Query, of_observation, read_choices
from harness.ranker.features import Features, bm25, rarity, words
from harness.ranker.measure import recall
from harness.ranker.model import FORMAT, Bm25, Chance, Ranker, ranked
from harness.ranker.training import train
from sites.errors import WebariumError

SHOP = Query("Put the blue lamp into the basket")
CANDIDATES = (
    Candidate("1", "link", "Home"),
    Candidate("2", "link", "Blue lamp", "Blue lamp 19.90"),
    Candidate("3", "button", "Subscribe", clickable=True),
    Candidate("4", "heading", "All about the lamps", clickable=False),
)


def by_hand(**weights: float) -> Ranker:
    """A ranker of one layer, with a weight for some columns of the features."""
    column = np.zeros((Features.width, 1), np.float32)
    for name, weight in weights.items():
        column[int(name.removeprefix("c"))] = weight
    return Ranker(rarity(["blue lamp", "red lamp"]), [(column, np.zeros(1))], {"steps": 1})


def test_words_are_small_singular_and_say_something() -> None:
    assert words("The LAMPS of the glass-house, 19.90") == ["lamp", "glass-house", "19.90"]


def test_bm25_prefers_shared_and_rare_words() -> None:
    scores = bm25(SHOP, CANDIDATES)
    assert scores.argmax() == 1
    assert scores[0] == scores[2] == 0
    assert scores[3] > 0


def test_recall_counts_steps_with_a_right_element_among_the_first() -> None:
    steps = [
        Choice(SHOP, CANDIDATES, frozenset({"2"})),  # first by BM25
        Choice(SHOP, CANDIDATES, frozenset({"3"})),  # shares no word: third of the page's order
        Choice(SHOP, CANDIDATES, frozenset({"99"})),  # not among the candidates: says nothing of a ranker
    ]
    found = recall(Bm25(), steps, ks=(1, 3, 4))
    assert found is not None
    assert (found.steps, found.candidates) == (2, 4)
    assert found.at == {1: 0.5, 3: 0.5, 4: 1.0}
    assert recall(Bm25(), steps[2:]) is None


def test_chance_is_the_same_for_the_same_query() -> None:
    first, again = (Chance().scores(SHOP, CANDIDATES) for _ in range(2))
    assert (first == again).all()
    assert len(set(first)) == 4


def test_a_ranker_is_kept_as_numbers_and_ranks_as_before(tmp_path: Path) -> None:
    ranker = by_hand(c1=2.0, c11=1.0)
    ranker.save(tmp_path / "r.npz")
    again = Ranker.load(tmp_path / "r.npz")
    assert np.allclose(again.scores(SHOP, CANDIDATES), ranker.scores(SHOP, CANDIDATES))
    assert ranked(again, SHOP, CANDIDATES)[0].id == "2"
    assert again.told["steps"] == 1


class Evil:
    def __reduce__(self) -> Any:
        return (Path.touch, (Path("was-run"),))


def test_no_code_in_a_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.npz").write_bytes(pickle.dumps(Evil()))
    np.savez("array.npz", told=np.array([Evil()], dtype=object))
    np.savez("other.npz", told=np.array("{}"))
    for name in ("plain.npz", "array.npz", "other.npz", "missing.npz"):
        with pytest.raises(WebariumError, match="is no ranker"):
            Ranker.load(tmp_path / name)
    assert not Path("was-run").exists()


def packed(path: Path, **arrays: Any) -> Path:
    """A file of the right format with other weights."""
    told = np.array(json.dumps({"format": FORMAT}))
    rest = {"words": np.array(["lamp"]), "rarity": np.ones(1), "biases_0": np.zeros(1)}
    np.savez(path, **({"told": told} | rest | arrays))
    return path


@pytest.mark.parametrize("shape", [(10**13,), (10**30,), (10**13, 1)])
def test_a_file_that_claims_more_than_it_holds_is_no_ranker(tmp_path: Path, shape: tuple[int, ...]) -> None:
    header = io.BytesIO()
    facts = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, facts)
    path = packed(tmp_path / "r.npz")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("weights_0.npy", header.getvalue())
    with pytest.raises(WebariumError, match="is no ranker"):
        Ranker.load(path)


def test_what_is_no_number_and_what_was_spoilt_is_no_ranker(tmp_path: Path) -> None:
    texts = packed(tmp_path / "texts.npz", weights_0=np.full((Features.width, 1), "x"))
    deep = packed(tmp_path / "deep.npz", told=np.array("[" * 100_000))
    spoilt = tmp_path / "spoilt.npz"
    with zipfile.ZipFile(spoilt, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("told.npy", "x" * 10_000)
    data = bytearray(spoilt.read_bytes())
    start = 30 + len("told.npy")  # behind the local header and its name
    data[start : start + 4] = b"\xff" * 4
    spoilt.write_bytes(data)
    for path in (texts, deep, spoilt):
        with pytest.raises(WebariumError, match="is no ranker"):
            Ranker.load(path)


def test_layers_that_do_not_fit_are_told(tmp_path: Path) -> None:
    Ranker({}, [(np.zeros((3, 1)), np.zeros(1))]).save(tmp_path / "r.npz")
    with pytest.raises(WebariumError, match="do not fit"):
        Ranker.load(tmp_path / "r.npz")


def test_it_learns_which_word_of_the_task_is_wanted() -> None:
    names = [f"{colour} {thing}" for colour in ("blue", "red", "green") for thing in ("lamp", "chair", "rug")]
    steps = [
        Choice(
            Query(f"Open the page of the {name}"),
            tuple(Candidate(str(n), "link", one) for n, one in enumerate([*names, "About the page", "Open"])),
            frozenset({str(names.index(name))}),
        )
        for name in names
    ]
    ranker = train(steps * 5)
    found = recall(ranker, steps, ks=(1,))
    assert found is not None
    assert found.at[1] == 1.0


def test_without_anything_right_there_is_nothing_to_learn() -> None:
    with pytest.raises(WebariumError, match="No step"):
        train([Choice(SHOP, CANDIDATES, frozenset())])


# --- from data sets and observations ------------------------------------------------------------------------


def test_steps_of_an_exported_data_set_are_read(tmp_path: Path) -> None:
    from harness.export import mind2web
    from tests.unit.harness.test_export import demonstration  # the same made-up episode

    one = demonstration(tmp_path / "episode")
    mind2web.export([one], tmp_path / "out")
    steps = read_choices(tmp_path / "out" / one.split)
    assert [step.right for step in steps] == [{"9", "10"}, {"12"}, {"13"}]
    assert [step.query.past for step in steps][1] == ("[span]  Add -> CLICK",)
    described = {one.id: (one.role, one.text, one.clickable) for one in steps[0].candidates}
    assert described["9"] == ("button", "Add", True)
    assert described["12"] == ("textbox", "Search", True)


def test_a_page_that_is_none_is_told_with_its_record(tmp_path: Path) -> None:
    action = {"action_uid": "a", "operation": {"op": "CLICK"}, "pos_candidates": []}
    record = {"annotation_id": "t", "actions": [action | {"cleaned_html": 5}]}
    (tmp_path / "train_0.json").write_text(json.dumps([record]))
    with pytest.raises(FormatError, match=r"train_0\.json, record 0: actions\.0\.cleaned_html: 5 is no text"):
        read_choices(tmp_path)
    record["actions"] = [action]
    (tmp_path / "train_0.json").write_text(json.dumps(record))
    assert [step.candidates for step in read_choices(tmp_path)] == [()]


def seen(*content: tuple[str, str], url: str = "http://shopping.webarium.test/") -> Observation:
    elements = {1: Element(id=1, role="RootWebArea", name="Shop")}
    for number, (role, name) in enumerate(content, 2):
        clickable = role != "StaticText"
        elements[number] = Element(id=number, role=role, name=name, parent=1, clickable=clickable)
    return Observation(step=0, url=url, title="Shop", elements=elements)


PAGE = seen(("link", "Home"), ("searchbox", "Search"), ("link", "Blue lamp"), ("StaticText", "In stock: 12"))


def test_of_an_observation_what_can_be_acted_on_is_chosen_from() -> None:
    assert [(one.id, one.role, one.text) for one in of_observation(PAGE)] == [
        ("2", "link", "Home"), ("3", "searchbox", "Search"), ("4", "link", "Blue lamp"),
    ]  # fmt: skip


class Session:
    """An episode on one page that never changes."""

    def __init__(self, task: TaskMessage, page: Observation) -> None:
        self.task, self.page = task, page
        self.done: list[dict[str, Any]] = []
        self.tokens: list[Any] = []
        self.failed = ""
        self.lost: Any = None

    def observe(self) -> Observation:
        return self.page

    def act(self, action: Any, *, thought: str = "", tokens: Any = None) -> Observation:
        self.done.append(action.model_dump(exclude_none=True))
        self.tokens.append(tokens)
        return self.page

    def stop(self, answer: Any = "", *, tokens: Any = None) -> None:
        self.done.append({"name": "stop", "answer": answer})
        self.tokens.append(tokens)

    def fail(self, message: str, *, tokens: Any = None) -> None:
        self.failed, self.lost = message, tokens


def play(path: Path, options: list[str] | dict[str, Any], intent: str = "Find the blue lamp") -> Session:
    spec = resolve_agent(f"ranker:{path}", options=dict(options))
    task = TaskMessage("e", intent, options=spec.options, answer_format={"schema": {"type": "number"}})
    agent, session = RankerAgent(path), Session(task, PAGE)
    agent.run(session)  # type: ignore[arg-type]
    return session


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("WEBARIUM_AGENT_MODEL", "WEBARIUM_AGENT_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    by_hand(c1=2.0).save(tmp_path / "by-words.npz")
    return tmp_path / "by-words.npz"


def test_the_ranker_alone_acts_on_the_likeliest_and_on_nothing_twice(file: Path) -> None:
    session = play(file, {"acts": 2})
    assert session.done[0] == {"name": "click", "element": 4, "button": "left", "count": 1}
    assert session.done[1]["element"] == 2
    assert session.done[-1] == {"name": "stop", "answer": 12}


def test_another_file_is_another_configuration(file: Path, tmp_path: Path) -> None:
    by_hand(c1=3.0).save(tmp_path / "other.npz")
    one, other = (resolve_agent(f"ranker:{path}") for path in (file, tmp_path / "other.npz"))
    assert one.name == "ranker:by-words"
    assert one.options["digest"] != other.options["digest"]
    with pytest.raises(WebariumError, match="top"):
        resolve_agent(f"ranker:{file}", options={"top": 0})


def test_a_model_chooses_in_rounds(file: Path) -> None:
    replies = [
        says("Answer: D\nAction: CLICK\nValue:"), says("Answer: A"), says("Answer: A"),
    ]  # fmt: skip
    with StandIn(replies) as endpoint:
        session = play(file, {"model": "m", "base_url": endpoint.url, "pause": 0})
    # three candidates are one group; its last one is D, and A the second time: nothing else helps
    assert [one["name"] for one in session.done] == ["click", "stop"]
    assert "Task: Find the blue lamp" in str(endpoint.requests[0])
    assert [one["prompt"] for one in session.tokens] == [10, 10], "the question before the answer counts"


def test_what_the_model_cost_goes_with_each_action_and_with_a_failure(file: Path) -> None:
    with StandIn([says("Answer: D"), says("Answer: C"), says(None), status(401)]) as endpoint:
        session = play(file, {"model": "m", "base_url": endpoint.url, "pause": 0, "price_prompt": 100})
    spent = {"prompt": 10, "completion": 5, "cost": pytest.approx(0.001)}
    assert session.tokens == [spent, spent]
    assert "401" in session.failed
    assert session.lost == spent, "an empty reply is billed"


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: C\nAction: TYPE\nValue: lamp",
        "answer:C\naction:type\nValue:lamp",
        "**Answer:** C\n**Action:** TYPE\n**Value:** lamp",
        "**Answer**: **C**\n**Action**: **TYPE**\n**Value**: lamp",
        "__Answer:__ _C_\n__Action:__ _TYPE_\n__Value:__ lamp",
        "Answer: [C]\nAction: [TYPE]\nValue: lamp",
        "Answer: **(C)**\nAction: `TYPE`\nValue: lamp",
    ],
)
def test_a_choice_is_read_in_markdown(reply: str) -> None:
    chosen = read(reply, CANDIDATES)
    assert chosen is not None
    assert (chosen.candidate.id, chosen.operation, chosen.value) == ("2", "TYPE", "lamp")


@pytest.mark.parametrize(
    "reply", ["I would take the lamp", "Answer: the lamp", "Answer: F", "**Answer:** Base"]
)
def test_a_reply_in_no_known_form_is_asked_again_once(reply: str) -> None:
    for then, wanted in (("Answer: C", "2"), (reply, None)):
        with StandIn([says(reply), says(then), says("Answer: B")]) as endpoint:
            model = connect(ModelSettings(model="m", base_url=endpoint.url, pause=0))
            chosen = MultipleChoice(model).choose(SHOP, CANDIDATES, deadline=1e12)
        assert (chosen and chosen.candidate.id) == wanted
        assert len(endpoint.requests) == 2
        assert endpoint.requests[1]["messages"][-2] == {"role": "assistant", "content": reply}


def test_groups_are_asked_again_until_one_is_left() -> None:
    many = [Candidate(str(n), "link", f"link {n}") for n in range(12)]
    replies = [
        says("Answer: B"), says("Answer: A"), says("So: Answer: A"), # three groups: only the first has one
    ]  # fmt: skip
    with StandIn(replies) as endpoint:
        model = connect(ModelSettings(model="m", base_url=endpoint.url, pause=0))
        chosen = MultipleChoice(model).choose(SHOP, many, deadline=1e12)
    assert chosen is not None
    assert chosen.candidate.id == "0"
    assert len(endpoint.requests) == 3
    replies = [
        says("Answer: C"),
        says("Answer: F\nAction: TYPE\nValue: lamp"),
        says("Answer: A"),
        says("Answer: C\nAction: TYPE\nValue: lamp"),
    ]
    with StandIn(replies) as endpoint:
        model = connect(ModelSettings(model="m", base_url=endpoint.url, pause=0))
        chosen = MultipleChoice(model).choose(SHOP, many, deadline=1e12)
    assert chosen is not None
    assert (chosen.candidate.id, chosen.operation, chosen.value) == ("9", "TYPE", "lamp")


def test_a_question_offers_none_first() -> None:
    assert question(SHOP, CANDIDATES).splitlines()[-5:] == [
        "A. None of these",
        "B. [link] Home",
        "C. [link] Blue lamp (in: Blue lamp 19.90)",
        "D. [button] Subscribe",
        "E. [heading] All about the lamps",
    ]


def test_what_is_typed_is_what_the_task_quotes() -> None:
    assert text_for("Search for 'garden chair' in the shop") == "garden chair"
    assert text_for("How many umbrellas are there in town?") == "umbrellas town"
