"""Assemble a module's script: the game's small tables, and the parts of the script.

Each part is placed after the parts that it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rule_citations import with_rule_citations
from hexwright.vassal.codec.buildfile.components import (
    GlobalTranslatableMessage,
    GlobalTranslatableMessages,
)
from hexwright.vassal.enforcement import judge, names
from hexwright.vassal.enforcement.fighting import ways
from hexwright.vassal.enforcement.tables import (
    attrition_tables,
    battle_tables,
    cells,
    drop_tables,
    earlier,
    fire_tables,
    lookups,
    network_tables,
    order_tables,
    rows,
    schedules,
    situation_tables,
    stack_tables,
    supply_tables,
    track_tables,
    train_tables,
    works_tables,
)
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, circumstance
from hexwright.vassal.enforcement.tables.fire_rows import FireWhen
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row
from hexwright.vassal.enforcement.tables.scenario_tables import scenario_tables, scenario_words
from hexwright.vassal.enforcement.traits import literal
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.hex_zones import HEX_ZONE
from hexwright.vassal.module.phase_track import track_message
from hexwright.vassal.queries import parts as queries

SIGN_MS = 8000
"""The time in milliseconds for which the sign of a rejection is shown on the map."""
PARTS = (
    "position",
    "circumstances",
    "zones",
    "stacking",
    "places",
    "seats",
    "strays",
    "movement_flood",
    "supply_trace",
    "front_gaps",
    "works",
    "ways",
    "retreat_paths",
    "treading",
    "trains",
    "legs",
    "leaving",
    "movement",
    "lights",
    "flare",
    "odds_calculation",
    "reckoning",
    "fights",
    "battles",
    "duties",
    "overruns",
    "overrun_dice",
    "retreats",
    "results",
    "advances",
    "overlooking",
    "announcing",
    "disrupting",
    "remnants",
    "setup",
    "victory",
    "ground",
    "deeds",
    "networks",
    "situations",
    "communication",
    "rations",
    "supply",
    "attrition",
    "accounts",
    "prices",
    "stored",
    "replacements",
    "arrivals",
    "made",
    "reserves",
    "drops",
    "phases",
    "next",
    "passing",
    "menus",
    "sights",
    "marks",
    "network_marks",
    "mail",
    "opening",
    "window",
    "chat",
    "trays",
    "boxes",
    "snapping",
    "versions",
    "forced",
    "judge",
)


@row
class Centre(Row):
    """A row for the position of a hex's centre on the board, in pixels. The key is the hex number."""

    x: str
    y: str
    hex: str


def values(game: Game) -> Mapping[str, Table | str]:
    """Return a game's small tables and strings, keyed by their names in the script."""
    board = Board.of(game.hexmap)
    found: dict[str, Table | str] = {
        "MAP": prop.MAIN_MAP,
        "ATTACK_KIND": " or ".join(way.declares for way in ways(game)),
        "USUAL_FIGHT": ways(game)[0].name,
        "ZONE": HEX_ZONE,
        "PHASES": lookups.phases(game),
        "MOVES": lookups.moves(game),
        "MODES": lookups.modes(game),
        "BARRING_MODE": game.rules.restricting_mode.id if game.rules.restricting_mode is not None else "",
        "PACES": lookups.paces(game, board),
        "CROSSINGS": lookups.crossing_rows(game, board),
        "LINE_COSTS": lookups.line_costs(game, board),
        "ZOC_CLASSES": _zoc_classes(game),
        "ZOC_RULE": game.rules.zoc.rule,
        "ZONE_ENDS": listed(Circumstance, (circumstance(board, one) for one in game.rules.zoc.not_into)),
        "BOTH_SIDES": prop.BOTH_SIDES,
        "DICE_KEYS": ",".join(key.encode().replace(",", " ") for key in attrition_tables.dice_keys(game)),
        "LINES_WORD": key_commands.supply_line_word(game),
    }
    for more in (
        fire_tables.values(game, board),
        order_tables.values(game),
        battle_tables.values(game, board),
        stack_tables.values(game, board),
        supply_tables.values(game, board),
        schedules.values(game, board),
        network_tables.values(game, board),
        situation_tables.values(game),
        drop_tables.values(game, board),
        train_tables.values(game),
        earlier.values(game),
        scenario_tables(game),
        works_tables.tables(game, board),
    ):
        found |= more
    return found


