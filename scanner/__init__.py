"""Finds the statements in a body of documents that contradict or supersede one another.

The line: ``load → chunk → extract → normalize → store → align → detect → report``; see ``scanner/README.md``.
"""

__version__ = "0.1.0"
