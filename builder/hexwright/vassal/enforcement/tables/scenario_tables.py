"""Write the tables for scenarios: set-up positions and victory conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwright.geometry.exit_hexes import exit_hexes
from hexwright.geometry.hex_board import Board
from hexwright.geometry.presence_hexes import presence_hexes
from hexwright.model.game import Game
from hexwright.model.hex_map import Feature
from hexwright.model.ids import HexId, UnitId
from hexwright.model.module_window_names import forces
from hexwright.model.rules.cadre_points import cadre_deductions
from hexwright.model.scenario import Scenario, SetUpArea, SetUpCover, SetUpLimit
from hexwright.model.words import setup_words, victory_words
from hexwright.render.map.hexes.hex_symbols import letters_of
from hexwright.support.message_wording import join_with_and
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.cells import options, yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.ground_tables import ground_tables, ground_words
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row

_NAMED_HEXES = 3
"""The maximum number of hexes that a sentence about a set-up area lists."""


@row
class SetupArea(Row):
    """A row for a set-up area. The key is the scenario's id."""

    number: str
    side: str
    hexes: str
    step: str
    fill: str
    stack: str
    units: str


@row
class SetupOrder(Row):
    """A row for the order in which sides set up. The key is the scenario's id."""

    sides: str


@row
class SetupLimit(Row):
    """A row for the maximum number of a side's units that may start in certain hexes.

    The key is the scenario's id.
    """

    number: str
    side: str
    hexes: str
    most: str


@row
class SetupCover(Row):
    """A row for hexes that a side must occupy or control when the game begins.

    The key is the scenario's id.
    """

    number: str
    side: str
    hexes: str


@row
class SetupFixed(Row):
    """A row for the hex of a unit outside all set-up areas.

    The key consists of the ids of scenario and unit.
    """

    hex: str


@row
class SetupHeld(Row):
    """A row for the box that holds units until they enter, and the reason. The key is the scenario's id."""

    box: str
    units: str
    text: str


@row
class Victory(Row):
    """A row for a scenario's victory rules.

    It contains the place that decides the game or its points, and the place that earns a bonus.
    """

    hold: str
    hold_hex: str
    eliminated: str
    bonus_hex: str
    scale: str


@row
class Loss(Circumstance):
    """A row for the points scored for eliminated units: which units, where and when, and by which side.

    The key is the scenario's id.
    """

    to: str
    per: str
    points: str


@row
class LessRemnant(Row):
    """A row for the points that are deducted per strength point of a cadre, and the number of the victory
    entry.

    The key is the scenario's id.
    """

    entry: str
    to: str
    points: str


@row
class Presence(Circumstance):
    """A row for the points that units score by location, before their supply is tested.

    The key is the scenario's id.
    """

    number: str
    supplied: str
    per: str
    points: str


@row
class Exit(Circumstance):
    """A row for hexes where units may exit the map: which units, when, the cost and the points.

    The key is the scenario's id.
    """

    cost: str
    per: str
    points: str
    rule: str


@row
class Worth(Row):
    """A row for the points that a place is worth. The key is the scenario's id."""

    place: str
    hex: str
    points: str


@row
class Level(Row):
    """A row for a victory level: its number and side, and the lead and ratio that it requires.

    The key is the scenario's id.
    """

    number: str
    side: str
    lead: str
    times: str
    above: str


@row
class Bonus(Row):
    """A row for the points of a side's bonus. The key is the scenario's id."""

    side: str
    points: str


@row
class Claim(Row):
    """A row for an automatic victory by hexes or by a situation, either immediate or at the end of the game.

    The key is the scenario's id.
    """

    side: str
    after: str
    at_end: str
    hexes: str
    situation: str
    times: str


@row
class Otherwise(Row):
    """A row for the winner if there is no automatic victory. The key is the scenario's id."""

    side: str


@row
class Early(Row):
    """A row for the side without whose chance the game ends early. The key is the scenario's id."""

    side: str
    under: str


@row
class TestsLeft(Row):
    """A row for the tests of a situation that are left on a turn. The key is the situation's id, for a whole
    turn, or with the phase after which they are counted.
    """

    count: str


def scenario_tables(game: Game) -> dict[str, Table | str]:
    """Return the small tables of scenarios, keyed by their names in the script."""
    return _setup_tables(game) | _victory_tables(game) | ground_tables(game)


def scenario_words(game: Game) -> dict[str, str]:
    """Return the script's phrases about scenarios, by key."""
    return _setup_words(game) | _victory_words(game) | ground_words(game)


def _fixed(scenario: Scenario) -> dict[UnitId, HexId]:
    """Return the units outside all set-up areas, each with its hex in the shipped set-up."""
    free = {unit for area in scenario.setup_areas for unit in area.units}
    return {unit: hex_id for hex_id, unit in scenario.setup.standing if unit not in free}


