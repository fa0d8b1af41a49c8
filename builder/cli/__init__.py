"""The command line: the only place that prints, and the only one that knows builder and validators."""

from builder.cli.app import main

__all__ = ["main"]
