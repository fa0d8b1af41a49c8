"""Run the command line as `python -m builder.cli`."""

from builder.cli import main

main()
