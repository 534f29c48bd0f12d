"""Jobs search memory seldom, and leave the search as they found it."""

from __future__ import annotations

import gc

import pytest

from scanner.jobs.collector import collecting_seldom


def test_within_a_job_memory_is_searched_seldom_and_afterwards_as_before() -> None:
    before = gc.get_threshold()
    with collecting_seldom():
        assert gc.get_threshold()[0] > 10 * before[0]
        assert gc.isenabled()
    assert gc.get_threshold() == before


def test_a_job_that_fails_leaves_the_search_as_before() -> None:
    before = gc.get_threshold()
    with pytest.raises(ZeroDivisionError), collecting_seldom():
        raise ZeroDivisionError
    assert gc.get_threshold() == before
