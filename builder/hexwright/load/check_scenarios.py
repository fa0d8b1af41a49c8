"""Check scenarios and schedules: where units start, and the turns on which they arrive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from hexwright.diagnostics.diagnostic import warning
from hexwright.geometry.stacking_limit_tests import broken_limits
from hexwright.load.check_context import CheckContext
from hexwright.load.check_setup_limits import check_setup_limits
from hexwright.load.value_spans import Path
from hexwright.model.charts import TurnTrack
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.replacement_record import ReplacementRules
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.scenario import Scenario
from hexwright.model.words import stacking_words
from hexwright.support.message_wording import count_noun, join_with_and, join_with_or, number_ranges, quote


def check_scenarios(check: CheckContext) -> None:
    """Report invalid set-ups and schedules."""
    for scenario in check.game.scenarios:
        _turns(check, scenario)
        _first_phase(check, scenario)
        _set_up(check, scenario)
        _hexes(check, scenario)
        _areas(check, scenario)
        check_setup_limits(check, scenario)
        _owners(check, scenario)
        _nowhere(check, scenario)
    _schedules(check)
    _examples(check)


def _examples(check: CheckContext) -> None:
    """Report units in examples of play that the scenario doesn't use."""
    scenarios = {scenario.id: scenario for scenario in check.game.scenarios}
    for example in check.game.rules.examples:
        scenario = scenarios.get(example.scenario)
        for number, standing in enumerate(example.units if scenario is not None else ()):
            assert scenario is not None
            at: Path = ("rules", "examples", example.id, "units", number, "unit")
            _used(check, frozenset(scenario.unused_units), standing.unit, at)


def _timetable(check: CheckContext, scenario: Scenario) -> TurnTrack | None:
    named = next((t for t in check.game.charts.turn_tracks if t.id == scenario.turn_track), None)
    whole = check.was_read_whole("charts", "turn_tracks", scenario.turn_track)
    return named if whole and check.was_read_whole("scenarios", scenario.id, "turn_track") else None


def _turns(check: CheckContext, scenario: Scenario) -> None:
    path: Path = ("scenarios", scenario.id)
    timetable = _timetable(check, scenario)
    if timetable is not None and timetable.turns:
        turns = [turn.turn for turn in timetable.turns]
        for name, turn in (("first_turn", scenario.first_turn), ("last_turn", scenario.last_turn)):
            if turn not in turns and check.was_read_whole(*path, name):
                check.unread.add((*path, name))
                check.error(
                    "S003",
                    f"{quote(name)} is {turn}, but turn track {quote(timetable.id)} has turns {turns[0]} "
                    f"to {turns[-1]}",
                    check.spans.value(*path, name),
                    "write a turn of the track, or add the turn to the track in charts.yaml",
                )
    read = check.was_read_whole(*path, "first_turn") and check.was_read_whole(*path, "last_turn")
    if scenario.last_turn < scenario.first_turn and read:
        check.error(
            "S004",
            f"the scenario ends after turn {scenario.last_turn}, but begins on turn {scenario.first_turn}",
            check.spans.value(*path, "last_turn"),
            "swap 'first_turn' and 'last_turn'",
        )


def _first_phase(check: CheckContext, scenario: Scenario) -> None:
    """Report a scenario whose first phase isn't played on its first turn."""
    phase = next((p for p in check.game.rules.sequence if p.id == scenario.first_phase), None)
    timetable = _timetable(check, scenario)
    turns = timetable.turns if timetable is not None else ()
    turn = next((entry for entry in turns if entry.turn == scenario.first_turn), None)
    if phase is None or turn is None or not check.was_read_whole("rules", "sequence", phase.id):
        return
    weathers = {*turn.weather_roll.values(), *turn.weather_after.values()} or {turn.weather}
    barred = sorted(weathers - set(phase.weather)) if phase.weather else []
    if scenario.first_turn in phase.except_turns:
        told = f"its first phase, {quote(phase.id)}, is skipped on turn {scenario.first_turn}"
    elif barred:
        told = (
            f"its first phase, {quote(phase.id)}, isn't played in the weather {join_with_or(barred, 'or')}"
            f" of turn {scenario.first_turn}"
        )
    else:
        return
    check.error(
        "S016",
        f"the scenario can't begin: {told}",
        check.spans.value("scenarios", scenario.id, "first_phase"),
        "for 'first_phase', write the first phase that is played on that turn",
    )


