"""Battle odds: compute odds, look up the combat results table and find retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from hexwright.geometry.bitsets import members, select, union_of
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.model.rules.odds_columns import OddsColumns
from hexwright.model.words.combat_modifier_words import Part, defence_limit_text
from hexwright.queries.odds_calculation import Count, Factor, Reckoning, multiplied_by
from hexwright.queries.retreat_paths import passages, retreat_from
from hexwright.rules.combat.combat_modifiers import AppliedModifier
from hexwright.rules.combat.strength_totals import NumberedModifiers, as_strength, reckon_battle
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import BattleInProgress, State, Strength
from hexwright.rules.movement.zone_barriers import unbarred_hexes
from hexwright.support.message_wording import count_noun


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The odds of a battle before the die roll."""

    attack: Strength
    """Strength of the attackers with all modifiers."""
    defence: Strength
    applied_modifiers: tuple[AppliedModifier, ...]
    """The changes that the modifiers make, in the order in which the rules list the modifiers."""
    capped_totals: tuple[str, ...]
    columns: OddsColumns
    """The columns of the combat table that is used."""
    initial_column: int
    """The column before any shift."""
    final_column: int
    """The column in which the battle is resolved; below 1 the attack has no effect."""
    die: int = 0
    """The total die roll modifier (DRM)."""
    uncapped_column: int = 0
    """The column after all shifts, before it is limited to the columns of the table."""
    factors: Sequence[Factor] = ()
    """For each unit, the factor that multiplies its strength."""
    table: str = ""
    """The id of the combat table that is used; "" for the default table."""
    overrun: bool = False
    """Whether the defenders were eliminated by an overrun; the die roll then ignores their strength."""

    @property
    def comparison(self) -> str:
        """Return the odds before any shift, or the differential with its column: "3:1", "+11, column +7"."""
        return self.columns.result(self.attack, self.defence, self.initial_column)

    @property
    def final_odds(self) -> str:
        """Return the heading of the final column, or "below 1:1"."""
        return self.columns.name(self.final_column)

    @property
    def modifier_texts(self) -> tuple[str, ...]:
        """Return a short text for each modifier's change, such as "river 1L", as used in all outputs."""
        return (*(one.text for one in self.applied_modifiers), *self.capped_totals)

    def multipliers_by_unit(self, units: Units) -> tuple[tuple[int, Fraction], ...]:
        """Return pairs of a unit and the factor of its strength, leaving out factors of 1."""
        found = ((unit, multiplied_by(unit, self.factors)) for unit in members(units))
        return tuple((unit, Fraction(*times)) for unit, times in found if times != (1, 1))

    @property
    def text(self) -> str:
        """Return the calculation in one line, such as "15:4 = 3:1, river 1L, final 2:1"."""
        if self.overrun:
            return ", ".join((f"overrun, at {self.final_odds}", *self.modifier_texts))
        words = [
            f"{self.columns.reckoning(self.attack, self.defence)} = {self.comparison}",
            *self.modifier_texts,
        ]
        if self.initial_column != self.final_column or any(
            one.part == "columns" for one in self.applied_modifiers
        ):
            words.append(f"final {self.final_odds}" if self.final_column >= 1 else self.final_odds)
        return ", ".join(words)


def compute_odds(setting: CompiledGame, state: State, defenders: Units, attackers: Units) -> BattleOdds:
    """Return the odds of a battle between sets of units."""
    found, rows = reckon_battle(setting, state, defenders, attackers)
    table = setting.table_ids[found.table]
    _, columns = setting.tables[table]
    limits = tuple(told for _, told in _capped_totals(setting, found))
    if found.helpless:
        limits = (*limits, f"{setting.combat.zero_defence_result} without a die roll")
    return BattleOdds(
        as_strength(found.attack),
        as_strength(found.defence),
        tuple(_applied_modifier(setting, rows, one) for one in found.counted),
        limits,
        columns,
        found.printed,
        found.level,
        found.die,
        found.reached,
        found.factors,
        table,
    )


def _capped_totals(setting: CompiledGame, found: Reckoning) -> Iterator[tuple[Part, str]]:
    """Yield each total of modifiers that was reduced to a maximum, as the part of the battle and a
    description.
    """
    if found.cut_defence and setting.combat.max_defence_factor is not None:
        yield "defence", defence_limit_text(setting.combat.max_defence_factor)
    if found.cut_columns and setting.combat.max_column_shift is not None:
        yield "columns", f"at most {count_noun(setting.combat.max_column_shift, 'column')} in all"
    if found.cut_die:
        yield "die", f"at most {setting.combat.max_drm} DRM in all"


