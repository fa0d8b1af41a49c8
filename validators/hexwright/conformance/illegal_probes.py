"""Illegal probes: make illegal attempts while a battle is resolved."""

from __future__ import annotations

from hexwright.conformance import reachable_hex_comparison
from hexwright.conformance.battle_actions import LOSS_STAGES, hex_distance
from hexwright.conformance.declaration_actions import check_phase_stays, press_refused_key
from hexwright.conformance.module_player import (
    ATTACK_KEY,
    ELIMINATE_KEY,
    FLIP_KEY,
    LOSE_STEP_KEY,
    RESOLVE_KEY,
    ModulePlayer,
)
from hexwright.geometry.bitsets import first, members, union, union_of
from hexwright.model.ids import HexId
from hexwright.rules.combat.advance_after_combat import units_able_to_advance
from hexwright.rules.combat.battle_odds import (
    ezoc_rule_for_retreat,
    passable_enemy_hexes,
    retreat_destinations,
)
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL
from hexwright.rules.movement.zone_barriers import unbarred_hexes


def attempt_in_combat(hands: ModulePlayer) -> None:
    """Attempt an illegal action between battles or during a battle: a move, a wrong loss, or a new attack."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    fight = state.fight
    draw = chance.random()
    on_map = [u for u, at in enumerate(state.locations) if at >= 0]
    if draw < 0.15 and state.stage in LOSS_STAGES:
        check_phase_stays(hands)
    elif draw < 0.25 and state.stage in LOSS_STAGES and state.battles:
        other = chance.choice(state.battles)
        them = defending_units(setting, state, other) if other.overrun_outcome is None else other.attackers
        press_refused_key(
            hands, setting.units[first(them)], RESOLVE_KEY, "resolve a battle before the last one is over"
        )
    elif draw < 0.4 and on_map:
        _attempt_step_keys(hands, chance.choice(on_map))
    elif draw < 0.5 and fight is not None and state.stage in ("retreat", "advance"):
        likely = [u for u in on_map if (fight.defenders | fight.attackers) >> u & 1]
        reachable_hex_comparison.compare_reachable_hexes(hands, chance.choice(likely or on_map))
    elif draw < 0.8 and fight is not None and state.stage == "remnant":
        _attempt_wrong_cadre(hands)
    elif draw < 0.6 and fight is not None and state.stage == "retreat":
        _attempt_wrong_retreat(hands)
    elif draw < 0.55 and fight is not None and state.stage == "advance":
        _attempt_wrong_advance(hands)
    elif draw < 0.65 and fight is not None and state.stage == "advance":
        # Friendly units may have moved into the hex of an overrun by then.
        others = [
            u for u in on_map if not (fight.attackers >> u | fight.hexes >> max(state.locations[u], 0)) & 1
        ]
        if others:
            goal = chance.choice(list(members(fight.hexes)))
            _dragged_back(hands, chance.choice(others), goal, "illegal advances")
    elif draw < 0.6 and fight is not None and state.stage in ("losses", "defender-losses", "disrupting"):
        losers = {a.unit for a in mirror.kernel.legal_actions(state)}
        others = [u for u in on_map if setting.units[u] not in losers]
        if others:
            mirror.count_attempt("losses", "refused losses")
            unit = setting.units[chance.choice(others)]
            press_refused_key(hands, unit, LOSE_STEP_KEY, "take a loss for a result that doesn't affect it")
    elif state.stage != "roll":
        side = setting.side(state)
        fresh = [
            u for u in setting.units_by_side[side] if state.locations[u] >= 0 and not state.acted >> u & 1
        ]
        if fresh:
            press_refused_key(
                hands,
                setting.units[chance.choice(fresh)],
                ATTACK_KEY,
                "join an attack after the first battle",
            )


def _attempt_step_keys(hands: ModulePlayer, unit: int) -> None:
    """Attempt to reduce or eliminate a unit that should take no loss, or a different loss."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    last = state.steps[unit] == setting.last_step[unit]
    loses = state.stage == "losses" and bool(state.fight.attackers >> unit & 1)
    loses = loses or (state.stage == "defender-losses" and bool(state.fight.defenders >> unit & 1))
    mirror.count_attempt("losses", "refused losses")
    if not (loses and last) and not (state.stage == "stand" and state.fight.defenders >> unit & 1):
        press_refused_key(hands, setting.units[unit], ELIMINATE_KEY, "eliminate the unit by key")
    elif setting.last_step[unit] > 1:
        press_refused_key(hands, setting.units[unit], FLIP_KEY, "flip the unit by key")


