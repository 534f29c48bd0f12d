"""Ordered work over processes, never far ahead of the reader; Ctrl-C is answered between batches."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from scanner.jobs.errors import RunFailed
from scanner.jobs.interrupt import stop_requested
from scanner.jobs.pool import in_order


def _square(number: int) -> int:
    return number * number


def _die(number: int) -> int:
    os._exit(7)


def _square_alone(number: int) -> tuple[int, str]:
    return number * number, os.environ.get("OMP_NUM_THREADS", "")


def test_in_this_process_results_come_one_by_one() -> None:
    taken: list[int] = []
    results = in_order(_square, _noted(range(5), taken))
    assert (next(results), taken) == (0, [0])
    assert list(results) == [1, 4, 9, 16]


def test_over_processes_order_holds_tasks_are_taken_only_a_little_ahead_and_each_has_one_thread() -> None:
    taken: list[int] = []
    results = in_order(_square_alone, _noted(range(20), taken), 2)
    assert next(results) == (0, "1")
    assert len(taken) <= 5
    assert list(results) == [(number * number, "1") for number in range(1, 20)]


def _noted(numbers: range, taken: list[int]) -> Iterator[int]:
    for number in numbers:
        taken.append(number)
        yield number


def test_a_dead_process_fails_the_run_in_one_line() -> None:
    with pytest.raises(RunFailed, match="a worker process died"):
        list(in_order(_die, range(3), 2))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_request_to_stop_only_asks_and_the_second_insists(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stop_requested() as stopping:
        assert not stopping()
        signal.raise_signal(number)
        assert stopping()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert signal.getsignal(number) is before


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    answers: list[bool] = []

    def watch() -> None:
        with stop_requested() as stopping:
            answers.append(stopping())
            answers.append(signal.getsignal(signal.SIGINT) is before)

    thread = threading.Thread(target=watch)
    thread.start()
    thread.join()
    assert answers == [False, True]
