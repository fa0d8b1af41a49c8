"""Convert Python names to names in the script."""

from __future__ import annotations

import re
from typing import Final

_JAVA: Final = """
abstract assert boolean break byte case catch char class const continue default do double else enum extends
final finally float for goto if implements import instanceof int interface long native new null package
private protected public return short static strictfp super switch synchronized this throw throws transient
true false try void volatile while when
"""
_MAGIC: Final = """
bsh caller callstack game global interpreter invocationLine methods namespace variables
"""
"""Names of variables that have a special meaning in BeanShell or in all scripts."""
_COMMANDS: Final = "clear eval exit javap print reloadClasses run save set show source unset"
"""The names of BeanShell's built-in commands."""
_RESERVED: Final = frozenset(f"{_JAVA} {_MAGIC}".split())


def camel(name: str) -> str:
    """Return a name in the scripts' style: `spent_to` becomes spentTo, `_plain` becomes plain."""
    first, *more = name.strip("_").split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in more)


def column(record: str, field: str) -> str:
    """Return the name of the constant for a record's column."""
    return f"{re.sub(r'(?<=[a-z])(?=[A-Z])', '_', record)}_{field}".upper()


def maker(record: str) -> str:
    """Return the name of the script function that creates a record."""
    return f"new{record}"


def is_taken(name: str) -> bool:
    """Return whether a name already has another meaning in the script, so that no variable can have it."""
    return camel(name) in _RESERVED or not camel(name)


def is_command(name: str) -> bool:
    """Return whether a name already has another meaning, such as a BeanShell command, so that no function can
    have it.
    """
    return is_taken(name) or camel(name) in _COMMANDS.split()


def in_words(text: str) -> str:
    """Return a comment with the names between backticks converted to the script's style."""
    return re.sub(r"`([a-z_]+)`", lambda found: f"`{camel(found[1])}`", text)
