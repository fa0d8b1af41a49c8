"""Check that colour-blind players tell counters apart: full faces from reduced ones, and the sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_batch import FaceId
from hexwright.render.counters.counter_face import counter_size, layout_of
from hexwright.render.counters.face_records import face_record
from hexwright.render.designer_pictures import Art
from hexwright.render.theme import CLASSIC, CONTRAST, Theme
from hexwright.support.colour_sight import SIGHTS, Sight, colour_distance
from hexwright.support.message_wording import quote

Locate = Callable[[tuple[str | int, ...]], Span]

LEAST_DISTANCE: Final = 9.0
"""The least distance of two colours that are told apart at a glance, without seeing both side by side."""
LEAST_SHARE: Final = 0.2
"""The least share of a face that must differ."""
_ACROSS: Final = 15
"""The number of places along each edge of a face at which its colours are compared."""
_WORDS: Final[Mapping[Sight, str]] = {
    "normal": "to all eyes",
    "deuteranopia": "without green (deuteranopia)",
    "protanopia": "without red (protanopia)",
    "tritanopia": "without blue (tritanopia)",
}
_Areas = tuple[Colour | None, ...]


def check_sight(game: Game, locate: Locate, art: Art) -> Iterator[Diagnostic]:
    """Yield a warning for each pair of faces that look alike to colour-blind players."""
    for one, other, what, hint in _pairs(game, art):
        worst = min(
            (
                (share, theme.name, sight)
                for theme in (CLASSIC, CONTRAST)
                for sight, share in differing_shares(game, one, other, theme, art).items()
            ),
            key=lambda found: found[0],
        )
        if worst[0] < LEAST_SHARE:
            share, theme_name, sight = worst
            yield Diagnostic(
                "C018",
                Severity.WARNING,
                f"{what} look alike {_WORDS[sight]}: {share:.0%} of the face differs in the theme "
                f"{theme_name}",
                locate(("counters", "units", other.counter.id)),
                hint,
            )


def _pairs(game: Game, art: Art) -> Iterator[tuple[FaceId, FaceId, str, str]]:
    """Yield one pair of faces of each kind that players must tell apart."""
    seen: set[tuple[str, ...]] = set()
    first: dict[str, FaceId] = {}
    for unit in game.counters.units:
        if any(step.picture in art for step in unit.steps):
            continue
        first.setdefault(unit.side, FaceId(unit, 0))
        for index in range(1, len(unit.steps)):
            one, other = FaceId(unit, index - 1), FaceId(unit, index)
            layouts = (layout_of(game, unit, index - 1), layout_of(game, unit, index))
            formation = game.counters.formation(unit.formation)
            palette = unit.palette or (formation.palette if formation is not None else None) or ""
            key = (unit.side, palette, *(each.id for each in layouts))
            if key not in seen and layouts[0].shape != "block":
                seen.add(key)
                what = f"step {index} and step {index + 1} of unit {quote(unit.id)}"
                hint = (
                    "make 'reduced' of the side's or palette's colours paler, or draw a plate 'when: reduced'"
                )
                yield one, other, what, hint
    for one, other in combinations(first.values(), 2):
        what = f"units {quote(one.counter.id)} and {quote(other.counter.id)} of two sides"
        yield (
            one,
            other,
            what,
            "choose 'fill' of the two sides that differ in lightness, or as blue and orange",
        )


def differing_shares(game: Game, one: FaceId, other: FaceId, theme: Theme, art: Art) -> Mapping[Sight, float]:
    """Return for each sight the share of a face, from 0 to 1, that differs at a glance from another face."""
    pairs = Counter(zip(_areas(game, one, theme, art), _areas(game, other, theme, art), strict=True))
    return {
        sight: sum(count for pair, count in pairs.items() if _differ(*pair, sight)) / pairs.total()
        for sight in SIGHTS
    }


def _differ(first: Colour | None, second: Colour | None, sight: Sight) -> bool:
    if first is None or second is None:
        return first is not second
    return colour_distance(first, second, sight) >= LEAST_DISTANCE


def _areas(game: Game, face: FaceId, theme: Theme, art: Art) -> _Areas:
    """Return the colours of a face's areas at places in rows and columns; None outside of all areas."""
    assert isinstance(face.counter, Unit)
    wide, high = counter_size(game, face.counter, face.index)
    areas = face_record(game, face, theme, art).areas[::-1]

    def at(row: int, column: int) -> Colour | None:
        x, y = (column + 0.5) / _ACROSS * wide, (row + 0.5) / _ACROSS * high
        place = Box(x, y, 0, 0)
        return next((colour for box, colour in areas if box.holds(place)), None)

    return tuple(at(row, column) for row in range(_ACROSS) for column in range(_ACROSS))