def _set_up(check: CheckContext, scenario: Scenario) -> None:
    path: Path = ("scenarios", scenario.id, "setup")
    unused = frozenset(scenario.unused_units)
    placed: dict[UnitId, str] = {}
    for hex_id, units in scenario.setup.placement.items():
        for position, unit in enumerate(units):
            at: Path = (*path, "placement", hex_id, position)
            if check.unread.covers(at):
                continue
            if placed.get(unit, hex_id) != hex_id:
                check.error(
                    "S001",
                    f"unit {quote(unit)} is placed twice, in {placed[unit]} and in {hex_id}",
                    check.spans.value(*at),
                    "remove one of them",
                )
            placed.setdefault(unit, hex_id)
            _used(check, unused, unit, at)
    held: dict[UnitId, str] = {}
    for number, waiting in enumerate(scenario.setup.in_boxes):
        at = (*path, "in_boxes", number)
        for position, unit in enumerate(waiting.units):
            span = check.spans.value(*at, "units", position)
            if check.unread.covers((*at, "units", position)):
                continue
            if unit in placed:
                check.error(
                    "S002",
                    f"unit {quote(unit)} is in box {quote(waiting.box)} and in hex {placed[unit]}",
                    span,
                    "remove one of them",
                )
            elif held.get(unit, waiting.box) != waiting.box:
                check.error(
                    "S001",
                    f"unit {quote(unit)} is in two boxes, {quote(held[unit])} and {quote(waiting.box)}",
                    span,
                    "remove one of them",
                )
            held.setdefault(unit, waiting.box)
            _used(check, unused, unit, (*at, "units", position))
        _step(check, waiting.step, waiting.units, (*at, "step"))


def _hexes(check: CheckContext, scenario: Scenario) -> None:
    """Report hexes of the set-up that contain too many units, or units of two sides."""
    sides = check.sides
    for hex_id, units in scenario.setup.placement.items():
        path: Path = ("scenarios", scenario.id, "setup", "placement", hex_id)
        for limit in _broken(check, hex_id, units):
            rule = f" ({limit.rule})" if limit.rule else ""
            those = sum(1 for unit in units if unit in check.units and limit.weight(check.units[unit]))
            told = (
                f"{hex_id} contains {count_noun(those, 'unit')}, but by 'stacking' in rules.yaml "
                f"{stacking_words.told(check.game, limit)}{rule}"
            )
            check.error("S011", told, check.spans.key(*path), "move some of the units, or change 'stacking'")
        if len({sides[unit] for unit in units if unit in sides}) > 1:
            told = f"there are units of two sides in {hex_id}"
            check.error("S012", told, check.spans.key(*path), "move the units of one side")
        for unit in units if hex_id in check.places else ():
            place = _held_by_another(check, scenario, hex_id, sides.get(unit))
            if place is not None:
                owner = quote(str(scenario.owner_of(place)))
                told = f"{quote(unit)} is in {quote(place.id)}, which is owned by {owner}"
                hint = (
                    f"a place with a unit belongs to the unit's side: write 'owners: "
                    f"{{{place.id}: {sides[unit]}}}' "
                    "in this scenario, or move the unit"
                )
                check.error("S015", told, check.spans.key(*path), hint)


