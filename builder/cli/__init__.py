"""The command line: the only place that prints, and the only one that knows builder and validators."""

import gc


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line, even while it is still being read."""
    try:
        gc.disable()  # What is read leaves nothing to collect.
        import builder.cli.commands  # noqa: F401 - registers the commands
        from builder.cli.app import main as run

        gc.freeze()
        gc.unfreeze()
        gc.enable()
    except KeyboardInterrupt:
        import sys

        sys.stderr.write("stopped before anything was done\n")
        sys.exit(130)
    run()


__all__ = ["main"]
