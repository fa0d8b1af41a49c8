"""The map of an imported module: the window, its boards and hexes, and the picture of the boards."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.emulator.live_boards import LiveBoard, lay_boards
from hexwright.inspect.analysis.module_images import image_header, open_image, read_image_bytes
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.makers.module_import.grid_fit import FoundHexes, find_hexes, hex_grids
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.starting_positions import Boards, StartingPosition
from hexwright.sanitize import read_raster_info
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice

MAX_JOINED: Final = 60_000_000
"""The most pixels of a map picture that has to be decoded: joined from boards, stretched, or converted."""
STRETCHED: Final = 1.08
"""Hexes that are this much wider or narrower than regular ones need another picture."""
_KEPT: Final = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp"}


@dataclass(frozen=True)
class ImportedMap:
    """The map that becomes the game's: its window and boards, and their hexes in pixels of the window."""

    window: ComponentNode
    boards: tuple[LiveBoard, ...]
    hexes: FoundHexes

    @property
    def name(self) -> str:
        """Return the name of the map window."""
        return self.window.component.get("mapName", "")

    @property
    def hexes_drawn(self) -> tuple[str, ...]:
        """Return what VASSAL draws over the boards: grid, numbers."""
        grids = [grid for board in self.boards for grid in hex_grids(board)]
        shown = {"grid": any(grid.grid.visible for grid in grids)}
        numberings = [grid.numbering.component for grid in grids if grid.numbering is not None]
        shown["numbers"] = any(numbering.visible for numbering in numberings)
        return tuple(name for name, drawn in shown.items() if drawn)

    @property
    def corner(self) -> tuple[int, int]:
        """Return the upper left corner of the boards in the window."""
        return min(board.left for board in self.boards), min(board.top for board in self.boards)

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of all boards together."""
        left, top = self.corner
        return (
            max(board.left + board.width for board in self.boards) - left,
            max(board.top + board.height for board in self.boards) - top,
        )


@dataclass(frozen=True, slots=True)
class MapPicture:
    """The picture of the boards; `scale` has the factors from the boards' pixels to those of the picture."""

    file: str
    data: bytes
    scale: tuple[float, float]


def choose_map(module: ModuleView, positions: Sequence[StartingPosition], notes: ImportNotes) -> ImportedMap:
    """Return the map window and boards with hexes on which most pieces start.

    Raises InputError (J011) for a module without a hex grid.
    """
    candidates: list[tuple[int, int, ImportedMap]] = []
    for window in module.maps:
        layouts = _layouts(module, window, positions)
        for boards, set_ups in layouts.items():
            laid = tuple(lay_boards(module, window, boards))
            hexes = find_hexes(laid) if laid else None
            if hexes is None or not hexes.names:
                continue
            candidate = ImportedMap(window, laid, hexes)
            on_hexes = sum(
                1
                for number in set_ups
                for piece in positions[number].pieces
                if piece.map == candidate.name and hexes.cell_at(piece.spot) is not None
            )
            candidates.append((on_hexes, len(hexes.names), candidate))
    if not candidates:
        raise _no_map(module)
    chosen = max(candidates, key=lambda row: row[:2])[2]
    for window in dict.fromkeys(one.window for _, _, one in candidates if one.window is not chosen.window):
        notes.add("map left out: a game has one map with hexes", window.place)
    shown = {board.node for board in chosen.boards}
    for board in module.boards_by_map.get(chosen.window, ()):
        if board not in shown:
            notes.add("board left out: another choice of boards has more pieces", board.place)
    return chosen


def _no_map(module: ModuleView) -> InputError:
    """Return the error for a module without a map that a game can have."""
    grids = module.all(c.HexGrid)
    if grids:
        what = "the picture of the board with this Hex Grid isn't in the module, or can't be read"
        return InputError.single("J011", what, grids[0].place.span(), "add the board's picture in the Editor")
    hint = "hexwright makes hex wargames; in the Editor, a Board's grid must be a Hex Grid"
    return InputError.single("J011", "the module has no map with a Hex Grid", module.place.span(), hint)


