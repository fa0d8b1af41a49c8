"""Drag pieces over a map with the mouse (VASSAL.build.module.map.PieceMover)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwright.emulator.board_grids import Point
from hexwright.emulator.game_world import GameWorld, ThingPosition
from hexwright.emulator.live_decks import LiveDeck
from hexwright.emulator.live_maps import LiveMap, PieceOrStack
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour, mat_behaviour
from hexwright.emulator.piece_extents import picture_covers
from hexwright.emulator.traits.mark_when_moved_behaviour import MarkWhenMovedBehaviour
from hexwright.emulator.traits.mat_behaviour import MatBehaviour
from hexwright.emulator.traits.mat_cargo_behaviour import MatCargoBehaviour
from hexwright.vassal.codec import traits as t


def is_movable(piece: LivePiece) -> bool:
    """Return whether the player can drag a piece."""
    return immovable_reason(piece) == ""


def immovable_reason(piece: LivePiece) -> str:
    """Return why the player can't drag a piece, in words for the player; an empty string if dragging is
    possible.
    """
    if piece.get("RestrictedMovement") is True:
        return "it belongs to the other side"
    for trait in piece.acting:
        if isinstance(trait.trait, t.DoesNotStack) and trait.trait.movement in ("V", "I"):
            return "the module doesn't allow it to be moved"
    deck = piece.deck
    if deck is not None and not deck.accessible:
        return f"the deck {deck.title} belongs to the other side"
    return ""


def pieces_with_cargo(pieces: Sequence[LivePiece]) -> list[LivePiece]:
    """Return pieces together with the cargo of all mats among them."""
    taken = list(pieces)
    for piece in pieces:
        mat = mat_behaviour(piece) if piece.world.mats else None
        if mat is not None:
            taken += [cargo for cargo in mat.cargo if cargo not in taken]
    return taken


def drag_pieces(world: GameWorld, pieces: Sequence[LivePiece], over: LiveMap, to: Point) -> None:
    """Move pieces as if they were dropped with the mouse, report the move, and send them the map's key."""
    offset: Point | None = None
    targets: dict[Point, list[PieceOrStack]] = {}
    moves: list[tuple[LivePiece, ThingPosition]] = []
    dragged: list[LivePiece] = []
    mat: MatBehaviour | None = None
    if pieces:
        x, y = pieces[0].position
        offset = (to[0] - x, to[1] - y)
    for piece in _in_turn(pieces) if world.mats else pieces:
        cargo = None
        if world.mats:
            mat = mat_behaviour(piece) or mat
            cargo = cargo_behaviour(piece)
        x, y = piece.position
        assert offset is not None
        point = (x + offset[0], y + offset[1])
        mate: PieceOrStack | None = _candidate(over, targets.get(point, []), piece)
        if mate is None:
            point, mate = _DropTarget(piece, pieces, cargo, mat).aim(over, point)
            offset = (point[0] - x, point[1] - y)
            if mate is not None and over.stacking:
                targets[point] = [piece, mate]
        if isinstance(mate, LiveDeck) and not mate.accepts(piece):
            continue
        dragged.append(piece)
        if isinstance(mate, LiveDeck) and mate.pieces[-1:] == [piece]:
            continue
        before = world.position_of(piece)
        stack = mate.stack if isinstance(mate, LivePiece) else None
        end = point if mate is None else mate.at if stack is None else stack.at
        if end != piece.position:
            _mark(over, piece)
        world.prepare_move(piece)
        if mate is not None:
            over.merge(mate, piece)
        elif _alone(world, over, piece, point):
            targets[point] = [piece, piece]
        if world.mats:
            _find_mats(piece, pieces, over, point)
        moves.append((piece, before))
    world.hiding = True
    try:
        _report(world, over, moves)
    finally:
        world.hiding = False
    _give_move_key(over, dragged)
    world.check_emptied()


def _alone(world: GameWorld, over: LiveMap, piece: LivePiece, point: Point) -> bool:
    """Put a piece down without joining it to another piece; return whether a new stack was created."""
    over.place_at(piece, point)
    if not over.stacking or piece.never_stacks:
        return False
    over.place_at(world.new_stack(piece), point)
    return True


def _give_move_key(over: LiveMap, pieces: Sequence[LivePiece]) -> None:
    if over.move_key is None:
        return
    for piece in pieces:
        if piece.snapshot is None:
            piece.remember()
        piece.key(over.move_key)


def _in_turn(pieces: Sequence[LivePiece]) -> list[LivePiece]:
    """Return pieces in the order in which they move: mats with their cargo come last."""
    mats = [(piece, mat) for piece in pieces if (mat := mat_behaviour(piece)) is not None]
    loaded = [cargo for _, mat in mats for cargo in mat.cargo if cargo in pieces]
    carriers = [piece for piece, _ in mats]
    rest = [piece for piece in pieces if piece not in carriers and piece not in loaded]
    cargoes = [piece for piece in rest if cargo_behaviour(piece) is not None]
    order = [piece for piece in rest if piece not in cargoes] + cargoes
    for piece, mat in mats:
        order.append(piece)
        for cargo in mat.cargo:
            members = cargo.stack.pieces if cargo.stack is not None else [cargo]
            if cargo in loaded:
                order += [member for member in members if member not in order and member in pieces]
    return order


