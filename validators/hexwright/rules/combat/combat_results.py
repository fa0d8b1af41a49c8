"""Combat results: carry out losses, exchanges, retreats and advances.

Each function returns the next state. The attacker makes all decisions except two: the defender chooses its
own losses, and whether to take a step loss instead of retreating. The rules determine which side conducts
retreats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hexwright.geometry.bitsets import first, members, select, union
from hexwright.model.rules.rules_record import Effect
from hexwright.rules.combat import cadres
from hexwright.rules.combat.advance_after_combat import advance_hexes, legal_advance_moves
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import BattleInProgress, State, Strength, disrupted_units
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt_unit, eliminate_unit, lose_step, place_unit

_EXCHANGES: Final[frozenset[Effect]] = frozenset({"attacker-exchange", "attacker-exchange-half"})
"""Effects that require the attackers to lose as much as the defenders."""


def carry_out_effects(setting: CompiledGame, state: State) -> State:
    """Carry out effects until an effect needs a decision or the battle is over."""
    while True:
        fight = cadres.drop_exhausted_cadres(setting, state)
        state = replace(state, fight=fight)
        if fight.pending_cadres:
            return replace(state, stage="remnant")
        if fight.retreating:
            state = _eliminate_units_without_retreat(setting, state, fight)
            if state.fight is not None and state.fight.retreating and not state.fight.pending_cadres:
                return replace(state, stage="retreat")
            continue
        if not fight.pending_effects:
            return _end_battle(setting, state, fight)
        effect, *later = fight.pending_effects
        fight = replace(fight, pending_effects=tuple(later))
        rest = replace(state, fight=fight)
        awaiting = _awaiting_choice(rest, fight, effect)
        if awaiting is not None:
            return awaiting
        state = cadres.note_pending_cadres(setting, state, _carry_out_effect(setting, rest, fight, effect))


def _awaiting_choice(state: State, fight: BattleInProgress, effect: str) -> State | None:
    """Return the state in which a side chooses how to carry out an effect, or None if there is no choice."""
    match effect:
        case "attacker-step-loss" if fight.attackers:
            return replace(state, stage="losses", fight=replace(fight, loss_owed=1))
        case "defender-step-loss":
            there = units_on_map(state, fight.defenders)
            return replace(state, stage="defender-losses") if there & (there - 1) else None
        case "attacker-exchange" | "attacker-exchange-half":
            owed = fight.loss_owed * Fraction(1, 2) if effect == "attacker-exchange-half" else fight.loss_owed
            if owed > 0 and fight.attackers:
                return replace(state, stage="losses", fight=replace(fight, loss_owed=owed))
        case "attacker-exchange-disrupted" if fight.loss_owed > 0 and undisrupted_units(
            state, fight.attackers
        ):
            return replace(state, stage="disrupting")
    return None


def _carry_out_effect(setting: CompiledGame, state: State, fight: BattleInProgress, effect: str) -> State:
    """Return the state after an effect without a choice."""
    there = units_on_map(state, fight.defenders)
    match effect:
        case "defender-step-loss" if there:
            return _apply_defender_loss(setting, state, first(there), step=True)
        case "attacker-exchange-disrupted":
            return replace(state, fight=replace(fight, loss_owed=0))
        case "defender-retreat":
            return replace(state, fight=replace(fight, retreating=there))
        case "attacker-retreat":
            return replace(state, fight=replace(fight, retreating=fight.attackers))
        case "attacker-eliminated" | "attacker-to-cadre":
            for unit in members(fight.attackers):
                turned = effect == "attacker-to-cadre" and _becomes_cadre(setting, state, unit)
                state = eliminate_unit(setting, state, unit, scored=not turned)
            return replace(state, fight=replace(fight, attackers=0))
        case "defender-eliminated" | "defender-to-cadre":
            for unit in members(there):
                if effect == "defender-to-cadre" and _becomes_cadre(setting, state, unit):
                    state = eliminate_unit(setting, state, unit, scored=False)
                else:
                    state = _apply_defender_loss(setting, state, unit, step=False)
        case "attacker-disrupted":
            return _disrupt_attackers(setting, state, fight.attackers)
        case "defender-disrupted":
            return _defenders_shaken(setting, state, there)
    return state


def _defenders_shaken(setting: CompiledGame, state: State, defenders: Units) -> State:
    """Return the state with the defenders disrupted; defenders that were already disrupted suffer the penalty
    set by the game.
    """
    again = setting.disruption.second_disruption
    broken = disrupted_units(state) if again != "nothing" else 0
    for unit in members(defenders):
        if broken >> unit & 1:
            state = _apply_defender_loss(setting, state, unit, step=again == "step")
        else:
            state = disrupt_unit(state, unit)
    return state


def _disrupt_attackers(setting: CompiledGame, state: State, attackers: Units) -> State:
    """Return the state with the attackers disrupted; attackers that were already disrupted suffer the penalty
    set by the game.
    """
    again = setting.disruption.second_disruption
    broken = disrupted_units(state) if again != "nothing" else 0
    for unit in members(attackers):
        if not broken >> unit & 1:
            state = disrupt_unit(state, unit)
        elif again == "step":
            state, _ = lose_step(setting, state, unit)
        else:
            state = eliminate_unit(setting, state, unit)
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, attackers=units_on_map(state, attackers)))


def undisrupted_units(state: State, units: Units) -> Units:
    """Return the units in `units` that aren't disrupted."""
    return units & ~disrupted_units(state)


