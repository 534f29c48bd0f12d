"""From claims that met to findings: close what was superseded, judge what remains, rank what disagrees."""

from scanner.detect.figures import PredicateFigures, predicate_figures
from scanner.detect.order import standing_factors
from scanner.detect.parameters import DetectSettings
from scanner.detect.scan import detect, scan
from scanner.detect.weigh import recency

__all__ = [
    "DetectSettings",
    "PredicateFigures",
    "detect",
    "predicate_figures",
    "recency",
    "scan",
    "standing_factors",
]
