"""Write map and rules as texts that the scripts look things up in.

A table is "/key value value/key value/". The ids of hexes hold neither blanks nor slashes, those of
everything else are plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.geometry.board import Board, Hexes
from builder.geometry.lines import way_name
from builder.model.game import Game
from builder.model.ids import HexId
from builder.model.moving import MovementMode
from builder.vassal.compile.enforcement import names

_ON_OFF = {"on": "true", "off": "false"}
WORD_START = "\u241e"
WORD_MIDDLE = "\u241f"


def table(rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return the text of a table; rows without values are left out."""
    return "/" + "".join(f"{key} {' '.join(values)}/" for key, values in _filled(rows))


def _filled(rows: Iterable[tuple[str, Iterable[str]]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, values in rows:
        listed = tuple(values)
        if listed:
            yield key, listed


def text(hexes: Hexes) -> str:
    """Return a set of hexes as the scripts read it."""
    return f"{hexes:x}"


def texts(game: Game, more: Iterable[tuple[str, str]] = ()) -> Mapping[str, str]:
    """Return the large tables by the name of their text in the module; `more` are further words."""
    board = Board.of(game.hexmap)
    found = {
        names.HEXES: table((hex_id, [str(number)]) for hex_id, number in board.index.items()),
        names.COSTS: table((mode.id, costs(board, mode)) for mode in game.rules.movement),
        names.WORDS: words(game, more),
    }
    found |= {names.ACROSS + feature: by_step(far) for feature, far in board.across.items()}
    return found | {names.LINE + way: by_step(board.links[way]) for way in ways(game)}


def by_step(sets: Sequence[Hexes]) -> str:
    """Return what hexes are joined with: steps from number to number, each with the hexes that take it."""
    steps: dict[int, Hexes] = {}
    for number, hexes in enumerate(sets):
        while hexes:
            low = hexes & -hexes
            step = low.bit_length() - 1 - number
            steps[step] = steps.get(step, 0) | 1 << number
            hexes ^= low
    return " ".join(f"{step} {text(steps[step])}" for step in sorted(steps))


def ways(game: Game) -> list[str]:
    """Return the lines of the map, and by their `way_name` the directions that the rules name."""
    wanted: list[tuple[str | None, str | None, str | None]] = [
        (line.id, None, None) for line in game.hexmap.lines
    ]
    for mode in game.rules.movement:
        line = mode.road.line if mode.road is not None else None
        wanted += [(line, effect.road_toward, None) for effect in mode.weather]
    if (fire := game.rules.fire) is not None:
        wanted += [(limit.unless_along, limit.toward, None) for limit in fire.ground]
        beyond = fire.advance.beyond if fire.advance is not None else ()
        wanted += [(entry.along, entry.toward, entry.away_from) for entry in beyond]
    found = (way_name(line, toward, away_from) for line, toward, away_from in wanted if line is not None)
    return list(dict.fromkeys(found))


def costs(board: Board, mode: MovementMode) -> list[str]:
    """Return what hexes cost in a mode: each cost followed by the hexes that have it."""
    dear = {cost.terrain: cost.cost for cost in mode.costs}
    sets: dict[int, Hexes] = {}
    for terrain, hexes in board.terrain.items():
        if hexes:
            cost = dear.get(terrain, 1)
            sets[cost] = sets.get(cost, 0) | hexes
    return [part for cost in sorted(sets) for part in (str(cost), text(sets[cost]))]


def shifts(game: Game, board: Board) -> str:
    """Return what moves the odds: columns, defender's hexes, hexside, attacker's class, defender's side."""
    combat = game.rules.combat
    rows: list[tuple[str, list[str]]] = []
    for shift in combat.shifts if combat is not None else ():
        hexes = board.every
        if shift.terrain is not None:
            hexes &= board.terrain[shift.terrain]
        if shift.feature is not None:
            hexes &= board.features[shift.feature]
        if shift.place is not None:
            hexes &= 1 << board.places[shift.place]
        anywhere = shift.terrain is None and shift.feature is None and shift.place is None
        fields = [
            f"{shift.columns:+d}",
            "-" if anywhere else text(hexes),
            shift.across or "-",
            shift.attacker or "-",
            shift.defender or "-",
        ]
        rows.append((shift.id, fields))
    return table(rows)


def phases(game: Game) -> str:
    """Return each phase: side, kind, classes, and in a movement phase its modes with their classes."""
    usual = [f"{game.rules.movement[0].id}:*"] if game.rules.movement else []
    rows: list[tuple[str, list[str]]] = []
    for phase in game.rules.sequence:
        moves = [f"{move.mode}:{members(move.classes)}" for move in phase.moves] or usual
        fields = [phase.side, phase.kind, members(phase.classes)]
        # A movement phase of a game without movement rules can't be judged.
        if phase.kind == "movement" and not moves:
            fields[1] = "other"
        rows.append((phase.id, [*fields, *(moves if phase.kind == "movement" else [])]))
    return table(rows)


def modes(game: Game) -> str:
    """Return each movement mode: what an EZOC does, its line, its allowance, whether friends are passed."""
    return table(
        (
            mode.id,
            [
                mode.ezoc,
                mode.along or "-",
                "-" if mode.allowance is None else str(mode.allowance),
                "yes" if mode.through_friends else "no",
            ],
        )
        for mode in game.rules.movement
    )


def paces(game: Game) -> str:
    """Return effects of weather: mode, weather, classes, allowance, change, cost, options and road."""
    return table(
        (
            mode.id,
            [
                effect.weather,
                members(effect.classes),
                "-" if effect.allowance is None else str(effect.allowance),
                str(effect.change),
                "-" if effect.every_hex is None else str(effect.every_hex),
                options(effect.under),
                "-"
                if mode.road is None or effect.road_toward is None
                else way_name(mode.road.line, effect.road_toward),
            ],
        )
        for mode in game.rules.movement
        for effect in mode.weather
    )


def held(game: Game) -> tuple[HexId, ...]:
    """Return the hexes whose owner a marker shows; none in a game whose markers don't show two owners."""
    shown = any(
        len(marker.faces) == 2 and all(face.symbol == "control" for face in marker.faces)
        for marker in game.counters.markers
    )
    return tuple(place.hex for place in game.hexmap.places if place.kind != "name" and shown)


def words(game: Game, more: Iterable[tuple[str, str]] = ()) -> str:
    """Return the names that reasons are told in, by kind and id."""
    found = dict(more)
    for side in game.info.sides:
        found[f"side.{side.id}"] = side.name
        bases = (box.name for box in game.hexmap.boxes if box.kind == "holding" and box.side == side.id)
        found[f"base.{side.id}"] = next(bases, "")
        found[f"sides.{side.id}"] = side.plural
    for unit_class in game.counters.classes:
        found[f"class.{unit_class.id}"] = unit_class.name
    for phase in game.rules.sequence:
        found[f"phase.{phase.id}"] = phase.name
    for mode in game.rules.movement:
        found[f"mode.{mode.id}"] = mode.name
        found[f"rule.{mode.id}"] = mode.rule
        found[f"march-rule.{mode.id}"] = mode.bonus_rule
    for line in game.hexmap.lines:
        found[f"line.{line.id}"] = line.name
        for place in game.hexmap.places:
            if (way := way_name(line.id, place.id)) in ways(game):
                found[f"way.{way}"] = f"on the way to {place.name}"
    for shift in game.rules.combat.shifts if game.rules.combat is not None else ():
        found[f"shift.{shift.id}"] = shift.name
        found[f"shift-rule.{shift.id}"] = shift.rule
    for result in game.charts.combat.results if game.charts.combat is not None else ():
        found[f"result.{result.id}"] = result.name
        found[f"result-text.{result.id}"] = result.text
    for kind in game.charts.weather:
        found[f"weather.{kind.id}"] = kind.name
    found |= names_in_fire(game)
    rows = (f"{WORD_START}{_plain(key)}{WORD_MIDDLE}{_plain(text)}" for key, text in found.items())
    return "".join(rows) + WORD_START


def names_in_fire(game: Game) -> dict[str, str]:
    """Return the names of circumstances in fire combat, by kind and id."""
    fire = game.rules.fire
    if fire is None:
        return {}
    found = {f"fire.{change.id}": change.name for change in fire.changes}
    found |= {f"fire.{limit.id}": limit.name for limit in fire.ground}
    found |= {f"fire.{bonus.id}": bonus.name for bonus in fire.bonuses}
    return found | {f"fire.{hold.id}": hold.name for hold in fire.strongholds}


def _plain(text: str) -> str:
    """Return a text without what a format would take for a property, or a table for its end."""
    return text.replace("$", " ").replace(WORD_START, " ").replace(WORD_MIDDLE, " ").replace("\n", " ")


def members(named: Iterable[str]) -> str:
    """Return a list of names, or * for all."""
    return ",".join(named) or "*"


def options(wanted: Mapping[str, str]) -> str:
    """Return the options that an entry asks for, by their properties."""
    pairs = (f"{option_property(name)}={option_value(value)}" for name, value in wanted.items())
    return ",".join(pairs) or "-"


def option_property(option: str) -> str:
    """Return the name of the property that holds an optional rule."""
    return f"Option_{option.replace('-', '_')}"


def option_value(choice: str) -> str:
    """Return what the property of an optional rule holds for a choice."""
    return _ON_OFF.get(choice, choice)
