"""A lock that is older than its file is told where tasks are chosen, and nothing is verified with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sites.errors import WebariumError
from tasks import older
from tasks.loader import load_tasks
from tasks.locking import lock_paths
from tasks.templates import TemplateErrors, template_paths

TOLD = "webarium: the lock of shopping.order_total is older than its file: webarium tasks lock "


@pytest.fixture
def changed(root: Path, world: Any) -> Path:
    """Locked templates, of which one was changed since."""
    lock_paths(template_paths(root), world, root)
    path = root / "shopping" / "order_total.yaml"
    path.write_text(path.read_text().replace("placed DESC", "placed ASC"))
    return root


def test_a_lock_older_than_its_file_is_told_once(changed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(load_tasks("shopping", root=changed)) == 4
    assert capsys.readouterr().err == TOLD + "shopping.order_total\n"
    load_tasks("shopping", root=changed)
    assert capsys.readouterr().err == ""


def test_what_is_not_chosen_is_not_told(changed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load_tasks("shopping,!shopping.order_total", root=changed)
    assert capsys.readouterr().err == ""


def test_the_workers_of_a_command_do_not_tell_it_again(
    changed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(older, "parent_process", lambda: "the command")
    load_tasks("shopping", root=changed)
    assert capsys.readouterr().err == ""


def test_nothing_is_verified_with_an_older_lock(changed: Path, world: Any) -> None:
    with pytest.raises(WebariumError, match=r"the lock of shopping\.order_total is older") as refused:
        load_tasks("all", root=changed, holding=False)
    assert str(refused.value.remedy).startswith("webarium tasks lock shopping.order_total")
    assert len(load_tasks("all,!shopping.order_total", root=changed, holding=False)) == 4
    lock_paths([changed / "shopping" / "order_total.yaml"], world, changed)
    assert len(load_tasks("all", root=changed, holding=False)) == 6


def test_several_are_named_together(changed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed / "shopping" / "add_to_basket.yaml"
    path.write_text(path.read_text().replace("limit: 2", "limit: 3"))
    load_tasks("shopping", root=changed)
    names = ("shopping.add_to_basket", "shopping.order_total")
    told = (
        f"the locks of {', '.join(names)} are older than their files: webarium tasks lock {','.join(names)}"
    )
    assert capsys.readouterr().err == f"webarium: {told}\n"


def test_a_value_that_an_older_lock_lacks_is_told_with_the_remedy(changed: Path) -> None:
    path = changed / "shopping" / "order_total.yaml"
    path.write_text(
        path.read_text().replace("  total:\n", "  sum:\n").replace("reference.total", "reference.sum")
    )
    with pytest.raises(TemplateErrors, match="no attribute 'sum'") as caught:
        load_tasks("shopping.order_total", root=changed)
    assert str(caught.value.remedy).endswith("older than the file: webarium tasks lock shopping.order_total")
