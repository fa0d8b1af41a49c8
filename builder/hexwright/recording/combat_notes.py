"""Compute the properties of battles that pieces and the game store, so that a log matches a game in play."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.bitsets import first, members, union_of
from hexwright.model.ids import UnitId
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Battle, Engagement, State
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.flights import MISSION
from hexwright.vassal.enforcement.tables.fire_tables import fire_phase

COMBAT_NOTE_NAMES = (names.ATTACK, names.FOUGHT, MISSION)
"""The properties that units store; each is valid only in the phase that it names."""

CombatNotes = Mapping[tuple[UnitId, str], str]
"""Stored values: (unit, property) → value."""


def combat_notes_after(setting: CompiledGame, before: State, after: State) -> CombatNotes:
    """Return the stored properties of units after an action that led from one state to another."""
    return {
        **_left(setting, before, after),
        **_declared(setting, before, after),
        **_fought(setting, before, after),
        **_allocated(setting, after),
        **_flown(setting, after),
    }


def _now(setting: CompiledGame, state: State) -> str:
    return f"{state.turn}.{setting.phases[state.phase].id}"


def _declared(setting: CompiledGame, before: State, state: State) -> CombatNotes:
    now = _now(setting, state)
    # Units that overran have this note already; units that joined later get it now.
    known = union_of(battle.attackers for battle in before.battles)
    return {
        (setting.units[unit], names.ATTACK): f"{now} {_goal(setting, battle)}"
        for battle in state.battles
        if state.stage != "resolve" or battle.overrun_outcome is None
        for unit in members(battle.attackers & (-1 if battle.overrun_outcome is None else ~known))
    }


def _left(setting: CompiledGame, before: State, after: State) -> CombatNotes:
    """Return cleared properties for units whose attacks were cancelled or whose overruns are over."""
    if before.stage not in ("declare", "move") or (after.stage, after.phase) != (before.stage, before.phase):
        return {}
    attacked, attack = (
        union_of(b.attackers for b in state.battles if b.overrun_outcome is None) for state in (before, after)
    )
    return {(setting.units[unit], names.ATTACK): "" for unit in members(attacked & ~attack)}


def _goal(setting: CompiledGame, battle: Battle) -> str:
    """Return the property value of a battle's attackers: the unit or hexes that they attack."""
    return (
        setting.units[battle.target_unit]
        if battle.target_unit >= 0
        else "+".join(setting.hex_ids(battle.hexes))
    )


def _fought(setting: CompiledGame, before: State, after: State) -> CombatNotes:
    if before.stage == "declare":
        return {}  # Battles appear and disappear as attacks are declared and taken back.
    waiting = {(battle.goal, battle.overrun_outcome is None) for battle in after.battles}
    now = _now(setting, before)
    return {
        (setting.units[unit], names.FOUGHT): f"{now} {_hex(setting, before, unit, battle)}"
        for battle in before.battles
        if (battle.goal, battle.overrun_outcome is None) not in waiting
        for unit in (
            first(
                defending_units(setting, before, battle)
                if battle.overrun_outcome is None
                else battle.attackers
            ),
        )
        # In a movement phase, all units may have left the battle.
        if before.stage != "move" or after.locations[unit] < 0
    }


def _hex(setting: CompiledGame, state: State, unit: int, battle: Battle) -> str:
    if battle.overrun_outcome is not None:
        return str(setting.board.ids[battle.goal])
    return str(setting.board.ids[state.locations[unit]]) if state.locations[unit] >= 0 else "-"


def _engagements(state: State) -> tuple[Engagement, ...]:
    return (
        *state.engagements,
        *((state.current_engagement,) if state.current_engagement is not None else ()),
    )


def _allocated(setting: CompiledGame, state: State) -> CombatNotes:
    phase = fire_phase(setting.game, setting.phases[state.phase])
    return {
        (setting.units[unit], names.ATTACK): f"{state.turn}.{phase.id} {setting.board.ids[battle.hex]}"
        for battle in _engagements(state)
        for unit in members(battle.attackers)
    }


def _flown(setting: CompiledGame, state: State) -> CombatNotes:
    return {
        (setting.units[flown.unit], MISSION): f"{state.turn}.{setting.phases[flown.phase].id} {flown.kind}"
        f" {setting.board.ids[flown.hex]} {'failed' if flown.failed else 'flying'}"
        for flown in state.missions
    }


def fire_combat_note(setting: CompiledGame, state: State, fought: tuple[str, ...]) -> str:
    """Return the game's property for the current fire battle; `fought` contains the hexes of the phase's
    battles.
    """
    if setting.phases[state.phase].kind != "fire" or not fought:
        return ""
    now, done = _now(setting, state), ",".join(fought)
    if state.current_engagement is None or not state.current_engagement.round:
        # All battles begun are over: the maximum number of rounds has been fought.
        return f"{now} {fought[-1]} {setting.phases[state.phase].rounds} 0 0 0 0 - - - {done} -"
    battle = state.current_engagement
    where, hits = setting.board.ids[battle.hex], " ".join(map(str, battle.hits))
    begun = f"{hits} {battle.attack_hexes:x} {battle.strength}"
    return f"{now} {where} {battle.round} {begun} - - - {done} {setting.sides[battle.defending_side]}"
