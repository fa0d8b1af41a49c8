"""Build the toolbar: its buttons in the order in which players use them, in groups.

A button with an icon has no text. Its tooltip begins with its name and a colon, because sentences name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.model.game import Game
from hexwright.render.map.sheet.board_resolution import BoardResolution
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import DiceButton, DoActionButton, ToolbarMenu
from hexwright.vassal.enforcement import attrition, switch, victory
from hexwright.vassal.enforcement.fighting import fights
from hexwright.vassal.enforcement.traits import press, run
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.chart_windows import ChartPage, charts_window
from hexwright.vassal.module.module_options import player_roster
from hexwright.vassal.module.module_windows import CLOCK_BUTTON, NOTES_BUTTON, PIECES_BUTTON, inventory_window
from hexwright.vassal.module.phase_track import turn_label
from hexwright.vassal.module.setup_trays import SetupTrays
from hexwright.vassal.module.toolbar_icons import GAP, icon
from hexwright.vassal.module.turn_counter import battle_button, next_button

USUAL_DIE = 6
_BEGIN_LOG, _END_LOG = "Begin a log file", "End the log file"
_TO_END_OF_LOG: Final = "To the end of the log"
_FLAT: Final = "<html><!--flat--></html>"
"""The text of a button that is drawn without a border. The script looks for it."""


def file_buttons(game: Game) -> Iterator[Component]:
    """Yield the first buttons: files, and the seat, which VASSAL reads before the map.

    VASSAL adds its own for undo, log steps and the server before them.
    """
    yield gap("Files and seats")
    yield _window_button("Save", "save", "Save: write the game into a file", "saveGame")
    yield _window_button("Load", "load", "Load: go on with a saved game, or read a log", "loadGame")
    yield from _log_buttons()
    yield player_roster(game)


def toolbar(
    game: Game,
    trays: SetupTrays,
    resolution: BoardResolution,
    charts: Sequence[ChartPage],
    pages: Sequence[str],
) -> Iterator[Component]:
    """Yield the other buttons. They follow the map, because the windows of charts contain maps, too.

    `pages` are the titles of the Help menu's pages.
    """
    yield gap("The turn")
    yield next_button(game)
    yield turn_label(game)
    yield gap("Battles and points")
    if fights(game):
        yield battle_button()
    yield die_button(game)
    yield from attrition.dice_buttons(game)
    yield victory.button()
    yield gap("Windows and rules")
    yield charts_window(charts)
    yield inventory_window(resolution)
    yield windows_menu(trays)
    yield switch.toolbar_menu(game)
    yield from help_buttons(pages)


def help_buttons(pages: Sequence[str]) -> Iterator[Component]:
    """Yield the menu of help pages, and its lines, which open the pages with these titles."""
    for number, title in enumerate(pages):
        yield DoActionButton.new(
            name=title,
            text_=title,
            tooltip=title,
            do_loop=True,
            loop_count=run(f"openHelp({number});"),
        )
    yield ToolbarMenu.new(
        description="Help",
        text_="",
        icon=icon("help"),
        tooltip="Help: how to play with this module, its keys, the rules in short",
        menu_items=tuple(pages),
    )


def gap(group: str) -> DoActionButton:
    """Return the line before a group of buttons; it does nothing."""
    return DoActionButton.new(
        name=f"Line before: {group}", text_=_FLAT, tooltip=group, icon=icon(GAP), do_hotkey=False
    )


def _log_buttons() -> Iterator[Component]:
    for text, tooltip, key in (
        (_BEGIN_LOG, "All that follows goes into the file that you send", key_commands.BEGIN_LOG),
        (_END_LOG, "Then send the file to the other player", key_commands.END_LOG),
    ):
        yield DoActionButton.new(name=text, text_=text, tooltip=tooltip, do_hotkey=True, hotkeys=(key,))
    yield DoActionButton.new(
        name=_TO_END_OF_LOG,
        text_=_TO_END_OF_LOG,
        tooltip="Show all steps that are left of the log that was loaded",
        do_loop=True,
        loop_count=press("stepToEnd"),
    )
    yield ToolbarMenu.new(
        description="Log",
        text_="",
        icon=icon("log"),
        tooltip="Log: for a game by mail, begin one before you move; end it and send it when you are done",
        menu_items=(_BEGIN_LOG, _END_LOG, _TO_END_OF_LOG),
    )


def _window_button(name: str, picture: str, tooltip: str, function: str) -> DoActionButton:
    """Return a button that calls a script function without arguments."""
    return DoActionButton.new(
        name=name,
        text_="",
        icon=icon(picture),
        tooltip=tooltip,
        do_loop=True,
        loop_count=press(function),
    )


def die_button(game: Game) -> DiceButton:
    """Return the button that rolls the game's die and reports the result in the chat."""
    table = game.charts.combat
    sides, many = (table.die, table.dice) if table is not None else (USUAL_DIE, 1)
    name = f"{many}d{sides}"
    return DiceButton.new(
        name=name,
        text_="",
        icon=icon("die"),
        tooltip=f"{name}: roll a die of {sides} sides"
        if many == 1
        else f"{name}: roll {many} dice of {sides} sides",
        hotkey=key_commands.ROLL,
        n_dice=many,
        n_sides=sides,
        report_format="** $PlayerName$ rolls $name$: $result$",
    )


def windows_menu(trays: SetupTrays) -> ToolbarMenu:
    """Return the toolbar menu for windows that are rarely used."""
    return ToolbarMenu.new(
        description="Windows",
        text_="",
        icon=icon("windows"),
        tooltip="Windows: pieces, units to place, notes and clocks",
        menu_items=(PIECES_BUTTON, *(tray.map for tray in trays.all()), NOTES_BUTTON, CLOCK_BUTTON),
    )
