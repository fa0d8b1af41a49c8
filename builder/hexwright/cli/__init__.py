"""The command line: the only place that prints, and the only one that knows builder and validators."""


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line, even while it is still being read."""
    try:
        from hexwright.support.progress_stages import uncollected

        with uncollected():
            import hexwright.cli.commands  # noqa: F401 - registers the commands
            from hexwright.cli.app import main as run
    except KeyboardInterrupt:
        import sys

        sys.stderr.write("stopped before anything was done\n")
        sys.exit(130)
    run()


__all__ = ["main"]
