"""Write the map and the rules as tables for the scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hexwright.geometry.criteria_hexes import reversed_line_names
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Steps, steps_of
from hexwright.geometry.line_directions import directed_line_name
from hexwright.geometry.step_costs import steps_by_costs
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.fire_combat_record import (
    DefenceBonus,
    DiceDivisor,
    DiceLimit,
    HitModifier,
    Stronghold,
)
from hexwright.model.rules.movement_record import MovementMode, ZoneCosts
from hexwright.model.words.combat_modifier_words import modifier_effects
from hexwright.model.words.unit_groups import class_plural
from hexwright.vassal.enforcement import fighting, names
from hexwright.vassal.enforcement.tables.cells import members, plain, text, yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.rows import CELL_END, ROW_END, Row, Table, keyed, row
from hexwright.vassal.module.side_colours import side_ink


@row
class Hex(Row):
    """A row for a hex of the map. The key is its printed number."""

    number: str


@row
class Cost(Circumstance):
    """A row for the cost of hexes in a movement mode, or an additional cost of some steps.

    The key is the mode's id.
    """

    number: str
    points: str


@row
class Crossing(Row):
    """A row for steps across hexsides: the numbers of the costs that apply, and the steps as text.

    The key is the mode's id.
    """

    costs: str
    steps: str


@row
class LineCost(Circumstance):
    """A row for the cost of hexes along a line. The key is the movement mode's id."""

    line: str
    points: str


@row
class Phase(Row):
    """A row for a phase: its number, movement mode and cited rule. The key is the phase's id.

    `fight` is its combat system. `deeds` is the kind of actions that players may perform on units
    (fighting.py).
    """

    side: str
    kind: str
    classes: str
    mode: str
    number: str
    rule: str
    fight: str
    deeds: str


@row
class Move(Row):
    """A row for the movement mode of some classes in a phase. The key is the phase's id."""

    mode: str
    classes: str


@row
class Mode(Row):
    """A row for a movement mode: the data of `MovementMode` that have no separate table.

    The key is the mode's id.
    """

    ezoc: str
    enter: str
    leave: str
    cross: str
    line: str
    allowance: str
    through_friends: str
    one_hex: str
    bonus: str
    road: str
    road_hexes: str


@row
class Pace(Circumstance):
    """A row for a modifier of movement allowances. The key is the movement mode's id."""

    allowance: str
    times: str
    rounded: str
    change: str
    every_hex: str
    road: str


def large(game: Game) -> Mapping[str, Table]:
    """Return the large tables, keyed by the names under which the module stores them."""
    board = Board.of(game.hexmap)
    return {
        names.HEXES: keyed(Hex, ((hex_id, Hex(str(number))) for hex_id, number in board.index.items())),
        names.COSTS: keyed(
            Cost, ((mode.id, cost) for mode in game.rules.movement for cost in costs(board, mode))
        ),
    }


_CROSSING: Final = "RulesCrossing_"
"""The prefix of the name of a set of steps across hexsides. The movement mode and a number follow it."""
_ACROSS: Final = "RulesAcross_"
_NEAR: Final = "RulesNear"
"""The name of the string that lists all pairs of adjacent hexes.

It exists only if hexsides can be destroyed.
"""
_FRONT: Final = "RulesFront_"
"""The prefix of the name of the steps from the hexes behind a hexside to the hexes in front of it.

The feature's id follows it.
"""


def joints(game: Game) -> Mapping[str, str]:
    """Return the connections between hexes by hexsides and lines, keyed by the names under which the module
    stores them.
    """
    board = Board.of(game.hexmap)
    found = {_ACROSS + feature: by_step(far) for feature, far in board.across.items()}
    faced = {feature for _, when in criteria_in(game.rules) for feature in when.across_front}
    faced |= {feature for one in game.rules.adjacent_elimination for feature in one.behind}
    found |= {_FRONT + feature: by_step(board.fronts[feature]) for feature in sorted(faced)}
    found |= {names.LINE + way: by_step(board.links[way]) for way in ways(game)}
    if game.rules.fortified_hexsides:
        found[_NEAR] = by_step(board.near)
    for mode in game.rules.movement:
        for number, steps in enumerate(steps_by_costs(board, mode).values()):
            found[f"{_CROSSING}{mode.id}_{number}"] = told(steps)
    return found


