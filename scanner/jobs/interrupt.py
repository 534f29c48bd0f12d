"""Answer Ctrl-C and a request to terminate between two batches instead of in the middle of one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["stop_requested"]


@contextmanager
def stop_requested() -> Iterator[Callable[[], bool]]:
    """Within the block the first Ctrl-C or SIGTERM only makes the given function answer ``True``; a second interrupts.

    Outside the main thread signals are left alone and the answer is always ``False``.
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    previous = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
