"""Write communication, replacements, arrivals and attrition that the scripts look things up in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from builder.geometry import tracing
from builder.geometry.arriving import entered_by
from builder.geometry.bits import together, union
from builder.geometry.board import Board
from builder.model import conversion_words
from builder.model.charts import RollTable
from builder.model.counters import Unit
from builder.model.game import Game
from builder.model.prices import prices
from builder.model.rationing import Ration
from builder.model.replacing import Attrition, ReplacementRules
from builder.model.replacing import Entry as Arriving
from builder.model.supplying import Communication as Traced
from builder.vassal.compile.enforcement import cells
from builder.vassal.compile.enforcement.cells import yes
from builder.vassal.compile.enforcement.circumstances import Circumstance, asked, circumstance
from builder.vassal.compile.enforcement.lookups import told
from builder.vassal.compile.enforcement.rows import Row, Table, keyed, listed, row
from builder.vassal.compile.enforcement.situation_tables import farthest

USUAL_DIE = 6


@row
class Communication(Row):
    """How a side traces supply, by its id: from where, over which hexes and steps, and how far; 0 for any.

    With a `mode` it is so many `points` by its costs, or as many as each unit's allowance where `own`;
    nobody asks beyond `farthest`, or so many times that far where supply is still `limited`.
    """

    sources: str
    depots: str
    ground: str
    steps: str
    lines: str
    networks: str
    lesser: str
    headquarters: str
    length: str
    mode: str
    points: str
    own: str
    farthest: str
    limited: str
    kept: str
    ezoc: str
    enemy_places: str
    guards: str
    exempt: str


@row
class Stretched(Circumstance):
    """What changes how far a side's supplies reach, by its id."""

    times: str


@row
class Rationed(Circumstance):
    """A source that feeds so many points of a side's units, by its id; `key` finds whom it feeds beyond."""

    networks: str
    most: str
    key: str
    binds_new: str


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


@row
class Frost(Row):
    """The die for attrition, by weather; `all_under` are the options under which all sides roll."""

    die: str
    rule: str
    all_under: str


