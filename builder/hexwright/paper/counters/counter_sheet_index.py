"""Draw the index of the counter sheets: each counter's number, name and values, by army."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.words.unit_groups import class_plural
from hexwright.paper.counters.counter_copies import CounterCopy, counter_side
from hexwright.paper.pages.compact_list import (
    ListHeading,
    ListItem,
    ListRow,
    SideBand,
    draw_placed,
    fitted_pages,
)
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Colour
from hexwright.render.counters.unit_face import printed_figures
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.support.message_wording import count_noun


def draw_index(
    document: PdfDocument,
    title: str,
    settings: PrintSettings,
    items: Iterable[ListItem],
    count: int,
    noun: str = "counter",
) -> None:
    """Draw the index pages of a game's counters or cards, in as many columns as fit."""
    paper = settings.desk_paper
    named = f"Index of {noun}s"
    scale, pages = fitted_pages([*items], paper.width - 2 * SIDE, paper.height - HEAD - FOOT)
    for n, placed in enumerate(pages, start=1):
        label = named if n == 1 else f"{named}, page {n}"
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            draw_head(canvas, title, settings.theme, paper, named, count_noun(count, noun))
            with canvas.placed(Placement(SIDE, HEAD, 0.0, scale)):
                draw_placed(canvas, settings.theme, placed)
            text = (
                f"{noun.capitalize()}s are numbered row by row; a row’s first and last numbers are printed "
            )
            draw_foot(canvas, settings.theme, paper, f"{text}beside it.", paper.name)


def index_items(game: Game, pieces: Sequence[CounterCopy]) -> Iterator[ListItem]:
    """Yield the index: for each side its counters in the order of their numbers, with headings by army."""
    for _, run in groupby(pieces, key=lambda piece: piece.group):
        group = tuple(run)
        side = counter_side(game, group[0])
        yield SideBand("Markers" if side is None else f"{side.name} units", side)
        in_armies = any(isinstance(one.counter, Unit) and one.counter.formation for one in group)
        army = ""
        for _, same in groupby(group, key=lambda piece: _alike(game, piece)):
            alike = tuple(same)
            counter = alike[0].counter
            formation = game.counters.formation(counter.formation) if isinstance(counter, Unit) else None
            named = formation.name if formation is not None else ""
            if in_armies and isinstance(counter, Unit) and formation is None:
                plural = class_plural(game.counters.class_of(counter))
                named = f"{plural[:1].upper()}{plural[1:]}"
            if named != army and named:
                yield ListHeading(named, Colour(formation.colour) if formation is not None else None)
            army = named
            yield ListRow(_numbers(alike), alike[0].name, _values(game, alike))


def _alike(game: Game, piece: CounterCopy) -> tuple[object, ...]:
    """Return what counters of one row share: name, army and values, or the marker."""
    counter = piece.counter
    if isinstance(counter, Unit):
        return counter.name, counter.formation, piece.front, _values(game, (piece,))
    return counter.id, piece.front


def _numbers(pieces: Sequence[CounterCopy]) -> str:
    """Return the numbers of identical counters, such as "43–53"."""
    first, last = pieces[0].number, pieces[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _values(game: Game, alike: Sequence[CounterCopy]) -> str:
    piece = alike[0]
    counter = piece.counter
    if not isinstance(counter, Unit) or counter_side(game, piece) is None:
        return f"× {len(alike)}" if len(alike) > 1 else ""
    faces = [counter.steps[piece.front]] + ([counter.steps[piece.back]] if piece.back is not None else [])
    return " / ".join(text for step in faces if (text := printed_figures(step)))