def _setup_tables(game: Game) -> dict[str, Table | str]:
    """Return the tables for the scenarios' set-ups."""
    board = Board.of(game.hexmap)
    areas: list[tuple[str, SetupArea]] = []
    alone: list[tuple[str, SetupFixed]] = []
    held: list[tuple[str, SetupHeld]] = []
    for scenario in game.scenarios:
        placed = {unit for area in scenario.setup_areas for unit in area.units}
        for number, area in enumerate(scenario.setup_areas):
            told = SetupArea(
                number=str(number),
                side=area.side,
                hexes=cells.text(board.bits(area.hexes) or board.features[area.feature]),
                step=str(area.step),
                fill="fill" if area.fill else "any",
                stack="stack" if area.may_stack else "alone",
                units=",".join(area.units) or "-",
            )
            areas.append((scenario.id, told))
        alone += [(f"{scenario.id}.{unit}", SetupFixed(hex_id)) for unit, hex_id in _fixed(scenario).items()]
        held += [
            (scenario.id, SetupHeld(waiting.box, ",".join(units), cells.plain(waiting.text)))
            for waiting in scenario.setup.in_boxes
            if (units := [unit for unit in waiting.units if unit not in placed])
        ]
    features = {feature.id: feature for feature in game.hexmap.features}

    def bits(entry: SetUpLimit | SetUpCover) -> str:
        return cells.text(board.bits(features[entry.feature].hexes_of(entry.group)))

    limits = [
        (scenario.id, SetupLimit(str(number), limit.side, bits(limit), str(limit.max)))
        for scenario in game.scenarios
        for number, limit in enumerate(scenario.setup_limits)
    ]
    covers = [
        (scenario.id, SetupCover(str(number), cover.side, bits(cover)))
        for scenario in game.scenarios
        for number, cover in enumerate(scenario.setup_cover)
    ]
    orders = ((scenario.id, scenario.setup_order) for scenario in game.scenarios if scenario.setup_order)
    return {
        "SETUP_AREAS": keyed(SetupArea, areas),
        "SETUP_LIMITS": keyed(SetupLimit, limits),
        "SETUP_COVERS": keyed(SetupCover, covers),
        "SETUP_ORDERS": keyed(
            SetupOrder, ((scenario, SetupOrder(",".join(sides))) for scenario, sides in orders)
        ),
        "SETUP_PLACES": keyed(SetupFixed, alone),
        "SETUP_BOXES": keyed(SetupHeld, held),
    }


def _setup_words(game: Game) -> dict[str, str]:
    """Return the script's phrases about set-ups, by key."""
    features = {feature.id: feature for feature in game.hexmap.features}
    found = {f"tray.{side.id}": forces(side) for side in game.info.sides}
    found |= {f"box-name.{box.id}": box.name for box in game.hexmap.boxes}
    for scenario in game.scenarios:
        found[f"scenario.{scenario.id}"] = scenario.title
        found[f"setup-rule.{scenario.id}"] = scenario.setup_rule
        for number, area in enumerate(scenario.setup_areas):
            found[f"area.{scenario.id}.{number}"] = _area_text(features[area.feature], area)
        for number, limit in enumerate(scenario.setup_limits):
            found[f"limit.{scenario.id}.{number}"] = setup_words.limit_words(game, limit)
        for number, cover in enumerate(scenario.setup_cover):
            found[f"cover.{scenario.id}.{number}"] = setup_words.cover_words(game, scenario, cover)
    return found


def _area_text(feature: Feature, area: SetUpArea) -> str:
    """Return where the units of a set-up area start: "hex A (1305)", or "a hex west of the line"."""
    if not 0 < len(area.hexes) <= _NAMED_HEXES:
        return f"a hex {setup_words.ground_words(feature.name)}"
    letters = letters_of(feature) if feature.art == "letters" else {}
    named = [f"{letters[one]} ({one})" if letters.get(one) else one for one in area.hexes]
    return f"hex {join_with_and(named, 'or')}"


