"""Normalisation: written values, names and phrases to canonical ones; triples to claims."""

from scanner.normalize.claims import Normalizer
from scanner.normalize.recognise import Recogniser

__all__ = ["Normalizer", "Recogniser"]
