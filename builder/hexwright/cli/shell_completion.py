"""Complete games, scenarios, and the choices of a game's options in the shell.

This code runs at each press of Tab, so it reads only folders and single files. Errors are silent, because a
message would appear in the middle of the line being typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from hexwright.load.project_folder import Project

_PLAIN = re.compile(r"\w[\w.=+-]*")
"""Words that a shell takes as they are; others, such as $(…) in a folder's name, aren't offered."""
_MOST_BYTES = 100_000
"""The size of a game.yaml whose choices are offered: a larger one would take seconds at each press of Tab."""
Completer = Callable[[typer.Context, str], list[str]]


def _offering(words: Callable[[typer.Context], Iterable[str]]) -> Completer:
    """Return typer's callback for a function that returns all words; the callback offers no words after an
    error.
    """

    @wraps(words)
    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        try:
            found = words(ctx)
            return [word for word in found if word.startswith(incomplete) and _PLAIN.fullmatch(word)]
        except Exception:  # a damaged file, an unreadable folder: no completions
            return []

    # Typer decides by the annotations what to pass; a wrapped function would show the inner one's.
    del offer.__wrapped__
    offer.__annotations__ = {"ctx": typer.Context, "incomplete": str, "return": list[str]}
    return offer


def _project(ctx: typer.Context) -> Project:
    from hexwright.load.project_folder import find_project

    given = ctx.find_root().params.get("project")
    return find_project(Path.cwd(), Path(given) if given else None)


def _named(ctx: typer.Context) -> tuple[str, ...]:
    """Return the games that are already on the command line."""
    argument = next((p.name for p in ctx.command.params if p.metavar == "GAME"), None)
    given = ctx.params.get(argument or "")
    if not given:
        # If an option still lacks its value, click leaves the words of the line unparsed.
        known = _project(ctx).games()
        given = next(([word] for word in ctx.args if word in known), [])
    return (given,) if isinstance(given, str) else tuple(given)


@_offering
def games(ctx: typer.Context) -> Iterable[str]:
    """Return the games of the project that aren't on the command line yet."""
    named = _named(ctx)
    return [slug for slug in _project(ctx).games() if slug not in named]


@_offering
def scenarios(ctx: typer.Context) -> Iterable[str]:
    """Return the scenarios of the game on the command line."""
    project = _project(ctx)
    return [path.stem for slug in _named(ctx) for path in project.scenarios(slug)]


@_offering
def choices(ctx: typer.Context) -> Iterable[str]:
    """Return NAME=CHOICE for each option of the games on the command line."""
    project = _project(ctx)
    return [word for slug in _named(ctx) for word in _choices(project.folder(slug) / "game.yaml")]


def _choices(file: Path) -> Iterable[str]:
    import yaml

    from hexwright.support.named_files import read_regular

    # All words stay as written: `on` and `1986` are valid names of choices.
    found: Any = yaml.load(read_regular(file, _MOST_BYTES), Loader=yaml.BaseLoader)
    return [f"{name}={choice}" for name, option in found["options"].items() for choice in option["choices"]]