def units_on_map(state: State, units: int) -> int:
    """Return the units in `units` that are on the map."""
    return union(unit for unit in members(units) if state.locations[unit] >= 0)


def _becomes_cadre(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a cadre takes the unit's place, in which case the unit isn't counted as lost."""
    return cadres.cadre_entry_of(setting, state, unit) >= 0


def _apply_defender_loss(setting: CompiledGame, state: State, unit: int, *, step: bool) -> State:
    """Return the state after a defender has lost a step or been eliminated; exchanges must match the loss."""
    fight = state.fight
    assert fight is not None
    if step:
        state, lost = lose_step(setting, state, unit, defends=True)
    else:
        lost = setting.defences[unit][state.steps[unit]]
        state = eliminate_unit(setting, state, unit)
    return replace(
        state, fight=replace(fight, loss_owed=fight.loss_owed + _exchange_value(fight, unit, lost))
    )


def _exchange_value(fight: BattleInProgress, unit: int, lost: Strength) -> Strength:
    """Return the strength that an exchange must match for a unit's loss of printed strength `lost`."""
    return lost * dict(fight.multipliers).get(unit, 1)


def _eliminate_units_without_retreat(setting: CompiledGame, state: State, fight: BattleInProgress) -> State:
    """Return the state after the units that can't retreat have been eliminated one by one, in the order of
    hex and name.
    """
    ids, names = setting.board.ids, setting.units
    while True:
        fleeing = sorted(
            members(fight.retreating), key=lambda unit: (ids[state.locations[unit]], names[unit])
        )
        unit = next((unit for unit in fleeing if not retreat_destinations(setting, state, unit)), None)
        if unit is None:
            return replace(state, fight=fight)
        going = replace(state, fight=_without_unit(fight, unit))
        state = cadres.note_pending_cadres(
            setting, going, eliminate_unit(setting, going, unit), cornered=True
        )
        fight = cadres.drop_exhausted_cadres(setting, state)
        if fight.pending_cadres:
            return replace(
                state, fight=fight
            )  # Cadres come first, because other units meet them on their retreat.


def _without_unit(fight: BattleInProgress, unit: int) -> BattleInProgress:
    """Return the battle without a unit that has retreated or was eliminated because it couldn't retreat."""
    bit = 1 << unit
    return replace(fight, retreating=fight.retreating & ~bit, attackers=fight.attackers & ~bit)


def _end_battle(setting: CompiledGame, state: State, fight: BattleInProgress) -> State:
    """End a battle; attackers may advance into hexes that the defenders left."""
    if setting.has_fortified_hexsides:
        froms = union(
            state.locations[unit] for unit in members(fight.attackers) if state.locations[unit] >= 0
        )
        opened = advance_hexes(setting, state, fight)
        struck = setting.fortified_hexsides.destroyed_by_attack(
            state.fallen_hexsides, setting.side(state), froms, opened
        )
        state = replace(state, fallen_hexsides=state.fallen_hexsides | struck)
    return (
        replace(state, stage="advance")
        if any(legal_advance_moves(setting, state, fight))
        else return_from_battle(state)
    )


def return_from_battle(state: State) -> State:
    """Return the state after a battle; play returns to the stage in which the battle began."""
    return replace(state, fight=None, stage="back")


# Decisions in a battle -----------------------------------------------------------------------------


def may_lose_step_instead(setting: CompiledGame, fight: BattleInProgress) -> bool:
    """Return whether the defenders may lose a step instead of retreating."""
    combat = setting.combat
    return (
        fight.pending_effects == ("defender-retreat",)
        and setting.options_hold(combat.step_loss_for_retreat_option)
        and not fight.hexes & ~setting.board.hexes_of_place_kinds(combat.step_loss_for_retreat)
    )


def legal_stand_choices(setting: CompiledGame, state: State) -> list[Action]:
    """Return the defender's choices: one step loss for each unit that may take it, and the retreat."""
    fight = state.fight
    assert fight is not None
    units = select(setting.units, fight.defenders)
    return [*(Action("stand", unit) for unit in units), Action("fall-back", units[0])]


def stand_or_retreat(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the defender has chosen between a step loss and a retreat."""
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    if action.kind == "fall-back":
        return carry_out_effects(setting, state)
    _check_one_of(setting, action, fight.defenders)
    held = replace(state, fight=replace(fight, pending_effects=()))
    lost = _apply_defender_loss(setting, held, setting.unit_numbers[action.unit], step=True)
    return carry_out_effects(setting, cadres.note_pending_cadres(setting, held, lost))


def legal_losses(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each attacker that may lose a step."""
    fight = state.fight
    assert fight is not None
    return [Action("lose", unit) for unit in select(setting.units, fight.attackers)]


def lose_attacker_step(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after an attacker has lost a step; in an exchange, further losses may have to be
    chosen.
    """
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    unit = _check_one_of(setting, action, fight.attackers)
    reduced, lost = lose_step(setting, state, unit)
    attackers = fight.attackers if reduced.locations[unit] >= 0 else fight.attackers & ~(1 << unit)
    # A loss takes one step. An exchange continues until the attacker has lost at least as much strength.
    owed = fight.loss_owed - _exchange_value(fight, unit, lost) if is_exchange(setting, fight) else 0
    after = replace(reduced, fight=replace(fight, attackers=attackers, loss_owed=owed))
    after = cadres.note_pending_cadres(setting, state, after)
    if owed > 0 and attackers:
        return after  # Attackers' cadres are placed once all losses have been taken.
    assert after.fight is not None
    return carry_out_effects(setting, replace(after, fight=replace(after.fight, loss_owed=0)))


def is_exchange(setting: CompiledGame, fight: BattleInProgress) -> bool:
    """Return whether the result being carried out makes the attackers match the defenders' losses."""
    return bool(_EXCHANGES.intersection(setting.combat.effects[fight.result]))


def legal_defender_losses(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each defender that may take a required step loss."""
    fight = state.fight
    assert fight is not None
    return [Action("lose", unit) for unit in select(setting.units, units_on_map(state, fight.defenders))]


def lose_defender_step(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the chosen defender has lost a step."""
    fight = state.fight
    assert fight is not None
    lost = _apply_defender_loss(
        setting, state, _check_one_of(setting, action, units_on_map(state, fight.defenders)), step=True
    )
    return carry_out_effects(setting, cadres.note_pending_cadres(setting, state, lost))


def legal_disruptions(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each attacker that may be disrupted to satisfy the result."""
    fight = state.fight
    assert fight is not None
    return [
        Action("disrupt", unit) for unit in select(setting.units, undisrupted_units(state, fight.attackers))
    ]


def disrupt_attacker(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with the chosen attacker disrupted; more attackers may have to be chosen."""
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    unit = _check_one_of(setting, action, undisrupted_units(state, fight.attackers))
    worth = _exchange_value(fight, unit, setting.strengths[unit][state.steps[unit]])
    after = disrupt_unit(replace(state, fight=replace(fight, loss_owed=fight.loss_owed - worth)), unit)
    if fight.loss_owed > worth and undisrupted_units(after, fight.attackers):
        return after
    return carry_out_effects(setting, replace(after, fight=replace(fight, loss_owed=0)))


def legal_cadres(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each cadre that may be placed for an eliminated unit, with its hex."""
    return [
        Action("remain", setting.units[unit], hex=setting.board.ids[hex_number])
        for unit, hex_number in cadres.cadre_choices(setting, state)
    ]


def place_cadre_by_choice(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state with a cadre placed in the hex that the action names."""
    assert action.unit is not None
    assert action.hex is not None
    unit, here = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if (unit, here) not in cadres.cadre_choices(setting, state):
        raise IllegalAction(f"{action.text}: this cadre can't be placed there")
    return carry_out_effects(setting, cadres.place_cadre(setting, state, unit, here))


def _check_one_of(setting: CompiledGame, action: Action, units: Units) -> int:
    """Return the number of the unit that an action names; raise IllegalAction if the unit isn't
    in `units`.
    """
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    if not units >> unit & 1:
        raise IllegalAction(
            f"{action.text}: the unit must be one of {', '.join(select(setting.units, units))}"
        )
    return unit


def defending_side(setting: CompiledGame, state: State) -> int:
    """Return the side that is attacked."""
    assert state.fight is not None
    return setting.side_of[first(state.fight.defenders)]


def retreat_leader(setting: CompiledGame, state: State) -> int:
    """Return the side that conducts the retreats of the current battle: the owner of the retreating units, or
    its enemy.
    """
    fight = state.fight
    assert fight is not None
    own = setting.side_of[first(fight.retreating)]
    if setting.combat.retreat.chosen_by == "owner":
        return own
    attacking = setting.side(state)
    return defending_side(setting, state) if own == attacking else attacking


def legal_retreats(setting: CompiledGame, state: State) -> list[Action]:
    """Return all retreats of the units that must retreat, one action for each combination of unit and end
    hex.
    """
    fight = state.fight
    assert fight is not None
    return [
        Action("retreat", setting.units[unit], hex=end, through=setting.hex_ids(taken))
        for unit in members(fight.retreating)
        for taken, ends in sorted(retreat_destinations(setting, state, unit).items())
        for end in setting.hex_ids(ends)
    ]


def retreat_unit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has retreated."""
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    assert action.hex is not None
    unit, through = _check_one_of(setting, action, fight.retreating), setting.board.bits(action.through)
    left = replace(state, fight=_without_unit(fight, unit))
    end = setting.board.index[action.hex]
    return carry_out_effects(setting, place_unit(setting, left, unit, end, through, enters=1 << end))


def legal_advances(setting: CompiledGame, state: State) -> list[Action]:
    """Return the possible advances of attackers, and the action by which the other attackers stay."""
    fight = state.fight
    assert fight is not None
    found = [
        Action("advance", setting.units[unit], hex=end)
        for unit, ends in legal_advance_moves(setting, state, fight)
        for end in setting.hex_ids(ends)
    ]
    return [*found, HOLD]


HOLD = Action("hold")


def advance_unit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after an attacker has advanced into a hex without enemies."""
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.unit_numbers[action.unit]
    if fight.advanced_units >> unit & 1:
        fight = replace(fight, advanced_further=tuple(sorted((*fight.advanced_further, unit))))
    fight = replace(fight, advanced_units=fight.advanced_units | 1 << unit)
    end = setting.board.index[action.hex]
    entered = place_unit(setting, replace(state, fight=fight), unit, end, enters=1 << end)
    return entered if any(legal_advance_moves(setting, entered, fight)) else return_from_battle(entered)


def stop_advancing(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the remaining attackers have chosen to stay."""
    return return_from_battle(state)


PHASE_MODULE = PhaseModule(
    stages=(
        Stage(
            "stand",
            "a step loss or a retreat",
            {
                "stand": ActionHandler(stand_or_retreat, ("unit",)),
                "fall-back": ActionHandler(stand_or_retreat, ("unit",)),
            },
            legal_stand_choices,
            decider=defending_side,
        ),
        Stage(
            "losses",
            "the attacker that loses a step",
            {"lose": ActionHandler(lose_attacker_step, ("unit",))},
            legal_losses,
        ),
        Stage(
            "defender-losses",
            "the defender that loses a step",
            {"lose": ActionHandler(lose_defender_step, ("unit",))},
            legal_defender_losses,
            decider=defending_side,
        ),
        Stage(
            "disrupting",
            "the attacker that is disrupted",
            {"disrupt": ActionHandler(disrupt_attacker, ("unit",))},
            legal_disruptions,
        ),
        Stage(
            "remnant",
            "a cadre and its hex",
            {"remain": ActionHandler(place_cadre_by_choice, ("unit", "hex"))},
            legal_cadres,
            decider=cadres.cadre_owner,
        ),
        Stage(
            "retreat",
            "a retreat",
            {"retreat": ActionHandler(retreat_unit, ("unit", "hex"))},
            legal_retreats,
            decider=retreat_leader,
        ),
        Stage(
            "advance",
            "an advance",
            {"advance": ActionHandler(advance_unit, ("unit", "hex")), "hold": ActionHandler(stop_advancing)},
            legal_advances,
        ),
    ),
)
