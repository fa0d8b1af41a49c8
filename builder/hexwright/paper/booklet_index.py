"""Make the booklet's index: terms of the hobby and of the game, with the pages that mention them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.text_flow import FlowBlock
from hexwright.render.fonts import FontFace, fitting_size
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.theme import Theme

Place = TypeVar("Place")
_FIELD: Final[Mapping[str, str]] = {
    "advance after combat": r"move into it|advance",
    "communication": r"communication",
    "eliminated units": r"eliminated",
    "EZOC, enemy zone of control": r"EZOCs?",
    "fortification": r"fortifications?",
    "handicap": r"handicap",
    "hexes and hexsides": r"hexsides?",
    "losses": r"loss(?:es)?",
    "movement allowance": r"movement allowances?",
    "odds": r"odds",
    "optional rules": r"optional rules?",
    "pool": r"pool",
    "replacements": r"replacements?",
    "retreat": r"retreats?",
    "set-up": r"set-up|symbols?",
    "stacking": r"more than one unit|stack(?:ing)?",
    "steps": r"steps?",
    "strength": r"strengths?",
    "victory": r"wins?|victory",
    "ZOC, zone of control": r"zones? of control|ZOCs?",
}
_MOST_PAGES = 7
"""The maximum number of pages of a term; a term on more pages is left out."""
_SIZE = 2.75
_COLUMNS = 2


def index_terms(game: Game) -> Mapping[str, re.Pattern[str]]:
    """Return the terms of the index, each with the regular expression that finds it in the text."""
    words = dict(_FIELD)
    table = game.charts.combat
    for name in (
        *(kind.name for kind in game.charts.weather),
        *(kind.name for kind in game.counters.classes),
        *(effect.name for effect in game.charts.terrain_effects),
        *(mode.name for mode in game.rules.movement),
        *(place.name for place in game.hexmap.places),
        *(unit for arrival in game.oob.reinforcements for unit in map(str, _names(game, arrival.units))),
    ):
        if not any(name.casefold() == word.casefold() for word in words):
            words[name] = re.escape(name) + "s?"
    for result in table.results if table is not None else ():
        words.setdefault(f"{result.id}, {result.name}", rf"{re.escape(result.id)}(?!\w)")
    return {
        word: re.compile(rf"\b(?:{expression})", 0 if word[:2].isupper() else re.IGNORECASE)
        for word, expression in words.items()
    }


def _names(game: Game, units: tuple[str, ...]) -> Iterator[str]:
    return (unit.name for unit in game.counters.units if unit.id in units)


def index_entries(
    terms: Mapping[str, re.Pattern[str]], texts: Mapping[Place, str]
) -> list[tuple[str, list[Place]]]:
    """Return the terms in alphabetical order, each with the places, such as pages, whose text mentions it.

    Terms that no place mentions are omitted, and terms that too many mention.
    """
    found: list[tuple[str, list[Place]]] = []
    for word, expression in terms.items():
        places = [place for place, text in texts.items() if expression.search(text)]
        if 0 < len(places) <= _MOST_PAGES:
            found.append((word[0].upper() + word[1:], places))
    return sorted(found, key=lambda entry: (entry[0].casefold(), entry[0]))


def index_blocks(
    terms: Mapping[str, re.Pattern[str]], where: Mapping[str, int], width: float, theme: Theme
) -> Iterator[FlowBlock]:
    """Yield the rows of the sorted index, in two columns; terms that no page mentions are omitted."""
    texts: dict[int, list[str]] = {}
    for mark, page in where.items():
        if mark.startswith(("text:", "rule:")):
            texts.setdefault(page, []).append(mark.partition(":")[2])
    found = index_entries(terms, {page: "\n".join(texts[page]) for page in sorted(texts)})
    rows = -(-len(found) // _COLUMNS)
    wide = (width - 6.0) / _COLUMNS
    for n in range(rows):
        entries = [
            (column, found[n + column * rows]) for column in range(_COLUMNS) if n + column * rows < len(found)
        ]

        def draw(
            canvas: PdfCanvas,
            x: float,
            y: float,
            entries: list[tuple[int, tuple[str, list[int]]]] = entries,
        ) -> None:
            for column, (word, pages) in entries:
                at = Point(x + column * (wide + 6.0), y + _SIZE * 1.1)
                text = f"{word}  {', '.join(map(str, pages))}"
                size = fitting_size(text, FontFace.SERIF, _SIZE, wide)
                canvas.text(at, text, FontFace.SERIF, size, theme.ink, anchor="start")

        yield FlowBlock(_SIZE * 1.5, draw)
