"""What others see of a manifest: names instead of paths, and no user and password of an endpoint."""

from __future__ import annotations

from typing import Any

import pytest

from harness.run.models import AgentFacts, Manifest, SettingsFacts
from harness.run.public import bare, public


def shared(agent: dict[str, Any] | None = None, **facts: Any) -> Manifest:
    """What others see of a manifest with these facts."""
    manifest = Manifest(
        run="mine",
        started="2026-03-16T09:00:00+00:00",
        agent=AgentFacts.model_validate({"name": "mine", "command": ["mine"]} | (agent or {})),
        config="c",
        settings=SettingsFacts(observation=["axtree"], scope="page", limits={"steps": 30}),
        tasks=["wiki.any.0"],
    )
    return public(manifest.model_copy(update=facts))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/jane/agent.py", "agent.py"),
        ("/home/jane doe/my agent.py", "my agent.py"),
        ("~/agent.py", "agent.py"),
        ("~jane/agent.py", "agent.py"),
        ("file:///home/jane/prompts", "prompts"),
        ("--config=/home/jane/secret.yaml", "--config=secret.yaml"),
        ("--config=/home/jane doe/a=b/secret.yaml", "--config=secret.yaml"),
        ("--set=prompts=~/prompts", "--set=prompts=prompts"),
        ("@/home/jane/words.txt", "@words.txt"),
        ("--words=@/home/jane/words.txt", "--words=@words.txt"),
        ("http://jane:hunter2pass@10.0.0.5/v1", "http://10.0.0.5/v1"),
        ("--url=https://jane:p@ss@host:8000/v1", "--url=https://host:8000/v1"),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://host/v1?to=a@b.example", "http://host/v1?to=a@b.example"),
        ("@playwright/mcp", "@playwright/mcp"),
        ("org/model-7b", "org/model-7b"),
        ("--temperature=0.7", "--temperature=0.7"),
        ("~5 pages and/or more", "~5 pages and/or more"),
        ("Say / to search.", "Say / to search."),
    ],
)
def test_a_path_is_its_name_and_an_address_has_no_user(text: str, expected: str) -> None:
    assert bare(text) == expected


def test_a_line_for_a_shell_has_names_alone() -> None:
    line = "cd '/home/jane/agent' && /home/jane/bin/python agent.py --out=/home/jane/out"
    agent = shared({"command": ["/bin/sh", "-c", line]}).agent
    assert agent.command == ["sh", "-c", "cd 'agent' && python agent.py --out=out"]


def test_options_are_bared_however_deep_they_stand_and_their_digest_stays() -> None:
    options = {
        "prompts": "/home/jane/prompts",
        "prompts_digest": "0123456789ab",
        "endpoint": {"base_url": "http://jane:hunter2pass@10.0.0.5/v1", "tried": ["/home/jane/a", 3, None]},
        "temperature": 0.5,
    }
    assert shared({"options": options}).agent.options == {
        "prompts": "prompts",
        "prompts_digest": "0123456789ab",
        "endpoint": {"base_url": "http://10.0.0.5/v1", "tried": ["a", 3, None]},
        "temperature": 0.5,
    }


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ("@/home/jane/tasks.txt", "@tasks.txt"),
        ("wiki.*, @../jane/tasks.txt,!@/home/jane/less.txt", "wiki.*, @tasks.txt,!@less.txt"),
        ("@/home/jane/a.txt\n@/home/jane/b.txt", "@a.txt\n@b.txt"),
        ("@/home/jane/tasks.txt, of these the split test", "@tasks.txt, of these the split test"),
        ("wiki.*,!wiki.any", "wiki.*,!wiki.any"),
    ],
)
def test_a_file_of_tasks_is_its_name(selection: str, expected: str) -> None:
    assert shared(selection=selection).selection == expected
