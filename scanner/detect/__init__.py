"""From claims that met to findings: close what was superseded, judge what remains, rank what disagrees."""

from scanner.detect.parameters import DetectSettings
from scanner.detect.scan import detect, scan

__all__ = ["DetectSettings", "detect", "scan"]