def _applied_modifier(setting: CompiledGame, rows: NumberedModifiers, one: Count) -> AppliedModifier:
    """Return the change that a modifier makes, with the names of the affected units."""
    told = rows[one.number].effects[one.part]
    if not one.units:
        return told
    names = tuple(setting.game.counters.unit(unit).name for unit in select(setting.units, one.units))
    return told._replace(units=names)


def odds_of_fight(setting: CompiledGame, state: State, fight: BattleInProgress) -> BattleOdds:
    """Return the odds of the battle being resolved, in the announced column if there is one."""
    if fight.overrun_entry >= 0:
        at = fight.hexes.bit_length() - 1
        return overrun_odds(setting, state, fight.defenders, fight.attackers, at, fight.overrun_entry)
    return with_announced_column(
        compute_odds(setting, state, fight.defenders, fight.attackers), fight.announced_column
    )


def overrun_odds(
    setting: CompiledGame, state: State, defenders: Units, attackers: Units, at: Hex, entry: int
) -> BattleOdds:
    """Return the odds for the die roll against enemies that were overrun in a hex."""
    found, rows = reckon_battle(setting, state, defenders, attackers, at)
    table = setting.table_ids[found.table]
    _, columns = setting.tables[table]
    # Units that join later change the die roll, never the column.
    level = min(columns.from_head(setting.overruns[entry][0].odds) or 1, len(columns.heads))
    counted = tuple(
        _applied_modifier(setting, rows, one) for one in found.counted if one.part in ("die", "table")
    )
    limits = tuple(told for part, told in _capped_totals(setting, found) if part == "die")
    return BattleOdds(
        as_strength(found.attack),
        0,
        counted,
        limits,
        columns,
        level,
        level,
        found.die,
        level,
        (),
        table,
        overrun=True,
    )


def with_announced_column(fought: BattleOdds, column: int) -> BattleOdds:
    """Return the odds moved to the lower column that the attacker announced; unchanged if `column` is 0."""
    return replace(fought, final_column=column) if 0 < column < fought.final_column else fought


def certain_result(setting: CompiledGame, fought: BattleOdds) -> str | None:
    """Return the result of a battle that needs no die roll because the defenders have no strength; None for
    other battles.
    """
    return None if fought.defence or fought.overrun else setting.combat.zero_defence_result


def lookup_result(setting: CompiledGame, fought: BattleOdds, roll: int) -> str:
    """Return the result in the combat results table for a die roll, after adding the DRM."""
    if (result := certain_result(setting, fought)) is not None:
        return result
    table, _ = setting.tables[fought.table]
    return table.row(roll + fought.die)[fought.final_column - 1]


def passable_enemy_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the enemy-occupied hexes through which a side's retreats may pass, but in which they may not
    end.
    """
    classes = setting.combat.retreat.passable_enemies
    if not classes:
        return 0
    weak, found, barred = setting.units_of_classes(classes), 0, 0
    for unit, place in enumerate(state.locations):
        if place >= 0 and setting.side_of[unit] != side:
            if weak >> unit & 1:
                found |= 1 << place
            else:
                barred |= 1 << place
    return found & ~barred


def ezoc_rule_for_retreat(setting: CompiledGame, unit: int) -> str:
    """Return how EZOC restricts a unit's retreat, as a value of the rule's `ezoc` key."""
    rule = setting.combat.retreat
    return "ignored" if setting.class_of[unit] in rule.ignores_ezoc else rule.ezoc


def retreat_destinations(setting: CompiledGame, state: State, target: int) -> Mapping[int, int]:
    """Return the hexes where a unit's retreat may end, each with the enemy places captured on the way.

    The mapping is empty if the unit can't retreat or its class never does. The retreat has the length given
    by the result being carried out; between battles, it has the usual length.
    """
    rule = setting.combat.retreat
    far = rule.distance(state.fight.result) if state.fight is not None else rule.hexes
    if setting.class_of[target] in rule.cannot_retreat:
        return {}
    start, side = 1 << state.locations[target], setting.side_of[target]
    passed, full = passable_enemy_hexes(setting, state, side), setting.full_hexes(state, target)
    free = unbarred_hexes(setting, state, side, ezoc_rule_for_retreat(setting, target), passed)
    tread, further = setting.passable_steps(state, target), rule.if_overstacked == "continue"
    way = retreat_from(setting.board, tread, start, far, free, full, passed, further)
    foreign = setting.places & ~state.owned[side] & ~passed
    if way.ends and not foreign & union_of(way.layers):
        return {0: way.ends}  # There is usually nothing to capture.
    return dict(passages(way, start, way.ends, foreign))
