"""Overrun enemies in movement phases as a player does, and try overruns that the rules may forbid."""

from __future__ import annotations

from hexwright.conformance import declaration_actions
from hexwright.conformance.module_player import ATTACK, FIGHT, Hands
from hexwright.geometry.bitsets import first, members, pick
from hexwright.rules.combat import overruns
from hexwright.rules.combat.combat_phase import defenders, of_action, understood
from hexwright.rules.engine.game_state import Battle, overran
from hexwright.rules.engine.rules_protocol import Action


def resolve(hands: Hands, action: Action) -> None:
    """Perform a declared overrun, and compare the odds in the chat and the surviving units."""
    mirror = hands.mirror
    setting = mirror.kernel.setting
    battle = of_action(setting, mirror.state, action)
    target = hands.chance.choice(pick(setting.units, defenders(setting, mirror.state, battle)))
    mirror.tried("overruns")
    mirror.table.chat()
    mirror.table.key(target, FIGHT, declaration_actions.STEP)
    what = f"overrun {target}"
    if not hands.judged(what, None):
        hands.part()
    declaration_actions.compare_odds(hands, what, battle)
    mirror.state = mirror.kernel.apply(mirror.state, action)
    if not mirror.compare(what):
        hands.part()
    if overran(mirror.state):
        hands.aim = None  # A joining unit picks the target first.


def _join_late(hands: Hands, battle: Battle) -> None:
    """Join an adjacent unit to an overrun that is over, legal or not."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    near = setting.board.near[battle.goal]
    free = setting.units_of[setting.side(state)] & ~overruns.joined(state)
    beside = [unit for unit in members(free) if state.where[unit] >= 0 and near >> state.where[unit] & 1]
    if not beside:
        return
    unit = chance.choice(beside)
    action = setting.assaults[unit][battle.goal]
    if mirror.kernel.is_legal(state, action):
        declaration_actions.declare(hands, action)
        return
    declaration_actions.aim_at(hands, declaration_actions.attacked_by(setting, state, action))
    mirror.tried("joins", "refused late joins")
    declaration_actions.refused_key(hands, setting.units[unit], ATTACK, "join an overrun that was done")


def attempt_dice(hands: Hands) -> None:
    """Ask for the die for a unit that doesn't have to roll, in the phase of the dice."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    owing = overruns.joined(state)
    others = [unit for unit, place in enumerate(state.where) if place >= 0 and not owing >> unit & 1]
    if others and setting.phases[state.phase].kind == "overruns":
        key = chance.choice((FIGHT, ATTACK))
        declaration_actions.refused_key(
            hands, setting.units[chance.choice(others)], key, "owes no die for an overrun"
        )


def attempt(hands: Hands) -> None:
    """Join, leave or perform an overrun, legal or not."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    if not overruns.entries(setting, state):
        return
    if state.battles and chance.random() < 0.4:
        battle = chance.choice(state.battles)
        if battle.overran is not None:
            _join_late(hands, battle)
            return
        target = setting.units[first(defenders(setting, state, battle))]
        action = understood(setting, state, Action("resolve", target=target))
        if mirror.kernel.is_legal(state, action):
            resolve(hands, action)
        else:
            mirror.tried("refused overruns")
            declaration_actions.refused_key(hands, target, FIGHT, "be overrun at low odds")
        return
    if overruns.taking(state) and chance.random() < 0.15:
        taking = list(members(overruns.taking(state)))
        declaration_actions.leave(hands, Action("leave", setting.units[chance.choice(taking)]))
        return
    enemies = setting.enemies(state, side)
    near = setting.board.around(enemies)
    own = [n for n in setting.of_side[side] if state.where[n] >= 0 and near >> state.where[n] & 1]
    if not own:
        return
    # Targets that others already attack are preferred, so that several units join.
    begun = [first(defenders(setting, state, battle)) for battle in state.battles if battle.overran is None]
    unit = chance.choice(own)
    around = setting.board.near[state.where[unit]]
    them = [n for n, at in enumerate(state.where) if at >= 0 and around >> at & enemies >> at & 1]
    likely = [n for n in begun if n in them]
    target = setting.units[chance.choice(likely if likely and chance.random() < 0.7 else them)]
    action = understood(setting, state, Action("attack", setting.units[unit], target=target))
    if mirror.kernel.is_legal(state, action):
        declaration_actions.declare(hands, action)
    elif not overruns.joined(state) >> unit & 1:
        declaration_actions.aim_at(hands, target)
        mirror.tried("joins", "refused joins", "refused overruns")
        declaration_actions.refused_key(hands, setting.units[unit], ATTACK, f"join the overrun of {target}")
