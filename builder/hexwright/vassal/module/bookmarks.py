"""Build the menu of the map's toolbar: places to show, and files that the map can be saved to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.model.hex_map import Place, PlaceKind
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    DoActionButton,
    ImageSaver,
    MoveCameraButton,
    TextSaver,
    ToolbarMenu,
)
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.enforcement.traits import press
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.toolbar_icons import icon

MOST_PLACES: Final = 10
"""The maximum number of places in the menu."""
FRONT_BUTTON: Final = "The battle, or the front"
_PICTURE_BUTTON, _TEXT_BUTTON = "Save the map as a picture", "Save a list of all pieces as text"
_KINDS: Final[tuple[PlaceKind, ...]] = ("capital", "major-city", "city", "town", "name")
"""The kinds of places, from the most to the least important."""


def map_menu(places: BoardPositions) -> Iterator[Component]:
    """Yield the menu of the map's toolbar and its buttons, which VASSAL shows only in the menu."""
    yield DoActionButton.new(
        name=FRONT_BUTTON,
        text_=FRONT_BUTTON,
        tooltip="Show the hexes of the battle that is fought, or else the middle of the front",
        do_loop=True,
        loop_count=press("lookAtFront"),
    )
    found = {place.name: places.hex(place.hex) for place in bookmarks(places)} | boxes(places)
    for name, spot in found.items():
        yield MoveCameraButton.new(
            text_=name,
            tooltip=f"Show {name}",
            icon="",
            move_camera_mode="L",
            board_name=prop.BOARD,
            x_pos=str(spot.x),
            y_pos=str(spot.y),
            zoom="-1",
        )
    yield ImageSaver.new(button_text=_PICTURE_BUTTON, tooltip=_PICTURE_BUTTON, icon="")
    yield TextSaver.new(button_text=_TEXT_BUTTON, tooltip=_TEXT_BUTTON, icon="")
    yield ToolbarMenu.new(
        description="Places",
        text_="",
        icon=icon("places"),
        tooltip="Places: show the front, a city or a box of units; save the map",
        menu_items=(FRONT_BUTTON, *found, _PICTURE_BUTTON, _TEXT_BUTTON),
    )


def boxes(places: BoardPositions) -> dict[str, PixelPoint]:
    """Return the middle of each box on the sheet, by the box's name."""
    areas = {box.name: places.box(box.id) for box in places.game.hexmap.boxes if box.id in places.sheet.boxes}
    return {
        name: PixelPoint(area.x + area.width // 2, area.y + area.height // 2) for name, area in areas.items()
    }


def bookmarks(places: BoardPositions) -> Sequence[Place]:
    """Return the places of the menu, from west to east.

    They are the most important places of the map. Among places of a kind, each next one is the one farthest
    from those before it, so that together they cover the map.
    """
    chosen: list[Place] = []
    for kind in _KINDS:
        rest = [place for place in places.game.hexmap.places if place.kind == kind]
        if chosen and kind in ("town", "name"):
            break
        while rest and len(chosen) < MOST_PLACES:
            best = max(rest, key=lambda place: (_apart(places, place, chosen), place.id))
            rest.remove(best)
            if best.name not in {place.name for place in chosen}:
                chosen.append(best)
    return sorted(chosen, key=lambda place: (places.hex(place.hex).x, place.id))


def _apart(places: BoardPositions, place: Place, chosen: Sequence[Place]) -> int:
    """Return the square of a place's distance from the nearest chosen one, or 0 if there is none."""
    at = places.hex(place.hex)
    return min(
        ((at.x - other.x) ** 2 + (at.y - other.y) ** 2 for other in (places.hex(one.hex) for one in chosen)),
        default=0,
    )
