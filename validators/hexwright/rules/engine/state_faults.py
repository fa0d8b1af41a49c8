"""State faults: find all faults in a state."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Diagnostic, error
from hexwright.geometry.bitsets import members
from hexwright.rules.combat.attack_ranges import can_attack_all
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import AT_BASE, State
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.support.message_wording import count_noun

_MEANINGLESS_CODES = frozenset({"Q002", "Q004", "Q005"})
_BATTLE_STAGES = frozenset(
    {"roll", "stand", "losses", "defender-losses", "disrupting", "remnant", "retreat", "advance"}
)


def state_faults(setting: CompiledGame, state: State) -> tuple[Diagnostic, ...]:
    """Return all faults in a state; empty for every state that play can reach.

    If the turn, the phase or the pieces of a state are invalid, only those faults are returned.
    """
    found = tuple(fault for find in (_time_faults, _piece_faults) for fault in find(setting, state))
    if any(fault.code in _MEANINGLESS_CODES for fault in found):
        return found
    rest = tuple(
        fault
        for find in (_stacking_faults, _total_faults, _place_faults, _battle_faults, _early_conversion_faults)
        for fault in find(setting, state)
    )
    return found + rest


def _time_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    first, last = setting.scenario.first_turn, setting.scenario.last_turn
    if not first <= state.turn <= last:
        yield error(
            "Q001", f"turn {state.turn} isn't in {setting.scenario.title}, which has turns {first} to {last}"
        )
    if not 0 <= state.phase < len(setting.phases):
        yield error(
            "Q002", f"there is no phase {state.phase}; the sequence of play has {len(setting.phases)} phases"
        )
    if over := -sum(points for points in state.replacements_left if points < 0):
        yield error("Q003", f"{over} more replacements were taken than received")


def _piece_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    if len(state.locations) != len(setting.units) or len(state.steps) != len(setting.units):
        yield error(
            "Q004",
            f"the state has {count_noun(len(state.locations), 'unit')}, "
            f"but the scenario has {len(setting.units)}",
        )
        return
    for unit, place in enumerate(state.locations):
        name = setting.units[unit]
        if (
            place < AT_BASE
            or place >= len(setting.board.ids)
            or (place >= 0 and not setting.board.ids[place])
        ):
            yield error("Q005", f"{name} isn't in a hex of the map")
        if not 1 <= state.steps[unit] <= setting.last_step[unit]:
            yield error(
                "Q006", f"{name} shows step {state.steps[unit]}, but has only {setting.last_step[unit]}"
            )


def _stacking_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    rule = setting.game.rules.stacking.rule
    moving = (
        setting.side(state) if state.movement_start is not None else -1
    )  # The moving side may still make room.
    stacks: dict[int, list[int]] = {}
    for unit, place in enumerate(state.locations):
        if place >= 0:
            stacks.setdefault(place, []).append(unit)
    for place, units in sorted(stacks.items()):
        here = setting.board.ids[place] if place < len(setting.board.ids) else str(place)
        for side in {setting.side_of[unit] for unit in units}:
            own = [unit for unit in units if setting.side_of[unit] == side]
            if side == moving:
                own = [unit for unit in own if not setting.phase_units[state.phase] >> unit & 1]
            for limit in setting.stacking.broken_limits(own, place):
                those = sum(1 for unit in own if limit.weights[unit])
                told = f"stacking: {count_noun(those, 'unit')} in {here}, {limit.text}{cite_rule(limit.rule)}"
                yield error("Q007", told)
        if len({setting.side_of[unit] for unit in units}) > 1:
            yield error("Q008", f"units of both sides are in {here}{cite_rule(rule)}")


def _total_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    for side, name in enumerate(setting.sides):
        stands = 0
        for unit in setting.units_by_side[side]:
            if state.locations[unit] >= 0:
                stands |= 1 << state.locations[unit]
        if stands != state.occupied[side]:
            yield error("Q009", f"the hexes recorded as occupied by {name} aren't the hexes of its units")


def _place_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    seen = 0
    for side, hexes in enumerate(state.owned):
        if hexes & seen:
            yield error("Q010", f"{', '.join(setting.hex_ids(hexes & seen))} has two owners")
        seen |= hexes
        lost = state.occupied[side] & setting.places & ~hexes
        if lost:
            where = ", ".join(setting.hex_ids(lost))
            yield error(
                "Q011", f"{setting.side_name(side)} units are in {where}, but their side doesn't own it"
            )
    if seen & ~setting.places:
        yield error(
            "Q012",
            f"{', '.join(setting.hex_ids(seen & ~setting.places))} has an owner, but isn't an ownable place",
        )


def _battle_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    side = setting.side(state)
    attacking = 0
    for battle in state.battles:
        alone = battle.target_unit
        target = setting.units[alone] if alone >= 0 else ", ".join(setting.hex_ids(battle.hexes))
        gone = alone >= 0 and (state.locations[alone] < 0 or setting.side_of[alone] == side)
        if battle.overrun_outcome is None and (gone or battle.hexes & ~setting.enemy_hexes(state, side)):
            yield error("Q013", f"{target} can't be attacked in this phase")
            continue
        if battle.attackers & attacking:
            yield error("Q014", "a unit takes part in two battles")
        attacking |= battle.attackers
        for unit in members(battle.attackers):
            place = state.locations[unit]
            if place < 0 or not can_attack_all(setting, state, unit, battle.hexes, declared=True):
                yield error("Q015", f"{setting.units[unit]} attacks {target} but can't reach it")
    if (state.fight is not None) != (state.stage in _BATTLE_STAGES):
        yield error("Q016", f"stage {state.stage} doesn't match the battle in progress")


def _early_conversion_faults(setting: CompiledGame, state: State) -> Iterator[Diagnostic]:
    """Yield faults for units on the map whose conversion isn't possible yet."""
    for unit, turn, rule in setting.arrivals_and_departures.conversions:
        if state.locations[unit] >= 0 and state.turn < turn:
            name = setting.units[unit]
            yield error(
                "Q101", f"{name} is on the map on turn {state.turn}, before turn {turn}{cite_rule(rule.rule)}"
            )
