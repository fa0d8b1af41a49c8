"""Set-up legality: check a shipped set-up or a player's set-up against the set-up rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hexwright.diagnostics.diagnostic import Diagnostic, DiagnosticReport, InputError, Span, error
from hexwright.geometry.hex_numbering import meant_hex
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.hex_map import Feature
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.likely_names import unit_hint
from hexwright.model.rule_citations import with_rule_citations
from hexwright.model.scenario import Placement, Scenario, SetUpArea
from hexwright.model.words import stacking_words
from hexwright.model.words.setup_words import cover_words, limit_words
from hexwright.rules.engine.hints_and_citations import cite_rule, nearest_name
from hexwright.rules.setup.setup_limits import SetUpLimits
from hexwright.rules.setup.setup_stacking import SetUpOccupancy
from hexwright.support.message_wording import count_noun, quote
from hexwright.support.table_files import Table, read_csv_table, write_csv_table

COLUMNS = ("unit", "hex", "step")


@dataclass(frozen=True, slots=True)
class SetUpLine:
    """One line of a set-up: a unit, its hex, and the step that its counter shows."""

    unit: str
    hex: str
    step: int | None = None
    """The step that the unit shows; if None, the step that the scenario requires."""
    span: Span | None = None


def shipped_setup(game: Game, scenario: str) -> tuple[SetUpLine, ...]:
    """Return the set-up shipped with a scenario; raise InputError if there is no such scenario."""
    found = scenario_of(game, scenario)
    span = Span(f"data/{game.slug}/scenarios/{scenario}.yaml")
    return tuple(SetUpLine(unit, h, None, span) for h, unit in found.setup.standing)


def scenario_of(game: Game, scenario: str) -> Scenario:
    """Return a scenario by its id; raise InputError if there is no such scenario."""
    for found in game.scenarios:
        if found.id == scenario:
            return found
    known = ", ".join(s.id for s in game.scenarios)
    raise InputError.single(
        "P001",
        f"{game.slug} has no scenario '{scenario}'",
        Span(f"data/{game.slug}/scenarios"),
        f"known: {known}",
    )


# Reading ------------------------------------------------------------------------------------------


def read_csv(text: str, file: str = "set-up") -> tuple[SetUpLine, ...]:
    """Parse a set-up in CSV with the columns unit, hex and optionally step.

    Raises InputError if the string isn't such a table.
    """
    return read_table(read_csv_table(text, file, "U002"))


def read_table(table: Table) -> tuple[SetUpLine, ...]:
    """Return the set-up in a table with the columns unit, hex and optionally step.

    Raises InputError if the table has other columns, or cells that can't be read.
    """
    head = [heading.lower() for heading in table.headings]
    if not {"unit", "hex"} <= set(head) <= set(COLUMNS) or len(set(head)) < len(head):
        hint = "write 'unit,hex,step' in the first line"
        names = "the columns " + ", ".join(f"'{cell}'" for cell in head)
        raise InputError.single("U001", f"the first line has {names}", Span(table.file, table.line, 1), hint)
    report, found = DiagnosticReport(), []
    for row in table.rows:
        entry = dict(zip(head, row.cells, strict=True))
        span = Span(table.file, row.line, 1)
        step = re.sub(r"[.,]0+$", "", entry.get("step", ""))
        if empty := [name for name in ("unit", "hex") if not entry[name]]:
            report.error(
                "U002", f"this line has no {empty[0]}", span, "write unit and hex, or delete the line"
            )
        elif step and not is_step(step):
            report.error(
                "U003", f"step {quote(step)} is not a number", span, "write a number; 1 is full strength"
            )
        else:
            found.append(SetUpLine(entry["unit"], entry["hex"], int(step) if step else None, span))
    report.raise_if_failed()
    return tuple(found)


def is_step(text: str) -> bool:
    """Return whether a string is a step number of one or two ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) <= 2