@row
class FrostRoll(Row):
    """What hurts a side, by weather and its id."""

    rolls: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the small tables of replacement phases by their names in the script."""
    edges = {edge: cells.text(hexes) for edge, hexes in board.edges.items()}
    rolls = tuple(_attrition(game))
    return {
        "COMMUNICATION": keyed(
            Communication,
            ((rule.side, _communication(game, board, rule)) for rule in game.rules.communication),
        ),
        "STRETCHES": keyed(
            Stretched,
            (
                (rule.side, Stretched(**asked(board, entry), times=entry.times))
                for rule in game.rules.communication
                if rule.reach is not None
                for entry in rule.reach.stretches
            ),
        ),
        "RATIONS": keyed(Rationed, ((side, one) for side, one, _ in _rations(game, board))),
        "RATIONED_BEYOND": keyed(
            Circumstance,
            (
                (one.key, circumstance(board, beyond))
                for _, one, ration in _rations(game, board)
                for beyond in ration.beyond
            ),
        ),
        "SUPPLY_PHASES": ",".join(
            phase.id for phase in game.rules.sequence if game.rules.moves_by_supply(phase)
        ),
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
                        told=conversion_words.given(game, rule),
                        rule=rule.rule or "-",
                    ),
                )
                for side in game.rules.replacements
                for rule in side.conversions
            ),
        ),
        "ATTRITION": keyed(
            Frost,
            (
                (
                    rule.weather,
                    Frost(die=f"1d{table.die}", rule=rule.rule or "-", all_under=_who_rolls(rule)),
                )
                for rule, table in rolls
            ),
        ),
        "ATTRITION_ROLLS": keyed(
            FrostRoll,
            (
                (
                    f"{rule.weather}.{side}",
                    FrostRoll(
                        ",".join(
                            roll for roll, results in table.rows.items() if results[column] == rule.result
                        )
                    ),
                )
                for rule, table in rolls
                for column, side in enumerate(table.columns)
                if any(results[column] == rule.result for results in table.rows.values())
            ),
        ),
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


_OPEN: Final = "RulesOpen_"
"""The steps by which a side may trace supply."""


def open_steps(game: Game, board: Board) -> dict[str, str]:
    """Return the steps that sides may trace supply by where some are closed, by the name of their text."""
    found = ((rule.side, tracing.open_steps(board, rule)) for rule in game.rules.communication)
    return {_OPEN + side: told(steps) for side, steps in found if steps is not None}


def _communication(game: Game, board: Board, rule: Traced) -> Communication:
    """Return how a side traces supply."""
    reach = rule.reach
    points = reach.points if reach is not None else None
    return Communication(
        sources=cells.text(tracing.sources(board, rule)),
        depots=cells.text(tracing.depots(board, rule)),
        ground=cells.text(tracing.ground(board, rule)),
        steps=_OPEN + rule.side if rule.not_across else "-",
        lines=",".join(rule.line) or "-",
        networks=",".join(rule.network) or "-",
        lesser=",".join(rule.lesser) or "-",
        headquarters=",".join(rule.headquarters) or "-",
        length=str(rule.length or 0),
        mode=reach.mode if reach is not None else "-",
        points=str(points or 0),
        own=yes(reach is not None and points is None),
        farthest=str(farthest(game, rule.side) if points is None else points),
        limited=(reach.limited if reach is not None else None) or "-",
        kept=yes(rule.kept),
        ezoc=rule.ezoc,
        enemy_places=cells.text(board.at_places(rule.enemy_places)),
        guards=",".join(rule.guards) or "-",
        exempt=",".join(rule.exempt) or "-",
    )


def _rations(game: Game, board: Board) -> Iterator[tuple[str, Rationed, Ration]]:
    """Yield the rations of sides as rows, with what they are made from."""
    for rule in game.rules.communication:
        for number, ration in enumerate(rule.rations):
            yield (
                rule.side,
                Rationed(
                    **asked(board, ration),
                    networks=",".join(ration.network),
                    most=str(ration.most),
                    key=f"{rule.side}.{number}",
                    binds_new="yes" if ration.binds_new else "-",
                ),
                ration,
            )


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
    for attrition, table in _attrition(game):
        yield f"attrition.{attrition.weather}", table.name
        yield f"attrition-result.{attrition.weather}", attrition.result
        for roll, results in table.rows.items():
            for side, result in zip(table.columns, results, strict=True):
                yield f"attrition.{attrition.weather}.{side}.{roll}", result


def usual_die(game: Game) -> int | None:
    """Return how many sides the die has that the toolbar shows; None where it shows several dice."""
    table = game.charts.combat
    if table is None:
        return USUAL_DIE
    return table.die if table.dice == 1 else None


def attrition_rolls(game: Game) -> Mapping[str, int]:
    """Return, by the weather in which attrition is rolled, how many sides its die has."""
    return {rule.weather: table.die for rule, table in _attrition(game)}


def attrition_dice(game: Game) -> tuple[int, ...]:
    """Return how many sides the dice for attrition have, beside the usual die."""
    return tuple(sorted(set(attrition_rolls(game).values()) - {usual_die(game)}))


def _attrition(game: Game) -> Iterator[tuple[Attrition, RollTable]]:
    seen: set[str] = set()
    for rule in game.rules.attrition:
        table = next((t for t in game.charts.tables if t.id == rule.table), None)
        if table is not None and rule.weather not in seen:
            seen.add(rule.weather)
            yield rule, table


def _who_rolls(rule: Attrition) -> str:
    """Return the options under which all sides roll in each replacement phase."""
    return "never" if rule.all_under is None else cells.options(rule.all_under)


def _entry(board: Board, entry: Arriving, usual: str) -> Entry:
    """Return how the units of an entry come; `usual` is the edge of their side."""
    return Entry(
        comes=entry.comes,
        turns=str(entry.turns),
        early=yes(entry.early),
        situation=entry.situation or "-",
        edge=cells.text(entered_by(board, entry, usual)),
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
    comes, *restores = map(str, prices(rule, unit))
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
            ground=cells.text(board.bits(one.hexes) | together(board.edges[edge] for edge in one.edge)),
            places=cells.text(union(board.places[place] for place in one.places)),
            kept=yes(one.kept),
        )
