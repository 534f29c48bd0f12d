"""Alignment: which claims, in which documents, speak of the same thing."""

from scanner.align.delta import Aligned, align
from scanner.align.meet import Settings

__all__ = ["Aligned", "Settings", "align"]
