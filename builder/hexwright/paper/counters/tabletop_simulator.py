"""Write a saved object for Tabletop Simulator: decks of counters, counters with states, and the map.

The format is that of its Knowledge Base, "Save File Format". Sizes in it are relative: a counter is as large
beside others as on paper, and players scale the map until counters fit its hexes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from hexwright.model.counter_layouts import CounterShape
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.paper.counters.counter_copies import CounterCopy
from hexwright.paper.counters.image_sheets import ImageSheet, image_sheets, state_pictures
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.map.board.board_form import board_file, board_form
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet

_CARD_MM: Final = 63.5
"""Width of a playing card, which has the scale 1."""
_CARD_TYPES: Final[Mapping[CounterShape, int]] = {
    "rectangle": 0,
    "stand-up": 1,
    "block": 0,
    "hexagon": 3,
    "round": 4,
}
"""The number of a card's shape: rounded rectangle, rectangle, rounded hexagon, hexagon, circle."""
_TILE_TYPES: Final[Mapping[CounterShape, int]] = {
    "rectangle": 3,
    "stand-up": 0,
    "block": 0,
    "hexagon": 1,
    "round": 2,
}
"""The number of a tile's shape: box, hexagon, circle, rounded."""
_BLOCK_THICKNESS: Final = 0.4

Url = Callable[[str], str]
"""A function that returns the address of a file of the export."""


def tabletop_files(
    game: Game, settings: PrintSettings, map_picture: tuple[str, bytes], url: Url
) -> dict[str, bytes]:
    """Return the files of a saved object by name: the object, the sheets, single faces, and the map.

    Each name begins with the game's, so that two games can share a folder.
    """
    sheets = image_sheets(game, settings)
    states = list(state_pictures(game, settings))
    files = {map_picture[0]: map_picture[1]}
    for sheet in sheets:
        files[f"{sheet.name}-front.png"] = sheet.front
        files[f"{sheet.name}-back.png"] = sheet.back
    for _, faces in states:
        files |= dict(faces)
    objects = [_board(game, map_picture[0], url)]
    objects += [_deck(game, sheet, number, url) for number, sheet in enumerate(sheets, 1)]
    objects += [
        _states(game, counter, [name for name, _ in faces], number, url)
        for number, (counter, faces) in enumerate(states)
    ]
    _tell_apart(objects, set())
    files[f"{game.slug}.json"] = saved_object(game, objects).encode()
    return files


def map_picture(game: Game, settings: PrintSettings) -> tuple[str, bytes]:
    """Return the file name and the picture of the map, as in the module."""
    plan = plan_sheet(game)
    svg = sheet_svg(game, settings.theme, art=settings.art, plan=plan)
    width = resolution_for(game, plan).pixels(plan.width)
    picture = board_picture(svg, width, board_form(game, settings.art))
    return board_file(picture, f"{game.slug}-map"), picture


def saved_object(game: Game, objects: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a saved object that contains these objects."""
    told = {
        "SaveName": game.info.title,
        "GameMode": "",
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "VersionNumber": "",
        "ObjectStates": list(objects),
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _object(
    name: str, key: str, nickname: str, place: tuple[float, float, float], scale: float
) -> dict[str, Any]:
    x, y, z = place
    return {
        "GUID": hashlib.sha256(key.encode()).hexdigest()[:6],
        "Name": name,
        "Transform": {
            "posX": x,
            "posY": y,
            "posZ": z,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 0.0,
            "scaleX": scale,
            "scaleY": 1.0,
            "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _tell_apart(objects: Iterable[dict[str, Any]], used: set[str]) -> None:
    """Change the GUID of objects that have the one of another; a GUID has only six digits."""
    for each in objects:
        while each["GUID"] in used:
            each["GUID"] = f"{(int(each['GUID'], 16) + 1) % 0x1000000:06x}"
        used.add(each["GUID"])
        _tell_apart(each.get("ContainedObjects", []), used)
        _tell_apart(each.get("States", {}).values(), used)


def _board(game: Game, picture: str, url: Url) -> dict[str, Any]:
    board = _object("Custom_Board", f"{game.slug} map", "Map", (0.0, 1.0, 0.0), 1.0)
    board["Locked"] = True
    board["CustomImage"] = {"ImageURL": url(picture), "ImageSecondaryURL": "", "WidthScale": 1.0}
    return board


def _deck(game: Game, sheet: ImageSheet, number: int, url: Url) -> dict[str, Any]:
    """Return the deck of a sheet; a sheet with one counter is a single card."""
    side = next((side for side in game.info.sides if side.id == sheet.owner), None)
    title = f"{side.name} units" if side is not None else "Markers"
    custom = {
        str(number): {
            "FaceURL": url(f"{sheet.name}-front.png"),
            "BackURL": url(f"{sheet.name}-back.png"),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": True,
            "Type": _CARD_TYPES[sheet.shape],
        }
    }
    place = (-22.0 + 3.0 * (number % 4), 1.5, 8.0 - 3.0 * (number // 4))
    scale = round(sheet.size[0] / _CARD_MM, 4)
    cards = [
        _card(game, piece, 100 * number + at, custom, place, scale) for at, piece in enumerate(sheet.counters)
    ]
    if len(cards) == 1:
        return cards[0]
    deck = _object("DeckCustom", sheet.name, title, place, scale)
    deck["HideWhenFaceDown"] = False
    deck["SidewaysCard"] = False
    deck["DeckIDs"] = [card["CardID"] for card in cards]
    deck["CustomDeck"] = custom
    deck["ContainedObjects"] = cards
    return deck


def _card(
    game: Game,
    piece: CounterCopy,
    number: int,
    custom: Mapping[str, Any],
    place: tuple[float, float, float],
    scale: float,
) -> dict[str, Any]:
    key = f"{game.slug} {piece.counter.id} {piece.copy}"
    card = _object("CardCustom", key, piece.name, place, scale)
    card["HideWhenFaceDown"] = False
    card["SidewaysCard"] = False
    card["CardID"] = number
    card["CustomDeck"] = dict(custom)
    return card


def _states(
    game: Game, counter: Unit | Marker, files: Sequence[str], number: int, url: Url
) -> dict[str, Any]:
    """Return a tile whose states are the faces of a counter, the first of which is shown."""
    shape = layout_of(game, counter, 0).shape
    place = (-22.0 + 2.0 * (number % 12), 1.5, -8.0 - 2.0 * (number // 12))
    scale = round(counter_size(game, counter)[0] / _CARD_MM, 4)
    tiles = []
    for index, file in enumerate(files, 1):
        tile = _object("Custom_Tile", f"{game.slug} {counter.id} state {index}", counter.name, place, scale)
        tile["Description"] = _described(counter, index - 1)
        tile["CustomImage"] = {
            "ImageURL": url(file),
            "ImageSecondaryURL": "",
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _TILE_TYPES[shape],
                "Thickness": _BLOCK_THICKNESS if shape == "block" else 0.1,
                "Stackable": False,
                "Stretch": False,
            },
        }
        tiles.append(tile)
    first, *others = tiles
    if others:
        # The state that is shown isn't listed among the others.
        first["States"] = {str(index): tile for index, tile in enumerate(others, 2)}
    return first


def _described(counter: Unit | Marker, index: int) -> str:
    return f"step {index + 1} of {len(counter.steps)}" if isinstance(counter, Unit) else ""