def _find_mats(piece: LivePiece, together: Sequence[LivePiece], over: LiveMap, point: Point) -> None:
    """Attach dropped cargo to the mat at the point.

    Pieces that a moved mat left behind look for another mat.
    """
    cargo, mat = cargo_behaviour(piece), mat_behaviour(piece)
    if cargo is not None:
        if cargo.mat is None or cargo.mat not in together:
            cargo.find(over, point)
    elif mat is not None:
        for other in list(mat.cargo):
            left = cargo_behaviour(other)
            if other not in together and left is not None:
                left.find(other.map, other.position)


def _candidate(over: LiveMap, found: list[Any], piece: LivePiece) -> LivePiece | None:
    for number, other in enumerate(found):
        if over.may_merge(other, piece):
            found[number] = piece
            return other if isinstance(other, LivePiece) else other.pieces[-1]
    return None


class _DropTarget:
    """The search for the target of a drop (StandardDropTargetSelector and the selectors for mats)."""

    def __init__(
        self,
        piece: LivePiece,
        together: Sequence[LivePiece],
        cargo: MatCargoBehaviour | None,
        mat: MatBehaviour | None,
    ) -> None:
        self.piece = piece
        self.together = together
        self.cargo = cargo
        self.mat = mat

    def aim(self, over: LiveMap, point: Point) -> tuple[Point, PieceOrStack | None]:
        """Return the point to which a drop moves the piece, and the piece or stack on which it lands, or
        None.
        """
        mate = self.under(over, point)
        if mate is None and not self.ignores_grid(over, point):
            point = over.snap(point)
            mate = self.under(over, point)
        return point, mate

    def ignores_grid(self, over: LiveMap, point: Point) -> bool:
        """Return whether the piece stays where it is dropped instead of snapping to the grid, like cargo on a
        mat.
        """
        if self.cargo is None:
            return self.piece.get("IgnoreGrid") is True
        if self.mat is not None or self.cargo.locate(over, point) is not None:
            return True
        return any(
            isinstance(trait.trait, t.DoesNotStack) and "g" in trait.trait.selection
            for trait in self.piece.acting
        )

    def under(self, over: LiveMap, point: Point) -> PieceOrStack | None:
        """Return the piece or deck on which a drop at a point lands, or None."""
        piece = self.piece
        stacks = over.stacking and not piece.never_stacks
        if not stacks and not over.decks:
            return None
        snapped = over.snap(point) if over.restricts(point) else None
        # Most things on a map are elsewhere, so positions are compared first.
        loose = over.knows("IgnoreGrid")
        met = [
            thing
            for thing in over.things
            if isinstance(thing, LiveDeck) or (stacks and self._met(thing, point, snapped, loose))
        ]
        for thing in reversed(over.in_layers(met)):
            if isinstance(thing, LiveDeck):
                if self._into_deck() and thing.covers(point):
                    return thing
                continue
            if thing is piece or not over.may_merge(thing, piece):
                continue
            members = thing.pieces if isinstance(thing, LiveStack) else [thing]
            if not all(member in self.together for member in members) and self._beside(members[0]):
                return members[-1]
        return None

    @staticmethod
    def _met(thing: PieceOrStack, point: Point, snapped: Point | None, loose: bool) -> bool:
        """Return whether a drop at a point meets a piece or stack.

        On a grid, both must snap to the same point. `loose` means that IgnoreGrid may be defined outside the
        piece.
        """
        members = thing.pieces if isinstance(thing, LiveStack) else [thing]
        if not members:
            return False
        if snapped is None:
            return any(picture_covers(member, point) for member in members)
        first = members[0]
        told = loose or "IgnoreGrid" in first.answers or "IgnoreGrid" in first.persistent
        if told and first.get("IgnoreGrid") is True:
            return any(picture_covers(member, point) for member in members)
        return thing.at == snapped

    def _into_deck(self) -> bool:
        """Return whether a deck may take the piece.

        Decks reject mats with cargo, and cargo that moves with a mat.
        """
        return self.mat is None or (self.cargo is None and not self.mat.cargo)

    def _beside(self, other: LivePiece) -> bool:
        """Return whether mats allow the piece to join another one. Cargo stays with the cargo of its mat."""
        if self.cargo is not None:
            return self.mat is None or other in self.mat.cargo
        loaded = cargo_behaviour(other) if self.piece.world.mats else None
        return loaded is None or loaded.mat is None


def _mark(over: LiveMap, piece: LivePiece) -> None:
    if over.component.mark_moved == "Never":
        return
    for trait in piece.acting:
        if isinstance(trait, MarkWhenMovedBehaviour):
            trait.set(True)


def _report(world: GameWorld, over: LiveMap, moves: Sequence[tuple[LivePiece, ThingPosition]]) -> None:
    if not world.auto_report:
        return
    groups: dict[tuple[str, Point, str, Point], list[LivePiece]] = {}
    for piece, before in moves:
        old = before.map.title if before.map is not None else ""
        groups.setdefault((old, before.point if old else (0, 0), over.title, piece.position), []).append(
            piece
        )
    lines: list[str] = []
    for (old, old_point, _, point), pieces in groups.items():
        source = world.maps.get(old)
        component = over.component
        if source is None:
            given = component.create_format
        else:
            given = component.move_within_format if source is over else component.move_to_format
        if not given:
            break
        place = over.location(point)
        words: dict[str, str | None] = {
            "pieceName": ", ".join(piece.name for piece in pieces),
            "location": place,
            "mapName": over.title,
        }
        if source is not None:
            words["previousMap"] = source.title
            words["previousLocation"] = source.location(old_point)
            if (
                source is over
                and component.only_report_changed_location
                and words["previousLocation"] == place
            ):
                continue
        line = world.evaluator.format(given, over, words, localised=True)
        if line:
            lines.append("* " + line)
    for line in lines:
        world.say(line)
