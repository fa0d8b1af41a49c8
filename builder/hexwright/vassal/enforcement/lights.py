"""Show information on the map to one player only: the possible moves of a unit, and supply lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import DoActionButton
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import press, run
from hexwright.vassal.module import key_commands

MENU: Final = "Show where it may go"


_LIGHTS: Final = KeyCommand.named("hexwright.rules.lights")
_LINES: Final = KeyCommand.named("hexwright.rules.lines")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that highlight a unit's possible moves and its side's supply lines."""
    yield from _shows(_LIGHTS, "toggleLights", key_commands.SHOW_REACH, MENU)
    if game.rules.supply_lines:
        yield from _shows(
            _LINES,
            "toggleSupply",
            key_commands.SHOW_LINES,
            f"Show its side's lines of {key_commands.supply_line_word(game)}",
        )


def components() -> Iterator[DoActionButton]:
    """Yield the hidden buttons whose keys move the highlighted unit, and show the next unit that is due.

    The key with a number moves the unit to the highlighted hex with that number.
    """
    yield DoActionButton.new(
        name="The next unit that is due",
        text_="",
        tooltip="Shows where the next unit that is due may arrive",
        hotkey=key_commands.NEXT_DUE,
        do_loop=True,
        loop_count=press("nextDue"),
    )
    for number, key in enumerate(key_commands.LIT_UNIT, 1):
        yield DoActionButton.new(
            name=f"To lit hex {number}",
            text_="",
            tooltip=f"Takes the unit to lit hex {number}",
            hotkey=key,
            do_loop=True,
            loop_count=run(f"goTo({number});"),
        )


def _shows(key: KeyCommand, function: str, pressed: KeyCommand, menu: str) -> Iterator[Trait]:
    """Yield the traits that call a script function that draws on the map.

    The function draws while the trigger's match is evaluated. The match is always false, so no command
    results and nothing is logged. A menu evaluates the match whenever it opens, so the menu line has a
    separate trigger.
    """
    yield TriggerAction(
        name="Never matches: what is drawn is no part of the game",
        menu="",
        key=key,
        match=f'{{{call(function, "PieceUID").strip("{}")}.equals("never")}}',
        actions=(),
    )
    yield TriggerAction(name=menu, menu=menu, key=pressed, actions=(key,))
