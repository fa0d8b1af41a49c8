"""Draw crests: patches of a side's colour behind the side's emblem. Each emblem has its own shape of crest.

The shapes distinguish sides whose colours look alike in greyscale, even from a distance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment
from hexwright.render.counters.counter_background import DESIGN, RADIUS, SAFE_INSET, CounterCard
from hexwright.render.side_emblems import Emblem

BAR = 3.15
CORNER = 6.2
QUARTER = 4.9
TAB = 4.0
_K = 0.5522847498


@dataclass(frozen=True, slots=True)
class Crest:
    """The shape of one crest, in design units."""

    ground: Callable[[CounterCard, float], Path]
    """A function that returns the patch as an area to fill. It takes the card and the bleed in mm."""
    border: Callable[[CounterCard], Path]
    """A function that returns the inner edge of the patch, which is drawn on units below full strength."""
    emblem_at: tuple[float, float]
    emblem_radius: float
    text_from: float
    """The x position at which the designation begins."""
    across: bool = False
    """Whether the designation is drawn on the patch."""


def crest_for_emblem(emblem: Emblem) -> Crest:
    """Return the crest that belongs to an emblem."""
    return _CRESTS[emblem]


def _bar(card: CounterCard, bleed: float) -> Path:
    return card.band(0, BAR, bleed)


def _bar_border(card: CounterCard) -> Path:
    return Path.line([card.point(0, BAR), card.point(DESIGN, BAR)])


def _cornered(card: CounterCard, bleed: float, edge: tuple[Segment, ...]) -> Path:
    """Return the card's upper left corner, bounded by an edge from the left side of the card to the top."""
    last = edge[-1].points[-1]
    first = edge[0].points[0]
    if bleed > 0:
        out = Point(card.box.x - bleed, card.box.y - bleed)
        tail = (
            Segment("L", (Point(last.x, out.y),)),
            Segment("L", (out,)),
            Segment("L", (Point(out.x, first.y),)),
        )
        return Path((*edge, *tail, Segment("Z")))
    r, k = RADIUS, RADIUS * (1 - _K)
    corner = Segment("C", (card.point(k, 0), card.point(0, k), card.point(0, r)))
    return Path((*edge, Segment("L", (card.point(r, 0),)), corner, Segment("Z")))


def _corner_edge(card: CounterCard) -> tuple[Segment, ...]:
    return Segment("M", (card.point(0, CORNER),)), Segment("L", (card.point(CORNER, 0),))


def _quarter_edge(card: CounterCard) -> tuple[Segment, ...]:
    q, k = QUARTER, QUARTER * _K
    bow = Segment("C", (card.point(k, q), card.point(q, k), card.point(q, 0)))
    return Segment("M", (card.point(0, q),)), bow


def _tab_edge(card: CounterCard) -> tuple[Segment, ...]:
    return (
        Segment("M", (card.point(0, TAB),)),
        Segment("L", (card.point(TAB, TAB),)),
        Segment("L", (card.point(TAB, 0),)),
    )


_CRESTS: Mapping[Emblem, Crest] = MappingProxyType(
    {
        "cross": Crest(_bar, _bar_border, (SAFE_INSET + 1.0, 1.98), 1.0, SAFE_INSET + 2.6, across=True),
        "star": Crest(
            lambda card, bleed: _cornered(card, bleed, _corner_edge(card)),
            lambda card: Path(_corner_edge(card)),
            (2.15, 2.15),
            1.15,
            CORNER - 1.0,
        ),
        "disc": Crest(
            lambda card, bleed: _cornered(card, bleed, _quarter_edge(card)),
            lambda card: Path(_quarter_edge(card)),
            (2.1, 2.1),
            1.1,
            QUARTER + 0.4,
        ),
        "diamond": Crest(
            lambda card, bleed: _cornered(card, bleed, _tab_edge(card)),
            lambda card: Path(_tab_edge(card)),
            (2.15, 2.15),
            1.15,
            TAB + 0.6,
        ),
    }
)
