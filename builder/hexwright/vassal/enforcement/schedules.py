"""Write replacements, arrivals and events that the scripts look things up in."""

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
from hexwright.vassal.enforcement import attrition_tables, cells
from hexwright.vassal.enforcement.cells import yes
from hexwright.vassal.enforcement.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.rows import Row, Table, keyed, listed, row


@row
class Replacement(Row):
    """How a side replaces its losses, by its id."""

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
    """Replacements that a side keeps apart, by its id; one where it keeps none apart."""

    id: str
    name: str
    classes: str
    local: str
    ground: str
    places: str
    kept: str


@row
class Share(Circumstance):
    """What is left of what an account receives, by side and account, and when: so many parts of how many."""

    top: str
    bottom: str


@row
class Levy(Circumstance):
    """What a side loses of its replacements, by its id, and when."""

    points: str
    whole: str


@row
class Price(Row):
    """What a unit costs, by its id, where units cost their strength: to come, and to restore by step from the
    second on.
    """

    comes: str
    restores: str


@row
class OneOf(Row):
    """Classes of which one comes in a phase, by side."""

    classes: str


@row
class Entry(Row):
    """How a unit comes beside the replacements, by its id: when, where, how, who else."""

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
    """What a die may bring as a phase begins, by its id."""

    entry: str
    die: str
    brings: str
    first: str
    fatal: str
    winner: str
    rule: str


@row
class Gamble(Row):
    """The phase in which a die is rolled once an entry's units came early, by the entry's id."""

    phase: str


@row
class Choice(Row):
    """Units of which a side chooses some."""

    scenarios: str
    turn: str
    number: str
    units: str
    under: str


@row
class Grant(Row):
    """Replacements that a side is given, by its id."""

    first: str
    last: str
    every: str
    points: str
    account: str
    scenarios: str
    under: str


@row
class Arrival(Row):
    """On which turn a unit arrives, by its id: in which scenarios, under which options."""

    turn: str
    scenarios: str
    under: str


@row
class Made(Circumstance):
    """Whose place a unit takes, by its id, and in words whose."""

    cost: str
    told: str
    rule: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the small tables of replacement phases by their names in the script."""
    edges = {edge: cells.text(hexes) for edge, hexes in board.edges.items()}
    return {
        "REPLACEMENTS": keyed(
            Replacement,
            (
                (
                    rule.side,
                    Replacement(
                        edge=edges[rule.edge],
                        places=cells.text(board.at_places(rule.place_kinds)),
                        exempt=cells.text(union(board.places[place] for place in rule.exempt)),
                        rule=rule.rule or "-",
                        classes=cells.members(rule.classes),
                        never=",".join(rule.never) or "-",
                        shared=yes(rule.shared),
                        disrupted=yes(rule.disrupted),
                        give_up=(rule.give_up_rule or rule.rule) if rule.give_up else "-",
                        stored=",".join(rule.stored) or "-",
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
                        top=str(Fraction(share.times).numerator),
                        bottom=str(Fraction(share.times).denominator),
                    ),
                )
                for rule in game.rules.replacements
                for account in rule.accounts
                for share in account.shares
            ),
        ),
        "LEVIES": keyed(
            Levy,
            (
                (rule.side, Levy(**asked(board, one), points=str(one.points), whole=yes(one.whole)))
                for rule in game.rules.replacements
                for one in rule.levies
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
                for classes in rule.one_of
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
            Gamble, ((event.entry, Gamble(event.phase)) for event in game.rules.events if event.fatal)
        ),
        "EVENTS": keyed(
            Event,
            (
                (
                    event.phase,
                    Event(
                        entry=event.entry,
                        die=str(event.die),
                        brings=",".join(map(str, event.brings)) or "-",
                        first=str(event.first_turn),
                        fatal=",".join(map(str, event.fatal)) or "-",
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
        **_coming(game),
    }


def _coming(game: Game) -> Mapping[str, Table]:
    """Return who comes when, and how many may."""
    return {
        "CHOICES": listed(
            Choice,
            (
                Choice(
                    scenarios=cells.members(arrival.scenarios),
                    turn=str(arrival.turn),
                    number=str(arrival.choose),
                    units=",".join(arrival.units),
                    under=cells.options(arrival.under),
                )
                for arrival in game.oob.arrivals
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
                        under=cells.options(entry.under),
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
                        under=cells.options(arrival.under),
                    ),
                )
                for arrival in game.oob.arrivals
                # Units of which a side chooses come by choice alone.
                if arrival.choose is None
                for unit in arrival.units
            ),
        ),
    }


def words(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the names that reasons are told in, by kind and id."""
    boxes = {box.id: box for box in game.hexmap.boxes}
    for box in game.hexmap.boxes:
        yield f"box.{box.name}", box.kind
    for rule in game.rules.replacements:
        yield f"pool.{rule.side}", boxes[rule.pool].name
    for event in game.rules.events:
        yield f"event.{event.phase}.fatal", event.fatal_text
        yield f"event.{event.phase}.brings", event.brings_text
        yield f"event.{event.phase}.quiet", event.quiet_text
    yield from attrition_tables.words(game)


def _entry(board: Board, entry: Arriving, usual: str) -> Entry:
    """Return how the units of an entry come; `usual` is the edge of their side."""
    return Entry(
        comes=entry.comes,
        turns=str(entry.turns),
        early=yes(entry.early),
        situation=entry.situation or "-",
        edge=cells.text(entry_hexes(board, entry, usual)),
        places=cells.text(union(board.places[place] for place in entry.places)),
        linked=cells.text(board.at_places(entry.place_kinds)),
        anywhere=yes(entry.anywhere),
        disrupted=yes(entry.disrupted),
        entrained=yes(entry.entrained),
        taken_up=entry.taken_up or "-",
        forfeit=yes(entry.forfeit),
        id=entry.id,
        units=",".join(entry.units),
        rule=entry.rule or "-",
    )


def _price(rule: ReplacementRules, unit: Unit) -> Price:
    """Return what a unit costs."""
    comes, *restores = map(str, replacement_costs(rule, unit))
    return Price(comes=comes, restores=",".join(restores) or "-")


def _accounts(board: Board, rule: ReplacementRules) -> Iterator[Account]:
    """Yield the accounts of a side's replacements."""
    if not rule.accounts:
        yield Account(id="-", name="-", classes="*", local="no", ground="0", places="0", kept="no")
    for one in rule.accounts:
        yield Account(
            id=one.id,
            name=cells.plain(one.name),
            classes=cells.members(one.classes),
            local=yes(one.local),
            ground=cells.text(board.bits(one.hexes) | union_of(board.edges[edge] for edge in one.edge)),
            places=cells.text(union(board.places[place] for place in one.places)),
            kept=yes(one.kept),
        )
