"""Build the map windows: the main map with its tools, and each side's set-up tray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwright.render.map.sheet.board_resolution import BoardResolution
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    CounterDetailViewer,
    DoActionButton,
    Flare,
    ForwardToChatter,
    ForwardToKeyBuffer,
    GlobalMap,
    HidePiecesButton,
    HighlightLastMoved,
    KeyBufferer,
    LayeredPieceCollection,
    Map,
    MapCenterer,
    MenuDisplayer,
    PieceMover,
    Scroller,
    SelectionHighlighters,
    StackExpander,
    StackMetrics,
    Zoomer,
)
from hexwright.vassal.codec.field_values import Colour
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.bookmarks import map_menu
from hexwright.vassal.module.hex_descriptions import hex_description_expression
from hexwright.vassal.module.module_board import blank_board, main_board
from hexwright.vassal.module.setup_trays import SetupTray
from hexwright.vassal.module.toolbar_icons import icon
from hexwright.vassal.module.turn_counter import status_button

LAYERS = ("Control", "Markers", "Units")
"""The layers in which a map draws pieces, from bottom to top."""

_MARKED = Colour(255, 176, 0)
"""The amber of selected pieces and of the last move."""
_FLARE = Colour(200, 0, 120)
"""The magenta of a player's pointer, which no map has."""
_DARK, _LIGHT = Colour(38, 44, 50), Colour(240, 236, 226)
"""The ground and the lettering of the stack viewer."""
_VIEWED_PX, _VIEWER_GAP, _VIEWER_FONT = 120, 16, 12
"""The stack viewer's counters, the gaps between them, and its font, in pixels."""
_CAPTION_LETTERS = 18
"""The maximum length of a caption, which fits the width of a counter and a gap."""
_TABLE = Colour(58, 52, 44)
ZOOM_LEVELS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.75, 1.0, 1.25, 1.5)
"""The zoom levels for a counter of 150 pixels."""
_TRAY_LEVELS = (0.3, 0.4, 0.5, 0.75, 1.0)
AT_START = 0.4
"""The initial zoom level. Counters then have 60 pixels, on the map and in other windows."""
_OVERVIEW, _OVERVIEW_PX = 0.12, 700
"""The scale of the overview map, and its maximum width in pixels."""


def main_map(places: BoardPositions, picture: str) -> Map:
    """Return the main map window."""
    resolution = places.resolution
    return Map.new(
        main_board(places, picture),
        *_handling(resolution, *_stack_spacing(places)),
        _viewer(resolution, f"{{{hex_description_expression()}}}"),
        Zoomer.new(
            **_zooms(resolution, ZOOM_LEVELS),
            **zoom_icons(),
            zoom_in_key=key_commands.ZOOM_IN,
            zoom_out_key=key_commands.ZOOM_OUT,
        ),
        GlobalMap.new(
            tooltip="Overview of the map",
            icon=icon("overview"),
            hotkey=key_commands.SHOW_OVERVIEW,
            scale=min(_OVERVIEW, round(_OVERVIEW_PX / places.size.x, 3)),
            color=_MARKED,
        ),
        HidePiecesButton.new(
            tooltip="Hide or show the pieces",
            showing_icon=icon("pieces-shown"),
            hidden_icon=icon("pieces-hidden"),
        ),
        Flare.new(
            flare_name="Flare",
            circle_color=_FLARE,
            circle_size=resolution.counter_pixels(260),
            flare_pulses=4,
            flare_pulses_per_sec=2,
            # Window managers of Linux take Alt with a click for themselves.
            flare_key="keyCtrlAlt",
            report_format="$PlayerName$ points at $FlareLocation$",
        ),
        *map_menu(places),
        status_button(places.game),
        map_name=prop.MAIN_MAP,
        mark_moved="Always",
        mark_unmoved_icon="",
        mark_unmoved_tooltip="Take the marks of moved units away",
        backgroundcolor=_TABLE,
        color=_MARKED,
        thickness=4,
        launch=False,
        only_report_changed_location=True,
        # The judge reports moves and new pieces: VASSAL would report them before the judge rejects them.
        move_within_format="",
        move_to_format="",
        create_format="",
        change_format="$message$",
    )


def tray_map(tray: SetupTray, resolution: BoardResolution) -> Map:
    """Return the window that holds a side's unplaced units during the set-up."""
    return Map.new(
        blank_board(tray.map, tray.size, tray.colour),
        *_handling(resolution, *_tray_stack_spacing(resolution)),
        _viewer(resolution, "$LocationName$", least="1"),
        Zoomer.new(**_zooms(resolution, _TRAY_LEVELS), **zoom_icons()),
        DoActionButton.new(
            name=tray.map,
            text_=tray.map,
            tooltip="Drag these units to their start hexes (Ctrl G on a unit lights them)",
            do_hotkey=False,
        ),
        map_name=tray.map,
        mark_moved="Never",
        mark_unmoved_icon="",
        mark_unmoved_tooltip="Take the marks of moved units away",
        backgroundcolor=tray.colour,
        color=_MARKED,
        thickness=4,
        launch=True,
        button_name=tray.map,
        tooltip=f"{tray.map}: units to place",
        icon="",
        move_within_format="",
        move_to_format="",
        create_format="",
        change_format="$message$",
    )


