"""The rules engine's battles are those of the naive calculator, with modifiers of all kinds, over the
whole map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwright.geometry.bitsets import members, union
from hexwright.model.charts import CombatTable
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.queries import odds_calculation as query
from hexwright.queries.odds_calculation import Met
from hexwright.rules.combat import combat_modifiers, strength_totals
from hexwright.rules.combat.combat_modifiers import CompiledModifier
from hexwright.rules.engine import compiled_criteria
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, TimeContextFilter
from tests.rules.waging import STACKED, VARIANTS, compared, compared_stacks, kernel
from tests.tiers import ALL, sampled


@pytest.mark.parametrize("name", VARIANTS)
def test_battles_with_modifiers_of_all_kinds_are_those_of_the_naive_reckoner(name: str) -> None:
    told = {
        f"{row} {part}"
        for row, asked in VARIANTS[name][0].items()
        for part in ("attack", "defence", "columns", "die", "table", "most")
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


@pytest.mark.parametrize("name", sampled(STACKED, 1, 2))
def test_stacks_and_several_hexes_defend_as_the_naive_reckoner_has_them(name: str) -> None:
    told = {
        f"{row} {part}"
        for row, asked in STACKED[name][0].items()
        for part in ("attack", "defence", "columns", "die", "table", "most")
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
    patch.setattr(CompiledCriteria, "filter_by_step", lambda self, where, units, here, gone=None: units)


def _one_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Modifier, "attackers_required", property(lambda self: "one"))


def _all_for_each(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Modifier, "attackers_required", property(lambda self: self.attackers or "all"))


def _fractions_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(query, "rounded", lambda one, how: one)


def _fractions_of_all(patch: pytest.MonkeyPatch) -> None:
    of = query.strength_of_all
    patch.setattr(
        query, "strength_of_all", lambda forces, factors, how, each: of(forces, factors, how, False)
    )


def _standing_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(strength_totals, "filter_by_unit_state", lambda setting, state, asked, units: units)


def _uncut(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(query, "within", lambda number, most: number)


def _any_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled_criteria, "applies_at", lambda *_: True)


def _any_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TimeContextFilter, "reduce", lambda self, moment: moment._replace(turn=0))


def _anywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled_criteria, "hexes_meeting_criteria", lambda board, when: board.every)


def _any_enemy(patch: pytest.MonkeyPatch) -> None:
    of = CompiledCriteria.of
    patch.setattr(CompiledCriteria, "of", lambda *asked: replace(of(*asked), enemies=-1))


def _defender_for_attackers(patch: pytest.MonkeyPatch) -> None:
    def turned(
        setting: Any, state: Any, asked: CompiledCriteria, defenders: int, attackers: int
    ) -> tuple[Met, ...]:
        facing = strength_totals._attackers_facing(setting, state, asked, defenders, attackers, None)
        return tuple(zip(members(defenders), facing, strict=True))

    patch.setattr(strength_totals, "_defenders_met", turned)


def _usual_rows(patch: pytest.MonkeyPatch) -> None:
    def usual(table: CombatTable) -> Mapping[str, CombatTable]:
        return {"": table, **{one.id: replace(table, columns=one.columns) for one in table.alternate_tables}}

    patch.setattr(CombatTable, "all", property(usual))


def _table_beside_columns_alone(patch: pytest.MonkeyPatch) -> None:
    of = combat_modifiers._compile_modifier

    def compiled(*asked: Any) -> CompiledModifier:
        found = of(*asked)
        return found._replace(tests_facing=bool(set(found.effects) - {"table", "defence"}))

    patch.setattr(combat_modifiers, "_compile_modifier", compiled)


def _its_own_company(patch: pytest.MonkeyPatch) -> None:
    near = CompiledCriteria.filter_by_nearby_units

    def own(self: CompiledCriteria, board: Any, where: Any, units: int, side: int) -> int:
        missing = self.record.near is not None and self.record.near.missing
        found = near(self, board, where, units, side)
        return (
            found & ~self.nearby_units
            if missing
            else found | units & self.nearby_units
            if self.record.near
            else found
        )

    patch.setattr(CompiledCriteria, "filter_by_nearby_units", own)


def _company_of_all_sides(patch: pytest.MonkeyPatch) -> None:
    near = CompiledCriteria.filter_by_nearby_units
    patch.setattr(
        CompiledCriteria,
        "filter_by_nearby_units",
        lambda self, board, where, units, side: near(self, board, where, units, -1),
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
    of = strength_totals._attackers_facing
    patch.setattr(strength_totals, "_attackers_facing", lambda *asked: of(*asked)[:1])


def _all_defend_alike(patch: pytest.MonkeyPatch) -> None:
    of = query.defending
    everybody = union(range(999))
    patch.setattr(query, "defending", lambda *asked: everybody if of(*asked) else 0)


@pytest.mark.parametrize("fault", [_first_hex_alone, _all_defend_alike])
@pytest.mark.parametrize("name", STACKED)
def test_a_fault_in_reckoning_stacks_is_found_by_the_naive_reckoner(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name, stacked=True)
    with pytest.raises(AssertionError, match=" at "):
        compared_stacks(faulty, len(name), 200)
