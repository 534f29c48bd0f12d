"""Finds the statements in a body of documents that contradict or supersede one another.

The line: ``load → chunk → extract → normalize → store → align → detect → report``; see ``scanner/README.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scanner.api import OpenStore, open, run

__all__ = ["OpenStore", "open", "run"]
__version__ = "0.1.0"


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


def __getattr__(name: str) -> Any:
    """The Python API, loaded when first asked for: the command line must start without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scanner import api

    return getattr(api, name)
