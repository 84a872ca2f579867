"""The person who gave the task, where a template lets one answer: a script, without a model.

What the person knows is told only when it is asked for, one thing a message; WebLINX' instructor with the
utterances fixed (Lù et al. 2024), where what is said depends on what is asked.
"""

from __future__ import annotations

from evaluators.urls import visited
from evaluators.values.folding import TOKEN, stem
from tasks.dialogue import Fact, Script, Utterance
from tasks.model import Task

LONGEST = 2_000
"""Characters of a message that is read."""

SAYS = "The person who gave you the task says: "
"""What begins a message of the person; what a page says never begins so."""

_TOO_LONG = "That is too long for me to read. Ask me one thing, please."
_ONE = " One thing at a time, please."


class Person:
    """Somebody who answers the agent of one episode, and changes a wish on the way.

    Every word is a function of the script, the messages and the pages: the same episode hears the same.

    Args:
        task: whose script it is; without one, nobody answers.
    """

    def __init__(self, task: Task) -> None:
        self._script: Script | None = task.user
        self._unsaid = list(task.user.turns) if task.user else []
        self._told: list[Fact] = []
        self.dialogue: list[Utterance] = []

    def hears(self, text: str, step: int) -> str | None:
        """What the person says to a message; None where nobody is there."""
        self.dialogue.append(Utterance(who="agent", text=text, step=step))
        return self._says(self._reply(self._script, text), step) if self._script else None

    def sees(self, url: str, step: int) -> str | None:
        """What the person says unasked, as the agent stands on a page: one turn at a time, each once."""
        turn = next((one for one in self._unsaid if visited(one.at, [url])), None)
        if turn is None:
            return None
        self._unsaid.remove(turn)
        return self._says(turn.says, step)

    def _reply(self, script: Script, text: str) -> str:
        """The first fact that is asked for; who asks for none hears what there is to ask: nobody starves.

        What was told before is told again only where nothing else is asked for: a question often speaks of
        what is known by then.
        """
        if len(text) > LONGEST:
            return _TOO_LONG
        said = _stems(text)
        asked = [fact for fact in script.facts if any(_holds(said, _stems(words)) for words in fact.about)]
        if not asked:
            return f"{script.otherwise} Ask me about: {', '.join(fact.topic for fact in script.facts)}."
        first, *more = [fact for fact in asked if fact not in self._told] or asked
        self._told.append(first)
        return first.says + (_ONE if more else "")

    def _says(self, text: str, step: int) -> str:
        self.dialogue.append(Utterance(who="person", text=text, step=step))
        return f"{SAYS}{text}"


def _stems(text: str) -> list[str]:
    return [stem(word) for word in TOKEN.findall(text)]


def _holds(said: list[str], wanted: list[str]) -> bool:
    size = len(wanted)
    return any(said[at : at + size] == wanted for at in range(len(said) - size + 1))