def _owners(check: CheckContext, scenario: Scenario) -> None:
    """Report initial owners of places without an owner in map.yaml."""
    unowned = {place.id for place in check.game.hexmap.places if place.owner is None}
    for place in scenario.owners:
        if place in unowned and check.was_read_whole("hexmap", "places", place):
            check.error(
                "S018",
                f"nobody can own place {quote(place)}, because it has no owner in map.yaml",
                check.spans.key("scenarios", scenario.id, "owners", place),
                "write the place's 'owner' in map.yaml, or delete this entry",
            )


def _held_by_another(
    check: CheckContext, scenario: Scenario, hex_id: HexId, side: SideId | None
) -> Place | None:
    """Return the place in a hex that another side owns when the scenario begins, or None."""
    if not side or hex_id not in check.places:
        return None
    sides = {side.id for side in check.game.info.sides}
    owned = ((place, scenario.owner_of(place)) for place in check.places[hex_id])
    return next((place for place, owner in owned if owner in sides and owner != side), None)


def _used(check: CheckContext, unused: Set[UnitId], unit: UnitId, path: Path) -> None:
    if unit in unused:
        check.error(
            "S006",
            f"unit {quote(unit)} is used here, but listed under 'unused_units'",
            check.spans.value(*path),
            "remove the unit from one of the two lists",
        )


def _step(check: CheckContext, step: int, units: tuple[UnitId, ...], path: Path) -> None:
    known = check.units
    short = [unit for unit in units if unit in known and 0 < len(known[unit].steps) < step]
    if short and check.was_read_whole(*path):
        check.error(
            "S005",
            f"step {step} is required, but these units have fewer steps: {join_with_or(short, 'and')}",
            check.spans.value(*path),
            "write a step that all units have: 1 is full strength, 2 the first reduced step",
        )


def _broken(check: CheckContext, hex_id: HexId, units: Sequence[UnitId]) -> Iterator[StackLimit]:
    """Yield the stacking limits that units exceed in a hex, as far as the data alone can decide."""
    game = check.game
    if not check.was_read_whole("rules", "stacking") or not check.was_read_whole("counters", "units"):
        return
    known = check.units
    standing = [known[unit] for unit in dict.fromkeys(units) if unit in known]
    for limit in broken_limits(check.limits, game.hexmap, hex_id, standing):
        ground = limit.terrain or limit.feature or limit.place or limit.place_kinds or limit.unless
        if not ground or check.was_read_whole("hexmap"):
            yield limit


def _areas(check: CheckContext, scenario: Scenario) -> None:
    sides = check.sides
    known = [side.id for side in check.game.info.sides]
    unused = frozenset(scenario.unused_units)
    for number, area in enumerate(scenario.setup_areas):
        path: Path = ("scenarios", scenario.id, "setup_areas", number)
        if not check.was_read_whole(*path, "side"):
            continue
        for position, unit in enumerate(area.units):
            if sides.get(unit, area.side) != area.side and sides[unit] in known:
                check.error(
                    "S008",
                    f"unit {quote(unit)} belongs to {quote(sides[unit])}, but the area to {quote(area.side)}",
                    check.spans.value(*path, "units", position),
                    f"move the unit to an area of {quote(sides[unit])}",
                )
            _used(check, unused, unit, (*path, "units", position))
        _step(check, area.step, area.units, (*path, "step"))
        start = area.open_hexes(check.game.hexmap)
        held = check.places.keys() & set(start)
        foreign = [
            place.id
            for hex_id in (start if held else ())
            if hex_id in held and (place := _held_by_another(check, scenario, hex_id, area.side))
        ]
        if foreign:
            verb = "is" if len(foreign) == 1 else "are"
            whose = f"{join_with_or(foreign, 'and')} {verb} owned by another side"
            told = f"units of {quote(area.side)} may start in places of other sides: {whose}"
            span = check.spans.key(*path, "hexes" if area.hexes else "feature")
            check.error(
                "S015", told, span, "list the other hexes of the area under 'hexes', or change 'owners'"
            )
        hexes = len(start)
        counted_whole = all(
            check.was_read_whole(*path, part) for part in ("units", "hexes", "feature", "fill")
        )
        if area.fill and len(area.units) < hexes and counted_whole:
            told = f"the area has {count_noun(len(area.units), 'unit')} for {count_noun(hexes, 'hex')}"
            check.error(
                "S013",
                told,
                check.spans.key(*path, "units"),
                "write 'fill: false' if hexes may stay empty, or add units",
            )


