"""How a unit's move is noted on its piece, as `MoveRecord`: read into the state, and written after a leg.

A note is "turn.phase hex start ready way=points+hexes … name:value …". A note of another phase or another hex
is void. `ready` is "bonus" when the unit may no longer attack. Each way is a movement mode, with "~" if it
gives up the attack, and has the points spent, in parts, and the hexes used beyond the allowance. `places:`
lists the places that the move entered, each with the face that its marker showed before, and "*" if it was
never turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwright.rules.engine.game_state import MovementLeft
from hexwright.rules.movement.movement_ways import MovementWay

_PLACES = "places"


@dataclass(frozen=True)
class NotedMove:
    """What a piece notes of its move in the present phase."""

    start: str
    """The hex in which the move began."""
    ready: str
    spent: tuple[tuple[str, int, int], ...]
    """For each way of moving that can have led here: its name, the hexes beyond the allowance, the points."""
    places: tuple[tuple[str, int, bool], ...]
    """The places entered: the hex, the face that its marker showed before, whether it was captured before."""
    others: tuple[str, ...]
    """Everything else that is noted by name, as it stands."""


def noted_move(note: str, stamp: str, hex_id: str) -> NotedMove | None:
    """Return the move that a note records for a unit in a hex, in the phase `stamp`; None if it is void."""
    parts = note.split(" ")
    if len(parts) < 4 or parts[0] != stamp or parts[1] != hex_id:
        return None
    ways = [part for part in parts[4:] if "=" in part and ":" not in part]
    named = [part for part in parts[4:] if ":" in part]
    places = next((part for part in named if part.startswith(_PLACES + ":")), "")
    return NotedMove(
        start=parts[2],
        ready=parts[3],
        spent=tuple(_spent(part) for part in ways),
        places=tuple(_place(one) for one in places.partition(":")[2].split(",") if one),
        others=tuple(part for part in named if part != places),
    )


def _spent(part: str) -> tuple[str, int, int]:
    way, _, used = part.partition("=")
    points, _, hexes = used.partition("+")
    return way, int(hexes), int(points)


def _place(part: str) -> tuple[str, int, bool]:
    hex_id, _, face = part.partition("=")
    return hex_id, int(face.removesuffix("*")), not face.endswith("*")


def way_name(way: MovementWay) -> str:
    """Return the name of a way of moving in notes."""
    return way.mode.id if way.allows_attack else way.mode.id + "~"


def left_of(noted: NotedMove, ways: Sequence[MovementWay]) -> MovementLeft:
    """Return the movement that a unit has left, by the numbers of its ways."""
    names = [way_name(way) for way in ways]
    return tuple((names.index(name), layer, points) for name, layer, points in noted.spent if name in names)


def note_of(stamp: str, hex_id: str, move: NotedMove) -> str:
    """Return the note for a move that has led to a hex."""
    parts = [stamp, hex_id, move.start, move.ready]
    parts += [f"{name}={points}+{layer}" for name, layer, points in move.spent]
    parts += move.others
    if move.places:
        faces = [f"{hex_id}={face}{'' if captured else '*'}" for hex_id, face, captured in move.places]
        parts.append(f"{_PLACES}:{','.join(faces)}")
    return " ".join(parts)