def columns(game: Game) -> Mapping[str, int]:
    """Return the columns of all tables that a game's scripts read, keyed by their names in the script.

    Raises ValueError if two different columns have the same name.
    """
    return _columns(game, values(game))


def _columns(game: Game, small: Mapping[str, Table | str]) -> Mapping[str, int]:
    numbers: dict[str, int] = {**rows.columns(Centre), **rows.columns(Circumstance), **judge.columns()}
    numbers |= rows.columns(track_tables.Track)
    numbers |= rows.columns(FireWhen)
    for table in (*small.values(), *lookups.large(game).values()):
        for name, number in table.columns.items() if isinstance(table, Table) else ():
            if numbers.setdefault(name, number) != number or name in small:
                raise ValueError(f"{name} names two different columns or tables of the scripts")
    return numbers


def script(game: Game, light: int) -> str:
    """Return the whole script in BeanShell. It contains only definitions, without comments.

    `light` is the size in pixels of a highlight on the board, which equals the size of a counter.
    """
    owned = (place.hex for place in game.hexmap.places if place.owner is not None)
    combat, stacking = game.rules.odds_combat, game.rules.stacking
    board = Board.of(game.hexmap)
    small = values(game)
    shared = rows.shared_cells(value for value in small.values() if isinstance(value, Table))
    lines = [f"SHARED = {rows.escaped(rows.ROW_END.join(shared))};"]
    lines += [
        f"{name} = {value.literal(shared) if isinstance(value, Table) else literal(value)};"
        for name, value in small.items()
    ]
    lines += [f"{name} = {number};" for name, number in _columns(game, small).items()]
    lines += [
        f"ZOC_CANCELLED = {'true' if game.rules.zoc.friendly_units_cancel else 'false'};",
        f"STRIDE = {board.stride};",
        f"LIGHT_PX = {light};",
        *(
            f"{name} = {literal(part)};"
            for name, part in zip(("ASKS_BEGIN", "ASKS_END"), _ASKED.split("?"), strict=True)
        ),
        f"LEAST_PROMPT_WIDTH = {names.LEAST_PROMPT_WIDTH};",
        f'WHOLE_TEXT_BEGINS = "{names.WHOLE_TEXT_BEGINS}";',
        f'WHOLE_TEXT_ENDS = "{names.WHOLE_TEXT_ENDS}";',
        f"LIGHT_KEYS = {len(key_commands.LIT_UNIT)};",
        f"SIGN_MS = {SIGN_MS};",
        f"ADVANCE = {combat.max_advancing};",
        f"DISRUPTED_MOVES = {_yes(combat.disruption_rules.may_move)};",
        f"DISRUPTED_ATTACKS = {_yes(combat.disruption_rules.may_attack)};",
        f"DISRUPTED_ZONE = {_yes(combat.disruption_rules.exerts_zoc)};",
        f"STACK_ALWAYS = {_yes(bool(stacking.every) and stacking.enforced == 'always')};",
        *fire_tables.definitions(game),
        *code("common"),
        *queries.NEEDED.splitlines(),
        f"EVERY = bits({literal(cells.text(board.every))});",
        f"RESTORES = {'true' if any(len(unit.steps) > 1 for unit in game.counters.units) else 'false'};",
        f"HELD_PLACES = bits({literal(cells.text(board.bits(owned)))});",
        f"SHIFTED = bits({literal(cells.text(board.shifted))});",
    ]
    ordered = ("orders", "wasting", "untenable") if order_tables.orders_needed(game) else ()
    for part in (*PARTS, *ordered, *(part for way in ways(game) for part in way.parts)):
        lines += code(part)
    return "\n".join(lines) + "\n"


def _yes(value: bool) -> str:
    return "true" if value else "false"


def run_script() -> str:
    """Return the script that calls a function of the rules. It is the same in every module."""
    return "\n".join(code("run")) + "\n"


def call(function: str, whom: str) -> str:
    """Return the expression that calls a script function.

    `whom` is the expression for the function's argument.
    """
    run = f'{names.RUN} + "ask(\\"{function}\\", \\"" + {whom} + "\\");"'
    return f"{{new bsh.Interpreter().eval({run}).toString()}}"