def _victory_tables(game: Game) -> dict[str, Table | str]:
    """Return the tables for victory conditions."""
    board = Board.of(game.hexmap)
    places = {place.id: place.hex for place in game.hexmap.places}
    won: list[tuple[str, Victory]] = []
    worth: list[tuple[str, Worth]] = []
    bonus: list[tuple[str, Bonus]] = []
    lost: list[tuple[str, Loss]] = []
    less: list[tuple[str, LessRemnant]] = []
    present: list[tuple[str, Presence]] = []
    exits: list[tuple[str, Exit]] = []
    levels: list[tuple[str, Level]] = []
    claims: list[tuple[str, Claim]] = []
    otherwise: list[tuple[str, Otherwise]] = []
    early: list[tuple[str, Early]] = []
    for scenario in game.scenarios:
        rules = game.victory_of(scenario)
        if rules is None:
            continue
        told = Victory(
            hold=rules.hold or "-",
            hold_hex="-" if rules.hold is None else places[rules.hold],
            eliminated=str(rules.eliminated),
            bonus_hex="-" if rules.bonus_place is None else places[rules.bonus_place],
            scale=rules.ratio_side or "-",
        )
        lost += [
            (
                scenario.id,
                Loss(
                    **asked(board, entry),
                    to=entry.scored_by or "*",
                    per=entry.per,
                    points=str(entry.points),
                ),
            )
            for entry in rules.losses
        ]
        less += [
            (scenario.id, LessRemnant(str(number), off[0], str(off[1])))
            for number, entry in enumerate(game.rules.combat.cadres if game.rules.combat else ())
            if (off := cadre_deductions(game, rules, entry)) is not None
        ]
        present += [
            (
                scenario.id,
                Presence(
                    **asked(board, replace(entry, supply=None), presence_hexes(board, entry)),
                    number=str(number),
                    supplied=entry.supply or "-",
                    per=entry.per,
                    points=str(entry.points),
                ),
            )
            for number, entry in enumerate(rules.presence)
        ]
        exits += [
            (
                scenario.id,
                Exit(
                    **asked(board, entry, exit_hexes(board, entry)),
                    cost=entry.cost,
                    per=entry.per,
                    points=str(entry.points),
                    rule=entry.rule,
                ),
            )
            for entry in rules.exits
        ]
        won.append((scenario.id, told))
        worth += [
            (scenario.id, Worth(place=place.id, hex=place.hex, points=str(points)))
            for place in game.hexmap.places
            if (points := rules.points_for(place))
        ]
        levels += [
            (
                scenario.id,
                Level(
                    number=str(n),
                    side=level.side or "*",
                    lead="-" if level.lead is None else str(level.lead),
                    times=level.ratio or "-",
                    above=yes(level.above),
                ),
            )
            for n, level in enumerate(rules.levels)
        ]
        bonus += [(scenario.id, Bonus(side=side, points=str(points))) for side, points in rules.bonus.items()]
        for claim in rules.automatic_victory:
            hexes = ",".join(place.hex for place in game.hexmap.places if place.id in claim.places)
            row = Claim(
                side=claim.side,
                after=str(claim.after_turn),
                at_end=yes(claim.at_end),
                hexes=hexes,
                situation=claim.situation or "-",
                times=str(claim.consecutive),
            )
            claims.append((scenario.id, row))
        if rules.early_end is not None:
            under = options(rules.early_end.option)
            early.append((scenario.id, Early(str(rules.early_end.side), under)))
        if rules.default_winner is not None:
            otherwise.append((scenario.id, Otherwise(rules.default_winner)))
    return {
        "VICTORIES": keyed(Victory, won),
        "WORTHS": keyed(Worth, worth),
        "LOSSES": keyed(Loss, lost),
        "LESS_REMNANTS": keyed(LessRemnant, less),
        "PRESENCES": keyed(Presence, present),
        "EXITS": keyed(Exit, exits),
        "LEVELS": keyed(Level, levels),
        "BONUSES": keyed(Bonus, bonus),
        "CLAIMS": keyed(Claim, claims),
        "OTHERWISE": keyed(Otherwise, otherwise),
        "EARLY_END": keyed(Early, early),
        "TESTS_LEFT": keyed(TestsLeft, _tests_left(game) if early else ()),
        "SIDES": ",".join(side.id for side in game.info.sides),
    }


def _tests_left(game: Game) -> Iterator[tuple[str, TestsLeft]]:
    """Yield how often each situation is tested on a turn, and after each phase of it."""
    sequence = [phase.id for phase in game.rules.sequence]
    for one in game.rules.situations:
        yield one.id, TestsLeft(str(len(one.phases)))
        for number, phase in enumerate(sequence):
            left = sum(later in one.phases for later in sequence[number + 1 :])
            yield f"{one.id} {phase}", TestsLeft(str(left))


def _victory_words(game: Game) -> dict[str, str]:
    """Return the script's phrases about the score, by key."""
    named = {place.id: place.name for place in game.hexmap.places}
    found = {f"sides.{side.id}": side.plural for side in game.info.sides}
    found |= {f"place.{place}": name for place, name in named.items()}
    found["losses"] = victory_words.LOSSES_TITLE
    found["exits"] = victory_words.EXITS_TITLE
    found |= {f"counted.{per}": thing for per, thing in victory_words.COUNTED_NOUNS.items()}
    found |= {f"place-in.{place.hex}": place.name for place in game.hexmap.places if place.kind != "name"}
    texts = {table.id: table.text for table in game.charts.victory}
    for scenario in game.scenarios:
        found[f"victory-text.{scenario.id}"] = texts.get(scenario.victory, "")
        rules = game.victory_of(scenario)
        if rules is not None:
            found[f"victory-rule.{scenario.id}"] = rules.rule
            found |= {f"level.{scenario.id}.{n}": level.name for n, level in enumerate(rules.levels)}
            found |= {
                f"presence.{scenario.id}.{n}": victory_words.presence_text(game, entry)
                for n, entry in enumerate(rules.presence)
            }
            if rules.bonus_place is not None:
                where = named[rules.bonus_place]
                found[f"bonus.{scenario.id}"] = f"{where} occupied at the end of an enemy turn"
    return found
