"""Paired game: a position of the rules engine and the same game in the module, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexwright.conformance.comparison_tally import ComparisonTally, Difference
from hexwright.conformance.running_module import RunningModule
from hexwright.conformance.visible_state import MAIN_MAP, VisibleState, VisibleUnit, is_off_map
from hexwright.geometry.bitsets import union_of
from hexwright.model.ids import UnitId
from hexwright.module_state.notes import game_notes
from hexwright.module_state.notes.arrival_notes import replacements_left_note
from hexwright.rules.engine.game_state import (
    AT_BASE,
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    NOT_IN_PLAY,
    OUT_OF_GAME,
    POOL,
    State,
)
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.vassal.enforcement.names import SITUATIONS


@dataclass(slots=True)
class PairedGame:
    """A walk in progress: the rules engine's state, the running module, and the tally."""

    kernel: RulesEngine
    state: State
    table: RunningModule
    tally: ComparisonTally
    case: str
    step: int = 0
    ended_early: bool = False
    """Whether the walk ended early because of a difference."""

    # Descriptions ---------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """Return a string with the rules engine's turn, phase and stage."""
        return f"turn {self.state.turn} {self.kernel.phase(self.state)} ({self.state.stage})"

    def count_attempt(self, kind: str, *parts: str) -> None:
        """Count an action or attempt under a kind and the kinds that contain it."""
        self.step += 1
        self.tally.counts[kind] += 1
        for part in parts:
            self.tally.counts[part] += 1
        self.tally.phases[self.kernel.phase(self.state)] += 1

    def report_difference(self, action: str, expected: str, got: str) -> None:
        """Record a difference between the rules engine (`expected`) and the module (`got`)."""
        setting = self.kernel.setting
        game, scenario = setting.game.slug, setting.scenario.id
        self.tally.differences.append(
            Difference(
                game, scenario, setting.options, self.case, self.step, self.position, action, expected, got
            )
        )

    # Comparison -----------------------------------------------------------------------------------

    def compare(self, action: str) -> bool:
        """Compare all values of the state after an action; return whether they are the same."""
        faults = differences_from_state(
            self.kernel,
            self.state,
            self.table.visible_state(game_notes(self.kernel.setting, self.state, compared=True)),
        )
        if faults:
            what = "; ".join(f"{name} {expected}" for name, (expected, _) in faults.items())
            got = "; ".join(f"{name} {found}" for name, (_, found) in faults.items())
            self.report_difference(action, what, f"{got}: {self.table.chat() or 'no chat line'}")
        warned = self.table.problems()
        if warned:
            self.report_difference(action, "no warnings", "; ".join(warned))
        return not faults and not warned


def differences_from_state(
    kernel: RulesEngine, state: State, seen: VisibleState
) -> Mapping[str, tuple[str, str]]:
    """Return the values in which the module differs from a state: name, expected value, actual value."""
    setting = kernel.setting
    faults = _faults_of_units(kernel, state, seen)
    for side, owned in zip(setting.sides, state.owned, strict=True):
        for hex_id in setting.hex_ids(owned):
            held = seen.owners.get(hex_id)
            if held is not None and held != side:
                faults[f"owner of {hex_id}"] = (side, str(held))
    for name, value in game_notes(setting, state, compared=True).items():
        # The same applies to situations, which are tested as a phase begins.
        if seen.score[name] not in ("", value) and (_begun(state) or name != SITUATIONS):
            faults[name] = (value, seen.score[name])
    if state.stage == "over":
        if not seen.over:
            faults["the game"] = ("over", "not over")
        return faults
    return faults | _faults_of_phase(kernel, state, seen)


def _begun(state: State) -> bool:
    """Return whether the turn has begun; in the rules engine, a turn begins once its weather is known."""
    return state.stage != "weather-roll"


def _faults_of_units(kernel: RulesEngine, state: State, seen: VisibleState) -> dict[str, tuple[str, str]]:
    setting = kernel.setting
    faults: dict[str, tuple[str, str]] = {}
    # Units that leave as a turn begins are present until it has begun.
    leave = (
        0 if _begun(state) else union_of(units for turn, units in setting.withdrawals if turn < state.turn)
    )
    for number, unit in enumerate(setting.units):
        standing = seen.units.get(unit)
        if standing is None:
            faults[unit] = ("in the game", "missing")
            continue
        if leave >> number & 1:
            continue
        fault = _fault_of_place(kernel, state, number, standing)
        if fault is not None:
            faults[unit] = fault
        if state.conditions and state.locations[number] >= 0:
            now = tuple(bool(state.conditions[number] & flag) for flag in (DISRUPTED, FORTIFIED, ENTRAINED))
            shown = (standing.disrupted, standing.fortified, standing.entrained)
            if now != shown:
                faults[unit] = (_condition(now), _condition(shown))
    return faults


