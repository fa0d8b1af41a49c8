"""The commands, one file a subject. Importing this package registers them all."""

from builder.cli.commands import build, check, docs, games

__all__ = ["build", "check", "docs", "games"]