def _tray_stack_spacing(resolution: BoardResolution) -> tuple[int, int]:
    """Return the horizontal and vertical offsets between stacked units in a tray, where space is scarce."""
    return resolution.counter_pixels(12), resolution.counter_pixels(14)


def zoom_attributes(levels: Iterable[float], first: float) -> dict[str, str]:
    """Return the attributes for the zoom levels and the initial zoom.

    VASSAL lists the largest level first.
    """
    falling = sorted(levels, reverse=True)
    return {"zoom_levels": ",".join(map(str, falling)), "zoom_start": str(falling.index(first) + 1)}


def zoom_icons() -> dict[str, str]:
    """Return the attributes for the icons and tooltips of the zoom buttons."""
    return {
        "in_icon_name": icon("zoom-in"),
        "out_icon_name": icon("zoom-out"),
        "pick_icon_name": icon("zoom-pick"),
        "pick_tooltip": "Choose a zoom",
    }


def _zooms(resolution: BoardResolution, levels: Iterable[float]) -> dict[str, str]:
    """Return the zoom attributes for levels that are relative to counters of 150 pixels."""

    def scaled(level: float) -> float:
        return round(level / resolution.counter_picture_scale, 2)

    return zoom_attributes(map(scaled, levels), scaled(AT_START))


def _stack_spacing(places: BoardPositions) -> tuple[int, int]:
    """Return the horizontal and vertical offsets between stacked units.

    They are larger in large hexes with a high stacking limit.
    """
    resolution = places.resolution
    across, up = _tray_stack_spacing(resolution)
    if places.game.rules.stacking.limit == 1:
        return across, up
    spare = round(places.sheet.layout.hex_width * resolution.px_per_mm * 0.86) - resolution.counter
    return max(across, spare // 4), max(up, spare // 5)


def _handling(resolution: BoardResolution, across: int, up: int) -> Iterator[Component]:
    yield StackMetrics.new(
        ex_sep_x=2 * across, ex_sep_y=resolution.counter_pixels(48), unex_sep_x=across, unex_sep_y=up
    )
    yield LayeredPieceCollection.new(property=prop.MAP_LAYER, layer_order=LAYERS)
    yield ForwardToKeyBuffer.new()
    yield Scroller.new()
    yield ForwardToChatter.new()
    yield MenuDisplayer.new()
    yield MapCenterer.new()
    yield StackExpander.new()
    yield PieceMover.new()
    yield KeyBufferer.new()
    yield SelectionHighlighters.new()
    yield HighlightLastMoved.new(color=_MARKED, thickness=5)


def _caption() -> str:
    """Return the expression, without braces, for a unit's name under its counter in the stack viewer.

    VASSAL draws a caption on one line, so a name wider than its counter would lie over the next. Markers of
    control and of the turn are small: the former have the name of the side that holds the place.
    """
    cut = f'{prop.FULL_NAME}.substring(0, {_CAPTION_LETTERS - 1}) + "…"'
    named = f"{prop.FULL_NAME}.length() <= {_CAPTION_LETTERS} ? {prop.FULL_NAME} : {cut}"
    marker = f'{prop.KIND} == "control" ? {prop.SIDE_PLURAL} : {prop.KIND} == "turn" ? "Turn"'
    return f"{marker} : {named}"


def _viewer(resolution: BoardResolution, place: str, least: str = "0") -> CounterDetailViewer:
    """Return the stack viewer. In an empty hex, it describes the terrain."""
    return CounterDetailViewer.new(
        version="4",
        description="Pieces and terrain under the mouse",
        delay=350,
        hotkey=key_commands.STACK_VIEWER,
        bg_color=_DARK,
        fg_color=_LIGHT,
        # A border of another colour than the ground would show as a thick frame.
        border_color=_DARK,
        border_thickness=1,
        border_inner_thickness=1,
        min_display_pieces=least,
        zoomlevel=2.0 / resolution.counter_picture_scale,
        center_all=True,
        showgraph=True,
        showgraphsingle=True,
        graphics_zoom=round(_VIEWED_PX / resolution.counter, 3),
        border_width=_VIEWER_GAP,
        vertical_offset=12,
        center_text=True,
        stretch_width_summary=True,
        stretch_width_pieces=True,
        combine_counter_summary=True,
        extra_text_padding=1,
        vertical_top_text=0,
        vertical_bottom_text=9,
        showtext=True,
        showtextsingle=True,
        font_size=_VIEWER_FONT,
        summary_report_format=place,
        empty_hex_report_forma=place,
        counter_report_format=f"{{{_caption()}}}",
        display="from all layers",
        show_no_stack=True,
        show_non_movable=True,
        unrotate_pieces=True,
    )
