"""The rules engine rolls as many dice as the naive calculator, under criteria of all kinds, over the whole
map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from hexwright.model.ids import PhaseId, SideId, UnitId
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.fire_combat_record import (
    DefenceBonus,
    DiceDivisor,
    DiceLimit,
    FireStrength,
    HitModifier,
    Stronghold,
)
from hexwright.model.rules.rules_record import ZoneOfControl
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine import compiled_criteria
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeContextFilter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.fire import dice_pools, fire_criteria
from hexwright.rules.fire.dice_pools import attack_pool, defence_pool, hits_absorbed_by_places
from hexwright.rules.fire.fire_battle import PLACE_AS_UNIT, FireBattle
from hexwright.rules.supply.supply_range import SupplyShortage
from tests.rules.fire.table import SCENARIO, TURNS, game, look, table
from tests.rules.fire.volleying import Volley

FOOT = ("infantry", "front", "rifle")
ROAD, TO_MOSCOW = Unless(along=("road",)), Unless(along=("road",), toward="moscow")
GERMAN, RUSSIAN = SideId("german"), SideId("russian")
VARIANTS: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "as shipped": {},
    "ground": {
        "dice_divisors": (DiceDivisor("swamp", "swamp", 2, terrain=("forest",), role="defence"),),
        "hit_modifiers": (
            HitModifier("town", "town", 1, unless=Unless(place_kinds=("city", "town"), terrain=("forest",))),
            HitModifier("castle", "castle", 1, feature=("kremlin",), role="attack"),
        ),
        "dice_limits": (DiceLimit("home", "home", 0, place=("tula", "vyazma"), side=(RUSSIAN,)),),
        "defence_bonuses": (
            DefenceBonus("open", "open", unless=Unless(feature=("kremlin",), place=("orel",))),
        ),
    },
    "steps": {
        "hit_modifiers": (
            HitModifier("ford", "ford", 1, across=("river",), role="attack"),
            HitModifier("bank", "bank", 1, across=("river",), role="defence"),
            HitModifier("up", "up", 2, into=("kremlin",)),
        ),
        "dice_limits": (
            DiceLimit("road", "road", 1, unless=TO_MOSCOW, role="attack"),
            DiceLimit("flight", "flight", 1, unless=ROAD, for_air_units=True),
            DiceLimit("river flight", "flight", 0, across=("river",), for_air_units=True),
        ),
        "strengths": (FireStrength(3, along=("road",), away_from="moscow"),),
        "defence_bonuses": (
            DefenceBonus("river", "river", across=("river", "defence-line"), max=2),
            DefenceBonus("road", "road", along=("road",), toward="moscow"),
        ),
        "strongholds": (
            Stronghold(
                "bridge", "bridge", dice=1, absorbs=1, across=("river",), place_kinds=("city", "town")
            ),
        ),
    },
    "time": {
        "strengths": (
            FireStrength(3, rounds=(1,), phases=(PhaseId("german-fire"),)),
            FireStrength(2, rounds=(2,), classes=FOOT),
        ),
        "hit_modifiers": (
            HitModifier("cold", "cold", 1, weather=("snow", "hard-frost"), role="attack"),
            HitModifier("late", "late", 1, turns=(3, 4), role="defence"),
            HitModifier("chosen", "chosen", 1, option={"advance-beyond": "others"}),
        ),
        "defence_bonuses": (DefenceBonus("first", "first", rounds=(1,), turns=(1, 2)),),
        "strongholds": (
            Stronghold(
                "keep",
                "keep",
                dice=1,
                place_kinds=("city", "major-city", "town"),
                rounds=(2,),
                until_taken=True,
            ),
        ),
    },
    "who": {
        "strengths": (
            FireStrength(4, side=(GERMAN,), role="attack", units=(UnitId("german-2a"), UnitId("german-4a"))),
        ),
        "dice_divisors": (
            DiceDivisor("tanks", "tanks", 2, against_classes=("panzer", "tank")),
            DiceDivisor("rifles", "rifles", 3, classes=("rifle", "infantry")),
            DiceDivisor("them", "them", 2, against=(RUSSIAN,), units=(UnitId("german-9a"),)),
        ),
        "hit_modifiers": (
            HitModifier("mass", "mass", 1, classes=("air", "front")),
            HitModifier("new", "new", 1, units=(UnitId("german-2fk"),)),
            HitModifier("all", "all", 1),
        ),
        "defence_bonuses": (
            DefenceBonus("guards", "guards", classes=FOOT, max=1, against_classes=("panzer",)),
        ),
        "strongholds": (Stronghold("wall", "wall", dice=2, classes=FOOT, place_kinds=("city", "capital")),),
    },
    "company": {
        "hit_modifiers": (
            HitModifier(
                "led",
                "led",
                -1,
                near=Near(
                    classes=(
                        "panzer",
                        "tank",
                    ),
                    within=1,
                ),
            ),
            HitModifier(
                "with armour",
                "with armour",
                1,
                near=Near(
                    classes=(
                        "panzer",
                        "tank",
                    )
                ),
            ),
            HitModifier("lonely", "lonely", 1, near=Near(within=1, missing=True)),
        ),
        "dice_divisors": (
            DiceDivisor("not by 4th", "not by 4th", 2, near=Near(units=(UnitId("german-4a"),), missing=True)),
        ),
        "defence_bonuses": (DefenceBonus("mates", "mates", near=Near(classes=FOOT)),),
    },
    "standing": {
        "hit_modifiers": (
            HitModifier("hungry", "hungry", 1, supply="out"),
            HitModifier("fed", "fed", 1, supply="in", role="defence"),
            HitModifier("held", "held", 1, enemy_zoc="in", role="attack"),
        ),
        "dice_limits": (DiceLimit("dug", "dug", 0, condition="fortified", role="attack"),),
        "dice_divisors": (
            DiceDivisor("hunger", "hunger", 2, supply="out"),
            DiceDivisor("alone", "alone", 3, supply="isolated", role="attack"),
            DiceDivisor("short", "short", 3, supply="limited", role="defence"),
            DiceDivisor("out of works", "out of works", 2, condition="unfortified", role="defence"),
        ),
        "defence_bonuses": (
            DefenceBonus("broken", "broken", condition="disrupted"),
            DefenceBonus("whole", "whole", condition="undisrupted", enemy_zoc="out"),
        ),
        "strongholds": (
            Stronghold("town", "town", dice=1, absorbs=2, place_kinds=("city", "town"), supply="in"),
        ),
    },
}


@cache
def kernel(name: str) -> RulesEngine:
    """Return the game with other entries and with zones of control."""
    found = game()
    assert found.rules.fire is not None
    none = (
        {}
        if name == "as shipped"
        else dict.fromkeys(("dice_divisors", "dice_limits", "hit_modifiers", "strengths"), ())
    )
    fire = replace(found.rules.fire, use_hit_tables=False, **(none | dict(VARIANTS[name])))
    traced = tuple(
        replace(rule, range_in_mp=SupplyRange(found.rules.movement[0].id, points=9, limited_multiplier="2"))
        for rule in found.rules.supply_lines
    )
    rules = replace(found.rules, fire=fire, zoc=ZoneOfControl(), supply_lines=traced)
    return RulesEngine(replace(found, rules=rules), SCENARIO)


def compared(rules: RulesEngine, seed: int, battles: int) -> set[str]:
    """Compare battles in random positions; return the names of the dice sources that occurred."""
    chooser, chance, setting, named = RandomStream(seed), RandomStream(seed + 1), rules.setting, set[str]()
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    walking = [unit for unit, kind in zip(setting.units, setting.class_of, strict=True) if kind != "air"]
    flying = [unit for unit, kind in zip(setting.units, setting.class_of, strict=True) if kind == "air"]
    while battles:
        sides: dict[str, str] = {}
        standing: dict[str, str] = {}
        for unit in walking:
            place, side = str(chooser.choice(hexes)), str(game().counters.unit(unit).side)
            if chooser.integer_below(4) and sides.setdefault(place, side) == side:
                standing[str(unit)] = place
        weather, phase = chooser.choice(list(TURNS)), chooser.choice(["german", "russian", "deep"])
        broken = [name for name in standing if not chooser.integer_below(4)]
        dug = [name for name in standing if name not in broken and not chooser.integer_below(4)]
        cut_off = [place for place in sides if not chooser.integer_below(3)]
        degrees = {name: chance.choice(["in", "limited", "isolated"]) for name in standing}
        lacks = {name: so for name, so in degrees.items() if so != "in" and standing[name] in cut_off}
        state = table(
            f"{phase}-allocation",
            *(f"{place} {name}" for name, place in standing.items()),
            weather=weather,
            disrupted=broken,
            fortified=dug,
            flying=map(str, flying),
            kernel=rules,
            opened=False,
        )
        mine = "german" if phase == "german" else "russian"
        air = [str(unit) for unit in flying if game().counters.unit(unit).side == mine]
        for target in sorted({place for place in standing.values() if sides[place] != mine}):
            near = setting.board.near[setting.board.index[target]]  # type: ignore[index]
            beside = set(map(str, setting.hex_ids(near)))
            them = [n for n, place in standing.items() if place in beside and sides[place] == mine]
            some = [name for name in them if chooser.integer_below(4)]
            if not some or not battles:
                continue
            flown = tuple(name for name in air if chooser.integer_below(2))
            fought = 1 + chooser.integer_below(2)
            scene = look(state, target, *some, air=flown, fighting=fought, lacks=lacks, kernel=rules)
            naive = Volley(
                rules, state, scene.setting.board.ids[scene.hex], tuple(some), flown, fought, lacks,
                f"{phase}-fire", weather,
            )  # fmt: skip
            attack, defence = attack_pool(scene), defence_pool(scene)
            told = f"{weather}, round {fought}: {some} and {flown} at {target}: {attack} {defence}"
            assert dict(attack.groups) == dict(naive.attack()), told
            assert dict(defence.groups) == dict(naive.defence()), told
            assert hits_absorbed_by_places(scene) == naive.absorbed(), told
            named |= {
                why for shot in (*attack.sources, *defence.sources) for why in (shot.name, *shot.reasons)
            }
            battles -= 1
    return named


@pytest.mark.parametrize("name", VARIANTS)
def test_dice_with_circumstances_of_all_kinds_are_those_of_the_naive_reckoner(name: str) -> None:
    named = compared(kernel(name), len(name), 80)
    asked = {
        entry.name
        for entries in VARIANTS[name].values()
        for entry in entries
        if hasattr(entry, "name") and not entry.option
    }
    assert {one for one in asked if not any(one in told for told in named)} <= {"whole"}


# Faults that it finds -----------------------------------------------------------------------------------


def _patched(place: object, name: str, value: object) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(place, name, value)


def _any_of(**changed: Any) -> Callable[[pytest.MonkeyPatch], None]:
    of = CompiledCriteria.of

    def fault(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(CompiledCriteria, "of", lambda *asked: replace(of(*asked), **changed))

    return fault


def _half_of(**changed: None) -> Callable[[pytest.MonkeyPatch], None]:
    """Return a planted fault: a function that makes units miss the criteria in one respect."""
    stands = FireBattle._is_in_state
    return _patched(
        FireBattle, "_is_in_state", lambda scene, when, unit: stands(scene, replace(when, **changed), unit)
    )


def _places_of_all_classes(patch: pytest.MonkeyPatch) -> None:
    counts = FireBattle.applies_to
    patch.setattr(
        FireBattle,
        "applies_to",
        lambda scene, so, unit, *, defends: unit == PLACE_AS_UNIT or counts(scene, so, unit, defends=defends),
    )


def _any_round(patch: pytest.MonkeyPatch) -> None:
    look_for = fire_criteria.CompiledFireRules.active_in_round
    patch.setattr(
        fire_criteria.CompiledFireRules,
        "active_in_round",
        lambda self, moment, fought, here, *, defends: look_for(self, moment, 1, here, defends=defends),
    )


def _turned_about(patch: pytest.MonkeyPatch) -> None:
    look_for = fire_criteria.CompiledFireRules.active_in_round
    patch.setattr(
        fire_criteria.CompiledFireRules,
        "active_in_round",
        lambda self, *when, defends: look_for(self, *when, defends=not defends),
    )


def _worst_air_stays(patch: pytest.MonkeyPatch) -> None:
    def last(shots: list[Any], most: int) -> Any:
        over = sum(shot.dice for shot in shots) - most
        if over > 0:
            yield dice_pools.DiceSource("too many", -over, min(shot.hits_from for shot in shots))

    patch.setattr(dice_pools, "_dice_lost_to_ground_cap", last)


def _divided_apart(patch: pytest.MonkeyPatch) -> None:
    together = dice_pools._dice_lost_to_division

    def apart(scene: FireBattle, shots: list[Any], *, defends: bool) -> Any:
        for shot in shots:
            yield from together(scene, [shot], defends=defends)

    patch.setattr(dice_pools, "_dice_lost_to_division", apart)


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_patched(compiled_criteria, "hexes_meeting_criteria", lambda board, when: board.every), "ground"),
        (_patched(compiled_criteria, "line_steps", lambda board, when: None), "steps"),
        (_patched(CompiledCriteria, "matches_step", lambda self, froms, here: True), "steps"),
        (_patched(fire_criteria, "applies_at", lambda *_: True), "time"),
        (_patched(TimeContextFilter, "reduce", lambda self, moment: moment._replace(turn=0)), "time"),
        (_places_of_all_classes, "who"),
        (_any_of(enemies=-1), "who"),
        (_any_of(units=-1), "who"),
        (_any_of(tests_unit_state=False), "standing"),
        (
            _patched(
                CompiledCriteria, "filter_by_nearby_units", lambda self, board, where, units, side: units
            ),
            "company",
        ),
        (_any_of(nearby_units=-1), "company"),
        (_half_of(supply=None), "standing"),
        (
            _patched(
                SupplyShortage,
                "units_supplied_as",
                lambda lack, asked: lack.out_of_supply if asked != "in" else ~lack.out_of_supply,
            ),
            "standing",
        ),
        (_patched(SupplyShortage, "units_supplied_as", lambda lack, asked: lack.isolated), "standing"),
        (_half_of(condition=None), "standing"),
        (_half_of(enemy_zoc=None), "standing"),
        (_any_round, "time"),
        (_turned_about, "ground"),
        (_turned_about, "as shipped"),
        (_divided_apart, "standing"),
        (_divided_apart, "as shipped"),
        (_worst_air_stays, "who"),
    ],
)
def test_a_fault_in_what_counts_is_found_by_the_naive_reckoner(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name)
    with pytest.raises(AssertionError, match="round"):
        compared(faulty, len(name), 160)
