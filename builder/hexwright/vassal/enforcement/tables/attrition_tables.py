"""Write the tables for attrition rolls, and list the dice that these rolls need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.model.charts import RollTable
from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Attrition
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row
from hexwright.vassal.module import key_commands

USUAL_DIE = 6


@row
class Frost(Row):
    """A row for the attrition die of a kind of weather.

    `all_under` lists the options under which all sides roll.
    """

    die: str
    rule: str
    all_under: str


@row
class FrostRoll(Row):
    """A row for the die rolls at which a side's units suffer attrition.

    The key consists of the ids of weather and side.
    """

    rolls: str


def usual_die(game: Game) -> int | None:
    """Return the number of faces of the combat die in the toolbar; None if the toolbar has several dice."""
    table = game.charts.combat
    if table is None:
        return USUAL_DIE
    return table.die if table.dice == 1 else None


def values(game: Game) -> Mapping[str, Table]:
    """Return the attrition tables, keyed by their names in the script."""
    rolled = tuple(_attrition(game))
    return {
        "ATTRITION": keyed(
            Frost,
            (
                (
                    rule.weather,
                    Frost(die=f"1d{table.die}", rule=rule.rule or "-", all_under=_who_rolls(rule)),
                )
                for rule, table in rolled
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
                for rule, table in rolled
                for column, side in enumerate(table.columns)
                if any(results[column] == rule.result for results in table.rows.values())
            ),
        ),
    }


def roll_key(game: Game, sides: int) -> KeyCommand:
    """Return the key of the button that rolls a die with so many faces."""
    return key_commands.ROLL if sides == usual_die(game) else KeyCommand.named(f"hexwright.roll.1d{sides}")


def dice_keys(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys of all buttons that roll dice."""
    return (key_commands.ROLL, *(roll_key(game, sides) for sides in dice(game)))


def words(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the text of each attrition result with its key. A key consists of weather, side and roll."""
    for attrition, table in _attrition(game):
        yield f"attrition.{attrition.weather}", table.name
        yield f"attrition-result.{attrition.weather}", attrition.result
        for roll, results in table.rows.items():
            for side, result in zip(table.columns, results, strict=True):
                yield f"attrition.{attrition.weather}.{side}.{roll}", result


def rolls(game: Game) -> Mapping[str, int]:
    """Return the number of faces of each attrition die, keyed by the kind of weather."""
    return {rule.weather: table.die for rule, table in _attrition(game)}


def dice(game: Game) -> tuple[int, ...]:
    """Return the different face counts of attrition dice, except the face count of the combat die."""
    return tuple(sorted(set(rolls(game).values()) - {usual_die(game)}))


def _attrition(game: Game) -> Iterator[tuple[Attrition, RollTable]]:
    seen: set[str] = set()
    for rule in game.rules.attrition:
        table = next((t for t in game.charts.tables if t.id == rule.table), None)
        if table is not None and rule.weather not in seen:
            seen.add(rule.weather)
            yield rule, table


def _who_rolls(rule: Attrition) -> str:
    """Return a cell with the options under which all sides roll in each replacement phase."""
    return "never" if rule.all_sides_roll is None else cells.options(rule.all_sides_roll)
