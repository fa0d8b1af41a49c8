"""Overrun actions: overrun enemies as a player does, and attempt overruns that the rules may forbid."""

from __future__ import annotations

from hexwright.conformance import declaration_actions
from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY, ModulePlayer
from hexwright.geometry.bitsets import first, members, select
from hexwright.rules.combat import overruns
from hexwright.rules.combat.combat_phase import battle_named_by, defending_units, normalize_target
from hexwright.rules.engine.game_state import Battle, overruns_awaiting_dice
from hexwright.rules.engine.rules_protocol import Action


def resolve_overrun(hands: ModulePlayer, action: Action) -> None:
    """Resolve a declared overrun in the module, and compare the odds in the chat and the surviving units."""
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    battle = battle_named_by(setting, mirror.state, action)
    target = hands.rng.choice(select(setting.units, defending_units(setting, mirror.state, battle)))
    mirror.count_attempt("overruns")
    mirror.table.chat()
    mirror.table.key(target, RESOLVE_KEY, declaration_actions.BATTLE_STEP)
    what = f"overrun {target}"
    if not hands.compare_verdict(what, None):
        hands.end_walk()
    declaration_actions.compare_odds_text(hands, what, battle)
    mirror.state = mirror.kernel.apply(mirror.state, action)
    if not mirror.compare(what):
        hands.end_walk()
    if overruns_awaiting_dice(mirror.state):
        hands.picked_target = None  # A joining unit picks the target first.


def _join_afterwards(hands: ModulePlayer, battle: Battle) -> None:
    """Attempt to add an adjacent unit to a resolved overrun, whether or not that is legal."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    near = setting.board.near[battle.goal]
    free = setting.unit_sets_by_side[setting.side(state)] & ~overruns.units_in_overruns(state)
    beside = [
        unit for unit in members(free) if state.locations[unit] >= 0 and near >> state.locations[unit] & 1
    ]
    if not beside:
        return
    unit = chance.choice(beside)
    action = setting.hex_attacks[unit][battle.goal]
    if mirror.kernel.is_legal(state, action):
        declaration_actions.declare_attack(hands, action)
        return
    declaration_actions.pick_target(hands, declaration_actions.first_attacked_unit(setting, state, action))
    mirror.count_attempt("joins", "refused late joins")
    declaration_actions.press_refused_key(hands, setting.units[unit], ATTACK_KEY, "join a resolved overrun")


def attempt_overrun_dice(hands: ModulePlayer) -> None:
    """In the phase for overrun dice, attempt to roll the die for a unit that needs no roll."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    owing = overruns.units_in_overruns(state)
    others = [unit for unit, place in enumerate(state.locations) if place >= 0 and not owing >> unit & 1]
    if others and setting.phases[state.phase].kind == "overruns":
        key = chance.choice((RESOLVE_KEY, ATTACK_KEY))
        declaration_actions.press_refused_key(
            hands, setting.units[chance.choice(others)], key, "roll a die for a unit without an overrun"
        )


def attempt_overrun(hands: ModulePlayer) -> None:
    """Attempt to join, leave or resolve an overrun, whether or not that is legal."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    if not overruns.active_overruns(setting, state):
        return
    if state.battles and chance.random() < 0.4:
        battle = chance.choice(state.battles)
        if battle.overrun_outcome is not None:
            _join_afterwards(hands, battle)
            return
        target = setting.units[first(defending_units(setting, state, battle))]
        action = normalize_target(setting, state, Action("resolve", target=target))
        if mirror.kernel.is_legal(state, action):
            resolve_overrun(hands, action)
        else:
            mirror.count_attempt("refused overruns")
            declaration_actions.press_refused_key(
                hands, target, RESOLVE_KEY, "resolve an overrun at low odds"
            )
        return
    if overruns.units_in_declared_overruns(state) and chance.random() < 0.15:
        taking = list(members(overruns.units_in_declared_overruns(state)))
        declaration_actions.leave_attack(hands, Action("leave", setting.units[chance.choice(taking)]))
        return
    enemies = setting.enemy_hexes(state, side)
    near = setting.board.around(enemies)
    own = [
        n for n in setting.units_by_side[side] if state.locations[n] >= 0 and near >> state.locations[n] & 1
    ]
    if not own:
        return
    # Targets that others already attack are preferred, so that several units join.
    begun = [
        first(defending_units(setting, state, battle))
        for battle in state.battles
        if battle.overrun_outcome is None
    ]
    unit = chance.choice(own)
    around = setting.board.near[state.locations[unit]]
    them = [n for n, at in enumerate(state.locations) if at >= 0 and around >> at & enemies >> at & 1]
    likely = [n for n in begun if n in them]
    target = setting.units[chance.choice(likely if likely and chance.random() < 0.7 else them)]
    action = normalize_target(setting, state, Action("attack", setting.units[unit], target=target))
    if mirror.kernel.is_legal(state, action):
        declaration_actions.declare_attack(hands, action)
    elif not overruns.units_in_overruns(state) >> unit & 1:
        declaration_actions.pick_target(hands, target)
        mirror.count_attempt("joins", "refused joins", "refused overruns")
        declaration_actions.press_refused_key(
            hands, setting.units[unit], ATTACK_KEY, f"join the overrun of {target}"
        )
