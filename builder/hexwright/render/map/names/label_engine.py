"""Choose a position for every name on the map at once.

Each name has offers: positions with a price. The price tells what the position covers, and how far it is from
the usual one. Names with few good offers choose first. Then all names choose again, dearest first, until none
finds a cheaper offer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from types import MappingProxyType
from typing import Final

from hexwright.render.canvas import Box
from hexwright.render.map.names.label_ground import Item, LabelGround
from hexwright.render.map.names.name_placement import NamePiece, NameStyle, PlacedName

Prices = Mapping[Item, float]
"""What it costs to cover an item, per square mm on a 24 mm hex."""

POINT_PRICES: Final[Prices] = MappingProxyType(
    {
        "track": 60.0,
        "symbol": 80.0,
        "sign": 80.0,
        "fort": 24.0,
        "shore": 6.0,
        "water": 8.0,
        "front": 1.5,
        "number": 2.0,
    }
)
"""The prices for names of places."""
LINE_PRICES: Final[Prices] = MappingProxyType(
    {**POINT_PRICES, "water": 12.0, "fort": 60.0, "counter": 0.6, "number": 2.0}
)
"""The prices for names along rivers and fortified lines."""
AREA_PRICES: Final[Prices] = MappingProxyType({**POINT_PRICES, "water": 3.0, "shore": 3.0, "number": 3.0})
"""The prices for names of regions."""
_OUTSIDE: Final = 10_000.0
_STRUCK: Final = 150.0
"""The price of covering any part of a track or symbol, however small."""
_HARD: Final = frozenset[Item]({"track", "symbol", "sign"})
_OVERLAP, _NEAR, _AIR = 400.0, 5.0, 1.5
"""The price of overlapping another name, and of being nearer to it than the air in mm, per square mm."""
KEPT: Final = 24
"""The number of offers of a name that take part in the choice."""
_GOOD: Final = 2.0
"""An offer is good if it costs at most this much more than the cheapest."""
_SWEEPS: Final = 10
_REACH: Final = 24.0
"""The edge in mm of the cells by which names near a position are found."""


@dataclass(frozen=True)
class LabelOffer:
    """A position of a name and its price. An offer without a label omits the name."""

    price: float
    label: PlacedName | None

    @cached_property
    def box(self) -> Box | None:
        """Return the box around all pieces."""
        if self.label is None:
            return None
        boxes = self.label.boxes
        x, y = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def covering_price(
    ground: LabelGround,
    pieces: Iterable[NamePiece],
    lettering: NameStyle,
    prices: Prices,
    unit: float,
    most: float = math.inf,
) -> float:
    """Return the price of what the pieces of a name cover. A price above `most` may be returned too low."""
    total, scale = 0.0, 1 / (unit * unit)
    weights = tuple(prices.values())
    hard = tuple(number for number, item in enumerate(prices) if item in _HARD)
    for piece in pieces:
        if not ground.bounds.holds(piece.box):
            total += _OUTSIDE
        areas = ground.areas(prices, piece.box, piece.quad(lettering) if piece.rotation else None)
        if areas is not None:
            total += scale * sum(map(mul, weights, areas))
            for number in hard:
                if areas[number] > 0:
                    total += _STRUCK
        if total > most:
            break
    return total


def kept_pieces(pieces: Iterable[NamePiece], kept: list[NamePiece]) -> Iterator[NamePiece]:
    """Yield the pieces of a name and keep them. Of a name that is too dear, only the first are made."""
    for piece in pieces:
        kept.append(piece)
        yield piece


class _Board:
    """The offers chosen so far, found by place."""

    def __init__(self, unit: float) -> None:
        self._air = _AIR * unit
        self._unit = unit
        self._cells: dict[tuple[int, int], dict[int, LabelOffer]] = {}

    def _at(self, offer: LabelOffer) -> Iterator[tuple[int, int]]:
        if offer.box is None:
            return
        box = offer.box.inset(-self._air)
        for x in range(math.floor(box.x / _REACH), math.floor(box.right / _REACH) + 1):
            for y in range(math.floor(box.y / _REACH), math.floor(box.bottom / _REACH) + 1):
                yield x, y

    def put(self, number: int, offer: LabelOffer) -> None:
        for cell in self._at(offer):
            self._cells.setdefault(cell, {})[number] = offer

    def take(self, number: int, offer: LabelOffer) -> None:
        for cell in self._at(offer):
            del self._cells[cell][number]

    def price(self, number: int, offer: LabelOffer) -> float:
        """Return the price of an offer with what it costs to stand beside or on other names."""
        near = {
            other: placed
            for cell in self._at(offer)
            for other, placed in self._cells.get(cell, {}).items()
            if other != number
        }
        return offer.price + sum(self._conflict(offer, placed) for placed in near.values())

    def _conflict(self, one: LabelOffer, two: LabelOffer) -> float:
        assert one.box is not None
        assert two.box is not None
        if not one.box.inset(-self._air).overlaps(two.box):
            return 0.0
        assert one.label is not None
        assert two.label is not None
        total = 0.0
        for a in one.label.boxes:
            wide = a.inset(-self._air)
            for b in two.label.boxes:
                if wide.overlaps(b):
                    total += _NEAR * wide.shared(b) + _OVERLAP * a.shared(b)
        return total / self._unit**2


def choose_offers(names: Sequence[Sequence[LabelOffer]], unit: float) -> list[LabelOffer]:
    """Return the chosen offer of each name. `unit` is the scale of the map's art."""
    kept = [sorted(offers, key=lambda offer: offer.price)[:KEPT] for offers in names]
    board = _Board(unit)
    chosen: list[LabelOffer | None] = [None] * len(kept)

    def choose(number: int) -> bool:
        old = chosen[number]
        best = min(kept[number], key=lambda offer: board.price(number, offer))
        if old is not None:
            if board.price(number, best) > board.price(number, old) - 1e-6:
                return False
            board.take(number, old)
        board.put(number, best)
        chosen[number] = best
        return True

    def scarce(number: int) -> tuple[int, float, int]:
        first = kept[number][0].price
        return sum(offer.price < first + _GOOD for offer in kept[number]), -first, number

    for number in sorted(range(len(kept)), key=scarce):
        choose(number)
    for _ in range(_SWEEPS):
        costs = {n: board.price(n, offer) for n, offer in enumerate(chosen) if offer is not None}
        # Every name chooses again, so the results are counted rather than asked one by one.
        if not sum(choose(number) for number in sorted(costs, key=lambda n: (-costs[n], n))):
            break
    return [offer for offer in chosen if offer is not None]


def overlapping(offers: Sequence[LabelOffer]) -> set[int]:
    """Return the numbers of the offers whose names overlap a name chosen earlier in the sequence."""
    found: set[int] = set()
    for number, one in enumerate(offers):
        for other in offers[:number]:
            if one.box is None or other.box is None or not one.box.overlaps(other.box):
                continue
            assert one.label is not None
            assert other.label is not None
            if any(a.overlaps(b) for a in one.label.boxes for b in other.label.boxes):
                found.add(number)
                break
    return found
