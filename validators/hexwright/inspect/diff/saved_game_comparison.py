"""Compare saved games: pieces that were moved, added or removed, and settings that were changed.

The `hexwright diff` command prints these differences for two saved games or logs of any module. The
`hexwright save diff` command prints sentences for players instead (`saves/save_diff.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexwright.inspect.analysis.log_position import PlacedPiece
from hexwright.inspect.analysis.public_view import Concealment
from hexwright.inspect.diff.change_records import ChangeDetail, ChangeKind, compare_facts, pair_by_keys
from hexwright.inspect.diff.trait_comparison import compare_pieces
from hexwright.inspect.show.editor_labels import trait_facts_by_label
from hexwright.inspect.show.saved_game_items import SavedGameView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.piece_text import GamePiece

#: A deck's content; reported by the places of its cards.
_CARDS = frozenset({"cards", "map", "x", "y"})


@dataclass(frozen=True)
class ComparedGame:
    """One of two saved games to compare, with its module if one is given."""

    saved: SavedGameView
    by_gpid: dict[str, GamePiece] = field(default_factory=dict)

    @classmethod
    def of(cls, saved: SavedGameView) -> ComparedGame:
        """Return a saved game with the pieces that its module defines, keyed by gpid."""
        found: dict[str, GamePiece] = {}
        module = saved.module
        for design in module.pieces if module is not None else ():
            if module is not None and design.gpid:
                traits = tuple(
                    p.trait for p in module.expanded(design) if not isinstance(p.trait, t.Prototype)
                )
                found.setdefault(design.gpid, GamePiece(traits))
        return cls(saved, found)

    def called(self, lying: PlacedPiece) -> str:
        """Return the name of a piece for all players."""
        return self.saved.view.name(lying)

    def placed(self, lying: PlacedPiece) -> str:
        """Return the place and map of a piece for all players."""
        map_name, spot = self.saved.view.place(lying)
        return f"{spot} on {map_name}" if map_name not in ("", spot) else spot

    def shows(self, lying: PlacedPiece) -> bool:
        """Return whether all players see a piece."""
        return self.saved.view.concealment(lying) is None

    def knows(self, lying: PlacedPiece) -> bool:
        """Return whether all players know that a piece is in the game."""
        return self.saved.view.concealment(lying) is not Concealment.INVISIBLE


def compare_saved_games(old: ComparedGame, new: ComparedGame) -> Iterator[ChangeDetail]:
    """Yield the differences between two saved games.

    A piece isn't reported if it differs only because its definition in the module has changed.
    """
    yield from compare_facts(old.saved.facts(), new.saved.facts())
    before, after = old.saved.pieces, new.saved.pieces
    found = pair_by_keys(
        before,
        after,
        lambda p: (_gpid(p), p.name, p.spot, p.piece.traits[1:]),
        lambda p: (_gpid(p), p.name, p.spot),
        lambda p: (_gpid(p), p.name),
        lambda p: _gpid(p) or None,
        lambda p: p.name or None,
    )
    for i in found.removed:
        if old.knows(gone := before[i]):
            yield ChangeDetail(ChangeKind.REMOVED, old.called(gone), "", old.placed(gone), None)
    for j in found.added:
        if new.knows(come := after[j]):
            yield ChangeDetail(ChangeKind.ADDED, new.called(come), "", None, new.placed(come))
    explained: dict[tuple[str, str], frozenset[ChangeDetail]] = {}
    for i, j in found.pairs:
        yield from _piece(old, new, before[i], after[j], explained)
    yield from _stacks(old, new, {before[i].id: after[j].id for i, j in found.pairs})
    yield from _decks(old.saved, new.saved)
    if [step.encode() for step in old.saved.steps] != [step.encode() for step in new.saved.steps]:
        counts = [str(len(side.saved.steps)) for side in (old, new)]
        yield ChangeDetail(ChangeKind.CHANGED, "", "Steps of the log", *counts)


def _piece(
    old: ComparedGame,
    new: ComparedGame,
    one: PlacedPiece,
    other: PlacedPiece,
    explained: dict[tuple[str, str], frozenset[ChangeDetail]],
) -> Iterator[ChangeDetail]:
    """Yield the differences of a piece; `explained` keeps those of its definition, by gpids."""
    seen = old.shows(one) and new.shows(other)
    if old.saved.view.place(one) != new.saved.view.place(other) or (one.spot != other.spot and seen):
        yield _moved(old, new, one, other)
    if not seen:
        return
    if one.name != other.name:
        yield ChangeDetail(ChangeKind.RENAMED, new.called(other), "Name", one.name, other.name)
    details = [d for d in compare_pieces(one.piece, other.piece) if not _is_name(d)]
    if not details:
        return
    gpids = _gpid(one), _gpid(other)
    if gpids not in explained:
        designs = old.by_gpid.get(gpids[0]), new.by_gpid.get(gpids[1])
        inner = compare_pieces(designs[0], designs[1]) if designs[0] and designs[1] else ()
        explained[gpids] = frozenset(inner)
    yield from (d.within(new.called(other)) for d in details if d not in explained[gpids])


def _moved(old: ComparedGame, new: ComparedGame, one: PlacedPiece, other: PlacedPiece) -> ChangeDetail:
    (old_map, old_spot), (new_map, new_spot) = old.saved.view.place(one), new.saved.view.place(other)
    if old_map != new_map:
        old_spot, new_spot = old.placed(one), new.placed(other)
    elif old_spot == new_spot:
        old_spot, new_spot = (f"{old_spot} ({lying.spot[1]}, {lying.spot[2]})" for lying in (one, other))
    return ChangeDetail(ChangeKind.MOVED, new.called(other), "Place", old_spot, new_spot)


def _stacks(old: ComparedGame, new: ComparedGame, partner: dict[str, str]) -> Iterator[ChangeDetail]:
    seen = {lying.id: lying for lying in new.saved.pieces if new.knows(lying)}
    hidden = {lying.id for lying in old.saved.pieces if not old.knows(lying)}
    before = {
        frozenset(order): order
        for stack in old.saved.stacks
        if (order := [partner[i] for i in stack if i in partner and partner[i] in seen and i not in hidden])
    }
    for stack in new.saved.stacks:
        now = [i for i in stack if i in seen]
        then = before.get(frozenset(now))
        if then is None or len(now) < 2 or then == now:
            continue
        was, words = (", ".join(new.called(seen[i]) for i in ids) for ids in (then, now))
        if was != words:
            part = f"Stack in {new.saved.view.place(seen[now[0]])[1]}"
            yield ChangeDetail(ChangeKind.REORDERED, part, "From the bottom up", was, words)


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


def _gpid(lying: PlacedPiece) -> str:
    basic = lying.piece.basic
    return basic.gpid if isinstance(basic, t.BasicPiece) else ""


def _is_name(detail: ChangeDetail) -> bool:
    return detail.part.startswith("Basic Piece") and detail.label == "Name"
