"""Accept the position on the table as the true state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as with_fields

from hexwright.geometry.bitsets import members
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import StageId, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.unit_placement import place_unit, remove_unit, show_step
from hexwright.umpire.game_hypothesis import INFERRED_BATTLE, Hypothesis, PendingChange
from hexwright.umpire.table_snapshot import SeenKey, TableSnapshot, mismatches


def with_table_adopted(
    kernel: RulesEngine, course: Hypothesis, table: TableSnapshot, keys: Iterable[SeenKey] | None = None
) -> Hypothesis:
    """Return the hypothesis with the values of `keys`, or all values, taken from the table."""
    wrong = list(course.contradictions(table) if keys is None else keys)
    state = course.state
    for what, number in wrong:
        match what:
            case "at":
                state = _put_unit(kernel, state, number, table.where[number])
            case "held":
                state = _set_owner(state, number, table.value((what, number)))
            case "net":
                hexes = table.value((what, number))
                state = replace(
                    state,
                    serving_hexes=(*state.serving_hexes[:number], hexes, *state.serving_hexes[number + 1 :]),
                )
    for what, number in wrong:
        if what == "step" or (what == "at" and table.where[number] >= 0):
            state = show_step(state, number, table.steps[number])
        if state.conditions and (what == "state" or (what == "at" and table.where[number] >= 0)):
            now = bytes([table.states[number]])
            state = replace(
                state, conditions=state.conditions[:number] + now + state.conditions[number + 1 :]
            )
    strays = [number for what, number in wrong if what == "at"]
    state = _without_dead_battles(kernel, _without_displaced_units(state, strays))
    # A unit that enters a place holds it; its marker may be turned in a separate step.
    late = tuple(
        PendingChange(key, table.value(key), (state.turn, state.phase))
        for key in mismatches(state, table)
        if key[0] == "held" and key not in wrong
    )
    owed = {one.key: one for one in (*course.pending, *late)}
    return with_fields(course, state=state, pending=tuple(sorted(owed.values())))


def _put_unit(kernel: RulesEngine, state: State, unit: int, place: int) -> State:
    if place >= 0:
        return place_unit(kernel.setting, state, unit, place)
    # With the rules off, a unit may keep its condition in a box.
    return replace(remove_unit(kernel.setting, state, unit, place), conditions=state.conditions)


def _set_owner(state: State, hex_number: int, side: int) -> State:
    bit = 1 << hex_number
    return replace(
        state, owned=tuple(hexes | bit if n == side else hexes & ~bit for n, hexes in enumerate(state.owned))
    )


def _without_displaced_units(state: State, units: list[int]) -> State:
    """Return the state without `units` among the battle's attackers: they have left its hexes and can't
    advance.
    """
    fight = state.fight
    if fight is None:
        return state
    left = fight.attackers
    for unit in units:
        left &= ~(1 << unit)
    return state if left == fight.attackers else replace(state, fight=replace(fight, attackers=left))


def _without_dead_battles(kernel: RulesEngine, state: State) -> State:
    """Return the state without battles that have no defender left or can't be continued."""
    battles = tuple(
        b for b in state.battles if b == INFERRED_BATTLE or defending_units(kernel.setting, state, b)
    )
    if battles != state.battles:
        state = replace(state, battles=battles)
    fight = state.fight
    if fight is None:
        return state
    bound = fight.retreating if state.stage == "retreat" else fight.defenders if state.stage == "stand" else 0
    if any(not fight.hexes >> max(state.locations[unit], 0) & 1 for unit in members(bound & fight.defenders)):
        stage: StageId = "resolve" if state.battles and INFERRED_BATTLE not in state.battles else "declare"
        return replace(
            state, fight=None, stage=stage, battles=tuple(b for b in state.battles if b != INFERRED_BATTLE)
        )
    return state
