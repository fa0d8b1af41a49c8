"""Write the tables of odds combat and its modifiers for the scripts."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from hexwright.geometry.hex_board import Board
from hexwright.model.charts import CombatTable
from hexwright.model.game import Game
from hexwright.model.rules import cadre_record
from hexwright.model.rules.bombardment_record import Bombardment
from hexwright.model.rules.cadre_sources import with_cadre_side
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.forbidden_attack_record import Barred
from hexwright.model.rules.mandatory_attack_record import AttackDuties
from hexwright.model.rules.odds_columns import Columns
from hexwright.model.rules.rules_record import CombatRules, Phase
from hexwright.model.words import advance_after_combat_words
from hexwright.vassal.enforcement import circumstances
from hexwright.vassal.enforcement.cells import members, options, text, yes
from hexwright.vassal.enforcement.circumstances import Circumstance, Duty, duty
from hexwright.vassal.enforcement.rows import Row, Table, keyed, listed, numbered, row


@row
class Head(Row):
    """A column of a combat table, by the table's id: its heading, and the odds at which it begins."""

    name: str
    over: str
    under: str


@row
class Ends(Row):
    """The first and the last row of a combat table, by its id."""

    first: str
    last: str


@row
class Change(Circumstance):
    """A modifier: its factors for strengths, its column shift and DRM, the combat table it selects, and
    the units it applies to.
    """

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
    """A forbidden attack."""

    rule: str


@row
class Ranged(Circumstance):
    """Units that can attack from a distance, up to a number of hexes."""

    far: str


@row
class Ahead(Circumstance):
    """An advance after combat: its length, the number of units, the results it follows, and whether EZOCs
    stop it.
    """

    far: str
    most: str
    results: str
    ezoc: str
    told: str
    rule: str


@row
class Overrun(Circumstance):
    """A possible overrun: its number, its minimum odds, its cost in MP, the attackers, and the
    consequences.
    """

    number: str
    odds: str
    cost: str
    modes: str
    attackers: str
    then: str
    resolved: str
    rule: str


@row
class OverrunDie(Row):
    """The phase in which overrun dice are rolled, by the movement phase of the overrun."""

    phase: str


@row
class OverrunLeast(Row):
    """The lowest column for an overrun, by the number of the overrun and the combat table's id."""

    column: str


@row
class Remnant(Circumstance):
    """Cadres of eliminated units: the units' strength, the cadres in order, and which of them are
    identical.
    """

    strength: str
    leaves: str
    kinds: str
    cornered: str
    rule: str


