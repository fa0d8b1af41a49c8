"""Write the tables for odds combat and its modifiers."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from hexwright.geometry.hex_board import Board
from hexwright.model.charts import CombatTable
from hexwright.model.game import Game
from hexwright.model.rules import cadre_record, rules_record
from hexwright.model.rules.bombardment_record import Bombardment
from hexwright.model.rules.cadre_sources import with_cadre_side
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.mandatory_attack_record import AttackDuties
from hexwright.model.rules.odds_columns import OddsColumns
from hexwright.model.rules.rules_record import CombatRules, Phase
from hexwright.model.words import advance_after_combat_words, forbidden_attack_words
from hexwright.model.words.combat_modifier_words import defence_limit_text
from hexwright.queries.script_words import ROUNDING
from hexwright.vassal.enforcement.fighting import has_steps
from hexwright.vassal.enforcement.tables import circumstances, module_words
from hexwright.vassal.enforcement.tables.cells import members, options, text, yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, Duty, duty
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, numbered, row


@row
class Head(Row):
    """A row for a column of a combat table: its heading, and its lowest odds as a fraction.

    The key is the table's id.
    """

    name: str
    over: str
    under: str


@row
class Ends(Row):
    """A row for the lowest and the highest die roll of a combat table. The key is the table's id."""

    first: str
    last: str


@row
class Change(Circumstance):
    """A row for a modifier: criteria, strength factors, column shift, DRM, and the combat table to use."""

    id: str
    attack: str
    defence: str
    columns: str
    die: str
    most: str
    table: str
    asks: str
    defenders: str
    rule: str


@row
class Bar(Circumstance):
    """A row for a forbidden attack: its rule, and the words about it."""

    rule: str
    told: str


@row
class Ranged(Circumstance):
    """A row for units that can bombard, and their range in hexes."""

    far: str


@row
class Ahead(Circumstance):
    """A row for an advance after combat.

    It contains the maximum distance and number of units, the results that allow the advance, and the effect
    of EZOCs.
    """

    far: str
    most: str
    results: str
    ezoc: str
    told: str
    rule: str


@row
class Overrun(Circumstance):
    """A row for an overrun rule: its number, minimum odds, cost in MP, attackers and consequences."""

    number: str
    odds: str
    cost: str
    modes: str
    attackers: str
    then: str
    resolved: str
    rule: str
    zero: str


@row
class OverrunDie(Row):
    """A row for the phase in which the dice for overruns are rolled.

    The key is the id of the movement phase.
    """

    phase: str


@row
class OverrunLeast(Row):
    """A row for the lowest column at which an overrun is allowed.

    The key is the overrun's number and the table's id.
    """

    column: str


@row
class Remnant(Circumstance):
    """A row for the cadres of eliminated units: the units' strength, and the cadres in order.

    It also says which of the cadres are identical.
    """

    strength: str
    leaves: str
    kinds: str
    cornered: str
    rule: str