def read_rows(rows: Iterable[Mapping[str, str]], spans: Iterable[Span]) -> tuple[SetUpLine, ...]:
    """Return a set-up from mappings with the keys unit, hex and step, such as items of a YAML list."""
    return tuple(
        SetUpLine(
            row.get("unit", ""), row.get("hex", ""), int(row["step"]) if row.get("step") else None, span
        )
        for row, span in zip(rows, spans, strict=True)
    )


# Checks -------------------------------------------------------------------------------------------


def check_setup(game: Game, scenario: str, placed: Sequence[SetUpLine]) -> tuple[Diagnostic, ...]:
    """Return all faults in a set-up, each with the number or heading of the rule it breaks.

    Raises InputError if there is no such scenario.
    """
    game = with_rule_citations(game)
    found = scenario_of(game, scenario)
    report = DiagnosticReport()
    grid = HexGrid.of(game.hexmap.grid)
    known = [entry for entry in placed if _check_known(game, grid, entry, report)]
    _check_duplicates(game, found, known, report)
    for entry in known:
        _check_unit(game, found, entry, report)
    bounds = SetUpLimits.of(game, found, grid)
    _check_limits(game, found, bounds, known, report)
    _check_filled(game, found, bounds, known, report)
    _check_covers(game, found, bounds, known, report)
    return tuple(report)


def _check_known(game: Game, grid: HexGrid, entry: SetUpLine, report: DiagnosticReport) -> bool:
    """Return whether the unit and hex of a set-up line exist; report them if they don't."""
    units = [unit.id for unit in game.counters.units]
    fine = True
    if entry.unit not in units:
        fine = False
        hint = unit_hint(game.counters.units, entry.unit)
        report.error("U010", f"there is no unit '{entry.unit}'", entry.span, hint)
    if entry.hex not in grid:
        fine = False
        message = f"hex '{entry.hex}' is not on the map"
        meant = meant_hex(entry.hex, grid.hexes)
        hint = nearest_name(entry.hex, sorted(grid)) if meant is None else f"did you mean {quote(meant)}?"
        report.error("U011", message, entry.span, hint)
    return fine


def _setup_rule_citation(scenario: Scenario) -> str:
    """Return the citation of the set-up rule in brackets; an empty string if the game has no such rule."""
    return cite_rule(scenario.setup_rule)


def _check_duplicates(
    game: Game, scenario: Scenario, placed: Sequence[SetUpLine], report: DiagnosticReport
) -> None:
    units: dict[str, SetUpLine] = {}
    hexes: dict[str, list[SetUpLine]] = {}
    for entry in placed:
        if entry.unit in units:
            message = f"{entry.unit} is in {units[entry.unit].hex} and in {entry.hex}"
            report.error("U012", message, entry.span, "delete one of the two lines")
        units.setdefault(entry.unit, entry)
        hexes.setdefault(entry.hex, []).append(entry)
    room = SetUpOccupancy(game, scenario)
    for hex_id, stack in hexes.items():
        names = [entry.unit for entry in stack]
        begun = [name for name in names if room.begins_on_map(name)]
        if len(begun) > 1 and not room.may_share_hex(hex_id, begun):
            told: list[tuple[Sequence[str], str]] = [(names, f"limit 1{_setup_rule_citation(scenario)}")]
        else:
            told = list(_limits_broken(game, room, hex_id, names))
        for those, why in told:
            message = f"{count_noun(len(those), 'unit')} in {hex_id}, {why}: {', '.join(those)}"
            report.error("U013", message, stack[-1].span)