@row
class Effect(Row):
    """The effects of a combat result, by its id, and the length of its retreat in hexes."""

    done: str
    hexes: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the tables of odds combat; empty ones if the game has none."""
    table, combat = game.charts.combat, game.rules.odds
    return (
        _table(table)
        | _rules(combat, board, game.charts.combat)
        | _duties(combat.duties or AttackDuties(), board)
        | _barred(combat.barred, board)
        | _bombardment(combat.bombardment or Bombardment(()), board)
        | _advances(game, combat, board)
        | _overruns(table, combat, board, game.rules.sequence)
        | {"REMNANTS": listed(Remnant, (_remnant(game, board, one) for one in combat.remnants))}
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
        "CRT_BY": table.by,
        "CRT_TABLES": ",".join(tables),
        "CRT_HEADS": keyed(
            Head,
            ((name, head) for name, one in tables.items() for head in _heads(one.reckoned)),
        ),
        "CRT_ENDS": keyed(Ends, ((name, _ends(one)) for name, one in tables.items())),
        "DIE": table.thrown,
    }


def _ends(table: CombatTable) -> Ends:
    faces = [int(face) for face in table.rows]
    return Ends(str(min(faces)), str(max(faces)))


def _rules(combat: CombatRules, board: Board, table: CombatTable | None) -> dict[str, Table | str]:
    cut_first, fractions = combat.cut_first_under, combat.fractions
    columns = {name: one.reckoned for name, one in table.all.items()} if table is not None else {}
    overlooked = combat.overlooked
    return {
        "CRT_BELOW": combat.below or "nothing",
        "CUT_FIRST": "never" if cut_first is None else options(cut_first),
        "MODIFIERS": listed(
            Change,
            (_change(board, modifier, columns) for modifier in combat.modifiers),
        ),
        "FRACTIONS_ATTACK": fractions.attack,
        "FRACTIONS_DEFENCE": fractions.defence,
        "FRACTIONS_EACH": yes(fractions.each),
        "MOST_COLUMNS": _most(combat.most_columns),
        "MOST_DIE": _most(combat.most_die),
        "COMBAT_RULE": combat.retreat.rule,
        "ATTACKED": combat.attacked,
        "LOWER_ODDS": yes(combat.lower_odds),
        "IGNORED": ",".join(combat.ignored),
        "EXCHANGE": combat.exchange,
        "RETREAT_LED": combat.retreat.led_by,
        "RETREAT_EZOC": combat.retreat.ezoc,
        "RETREAT_FULL": combat.retreat.full,
        "OVERLOOKED": ",".join(overlooked.classes) if overlooked is not None else "",
        "RETREAT_UNHINDERED": ",".join(combat.retreat.unhindered),
        "RETREAT_PASSED": ",".join(combat.retreat.passed),
        "RETREAT_LOST": ",".join(combat.retreat.lost),
        "UNDEFENDED": combat.undefended or "-",
        "DISRUPTED_AGAIN": combat.disrupted.again,
        "DISRUPTED_RULE": combat.disrupted.rule or combat.retreat.rule,
        "EFFECTS": keyed(
            Effect,
            (
                (result, Effect(",".join(done) or "none", str(combat.retreat.far(result))))
                for result, done in combat.effects.items()
            ),
        ),
        "STAND_HEXES": text(board.at_places(combat.stand_in)),
        "STAND_UNDER": options(combat.stand_under),
    }


def _duties(said: AttackDuties, board: Board) -> dict[str, Table | str]:
    """Return the tables of mandatory attacks."""
    return {
        "DUTY_ATTACKERS": listed(Duty, (duty(board, entry) for entry in said.attackers)),
        "DUTY_ENEMIES": listed(Duty, (duty(board, entry) for entry in said.enemies)),
        "DUTY_SPARED": listed(Duty, (duty(board, entry) for entry in said.spared)),
        "DUTY_RULE": said.rule,
    }


def _barred(entries: tuple[Barred, ...], board: Board) -> dict[str, Table | str]:
    """Return the table of forbidden attacks."""
    bars = (Bar(**circumstances.asked(board, one), rule=one.rule) for one in entries)
    return {"BARRED": listed(Bar, bars)}


def _bombardment(said: Bombardment, board: Board) -> dict[str, Table | str]:
    """Return the table of attacks from a distance."""
    ranged = (Ranged(**circumstances.asked(board, one), far=str(one.hexes)) for one in said.units)
    return {"RANGED": listed(Ranged, ranged), "AFAR_SPARED": yes(said.spared)}


def _advances(game: Game, combat: CombatRules, board: Board) -> dict[str, Table | str]:
    """Return the tables of advances after combat."""
    entries = (
        Ahead(
            **circumstances.asked(board, one),
            far=str(one.hexes),
            most=_most(one.most),
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
    """Return the tables of overruns."""
    entries = combat.overruns
    heads = {name: one.reckoned for name, one in table.all.items()} if table is not None and entries else {}
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
                    then=entry.then,
                    resolved=entry.resolved,
                    rule=entry.rule,
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


def _remnant(game: Game, board: Board, entry: cadre_record.Remnant) -> Remnant:
    units = [game.counters.unit(unit) for unit in entry.leaves]
    alike = [(unit.unit_class, unit.steps) for unit in units]
    return Remnant(
        **circumstances.asked(board, with_cadre_side(game, entry)),
        strength=str(entry.strength),
        leaves=",".join(entry.leaves),
        kinds=",".join(str(alike.index(one)) for one in alike),
        cornered=yes(entry.cornered),
        rule=entry.rule,
    )


def _columns(heads: Mapping[str, Columns], most: str | None) -> str:
    """Return the number of a named column in each table; "-" if there is none."""
    return "-" if most is None else ",".join(str(one.from_head(most) or 1) for one in heads.values())


def _change(board: Board, modifier: Modifier, heads: Mapping[str, Columns]) -> Change:
    return Change(
        **circumstances.asked(board, modifier),
        id=modifier.id,
        attack=modifier.attack or "-",
        defence=modifier.defence or "-",
        columns=str(modifier.columns),
        die=str(modifier.die),
        most=_columns(heads, modifier.most),
        table=str([*heads].index(modifier.table)) if modifier.table is not None else "0",
        asks=modifier.asks,
        defenders=modifier.defenders,
        rule=modifier.rule,
    )


def _most(limit: int | None) -> str:
    return "-" if limit is None else str(limit)


def _heads(reckoned: Columns) -> list[Head]:
    """Return the columns of the combat table."""
    return [
        Head(name, str(over), str(under))
        for name, (over, under) in zip(reckoned.heads, reckoned.least, strict=True)
    ]
