"""Check the charts: combat and other tables, turn tracks, the terrain effects chart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, get_args, get_type_hints

from hexwright.load.check_context import CheckContext
from hexwright.load.value_spans import Path
from hexwright.model.charts import CombatTable, TextTable
from hexwright.model.hex_map import Place
from hexwright.model.module_window_names import MAP, chart_titles, forces
from hexwright.model.rules.odds_columns import Measure, parse_column_head
from hexwright.support.message_wording import count_noun, did_you_mean, join_with_or, quote

_MEASURES: Final[Mapping[Measure, str]] = {"odds": "odds", "differential": "differences"}
_HEADS: Final[Mapping[Measure, str]] = {
    "odds": "attack and defence, such as '1:2', '3:2' or '6-1'",
    "differential": "attack less defence, such as '-1', '0' or '+2'",
}
_AS_MUCH: Final = {True: "the same", False: "more"}


def check_charts(check: CheckContext) -> None:
    """Report incomplete tables, turns out of order, and other errors in the charts."""
    charts = check.game.charts
    if charts.combat is not None:
        known = [result.id for result in charts.combat.results]
        for name, one in charts.combat.all.items():
            _combat_table(check, name, one, known)
        _effects_told(check, known)
    for roll_table in charts.tables:
        path = ("charts", "tables", roll_table.id)
        _rows(
            check,
            f"table {quote(roll_table.id)}",
            roll_table.die,
            len(roll_table.columns),
            roll_table.rows,
            path,
        )
    for hit_table in charts.hit_tables:
        columns = max((len(row) for row in hit_table.rows.values()), default=0)
        path = ("charts", "hit_tables", hit_table.id)
        _rows(check, f"table {quote(hit_table.id)}", hit_table.die, columns, hit_table.rows, path)
    for overview in charts.text_tables:
        _overview(check, overview)
    for timetable in charts.turn_tracks:
        _turns(check, timetable.id)
    _terrain_effects(check)
    _warn_of_missing_costs(check)
    _check_chart_titles(check)


def _effects_told(check: CheckContext, results: Sequence[str]) -> None:
    combat = check.game.rules.combat
    if combat is None or not check.was_read_whole("rules", "combat", "effects"):
        return
    for result in results:
        if result not in combat.effects:
            check.error(
                "T008",
                f"rules.yaml doesn't define an effect for the combat result {quote(result)}",
                check.spans.key("rules", "combat", "effects"),
                f"write '{result}: []' under 'effects' of 'combat' if it has no effect",
            )


def _overview(check: CheckContext, overview: TextTable) -> None:
    at: Path = ("charts", "text_tables", overview.id)
    if not check.was_read_whole(*at, "columns"):
        return
    for position, row in enumerate(overview.rows):
        if len(row) != len(overview.columns):
            check.error(
                "T010",
                f"row {position + 1} of {quote(overview.id)} has {count_noun(len(row), 'cell')} "
                f"for {count_noun(len(overview.columns), 'column')}",
                check.spans.value(*at, "rows", position),
                "write one cell for each column",
            )


def _check_chart_titles(check: CheckContext) -> None:
    """Report charts whose title is also the title of another chart or the name of a window of the module."""
    parts = ("combat", "turn_tracks", "tables", "text_tables", "victory")
    if not all(check.unread.knows_ids(("charts", part)) for part in parts):
        return
    seen = {MAP: "the map"}
    seen |= {forces(side): f"the window of the {side.name} forces" for side in check.game.info.sides}
    for title, path in chart_titles(check.game):
        named = path[-1] == "name"
        if title in seen and not check.unread.covers(path):
            check.error(
                "T013",
                f"chart title {quote(title)} is also the name of {seen[title]}",
                check.spans.value(*path) if named else check.spans.key(*path),
                "write another title" if named else "write another title for the other chart",
            )
        seen.setdefault(title, "another chart" if named else f"the chart of '{path[-1]}'")


def _warn_of_missing_costs(check: CheckContext) -> None:
    """Warn of terrain with a cost that the terrain effects chart omits."""
    charts, hexmap = check.game.charts, check.game.hexmap
    read = check.unread.knows_ids(("charts", "terrain_effects")) and check.was_read_whole("rules", "movement")
    if not charts.terrain_effects or not read:
        return
    known = {kind.id for kind in hexmap.terrain} | {side.id for side in hexmap.hexsides}
    known |= {line.id for line in hexmap.lines}
    told = {effect.subject for effect in charts.terrain_effects}
    places = {of for of in told if of.startswith("place:")}
    if told - known - places - {feature.id for feature in hexmap.features}:
        return  # A row about something unknown is reported elsewhere; it may be meant for any of these.
    for mode in check.game.rules.movement:
        named = [one for cost in mode.costs for one in (*cost.terrain, *cost.across)]
        for one in (*named, *(line.line for line in mode.line_costs)):
            if one in known - told:
                told.add(one)
                check.report.warning(
                    "T014",
                    f"{quote(one)} has a cost in {quote(mode.id)} under 'movement' in rules.yaml, but no "
                    "row in the terrain effects chart",
                    check.spans.key("charts", "terrain_effects"),
                    f"write '- {{name: …, subject: {one}, movement: …, combat: …}}' under "
                    f"'terrain_effects' in charts.yaml",
                )


def _combat_table(check: CheckContext, name: str, table: CombatTable, known: list[str]) -> None:
    """Report errors in a combat table; `name` is its id, or "" for the main table."""
    usual: Path = ("charts", "combat")
    path: Path = (*usual, "alternate_tables", name) if name else usual
    what = f"combat table {quote(name)}" if name else "the combat results table"
    combat = check.game.rules.combat
    if check.was_read_whole(*usual, "kind"):
        _columns(check, table, path, what)
    if all(check.was_read_whole(*usual, part) for part in ("die", "dice")):
        changed = combat is not None and any(modifier.drm for modifier in combat.modifiers)
        columns = len(table.columns)
        _rows(check, what, table.die, columns, table.rows, path, beyond=changed, dice=table.dice)
    listed_whole = check.unread.knows_ids((*usual, "results"))
    for roll, results in table.rows.items():
        for position, result in enumerate(results):
            at = (*path, "rows", roll, position)
            if result not in known and not check.unread.covers(at) and listed_whole:
                check.unread.add(at)
                told = f"{what} has no result {quote(result)}"
                remedy = (
                    did_you_mean(result, known, "results")
                    if known
                    else "write the result under 'results' in charts.yaml"
                )
                check.error("T004", told, check.spans.value(*at), remedy)


def _columns(check: CheckContext, table: CombatTable, path: Path, what: str) -> None:
    if not check.was_read_whole(*path, "columns"):
        return
    fought = check.game.rules.combat is not None  # A table that no battle uses may have any heads.
    reached: Fraction | None = None
    for position, column in enumerate(table.columns):
        span = check.spans.value(*path, "columns", position)
        least = parse_column_head(column, table.kind)
        if column in table.columns[:position]:
            told = f"column {quote(column)} appears twice in {what}"
            check.error("T007", told, span, "delete or rename one of the two columns")
        elif fought and least is None:
            told = f"{quote(column)} is not a column head of a combat table by {_MEASURES[table.kind]}"
            check.error("T011", told, span, f"write {_HEADS[table.kind]}{_other_measure(column, table.kind)}")
        elif fought and reached is not None and least is not None and least <= reached:
            before = quote(table.columns[position - 1])
            told = f"column {quote(column)} comes after {before}, which requires {_AS_MUCH[least == reached]}"
            remedy = "sort the columns from the lowest to the highest, and the results of each row with them"
            check.error("T012", told, span, remedy, "the columns are not in ascending order")
        reached = least


def _other_measure(column: str, by: Measure) -> str:
    other: Measure = "differential" if by == "odds" else "odds"
    return (
        "" if parse_column_head(column, other) is None else f"; for {_MEASURES[other]} write 'kind: {other}'"
    )


def _rows(
    check: CheckContext,
    what: str,
    die: int,
    columns: int,
    rows: Mapping[str, tuple[object, ...]],
    path: Path,
    *,
    beyond: bool = False,
    dice: int = 1,
) -> None:
    """Report missing and surplus rows; if `beyond` is set, allow rows for modified rolls."""
    if not all(check.was_read_whole(*path, part) for part in ("die", "dice", "columns", "rows")):
        return
    most = dice * die
    thrown = f"a {die}-sided die" if dice == 1 else f"the sum of {dice}d{die}"
    faces = [int(row) for row in rows if beyond and re.fullmatch("-?[1-9][0-9]?|0", row)]
    rolls = [str(roll) for roll in range(min(dice, *faces, dice), max(most, *faces, most) + 1)]
    missing = [roll for roll in rolls if roll not in rows]
    # Many ten-sided dice show 0 for ten.
    misread = missing == [str(most)] and "0" in rows and "0" not in rolls and dice == 1
    if misread:
        check.error(
            "T001",
            f"{what} has no row for a roll of {join_with_or(missing)}, but has one for '0'",
            check.spans.key(*path, "rows", "0"),
            f"write '{most}' instead of '0': a {most}-sided die gives 1 to {most}",
        )
    elif missing:
        check.error(
            "T001",
            f"{what} has no row for a roll of {join_with_or(missing)}",
            check.spans.key(*path, "rows"),
            f"{thrown} needs a row for each roll from {dice} to {most}"
            + (", and rows beyond it must be consecutive" if len(rolls) > most - dice + 1 else ""),
        )
    for roll, results in rows.items():
        if roll not in rolls and not (misread and roll == "0"):
            check.error(
                "T002",
                f"{what} has a row for a roll of {quote(roll)}, which {thrown} can't give",
                check.spans.key(*path, "rows", roll),
                f"write rows for the rolls {dice} to {most}",
            )
        if len(results) != columns:
            check.error(
                "T003",
                f"the row for a roll of {roll} in {what} has {count_noun(len(results), 'result')} "
                f"for {count_noun(columns, 'column')}",
                check.spans.key(*path, "rows", roll),
                "write one result for each column",
                f"rows of {what} don't have {count_noun(columns, 'result')}",
            )


def _turns(check: CheckContext, timetable_id: str) -> None:
    timetable = check.game.charts.timetable(timetable_id)
    path: Path = ("charts", "turn_tracks", timetable_id, "turns")
    if not check.was_read_whole(*path):
        return
    if not timetable.turns:
        check.error(
            "T005",
            f"turn track {quote(timetable_id)} has no turns",
            check.spans.key(*path),
            "write the turns of the track under 'turns'",
        )
    for position, turn in enumerate(timetable.turns):
        rolls = [str(roll) for roll in range(1, len(turn.weather_roll) + 1)]
        if sorted(turn.weather_roll) != sorted(rolls):
            check.error(
                "T009",
                f"the weather of turn {turn.turn} has rolls {join_with_or(turn.weather_roll, 'and')}, "
                "which aren't the numbers on a die",
                check.spans.value(*path, position, "weather_roll"),
                "write the numbers 1, 2, 3 and so on, each with its weather",
            )
    for position, (before, after) in enumerate(zip(timetable.turns, timetable.turns[1:], strict=False)):
        if after.turn != before.turn + 1:
            check.error(
                "T005",
                f"turn {after.turn} follows turn {before.turn} in turn track {quote(timetable_id)}",
                check.spans.value(*path, position + 1, "turn"),
                f"write turn {before.turn + 1} here: turns are numbered consecutively",
            )
            check.unread.add((*path, position + 1, "turn"))


def _terrain_effects(check: CheckContext) -> None:
    hexmap = check.game.hexmap
    kinds = get_args(get_args(get_type_hints(Place, include_extras=True)["kind"])[0])
    if not all(
        check.unread.knows_ids(("hexmap", part)) for part in ("terrain", "features", "hexsides", "lines")
    ):
        return
    groups = (hexmap.terrain, hexmap.features, hexmap.hexsides, hexmap.lines)
    entries = [entry.id for group in groups for entry in group]
    places = [f"place:{kind}" for kind in kinds]
    for position, effect in enumerate(check.game.charts.terrain_effects):
        at = ("charts", "terrain_effects", position, "subject")
        if check.unread.covers(at):
            continue
        span = check.spans.value(*at)
        if effect.subject.startswith("place:"):
            if effect.subject not in places:
                known = "known: " + ", ".join(map(quote, places))
                check.error("T006", f"there is no kind of place {quote(effect.subject)}", span, known)
        elif effect.subject not in entries:
            what = f"the map has no terrain, feature, hexside feature or line {quote(effect.subject)}"
            check.error("T006", what, span, did_you_mean(effect.subject, [*entries, *places], "known"))