def by_step(sets: Sequence[Hexes]) -> str:
    """Return connections between hexes as text.

    Each step is a difference between hex numbers, with the hexes from which it leads.
    """
    return told(steps_of(sets))


def told(steps: Steps) -> str:
    """Return steps as text. The hexes from which a step leads follow the step."""
    return " ".join(f"{step} {text(hexes)}" for step, hexes in steps)


def ways(game: Game) -> list[str]:
    """Return the ids of the map's lines, and of the directed lines that the rules use."""
    wanted: list[tuple[str | None, str | None, str | None]] = [
        (line.id, None, None) for line in game.hexmap.lines
    ]
    for mode in game.rules.movement:
        line = mode.road_bonus.line if mode.road_bonus is not None else None
        wanted += [(line, effect.road_toward, None) for effect in mode.allowance_modifiers]
    found = [
        directed_line_name(line, toward, away_from) for line, toward, away_from in wanted if line is not None
    ]
    for _, when in criteria_in(game.rules):
        found += reversed_line_names(when)
        found += reversed_line_names(when.unless) if when.unless is not None else ()
    return list(dict.fromkeys(found))


def costs(board: Board, mode: MovementMode) -> list[Cost]:
    """Return the costs of hexes and hexsides in a mode, in order.

    If several apply, only the last one counts.
    """
    return [
        Cost(**asked(board, entry), number=str(number), points=entry.cost)
        for number, entry in enumerate(mode.costs)
    ]


def crossing_rows(game: Game, board: Board) -> Table:
    """Return the table of steps with an additional cost at a hexside, for all modes."""
    return keyed(
        Crossing,
        (
            (mode.id, Crossing(costs=",".join(map(str, marks)), steps=f"{_CROSSING}{mode.id}_{number}"))
            for mode in game.rules.movement
            for number, marks in enumerate(steps_by_costs(board, mode))
        ),
    )


def line_costs(game: Game, board: Board) -> Table:
    """Return the table of costs along lines, in order. If several apply, only the last one counts."""
    return keyed(
        LineCost,
        (
            (
                mode.id,
                LineCost(**asked(board, entry), line=entry.line, points=entry.cost),
            )
            for mode in game.rules.movement
            for entry in mode.line_costs
        ),
    )


def phases(game: Game) -> Table:
    """Return the table of the sequence of play."""
    usual = game.rules.movement[0].id if game.rules.movement else ""
    rules = {mode.id: mode.rule for mode in game.rules.movement}

    def cells() -> Iterator[tuple[str, Phase]]:
        for number, phase in enumerate(game.rules.sequence):
            mode = phase.modes[0].mode if phase.modes else usual
            way = fighting.way_of(game, phase)
            moves = phase.kind == "movement" and mode != ""
            yield (
                phase.id,
                Phase(
                    side=phase.side,
                    # Movement phases can't be judged in a game without movement rules.
                    kind="other" if phase.kind == "movement" and not moves else phase.kind,
                    classes=members(phase.classes),
                    mode=mode,
                    number=str(number),
                    rule=rules[mode] if moves else fighting.rule(game, phase),
                    fight=way.name if way is not None else "-",
                    deeds=fighting.deeds(game, phase),
                ),
            )

    return keyed(Phase, cells())


def moves(game: Game) -> Table:
    """Return the table of movement modes by phase and class."""
    usual = [Move(mode=mode.id, classes="*") for mode in game.rules.movement[:1]]
    return keyed(
        Move,
        (
            (phase.id, move)
            for phase in game.rules.sequence
            if phase.kind == "movement"
            for move in [Move(mode=move.mode, classes=members(move.classes)) for move in phase.modes] or usual
        ),
    )


