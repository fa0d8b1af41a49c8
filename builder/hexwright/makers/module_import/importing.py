"""Import a module: read it, and write it as a new hexwright project."""

from __future__ import annotations

import datetime
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geomap.id_slugs import slugify
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.show.open_as_items import open_readable
from hexwright.load.project_folder import is_slug
from hexwright.makers.module_import.chart_pictures import chart_records
from hexwright.makers.module_import.component_notes import note_components
from hexwright.makers.module_import.counter_art import CounterArt
from hexwright.makers.module_import.counters import CounterReader, image_names, palette_pieces
from hexwright.makers.module_import.drawn_pictures import DrawnPictures
from hexwright.makers.module_import.game_records import COUNTER_MM, GameRecords, game_version
from hexwright.makers.module_import.grid_fit import fit_grid
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.imported_game import ImportedGame
from hexwright.makers.module_import.map_board import choose_map, has_layout, map_picture
from hexwright.makers.module_import.project_files import write_files, yaml_text
from hexwright.makers.module_import.starting_positions import PositionReader
from hexwright.makers.module_import.turn_order import read_turn_order
from hexwright.support.message_wording import printable_line
from hexwright.support.progress_stages import ProgressListener
from hexwright.vassal.codec.buildfile import components as c

_LONGEST_TITLE = 60


@dataclass(frozen=True)
class ImportResult:
    """What an import wrote: the game's folder name, and the numbers of its parts."""

    slug: str
    hexes: int
    units: int
    markers: int
    scenarios: int
    pictures: int
    notes: ImportNotes


def import_module(
    module: Path,
    folder: Path,
    progress: ProgressListener,
    *,
    name: str = "",
    only: Sequence[str] = (),
    dry_run: bool = False,
) -> ImportResult:
    """Import a module into a new project folder; with `dry_run`, only tell what would become of it.

    With `only`, set-ups are left out that have none of these texts in their names; the boards are then those
    of the set-ups that stay.
    Raises InputError: J001 for a module that can't be read, J003 for a folder with files, J011 for a module
    that can't become a game, W001 if the folder can't be written. Nothing is then left behind.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "nothing was written; name a new folder"
        raise InputError.single("J003", "the folder isn't empty", _span(folder), hint)
    if name and not is_slug(name):
        raise InputError.single(
            "G003", f"'{name}' can't be the name of a game's folder", None, "write a-z, 0-9, -"
        )
    try:
        with open_readable([module]) as view:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(
                prefix=f".{folder.name}.", suffix=".part", dir=None if dry_run else folder.parent
            ) as held:
                made = Path(held) / "project"
                slug = name or _slug(view, module)
                result = _write(view, made, slug, only, progress)
                if not dry_run:
                    if folder.exists():
                        folder.rmdir()
                    made.rename(folder)
            return result
    except OSError as fault:
        what = f"the folder can't be written: {(fault.strerror or str(fault)).lower()}"
        raise InputError.single(
            "W001", what, _span(folder), "free some space, or choose another folder"
        ) from None


def _write(
    view: ModuleView, project: Path, slug: str, only: Sequence[str], progress: ProgressListener
) -> ImportResult:
    notes = ImportNotes()
    drafts = tuple(palette_pieces(view))
    images = image_names(trait for _, traits, _, _, _ in drafts for trait in traits)
    with DrawnPictures(view, project.parent / "drawn", images) as drawn:
        positions = PositionReader(view, notes)
        found = positions.read_all(progress, only)
        progress.stage("map")
        board = choose_map(view, found, notes)
        kept = tuple(position for position in found if has_layout(board, view, position))
        for position in found:
            if position not in kept:
                told = "set-up left out: it has other boards; import it alone with --only"
                notes.add(told, position.place)
        progress.stage("counters")
        art = CounterArt(view, project / "art" / slug, drawn)
        counters = CounterReader(view, art, notes, drafts).read(positions.kinds, kept)
    progress.stage("writing")
    occupied = {
        cell
        for position in kept
        for piece in position.pieces
        if piece.map == board.name and (cell := board.hexes.cell_at(piece.spot)) is not None
    }
    hex_px = board.hexes.lattice.flat_px
    hex_mm = COUNTER_MM * hex_px / counters.pixels if counters.pixels else COUNTER_MM * 1.6
    grid = fit_grid(board.hexes, occupied, min(max(round(hex_mm, 3), 5), 200))
    if not grid.same_names:
        why = (
            "other numbers than in the module"
            if any(board.hexes.names.values())
            else "numbers, for want of any"
        )
        notes.add(f"hexes have {why}: {grid.grid.numbering}", board.hexes.place)
    picture = map_picture(view, board, notes)
    if picture is not None:
        art.folder.mkdir(parents=True, exist_ok=True)
        (art.folder / picture.file).write_bytes(picture.data)
    turns = read_turn_order(view, counters.sides, notes)
    title, version = _title(view), game_version(_versions(view))
    charts = chart_records(view, art, notes)
    game = ImportedGame(
        view, title, version, _year(view), counters, board, grid, picture, kept, turns, charts, notes
    )
    records = GameRecords(game)
    content = records.files()
    note = f"Imported by hexwright from {printable_line(game.source)}."
    texts = {name: yaml_text(name, record, note) for name, record in content.items()}
    write_files(project / "data" / slug, texts)
    note_components(view, notes)
    return ImportResult(
        slug,
        len(grid.ids),
        sum(map(len, records.ids.units.values())),
        sum(counter.side is None for counter in counters.counters),
        len(kept),
        art.files + (picture is not None),
        notes,
    )


def _title(view: ModuleView) -> str:
    metadata, root = view.files[0].metadata, view.root
    names = (metadata.name if metadata else "", root.get("name", "") if root is not None else "")
    title = next((name for name in names if name and name.strip()), view.files[0].name.rpartition(".")[0])
    return printable_line(title.strip())[:_LONGEST_TITLE].strip() or "Imported game"


def _versions(view: ModuleView) -> tuple[str, ...]:
    metadata, root = view.files[0].metadata, view.root
    return (
        (metadata.version or "") if metadata else "",
        root.get("version", "") if isinstance(root, c.GameModule) else "",
    )


def _year(view: ModuleView) -> int:
    """Return the year in which the module was saved; 2000 if it doesn't say."""
    metadata = view.files[0].metadata
    if metadata is None or not metadata.date_saved:
        return 2000
    year = datetime.datetime.fromtimestamp(metadata.date_saved / 1000, datetime.UTC).year
    return min(max(year, 1800), 2200)


def _slug(view: ModuleView, module: Path) -> str:
    for text in (_title(view), module.stem):
        slug = re.sub(r"-+", "-", slugify(text))
        if is_slug(slug):
            return slug
    return "imported-game"


def _span(path: Path) -> Span:
    return Span(printable_line(path.as_posix()))
