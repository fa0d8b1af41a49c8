"""Write replacements, arrivals and events as tables for the scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hexwright.geometry.arrival_hexes import entry_hexes
from hexwright.geometry.bitsets import union, union_of
from hexwright.geometry.hex_board import Board
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.replacement_costs import replacement_costs
from hexwright.model.rules.replacement_record import Entry as Arriving
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.model.words import unit_conversion_words
from hexwright.vassal.enforcement.tables import attrition_tables, cells, module_words
from hexwright.vassal.enforcement.tables.cells import yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row
from hexwright.vassal.module.turn_counter_state import counter_state


@row
class Replacement(Row):
    """A row for a side's replacement rules. The key is the side's id."""

    edge: str
    places: str
    exempt: str
    rule: str
    classes: str
    never: str
    shared: str
    disrupted: str
    give_up: str
    stored: str


@row
class Account(Row):
    """A row for an account of a side's replacements. The key is the side's id.

    A side without accounts has one row.
    """

    id: str
    name: str
    classes: str
    local: str
    ground: str
    places: str
    kept: str


@row
class Share(Circumstance):
    """A row for the fraction of an account's replacements that arrives.

    The key consists of the ids of side and account.
    """

    top: str
    bottom: str


@row
class Levy(Circumstance):
    """A row for replacements that a side loses if some criteria are met. The key is the side's id."""

    points: str
    whole: str


@row
class Price(Row):
    """A row for a unit's replacement cost.

    It contains the cost to enter, and the cost to restore each step from the second on.
    """

    comes: str
    restores: str


@row
class OneOf(Row):
    """A row for classes of which only one unit may enter in a phase. The key is the side's id."""

    classes: str


@row
class Entry(Row):
    """A row for a unit's entry other than as a replacement. The key is the unit's id.

    It contains when, where and how the unit enters, and with which units.
    """

    comes: str
    turns: str
    early: str
    situation: str
    edge: str
    places: str
    linked: str
    anywhere: str
    disrupted: str
    entrained: str
    taken_up: str
    forfeit: str
    id: str
    units: str
    rule: str


@row
class Event(Row):
    """A row for one result of an event's die. The key is the phase's id."""

    entry: str
    die: str
    brings: str
    first: str
    fatal: str
    winner: str
    rule: str


@row
class Gamble(Row):
    """A row for the phase in which a die is rolled after units arrived early. The key is the entry's id."""

    phase: str


@row
class Choice(Row):
    """A row for a list of units from which a side chooses some."""

    scenarios: str
    turn: str
    number: str
    units: str
    under: str


@row
class Grant(Row):
    """A row for replacements that a side receives. The key is the side's id."""

    first: str
    last: str
    every: str
    points: str
    account: str
    scenarios: str
    under: str


@row
class Arrival(Row):
    """A row for a unit's turn of arrival by scenario and options. The key is the unit's id."""

    turn: str
    scenarios: str
    under: str


