"""The command line: the only package that prints, and the only one that imports all others."""


def main() -> None:
    """Run the command line; print one line if Ctrl-C stops it, even during imports."""
    try:
        from hexwright.support.progress_stages import garbage_collection_paused

        with garbage_collection_paused():
            import hexwright.cli.commands  # noqa: F401 - registers the commands
            from hexwright.cli.app import main as run
    except KeyboardInterrupt:
        import sys

        sys.stderr.write("stopped before anything was done\n")
        sys.exit(130)
    run()


__all__ = ["main"]
