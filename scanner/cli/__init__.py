"""The command line: thin commands over ``scanner.jobs``; results on stdout, everything else on stderr."""

from scanner.cli.app import main

__all__ = ["main"]
