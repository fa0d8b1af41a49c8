"""Battles with modifiers of all kinds over the whole map, in the rules engine and in the naive calculator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import cycle, islice
from typing import Any

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hex
from hexwright.model.charts import AlternateTable
from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier, StrengthRounding
from hexwright.model.rules.criteria_record import Near
from hexwright.model.rules.rules_record import Phase
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds, lookup_result
from hexwright.rules.combat.strength_totals import reckon_battle
from hexwright.rules.engine.compiled_criteria import TimeContext
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.rules.battling import Battle
from tests.rules.positions import LONG, game

TOWNS = tuple(place.id for place in game().hexmap.places)[::2]
Rows = Mapping[str, Mapping[str, Any]]
Waged = tuple[State, list[int], list[int]]
"""A battle in a position: the defenders and the attackers."""


def _table(name: str, heads: str, rows: range, results: str) -> AlternateTable:
    """Return a table in which the results follow one another along rows and columns."""
    columns, found = tuple(heads.split()), cycle(results.split())
    return AlternateTable(
        name, name, columns, {str(roll): tuple(next(found) for _ in columns) for roll in rows}
    )


OTHERS = (
    _table("armour", "1:2 1:1 3:2", range(1, 7), "AL NE EX DR DE"),
    _table("woods", "2:1 4:1", range(-1, 9), "DR AL DE"),
    _table("late", "1:3 1:2 1:1 2:1 5:1 7:1 9:1", range(8), "DE DRL NE EX"),
    _table("early", "2:1 5:1", range(2, 6), "EX NE DR"),
)
DEFENCES = ("0", None, "1/2", "2", "7/2", "9", None)


def split(found: Game) -> Game:
    """Return a game in which many faces have a separate defence strength."""
    own = cycle(DEFENCES)
    units = tuple(
        replace(unit, steps=tuple(replace(s, defence=next(own)) if s.strength else s for s in unit.steps))
        for unit in found.counters.units
    )
    return replace(found, counters=replace(found.counters, units=units))


VARIANTS: Mapping[str, tuple[Rows, Mapping[str, Any]]] = {
    "ground": (
        {
            "swamp": {"defence": "1/2", "terrain": ("forest",)},
            "works": {"defence": "2", "feature": ("fortification",), "against": ("german",)},
            "streets": {"column_shift": -2, "place_kinds": ("city", "capital")},
            "towns": {"drm": -1, "place": TOWNS},
            "tanks stuck": {"attack": "1/2", "terrain": ("forest",), "classes": ("panzer", "tank")},
        },
        {},
    ),
    "rivers": (
        {
            "each across": {"attack": "1/2", "across": ("river",)},
            "all across": {"defence": "3/2", "across": ("river",)},
            "one across": {"column_shift": -1, "across": ("river",), "attackers": "one"},
            "up the works": {"drm": 2, "into": ("fortification",)},
            "panzers over": {
                "attack": "2/3",
                "across": ("river",),
                "classes": ("panzer",),
                "attackers": "all",
            },
        },
        {"rounding": StrengthRounding("down", "up")},
    ),
    "rounded by unit": (
        {
            "all halved": {"attack": "1/2", "defence": "1/2"},
            "thirds": {"attack": "1/3", "classes": ("infantry",), "attackers": "each"},
        },
        {"rounding": StrengthRounding("up", "down", per_unit=True)},
    ),
    "time": (
        {
            "mud": {"attack": "1/2", "weather": ("mud",)},
            "not mud": {"column_shift": 1, "weather": ("clear", "snow")},
            "first days": {"defence": "1/2", "turns": (1, 2, 3)},
            "chosen": {"drm": 1, "option": {"city-retreat": "on"}},
            "not chosen": {"drm": -2, "option": {"city-retreat": "off"}},
            "dug in": {"defence": "3/2", "feature": ("fortification",)},
            "wet": {"defence": "3", "across": ("river",)},
        },
        {"max_defence_factor": 2},
    ),
    "who": (
        {
            "German": {"attack": "3/2", "side": ("german",)},
            "defending Soviets": {"defence": "4/3", "side": ("soviet",), "against_classes": ("panzer",)},
            "one panzer": {"column_shift": 1, "classes": ("panzer",), "attackers": "one"},
            "any panzer facing": {"defence": "1/2", "against_classes": ("panzer",), "attackers": "one"},
            "the guards": {"drm": 1, "units": ("soviet-16", "german-xl"), "classes": ("tank",)},
            "at infantry": {"column_shift": -1, "against_classes": ("infantry",)},
        },
        {"max_column_shift": 1, "max_drm": 1},
    ),
    "standing": (
        {
            "hungry": {"attack": "1/2", "supply": "out"},
            "fed": {"defence": "2", "supply": "in"},
            "held": {"column_shift": 3, "enemy_zoc": "in"},
            "free": {"column_shift": -3, "enemy_zoc": "out"},
            "lost": {"drm": 2, "supply": "out", "attackers": "one"},
        },
        {"max_column_shift": 2},
    ),
    "few zones": (
        {
            "held": {"column_shift": 3, "enemy_zoc": "in", "attackers": "one"},
            "free": {"attack": "2/3", "enemy_zoc": "out"},
            "held fast": {"defence": "1/2", "enemy_zoc": "in"},
            "free to go": {"defence": "3", "enemy_zoc": "out"},
        },
        {"zones": ("panzer", "tank")},
    ),
    "tables": (
        {
            "armour": {"table": "armour", "classes": ("panzer", "tank"), "attackers": "one"},
            "woods": {"table": "woods", "terrain": ("forest",), "column_shift": -1},
            "late": {"table": "late", "turns": (9, 10, 11, 12, 13, 14), "drm": 1, "attack": "3/2"},
            "dry": {"column_shift": 1, "weather": ("clear",)},
        },
        {},
    ),
    "company": (
        {
            "led": {"attack": "3/2", "near": Near(units=(UnitId("german-xl"),), within=2)},
            "alone": {"attack": "0", "near": Near(within=1, missing=True)},
            "armour beside": {
                "column_shift": 1,
                "near": Near(classes=("panzer", "tank"), within=1),
                "attackers": "one",
            },
            "no foot near": {"defence": "1/2", "near": Near(classes=("infantry",), within=2, missing=True)},
        },
        {},
    ),
    "condition": (
        {
            "shaken attackers": {"attack": "1/2", "condition": "disrupted"},
            "steady attackers": {"column_shift": 1, "condition": "undisrupted", "attackers": "one"},
            "shaken defenders": {"defence": "2/3", "condition": "disrupted"},
            "steady foot": {"defence": "2", "condition": "undisrupted", "classes": ("infantry",)},
            "all shaken": {"drm": -1, "condition": "disrupted", "attackers": "all"},
        },
        {},
    ),
    "differences": (
        {
            "woods": {"column_shift": -2, "drm": 1, "terrain": ("forest",), "defence": "3/2"},
            "panzers": {"column_shift": 2, "classes": ("panzer",), "attack": "4/3"},
            "foot": {"attack": "1/2", "classes": ("infantry",), "attackers": "one"},
        },
        {
            "heads": ("-3", "-1", "0", "+2", "+5", "+8"),
            "max_column_shift": 3,
            "below_minimum_odds": "no-effect",
            "max_drm": 0,
            "split": True,
        },
    ),
    "cut first": (
        {
            "woods": {"column_shift": -2, "terrain": ("forest",)},
            "panzers": {"column_shift": 1, "classes": ("panzer",), "drm": 3},
            "towns": {"column_shift": -3, "place": TOWNS, "drm": 2},
            "snow": {"max_column": "3:1", "weather": ("snow",)},
            "open": {"defence": "0", "terrain": ("clear",), "against_classes": ("panzer",)},
            "weak": {"attack": "1/4", "classes": ("infantry",), "against": ("german",)},
        },
        {
            "cap_odds_before_shifts": {},
            "below_minimum_odds": "first-column",
            "zero_defence_result": "DE",
            "max_drm": 4,
            "split": True,
        },
    ),
    "capped": (
        {
            "water": {"max_column": "5:1", "across": ("river",), "attackers": "one"},
            "woods": {"max_column": "2:1", "terrain": ("forest",), "column_shift": 1},
            "panzers": {"table": "late", "classes": ("panzer", "tank"), "column_shift": -1},
            "dry": {"attack": "9", "weather": ("clear",)},
            "no armour": {"table": "early", "classes": ("infantry",)},
            "frost": {"column_shift": 2, "weather": ("snow",), "max_column": "5:1", "drm": 1},
        },
        {"max_column_shift": 2, "split": True, "cap_odds_before_shifts": {"city-retreat": "on"}},
    ),
}


STACKED: Mapping[str, tuple[Rows, Mapping[str, Any]]] = {
    "stacks": (
        {
            "woods": {"column_shift": -1, "terrain": ("forest",)},
            "a wood": {"drm": 1, "terrain": ("forest",), "defenders": "one"},
            "dug in": {"defence": "2", "feature": ("fortification",)},
            "foot in towns": {
                "defence": "3/2",
                "place_kinds": ("city", "capital", "town"),
                "classes": ("infantry",),
            },
            "over water": {"attack": "1/2", "across": ("river",)},
            "over any water": {"attack": "2/3", "across": ("river",), "defenders": "one"},
            "wet feet": {"defence": "3", "across": ("river",), "attackers": "one"},
        },
        {"target": "hexes", "rounding": StrengthRounding("down", "up"), "max_defence_factor": 3},
    ),
    "who stands there": (
        {
            "all of foot": {"column_shift": 2, "against_classes": ("infantry",)},
            "some of foot": {"column_shift": -1, "against_classes": ("infantry",), "defenders": "one"},
            "tanks at tanks": {
                "attack": "2",
                "classes": ("panzer", "tank"),
                "against_classes": ("panzer", "tank"),
                "defenders": "one",
            },
            "guards": {"defence": "4/3", "units": ("soviet-16", "soviet-3")},
            "hungry": {"defence": "1/2", "supply": "out"},
            "facing panzers": {"defence": "1/2", "against_classes": ("panzer",), "attackers": "one"},
            "stacked with foot": {"attack": "2", "near": Near(classes=("infantry",))},
            "alone": {"defence": "0", "near": Near(missing=True)},
        },
        {
            "target": "hexes",
            "rounding": StrengthRounding("up", "down", per_unit=True),
            "max_defence_factor": 1,
        },
    ),
    "tables": (
        {
            "any wood": {"table": "woods", "terrain": ("forest",), "defenders": "one"},
            "at armour": {"table": "armour", "against_classes": ("tank",)},
            "behind water": {"table": "late", "across": ("river",), "attackers": "one"},
            "towns": {"defence": "3/2", "place_kinds": ("city", "capital", "town")},
            "guards": {"defence": "4/3", "units": ("soviet-16", "soviet-3")},
        },
        {"target": "hexes"},
    ),
}
"""The same modifiers if units stack and defend together, in several hexes."""


@cache
def kernel(name: str, stacked: bool = False) -> RulesEngine:
    """Return the first game with other modifiers, optionally with differentials or defence strengths."""
    rows, given = (STACKED if stacked else VARIANTS)[name]
    more = dict(given)
    found = split(game()) if more.pop("split", False) else game()
    heads, zones = more.pop("heads", None), more.pop("zones", found.rules.zoc.classes)
    assert found.rules.combat is not None
    told = tuple(Modifier(id=row, name=row, **asked) for row, asked in rows.items())
    combat = replace(found.rules.combat, modifiers=told, **{"rounding": StrengthRounding(), **more})
    stacking = Stacking() if stacked else found.rules.stacking
    assert found.charts.combat is not None
    others = tuple(one for one in OTHERS if one.id in {modifier.table for modifier in told})
    table = replace(found.charts.combat, alternate_tables=others)
    if heads is not None:
        table = replace(table, columns=heads, kind="differential")
    charts = replace(found.charts, combat=table)
    sequence = found.rules.sequence
    if any(modifier.condition for modifier in told):
        # Somebody can be disrupted, and recovers.
        combat = replace(combat, effects={**combat.effects, "AL": ("attacker-disrupted",)})
        sequence += tuple(
            Phase(PhaseId(f"{side}-recovery"), "Recovery", side, "recovery", "They recover.")
            for side in (SideId("german"), SideId("soviet"))
        )
    zoc = replace(found.rules.zoc, classes=zones)
    rules = replace(found.rules, combat=combat, stacking=stacking, sequence=sequence, zoc=zoc)
    return RulesEngine(replace(found, rules=rules, charts=charts), LONG)


def agree(found: BattleOdds, naive: Battle, told: str) -> None:
    """Compare the rules engine's odds of a battle with the naive calculator's."""
    assert (found.attack, found.defence) == (naive.attack(), naive.defence()), told
    for strength in (found.attack, found.defence):
        assert isinstance(strength, Fraction) != (strength == int(strength)), told
    assert (found.final_column, found.die) == (naive.column(), naive.die()), told
    assert (found.initial_column, found.uncapped_column) == (naive.printed(), naive.reached()), told
    assert [(one.modifier.id, one.part, one.units) for one in found.applied_modifiers] == naive.told(), told
    setting, rules = naive.kernel.setting, naive.rules
    moved, faces = naive.all_moved("column_shift"), naive.all_moved("drm")
    most = {1: "multiplied by 1", 2: "doubled", 3: "tripled"}.get(rules.max_defence_factor or 0, "")
    limits = {
        f"no defence more than {most}": naive.defence_limited(),
        f"at most {rules.max_column_shift} column{'' if rules.max_column_shift == 1 else 's'} in all": moved
        != naive.moved("column_shift", rules.max_column_shift),
        f"at most {rules.max_drm} DRM in all": faces != naive.die(),
        f"{rules.zero_defence_result} without a die roll": naive.helpless(),
    }
    assert found.capped_totals == tuple(limit for limit, so in limits.items() if so), told
    worth = found.multipliers_by_unit(
        union(setting.unit_numbers[unit] for unit in (*naive.attackers, *naive.targets))
    )
    assert {setting.units[unit]: times for unit, times in worth} == naive.worth(), told
    if found.final_column >= 1:
        shown = [lookup_result(setting, found, roll) for roll in range(1, 7)]
        assert shown == [naive.result(roll) for roll in range(1, 7)], told


def agree_overrun(naive: Battle, at: Hex) -> None:
    """Compare the rules engine's odds for units overrun in a hex with the naive calculator's."""
    setting = naive.kernel.setting
    us, them = (
        union(setting.unit_numbers[unit] for unit in some) for some in (naive.attackers, naive.targets)
    )
    found, rows = reckon_battle(setting, naive.state, them, us, at)
    told = [(rows[one.number].effects[one.part].modifier.id, one.part) for one in found.counted]
    assert found.die == naive.die(), told
    assert told == [(name, part) for name, part, _ in naive.told() if part != "defence"]


def drawn(rules: RulesEngine, seed: int) -> Iterator[Waged]:
    """Yield random battles against single units, without end."""
    chooser, setting = RandomStream(seed), rules.setting
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    while True:
        standing: dict[str, str] = {}
        for unit in setting.units:
            if chooser.integer_below(3):
                standing.setdefault(str(chooser.choice(hexes)), unit)
        lines = [f"{hex_id} {unit}" for hex_id, unit in standing.items()]
        turn = 1 + chooser.integer_below(14)
        asked = any(
            row.criteria.record.condition
            for row in setting.modifiers.active_at(TimeContext("german-combat", "clear", turn))
        )
        shaken = [unit for unit in standing.values() if asked and not chooser.integer_below(2)]
        state = build_state(rules, lines, turn=turn, phase="german-combat", disrupted=shaken)
        for target, place in enumerate(state.locations):
            if place < 0:
                continue
            near = setting.board.near[place]
            them = [
                unit
                for unit, there in enumerate(state.locations)
                if there >= 0 and near >> there & 1 and setting.side_of[unit] != setting.side_of[target]
            ]
            some = [unit for unit in them if chooser.integer_below(4)]
            if some:
                yield state, [target], some


def drawn_stacks(rules: RulesEngine, seed: int) -> Iterator[Waged]:
    """Yield random battles against all units in one or two hexes, without end."""
    chooser, setting = RandomStream(seed), rules.setting
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    while True:
        near = chooser.choice(hexes)
        around = [near, *setting.hex_ids(setting.board.around(setting.board.near[setting.board.index[near]]))]
        sides: dict[str, int] = {}
        lines = []
        for number, unit in enumerate(setting.units):
            here = str(chooser.choice(around))
            if (
                chooser.integer_below(2)
                and sides.setdefault(here, setting.side_of[number]) == setting.side_of[number]
            ):
                lines.append(f"{here} {unit}")
        state = build_state(rules, lines, turn=1 + chooser.integer_below(14), phase="german-combat")
        theirs = list(members(state.occupied[setting.sides.index("soviet")]))
        for place in theirs:
            goal = 1 << place | (1 << chooser.choice(theirs) if chooser.integer_below(2) else 0)
            them = [u for u, at in enumerate(state.locations) if at >= 0 and goal >> at & 1]
            us = [
                u
                for u, at in enumerate(state.locations)
                if at >= 0
                and setting.side_of[u] != setting.side_of[them[0]]
                and not goal & ~setting.board.near[at]
            ]
            some = [u for u in us if chooser.integer_below(4)]
            if some:
                yield state, them, some


def compared(rules: RulesEngine, seed: int, battles: int) -> set[str]:
    """Compare battles against single units; return the modifiers that applied."""
    counted = set[str]()
    for state, them, some in islice(drawn(rules, seed), battles):
        found, naive = _both(rules, state, them, some)
        agree_overrun(naive, state.locations[them[0]])
        counted |= {f"{one.modifier.id} {one.part}" for one in found.applied_modifiers}
    return counted


def compared_stacks(rules: RulesEngine, seed: int, battles: int) -> set[str]:
    """Compare battles against all units in one or two hexes; return the modifiers that applied."""
    counted = set[str]()
    for state, them, some in islice(drawn_stacks(rules, seed), battles):
        found, _ = _both(rules, state, them, some)
        counted |= {
            f"{one.modifier.id} {one.part}{' of some' if one.units else ''}"
            for one in found.applied_modifiers
        }
    return counted


def _both(rules: RulesEngine, state: State, them: list[int], some: list[int]) -> tuple[BattleOdds, Battle]:
    """Compare the rules engine with the naive calculator in a battle; return what both found."""
    names = rules.setting.units
    found = compute_odds(rules.setting, state, union(them), union(some))
    naive = Battle(rules, state, tuple(names[u] for u in them), tuple(names[u] for u in some))
    agree(found, naive, f"{', '.join(naive.attackers)} at {', '.join(naive.targets)}: {found.text}")
    return found, naive