def _fault_of_place(
    kernel: RulesEngine, state: State, number: int, standing: VisibleUnit
) -> tuple[str, str] | None:
    """Return the expected and actual location of a unit, or None if they are the same."""
    board, unit = kernel.setting.board, kernel.setting.units[number]
    place, step = state.locations[number], state.steps[number]
    zone = standing.zone or standing.map
    if place >= 0:
        if (standing.location, standing.step) != (board.ids[place], step) or standing.map != MAIN_MAP:
            return f"{board.ids[place]} at step {step}", f"{standing.location} at step {standing.step}"
    elif not is_off_map(standing, board.index):
        return "off the map", f"{standing.location} at step {standing.step}"
    elif place == POOL and standing.map == MAIN_MAP and standing.zone not in _pools(kernel, state, unit):
        return f"in {' or '.join(_pools(kernel, state, unit))}", f"in {zone}"
    elif place == AT_BASE and standing.zone != (base := _base(kernel, unit)):
        return f"in {base}", f"in {zone}"
    elif place == OUT_OF_GAME and standing.zone and standing.zone in _out_of_game_boxes(kernel, unit):
        return "out of the game", f"in {standing.zone}"
    return None


def _faults_of_phase(kernel: RulesEngine, state: State, seen: VisibleState) -> dict[str, tuple[str, str]]:
    """Return the differences in turn, phase, weather, replacements and reinforcements."""
    setting = kernel.setting
    faults: dict[str, tuple[str, str]] = {}
    for what, expected, got in (
        ("turn", str(state.turn), seen.turn),
        ("phase", str(kernel.phase(state)), seen.phase),
    ):
        if expected != got:
            faults[what] = (expected, got)
    if _begun(state) and seen.weather and seen.weather != setting.weather_now(state):
        faults["weather"] = (setting.weather_now(state), seen.weather)
    opened = _begun(state) and setting.phases[state.phase].kind == "replacement"
    if seen.replacements_left and opened and seen.replacements_left != replacements_left_note(state):
        faults["replacements left"] = (replacements_left_note(state), seen.replacements_left)
    for entry, comes in _early_entries(kernel, state).items():
        if comes != (f",{entry}:" in f",{seen.early_entries}"):
            words = ("arrives early", "arrives on its turn")
            faults[f"the entry {entry}"] = words if comes else words[::-1]
    return faults


def _early_entries(kernel: RulesEngine, state: State) -> Mapping[str, bool]:
    """Return, for each entry that a die may bring forward, whether it has arrived; empty while a die must
    still be rolled.
    """
    setting = kernel.setting
    by_die = {event.entry for event in setting.game.rules.events if event.arrives_on}
    waiting = [
        unit for unit, entry in setting.arrivals_and_departures.entry_by_unit.items() if entry.id in by_die
    ]
    waiting = [unit for unit in waiting if state.locations[unit] == NOT_IN_PLAY]
    if state.stage in ("event-roll", "weather-roll"):
        return {}
    return {
        setting.arrivals_and_departures.entry_by_unit[unit].id: bool(state.return_turns[unit])
        for unit in waiting
    }


def _condition(befallen: Iterable[bool]) -> str:
    words = ("disrupted", "fortified", "entrained")
    return " and ".join(word for word, so in zip(words, befallen, strict=True) if so) or "no condition"


def _base(kernel: RulesEngine, unit: UnitId) -> str:
    """Return the name of the box that is the base of a unit's side; an empty string if there is none."""
    game = kernel.setting.game
    side = game.counters.unit(unit).side
    return next((box.name for box in game.hexmap.boxes if (box.kind, box.side) == ("holding", side)), "")


def _out_of_game_boxes(kernel: RulesEngine, unit: UnitId) -> set[str]:
    """Return the names of the boxes in which a unit that is permanently out of the game can't be."""
    game = kernel.setting.game
    side = game.counters.unit(unit).side
    boxes = [box for box in game.hexmap.boxes if box.side in (side, None)]
    # If there is one box for all lost units, some of them come back and others don't.
    told_apart = any(box.kind == "eliminated" for box in boxes)
    return {_base(kernel, unit), *(box.name for box in boxes if told_apart and box.kind == "pool")}


def _pools(kernel: RulesEngine, state: State, unit: UnitId) -> list[str]:
    """Return the names of the boxes in which a unit may be while it waits to return or to arrive."""
    game = kernel.setting.game
    side = game.counters.unit(unit).side
    due = (
        kernel.setting.arrivals_and_departures.arrival_turns.get(
            kernel.setting.unit_numbers[unit], state.turn + 1
        )
        <= state.turn
    )
    own = [box for box in game.hexmap.boxes if box.side in (side, None)]
    # A lost unit goes to a pool or, if there is none, to the eliminated units.
    lost = [box.name for box in own if box.kind == "pool"]
    lost = lost or [box.name for box in game.hexmap.boxes if box.kind == "eliminated"]
    return lost + [box.name for box in own if due and box.kind in ("holding", "out-of-play")]