_ASKED: Final = call("?", "PieceUID")
"""The expression by which a piece asks about itself, which the script recognises and answers itself."""


def told(function: str, whom: str = "") -> str:
    """Return the expression for a script function's result, without braces.

    The argument is a constant string.
    """
    run = f'{names.RUN} + "ask(\\"{function}\\", \\"{whom}\\");"'
    return f"new bsh.Interpreter().eval({run}).toString()"


def sent_to(box_property: str, axis: str) -> str:
    """Return the expression for a coordinate, x or y, of the place of a unit that is sent to a box.

    `box_property` is the name of the unit's property that names the box.
    """
    whom = '\\"" + PieceUID + "\\"'
    run = f'{names.RUN} + "sentTo({whom}, \\"{box_property}\\", \\"{axis}\\");"'
    return f"{{new bsh.Interpreter().eval({run}).toString()}}"


WORDS: Final = "RulesWords"
"""The names and phrases that the script puts into its sentences."""
_CENTRES: Final = "RulesCentres"
_TRACKS: Final = "RulesTracks"
_MARK: Final = "RulesMark"
"""The name of the property that stores the name of the mark on this module's pieces."""
_STEPS: Final = "RulesSteps"
"""The name of the property that contains the script's steps (judge.py)."""


def messages(places: BoardPositions, mark: str, steps: str) -> GlobalTranslatableMessages:
    """Return the module's translatable messages, which contain the script and its tables.

    They aren't stored in saved games, so an old saved game uses the module's current rules. `mark` is the
    name of the property that marks pieces with the module's version. `steps` contains the steps of judge.py.
    """
    game = with_rule_citations(places.game)
    held: Mapping[str, str] = {
        names.RUN: run_script(),
        names.SCRIPT: script(game, places.resolution.counter),
        **{name: table.text for name, table in lookups.large(game).items()},
        **lookups.joints(game),
        **supply_tables.open_steps(game, Board.of(game.hexmap)),
        WORDS: lookups.words(
            game,
            (
                *schedules.words(game),
                *network_tables.words(game),
                *situation_tables.words(game),
                *scenario_words(game).items(),
                *_cells(places),
            ),
        ),
        _CENTRES: centres(places).text,
        **({_TRACKS: track_tables.tracks(places).text} if network_tables.changes(game) else {}),
        _MARK: mark,
        _STEPS: steps,
    }
    return GlobalTranslatableMessages.new(
        *(
            GlobalTranslatableMessage.new(
                name=name, initial_value=text, description="Enforcement of the rules"
            )
            for name, text in held.items()
        ),
        track_message(places.game),
    )


def centres(places: BoardPositions) -> Table:
    """Return the table of the positions of all hex centres on the board."""
    index = Board.of(places.game.hexmap).index
    spots = ((hex_id, number, places.hex(hex_id)) for hex_id, number in index.items())
    return keyed(
        Centre, ((str(number), Centre(str(spot.x), str(spot.y), hex_id)) for hex_id, number, spot in spots)
    )


ROUNDING: Final = 2
"""The number of pixels by which neighbouring cells of a box may overlap."""


def _cells(places: BoardPositions) -> Iterator[tuple[str, str]]:
    """Yield the cells of each box, by the box's name: the distance at which counters hide each other, then
    the centres.
    """
    for box in places.game.hexmap.boxes:
        if box.id in places.sheet.boxes:
            spots = " ".join(f"{spot.x},{spot.y}" for spot in places.cells(box.id))
            yield f"cells.{box.name}", f"{places.resolution.counter - ROUNDING} {spots}"


def _zoc_classes(game: Game) -> str:
    zoc = game.rules.zoc
    return "" if zoc.reach == "none" else ",".join(zoc.classes) or "*"


def judge_script() -> str:
    """Return the part of the script that carries out the steps of judge.py.

    It is the same in every module.
    """
    return "\n".join(code("judge"))


@cache
def code(part: str) -> tuple[str, ...]:
    """Return the lines of a part of the script, without comments."""
    if part in queries.PARTS:
        lines = [line.text for line in queries.part(part)]
    else:
        source = resources.files("hexwright.vassal.enforcement") / "scripts" / f"{part}.bsh"
        lines = source.read_text(encoding="utf-8").splitlines()
    stripped = map(str.strip, lines)
    return tuple(line for line in stripped if line and not line.startswith("//"))
