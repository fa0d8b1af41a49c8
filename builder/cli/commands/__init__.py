"""The commands, one file a subject. Importing this package registers them all."""

from builder.cli.commands import build, check, games, schema, verify

__all__ = ["build", "check", "games", "schema", "verify"]
