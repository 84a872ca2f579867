"""What every type of value offers, and what a comparison returns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar


@dataclass(frozen=True)
class MatchResult:
    """Whether an answer gives the reference.

    ``score`` is 1.0 or 0.0; ``why`` says so in one sentence; ``undecided`` is true when the rules cannot
    tell (the score is 0 then); ``expected`` and ``found`` are the values in their normal form.
    """

    score: float
    why: str
    undecided: bool = False
    expected: str = ""
    found: str = ""


@dataclass(frozen=True)
class Setting:
    """What a parser may know besides the text: the cleaned intent, and the options of the check."""

    intent: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    _chosen: tuple[tuple[str, str], ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        """Options may hold lists; their texts make two settings comparable."""
        chosen = tuple(sorted((key, str(value)) for key, value in self.options.items()))
        object.__setattr__(self, "_chosen", chosen)


NO_SETTING = Setting()


@dataclass(frozen=True)
class Value(ABC):
    """One value of one type. An instance exists only when it is valid; it never changes.

    Subclasses own everything about their type: reading a whole text (``parse``), finding all mentions in
    running text (``find``), the normal form (``str``) and equality in meaning (``same``).
    """

    kind: ClassVar[str]

    def __init_subclass__(cls, **given: Any) -> None:
        """``find`` is pure and asked of the same text many times for one answer, so its result is kept."""
        super().__init_subclass__(**given)
        if "find" in cls.__dict__:
            search = lru_cache(maxsize=1024)(cls.__dict__["find"].__func__)

            def find(kind: Any, text: str, setting: Setting = NO_SETTING) -> list[Any]:
                return list(search(kind, text, setting))

            find.__doc__ = cls.__dict__["find"].__doc__
            cls.find = classmethod(find)  # type: ignore[assignment]

    @classmethod
    @abstractmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Self]]:
        """Every mention in a cleaned text, in order of place, not overlapping."""

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Self | None:
        """The value that the whole cleaned ``text`` is, or None when it is not one."""
        for mention in cls.find(text, setting):
            rest = text[: mention.start] + text[mention.end :]
            if not any(c.isalnum() for c in rest):
                return mention.value
        return None

    @abstractmethod
    def same(self, other: Self) -> bool:
        """Whether both mean the same; symmetric."""

    def echoed_by(self, other: Self) -> bool:
        """Whether ``other`` only repeats this value in a rounded form and so is no rival to it."""
        return self.same(other)

    def written_as(self, other: Self, setting: Setting) -> bool:
        """Whether ``other``, found in an answer, gives this reference; by default ``same``."""
        return self.same(other)


V_co = TypeVar("V_co", bound=Value, covariant=True)


@dataclass(frozen=True)
class Mention(Generic[V_co]):
    """A value and where it stands in the text. A ``weak`` one may be the answer but never rivals one:
    the "one" of "the red one", the "third" of "the third page"; an ``aside`` counts something else."""

    value: V_co
    start: int
    end: int
    weak: bool = False
