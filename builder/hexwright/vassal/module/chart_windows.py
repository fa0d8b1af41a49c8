"""Build the charts window: a list of charts beside the selected chart.

Each chart can be zoomed, because it is the board of a map window. VASSAL's own charts can't be zoomed, and
their window opens as large as the largest picture. Like every map, a chart exists only during a game, but
its text is always available.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    Board,
    ChartWindow,
    ForwardToChatter,
    HtmlChart,
    ListWidget,
    MapWidget,
    Scroller,
    StackMetrics,
    TabWidget,
    WidgetMap,
    Zoomer,
)
from hexwright.vassal.codec.field_values import Colour
from hexwright.vassal.enforcement.maps import watched
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.map_windows import zoom_attributes, zoom_icons
from hexwright.vassal.module.module_board import board_picker
from hexwright.vassal.module.toolbar_icons import icon

WINDOW_SIZE: Final = (1265, 656)
"""The width and height of the window's content in pixels.

They fit a screen of 1280 × 800 with title bar and task bar.
"""
LIST_WIDTH: Final = 260
"""The width of the list of charts in pixels."""
_LEVELS: Final = (0.5, 0.75, 1.0, 1.25, 1.5)
_GROUND: Final = Colour(226, 222, 212)


@dataclass(frozen=True, slots=True)
class ChartPage:
    """One page of the charts window: a picture (.png, .svg) or a text page (.html) in the module.

    `shown` is the zoom at which a picture opens.
    """

    title: str
    file: str
    data: bytes
    first_scale: float = 1.0

    @property
    def is_text(self) -> bool:
        """Return whether the page is HTML text."""
        return self.file.endswith(".html")


def charts_window(pages: Sequence[ChartPage]) -> ChartWindow:
    """Return the charts window. Text pages have a separate group in the list."""
    listed: list[Component] = [_chart(page) for page in pages if not page.is_text]
    texts = [HtmlChart.new(chart_name=page.title, file_name=page.file) for page in pages if page.is_text]
    if texts:
        listed.append(TabWidget.new(*texts, entry_name="As text"))
    width, height = WINDOW_SIZE
    return ChartWindow.new(
        ListWidget.new(
            *listed,
            entry_name="Charts",
            width=str(width),
            height=str(height),
            divider=str(width - LIST_WIDTH),
        ),
        name="Charts",
        text_="",
        icon=icon("charts"),
        tooltip="Charts: all charts and tables of the game",
        hotkey=key_commands.SHOW_CHARTS,
    )


def _chart(page: ChartPage) -> MapWidget:
    """Return a chart as a map window with one board. Pieces can't be dropped on it."""
    # Rounded down, because a picture larger than the window would make it scroll.
    first = math.floor(page.first_scale * 100) / 100
    made = WidgetMap.new(
        board_picker(page.title, Board.new(name=page.title, image=page.file)),
        StackMetrics.new(disabled=True),
        ForwardToChatter.new(),
        Scroller.new(),
        Zoomer.new(**zoom_attributes({first, *_LEVELS}, first), **zoom_icons()),
        map_name=page.title,
        mark_moved="Never",
        backgroundcolor=_GROUND,
        # Maps in widgets show no button, but without launch=True they would open windows of their own.
        launch=True,
        button_name="",
        icon="",
        move_within_format="",
        move_to_format="",
        create_format="",
        change_format="",
    )
    return MapWidget.new(watched(made), entry_name=page.title)
