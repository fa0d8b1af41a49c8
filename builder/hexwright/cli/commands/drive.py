"""The `hexwright drive` command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexwright.cli.app import ExitCode, app
from hexwright.cli.console import print_message, print_result
from hexwright.support.message_wording import printable_line

if TYPE_CHECKING:
    from hexwright.emulator.drive_prompt import DrivePrompt


@app.command("drive")
def drive(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A VASSAL module (.vmod), or its folder.")],
    start: Annotated[
        str | None,
        typer.Option("--start", metavar="SET-UP", help="Start with this set-up, by title or number."),
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Play this side; default: the first.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start with an empty game, like New Game in VASSAL.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the dice.")] = 0,
) -> None:
    """Play any module at a prompt, without VASSAL.

    Type help at the prompt. Commands can also be piped in.
    """
    from hexwright.emulator.drive_prompt import DrivePrompt
    from hexwright.emulator.emulated_game import EmulatedGame
    from hexwright.engine_driver.engine_errors import EngineError

    try:
        game = EmulatedGame.open(file, seed)
    except EngineError as fault:
        print_message(f"{printable_line(str(file))}: {printable_line(str(fault))}")
        raise typer.Exit(ExitCode.FINDINGS) from None
    with game:
        prompt = DrivePrompt(game)
        begin = shlex.join(["new", *([side] if side else [])])
        fine = _do(prompt, lambda: prompt.do(begin) if new else prompt.begin(start, side))
        if game.unsupported:
            print_result(f"not supported here: {printable_line(', '.join(game.unsupported))}")
        fine = _lines(prompt) and fine
    if not fine:
        raise typer.Exit(ExitCode.FINDINGS)


def _lines(prompt: DrivePrompt) -> bool:
    """Execute the lines typed or piped in; return whether all piped lines succeeded."""
    typed = sys.stdin.isatty()
    if typed:
        import readline  # noqa: F401 - gives the prompt its history and its arrows
    fine = True
    while not prompt.done:
        try:
            line = input("> " if typed else "")
        except EOFError:
            break
        fine = _do(prompt, partial(prompt.do, line)) and fine
    return fine or typed


def _do(prompt: DrivePrompt, lines: Callable[[], Iterable[str]]) -> bool:
    from hexwright.engine_driver.engine_errors import EngineError

    try:
        for shown in lines():
            print_result(printable_line(shown))
    except EngineError as fault:
        print_message(printable_line(str(fault)))
        return False
    return True
