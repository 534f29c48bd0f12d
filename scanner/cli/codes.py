"""Mistakes that the caller can put right, and the codes of commands that are no run."""

from __future__ import annotations

__all__ = ["CLEAN", "FAILED", "FOUND", "USAGE", "UserError"]

# The same numbers as in scanner.jobs, which --help must not have to import.
CLEAN = 0
FOUND = 1
USAGE = 2
FAILED = 3


class UserError(Exception):
    """Something the caller can put right: one line that names what is wrong and what to do; ends with ``USAGE``."""