def _nowhere(check: CheckContext, scenario: Scenario) -> None:
    told: Path = ("scenarios", scenario.id)
    whole = all(check.was_read_whole(*told, part) for part in ("setup", "setup_areas", "unused_units"))
    if (
        not whole
        or not check.was_read_whole("oob", "reinforcements")
        or not check.unread.knows_ids(("counters", "units"))
    ):
        # A faulty reference would make its unit look forgotten.
        return
    used = {unit for _, unit in scenario.setup.standing} | set(scenario.unused_units)
    used.update(unit for held in scenario.setup.in_boxes for unit in held.units)
    for arrival in check.game.oob.reinforcements:
        if not arrival.may_hold_in(scenario.id):
            continue
        lost = [unit for unit in arrival.units if unit not in used]
        if lost:
            waits = f"{join_with_or(lost, 'and')} {('is' if len(lost) == 1 else 'are')}"
            check.error(
                "S014",
                f"the scenario doesn't say where {waits} until turn {arrival.turn}",
                check.spans.key("scenarios", scenario.id, "setup"),
                f"write '- {{units: [{', '.join(lost)}], box: …}}' under 'in_boxes'",
            )
        used.update(arrival.units)
    _there_already(check, scenario)
    missing = [unit.id for unit in check.game.counters.units if unit.id not in used]
    if missing:
        check.report.add(
            warning(
                "S007",
                f"the scenario doesn't say where these units are: {join_with_or(missing, 'and')}",
                check.spans.key("scenarios", scenario.id, "setup"),
                "place the units, put them in a box under 'in_boxes', add them to 'reinforcements' in "
                "oob.yaml, or "
                "list them under 'unused_units'",
            )
        )


def _there_already(check: CheckContext, scenario: Scenario) -> None:
    """Add one warning about all units that start on the map but also arrive later."""
    leaving = {unit for entry in check.game.oob.withdrawals for unit in entry.units}
    turns: dict[UnitId, int] = {}
    for arrival in check.game.oob.reinforcements:
        if arrival.may_hold_in(scenario.id):
            turns |= {unit: arrival.turn for unit in arrival.units if unit not in turns}
    found = [(at, unit) for at, unit in scenario.setup.standing if unit in turns and unit not in leaving]
    if not found:
        return
    units, hexes = [unit for _, unit in found], list(dict.fromkeys(at for at, _ in found))
    when = number_ranges("turn", sorted({turns[unit] for unit in units}), "and")
    if len(units) == 1:
        told = f"unit {quote(units[0])} is in {hexes[0]} when the game begins, but arrives on {when}"
        hint = "put the unit in a box under 'in_boxes', or remove it from 'reinforcements' in oob.yaml"
    else:
        where = join_with_and(hexes, "and") if len(hexes) < 4 else f"{len(hexes)} hexes"
        who = f"{len(units)} units, {join_with_or(units, 'and')},"
        told = f"{who} are in {where} when the game begins, but arrive on {when}"
        hint = "put the units in boxes under 'in_boxes', or remove them from 'reinforcements' in oob.yaml"
    span = check.spans.key("scenarios", scenario.id, "setup", "placement", hexes[0])
    check.report.warning("S017", told, span, hint)


