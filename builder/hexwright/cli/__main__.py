"""Run the command line as `python -m hexwright.cli`."""

from hexwright.cli import main

main()
