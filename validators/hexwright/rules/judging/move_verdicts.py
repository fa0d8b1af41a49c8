"""Answer a drag in a movement phase: whether it may stand, what is noted then, and what players are told."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.violations import violation
from hexwright.rules.judging.noted_moves import NotedMove, note_of, noted_move, way_name
from hexwright.rules.judging.seen_position import SeenPosition, SeenUnit, state_of
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import can_take_back, move_taken_back


@dataclass(frozen=True)
class Verdict:
    """An answer to the script."""

    kind: str
    """ "ok" or "no"."""
    rule: str
    record: str
    """The note for the piece, and behind " @" the control markers that turn, each with its new face."""
    text: str

    def written(self) -> str:
        """Return the answer as the script reads it."""
        return f"{self.kind}/{self.rule.replace('/', ' ')}/{self.record}/{self.text}"


def judge_move(
    rules: RulesEngine, fresh: State, seen: SeenPosition, name: str, dragged: Action, *, back: bool
) -> Verdict:
    """Return the answer to a drag of a unit to a hex; `back` says that the player asked to take its move
    back.

    `seen` shows the unit where it was dragged from.
    """
    assert dragged.unit is not None
    assert dragged.hex is not None
    state, setting = state_of(rules, fresh, seen), rules.setting
    piece = next(unit for unit in seen.units if unit.unit == dragged.unit)
    noted = noted_move(piece.note, seen.stamp, piece.hex)
    number = setting.unit_numbers[UnitId(dragged.unit)]
    returns = noted is not None and noted.start == dragged.hex and can_take_back(setting, state, number)
    if returns and (back or Action("take-back", dragged.unit) in rules.actions_of(state, dragged.unit)):
        after = move_taken_back(setting, state, number)
        text = f"{name} takes its move back: {piece.hex} → {dragged.hex}."
        return Verdict("ok", "", _turned(seen, rules, after), text)
    if not rules.is_legal(state, dragged):
        mode = next(iter(setting.game.rules.movement))
        told = violation(setting, state, dragged, (dragged,))[0].partition(": ")[2]
        text = f"{name} can't go from {piece.hex} to {dragged.hex}: {told}."
        return Verdict("no", mode.rule, "", text)
    after = rules.apply(state, dragged)
    move = _move_after(rules, seen, piece, noted, state, after)
    record = note_of(seen.stamp, dragged.hex, move) + _turned(seen, rules, after)
    left = _left_told(rules, state, after, number)
    return Verdict("ok", "", record, f"{name}: {piece.hex} → {dragged.hex}, {left}.")


def _move_after(
    rules: RulesEngine,
    seen: SeenPosition,
    piece: SeenUnit,
    noted: NotedMove | None,
    state: State,
    after: State,
) -> NotedMove:
    """Return what the piece notes after a leg."""
    setting = rules.setting
    number = setting.unit_numbers[UnitId(piece.unit)]
    ways = legs_of_state(setting, state).ways(number)
    left = dict(after.movement_left).get(number, ())
    entered = dict(after.places_entered).get(number, 0)
    before = {hex_id: (hex_id, face, captured) for hex_id, face, captured in noted.places} if noted else {}
    for other in seen.moves().values():
        before = {**{place[0]: place for place in other.places}, **before}
    shown = {place.hex: (place.hex, place.face, place.captured) for place in seen.places}
    return NotedMove(
        start=noted.start if noted is not None else piece.hex,
        ready="bonus" if after.barred_from_attack >> number & 1 else "ready",
        spent=tuple((way_name(ways[at]), layer, points) for at, layer, points in left),
        places=tuple(
            before.get(hex_id, shown[hex_id])
            for hex_id in map(str, setting.hex_ids(entered))
            if hex_id in shown
        ),
        others=noted.others if noted is not None else (),
    )


def _turned(seen: SeenPosition, rules: RulesEngine, after: State) -> str:
    """Return the control markers that show another side than the state says, each with its new face."""
    setting = rules.setting
    owner = {hex_number: side for side, hexes in enumerate(after.owned) for hex_number in members(hexes)}
    faces = []
    for place in seen.places:
        side = owner.get(setting.board.index[HexId(place.hex)])
        if side is not None and place.sides[place.face - 1] != setting.sides[side]:
            faces.append(f"{place.hex}={place.sides.index(setting.sides[side]) + 1}")
    return f" @{','.join(faces)}" if faces else ""


def _left_told(rules: RulesEngine, state: State, after: State, number: int) -> str:
    """Return what a unit has left after a leg, in words."""
    setting = rules.setting
    legs = legs_of_state(setting, state)
    at, _, spent = dict(after.movement_left)[number][0]
    way = legs.ways(number)[at]
    if way.mode.ezoc == "stops" and legs.field.ezoc >> after.locations[number] & 1:
        told = f"stops in an enemy ZOC{cite_rule(setting.game.rules.zoc.rule)}"
    elif way.free:
        told = "by rail"
    else:
        left = points_told(Fraction(max(0, way.allowance - spent), way.parts_per_point))
        told = f"{left} of {points_told(Fraction(way.allowance, way.parts_per_point))} MP left"
    limit = setting.stacking.blocking_limit(
        state.locations, number, setting.side_of[number], after.locations[number]
    )
    if limit is None:
        return told
    where = setting.board.ids[after.locations[number]]
    return f"{told}. A unit must leave {where} before the phase ends: {limit.text}{cite_rule(limit.rule)}"


def points_told(points: Fraction) -> str:
    """Return movement points in words: hundredths where they are exact, else the tenths below."""
    whole, rest = divmod(points, 1)
    hundredths = rest * 100
    exact = hundredths.denominator == 1
    digits = f"{int(hundredths) if exact else int(rest * 10) * 10:02}".rstrip("0")
    return f"{whole}.{digits}" if digits else str(whole)
