"""Draw the rulebook's diagrams for a screen, as pictures in pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.figures.example_diagrams import ExampleSource, MapLettering, draw_figure, example_diagram
from hexwright.paper.figures.example_selection import ExampleChooser
from hexwright.paper.figures.figure_stacks import with_stacks
from hexwright.paper.figures.figure_window import diagram_window
from hexwright.paper.map.map_sheets import MapDrawing
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.booklet_pages import figure_windows
from hexwright.paper.rulebook.explained_case import explained_case
from hexwright.paper.rulebook.rulebook import Figure
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.placed_canvas import PlacedCanvas
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise

_WIDTH: Final = 84.0
_HEIGHT: Final = 100.0
"""The most that a diagram takes, in mm as on paper."""
_PX: Final = 6.0
"""The pixels of the page for a mm of a diagram."""
_DENSE: Final = 2
"""The pixels of a picture for each of the page, for screens of double density."""


@dataclass(frozen=True, slots=True)
class ScreenFigure:
    """A diagram as a picture, with the section or case that it explains."""

    section: str
    """The number of the section in which it stands."""
    case: str
    """The number of the case below which it stands; empty if it explains the section."""
    title: str
    text: str
    png: bytes
    width: int
    height: int
    """The size on the page in px; the picture has twice as many pixels each way."""


def screen_figures(
    game: Game, settings: PrintSettings, plan: SheetPlan, reference: ExampleSource
) -> Iterator[ScreenFigure]:
    """Yield the diagrams of a game's rules in the order of the rulebook."""
    sections = {section.id: section for section in rulebook_sections(game)}
    examples = ExampleChooser(game, plan.layout.grid, reference).examples_in_order([*sections])
    figures: list[Figure] = []
    for example in examples:
        diagram = example_diagram(game, settings, plan, example, reference)
        window = diagram_window(plan, diagram.hexes)
        scale = min(_WIDTH / window.width, _HEIGHT / window.height)
        stacked = with_stacks(game, settings, plan, diagram, scale)
        figures.append(Figure(stacked, window, scale, f"figure-{diagram.id}"))
    if not figures:
        return
    board = sheet_layers(game, settings.theme, plan, art=settings.art)
    drawing = MapDrawing(plan, board, game, settings)
    tapes = {window.name: tape for window, tape in drawing.record(figure_windows(plan, figures))}
    for example, figure in zip(examples, figures, strict=True):
        wide, high = figure.window.width * figure.scale, figure.window.height * figure.scale
        svg = SvgCanvas(wide, high)
        lettering = MapLettering(tuple(drawing.lettered[figure.name]), frozenset(drawing.names[figure.name]))
        draw_figure(
            PlacedCanvas(svg, tapes),
            game,
            settings,
            plan,
            figure.diagram,
            Point(0.0, 0.0),
            figure.window,
            figure.scale,
            figure.name,
            lettering,
        )
        section = sections[example.rule]
        case = explained_case(game, section, example)
        width, height = round(wide * _PX), round(high * _PX)
        yield ScreenFigure(
            section.number,
            case.number if case is not None else "",
            figure.diagram.title,
            " ".join(figure.diagram.text.split()),
            _few_colours(rasterise(svg.to_svg(), _DENSE * width)),
            width,
            height,
        )


def _few_colours(png: bytes) -> bytes:
    """Return a picture with a palette, a third as large."""
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
