"""How each rule of The Moscow Campaign that its module enforces is switched off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.rules.engine.fast_dataclasses import replace as state_replace
from hexwright.rules.transport.transport_networks import serving_hexes
from tests.rules.shared_switches import (
    ENEMIES_ARE_PASSED,
    MOVES_ARE_DUTY,
    STACKS_DEFEND_APART,
    patch,
    rules,
)
from tests.rules.switching import Edit, Switches

THAW: Final = "turns: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"
LAKES: Final = f"      - {{across: lake, {THAW}, cost: never}}\n"
MARCHERS: Final = "[infantry, later-wave, militia, cavalry, armour, motorised, kampfgruppe, tank-brigade]"
FIRST: Final = "scenarios/scenario-01.yaml"
RAIL_PHASES: Final = (
    "  soviet-trains: {name: Trains, side: soviet, kind: movement, modes:"
    f" [{{mode: march, classes: {MARCHERS}}}, {{mode: railway-troops, classes: [eb]}}, {{mode: train}}],"
    " text: Trains.}\n"
    "  soviet-train-overruns: {name: Overruns, side: soviet, kind: overruns, text: Overruns.}\n\n"
)
ISOLATION: Final = (
    "  german-isolation: {name: Isolation, side: german, kind: supply, text: Isolation.}\n"
    "  soviet-arrivals:\n"
)


def _whole_allowance(_real: Any) -> Any:
    return lambda self, unit, *_: ((0, 0, 1 << self.state.locations[unit]),)


def _both_sides(real: Any) -> Any:
    def off(setting: Any) -> Any:
        every = (1 << len(setting.units)) - 1
        return tuple(
            ((offered[0][0], every), *offered[1:]) if phase.kind == "movement" else offered
            for phase, offered in zip(setting.phases, real.func(setting), strict=True)
        )

    return property(off)


def _one_terrain(real: Any) -> Any:
    def off(self: Any, mode: Any, unit: int) -> Any:
        ground, hexmap, ids = real(self, mode, unit), self.setting.game.hexmap, self.setting.board.ids
        kind = hexmap.terrain_of(ids[self.state.locations[unit]]).id
        alike = union(number for number, one in enumerate(ids) if hexmap.terrain_of(one).id == kind)
        return ground._replace(open_hexes=ground.open_hexes & alike)

    return off


def _shut_where_two_control(real: Any) -> Any:
    def off(setting: Any, state: Any, side: int) -> Any:
        found, once, twice = real(setting, state, side), 0, 0
        for here in members(found.enemies):
            twice |= once & setting.board.near[here]
            once |= setting.board.near[here]
        return replace(found, enemies=found.enemies | twice)

    return staticmethod(off)


def _all_or_nothing(real: Any) -> Any:
    def off(self: Any, state: Any, side: int) -> int:
        zone: int = real(self, state, side)
        return 0 if zone & state.occupied[side] else zone

    return off


def _zones_alone(real: Any) -> Any:
    def off(way: Any, ground: Any, *rest: Any) -> Any:
        fares = [
            (
                spread,
                (
                    (way.parts_per_point, ground.zones),
                    *((cost, hexes & ~ground.zones) for cost, hexes in costs),
                ),
                beside,
            )
            for spread, costs, beside in way.fares
        ]
        return real(replace(way, fares=fares), ground, *rest)

    return off


def _any_terrain_but(kind: str) -> Any:
    """Return a switch by which no supply runs over terrain of a kind."""

    def switch(real: Any) -> Any:
        def off(setting: Any, *rest: Any) -> int:
            hexmap, ids = setting.game.hexmap, setting.board.ids
            free: int = real(setting, *rest)
            return free & ~union(n for n, one in enumerate(ids) if hexmap.terrain_of(one).id == kind)

        return off

    return switch


def _two_hexes_away(real: Any) -> Any:
    def off(setting: Any, state: Any, unit: int) -> Any:
        near = real(setting, state, unit)
        return near | setting.board.around(near)

    return off


def _again(_real: Any) -> Any:
    return lambda state: state_replace(state, fight=None, stage="declare", acted=0)


def _one_stack(real: Any) -> Any:
    def off(setting: Any, state: Any, unit: int, hex_number: int) -> Any:
        battle = real(setting, state, unit, hex_number)
        stacks = {state.locations[each] for each in members(battle.attackers)} if battle else set()
        return battle if len(stacks) == 1 else None

    return off


def _whole_stack(real: Any) -> Any:
    def off(setting: Any, state: Any, unit: int, hex_number: int) -> Any:
        battle = real(setting, state, unit, hex_number)
        here = state.locations[unit]
        mates = union(each for each, place in enumerate(state.locations) if place == here)
        return battle and replace(battle, attackers=battle.attackers | mates)

    return off


def _defenders_too(real: Any) -> Any:
    def off(setting: Any, state: Any, fight: Any) -> Any:
        yield from real(setting, state, fight)
        taken = fight.hexes | union_of(state.occupied)
        for unit in members(fight.defenders):
            if state.locations[unit] >= 0 and fight.hexes >> state.locations[unit] & 1:
                yield unit, setting.board.near[state.locations[unit]] & ~taken

    return off


def _less_the_kampfgruppe(real: Any) -> Any:
    def off(fight: Any, unit: int, lost: Any) -> Any:
        worth = real(fight, unit, lost)
        return worth - 2 if fight.defenders >> unit & 1 and worth >= 4 else worth

    return off


def _lakes_alone(real: Any) -> Any:
    return lambda *told: (found for found in real(*told) if found[0].rule == "terrain")


def _near_miss(real: Any) -> Any:
    return lambda rule, fought: real(rule, replace(fought, uncapped_column=fought.uncapped_column + 1))


def _not_after_overruns(real: Any) -> Any:
    return lambda setting, state, fight: 0 if fight.overrun_entry >= 0 else real(setting, state, fight)


def _beside_enemies(_real: Any) -> Any:
    def off(setting: Any, state: Any, side: int) -> int:
        rails: int = setting.train_line_hexes
        return rails & serving_hexes(setting, state, "rail", side)

    return off


def _across_country(real: Any) -> Any:
    def off(ground: Any, *rest: Any) -> Any:
        way = real(ground, *rest)
        return replace(way, fares=tuple((ground.board.around, *fare[1:]) for fare in way.fares))

    return off


SWITCHES: Final[Switches] = {
    "sequence.mechanised": rules("    classes: [armour, motorised, kampfgruppe]\n    modes:", "    modes:"),
    "movement.a": rules("tank-brigade], cost: 3}", 'tank-brigade], cost: "1"}'),
    "movement.b": MOVES_ARE_DUTY,
    "movement.c": patch("movement.move_legs.LegFinder._sources", _whole_allowance),
    "movement.d": patch("compiled.compiled_movement.CompiledMovement.phase_modes", _both_sides),
    "movement.e": patch("combat.overruns.meets_odds", lambda _real: lambda *_: True),
    "movement.g": ENEMIES_ARE_PASSED,
    "movement.i": patch("movement.move_legs.LegFinder._flood_ground", _one_terrain),
    "movement.j": rules("    always_one_hex: true\n", times=2),
    "movement.k": rules("- {mode: train}", "- {mode: train, classes: [militia]}"),
    "movement.l": rules(LAKES),
    "zones.a": rules("{enter: 3,", "{enter: 2,", 2),
    "zones.b": rules("leave: 2,", "leave: 1,", 2),
    "zones.c": rules("zoc_to_zoc: 5", "zoc_to_zoc: 3", 2),
    "zones.d": patch("movement.move_legs.MovementObstacles.of", _shut_where_two_control),
    "zones.e": rules("friendly_units_cancel: false", "friendly_units_cancel: true"),
    "zones.f": patch("compiled.compiled_zones.CompiledZones.ezoc_hexes", _all_or_nothing),
    "zones.g": patch("movement.move_legs.flood", _zones_alone),
    "zones.h": rules("range: 6, ezoc: unless-friends", "range: 6, ezoc: ignored"),
    "terrain.forest": rules("defenders: one, drm: -2", "defenders: one, drm: -1"),
    "terrain.river": rules(f"    river: {{name: river, across: river, {THAW}, drm: -2, rule: terrain}}\n"),
    "terrain.frozen": rules(f"across: river, {THAW}, ", "across: river, "),
    "terrain.part": rules(
        f"{LAKES}      - {{across_front: fortified-line, side: german, cost: 2}}\n",
        f"{LAKES}      - {{across_front: fortified-line, side: german, cost: 2}}\n"
        '    line_costs: [{line: rail, cost: "1"}]\n',
    ),
    "stacking.a": rules("stacking: {limit: 3,", f"stacking: {{limits: [{{classes: {MARCHERS}, max: 3}}],"),
    "stacking.c": rules("stacking: {limit: 3,", "stacking: {limit: 4,"),
    "supply.c": rules("    supply-attack: {name: no supply, supply: out, attack: 1/2, rule: supply}\n"),
    "supply.d": rules("east], ezoc: unless-friends", "east], ezoc: ignored"),
    "supply.e": (
        *rules("  soviet-arrivals:\n", ISOLATION),
        *rules("supply_lines:\n", "out_of_supply: {loss: eliminated, rule: supply}\nsupply_lines:\n"),
    ),
    "weather.rains": rules(
        "{weather: rains, side: german, multiply: 1/2}", '{weather: rains, side: german, multiply: "1"}', 2
    ),
    "weather.mud": rules(
        "{weather: mud, side: german, allowance: 1, hex_cost: 1}",
        "{weather: mud, side: german, multiply: 1/2}",
        2,
    ),
    "weather.winter": rules("kampfgruppe], multiply: 1/2}", 'kampfgruppe], multiply: "1"}', 2),
    "weather.freeze": rules(LAKES, LAKES.replace(f"{THAW}, ", "")),
    "fortified.a": rules(
        "across_front: fortified-line, side: german, drm", "across_front: fortified-line, drm"
    ),
    "fortified.c": rules("      - {across_front: fortified-line, side: german, cost: 2}\n"),
    "fortified.d": rules(
        "across_front: fortified-line, side: german, drm", "across: fortified-line, side: german, drm"
    ),
    "supply.f": patch("supply.supply_range._open_hexes", _any_terrain_but("forest")),
    "combat.a": patch("combat.attack_ranges.adjacent_attackable_hexes", _two_hexes_away),
    "combat.b": rules(
        "  may_lower_odds: true\n",
        "  may_lower_odds: true\n"
        "  mandatory_attacks: {must_attack: [{classes: [armour, motorised]}], rule: combat}\n",
    ),
    "combat.c": patch("combat.combat_results.return_from_battle", _again),
    "combat.d": patch("combat.combat_phase._battle_joined_by", _one_stack),
    "combat.e": patch("combat.combat_phase._battle_joined_by", _whole_stack),
    "combat.h": rules("results: [Dr, Ex,", "results: [Dr, Br, Ex,"),
    "combat.i": patch("combat.combat_results.legal_advance_moves", _defenders_too),
    "combat.k": patch("combat.combat_results._exchange_value", _less_the_kampfgruppe),
    "combat.l": rules("  may_lower_odds: true\n"),
    "combat.m": rules("  ignorable_results: [Dr]\n"),
    "combat.n": patch("combat.combat_phase.can_attack_all", lambda _real: lambda *_: True),
    "combat.p": STACKS_DEFEND_APART,
    "combat.q": rules("  target: hexes\n", "  target: hexes\n  defends_once: true\n"),
    "combat.r": patch(
        "combat.advance_after_combat.units_able_to_advance", lambda _real: lambda fight: fight.attackers
    ),
    "combat.s": patch("combat.attack_ranges.forbidding_entries", _lakes_alone),
    "combat.retreat": rules("{hexes: 1, ezoc: unless-friends", "{hexes: 1, ezoc: forbidden"),
    "combat.disrupted": rules("{may_move: false, may_attack: false", "{may_move: true, may_attack: true"),
    "overrun": patch("combat.overruns.meets_odds", _near_miss),
    "overrun.a": patch("combat.advance_after_combat.advance_hexes", _not_after_overruns),
    "overrun.c": patch("combat.overruns._may_join_afterwards", lambda _real: lambda *_: False),
    "rail.general": rules("{max: 9, side: [soviet]}", "{max: 10, side: [soviet]}"),
    "rail.cost": rules("{entrain: 1/2,", "{entrain: 1/4,"),
    "rail.a": rules("arrive_entrained: true, "),
    "rail.b": rules("zoc: {reach", f"{RAIL_PHASES}zoc: {{reach"),
    "rail.d": patch("movement.movement_ways._train_way", _across_country),
    "rail.e": (
        *patch("movement.move_legs.usable_train_hexes", _beside_enemies),
        *patch("transport.rail_movement.usable_train_hexes", _beside_enemies),
    ),
    "rail.f": rules("may_stay_entrained: true, network: rail, ", "may_stay_entrained: true, "),
    "rail.g": rules(
        "      - {mode: railway-troops, classes: [eb]}\n    text: All German",
        "      - {mode: railway-troops, classes: [eb]}\n      - {mode: train}\n    text: All German",
    ),
    "railway-troops.b": rules("lost_if_occupied: true, "),
    "railway-troops.e": rules("    rule: railway-troops\n    along: rail\n", "    rule: railway-troops\n"),
    "replacements": rules("    classes: [later-wave]\n", "    classes: [later-wave, infantry]\n"),
    "setup.order": (Edit(FIRST, "setup_order: [soviet, german]\n", ""),),
    "setup.line": (Edit(FIRST, "  - {side: german, feature: start-line, group: september}\n", ""),),
    "setup.near": (Edit(FIRST, "group: far, max: 10}", "group: far, max: 11}"),),
    "setup.railheads": (
        Edit(
            FIRST,
            'feature: railhead-september\n    hexes: ["0425"]\n',
            "feature: german-september\n",
        ),
    ),
    "setup.arrivals": rules('"1249", "1349"], rule: setup', '"1249", "1349", "6449"], rule: setup'),
}
