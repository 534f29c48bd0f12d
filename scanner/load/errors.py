"""Errors of loading that concern what a person gave, not one document."""

from __future__ import annotations

__all__ = ["LoadError", "Malformed"]


class LoadError(ValueError):
    """A root, manifest or ignore file that cannot be used; the message names file, row and problem."""


class Malformed(ValueError):
    """A file's content does not follow its format; ``load_file`` turns it into a ``Skipped``."""
