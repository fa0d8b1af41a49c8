"""Send a toolbar command's key to the turn marker, the piece that acts for the whole game."""

from __future__ import annotations

from typing import Final

from hexwright.vassal.codec.buildfile.components import GlobalKeyCommand
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import FastMatch
from hexwright.vassal.module import property_names as prop

_TURN_MARKER: Final = FastMatch("MODULE", by_property=True, property=prop.KIND, value="turn")
"""The property match for the turn marker. With it, VASSAL evaluates no expression for any other piece.

VASSAL records all properties of every piece that a command reaches.
"""


def turn_marker_command(
    name: str, hotkey: KeyCommand, key: KeyCommand, *, text: str = "", tooltip: str = "", icon: str = ""
) -> GlobalKeyCommand:
    """Return the command that sends `key` to the turn marker when its button or `hotkey` is pressed.

    Without text and icon it has no button. The tooltip is the text unless another is given.
    """
    return GlobalKeyCommand.new(
        name=name,
        button_text=text,
        icon=icon,
        tooltip=tooltip or text or name,
        button_hotkey=hotkey,
        hotkey=key,
        single_map=False,
        report_single=False,
        target=_TURN_MARKER,
    )
