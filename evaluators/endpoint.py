"""A model behind an OpenAI-compatible endpoint, asked so that the answer can be had again offline.

Every reply is kept on disk under a digest of the whole request, so a run that was judged once is judged
again without the endpoint, with the same verdicts. What an agent wrote or saw goes in as data (``as_data``).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sites.errors import WebariumError
from sites.files import PlaceError, read_json

Message = dict[str, Any]


class EndpointError(WebariumError):
    """The endpoint gave no usable reply, or none is recorded and asking is not allowed."""


@dataclass
class Endpoint:
    """One model at one address.

    Attributes:
        model: name of the model as the endpoint knows it.
        url: base address, such as ``http://127.0.0.1:8000/v1``; None is the official client's default.
        key: API key; endpoints on one's own machine mostly ignore it.
        cache: folder for replies; None keeps nothing.
        offline: never ask; a reply that is not in the cache is an error.
        timeout: seconds to wait for one reply.
        attempts: how often a question is asked at most, while replies are empty or no replies. Each time,
            after time-outs, lost connections, 429 and 5xx, the client sends it up to as often, with growing
            pauses (its own back-off, which honours Retry-After).
    """

    model: str
    url: str | None = None
    key: str | None = None
    cache: Path | None = None
    offline: bool = False
    timeout: float = 60.0
    attempts: int = 5
    asked: int = field(default=0, init=False)
    remembered: int = field(default=0, init=False)

    @classmethod
    def from_environment(cls, *, cache: Path | None = None, offline: bool = False) -> Endpoint:
        """The endpoint of ``WEBARIUM_JUDGE_MODEL``, ``WEBARIUM_JUDGE_URL`` and ``WEBARIUM_JUDGE_KEY``.

        Raises:
            EndpointError: when no model is named, or what is set cannot be right.
        """
        model = os.environ.get("WEBARIUM_JUDGE_MODEL")
        if not model:
            raise EndpointError(
                "no model is set up for judging",
                remedy="set WEBARIUM_JUDGE_MODEL and WEBARIUM_JUDGE_URL (and WEBARIUM_JUDGE_KEY if needed)",
            )
        url = os.environ.get("WEBARIUM_JUDGE_URL") or None
        if url is not None and not _is_address(url):
            raise EndpointError(
                f"WEBARIUM_JUDGE_URL is no address: {url!r}",
                remedy="write it with scheme and host, such as http://127.0.0.1:8000/v1",
            )
        if cache is not None and cache.exists() and not cache.is_dir():
            raise EndpointError(f"{cache} is no folder of replies", remedy="name a folder")
        return cls(
            model=model,
            url=url,
            key=os.environ.get("WEBARIUM_JUDGE_KEY"),
            cache=cache,
            offline=offline,
        )

    def ask(self, messages: Sequence[Message]) -> str:
        """The model's reply to a conversation, at temperature 0.

        Raises:
            EndpointError: after the last attempt, or offline without a recorded reply.
        """
        digest = self.digest(messages)
        kept = self._recall(digest)
        if kept is not None:
            self.remembered += 1
            return kept
        if self.offline:
            raise EndpointError(
                f"no reply of {self.model} is recorded for this request ({digest[:12]})",
                remedy="score once with the endpoint, or point to the folder of its replies",
            )
        reply = self._send(list(messages))
        self.asked += 1
        self._keep(digest, messages, reply)
        return reply

    def digest(self, messages: Sequence[Message]) -> str:
        """SHA-256 over model and conversation, pictures included; not over the address."""
        request = {"model": self.model, "temperature": 0, "messages": list(messages)}
        text = json.dumps(request, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def _send(self, messages: list[Message]) -> str:
        import openai

        client = openai.OpenAI(
            api_key=self.key or "none",
            base_url=self.url,
            timeout=self.timeout,
            max_retries=self.attempts - 1,
        )
        last = "no reply"
        with client:
            for _ in range(self.attempts):
                try:
                    completion = client.chat.completions.create(
                        model=self.model,
                        messages=messages,  # type: ignore[arg-type]
                        temperature=0,
                    )
                except openai.APIConnectionError as error:  # the client has tried often enough by itself
                    raise self._failed(f"{type(error).__name__}: {error}") from error
                except openai.APIStatusError as error:
                    raise self._failed(f"HTTP {error.status_code}: {error.message}") from error
                except (openai.OpenAIError, ValueError) as error:  # a body that is no JSON: ask again
                    last = f"{type(error).__name__}: {error}"
                    continue
                reply, last = text_of(completion)
                if reply:
                    return reply
        raise self._failed(last)

    def _failed(self, why: str) -> EndpointError:
        return EndpointError(
            f"{self.model} at {self.url or 'the default address'} gave no reply: {why}",
            remedy="check that the endpoint runs and knows the model; what was judged so far is kept",
        )

    def _path(self, digest: str) -> Path | None:
        return self.cache / digest[:2] / f"{digest}.json" if self.cache else None

    def _recall(self, digest: str) -> str | None:
        path = self._path(digest)
        if path is None:
            return None
        if not path.exists():
            return None
        try:
            record = read_json(path)
            if isinstance(record, dict) and isinstance(reply := record.get("reply"), str):
                return reply
            problem = f"{path}: holds no reply"
        except PlaceError as error:
            problem = error.message
        if self.offline:
            raise EndpointError(
                f"a kept reply of {self.model} is damaged: {problem}",
                remedy="remove it and score once with the endpoint, or restore the folder of its replies",
            )
        return None  # it is asked again, and the new reply takes its place

    def _keep(self, digest: str, messages: Sequence[Message], reply: str) -> None:
        path = self._path(digest)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        record = {"model": self.model, "messages": _without_pictures(messages), "reply": reply}
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(record, ensure_ascii=False, indent=1), encoding="utf-8")
        draft.replace(path)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, brackets that do not match
        return False


def as_data(value: Any, name: str) -> str:
    """A value of unknown intent as a block that cannot end itself: JSON on one line, angle brackets escaped.

    Args:
        value: whatever an agent or a page wrote; anything JSON can hold.
        name: what the prompt calls the block, e.g. ``actions``.
    """
    text = json.dumps(value, ensure_ascii=False)
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"<{name}>\n{text}\n</{name}>"


def picture(data: bytes) -> dict[str, Any]:
    """A PNG or JPEG picture as part of a message."""
    kind = "jpeg" if data.startswith(b"\xff\xd8") else "png"
    url = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": url}}


def last_object(reply: str) -> dict[str, Any] | None:
    """The last JSON object of a reply that may talk around it or fence it; None when there is none."""
    decoder = json.JSONDecoder()
    found: dict[str, Any] | None = None
    place = reply.find("{")
    while place != -1:
        try:
            value, end = decoder.raw_decode(reply, place)
        except (ValueError, RecursionError):  # no JSON, or nested too deeply to be read
            place = reply.find("{", place + 1)
            continue
        found = value if isinstance(value, dict) else found
        place = reply.find("{", end)
    return found


def text_of(completion: Any) -> tuple[str | None, str]:
    """The text of a completion, or None and why there is none. Not every server sends what it should."""
    try:
        message = completion.choices[0].message
        if message.content:
            return str(message.content), ""
        return None, f"the model refused: {message.refusal}" if message.refusal else "an empty reply"
    except (AttributeError, IndexError, TypeError):
        return None, f"not a chat completion: {str(completion)[:200]}"


def _without_pictures(messages: Sequence[Message]) -> list[Message]:
    """The conversation with each picture replaced by its digest: readable, and small on disk."""
    out = []
    for message in messages:
        content = message["content"]
        if isinstance(content, list):
            content = [_digested(part) for part in content]
        out.append({**message, "content": content})
    return out


def _digested(part: dict[str, Any]) -> dict[str, Any]:
    if part.get("type") != "image_url":
        return part
    url = part["image_url"]["url"]
    return {"type": "image_url", "sha256": hashlib.sha256(url.encode()).hexdigest()}
