"""Check whether the position of a saved game is legal at its turn and phase."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.conformance.visible_state import is_off_map
from hexwright.diagnostics.diagnostic import Diagnostic, DiagnosticReport, InputError, Span, error, warning
from hexwright.model.ids import UnitId
from hexwright.module_state.notes.network_notes import serving_hexes_in_note
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup
from hexwright.saves.hexwright_saves import LocatedPiece, ReadPosition
from hexwright.support.message_wording import count_noun
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.enforcement import names
from hexwright.vassal.module import property_names as prop

#: The errors of a set-up that is merely incomplete.
_UNFILLED_CODES = ("U017", "U019")


def setup_lines(reading: ReadPosition, file: str) -> tuple[SetUpLine, ...]:
    """Return the units on the map in the form of a set-up."""
    board = reading.kernel.setting.board
    return tuple(
        SetUpLine(unit, str(found.location), found.step, Span(file))
        for unit, found in sorted(reading.visible_state.units.items())
        if not is_off_map(found, board.index)
    )


def check_save(reading: ReadPosition, game: SavedGameFile, file: str) -> tuple[Diagnostic, ...]:
    """Return all errors in a position, each with the number of the rule that it breaks."""
    report = DiagnosticReport()
    span = Span(file)
    try:
        found = [
            *_version_faults(reading, game),
            *_unreadable_faults(reading),
            *_piece_faults(reading),
            *_place_faults(reading),
            *_network_faults(reading),
            *_time_faults(reading),
        ]
        if reading.setting_up:
            setting = reading.kernel.setting
            faults = check_setup(setting.game, setting.scenario.id, setup_lines(reading, file))
            found += [fault for fault in faults if fault.code not in _UNFILLED_CODES]
        else:
            found += [
                *_early_unit_faults(reading),
                *reading.kernel.status(reading.state(opened=_is_phase_played(reading))),
            ]
    except InputError as faults:
        found = list(faults.diagnostics)
    for fault in found:
        report.add(Diagnostic(fault.code, fault.severity, fault.message, span, fault.hint))
    return tuple(report)


def _is_phase_played(reading: ReadPosition) -> bool:
    """Return whether the position's phase is played on its turn in the scenario."""
    turn, phase = reading.turn
    scenario = reading.kernel.setting.scenario
    inside = scenario.first_turn <= turn <= scenario.last_turn
    return inside and turn not in reading.kernel.setting.phases[phase].except_turns


def _version_faults(reading: ReadPosition, game: SavedGameFile) -> Iterator[Diagnostic]:
    said, ours = game.module_metadata, reading.hexwright_game.game.info
    if said is not None and said.version not in (None, ours.version):
        what = (
            f"the game was saved with version {said.version} of the module; this game has version "
            f"{ours.version}"
        )
        yield warning("N003", what, hint="update it with 'Tools, Refresh Counters' in VASSAL")


def _unreadable_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    if count := reading.position.unread:
        what = f"{count_noun(count, 'command')} of the file can't be applied"
        yield warning("N009", f"{what}: their pieces are missing, or their states don't fit the pieces")


def _name(reading: ReadPosition, unit: UnitId) -> str:
    return reading.hexwright_game.game.counters.unit(unit).name


def _piece_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    counters = reading.hexwright_game.game.counters
    setting = reading.kernel.setting
    known = {unit.id for unit in counters.units}
    for unit in setting.units:
        count = reading.units.get(unit, 0)
        if not count:
            yield error("N010", f"{_name(reading, unit)} is missing from the game")
        elif count > 1:
            yield error("N011", f"{_name(reading, unit)} is in the game {count} times")
    for look in reading.pieces:
        if look.unit is None or look.unit not in known:
            continue
        on_map = look.location in setting.board.index and look.map == prop.MAIN_MAP
        if look.unit not in setting.unit_numbers and on_map:
            what = f"{_name(reading, look.unit)} is in {look.location}"
            yield error("N013", f"{what}, but {setting.scenario.title} doesn't use it")
        if look.map is None or (look.map == prop.MAIN_MAP and look.location is None):
            yield error("N012", f"{_name(reading, look.unit)} is {_place_text(look)}, but in no hex or box")


def _place_text(look: LocatedPiece) -> str:
    _, x, y = look.lying.spot
    return f"at {x}, {y} of the map" if look.map is not None else "not on a map"


def _place_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    setting, info = reading.kernel.setting, reading.hexwright_game.game.info
    for unit, found in sorted(reading.visible_state.units.items()):
        if unit not in setting.unit_numbers or is_off_map(found, setting.board.index):
            continue
        side = setting.game.counters.unit(unit).side
        owner = reading.visible_state.owners.get(str(found.location))
        here = setting.board.index.get(found.location)  # type: ignore[call-overload]
        if owner is not None and owner != side and here is not None and setting.places >> here & 1:
            shown = info.side(owner).name
            what = f"{_name(reading, unit)} occupies {found.location}"
            yield error("N015", f"{what}, but the control marker there is {shown}")


def _network_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    note = reading.position.value(names.NETWORKS)
    if note and reading.setting.changeable_networks and serving_hexes_in_note(reading.setting, note) is None:
        yield error(
            "N016",
            "the record of network hexes can't be read; the hexes at the start of the scenario are used",
        )


def _time_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    turn, number = reading.turn
    phase = reading.hexwright_game.game.rules.sequence[number]
    if reading.setting_up or reading.visible_state.over:
        return
    for name, expected in ((prop.PHASE_NAME, phase.name), (prop.ACTIVE_SIDE, phase.side)):
        shown = reading.position.value(name)
        if shown and shown != expected:
            counter = f"the turn counter is at turn {turn}, {phase.name}"
            yield error("N021", f"{counter}, but the game shows {shown}")
    scenario = reading.kernel.setting.scenario
    if not scenario.first_turn <= turn <= scenario.last_turn:
        span = f"{scenario.title} has turns {scenario.first_turn} to {scenario.last_turn}"
        yield error("N020", f"the game is at turn {turn}; {span}")


def _early_unit_faults(reading: ReadPosition) -> Iterator[Diagnostic]:
    """Yield an error for each unit that is on the map before the turn on which it may arrive."""
    setting, turn = reading.kernel.setting, reading.turn[0]
    at_start = {unit for _, unit in setting.scenario.setup.standing}
    by_die = {event.entry for event in setting.game.rules.events if event.arrives_on}
    for number, due in setting.arrivals_and_departures.arrival_turns.items():
        entry, unit = setting.arrivals_and_departures.entry_by_unit.get(number), setting.units[number]
        if due <= turn or (entry is not None and (entry.may_come_early or entry.id in by_die)):
            continue  # Its side, or a die, may bring it before its turn.
        found = reading.visible_state.units.get(unit)
        if found is None or unit in at_start or is_off_map(found, setting.board.index):
            continue
        when = f"it arrives on turn {due} at the earliest, and this is turn {turn}"
        yield error("N014", f"{_name(reading, unit)} is in {found.location}: {when}")
