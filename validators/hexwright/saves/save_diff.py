"""Describe the differences between two saved games in players' terms.

The `hexwright save diff` command prints these sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.saves.change_sentences import PieceNames, piece_changes
from hexwright.vassal.module import property_names as prop


def diff_saves(names: PieceNames, old: LogPosition, new: LogPosition) -> Iterator[str]:
    """Yield the differences between two saved games, one sentence each.

    The differences are ordered as follows: turn and phase, pieces, hidden state, stored properties.
    """
    was, now = names.whole_turn(old), names.whole_turn(new)
    if was != now:
        yield f"The game goes from {was or 'no turn'} to {now or 'no turn'}"
    elif not now and old.turns != new.turns:
        yield "The turn counter has changed"
    before, after = _pair_pieces(old, new)
    yield from piece_changes(names, before, after)
    yield from names.off_board_changes(old, new)
    for note, text in new.notes.items():
        if old.notes.get(note, "") != text:
            yield f"The {'scenario notes' if note == 'NOTES' else 'public notes'} have changed"


def _pair_pieces(
    old: LogPosition, new: LogPosition
) -> tuple[dict[str, PlacedPiece | None], dict[str, PlacedPiece | None]]:
    """Return the pieces of both games, keyed by identity: a unit's counter by its unit, any other piece by
    its id and name.

    In a restarted game, every counter has a different id; markers are then matched by name and location.
    """
    before, after = _by_id(old), _by_id(new)
    if not any(lying.name and key in before for key, lying in after.items()):
        before, after = _by_place(old), _by_place(new)
    return dict(before), dict(after)


def _by_id(position: LogPosition) -> dict[str, PlacedPiece]:
    return _by_key(position, lambda lying: f"{lying.id} {lying.name}")


def _by_place(position: LogPosition) -> dict[str, PlacedPiece]:
    return _by_key(position, lambda lying: f"{lying.name} {lying.spot}")


def _by_key(position: LogPosition, otherwise: Callable[[PlacedPiece], str]) -> dict[str, PlacedPiece]:
    found: dict[str, PlacedPiece] = {}
    numbers: Counter[str] = Counter()
    for lying in position.pieces.values():
        key = lying.properties.get(prop.UNIT_ID) or otherwise(lying)
        numbers[key] += 1
        found[f"{key}\0{numbers[key]}"] = lying
    return found
