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


def _threads(number: int) -> str:
    return os.environ.get("OMP_NUM_THREADS", "")


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_tasks(workers: int) -> None:
    assert list(in_order(_square, range(12), workers)) == [n * n for n in range(12)]


def test_tasks_are_taken_only_a_little_ahead() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    results = in_order(_square, tasks(), 2)
    next(results)
    assert len(taken) <= 5
    results.close()


def test_a_dead_process_fails_the_run_in_one_line() -> None:
    with pytest.raises(RunFailed, match="a worker process died"):
        list(in_order(_die, range(3), 2))


def test_workers_compute_on_one_thread() -> None:
    assert list(in_order(_threads, range(2), 2)) == ["1", "1"]


def test_the_first_interrupt_only_asks_and_the_second_insists() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stop_requested() as stopping:
        assert not stopping()
        signal.raise_signal(signal.SIGINT)
        assert stopping()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


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
