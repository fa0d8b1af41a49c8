"""The kernel's battles are those of the naive reckoner, with modifiers of all kinds, over the whole map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from builder.geometry.bits import members, union
from builder.model.charts import CombatTable, OtherTable
from builder.model.circumstances import Near
from builder.model.ids import PhaseId, SideId, UnitId
from builder.model.modifying import Fractions, Modifier
from builder.model.rules import Phase
from builder.model.stacking import Stacking
from tests.proof.walking import ALL
from tests.rules.battling import Battle
from tests.rules.positions import LONG, game
from validators.play.chooser import Chooser
from validators.rules import circumstances, modifiers, reckoning
from validators.rules.arrange import arrange
from validators.rules.circumstances import Circumstance
from validators.rules.combat import Odds, odds, result_of
from validators.rules.kernel import Kernel
from validators.rules.modifiers import Compiled

TOWNS = tuple(place.id for place in game().hexmap.places)[::2]
Rows = Mapping[str, Mapping[str, Any]]


def _table(name: str, heads: str, rows: range, results: str) -> OtherTable:
    """Return a table in whose rows and columns the results follow one another."""
    columns, found = tuple(heads.split()), cycle(results.split())
    return OtherTable(name, name, columns, {str(roll): tuple(next(found) for _ in columns) for roll in rows})


OTHERS = (
    _table("armour", "1:2 1:1 3:2", range(1, 7), "AL NE EX DR DE"),
    _table("woods", "2:1 4:1", range(-1, 9), "DR AL DE"),
    _table("late", "1:3 1:2 1:1 2:1 5:1 7:1 9:1", range(8), "DE DRL NE EX"),
)

VARIANTS: Mapping[str, tuple[Rows, Mapping[str, Any]]] = {
    "ground": (
        {
            "swamp": {"defence": "1/2", "terrain": ("forest",)},
            "works": {"defence": "2", "feature": ("fortification",), "against": ("german",)},
            "streets": {"columns": -2, "place_kinds": ("city", "capital")},
            "towns": {"die": -1, "place": TOWNS},
            "tanks stuck": {"attack": "1/2", "terrain": ("forest",), "classes": ("panzer", "tank")},
        },
        {},
    ),
    "rivers": (
        {
            "each across": {"attack": "1/2", "across": ("river",)},
            "all across": {"defence": "3/2", "across": ("river",)},
            "one across": {"columns": -1, "across": ("river",), "attackers": "one"},
            "up the works": {"die": 2, "into": ("fortification",)},
            "panzers over": {
                "attack": "2/3",
                "across": ("river",),
                "classes": ("panzer",),
                "attackers": "all",
            },
        },
        {"fractions": Fractions("dropped", "raised")},
    ),
    "rounded by unit": (
        {
            "all halved": {"attack": "1/2", "defence": "1/2"},
            "thirds": {"attack": "1/3", "classes": ("infantry",), "attackers": "each"},
        },
        {"fractions": Fractions("raised", "dropped", each=True)},
    ),
    "time": (
        {
            "mud": {"attack": "1/2", "weather": ("mud",)},
            "not mud": {"columns": 1, "weather": ("clear", "snow")},
            "first days": {"defence": "1/2", "turns": (1, 2, 3)},
            "chosen": {"die": 1, "under": {"city-retreat": "on"}},
            "not chosen": {"die": -2, "under": {"city-retreat": "off"}},
        },
        {},
    ),
    "who": (
        {
            "German": {"attack": "3/2", "side": ("german",)},
            "defending Soviets": {"defence": "4/3", "side": ("soviet",), "against_classes": ("panzer",)},
            "one panzer": {"columns": 1, "classes": ("panzer",), "attackers": "one"},
            "any panzer facing": {"defence": "1/2", "against_classes": ("panzer",), "attackers": "one"},
            "the guards": {"die": 1, "units": ("soviet-16", "german-xl"), "classes": ("tank",)},
            "at infantry": {"columns": -1, "against_classes": ("infantry",)},
        },
        {"most_columns": 1, "most_die": 1},
    ),
    "standing": (
        {
            "hungry": {"attack": "1/2", "supply": "out"},
            "fed": {"defence": "2", "supply": "in"},
            "held": {"columns": 3, "zone": "in"},
            "free": {"columns": -3, "zone": "out"},
            "lost": {"die": 2, "supply": "out", "attackers": "one"},
        },
        {"most_columns": 2},
    ),
    "tables": (
        {
            "armour": {"table": "armour", "classes": ("panzer", "tank"), "attackers": "one"},
            "woods": {"table": "woods", "terrain": ("forest",), "columns": -1},
            "late": {"table": "late", "turns": (9, 10, 11, 12, 13, 14), "die": 1, "attack": "3/2"},
            "dry": {"columns": 1, "weather": ("clear",)},
        },
        {},
    ),
    "company": (
        {
            "led": {"attack": "3/2", "near": Near(units=(UnitId("german-xl"),), within=2)},
            "alone": {"attack": "0", "near": Near(within=1, missing=True)},
            "armour beside": {
                "columns": 1,
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
            "steady attackers": {"columns": 1, "condition": "undisrupted", "attackers": "one"},
            "shaken defenders": {"defence": "2/3", "condition": "disrupted"},
            "steady foot": {"defence": "2", "condition": "undisrupted", "classes": ("infantry",)},
            "all shaken": {"die": -1, "condition": "disrupted", "attackers": "all"},
        },
        {},
    ),
}


STACKED: Mapping[str, tuple[Rows, Mapping[str, Any]]] = {
    "stacks": (
        {
            "woods": {"columns": -1, "terrain": ("forest",)},
            "a wood": {"die": 1, "terrain": ("forest",), "defenders": "one"},
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
        {"attacked": "hexes", "fractions": Fractions("dropped", "raised")},
    ),
    "who stands there": (
        {
            "all of foot": {"columns": 2, "against_classes": ("infantry",)},
            "some of foot": {"columns": -1, "against_classes": ("infantry",), "defenders": "one"},
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
        {"attacked": "hexes", "fractions": Fractions("raised", "dropped", each=True)},
    ),
    "tables": (
        {
            "any wood": {"table": "woods", "terrain": ("forest",), "defenders": "one"},
            "at armour": {"table": "armour", "against_classes": ("tank",)},
            "behind water": {"table": "late", "across": ("river",), "attackers": "one"},
            "towns": {"defence": "3/2", "place_kinds": ("city", "capital", "town")},
            "guards": {"defence": "4/3", "units": ("soviet-16", "soviet-3")},
        },
        {"attacked": "hexes"},
    ),
}
"""The same where units stack and defend as one, in several hexes."""


@cache
def kernel(name: str, stacked: bool = False) -> Kernel:
    """Return the first game with other modifiers."""
    rows, more = (STACKED if stacked else VARIANTS)[name]
    found = game()
    assert found.rules.combat is not None
    told = tuple(Modifier(id=row, name=row, **asked) for row, asked in rows.items())
    combat = replace(found.rules.combat, modifiers=told, **{"fractions": Fractions(), **more})
    stacking = Stacking() if stacked else found.rules.stacking
    assert found.charts.combat is not None
    others = tuple(one for one in OTHERS if one.id in {modifier.table for modifier in told})
    charts = replace(found.charts, combat=replace(found.charts.combat, others=others))
    sequence = found.rules.sequence
    if any(modifier.condition for modifier in told):
        # Somebody can be disrupted, and recovers.
        combat = replace(combat, effects={**combat.effects, "AL": ("attacker-disrupted",)})
        sequence += tuple(
            Phase(PhaseId(f"{side}-recovery"), "Recovery", side, "recovery", "They recover.")
            for side in (SideId("german"), SideId("soviet"))
        )
    rules = replace(found.rules, combat=combat, stacking=stacking, sequence=sequence)
    return Kernel(replace(found, rules=rules, charts=charts), LONG)


def agree(found: Odds, naive: Battle, told: str) -> None:
    """Hold what the reference reckons of a battle to what the naive reckoner does."""
    assert (found.attack, found.defence) == (naive.attack(), naive.defence()), told
    assert (found.level, found.die) == (naive.column(), naive.die()), told
    if found.level >= 1:
        setting = naive.kernel.setting
        shown = [result_of(setting, found, roll) for roll in range(1, 7)]
        assert shown == [naive.result(roll) for roll in range(1, 7)], told


def compared(rules: Kernel, seed: int, battles: int) -> set[str]:
    """Compare battles in positions at random; return which modifiers counted."""
    chooser, setting, counted = Chooser(seed), rules.setting, set[str]()
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    while battles:
        standing: dict[str, str] = {}
        for unit in setting.units:
            if chooser.below(3):
                standing.setdefault(str(chooser.choice(hexes)), unit)
        lines = [f"{hex_id} {unit}" for hex_id, unit in standing.items()]
        turn = 1 + chooser.below(14)
        asked = any(row.asked.when.condition for row in setting.modifiers.on("german-combat", "clear", turn))
        shaken = [unit for unit in standing.values() if asked and not chooser.below(2)]
        state = arrange(rules, lines, turn=turn, phase="german-combat", disrupted=shaken)
        for target, place in enumerate(state.where):
            if place < 0 or not battles:
                continue
            near = setting.board.near[place]
            them = [
                unit
                for unit, there in enumerate(state.where)
                if there >= 0 and near >> there & 1 and setting.side_of[unit] != setting.side_of[target]
            ]
            some = [unit for unit in them if chooser.below(4)]
            if not some:
                continue
            found = odds(setting, state, 1 << target, union(some))
            names = tuple(setting.units[unit] for unit in some)
            naive = Battle(rules, state, (setting.units[target],), names)
            told = f"{', '.join(names)} at {setting.units[target]}: {found.text}"
            agree(found, naive, told)
            counted |= {f"{one.modifier.id} {one.part}" for one in found.counted}
            battles -= 1
    return counted


@pytest.mark.parametrize("name", VARIANTS)
def test_battles_with_modifiers_of_all_kinds_are_those_of_the_naive_reckoner(name: str) -> None:
    told = {
        f"{row} {part}"
        for row, asked in VARIANTS[name][0].items()
        for part in ("attack", "defence", "columns", "die", "table")
        if part in asked
    }
    counted = set[str]()
    # Attackers always stand in a zone of control, and the option is off.
    never = {"free columns", "chosen die"}
    for part in range(4):
        counted |= compared(kernel(name), len(name) + 100 * part, 15)
        if part and told - counted <= never and not ALL:
            break
    assert told - counted <= never


def compared_stacks(rules: Kernel, seed: int, battles: int) -> set[str]:
    """Compare battles against all in one hex or in two; return which modifiers counted."""
    chooser, setting, counted = Chooser(seed), rules.setting, set[str]()
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    while battles:
        near = chooser.choice(hexes)
        around = [near, *setting.hexes(setting.board.around(setting.board.near[setting.board.index[near]]))]
        sides: dict[str, int] = {}
        lines = []
        for number, unit in enumerate(setting.units):
            here = str(chooser.choice(around))
            if (
                chooser.below(2)
                and sides.setdefault(here, setting.side_of[number]) == setting.side_of[number]
            ):
                lines.append(f"{here} {unit}")
        state = arrange(rules, lines, turn=1 + chooser.below(14), phase="german-combat")
        theirs = list(members(state.occupied[setting.sides.index("soviet")]))
        for place in theirs:
            goal = 1 << place | (1 << chooser.choice(theirs) if chooser.below(2) else 0)
            them = [u for u, at in enumerate(state.where) if at >= 0 and goal >> at & 1]
            us = [
                u
                for u, at in enumerate(state.where)
                if at >= 0
                and setting.side_of[u] != setting.side_of[them[0]]
                and not goal & ~setting.board.near[at]
            ]
            some = [u for u in us if chooser.below(4)]
            if not some or not battles:
                continue
            found = odds(setting, state, union(them), union(some))
            naive = Battle(
                rules, state, tuple(setting.units[u] for u in them), tuple(setting.units[u] for u in some)
            )
            told = f"{naive.attackers} at {naive.targets}: {found.text}"
            agree(found, naive, told)
            counted |= {
                f"{one.modifier.id} {one.part}{' of some' if one.units else ''}" for one in found.counted
            }
            battles -= 1
    return counted


@pytest.mark.parametrize("name", STACKED)
def test_stacks_and_several_hexes_defend_as_the_naive_reckoner_has_them(name: str) -> None:
    told = {
        f"{row} {part}"
        for row, asked in STACKED[name][0].items()
        for part in ("attack", "defence", "columns", "die", "table")
        if part in asked
    }
    counted = set[str]()
    for part in range(6):
        counted |= compared_stacks(kernel(name, stacked=True), len(name) + 100 * part, 25)
        seen = told <= {one.removesuffix(" of some") for one in counted}
        if part and seen and not ALL and any("defence of some" in one for one in counted):
            break
    assert told <= {one.removesuffix(" of some") for one in counted}
    assert any("defence of some" in one for one in counted)


# Faults that it finds -----------------------------------------------------------------------------------


def _steps_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Circumstance, "coming", lambda self, where, units, here, gone=None: units)


def _one_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Modifier, "asks", property(lambda self: "one"))


def _all_for_each(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Modifier, "asks", property(lambda self: self.attackers or "all"))


def _fractions_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reckoning, "_rounded", lambda strength, rounding: strength)


def _fractions_of_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        reckoning,
        "_total",
        lambda strengths, rounding, rule: reckoning._rounded(sum(strengths, Fraction(0)), rounding),
    )


def _standing_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reckoning, "standing", lambda setting, state, asked, units: units)


def _uncut(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reckoning, "_within", lambda number, most: number)


def _any_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(circumstances, "timely", lambda *_: True)


def _any_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(circumstances, "by_turn", lambda records: False)


def _anywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(circumstances, "hexes_asked", lambda board, when: board.every)


def _any_enemy(patch: pytest.MonkeyPatch) -> None:
    of = Circumstance.of
    patch.setattr(Circumstance, "of", lambda *asked: replace(of(*asked), enemies=-1))


def _defender_for_attackers(patch: pytest.MonkeyPatch) -> None:
    def turned(setting: Any, state: Any, row: Compiled, defenders: int, attackers: int) -> int:
        fit = reckoning._attackers(setting, state, row, defenders, attackers, together=True)
        return defenders if fit == attackers else 0

    patch.setattr(reckoning, "_defenders", turned)


def _usual_rows(patch: pytest.MonkeyPatch) -> None:
    def usual(table: CombatTable) -> Mapping[str, CombatTable]:
        return {"": table, **{one.id: replace(table, columns=one.columns) for one in table.others}}

    patch.setattr(CombatTable, "all", property(usual))


def _table_beside_columns_alone(patch: pytest.MonkeyPatch) -> None:
    of = modifiers._compiled

    def compiled(*asked: Any) -> Compiled:
        found = of(*asked)
        return found._replace(together=bool(found.moves))

    patch.setattr(modifiers, "_compiled", compiled)


def _its_own_company(patch: pytest.MonkeyPatch) -> None:
    near = Circumstance.near

    def own(self: Circumstance, board: Any, where: Any, units: int, side: int) -> int:
        missing = self.when.near is not None and self.when.near.missing
        found = near(self, board, where, units, side)
        return found & ~self.company if missing else found | units & self.company if self.when.near else found

    patch.setattr(Circumstance, "near", own)


def _company_of_all_sides(patch: pytest.MonkeyPatch) -> None:
    near = Circumstance.near
    patch.setattr(
        Circumstance, "near", lambda self, board, where, units, side: near(self, board, where, units, -1)
    )


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_its_own_company, "company"),
        (_company_of_all_sides, "company"),
        (_steps_forgotten, "rivers"),
        (_one_for_all, "rivers"),
        (_one_for_all, "who"),
        (_all_for_each, "ground"),
        (_fractions_kept, "rivers"),
        (_fractions_of_all, "rounded by unit"),
        (_standing_forgotten, "standing"),
        (_uncut, "standing"),
        (_any_time, "time"),
        (_any_turn, "time"),
        (_anywhere, "ground"),
        (_any_enemy, "who"),
        (_defender_for_attackers, "ground"),
        (_defender_for_attackers, "who"),
        (_usual_rows, "tables"),
        (_table_beside_columns_alone, "tables"),
        (_any_time, "tables"),
    ],
)
def test_a_fault_in_reckoning_is_found_by_the_naive_reckoner(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name)
    with pytest.raises(AssertionError, match=" at "):
        compared(faulty, len(name), 120)


def _first_hex_alone(patch: pytest.MonkeyPatch) -> None:
    of = reckoning._attackers

    def first_of(
        setting: Any, state: Any, row: Compiled, defenders: int, attackers: int, *at: int | None, **more: bool
    ) -> int:
        return of(setting, state, row, defenders & -defenders, attackers, *at, **more)

    patch.setattr(reckoning, "_attackers", first_of)


def _all_defend_alike(patch: pytest.MonkeyPatch) -> None:
    of = reckoning._defenders
    patch.setattr(reckoning, "_defenders", lambda *asked: asked[3] if of(*asked) else 0)


@pytest.mark.parametrize("fault", [_first_hex_alone, _all_defend_alike])
@pytest.mark.parametrize("name", STACKED)
def test_a_fault_in_reckoning_stacks_is_found_by_the_naive_reckoner(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name, stacked=True)
    with pytest.raises(AssertionError, match=" at "):
        compared_stacks(faulty, len(name), 200)