@row
class Made(Circumstance):
    """A row for a unit that a new unit replaces, with a description. The key is the new unit's id."""

    cost: str
    told: str
    rule: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the small tables for replacement phases, keyed by their names in the script."""
    edges = {edge: cells.text(hexes) for edge, hexes in board.edges.items()}
    return {
        "REPLACEMENTS": keyed(
            Replacement,
            (
                (
                    rule.side,
                    Replacement(
                        edge=edges[rule.edge],
                        places=cells.text(board.hexes_of_place_kinds(rule.place_kinds)),
                        exempt=cells.text(union(board.places[place] for place in rule.exempt)),
                        rule=rule.rule or "-",
                        classes=cells.members(rule.classes),
                        never=",".join(rule.not_replaceable) or "-",
                        shared=yes(rule.may_stack),
                        disrupted=yes(rule.arrive_disrupted),
                        give_up=(rule.give_up_rule or rule.rule) if rule.may_give_up_units else "-",
                        stored=",".join(rule.replacement_units) or "-",
                    ),
                )
                for rule in game.rules.replacements
            ),
        ),
        "ACCOUNTS": keyed(
            Account, ((rule.side, one) for rule in game.rules.replacements for one in _accounts(board, rule))
        ),
        "SHARES": keyed(
            Share,
            (
                (
                    f"{rule.side}.{account.id}",
                    Share(
                        **asked(board, share),
                        top=str(Fraction(share.multiply).numerator),
                        bottom=str(Fraction(share.multiply).denominator),
                    ),
                )
                for rule in game.rules.replacements
                for account in rule.accounts
                for share in account.reductions
            ),
        ),
        "LEVIES": keyed(
            Levy,
            (
                (
                    rule.side,
                    Levy(**asked(board, one), points=str(one.points), whole=yes(one.full_accounts_only)),
                )
                for rule in game.rules.replacements
                for one in rule.deductions
            ),
        ),
        "PRICES": keyed(
            Price,
            (
                (unit.id, _price(rule, unit))
                for rule in game.rules.replacements
                if rule.cost != "one"
                for unit in game.counters.units
                if unit.side == rule.side
            ),
        ),
        "ONE_OF": keyed(
            OneOf,
            (
                (rule.side, OneOf(",".join(classes)))
                for rule in game.rules.replacements
                for classes in rule.max_one_of
            ),
        ),
        "ENTRIES": keyed(
            Entry,
            (
                (unit, _entry(board, entry, rule.edge))
                for rule in game.rules.replacements
                for entry in rule.entries
                for unit in entry.units
            ),
        ),
        "GAMBLES": keyed(
            Gamble, ((event.entry, Gamble(event.phase)) for event in game.rules.events if event.ends_game_on)
        ),
        "EVENTS": keyed(
            Event,
            (
                (
                    event.phase,
                    Event(
                        entry=event.entry,
                        die=str(event.die),
                        brings=",".join(map(str, event.arrives_on)) or "-",
                        first=str(event.first_turn),
                        fatal=",".join(map(str, event.ends_game_on)) or "-",
                        winner=event.winner or "-",
                        rule=event.rule or "-",
                    ),
                )
                for event in game.rules.events
            ),
        ),
        "MADE_OF": keyed(
            Made,
            (
                (
                    rule.unit,
                    Made(
                        **asked(board, rule),
                        cost=str(rule.cost),
                        told=unit_conversion_words.given(game, rule),
                        rule=rule.rule or "-",
                    ),
                )
                for side in game.rules.replacements
                for rule in side.conversions
            ),
        ),
        **attrition_tables.values(game),
        "FIRST_PHASE": game.rules.sequence[0].id if game.rules.sequence else "",
        "LAST_PHASE": game.rules.sequence[-1].id if game.rules.sequence else "",
        "PHASE_ORDER": ",".join(phase.id for phase in game.rules.sequence),
        "TURN_STATE": counter_state(game, "TURN", "PHASE"),
        **_coming(game),
    }


def _coming(game: Game) -> Mapping[str, Table]:
    """Return the tables for choices of units, replacements by turn, and arrivals."""
    return {
        "CHOICES": listed(
            Choice,
            (
                Choice(
                    scenarios=cells.members(arrival.scenarios),
                    turn=str(arrival.turn),
                    number=str(arrival.choose),
                    units=",".join(arrival.units),
                    under=cells.options(arrival.option),
                )
                for arrival in game.oob.reinforcements
                if arrival.choose is not None
            ),
        ),
        "SCHEDULE": keyed(
            Grant,
            (
                (
                    entry.side,
                    Grant(
                        first=str(entry.first_turn),
                        last=str(entry.last_turn),
                        every=str(entry.every),
                        points=str(entry.points),
                        account=entry.account or "-",
                        scenarios=cells.members(entry.scenarios),
                        under=cells.options(entry.option),
                    ),
                )
                for entry in game.oob.replacements
            ),
        ),
        "ARRIVALS": keyed(
            Arrival,
            (
                (
                    unit,
                    Arrival(
                        turn=str(arrival.turn),
                        scenarios=cells.members(arrival.scenarios),
                        under=cells.options(arrival.option),
                    ),
                )
                for arrival in game.oob.reinforcements
                # Units that a side chooses from enter only by that choice.
                if arrival.choose is None
                for unit in arrival.units
            ),
        ),
    }


def words(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the names that the scripts use in explanations. The key of a name is its kind and id."""
    boxes = {box.id: box for box in game.hexmap.boxes}
    for box in game.hexmap.boxes:
        yield f"box.{box.name}", box.kind
    for rule in game.rules.replacements:
        yield f"pool.{rule.side}", boxes[rule.pool].name
    for event in game.rules.events:
        yield f"event.{event.phase}.fatal", event.ends_game_text
        yield f"event.{event.phase}.brings", event.arrives_text
        yield f"event.{event.phase}.quiet", event.no_effect_text
    yield from attrition_tables.words(game)


def _entry(board: Board, entry: Arriving, usual: str) -> Entry:
    """Return the row for an entry's units; `usual` is the default map edge of their side."""
    return Entry(
        comes=module_words.ARRIVES[entry.arrives],
        turns=str(entry.delay),
        early=yes(entry.may_come_early),
        situation=entry.situation or "-",
        edge=cells.text(entry_hexes(board, entry, usual)),
        places=cells.text(union(board.places[place] for place in entry.places)),
        linked=cells.text(board.hexes_of_place_kinds(entry.place_kinds)),
        anywhere=yes(entry.any_supplied_hex),
        disrupted=yes(entry.arrive_disrupted),
        entrained=yes(entry.arrive_entrained),
        taken_up=entry.redeploys_on or "-",
        forfeit=yes(entry.lost_if_occupied),
        id=entry.id,
        units=",".join(entry.units),
        rule=entry.rule or "-",
    )


def _price(rule: ReplacementRules, unit: Unit) -> Price:
    """Return the row for a unit's cost."""
    comes, *restores = map(str, replacement_costs(rule, unit))
    return Price(comes=comes, restores=",".join(restores) or "-")


def _accounts(board: Board, rule: ReplacementRules) -> Iterator[Account]:
    """Yield the rows for a side's replacement accounts."""
    if not rule.accounts:
        yield Account(id="-", name="-", classes="*", local="no", ground="0", places="0", kept="no")
    for one in rule.accounts:
        yield Account(
            id=one.id,
            name=cells.plain(one.label or one.name),
            classes=cells.members(one.classes),
            local=yes(one.local),
            ground=cells.text(board.bits(one.hexes) | union_of(board.edges[edge] for edge in one.edge)),
            places=cells.text(union(board.places[place] for place in one.places)),
            kept=yes(one.accumulates),
        )
