"""The order in which VASSAL draws the pieces of a map: by their layers, and in each from back to front."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c


@dataclass(frozen=True, slots=True)
class _MapLayers:
    """The property that chooses the layer of a piece, and the number of each layer by that value."""

    property: str
    numbers: dict[str, int]

    def layer_of(self, top: PlacedPiece) -> int:
        """Return the number of the layer of a stack with this top piece; decks are above all else."""
        last = len(self.numbers)
        return last if top.deck is not None else self.numbers.get(top.properties.get(self.property, ""), last)


class DrawingOrder:
    """The drawing order of pieces on the maps of a module.

    A map without game piece layers draws pieces that don't stack below all others
    (VASSAL.build.module.map.LayeredPieceCollection, DefaultPieceCollection).
    """

    def __init__(self, module: ModuleView) -> None:
        self.maps = tuple(dict.fromkeys(node.component.get("mapName", "") for node in module.maps))
        self._layers: dict[str, _MapLayers] = {}
        for node in module.all(c.LayeredPieceCollection):
            layers = node.component
            window = node.inside(c.Map)
            if isinstance(layers, c.LayeredPieceCollection) and window is not None:
                found = _MapLayers(layers.property, {name: n for n, name in enumerate(layers.layer_order)})
                self._layers.setdefault(window.get("mapName", ""), found)

    def pieces(self, position: LogPosition, map_name: str) -> list[PlacedPiece]:
        """Return the pieces on a map, the lowest first. The pieces of a stack are together."""
        loose = {lying.id: [lying] for lying in position.pieces.values() if lying.spot[0] == map_name}
        place = {piece: n for n, piece in enumerate(loose)}
        stacks = [[*members] for members in position.stacks.values()]
        stacks += [[*deck.cards] for deck in position.decks.values()]
        things: list[tuple[int, int, list[PlacedPiece]]] = []
        for members in stacks:
            stack = [one for piece in members if piece in loose for one in loose.pop(piece)]
            if stack:
                last = max(place[one.id] for one in stack)
                things.append((self._layer(map_name, stack, stacked=True), last, stack))
        things += [
            (self._layer(map_name, piece, stacked=False), place[key], piece) for key, piece in loose.items()
        ]
        return [one for _, _, thing in sorted(things, key=lambda thing: thing[:2]) for one in thing]

    def _layer(self, map_name: str, pieces: list[PlacedPiece], *, stacked: bool) -> int:
        layers = self._layers.get(map_name)
        if layers is not None:
            return layers.layer_of(pieces[-1])
        if stacked:
            return 0 if pieces[-1].deck is not None else 1
        return 0 if any(isinstance(trait, t.DoesNotStack | t.Mat) for trait in pieces[0].piece.traits) else 1
