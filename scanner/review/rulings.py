"""What a resolution that settles a finding means for each of its sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scanner.model import Action, FindingState, Resolution, Window

__all__ = ["SideRuling", "rulings"]


@dataclass(frozen=True, slots=True)
class SideRuling:
    """That a side ends on ``until``, or holds in ``window``, or only under ``dimension`` = ``meaning``."""

    value_key: str
    until: date | None = None
    window: Window | None = None
    dimension: str = ""
    meaning: str = ""


def rulings(state: FindingState, standing: Resolution) -> Iterator[SideRuling]:
    """The rulings of the resolution in force; none for one that only suppresses."""
    choice = standing.choice
    present = {side.value_key for side in state.sides}
    if standing.action is Action.KEEP and choice.keep in present:
        for side in state.sides:
            if side.value_key != choice.keep:
                yield SideRuling(side.value_key, until=choice.since or standing.decided_on)
    elif standing.action is Action.WINDOWS:
        for key, window in choice.windows:
            if key in present:
                yield SideRuling(key, window=window)
    elif standing.action is Action.SCOPE:
        for key, dimension, meaning in choice.scopes:
            if key in present:
                yield SideRuling(key, dimension=dimension, meaning=meaning)