def _attempt_wrong_cadre(hands: ModulePlayer) -> None:
    """Attempt to place a unit that isn't an available cadre, or a cadre in a wrong hex."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    named = {
        setting.unit_numbers[u]
        for one in setting.combat.cadres
        for u in one.replaced_by
        if u in setting.unit_numbers
    }
    off = [u for u in named if state.locations[u] in (POOL, NOT_IN_PLAY)]
    if not off:
        return
    unit = chance.choice(sorted(off))
    if chance.random() < 0.5:
        reachable_hex_comparison.compare_reachable_hexes(hands, unit)
        return
    legal = {a.hex for a in mirror.kernel.legal_actions(state) if a.unit == setting.units[unit]}
    asked = (
        [
            hex_id
            for hex_id in setting.hex_ids(union(place for _, place in state.fight.pending_cadres))
            if hex_id not in legal
        ]
        if state.fight is not None
        else []
    )
    wrong = asked or [hex_id for hex_id in setting.board.index if hex_id not in legal]
    _off_map_back(hands, unit, chance.choice(wrong))


def _off_map_back(hands: ModulePlayer, unit: int, goal: HexId) -> None:
    mirror = hands.paired_game
    name = mirror.kernel.setting.units[unit]
    start = mirror.table.where(name)
    what = f"wrong cadre: drag {name}→{goal}"
    mirror.count_attempt("cadres", "wrong cadres")
    mirror.table.chat()
    mirror.table.drag(name, goal)
    fine = hands.compare_verdict(what, "")
    seen = mirror.table.where(name)
    if seen.zone != start.zone:
        mirror.report_difference(what, f"{name} in {start.zone}", f"{seen.location}")
        fine = False
    if not fine:
        hands.end_walk()


def _attempt_wrong_retreat(hands: ModulePlayer) -> None:
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    target = hands.rng.choice(list(members(state.fight.retreating)))
    found = union_of(retreat_destinations(setting, state, target).values())
    near = 1 << state.locations[target]
    for _ in range(setting.combat.retreat.distance(state.fight.result) + 1):
        near |= setting.board.around(near)
    # A retreat may stop on its way, if nothing prevents it.
    free = unbarred_hexes(setting, state, setting.side_of[target], ezoc_rule_for_retreat(setting, target))
    end = min((hex_distance(setting, state.locations[target], n) for n in members(found)), default=1)
    on_way = 1 << state.locations[target]
    for _ in range(end - 1):
        on_way |= setting.board.around(on_way)
    wrong = setting.hex_ids(near & ~found & ~(on_way & free) & ~(1 << state.locations[target]))
    # A player first tries a hex that the retreat may pass, but not end in.
    passed = near & ~found & passable_enemy_hexes(setting, state, setting.side_of[target])
    if passed and hands.rng.random() < 0.5:
        wrong = setting.hex_ids(passed)
    if wrong:
        number = setting.board.index[hands.rng.choice(wrong)]
        _dragged_back(hands, target, number, "wrong retreats")


def _attempt_wrong_advance(hands: ModulePlayer) -> None:
    """Attempt to drag an attacker farther than it may advance, or to drag an attacker that may
    not advance.
    """
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    unit = hands.rng.choice(sorted(members(units_able_to_advance(state.fight))))
    legal = {a.hex for a in mirror.kernel.legal_actions(state) if a.unit == setting.units[unit]}
    near = setting.board.around(setting.board.near[state.locations[unit]])
    wrong = [
        hex_id for hex_id in setting.hex_ids(near & ~(1 << state.locations[unit])) if hex_id not in legal
    ]
    if wrong:
        number = setting.board.index[hands.rng.choice(wrong)]
        _dragged_back(hands, unit, number, "illegal advances")


def _dragged_back(hands: ModulePlayer, unit: int, number: int, kind: str) -> None:
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    start, goal, name = (
        setting.board.ids[state.locations[unit]],
        setting.board.ids[number],
        setting.units[unit],
    )
    if start == goal:
        return
    what = f"{kind}: drag {name} {start}→{goal}"
    mirror.count_attempt("retreats" if kind == "wrong retreats" else "advances", kind)
    hands.drag_refused(what, name, start, goal)
