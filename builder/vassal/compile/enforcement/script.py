"""Put the scripts together: the game's small tables, then the parts in the order of their use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from builder.geometry.board import Board
from builder.model.citing import with_citations
from builder.model.game import Game
from builder.model.odds import Columns
from builder.vassal.buildfile.components import GlobalTranslatableMessage, GlobalTranslatableMessages
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.board import HEX_ZONE
from builder.vassal.compile.enforcement import fire_tables, names, order_tables, schedules, tables
from builder.vassal.compile.enforcement.scenario_tables import scenario_tables, scenario_words
from builder.vassal.compile.enforcement.traits import literal
from builder.vassal.compile.places import Places

UNBROKEN = "\u00a0"
"""Stands between the words of a heading in the tables of the scripts."""
SIGN_MS = 8000
"""How long the sign of a refusal stays, in milliseconds."""
PARTS = (
    "position",
    "places",
    "seats",
    "movement",
    "lights",
    "flare",
    "battles",
    "retreats",
    "results",
    "setup",
    "victory",
    "deeds",
    "communication",
    "supply",
    "replacements",
    "reserves",
    "phases",
    "versions",
    "judge",
)

FIRE_PARTS = ("pools", "allocation", "volleys", "march", "orders", "air")
"""What only games with fire combat need."""


def script(game: Game, light: int) -> str:
    """Return the whole script, in BeanShell: definitions alone, without comments.

    `light` is the size of a light on the board: that of a counter.
    """
    values = {
        "MAP": prop.MAIN_MAP,
        "ZONE": HEX_ZONE,
        "PHASES": tables.phases(game),
        "MODES": tables.modes(game),
        "PACES": tables.paces(game),
        "ZOC_CLASSES": _zoc_classes(game),
        "ZOC_RULE": game.rules.zoc.rule,
        "STACK_RULE": game.rules.stacking.rule,
        "BOTH_SIDES": prop.BOTH_SIDES,
        "LINES_WORD": keys.lines_word(game),
    }
    combat, stacking = game.rules.combat, game.rules.stacking
    board = Board.of(game.hexmap)
    values |= fire_tables.values(game)
    if game.rules.fire is not None:
        values |= order_tables.values(game)
    values |= _combat(game, board) | dict(schedules.values(game, board)) | scenario_tables(game)
    lines = [f"{name} = {literal(value)};" for name, value in values.items()]
    lines += [
        f"ZOC_CANCELLED = {'true' if game.rules.zoc.friends_cancel else 'false'};",
        f"STRIDE = {board.stride};",
        f"LIGHT_PX = {light};",
        f"LIGHT_KEYS = {len(keys.LIT)};",
        f"SIGN_MS = {SIGN_MS};",
        f"ADVANCE = {combat.advance if combat is not None else 0};",
        f"RETREAT_HEXES = {combat.retreat.hexes if combat is not None else 0};",
        f"STACK_LIMIT = {stacking.limit or 0};",
        f"STACK_ALWAYS = {'true' if stacking.limit and stacking.kept == 'always' else 'false'};",
        *fire_tables.definitions(game),
        *_code("common"),
        f"EVERY = bits({literal(tables.text(board.every))});",
        f"SHIFTED = bits({literal(tables.text(board.shifted))});",
    ]
    for part in (*PARTS, *(FIRE_PARTS if game.rules.fire is not None else ())):
        lines += _code(part)
    return "\n".join(lines) + "\n"


def run_script() -> str:
    """Return the script that runs a function of the rules; it is the same in every module."""
    return "\n".join(_code("run")) + "\n"


def call(function: str, whom: str) -> str:
    """Return the expression that runs a function of the script; `whom` is an expression for its argument."""
    run = f'{names.RUN} + "ask(\\"{function}\\", \\"" + {whom} + "\\");"'
    return f"{{new bsh.Interpreter().eval({run}).toString()}}"


def told(function: str, whom: str = "") -> str:
    """Return the expression, without braces, for what a function of the script says of a plain text."""
    run = f'{names.RUN} + "ask(\\"{function}\\", \\"{whom}\\");"'
    return f"new bsh.Interpreter().eval({run}).toString()"


def messages(places: Places, mark: str, steps: str) -> GlobalTranslatableMessages:
    """Return the texts of the module that hold the script and its tables.

    They belong to the module and not to a saved game, so an old save plays by the module's rules. `mark`
    is what the pieces of this version carry, `steps` what the judge does.
    """
    # The scripts read tables whose fields are parted by blanks, so those of headings don't break.
    game = with_citations(places.game, UNBROKEN)
    held: Mapping[str, str] = {
        names.RUN: run_script(),
        names.SCRIPT: script(game, places.resolution.counter),
        **tables.texts(game, (*schedules.words(game), *scenario_words(game).items())),
        names.CENTRES: centres(places),
        names.MARK: mark,
        names.STEPS: steps,
    }
    return GlobalTranslatableMessages.new(
        *(
            GlobalTranslatableMessage.new(
                name=name, initial_value=text, description="Enforcement of the rules"
            )
            for name, text in held.items()
        )
    )


def centres(places: Places) -> str:
    """Return where the centre of each hex lies on the board, by its number."""
    index = Board.of(places.game.hexmap).index
    rows = ((hex_id, number, places.hex(hex_id)) for hex_id, number in index.items())
    return tables.table((str(number), [str(spot.x), str(spot.y), hex_id]) for hex_id, number, spot in rows)


def _combat(game: Game, board: Board) -> dict[str, str]:
    """Return the tables of battles; empty ones where the game has no combat."""
    table, combat = game.charts.combat, game.rules.combat
    cut_first = combat.cut_first_under if combat is not None else None
    weather: list[tuple[str, list[str]]] = []
    effects: list[tuple[str, list[str]]] = []
    stand = 0
    if combat is not None:
        effects = [(result, [",".join(done) or "none"]) for result, done in combat.effects.items()]
        stand = board.at_places(combat.stand_in)
        weather = [(effect.weather, [str(effect.divide)]) for effect in combat.weather]
    return {
        "CRT": tables.table(table.rows.items()) if table is not None else "/",
        "CRT_BY": table.by if table is not None else "",
        "CRT_HEADS": _heads(table.reckoned) if table is not None and combat is not None else "",
        "CUT_FIRST": "never" if cut_first is None else tables.options(cut_first),
        "DIE": f"1d{table.die}" if table is not None else "",
        "SHIFTS": tables.shifts(game, board),
        "ATTACK_WEATHER": tables.table(weather),
        "COMBAT_RULE": combat.retreat.rule if combat is not None else "",
        "RETREAT_EZOC": combat.retreat.ezoc if combat is not None else "ignored",
        "EFFECTS": tables.table(effects),
        "STAND_HEXES": tables.text(stand),
        "STAND_UNDER": tables.options(combat.stand_under) if combat is not None else "-",
    }


def _heads(columns: Columns) -> str:
    """Return the columns of the combat table: each head, and from what on it counts as a fraction."""
    return " ".join(
        f"{head}/{over}/{under}" for head, (over, under) in zip(columns.heads, columns.least, strict=True)
    )


def _zoc_classes(game: Game) -> str:
    zoc = game.rules.zoc
    return "" if zoc.reach == "none" else ",".join(zoc.classes) or "*"


def judge_script() -> str:
    """Return the part of the script that carries out the judge's steps, as it stands in every module."""
    return "\n".join(_code("judge"))


def _code(part: str) -> list[str]:
    source = resources.files("builder") / "templates" / "enforcement" / f"{part}.bsh"
    lines = source.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
