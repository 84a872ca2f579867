"""For agents that play in Webarium: its JSON lines (``Agent``, ``serve``) and its service (``Env``)."""

from .agent import Agent, EndOfEpisode, Session, Task, serve
from .observation import Element, Observation
from .service import AsyncEnv, Env
from .told import Full, Refused, Result, spoiled

__all__ = [
    "Agent",
    "AsyncEnv",
    "Element",
    "EndOfEpisode",
    "Env",
    "Full",
    "Observation",
    "Refused",
    "Result",
    "Session",
    "Task",
    "serve",
    "spoiled",
]