@row
class Effect(Row):
    """A row for the effects of a combat result, and its retreat in hexes. The key is the result's id."""

    done: str
    hexes: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the tables for odds combat. They are empty if the game has no odds combat."""
    table, combat = game.charts.combat, game.rules.odds_combat
    return (
        _table(table)
        | _rules(combat, board, game.charts.combat, stepless=not has_steps(game))
        | _duties(combat.mandatory_attacks or AttackDuties(), board)
        | _barred(game, board)
        | _bombardment(combat.bombardment or Bombardment(()), board)
        | _advances(game, combat, board)
        | _overruns(table, combat, board, game.rules.sequence)
        | {"REMNANTS": listed(Remnant, (_remnant(game, board, one) for one in combat.cadres))}
    )


def _table(table: CombatTable | None) -> dict[str, Table | str]:
    if table is None:
        return {
            "CRT": numbered(()),
            "CRT_BY": "",
            "CRT_TABLES": "",
            "CRT_HEADS": keyed(Head, ()),
            "CRT_ENDS": keyed(Ends, ()),
            "DIE": "",
        }
    tables = table.all
    return {
        "CRT": numbered(
            (f"{name}:{roll}", results) for name, one in tables.items() for roll, results in one.rows.items()
        ),
        "CRT_BY": module_words.COLUMN_HEADS[table.kind],
        "CRT_TABLES": ",".join(tables),
        "CRT_HEADS": keyed(
            Head,
            ((name, head) for name, one in tables.items() for head in _heads(one.parsed_columns)),
        ),
        "CRT_ENDS": keyed(Ends, ((name, _ends(one)) for name, one in tables.items())),
        "DIE": table.dice_notation,
    }


def _effects(effects: Sequence[rules_record.Effect]) -> str:
    return ",".join(module_words.EFFECTS.get(effect, effect) for effect in effects) or "none"


def _ends(table: CombatTable) -> Ends:
    faces = [int(face) for face in table.rows]
    return Ends(str(min(faces)), str(max(faces)))


def _rules(
    combat: CombatRules, board: Board, table: CombatTable | None, *, stepless: bool
) -> dict[str, Table | str]:
    cut_first, fractions = combat.cap_odds_before_shifts, combat.rounding
    columns = {name: one.parsed_columns for name, one in table.all.items()} if table is not None else {}
    overlooked = combat.ignored_defenders
    return {
        "CRT_BELOW": module_words.BELOW_MINIMUM_ODDS[combat.below_minimum_odds or "no-effect"],
        "CUT_FIRST": "never" if cut_first is None else options(cut_first),
        "MODIFIERS": listed(
            Change,
            (_change(board, modifier, columns) for modifier in combat.modifiers),
        ),
        "FRACTIONS_ATTACK": ROUNDING[fractions.attack],
        "FRACTIONS_DEFENCE": ROUNDING[fractions.defence],
        "FRACTIONS_EACH": yes(fractions.per_unit),
        "MOST_COLUMNS": _most(combat.max_column_shift),
        "MOST_DIE": _most(combat.max_drm),
        "MOST_DEFENCE": _most(combat.max_defence_factor),
        "MOST_DEFENCE_TOLD": defence_limit_text(combat.max_defence_factor or 1),
        "COMBAT_RULE": combat.retreat.rule,
        "ATTACKED": combat.target,
        "STEPLESS": yes(stepless),
        "DEFENDS_ONCE": yes(combat.defends_once),
        "LOWER_ODDS": yes(combat.may_lower_odds),
        "IGNORED": ",".join(combat.ignorable_results),
        "EXCHANGE": module_words.EXCHANGE[combat.exchange],
        "RETREAT_LED": combat.retreat.chosen_by,
        "RETREAT_EZOC": combat.retreat.ezoc,
        "RETREAT_FULL": module_words.IF_OVERSTACKED[combat.retreat.if_overstacked],
        "OVERLOOKED": ",".join(overlooked.classes) if overlooked is not None else "",
        "RETREAT_UNHINDERED": ",".join(combat.retreat.ignores_ezoc),
        "RETREAT_PASSED": ",".join(combat.retreat.passable_enemies),
        "RETREAT_LOST": ",".join(combat.retreat.cannot_retreat),
        "UNDEFENDED": combat.zero_defence_result or "-",
        "DISRUPTED_AGAIN": combat.disruption_rules.second_disruption,
        "DISRUPTED_RULE": combat.disruption_rules.rule or combat.retreat.rule,
        "EFFECTS": keyed(
            Effect,
            (
                (result, Effect(_effects(done), str(combat.retreat.distance(result))))
                for result, done in combat.effects.items()
            ),
        ),
        "STAND_HEXES": text(board.hexes_of_place_kinds(combat.step_loss_for_retreat)),
        "STAND_UNDER": options(combat.step_loss_for_retreat_option),
    }


def _duties(said: AttackDuties, board: Board) -> dict[str, Table | str]:
    """Return the tables for mandatory attacks."""
    return {
        "DUTY_ATTACKERS": listed(Duty, (duty(board, entry) for entry in said.must_attack)),
        "DUTY_ENEMIES": listed(Duty, (duty(board, entry) for entry in said.must_be_attacked)),
        "DUTY_SPARED": listed(Duty, (duty(board, entry) for entry in said.exceptions)),
        "DUTY_RULE": said.rule,
    }


def _barred(game: Game, board: Board) -> dict[str, Table | str]:
    """Return the table of forbidden attacks."""
    bars = (
        Bar(**circumstances.asked(board, one), rule=one.rule, told=forbidden_attack_words.told(game, one))
        for one in game.rules.odds_combat.forbidden_attacks
    )
    return {"BARRED": listed(Bar, bars)}


def _bombardment(said: Bombardment, board: Board) -> dict[str, Table | str]:
    """Return the table of bombardments."""
    ranged = (Ranged(**circumstances.asked(board, one), far=str(one.range)) for one in said.ranges)
    return {"RANGED": listed(Ranged, ranged), "AFAR_SPARED": yes(said.unaffected)}


def _advances(game: Game, combat: CombatRules, board: Board) -> dict[str, Table | str]:
    """Return the tables for advances after combat."""
    entries = (
        Ahead(
            **circumstances.asked(board, one),
            far=str(one.hexes),
            most=_most(one.max),
            results=members(one.results),
            ezoc=one.ezoc,
            told=advance_after_combat_words.told(game, one),
            rule=one.rule,
        )
        for one in combat.advances
    )
    return {"ADVANCES": listed(Ahead, entries)}


def _overruns(
    table: CombatTable | None, combat: CombatRules, board: Board, sequence: Sequence[Phase]
) -> dict[str, Table | str]:
    """Return the tables for overruns."""
    entries = combat.overruns
    heads = (
        {name: one.parsed_columns for name, one in table.all.items()} if table is not None and entries else {}
    )
    thrown = any(entry.resolved == "phase-end" for entry in entries)
    dice = itertools.pairwise(sequence) if thrown else ()
    return {
        "OVERRUNS": listed(
            Overrun,
            (
                Overrun(
                    **circumstances.asked(board, entry),
                    number=str(number),
                    odds=entry.odds,
                    cost=str(entry.cost),
                    modes=members(entry.modes),
                    attackers=entry.attackers,
                    then=module_words.AFTER_OVERRUN[entry.afterwards],
                    resolved=entry.resolved,
                    rule=entry.rule,
                    zero="yes" if entry.zero_strength else "no",
                )
                for number, entry in enumerate(entries)
            ),
        ),
        "OVERRUN_DICE": keyed(
            OverrunDie,
            (
                (phase.id, OverrunDie(after.id))
                for phase, after in dice
                if phase.kind == "movement" and after.kind == "overruns"
            ),
        ),
        "OVERRUN_LEASTS": keyed(
            OverrunLeast,
            (
                (f"{number} {name}", OverrunLeast(str(columns.from_head(entry.odds) or 0)))
                for number, entry in enumerate(entries)
                for name, columns in heads.items()
            ),
        ),
    }


def _remnant(game: Game, board: Board, entry: cadre_record.Cadre) -> Remnant:
    units = [game.counters.unit(unit) for unit in entry.replaced_by]
    alike = [(unit.unit_class, unit.steps) for unit in units]
    return Remnant(
        **circumstances.asked(board, with_cadre_side(game, entry)),
        strength=str(entry.min_strength),
        leaves=",".join(entry.replaced_by),
        kinds=",".join(str(alike.index(one)) for one in alike),
        cornered=yes(entry.only_if_no_retreat),
        rule=entry.rule,
    )


def _columns(heads: Mapping[str, OddsColumns], most: str | None) -> str:
    """Return a cell with the number of a named column in each combat table, or "-" if no table has it."""
    return "-" if most is None else ",".join(str(one.from_head(most) or 1) for one in heads.values())


def _change(board: Board, modifier: Modifier, heads: Mapping[str, OddsColumns]) -> Change:
    return Change(
        **circumstances.asked(board, modifier),
        id=modifier.id,
        attack=modifier.attack or "-",
        defence=modifier.defence or "-",
        columns=str(modifier.column_shift),
        die=str(modifier.drm),
        most=_columns(heads, modifier.max_column),
        table=str([*heads].index(modifier.table)) if modifier.table is not None else "0",
        asks=modifier.attackers_required,
        defenders=modifier.defenders,
        rule=modifier.rule,
    )


def _most(limit: int | None) -> str:
    return "-" if limit is None else str(limit)


def _heads(odds_columns: OddsColumns) -> list[Head]:
    """Return a row for each column of a combat table."""
    return [
        Head(name, str(over), str(under))
        for name, (over, under) in zip(odds_columns.heads, odds_columns.least, strict=True)
    ]
