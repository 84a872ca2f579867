"""Where the engine is looked for, and what is said when none answers there."""

from __future__ import annotations

import pytest

from reset.backends.docker import Docker
from reset.errors import EngineError


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("::garbage", "DOCKER_HOST is '::garbage', which is no address"),
        ("banana://x", "DOCKER_HOST is 'banana://x', which is no address"),
        ("unix:///nonexistent.sock", "answers at unix:///nonexistent.sock, where DOCKER_HOST leads"),
        ("tcp://127.0.0.1:1", "answers at tcp://127.0.0.1:1, where DOCKER_HOST leads"),
    ],
)
def test_a_wrong_docker_host_is_named(monkeypatch: pytest.MonkeyPatch, place: str, said: str) -> None:
    monkeypatch.setenv("DOCKER_HOST", place)
    with pytest.raises(EngineError) as told:
        Docker()
    assert said in told.value.message
    assert "unset it" in str(told.value.remedy)
