"""Work on many tasks in order, here or in processes, with so many under way that results never pile up."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from scanner.jobs.collector import collect_seldom
from scanner.jobs.errors import RunFailed

__all__ = ["in_order"]

T = TypeVar("T")
R = TypeVar("R")

# One more than the processes keeps each busy while the oldest result is being stored.
_AHEAD = 2
_SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


def in_order(work: Callable[[T], R], tasks: Iterable[T], workers: int = 1) -> Iterator[R]:
    """The result of each task, in the order of ``tasks``, whatever the number of processes.

    At most ``2 * workers`` tasks are taken before the first result is asked for. ``work`` and the tasks are pickled.

    Raises:
        RunFailed: if a process dies.
    """
    if workers <= 1:
        yield from map(work, tasks)
        return
    # spawn: a forked child of a threaded parent may hang in a lock that no thread of it will ever release.
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_settle)
    waiting: deque[Future[R]] = deque()
    todo = iter(tasks)
    try:
        waiting.extend(executor.submit(work, task) for task in islice(todo, _AHEAD * workers))
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(executor.submit(work, task) for task in islice(todo, 1))
            yield result
    except BrokenProcessPool as error:
        raise RunFailed(
            "a worker process died, perhaps for want of memory; what was stored is kept: "
            "run again, with fewer --workers"
        ) from error
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _settle() -> None:
    """Make a new process a quiet worker: one thread for numbers, and signals are the parent's to answer."""
    for variable in _SINGLE_THREADED:
        os.environ[variable] = "1"
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
