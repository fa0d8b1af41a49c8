"""The commands, one file a subject. Importing this package registers them all."""

from builder.cli.commands import (
    build,
    check,
    drive,
    games,
    geomap,
    log,
    new,
    play,
    print_,
    prove,
    rules,
    save,
    schema,
    setup,
    show,
    verify,
)

__all__ = [
    "build",
    "check",
    "drive",
    "games",
    "geomap",
    "log",
    "new",
    "play",
    "print_",
    "prove",
    "rules",
    "save",
    "schema",
    "setup",
    "show",
    "verify",
]
