"""Let a place change hands when a unit ends its move there: its control marker turns over."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import GlobalKeyCommand
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.board import HEX_ZONE
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.traits import on


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what a unit needs to take a place; nothing in a game whose markers don't show two owners."""
    held = [place.hex for place in game.hexmap.places if place.owner is not None]
    shown = [
        marker
        for marker in game.counters.markers
        if len(marker.faces) == 2 and all(face.symbol == "control" for face in marker.faces)
    ]
    if not held or not shown:
        return
    marker = f'{prop.KIND} == "control" && LocationName == "$LocationName$" && {prop.SIDE} != "${prop.SIDE}$"'
    hexes = "/" + "/".join(held) + "/"
    yield on(
        "A place may change hands",
        names.TAKE_PLACE,
        f'{{CurrentZone == "{HEX_ZONE}" && "{hexes}".contains("/" + LocationName + "/")}}',
        names.TURN_MARKER,
    )
    yield GlobalKeyCommand(
        menu="",
        key=names.TURN_MARKER,
        command=keys.FLIP,
        match=f"{{{marker}}}",
        suppress_reports=False,
        description="The marker of the place shows its new owner",
    )
