"""Compare saved games: pieces that were moved, added or removed, and settings that were changed.

The `hexwright diff` command prints these differences for two saved games or logs of any module. The
`hexwright save diff` command prints sentences for players instead (`saves/save_diff.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.diff.change_records import ChangeDetail, ChangeKind, compare_facts, pair_by_keys
from hexwright.inspect.diff.trait_comparison import compare_pieces
from hexwright.inspect.show.editor_labels import trait_facts_by_label
from hexwright.inspect.show.saved_game_items import PieceLocator, SavedGameView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece

#: A deck's content; reported by the places of its cards.
_CARDS = frozenset({"cards", "map", "x", "y"})


@dataclass(frozen=True)
class ComparedGame:
    """One of two saved games to compare, with its module if one is given."""

    saved: SavedGameView
    module: ModuleView | None
    where: PieceLocator
    by_gpid: dict[str, GamePiece] = field(default_factory=dict)

    @classmethod
    def of(cls, saved: SavedGameView, module: ModuleView | None) -> ComparedGame:
        """Return a saved game with the pieces that its module defines, keyed by gpid."""
        found: dict[str, GamePiece] = {}
        for design in module.pieces if module is not None else ():
            if module is not None and design.gpid:
                traits = tuple(
                    p.trait for p in module.expanded(design) if not isinstance(p.trait, t.Prototype)
                )
                found.setdefault(design.gpid, GamePiece(traits))
        return cls(saved, module, PieceLocator(saved, module), found)


def compare_saved_games(old: ComparedGame, new: ComparedGame) -> Iterator[ChangeDetail]:
    """Yield the differences between two saved games.

    A piece isn't reported if it differs only because its definition in the module has changed.
    """
    yield from compare_facts(old.saved.facts(), new.saved.facts())
    before, after = old.saved.pieces, new.saved.pieces
    found = pair_by_keys(
        before,
        after,
        lambda p: (_gpid(p), p.piece.name, _spot(p), p.piece.traits[1:]),
        lambda p: (_gpid(p), p.piece.name, _spot(p)),
        lambda p: (_gpid(p), p.piece.name),
        lambda p: _gpid(p) or None,
        lambda p: p.piece.name or None,
    )
    for i in found.removed:
        yield ChangeDetail(ChangeKind.REMOVED, _called(before[i]), "", _placed(old, before[i]), None)
    for j in found.added:
        yield ChangeDetail(ChangeKind.ADDED, _called(after[j]), "", None, _placed(new, after[j]))
    explained: dict[tuple[str, str], frozenset[ChangeDetail]] = {}
    for i, j in found.pairs:
        one, other = before[i], after[j]
        if one.piece.name != other.piece.name:
            yield ChangeDetail(ChangeKind.RENAMED, _called(other), "Name", one.piece.name, other.piece.name)
        if _spot(one) != _spot(other):
            yield _moved(old, new, one, other)
        details = [d for d in compare_pieces(one.piece, other.piece) if not _is_name(d)]
        if not details:
            continue
        gpids = _gpid(one), _gpid(other)
        if gpids not in explained:
            designs = old.by_gpid.get(gpids[0]), new.by_gpid.get(gpids[1])
            inner = compare_pieces(designs[0], designs[1]) if designs[0] and designs[1] else ()
            explained[gpids] = frozenset(inner)
        yield from (d.within(_called(other)) for d in details if d not in explained[gpids])
    yield from _stacks(old, new, {before[i].id: after[j].id for i, j in found.pairs})
    yield from _decks(old.saved, new.saved)
    if [step.encode() for step in old.saved.steps] != [step.encode() for step in new.saved.steps]:
        counts = [str(len(side.saved.steps)) for side in (old, new)]
        yield ChangeDetail(ChangeKind.CHANGED, "", "Steps of the log", *counts)


def _moved(old: ComparedGame, new: ComparedGame, one: AddPiece, other: AddPiece) -> ChangeDetail:
    (old_map, old_spot), (new_map, new_spot) = old.where.location_of(one), new.where.location_of(other)
    if old_map != new_map:
        return ChangeDetail(ChangeKind.MOVED, _called(other), "Place", _placed(old, one), _placed(new, other))
    if old_spot == new_spot:
        old_spot, new_spot = (f"{spot} ({_point(p)})" for spot, p in ((old_spot, one), (new_spot, other)))
    return ChangeDetail(ChangeKind.MOVED, _called(other), "Place", old_spot, new_spot)


def _stacks(
    old: ComparedGame, new: ComparedGame, partner: dict[str | None, str | None]
) -> Iterator[ChangeDetail]:
    before = {frozenset(partner.get(i) for i in stack.pieces): stack for stack in old.saved.stacks}
    names = {piece.id: _called(piece) for piece in new.saved.pieces}
    places = {piece.id: new.where.location_of(piece)[1] for piece in new.saved.pieces}
    for stack in new.saved.stacks:
        was = before.get(frozenset(stack.pieces))
        if was is None or len(stack.pieces) < 2:
            continue
        order = [partner.get(i) for i in was.pieces]
        if order != list(stack.pieces):
            words = (", ".join(names.get(i or "", "?") for i in ids) for ids in (order, stack.pieces))
            part = f"Stack in {places.get(stack.pieces[0], '?')}"
            yield ChangeDetail(ChangeKind.REORDERED, part, "From the bottom up", *words)


def _decks(old: SavedGameView, new: SavedGameView) -> Iterator[ChangeDetail]:
    found = pair_by_keys(old.decks, new.decks, lambda deck: deck.name)
    for i in found.removed:
        yield ChangeDetail(ChangeKind.REMOVED, f"Deck '{old.decks[i].name}'")
    for j in found.added:
        yield ChangeDetail(ChangeKind.ADDED, f"Deck '{new.decks[j].name}'")
    for i, j in found.pairs:
        for detail in compare_facts(
            trait_facts_by_label(old.decks[i]), trait_facts_by_label(new.decks[j]), _CARDS
        ):
            yield detail.within(f"Deck '{new.decks[j].name}'")


def _gpid(added: AddPiece) -> str:
    basic = added.piece.basic
    return basic.gpid if isinstance(basic, t.BasicPiece) else ""


def _spot(added: AddPiece) -> tuple[str, int, int]:
    basic = added.piece.basic
    return (basic.map, basic.x, basic.y) if isinstance(basic, t.BasicPiece) else ("", 0, 0)


def _point(added: AddPiece) -> str:
    _, x, y = _spot(added)
    return f"{x}, {y}"


def _placed(side: ComparedGame, added: AddPiece) -> str:
    map_name, spot = side.where.location_of(added)
    return f"{spot} on {map_name}" if map_name else spot


def _called(added: AddPiece) -> str:
    return added.piece.name or "a piece without a name"


def _is_name(detail: ChangeDetail) -> bool:
    return detail.part.startswith("Basic Piece") and detail.label == "Name"
