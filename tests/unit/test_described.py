"""A comment beside a setting tells in what its bare number counts; anything else that it says does not."""

from __future__ import annotations

import pytest

from scanner.jobs.line import Line
from scanner.model import Quantity
from scanner.settings import Settings
from tests.unit.load_reader import load


@pytest.fixture(scope="module")
def line() -> Line:
    return Line.build(Settings())


def values(line: Line, name: str, text: str) -> list[str]:
    claims = line.follow(load(name, text)).claims
    return [claim.value.canonical for claim in claims if isinstance(claim.value, Quantity)]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("sso.ini", "[session]\nidle_timeout = 900 ; seconds\n", "900 second"),
        ("cache.yml", "cache_ttl: 60  # minutes\n", "3600 second"),
        ("store.yml", "store:\n  chunk: 64  # in MB\n", "64000000 byte"),
        ("van.toml", "[hire]\nlease = 30 # days\n", "2592000 second"),
        ("mail.yml", "queue: 5\n# Hours until a bounced message is given up\ngive_up: 48\n", "172800 second"),
        (
            "kiln.rst",
            "Kiln\n====\n\nglaze\n    Wait before the door opens, minutes. Default 50.\n",
            "3000 second",
        ),
        (
            "kiln.rst",
            "Kiln\n====\n\nglaze\n    Wait between two firings in minutes. Default 50.\n",
            "3000 second",
        ),
        ("page.md", "# Pool\n\nThe defaults are:\n\n```ini\nidle = 20 ; seconds\n```\n", "20 second"),
    ],
)
def test_a_comment_names_the_unit(line: Line, name: str, text: str, value: str) -> None:
    assert value in values(line, name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("job.ini", "[job]\nretry = 5 ; see the manual\n"),
        ("job.yml", "retry: 5  # max\n"),
        ("job.yml", "workers: 5  # one a core, seconds do not matter here\n"),
        ("job.yml", "retry: 5\n# seconds\nbackoff: 7s\n"),
        ("rows.toml", "rows = 30 # id\n"),
    ],
)
def test_other_comments_name_none(line: Line, name: str, text: str) -> None:
    assert values(line, name, text)[0] in {"5", "30"}
