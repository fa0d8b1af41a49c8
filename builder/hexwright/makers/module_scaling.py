"""Scale a module by a factor: boards, grids, zones, pieces and set-ups together."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.inspect.analysis.evaluated_fields import trait_field_values
from hexwright.inspect.analysis.module_setups import MAX_SETUP
from hexwright.inspect.analysis.module_view import IMAGES, ComponentNode, open_module
from hexwright.inspect.analysis.used_images import piece_images
from hexwright.makers.module_edit import ModuleEdit, SkippedPart, with_markers
from hexwright.makers.scaled_pictures import scaled_picture
from hexwright.makers.scaled_places import ScaledPlaces
from hexwright.makers.scaled_traits import TraitScaling
from hexwright.makers.written_file import Destination
from hexwright.support.file_limits import raised
from hexwright.support.message_wording import count_noun, printable_line, quote
from hexwright.support.named_files import read_regular
from hexwright.vassal.codec import commands
from hexwright.vassal.codec.archive_limits import MAX_ENTRY
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.commands import BoardChoice, LogStep, SetBoards
from hexwright.vassal.codec.piece_editing import changed_piece
from hexwright.vassal.codec.saved_game_editing import changed_saved_game
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError, reason_of
from hexwright.vassal.codec.trait_fields import Trait

SMALLEST: Final = 0.1
LARGEST: Final = 4.0
_LENGTHS: Final[Mapping[type[Component], tuple[str, ...]]] = {
    c.Map: ("edgeWidth", "edgeHeight"),
    c.HexGrid: ("x0", "y0", "dx", "dy"),
    c.SquareGrid: ("x0", "y0", "dx", "dy"),
    c.HexGridNumbering: ("hDrawOff", "vDrawOff"),
    c.SquareGridNumbering: ("hDrawOff", "vDrawOff"),
    c.MoveCameraButton: ("xPos", "yPos", "xOffset", "yOffset"),
}
"""The attributes with lengths on boards."""
_SIZES: Final[Mapping[type[Component], tuple[str, ...]]] = {
    c.Board: ("width", "height"),
    c.HexGridNumbering: ("fontSize",),
    c.SquareGridNumbering: ("fontSize",),
    c.RegionGrid: ("fontsize",),
    c.LosThread: ("scale",),
}
"""The attributes with sizes on boards, which stay at least 1."""
_PIECES: Final[Mapping[type[Component], tuple[str, ...]]] = {
    c.DrawPile: ("width", "height"),
    c.PieceSlot: ("width", "height"),
    c.StackMetrics: ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    c.SelectionHighlighter: ("xoffset", "yoffset"),
    c.Flare: ("circleSize",),
}
"""The attributes with sizes and offsets of pieces."""


Watch = Callable[[str, int, int], None]
"""A function that gets what is being done, and the number of things done and of all."""


def part_of(watch: Watch, start: float, end: float) -> Watch:
    """Return the progress of a part of the work, which goes from a share of the whole to another."""

    def told(what: str, done: int, total: int) -> None:
        share = start + (end - start) * (done / total if total else 0)
        watch(what, round(1000 * share), 1000)

    return told


@dataclass(slots=True)
class ScalingResult:
    """What was scaled, and what stays for the designer to look at."""

    factor: float
    boards: int = 0
    pictures: int = 0
    saved_games: int = 0
    kept: dict[str, str] = field(default_factory=dict)
    """Pictures of pieces that stay as they are, with the reason."""
    unclear: list[str] = field(default_factory=list)
    """Expressions for distances, which stay as they are."""
    logs: list[str] = field(default_factory=list)
    """Logs inside the module, which stay as they are."""
    renamed: Counter[str] = field(default_factory=Counter)
    """The number of points in each saved game whose location has another name than before."""
    saves: list[bytes] = field(default_factory=list)
    """The scaled saved games that were handed in."""


def scale_module(
    edit: ModuleEdit,
    factor: float,
    *,
    pieces: bool = True,
    saves: Sequence[Path] = (),
    progress: Watch = lambda what, done, total: None,
) -> ScalingResult:
    """Scale boards, grids, zones and set-ups by a factor, and by `pieces` also what is drawn of pieces.

    `saves` are saved games outside the module. Raises InputError: J011 for a board whose picture can't be
    scaled, J001 for a saved game that can't be read.
    """
    work = _Scaling(edit, factor, pieces, progress)
    work.boards()
    work.components()
    with tempfile.TemporaryDirectory(prefix="hexwright-scaled.") as held:
        # The places of pieces follow from the grids of the module that VASSAL will read.
        path = Path(held) / edit.path.with_suffix(edit.path.suffix or ".vmod").name
        edit.write(Destination(path))
        with open_module([path]) as after:
            places = ScaledPlaces(edit.view, after, factor)
            work.starting_places(places)
            work.definitions(places)
            work.set_ups(places)
            for save in saves:
                work.save(save, places)
    if pieces:
        work.piece_pictures()
    return work.result


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class _Scaling:
    def __init__(self, edit: ModuleEdit, factor: float, pieces: bool, progress: Watch) -> None:
        self.edit = edit
        self.factor = factor
        self.pieces = pieces
        self.progress = progress
        self.result = ScalingResult(factor)
        self._images: set[str] = set()
        """The pictures of pieces in set-ups."""
        self._made: set[str] = set()
        self._regions: dict[int, dict[tuple[int, int], tuple[int, int]]] = {}
        """The points of each grid's regions after scaling, each with the one before."""

    # Boards and grids -------------------------------------------------------------------------------
    def boards(self) -> None:
        """Scale the pictures of boards."""
        for node in self.edit.view.all(c.Board):
            self.result.boards += 1
            image = node.component.get("image") or ""
            entry = self.edit.view.image_entry(image) if image else None
            if entry is None or entry not in self.edit.archive:
                continue
            reason = self._scale_picture(entry)
            if reason:
                what = f"the picture {quote(image)} of the board can't be scaled: {reason}"
                hint = "write it as PNG or JPEG of at most 100 million pixels"
                raise InputError.single("J011", printable_line(what), node.place.span(), hint)

    def components(self) -> None:
        """Scale the attributes of boards, grids, zones and windows."""
        tables = (_LENGTHS, _SIZES, *((_PIECES,) if self.pieces else ()))
        for node in self.edit.view.nodes:
            for table in tables:
                for kind, names in table.items():
                    if isinstance(node.component, kind):
                        for name in names:
                            self._scale_attribute(node, name, at_least=1 if table is not _LENGTHS else None)
            if isinstance(node.component, c.Region):
                self._scale_region(node)
            elif isinstance(node.component, c.Zone):
                self._set(node, "path", self._path(node.component.path))
            elif isinstance(node.component, c.GlobalMap):
                shown = node.component.scale / self.factor
                self._set(node, "scale", repr(round(shown, 6)))

    def _scale_region(self, node: ComponentNode) -> None:
        """Scale the point of a region. A region that was one pixel beside another stays beside it."""
        try:
            point = int(node.component.get("originx", "")), int(node.component.get("originy", ""))
        except ValueError:
            self._scale_attribute(node, "originx", None)
            self._scale_attribute(node, "originy", None)
            return
        x, y = (round(one * self.factor) for one in point)
        taken = self._regions.setdefault(id(node.parent), {})
        other = taken.setdefault((x, y), point)
        if other != point:
            x, y = x + _sign(point[0] - other[0]), y + _sign(point[1] - other[1])
            taken.setdefault((x, y), point)
        self._set(node, "originx", str(x))
        self._set(node, "originy", str(y))

    def _scale_attribute(self, node: ComponentNode, name: str, at_least: int | None) -> None:
        text = node.component.get(name)
        if text is None:
            return
        try:
            value = float(text) * self.factor
        except ValueError:
            if text.strip():
                self.result.unclear.append(text)
            return
        if name in ("dx", "dy"):
            self._set(node, name, repr(round(value, 8)))
            return
        whole = round(value)
        if at_least is not None and value > 0:
            whole = max(at_least, whole)
        self._set(node, name, str(whole))

    def _set(self, node: ComponentNode, name: str, value: str) -> None:
        if node.component.get(name) not in (None, value):
            self.edit.set_attribute(node, name, value)

    def _path(self, path: str) -> str:
        points = []
        for point in path.split(";"):
            try:
                points.append(",".join(str(round(float(one) * self.factor)) for one in point.split(",")))
            except ValueError:
                points.append(point)
        return ";".join(points)

    def starting_places(self, places: ScaledPlaces) -> None:
        """Scale the places of at-start stacks and decks."""
        for node in self.edit.view.all(c.SetupStack, c.DrawPile):
            stack = node.component
            assert isinstance(stack, c.SetupStack | c.DrawPile)
            window = next((a.component for a in node.ancestors() if isinstance(a.component, c.Map)), None)
            name = window.get("mapName", "") if window is not None else ""
            board = stack.get("owningBoard") or ""
            if board not in ("", "<any>", "null"):
                x, y = places.on_board(name, board, (stack.x, stack.y))
            elif window is not None:
                left, top = window.edge_width, window.edge_height
                x, y = places.on_map(name, (stack.x + left, stack.y + top))
                x, y = x - round(left * self.factor), y - round(top * self.factor)
            else:
                x, y = places.plain((stack.x, stack.y))
            self._set(node, "x", str(x))
            self._set(node, "y", str(y))

    # Pieces -----------------------------------------------------------------------------------------
    def definitions(self, places: ScaledPlaces) -> None:
        """Scale the traits of pieces and prototypes."""
        change = TraitScaling(places, self.pieces)
        self.edit.change_traits(change)
        self.result.unclear += sorted(change.unclear)

    def set_ups(self, places: ScaledPlaces) -> None:
        """Scale the saved games inside the module."""
        names = self.edit.saved_game_entries()
        watch = part_of(self.progress, 0, 0.5)
        for number, name in enumerate(names):
            watch(f"set-up {number + 1} of {len(names)}", number, len(names))
            if name.lower().endswith(".vlog"):
                self.result.logs.append(name)
                continue
            try:
                data = self.edit.archive.read(name, MAX_SETUP)
                made, renamed = scaled_save(data, places, pieces=self.pieces, see=self._see)
            except (CodecError, RecursionError) as error:
                self.edit.skipped.append(SkippedPart(self.edit.view.place / name, reason_of(error)))
                continue
            if renamed:
                self.result.renamed[name] = renamed
            if made != data:
                self.edit.entries[name] = made
                self.result.saved_games += 1

    def save(self, path: Path, places: ScaledPlaces) -> None:
        """Scale a saved game outside the module."""
        place = Span(printable_line(path.as_posix()))
        try:
            data = read_regular(path, raised(MAX_ENTRY))
            if any(isinstance(part, LogStep) for part in SavedGameFile.read(data).commands):
                raise InputError.single("J001", "a log can't be scaled", place, "name a saved game (.vsav)")
            made, renamed = scaled_save(data, places, pieces=self.pieces, see=self._see)
        except OSError as fault:
            what = f"the file can't be read: {(fault.strerror or str(fault)).lower()}"
            raise InputError.single("J001", what, place) from None
        except (CodecError, RecursionError) as error:
            what = f"the saved game can't be scaled: {printable_line(reason_of(error))}"
            raise InputError.single("J001", what, place) from None
        if renamed:
            self.result.renamed[path.name] = renamed
        self.result.saves.append(made)

    def _see(self, trait: Trait) -> None:
        self._images.update(str(one.value) for one in trait_field_values(trait) if one.kind == "image")

    def piece_pictures(self) -> None:
        """Scale the pictures that pieces show, and that no board has."""
        view = self.edit.view
        entries = set(piece_images(view)) | {view.image_entry(name) or "" for name in self._images}
        chosen = sorted(one for one in entries - self._made if one in self.edit.archive)
        watch = part_of(self.progress, 0.5, 1)
        for number, entry in enumerate(chosen):
            watch("scaling pictures", number, len(chosen))
            reason = self._scale_picture(entry)
            if reason:
                self.result.kept[entry.removeprefix(IMAGES)] = reason

    def _scale_picture(self, entry: str) -> str:
        """Scale a picture once; return the reason if it can't be scaled."""
        if entry in self._made or entry in self.edit.removed:
            return ""
        try:
            data = self.edit.archive.read(entry, MAX_ENTRY)
        except CodecError as error:
            return error.reason
        made = scaled_picture(entry, data, self.factor)
        if made is None:
            return "it is animated, too large, or in a form that isn't read"
        self._made.add(entry)
        self.edit.entries[entry] = made
        self.result.pictures += 1
        return ""


