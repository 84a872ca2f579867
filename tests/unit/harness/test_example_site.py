"""The ten files of the example site fit the code, and are no part of this checkout's worlds."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_site import EXAMPLE, GUIDE, example_files, lay_over, webarium

from sites.errors import WebariumError
from sites.spec import all_sites, load_site


def test_there_are_ten_files_and_the_guide_names_each() -> None:
    files = example_files()
    assert len(files) == 10
    told = GUIDE.read_text(encoding="utf-8")
    assert [name for name in files if f"`{name}`" not in told] == []


def test_it_is_a_site_with_tasks_once_it_is_laid_over_a_checkout(tmp_path: Path) -> None:
    checkout = lay_over(tmp_path)
    linted = webarium(checkout, "tasks", "lint", "toolshed")
    assert (linted.returncode, linted.stdout) == (0, "0 errors, 0 hints\n"), linted.stdout + linted.stderr
    listed = webarium(checkout, "tasks", "list", "toolshed.*", "--json")
    assert listed.stdout.count('"id": "toolshed.') == 6, listed.stdout + listed.stderr
    assert "The Toolshed" in webarium(checkout, "sites", "list", "--json").stdout


def test_this_checkout_has_no_such_site() -> None:
    assert EXAMPLE.is_dir()
    assert "toolshed" not in [site.name for site in all_sites()]
    with pytest.raises(WebariumError, match="no site called 'toolshed'"):
        load_site("toolshed")