def _layouts(
    module: ModuleView, window: ComponentNode, positions: Sequence[StartingPosition]
) -> dict[Boards, list[int]]:
    """Return the choices of boards on a map, each with the numbers of its set-ups."""
    name = window.component.get("mapName", "")
    found: dict[Boards, list[int]] = {}
    for number, position in enumerate(positions):
        boards = position.boards.get(name)
        if boards and not any(board.reversed for board in boards):
            found.setdefault(boards, []).append(number)
    if not found:
        for node in module.boards_by_map.get(window, ()):
            found[(BoardChoice(node.component.get("name", "")),)] = []
    return found


def has_layout(imported: ImportedMap, module: ModuleView, position: StartingPosition) -> bool:
    """Return whether a set-up has the boards of the imported map."""
    boards = position.boards.get(imported.name)
    if not boards:
        return True
    laid = lay_boards(module, imported.window, boards)
    return [(b.title, b.left, b.top) for b in laid] == [(b.title, b.left, b.top) for b in imported.boards]


def map_picture(module: ModuleView, imported: ImportedMap, notes: ImportNotes) -> MapPicture | None:
    """Return the picture of the boards, or None if they have no pictures.

    A single picture of regular hexes keeps its bytes. Raises InputError (J011) for boards with too many
    pixels.
    """
    named = [board for board in imported.boards if _image(board)]
    if not named:
        return None
    stretch = imported.hexes.lattice.stretch
    scale = (1.0, 1.0)
    if not 1 / STRETCHED < stretch < STRETCHED:
        across = 1 / stretch
        scale = (1.0, across) if imported.hexes.lattice.cells.sideways else (across, 1.0)
        notes.add("map picture scaled, so that its hexes are regular", imported.hexes.place)
    if len(imported.boards) == 1 and scale == (1.0, 1.0):
        kept = _kept(module, imported.boards[0])
        if kept is not None:
            return kept
    return _joined(module, imported, scale)


def _image(board: LiveBoard) -> str:
    component = board.node.component
    assert isinstance(component, c.Board)
    return component.image


def _kept(module: ModuleView, board: LiveBoard) -> MapPicture | None:
    """Return the bytes of a board's picture if a game can use them as they are."""
    data = read_image_bytes(module, _image(board))
    if data is None:
        return None
    try:
        info = read_raster_info(data)
    except ValueError:
        return None
    usable = info.form in _KEPT and info.frames == 1 and not info.needs_rotation and not info.is_cmyk
    return MapPicture(f"map{_KEPT[info.form]}", data, (1.0, 1.0)) if usable else None


def _joined(module: ModuleView, imported: ImportedMap, scale: tuple[float, float]) -> MapPicture:
    from PIL import Image

    size = round(imported.size[0] * scale[0]), round(imported.size[1] * scale[1])
    if size[0] * size[1] > MAX_JOINED:
        what = f"the map has {size[0]} × {size[1]} pixels; the limit is {MAX_JOINED:,} in total"
        raise InputError.single("J011", what, imported.window.place.span(), "scale the boards' pictures down")
    whole = Image.new("RGB", size, (214, 208, 196))
    lossy = False
    left, top = imported.corner
    for board in imported.boards:
        head = image_header(module, _image(board))
        picture = open_image(module, _image(board), MAX_JOINED)
        if picture is None or head is None:
            continue
        lossy = lossy or head.format == "jpeg"
        fitted = round(board.width * scale[0]), round(board.height * scale[1])
        if picture.size != fitted:
            picture = picture.resize(fitted, Image.Resampling.LANCZOS)
        at = round((board.left - left) * scale[0]), round((board.top - top) * scale[1])
        whole.paste(picture, at, picture)
    buffer = io.BytesIO()
    if lossy:
        whole.save(buffer, "JPEG", quality=92, subsampling=0)
        return MapPicture("map.jpg", buffer.getvalue(), scale)
    whole.save(buffer, "PNG", compress_level=6)
    return MapPicture("map.png", buffer.getvalue(), scale)
