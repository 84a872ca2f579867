"""Whose fault it is that a query fails: the statement's, which nobody need try again, or the site's."""

from __future__ import annotations

from typing import Any

import pymysql
import pytest

from reset.errors import QueryError, SiteError
from reset.world.control import Control
from reset.world.lookups import Databases
from sites.spec import load_site


class Refusing:
    """A connection on which every statement fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def cursor(self) -> Any:
        """What the driver raises here or later is the same to its caller."""
        raise self.error

    def close(self) -> None:
        """Nothing to close."""


def failed(error: Exception) -> SiteError:
    site = load_site("shopping")
    databases = Databases({}, {}, Control, None)  # type: ignore[arg-type]
    databases._readers[site.name] = Refusing(error)
    databases._reader = lambda _: Refusing(error)  # type: ignore[method-assign]
    with pytest.raises(SiteError) as caught:
        databases.query(site, "SELECT x", None)
    return caught.value


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (pymysql.err.OperationalError(1054, "Unknown column 'x' in 'SELECT'"), "Unknown column 'x'"),
        (pymysql.err.ProgrammingError(1146, "Table 'shop.y' doesn't exist"), "doesn't exist"),
        (pymysql.err.OperationalError(1142, "INSERT command denied to user"), "command denied"),
        (pymysql.err.OperationalError(1969, "max_statement_time exceeded"), "it takes longer than"),
        (ValueError("unsupported format character"), "unsupported format character"),
        (KeyError("name"), "name"),
    ],
)
def test_a_wrong_statement_is_the_fault_of_who_wrote_it(error: Exception, words: str) -> None:
    told = failed(error)
    assert isinstance(told, QueryError)
    assert words in told.message
    assert "SELECT x" in told.message
    assert told.advice


def test_a_statement_without_end_is_told_with_its_remedy() -> None:
    told = failed(pymysql.err.OperationalError(1969, "Query was interrupted: max_statement_time exceeded"))
    assert "WITH RECURSIVE needs a condition" in str(told.remedy)


@pytest.mark.parametrize("number", [0, 2013, 2006, 1040, 1053, 1205])
def test_a_server_in_trouble_is_no_fault_of_a_statement(number: int) -> None:
    assert not isinstance(failed(pymysql.err.OperationalError(number, "gone")), QueryError)