def _limits_broken(
    game: Game, room: SetUpOccupancy, hex_id: str, units: Sequence[str]
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield each stacking limit that units exceed in a hex, as the units counted and the limit's text with
    its rule.
    """
    for limit in room.broken_limits(hex_id, units):
        yield room.units_counted(limit, units), stacking_words.told(game, limit) + cite_rule(limit.rule)


def _feature_of(game: Game, area: SetUpArea) -> Feature:
    return next(feature for feature in game.hexmap.features if feature.id == area.feature)


def fixed_units(scenario: Scenario) -> Mapping[str, str]:
    """Return the units that players can't place in any area, each with its hex in the shipped set-up."""
    free = {unit for area in scenario.setup_areas for unit in area.units}
    return {unit: hex_id for hex_id, unit in scenario.setup.standing if unit not in free}


def _check_unit(game: Game, scenario: Scenario, entry: SetUpLine, report: DiagnosticReport) -> None:
    """Check whether one unit may be on the map, in its hex and at its step."""
    unit = game.counters.unit(UnitId(entry.unit))
    area = next((a for a in scenario.setup_areas if entry.unit in a.units), None)
    fixed = fixed_units(scenario).get(entry.unit)
    if area is None and fixed is not None:
        if entry.hex != fixed:
            message = f"{unit.name} starts in {fixed}, not in {entry.hex}{_setup_rule_citation(scenario)}"
            report.error("U015", message, entry.span, f"write {fixed}")
        return
    if area is None:
        held = next((h for h in scenario.setup.in_boxes if entry.unit in h.units), None)
        why = held.text if held is not None and held.text else f"{scenario.title} starts without it"
        report.error(
            "U014", f"{unit.name} may not start on the map{_setup_rule_citation(scenario)}: {why}", entry.span
        )
        return
    feature = _feature_of(game, area)
    if entry.hex not in area.open_hexes(game.hexmap):
        side = game.info.side(unit.side).name
        where = f"{side} units start in “{feature.name}”{_setup_rule_citation(scenario)}"
        message = f"{unit.name} may not start in {entry.hex}: {where}"
        some = ", ".join(sorted(area.open_hexes(game.hexmap))[:4])
        report.error("U015", message, entry.span, f"write one of its hexes, such as {some}")
    if entry.step is not None and entry.step != area.step:
        message = f"{unit.name} starts at step {area.step}, not {entry.step}{_setup_rule_citation(scenario)}"
        report.error("U016", message, entry.span, f"write {area.step} or leave the step out")


def _check_filled(
    game: Game, scenario: Scenario, bounds: SetUpLimits, placed: Sequence[SetUpLine], report: DiagnosticReport
) -> None:
    """Check that every hex that must be occupied is occupied by the right side."""
    for area in scenario.setup_areas:
        feature = _feature_of(game, area)
        if not area.fill:
            _check_all_placed(game, scenario, area, bounds, placed, report)
            continue
        standing = {entry.hex for entry in placed if entry.unit in area.units}
        empty = [h for h in area.open_hexes(game.hexmap) if h not in standing]
        if empty:
            side = game.info.side(area.side).name
            span = placed[0].span if placed else None
            file = Span(span.file) if span is not None else None
            case = _setup_rule_citation(scenario)
            message = f"no {side} unit is in {', '.join(empty)}: each “{feature.name}” hex needs one{case}"
            report.error("U017", message, file, "place a unit in each of these hexes")


def _check_all_placed(
    game: Game,
    scenario: Scenario,
    area: SetUpArea,
    bounds: SetUpLimits,
    placed: Sequence[SetUpLine],
    report: DiagnosticReport,
) -> None:
    """Check, for an area that needn't be filled, that no unit is missing while the area has room for it."""
    there = {entry.unit for entry in placed}
    room = SetUpOccupancy(game, scenario)
    for entry in placed:
        room.place(entry.unit, entry.hex)
    closed = bounds.full_hexes(area.side, hexes_by_unit(placed))
    hexes = [hex_id for hex_id in area.open_hexes(game.hexmap) if hex_id not in closed]
    for unit in area.units:
        if unit not in there and any(room.may_place(unit, hex_id) for hex_id in hexes):
            name = game.counters.unit(unit).name
            span = placed[0].span if placed else None
            file = Span(span.file) if span is not None else None
            report.error(
                "U019",
                f"{name} isn't on the map{_setup_rule_citation(scenario)}",
                file,
                "place the unit in a hex",
            )


def hexes_by_unit(placed: Iterable[SetUpLine]) -> dict[str, str]:
    """Return each unit's hex; for a unit listed several times, its first hex."""
    found: dict[str, str] = {}
    for entry in placed:
        found.setdefault(entry.unit, entry.hex)
    return found


def _check_limits(
    game: Game, scenario: Scenario, bounds: SetUpLimits, placed: Sequence[SetUpLine], report: DiagnosticReport
) -> None:
    """Check that no set-up limit on the number of units in certain hexes is exceeded."""
    at = hexes_by_unit(placed)
    for limit, hexes in bounds.limits:
        there = bounds.units_within(limit.side, hexes, at)
        if len(there) > limit.max:
            case = _setup_rule_citation(scenario)
            told = f"{limit_words(game, limit)}{case}, not {len(there)}: {', '.join(there)}"
            span = next(entry.span for entry in placed if entry.unit == there[-1])
            report.error("U021", told, span, "move some of these units elsewhere")


def _check_covers(
    game: Game,
    scenario: Scenario,
    bounds: SetUpLimits,
    placed: Sequence[SetUpLine],
    report: DiagnosticReport,
    *,
    side: SideId | None = None,
) -> None:
    """Check that each side (or only `side`) occupies or controls the hexes it must cover."""
    at = hexes_by_unit(placed)
    span = placed[0].span if placed else None
    for cover, hexes in bounds.covers:
        if side in (None, cover.side) and (left := bounds.uncovered_hexes(cover, hexes, at)):
            told = f"{', '.join(left)} {'is' if len(left) == 1 else 'are'} not covered"
            told = f"{told}: {cover_words(game, scenario, cover)}{_setup_rule_citation(scenario)}"
            file = Span(span.file) if span is not None else None
            report.error("U022", told, file, f"place {game.info.side(cover.side).name} units there")


def setup_order_violation(
    game: Game, scenario: str, placed: Sequence[SetUpLine], unit: str
) -> Diagnostic | None:
    """Return a diagnostic if a unit may not be placed or moved now because another side sets up first, or
    None otherwise.

    `placed` is the current set-up of all units. Raises InputError if there is no such scenario.
    """
    found = scenario_of(game, scenario)
    side = game.counters.unit(UnitId(unit)).side
    if side not in found.setup_order:
        return None
    turn = found.setup_order.index(side)
    bounds = SetUpLimits.of(game, found, HexGrid.of(game.hexmap.grid))
    for first in found.setup_order[:turn]:
        report = DiagnosticReport()
        areas = tuple(area for area in found.setup_areas if area.side == first)
        _check_filled(game, replace(found, setup_areas=areas), bounds, placed, report)
        _check_covers(game, found, bounds, placed, report, side=first)
        for fault in report:
            case = _setup_rule_citation(found)
            message = f"the {game.info.side(first).plural} set up first{case}: {fault.message}"
            return error("U020", message)
    for entry in placed:
        if game.counters.unit(UnitId(entry.unit)).side in found.setup_order[turn + 1 :]:
            other = game.counters.unit(UnitId(entry.unit)).name
            done = (
                f"the {game.info.side(side).plural} have finished their set-up{_setup_rule_citation(found)}"
            )
            return error("U020", f"{done}: {other} is already in {entry.hex}", hint=f"first remove {other}")
    return None


# Conversion ---------------------------------------------------------------------------------------


def as_placement(placed: Iterable[SetUpLine]) -> Placement:
    """Return a set-up as a mapping from hex to unit or units, for `RulesEngine.set_up`."""
    found: dict[HexId, UnitId | tuple[UnitId, ...]] = {}
    for entry in placed:
        here, unit = HexId(entry.hex), UnitId(entry.unit)
        there = found.get(here, ())
        others = there if isinstance(there, tuple) else (there,)
        found[here] = (*others, unit) if others else unit
    return found


def write_csv(placed: Iterable[SetUpLine]) -> str:
    """Return a set-up as CSV in the format of `read_csv`."""
    rows = ((e.unit, e.hex, "" if e.step is None else str(e.step)) for e in placed)
    return write_csv_table([COLUMNS, *rows])
