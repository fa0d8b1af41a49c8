"""Compile a game into a VASSAL module. Its components are in the order that VASSAL requires."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError, Span
from hexwright.render.map.board.board_form import board_file
from hexwright.render.rule_figure import RuleFigure
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.buildfile.components import (
    BasicCommandEncoder,
    Chatter,
    GameModule,
    KeyNamer,
    Language,
)
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.enforcement import judge, lights, switch, versions
from hexwright.vassal.enforcement.maps import watched
from hexwright.vassal.enforcement.script import messages
from hexwright.vassal.module import moved_mark, piece_builder, unit_conditions
from hexwright.vassal.module import prototype_definitions as proto
from hexwright.vassal.module.chart_windows import ChartPage
from hexwright.vassal.module.gpid_ledger import GpidLedger
from hexwright.vassal.module.help_pages import (
    ABOUT_FILE,
    TUTORIAL,
    figure_file,
    help_menu,
    help_pages,
    menu_titles,
)
from hexwright.vassal.module.map_windows import main_map, tray_map
from hexwright.vassal.module.module_options import global_options, global_properties
from hexwright.vassal.module.module_pieces import ModulePieces
from hexwright.vassal.module.module_windows import (
    chess_clocks,
    hidden_pieces,
    notes_window,
    piece_palette,
)
from hexwright.vassal.module.predefined_setups import saved_setups, setup_menu
from hexwright.vassal.module.setup_trays import SetupTrays
from hexwright.vassal.module.sounds import sound_files
from hexwright.vassal.module.text_encoding import Locate, Path, encoded_texts, encoding_faults
from hexwright.vassal.module.toolbar_buttons import file_buttons, toolbar
from hexwright.vassal.module.toolbar_icons import icon_pictures
from hexwright.vassal.module.turn_counter import turn_components

VASSAL_VERSION = "3.7.26"
"""The oldest VASSAL version that can open the module."""

_SAVED_AT = 1767225600000
"""The date of saving, fixed at 1 January 2026 so that two builds have identical bytes."""


def unknown_span(path: Path) -> Span:
    """Return a source location made from the path of a value, for a game that wasn't loaded from files."""
    return Span("/".join(str(part) for part in path) or "data")


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """The files of the module's archive by name, and the ledger, which is stored with the game's data."""

    files: Mapping[str, bytes]
    ledger: GpidLedger

    @property
    def build_file(self) -> bytes:
        """Return the content of the file buildFile.xml in the archive."""
        return self.files["buildFile.xml"]

    @property
    def moduledata(self) -> bytes:
        """Return the content of the file moduledata in the archive."""
        return self.files["moduledata"]


def compile_module(
    stock: ModulePieces,
    board: bytes,
    counters: Mapping[str, bytes],
    charts: Sequence[ChartPage],
    locate: Locate = unknown_span,
    tutorial: bytes | None = None,
    about: bytes | None = None,
    figures: Sequence[RuleFigure] = (),
) -> CompiledModule:
    """Compile a game into a module.

    `board` is the sheet's picture in the resolution of `resolution_for`. `counters` contains the counters'
    pictures by file name, 150 pixels square, and those of the key to them. `locate` returns the source
    location of a value in the data. The Help menu starts the log `tutorial` and shows the picture `about`;
    its page of rules has the diagrams `figures`.
    The same input gives the same bytes. Raises `InputError` for strings that VASSAL can't encode.
    """
    game, report = stock.game, DiagnosticReport()
    report.extend(fault.as_diagnostic(locate) for fault in encoding_faults(game))
    report.raise_if_failed()
    try:
        return _compiled(stock, board, counters, charts, tutorial, about, figures)
    except CodecError as fault:
        path = next((path for text, path in encoded_texts(game) if text and text == fault.value), ())
        raise InputError.single(
            "B009",
            f"VASSAL can't encode this text: {fault}",
            locate(path),
            "write a text without the characters named in the message",
        ) from fault