def scaled_save(
    data: bytes,
    places: ScaledPlaces,
    *,
    pieces: bool,
    see: Callable[[Trait], None] = lambda trait: None,
) -> tuple[bytes, int]:
    """Return a scaled saved game, and the number of points whose location has another name than before.

    `see` is called with each trait. Raises CodecError for a file that isn't a saved game.
    """
    boards: dict[str, Sequence[BoardChoice]] = {}

    def collect(text: str) -> str:
        if not text.startswith("+/") and "BoardPicker" in text:
            command = commands.decode(text)
            if isinstance(command, SetBoards):
                boards[command.map] = command.boards
        return text

    changed_saved_game(data, collect)
    change = TraitScaling(places.with_boards(boards), pieces)

    def scaled(trait: Trait) -> Trait:
        see(trait)
        return change(trait)

    deep = with_markers(scaled)

    def of_command(text: str) -> str:
        return changed_piece(text, deep) if text.startswith("+/") else text

    made = changed_saved_game(data, of_command)
    return made, change.places.renamed


def scaling_lines(found: ScalingResult) -> list[str]:
    """Return lines about a scaled module, and about what stays to be looked at."""
    counts = (
        (found.boards, "board"),
        (found.pictures, "picture"),
        (found.saved_games, "set-up"),
        (len(found.saves), "saved game"),
    )
    done = ", ".join(count_noun(number, noun) for number, noun in counts if number)
    lines = [f"scaled by {found.factor:g}: {done or 'nothing'}"]
    lines += [f"not scaled: {name}: {reason}" for name, reason in found.kept.items()]
    lines += [f"not scaled: {name}: a log has steps of play" for name in found.logs]
    lines += [f"not scaled: the distance {quote(text)}: change it by hand" for text in found.unclear]
    lines += [f"{name}: {count} places have another location name" for name, count in found.renamed.items()]
    return lines