def modes(game: Game) -> Table:
    """Return the table of movement modes."""
    return keyed(
        Mode,
        (
            (
                mode.id,
                Mode(
                    ezoc=mode.ezoc,
                    enter=zones(mode).enter,
                    leave=zones(mode).leave,
                    cross=zones(mode).zoc_to_zoc or "-",
                    line=mode.along or "-",
                    allowance="-" if mode.allowance is None else str(mode.allowance),
                    through_friends=yes(mode.through_friendly_units),
                    one_hex=yes(mode.always_one_hex),
                    bonus=str(mode.no_attack_bonus),
                    road=mode.road_bonus.line if mode.road_bonus is not None else "-",
                    road_hexes=str(mode.road_bonus.hexes if mode.road_bonus is not None else 0),
                ),
            )
            for mode in game.rules.movement
        ),
    )


def zones(mode: MovementMode) -> ZoneCosts:
    """Return the costs of zones of control in a mode."""
    return mode.ezoc_costs or ZoneCosts()


def paces(game: Game, board: Board) -> Table:
    """Return the table of movement allowance modifiers."""
    return keyed(
        Pace,
        (
            (
                mode.id,
                Pace(
                    **asked(board, effect),
                    allowance="-" if effect.allowance is None else str(effect.allowance),
                    times=effect.multiply,
                    rounded=effect.rounding or "-",
                    change=str(effect.add),
                    every_hex=effect.hex_cost or "-",
                    road="-"
                    if mode.road_bonus is None or effect.road_toward is None
                    else directed_line_name(mode.road_bonus.line, effect.road_toward),
                ),
            )
            for mode in game.rules.movement
            for effect in mode.allowance_modifiers
        ),
    )


def held(game: Game) -> tuple[HexId, ...]:
    """Return the hexes that have a control marker, which shows who owns the hex.

    The result is empty if the game has no control markers.
    """
    shown = game.control_marker is not None
    return tuple(place.hex for place in game.hexmap.places if place.kind != "name" and shown)


def words(game: Game, more: Iterable[tuple[str, str]] = ()) -> str:
    """Return the names that the scripts use in explanations, as text.

    Each name is listed with its kind and id.
    """
    found = dict(more)
    for side in game.info.sides:
        found[f"side.{side.id}"] = side.name
        bases = (box.name for box in game.hexmap.boxes if box.kind == "holding" and box.side == side.id)
        found[f"base.{side.id}"] = next(bases, "")
        found[f"sides.{side.id}"] = side.plural
        found[f"ink.{side.id}"] = side_ink(side).removeprefix("#")
    for unit_class in game.counters.classes:
        found[f"class.{unit_class.id}"] = class_plural(unit_class)
    for phase in game.rules.sequence:
        found[f"phase.{phase.id}"] = phase.name
    for mode in game.rules.movement:
        found[f"mode.{mode.id}"] = mode.name
        found[f"rule.{mode.id}"] = mode.rule
        found[f"march-rule.{mode.id}"] = mode.no_attack_bonus_rule
    directions = set(ways(game))
    for line in game.hexmap.lines:
        found[f"line.{line.id}"] = line.name
        for place in game.hexmap.places:
            if (way := directed_line_name(line.id, place.id)) in directions:
                found[f"way.{way}"] = f"on the way to {place.name}"
    for modifier in game.rules.odds_combat.modifiers:
        for part, told in modifier_effects(modifier):
            found[f"{part}.{modifier.id}"] = told
    for result in game.charts.combat.results if game.charts.combat is not None else ():
        found[f"result.{result.id}"] = result.name
        found[f"result-text.{result.id}"] = result.text
    for kind in game.charts.weather:
        found[f"weather.{kind.id}"] = kind.name
    found |= names_in_fire(game)
    rows = (f"{ROW_END}{plain(key)}{CELL_END}{plain(text)}" for key, text in found.items())
    return "".join(rows) + ROW_END


def names_in_fire(game: Game) -> dict[str, str]:
    """Return the names of fire combat modifiers, keyed by kind and id."""
    fire = game.rules.fire
    if fire is None:
        return {}
    kinds: dict[str, Iterable[HitModifier | DiceLimit | DiceDivisor | DefenceBonus | Stronghold]] = {
        "change": fire.hit_modifiers,
        "limit": fire.dice_limits,
        "division": fire.dice_divisors,
        "bonus": fire.defence_bonuses,
        "hold": fire.strongholds,
    }
    return {f"{kind}.{entry.id}": entry.name for kind, entries in kinds.items() for entry in entries}
