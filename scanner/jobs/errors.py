"""What stops a job: input that the caller can put right, or a run that cannot go on."""

from __future__ import annotations

__all__ = ["InputError", "RunFailed"]


class InputError(Exception):
    """A path, source or name that cannot be used; the message is one line that says what to do."""


class RunFailed(Exception):
    """A run that stopped or checked nothing; the message is one line that says why and what was kept."""