def _arrives_twice(check: CheckContext, number: int) -> None:
    """Report units that also arrive by an earlier entry in the same scenario, unless both entries offer a
    choice of units.
    """
    arrivals = check.game.oob.reinforcements
    arrival, path = arrivals[number], ("oob", "reinforcements", number)
    if not check.was_read_whole(*path, "scenarios"):
        return
    for position, unit in enumerate(arrival.units):
        for other in arrivals[:number]:
            apart = other.excludes(arrival)
            offered = other.choose is not None and arrival.choose is not None
            if unit in other.units and not apart and not offered:
                check.error(
                    "O005",
                    f"unit {quote(unit)} arrives on turn {other.turn} and also on turn {arrival.turn}",
                    check.spans.value(*path, "units", position),
                    "remove the unit from one of the two entries, or write different 'scenarios' or "
                    "different "
                    "choices under 'option' in them",
                )
                break


def _brought_by_dice(check: CheckContext) -> set[UnitId]:
    """Return the units that a die roll may bring before their turn."""
    rules = check.game.rules
    entries = {entry.id: entry for side in rules.replacements for entry in side.entries}
    found = (entries.get(event.entry) for event in rules.events if event.arrives_on)
    return {unit for entry in found if entry is not None for unit in entry.units}


def _schedules(check: CheckContext) -> None:
    _arrivals(check)
    for number, entry in enumerate(check.game.rules.replacements):
        at: Path = ("rules", "replacements", number)
        if check.was_read_whole(*at, "side") and check.was_read_whole("oob", "reinforcements"):
            _conversions(check, entry, at)
    for number, replacement in enumerate(check.game.oob.replacements):
        read = check.was_read_whole("oob", "replacements", number)
        if replacement.last_turn < replacement.first_turn and read:
            check.error(
                "O002",
                f"replacements end on turn {replacement.last_turn}, but begin on turn "
                f"{replacement.first_turn}",
                check.spans.value("oob", "replacements", number, "last_turn"),
                "swap 'first_turn' and 'last_turn'",
            )


def _arrivals(check: CheckContext) -> None:
    last = max((t.turn for table in check.game.charts.turn_tracks for t in table.turns), default=0)
    if not check.was_read_whole("charts", "turn_tracks"):
        last = 0
    by_die = _brought_by_dice(check)
    for number, arrival in enumerate(check.game.oob.reinforcements):
        path: Path = ("oob", "reinforcements", number)
        if (
            last
            and arrival.turn > last
            and not by_die.issuperset(arrival.units)
            and check.was_read_whole(*path, "turn")
        ):
            check.error(
                "O001",
                f"units arrive on turn {arrival.turn}, but no turn track goes beyond turn {last}",
                check.spans.value(*path, "turn"),
                "write an earlier turn, or add turns to the turn track in charts.yaml",
            )
        for position, unit in enumerate(arrival.units):
            side = check.sides.get(unit, arrival.side)
            if side != arrival.side and check.was_read_whole(*path, "side"):
                check.error(
                    "O003",
                    f"unit {quote(unit)} belongs to {quote(side)}, but arrives for {quote(arrival.side)}",
                    check.spans.value(*path, "units", position),
                    f"move the unit to an entry of {quote(side)}, or correct the unit's side in "
                    f"counters.yaml",
                )
        _arrives_twice(check, number)


def _conversions(check: CheckContext, entry: ReplacementRules, at: Path) -> None:
    arriving = {unit for arrival in check.game.oob.reinforcements for unit in arrival.units}
    for position, rule in enumerate(entry.conversions):
        side = check.sides.get(rule.unit)
        if side is None or (side == entry.side and rule.unit in arriving):
            continue
        foreign = side != entry.side
        check.error(
            "O004",
            f"unit {quote(rule.unit)} belongs to {quote(side)}, but is a conversion of {quote(entry.side)}"
            if foreign
            else f"unit {quote(rule.unit)} is made by conversion, but oob.yaml gives no turn for it",
            check.spans.value(*at, "conversions", position, "unit"),
            f"write a unit of {quote(entry.side)}"
            if foreign
            else "write the unit under 'reinforcements' in oob.yaml, with the first turn of the conversion",
        )