def _compiled(
    stock: ModulePieces,
    board: bytes,
    counters: Mapping[str, bytes],
    charts: Sequence[ChartPage],
    tutorial: bytes | None,
    about_picture: bytes | None,
    figures: Sequence[RuleFigure],
) -> CompiledModule:
    game, places, ledger, prototypes = stock.game, stock.places, stock.ledger, stock.prototypes
    resolution = places.resolution
    trays = SetupTrays.of_game(game, resolution)
    # VASSAL caches a board's tiles by its name, so another picture needs another name.
    picture = board_file(board, f"map-{hashlib.sha256(board).hexdigest()[:8]}")
    setups = saved_setups(places, trays, stock.templates)
    pages = help_pages(game, counters.keys(), figures)

    module = GameModule.new(
        BasicCommandEncoder.new(),
        help_menu(pages, tutorial=tutorial is not None, about=about_picture is not None),
        global_properties(game),
        global_options(),
        Language.new(),
        messages(places, versions.mark(prototypes), judge.text(stock.charges)),
        Chatter.new(),
        KeyNamer.new(),
        proto.prototypes_container(prototypes),
        piece_palette(stock.pieces),
        *hidden_pieces(stock.pieces),
        *turn_components(game),
        *switch.buttons(game),
        *judge.components(),
        *lights.components(),
        *versions.components(game),
        *file_buttons(game),
        watched(main_map(places, picture)),
        *toolbar(game, trays, resolution, charts, menu_titles(pages, tutorial=tutorial is not None)),
        *(watched(tray_map(tray, resolution)) for tray in trays.all()),
        notes_window(),
        chess_clocks(game),
        *setup_menu(setups),
        name=game.info.title,
        version=game.info.version,
        description=game.info.description,
        vassal_version=VASSAL_VERSION,
        next_piece_slot_id=ledger.next_free,
    )
    about = encode_moduledata(game.info.title, game.info.version, game.info.description)
    build = serialise(module, indent=True)
    files: dict[str, bytes] = {
        "buildFile.xml": build,
        "moduledata": about,
        f"images/{picture}": board,
        f"images/{moved_mark.MOVED_MARK_FILE}": moved_mark.moved_mark_picture(places),
    }
    files |= {
        f"images/{name}": data for name, data in unit_conditions.condition_pictures(game, resolution).items()
    }
    if piece_builder.TURN_KEEPER in piece_builder.all_markers(game):
        files[f"images/{piece_builder.NO_PICTURE}"] = proto.no_picture()
    icons = icon_pictures(game)
    files |= {f"images/{name}": data for name, data in icons.items() if name.encode() in build}
    files |= {f"images/{name}": data for name, data in counters.items()}
    files |= {f"images/{figure_file(n)}": one.png for n, one in enumerate(figures, start=1)}
    files |= {page.file: page.html.encode() for page in pages}
    for page in charts:
        files[page.file if page.is_text else f"images/{page.file}"] = page.data
    for setup in setups:
        saved = SavedGameFile.of(about, encode_savedata(setup.title, game.info.version), setup.commands)
        files[setup.file] = saved.encode(disguised=False)
    files |= sound_files()
    if tutorial is not None:
        files[TUTORIAL] = tutorial
    if about_picture is not None:
        files[f"images/{ABOUT_FILE}"] = about_picture
    return CompiledModule(files, ledger)


def encode_moduledata(name: str, version: str, description: str) -> bytes:
    """Return the content of a module's moduledata, which VASSAL's Module Manager shows."""
    return _metadata(version, description, name).encode()


def encode_savedata(description: str, version: str) -> bytes:
    """Return the content of a saved game's savedata."""
    return _metadata(version, description, None).encode()


def _metadata(version: str, description: str, name: str | None) -> Metadata:
    return Metadata(
        version=version,
        vassal_version=VASSAL_VERSION,
        description=description,
        name=name,
        extra=("", ""),
        date_saved=_SAVED_AT,
    )
