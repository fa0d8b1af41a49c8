"""Build the toolbar's buttons, in the order in which players use them."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import DiceButton, ToolbarMenu
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.module_windows import CLOCK_BUTTON, NOTES_BUTTON, PIECES_BUTTON
from hexwright.vassal.module.setup_trays import SetupTrays

USUAL_DIE = 6


def die_button(game: Game) -> DiceButton:
    """Return the button that rolls the game's die and reports the result in the chat."""
    table = game.charts.combat
    sides, many = (table.die, table.dice) if table is not None else (USUAL_DIE, 1)
    return DiceButton.new(
        name=f"{many}d{sides}",
        text_=f"{many}d{sides}",
        tooltip=f"Roll a die of {sides} sides" if many == 1 else f"Roll {many} dice of {sides} sides",
        hotkey=key_commands.ROLL,
        n_dice=many,
        n_sides=sides,
        report_format="** $PlayerName$ rolls $name$: $result$",
    )


def windows_menu(trays: SetupTrays) -> ToolbarMenu:
    """Return the toolbar menu for windows that are rarely used."""
    return ToolbarMenu.new(
        description="Windows",
        text_="Windows",
        tooltip="Pieces, units to place, notes and clocks",
        menu_items=(PIECES_BUTTON, *(tray.map for tray in trays.all()), NOTES_BUTTON, CLOCK_BUTTON),
    )
