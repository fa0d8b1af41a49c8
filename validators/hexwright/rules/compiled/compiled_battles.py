"""Compiled rules for odds combat and fire combat: their criteria and effects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.model.charts import CombatTable
from hexwright.model.rules.cadre_record import Cadre, GroupCadre
from hexwright.model.rules.cadre_sources import with_cadre_side
from hexwright.model.rules.odds_columns import OddsColumns
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.rules_record import CombatRules
from hexwright.queries.odds_calculation import Measures
from hexwright.rules.adjacent_elimination.compiled import CompiledAdjacentElimination
from hexwright.rules.combat.bombardment import CompiledBombardment
from hexwright.rules.combat.combat_modifiers import CompiledModifiers
from hexwright.rules.combat.compiled_advances import CompiledAdvances
from hexwright.rules.combat.forbidden_attacks import CompiledForbiddenAttacks
from hexwright.rules.combat.mandatory_attacks import CompiledMandatoryAttacks
from hexwright.rules.combat.odds_parameters import odds_parameters
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units
from hexwright.rules.fire.fire_criteria import CompiledFireRules


class CompiledBattles(CompiledUnits):
    """Mixin of the compiled game: the rules of battles by odds and by fire."""

    @cached_property
    def combat(self) -> CombatRules:
        """Return the rules for battles by odds; a game without such battles gets rules that have
        no effect.
        """
        return self.game.rules.odds_combat

    @cached_property
    def defends_as_one(self) -> bool:
        """Return whether all units of an attacked hex defend together."""
        return self.combat.target != "unit"

    @cached_property
    def tables(self) -> Mapping[str, tuple[CombatTable, OddsColumns]]:
        """Return each combat table with its columns, by table id; the default table has the id "".

        Raises ValueError if the game has no combat table.
        """
        table = self.game.charts.combat
        if table is None:
            raise ValueError(f"{self.game.slug}: charts.yaml has no 'combat'")
        return {name: (one, one.parsed_columns) for name, one in table.all.items()}

    @cached_property
    def table_ids(self) -> tuple[str, ...]:
        """Return the ids of the combat tables; the first is "", the id of the default table."""
        return tuple(self.tables)

    @cached_property
    def cuts_odds_first(self) -> bool:
        """Return whether odds beyond the table are reduced to its last column before any shift."""
        rule = self.combat.cap_odds_before_shifts
        return rule is not None and self.options_hold(rule)

    @cached_property
    def modifiers(self) -> CompiledModifiers:
        """Return the modifiers of battles by odds."""
        tables = {name: columns for name, (_, columns) in self.tables.items()}
        return CompiledModifiers(self.game, self.board, self.unit_roster, self.options, tables)

    @cached_property
    def odds_parameters(self) -> Measures:
        """Return the parameters by which all battles by odds are computed."""
        columns = (columns for _, columns in self.tables.values())
        return odds_parameters(self.combat, columns, self.cuts_odds_first)

    @cached_property
    def ignored_defenders(self) -> Units:
        """Return the units that battles by odds ignore while other units are in their hex."""
        said = self.combat.ignored_defenders
        return self.units_of_classes(said.classes) if said is not None and said.classes else 0

    @cached_property
    def mandatory_attacks(self) -> CompiledMandatoryAttacks:
        """Return the mandatory attacks of battles by odds."""
        return CompiledMandatoryAttacks(
            self.combat.mandatory_attacks, self.board, self.unit_roster, self.options
        )

    @cached_property
    def forbidden_attacks(self) -> CompiledForbiddenAttacks:
        """Return the forbidden attacks of battles by odds."""
        return CompiledForbiddenAttacks(
            self.combat.forbidden_attacks, self.board, self.unit_roster, self.options
        )

    @cached_property
    def bombardment(self) -> CompiledBombardment:
        """Return the bombardment rules of battles by odds."""
        return CompiledBombardment(self.combat.bombardment, self.board, self.unit_roster, self.options)

    @cached_property
    def overruns(self) -> tuple[tuple[Overrun, CompiledCriteria], ...]:
        """Return the overrun entries of movement phases; an empty tuple in a game without battles by odds."""
        return tuple((entry, self._compile_criteria(entry)) for entry in self.combat.overruns)

    @cached_property
    def adjacent_elimination(self) -> CompiledAdjacentElimination:
        """Return the rules by which units adjacent to an enemy are eliminated."""
        return CompiledAdjacentElimination(
            self.game.rules.adjacent_elimination, self.board, self.unit_roster, self.options
        )

    @cached_property
    def cadres(self) -> tuple[tuple[Cadre, CompiledCriteria], ...]:
        """Return the cadres for units eliminated in battles by odds; the first entry that applies is used."""
        return tuple((one, self._cadre_criteria(one)) for one in self.combat.cadres)

    @cached_property
    def group_cadres(self) -> tuple[tuple[GroupCadre, CompiledCriteria], ...]:
        """Return the cadres for lost groups of units; the first entry that applies is used."""
        return tuple((one, self._cadre_criteria(one)) for one in self.game.rules.group_remnants)

    def _cadre_criteria(self, entry: Cadre | GroupCadre) -> CompiledCriteria:
        return self._compile_criteria(with_cadre_side(self.game, entry))

    @cached_property
    def advances(self) -> CompiledAdvances:
        """Return the rules of advances after battles by odds."""
        return CompiledAdvances(self.combat.advances, self.board, self.unit_roster, self.options)

    @cached_property
    def fire_rules(self) -> CompiledFireRules:
        """Return the rules of fire combat; raise ValueError if the game has no such rules."""
        fire = self.game.rules.fire
        if fire is None:
            raise ValueError(f"{self.game.slug}: rules.yaml has no 'fire'")
        return CompiledFireRules(fire, self.board, self.unit_roster, self.options)
