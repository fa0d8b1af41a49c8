"""Draw the rulebook's diagrams for a screen, as pictures in pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.figures.example_diagrams import ExampleSource, MapLettering, draw_figure, example_diagram
from hexwright.paper.figures.example_figures import example_calculator
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
from hexwright.render.rule_figure import RuleFigure
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import Theme
from hexwright.support.result_cache import ResultCache, code_digest

_WIDTH: Final = 84.0
_HEIGHT: Final = 100.0
"""The most that a diagram takes, in mm as on paper."""
_PX: Final = 6.0
"""The pixels of the page for a mm of a diagram."""


def screen_figures(
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    reference: ExampleSource,
    density: int = 1,
    cache: ResultCache | None = None,
) -> Iterator[RuleFigure]:
    """Yield the diagrams of a game's rules in the order of the rulebook.

    `density` is the number of pixels of a picture for each of the page. `cache` keeps the names
    of the map.
    """
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
    board = sheet_layers(game, settings.theme, plan, art=settings.art, cache=cache)
    drawing = MapDrawing(plan, board, game, settings, cache)
    tapes = {window.name: tape for window, tape in drawing.record(figure_windows(game, plan, figures))}
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
        yield RuleFigure(
            section.number,
            case.number if case is not None else "",
            figure.diagram.title,
            " ".join(figure.diagram.text.split()),
            _few_colours(rasterise(svg.to_svg(), density * width)),
            width,
            height,
        )


def _few_colours(png: bytes) -> bytes:
    """Return a picture with a palette, a third as large."""
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def rule_figures(
    game: Game, settings: PrintSettings, plan: SheetPlan, density: int = 1, cache: ResultCache | None = None
) -> tuple[RuleFigure, ...]:
    """Return the diagrams of a game's rules, computed by the rules engine; none if it can't play the game."""
    reference = example_calculator(game)
    return () if reference is None else tuple(screen_figures(game, settings, plan, reference, density, cache))


@dataclass(frozen=True, slots=True)
class FigureMaker:
    """Draws the diagrams of a module's help; `digest` changes with the code on which it depends."""

    digest: str

    @classmethod
    def current_version(cls) -> FigureMaker:
        """Return the maker with the digest of the current code."""
        return cls(code_digest())

    def __call__(
        self, game: Game, theme: Theme, plan: SheetPlan, art: Mapping[str, bytes], cache: ResultCache
    ) -> tuple[RuleFigure, ...]:
        """Return the diagrams of a game's rules, computed by the rules engine."""
        return rule_figures(game, PrintSettings(theme=theme, art=art), plan, cache=cache)
