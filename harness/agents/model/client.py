"""Asking the endpoint: one reply with its tokens, however the endpoint misbehaves on the way."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import openai

from evaluators.endpoint import text_of
from harness.agents.model.settings import Settings
from harness.agents.protocol import Tokens, whole
from sites.errors import WebariumError

LONGEST_PAUSE = 30.0
_PASSING = frozenset({408, 409, 425, 429})  # and everything from 500


class ModelError(WebariumError):
    """The endpoint gave no usable reply; it says nothing about the agent or the task.

    ``tokens`` are what was billed all the same.
    """

    def __init__(self, message: str, *, remedy: str | None = None, tokens: Tokens | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.tokens = tokens or Tokens()


@dataclass(frozen=True)
class Reply:
    """What the model said, and what it cost, attempts without a usable reply included."""

    text: str
    tokens: Tokens


class Model:
    """A model behind an endpoint.

    Args:
        settings: of the agent.
        key: API key; endpoints on one's own machine mostly ignore it.
    """

    def __init__(self, settings: Settings, *, key: str | None = None) -> None:
        self.settings = settings
        self._client = openai.AsyncOpenAI(
            api_key=key or "none",
            base_url=settings.base_url,
            max_retries=0,  # retries are counted in here, because they must end before the harness' deadline
        )
        request: dict[str, Any] = {
            "model": settings.model,
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "extra_body": settings.parameters or None,
        }
        self._request = {key: value for key, value in request.items() if value is not None}

    def ask(self, messages: list[dict[str, Any]], *, deadline: float) -> Reply:
        """The model's reply to a conversation.

        Time-outs, lost and refused connections, 429, 5xx, bodies that are no completion and empty or refused
        replies are tried again with growing pauses; ``Retry-After`` is honoured.

        Args:
            messages: of the conversation.
            deadline: by the monotonic clock; no attempt begins after it, and none goes on.

        Raises:
            ModelError: when there is no reply after all attempts, or asking again cannot help.
        """
        settings = self.settings
        why, wait, spent = "no time was left", 0.0, Tokens()
        for attempt in range(settings.attempts):
            if attempt:
                pause = min(LONGEST_PAUSE, settings.pause * 2 ** (attempt - 1))
                time.sleep(min(max(wait, pause * random.uniform(0.8, 1.2)), self._left(deadline)))  # noqa: S311
            if self._left(deadline) <= 0:
                break
            try:
                completion = self._send(messages, min(settings.timeout, self._left(deadline)))
            except openai.APIStatusError as error:
                why = f"HTTP {error.status_code}: {error.message}"
                if error.status_code not in _PASSING and error.status_code < 500:
                    raise self._failed(why, attempt + 1, spent) from error
                wait = _retry_after(error.response.headers)
            except (openai.OpenAIError, ValueError, TimeoutError) as error:  # ValueError: it is no JSON
                why, wait = f"{type(error).__name__}: {error}", 0.0
            else:
                text, why = text_of(_joined(completion))
                wait, spent = 0.0, spent + self._tokens(completion)
                if text:
                    return Reply(whole(text), spent)
        raise self._failed(why, attempt + 1, spent)

    def _left(self, deadline: float) -> float:
        return max(0.0, deadline - time.monotonic())

    def _send(self, messages: list[dict[str, Any]], seconds: float) -> Any:
        """One attempt; the client's own bound is for each part of a reply, and parts may come for ever.

        Raises:
            TimeoutError: the reply is not whole after so many seconds.
        """
        request = self._request | {"messages": messages}
        asked = self._client.chat.completions.create(**request, timeout=seconds)
        coming = asyncio.run_coroutine_threadsafe(asked, _loop())
        try:
            return coming.result(seconds)
        except TimeoutError:
            raise TimeoutError(f"the reply was not whole after {seconds:.1f} s") from None
        finally:
            coming.cancel()  # which closes its connection, and does nothing once it is over

    def _tokens(self, completion: Any) -> Tokens:
        usage = getattr(completion, "usage", None)
        told = {name: getattr(usage, f"{name}_tokens", 0) for name in ("prompt", "completion")}
        counted, prices = Tokens.from_json(told), self.settings
        cost = (counted.prompt * prices.price_prompt + counted.completion * prices.price_completion) / 1e6
        return Tokens(counted.prompt, counted.completion, cost)

    def _failed(self, why: str, attempts: int, spent: Tokens) -> ModelError:
        where = self.settings.base_url or "the default address"
        times = "once" if attempts == 1 else f"{attempts} times"
        return ModelError(
            f"{self.settings.model} at {where}, asked {times}, gave no usable reply: {why}"[:500],
            remedy="check the endpoint and the name of the model, then `webarium eval --resume latest`",
            tokens=spent,
        )


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Where requests are sent from: a thread of its own, so that who waits for a reply can give it up."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="requests", daemon=True).start()
    return loop


def _joined(completion: Any) -> Any:
    """A completion whose text is one text; some servers send a list of parts, as requests may have it."""
    with suppress(AttributeError, IndexError, TypeError):
        message = completion.choices[0].message
        if isinstance(message.content, list):
            parts = [part.get("text") for part in message.content if isinstance(part, dict)]
            message.content = "".join(part for part in parts if isinstance(part, str))
    return completion


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the endpoint asks to wait, at most the longest pause; 0 where it does not say."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        with suppress(ValueError):
            return min(LONGEST_PAUSE, max(0.0, float(headers.get(name, "")) * unit))
    return 0.0
