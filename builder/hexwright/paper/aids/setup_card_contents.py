"""Compute the content of set-up cards: the scenarios that share a card, and the positions of units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game, Side
from hexwright.model.ids import HexId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.scenario import Scenario, SetUpArea
from hexwright.model.words.arrival_words import arrival_text, units_after_events
from hexwright.model.words.criteria_words import option_texts
from hexwright.model.words.setup_words import cover_words, ground_words, limit_words
from hexwright.model.words.unit_groups import class_plural
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.support.message_wording import count_noun, join_with_and, number_ranges


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A unit on a card: its position, and the step with which it starts."""

    unit: Unit
    place: str
    step: int
    numbers: tuple[int, ...] = ()
    """The scenarios in which it is set up so, if neither the heading nor its turn tells them."""


@dataclass(frozen=True, slots=True)
class SetupSection:
    """Units that are listed under one heading."""

    title: str
    note: str
    rows: tuple[SetupRow, ...]


@dataclass(frozen=True, slots=True)
class CardScenario:
    """One of the scenarios that share a card: its number in the list, and the scenario."""

    number: int
    scenario: Scenario
    differs: str
    """The turns and options of the scenario if the card's scenarios differ in them, otherwise empty."""


def scenarios_by_card(game: Game) -> Iterator[tuple[CardScenario, ...]]:
    """Yield the scenarios of each card: those with the same set-up that the data group together."""
    for group in _groups(game):
        scenarios = [scenario for _, scenario in group]
        yield tuple(CardScenario(number, one, _differs(game, one, scenarios)) for number, one in group)


def _groups(game: Game) -> Iterator[list[tuple[int, Scenario]]]:
    """Yield the scenarios of each card in order, each with its number in the list."""
    numbered = list(enumerate(sorted(game.scenarios, key=lambda s: (s.order, s.id)), start=1))
    leaders = [_leader(game, one) for _, one in numbered]
    for (number, first), own in zip(numbered, leaders, strict=True):
        if own is not None:
            continue
        same = [entry for entry, leader in zip(numbered, leaders, strict=True) if leader == first]
        yield sorted([(number, first), *same], key=lambda entry: entry[0])


def scenario_paragraphs(game: Game) -> Iterator[str]:
    """Yield a paragraph for each scenario; scenarios that share a card don't repeat a common opening."""
    for sharing in _groups(game):
        alike: dict[str, list[tuple[int, Scenario]]] = {}
        for number, scenario in sharing:
            alike.setdefault(_pieces(scenario)[0][:-1], []).append((number, scenario))
        for group in alike.values():
            if len(group) == 1:
                yield f"{group[0][1].title}: {group[0][1].description}"
                continue
            pieces = [_pieces(scenario) for _, scenario in group]
            shared = 0
            while all(len(p) > shared for p in pieces) and len({p[shared][:-1] for p in pieces}) == 1:
                shared += 1
            numbers = scenario_numbers([number for number, _ in group])
            yield f"{numbers[0].upper()}{numbers[1:]}: {_sentence(pieces[0][:shared])}"
            for (_, scenario), own in zip(group, pieces, strict=True):
                rest = _sentence(own[shared:]).removeprefix("and ") or "no more than that."
                yield f"{scenario.title}: {rest}"


def _pieces(scenario: Scenario) -> list[str]:
    """Return the parts of a description, split after sentences and semicolons, with their punctuation
    marks.
    """
    told = scenario.description.strip()
    return re.split(r"(?<=[.;]) +", told if told.endswith((".", "!", "?", "…")) else f"{told}.")


def _sentence(pieces: Sequence[str]) -> str:
    """Join parts of a description; a semicolon at the end becomes a full stop."""
    return re.sub("[.;]$", ".", " ".join(pieces))


def _leader(game: Game, scenario: Scenario) -> Scenario | None:
    """Return the scenario whose card a scenario shares; None for a scenario with its own card."""
    if scenario.based_on is None:
        return None
    first = game.scenario(scenario.based_on)
    same = (
        first.setup.placement == scenario.setup.placement
        and first.setup.name == scenario.setup.name
        and first.setup_areas == scenario.setup_areas
        and first.setup_limits == scenario.setup_limits
        and first.setup_cover == scenario.setup_cover
        and all(
            free_setup_text(game, first, side) == free_setup_text(game, scenario, side)
            for side in game.info.sides
        )
    )
    return first if same else None


def _differs(game: Game, scenario: Scenario, group: Sequence[Scenario]) -> str:
    parts = []
    if len({scenario_length(game, other) for other in group}) > 1:
        parts.append(scenario_length(game, scenario))
    if len({other.victory for other in group}) > 1:
        parts.extend(table.name for table in game.charts.victory if table.id == scenario.victory)
    for option in game.rules.options:
        chosen = scenario.options.get(option.id, option.default)
        if len({other.options.get(option.id, option.default) for other in group}) > 1:
            name = next(choice.name for choice in option.choices if choice.id == chosen)
            parts.append(f"{option.name}: {name}")
    return "; ".join(parts)


def card_sections(game: Game, variants: Sequence[CardScenario], side: Side) -> list[SetupSection]:
    """Return the units that a side sets up in a card's scenarios, in sections, by turn.

    Units that only some of the scenarios have are listed separately if they are several, unless these are all
    scenarios that have the unit's turn and don't set it up on the map.
    """
    every = tuple(variant.number for variant in variants)
    on_map = [{unit for _, unit in variant.scenario.setup.standing} for variant in variants]
    found: dict[tuple[str, str], dict[tuple[str, str, int], tuple[SetupRow, list[int]]]] = {}
    for variant in variants:
        for section in setup_sections(game, variant.scenario, side):
            rows = found.setdefault((section.title, section.note), {})
            for row in section.rows:
                rows.setdefault((row.unit.id, row.place, row.step), (row, []))[1].append(variant.number)
    told = []
    # Entries with the same heading stand together, whichever scenario has the heading first.
    headings = list(dict.fromkeys(title for title, _ in found))
    for (title, note), rows in sorted(found.items(), key=lambda entry: headings.index(entry[0][0])):
        groups: dict[tuple[int, ...], list[SetupRow]] = {}
        for row, having in rows.values():
            numbers = tuple(having)
            plain = numbers == every or numbers == _told_by_turn(row, variants, on_map)
            groups.setdefault(() if plain else numbers, []).append(row)
        few = [numbers for numbers, own in groups.items() if numbers and len(own) <= _FEW_OF_SOME]
        if groups.keys() - few:
            for numbers in few:
                groups.setdefault((), []).extend(replace(row, numbers=numbers) for row in groups.pop(numbers))
        for numbers in sorted(groups, key=lambda group: (-len(group or every), group)):
            whose = f", {scenario_numbers(numbers)} alone" if numbers else ""
            own = sorted(groups[numbers], key=lambda row: min(_turns_of(row.place), default=0))
            told.append(SetupSection(title + whose, note, tuple(own)))
    return told


_FEW_OF_SOME = 2
"""The number of units up to which they are listed among those of all scenarios, with their numbers."""


def _turns_of(place: str) -> list[int]:
    """Return the turns of "turn 3", "turns 1 to 4 or 7"; none for a hex."""
    found: list[int] = []
    for low, high in re.findall(r"(\d+)(?: to (\d+))?", place) if place.startswith("turn") else ():
        found += range(int(low), int(high or low) + 1)
    return found


def _told_by_turn(
    row: SetupRow, variants: Sequence[CardScenario], on_map: Sequence[Collection[UnitId]]
) -> tuple[int, ...]:
    """Return the scenarios that have a unit's turn and don't set it up among their units on the map."""
    turns = _turns_of(row.place)
    return tuple(
        variant.number
        for variant, standing in zip(variants, on_map, strict=True)
        if row.unit.id not in standing
        and (
            not turns
            or any(variant.scenario.first_turn <= turn <= variant.scenario.last_turn for turn in turns)
        )
    )


def scenario_numbers(numbers: Sequence[int]) -> str:
    """Return a list of scenario numbers in words, such as "scenarios 1 to 3 and 5"."""
    return number_ranges("scenario", numbers, "and")


def setup_sections(game: Game, scenario: Scenario, side: Side) -> list[SetupSection]:
    """Return a side's units in sections: units on the map by hex, units in boxes, units that arrive later."""
    own = {unit.id: unit for unit in game.counters.units if unit.side == side.id}
    setup = scenario.setup
    placed = tuple(
        SetupRow(own[unit], hex_id, scenario.shown_step(unit))
        for hex_id, unit in sorted(setup.standing)
        if unit in own
    )
    found = [SetupSection(f"On the map: {setup.name}", "", placed)] if placed else []
    names = {box.id: box.name for box in game.hexmap.boxes}
    after_events = units_after_events(game)
    for held in setup.in_boxes:
        # A unit that isn't set up arrives on a turn, or after an event; each is listed with its way of
        # arrival.
        waiting: dict[str, list[tuple[int, SetupRow]]] = {}
        for unit in (unit for unit in held.units if unit in own):
            coming = [arrival for arrival in _arrivals(game, scenario) if unit in arrival.units]
            turns = [arrival.turn for arrival in coming if unit not in after_events]
            note = _arrival_text(game, coming) if coming else ""
            place = number_ranges("turn", turns, "or") if turns else ""
            row = SetupRow(own[unit], place, held.step)
            waiting.setdefault(note or held.text, []).append((min(turns, default=0), row))
        for note, entries in waiting.items():
            rows = tuple(row for _, row in sorted(entries, key=lambda entry: entry[0]))
            found.append(SetupSection(names.get(held.box, held.box), note, rows))
    standing = {row.unit.id for section in found for row in section.rows}
    for arrival in _arrivals(game, scenario):
        rows = tuple(
            SetupRow(own[unit], f"turn {arrival.turn}", 1)
            for unit in arrival.units
            if unit in own and unit not in standing and unit not in scenario.unused_units
        )
        if rows:
            found.append(SetupSection(f"From turn {arrival.turn}", _arrival_text(game, [arrival]), rows))
    return found


def _arrivals(game: Game, scenario: Scenario) -> list[Reinforcement]:
    """Return the reinforcements of a scenario under any options."""
    return [a for a in game.oob.reinforcements if a.may_hold_in(scenario.id)]


def _arrival_text(game: Game, arrivals: Sequence[Reinforcement]) -> str:
    """Return a sentence that says how units arrive by these entries, and which options are required."""
    told: list[str] = []
    for arrival in arrivals:
        chosen = (f"Where chosen: {words}." for words in option_texts(game, arrival.option))
        told += filter(None, (arrival.text, *chosen))
    return arrival_text(game, arrivals[0], told)


def scenario_length(game: Game, scenario: Scenario) -> str:
    """Return the length of a scenario in words, such as "Turns 1 to 7, Oct I to Dec I"."""
    dates = {turn.turn: turn.date for turn in game.charts.timetable(scenario.turn_track).turns}
    first, last = scenario.first_turn, scenario.last_turn
    if first == last:
        return ", ".join(filter(None, (f"Turn {first}", dates.get(first, ""))))
    span = " to ".join(date for date in (dates.get(first), dates.get(last)) if date)
    return ", ".join(filter(None, (f"Turns {first} to {last}", span)))


def free_setup_text(game: Game, scenario: Scenario, side: Side, *, sourced: bool = True) -> str:
    """Return the text that says where a side may set up its units; "" if all positions are fixed.

    Unless `sourced`, it leaves out from what a reconstructed set-up was made.
    """
    source = scenario.setup.provenance
    held = [place.name for place in game.hexmap.places if scenario.owners.get(place.id) == side.id]
    parts = [f"At the start, your side owns {', '.join(held)}, regardless of the map."] if held else []
    for area in scenario.setup_areas:
        if area.side == side.id and scenario.free_setup and not _is_listed(scenario, area):
            feature = next(f for f in game.hexmap.features if f.id == area.feature)
            if area.hexes or area.may_stack or feature.art == "none":
                parts.append(area_text(game, scenario, area, rest=_holds_rest(scenario, area)))
                continue
            strength = "at full strength" if area.step == 1 else "with the back up"
            every = "in each hex" if area.fill else "in any hex"
            parts.append(
                f"You may choose other hexes: one of these units {every} marked “{feature.name}” "
                f"({count_noun(len(feature.hexes), 'hex')}), {strength}."
            )
    if scenario.free_setup:
        whole = [limit_words(game, limit) for limit in scenario.setup_limits if limit.side == side.id]
        whole += [
            cover_words(game, scenario, cover) for cover in scenario.setup_cover if cover.side == side.id
        ]
        parts += [f"{words[0].upper()}{words[1:]}." for words in whole]
    if sourced and source.status == "reconstructed":
        parts.append(f"This placement is {source.words}.")
    return " ".join(parts)


def _is_listed(scenario: Scenario, area: SetUpArea) -> bool:
    """Return whether an area is one hex in which the list already shows all its units."""
    if len(area.hexes) != 1:
        return False
    return {(area.hexes[0], unit) for unit in area.units} <= set(scenario.setup.standing)


_FEW = 8
"""The number of units of an area up to which it isn't the rest of its side."""
_MANY = 12
"""The maximum number of names that are listed for the rest of a side; like names count once."""


_LISTED = 16
"""The number of hexes of an area without a sign up to which they are listed."""


def _holds_rest(scenario: Scenario, area: SetUpArea) -> bool:
    """Return whether an area is the only one of its side with more than `_FEW` units."""
    own = [other for other in scenario.setup_areas if other.side == area.side]
    return len(area.units) > _FEW and all(len(other.units) <= _FEW for other in own if other != area)


def _except(game: Game, scenario: Scenario, area: SetUpArea) -> str:
    """Return " except railway troops": the units of the side's other areas, by class or by name."""
    own = {game.counters.unit(unit).unit_class for unit in area.units}
    others = [
        game.counters.unit(unit)
        for other in scenario.setup_areas
        if other.side == area.side
        for unit in other.units
        if unit not in area.units
    ]
    classes = {unit.unit_class for unit in others}
    names = [unit.name for unit in others]
    if own.isdisjoint(classes):
        names = [class_plural(one) for one in game.counters.classes if one.id in classes]
    return f" except {join_unit_names(names)}" if 0 < len(names) <= _MANY else ""


def _exceptions_elsewhere(game: Game, scenario: Scenario, area: SetUpArea) -> str:
    """Return "railway troops": classes that the other side's area excepts, and that this one has."""
    own = {game.counters.unit(unit).unit_class for unit in area.units}
    for other in scenario.setup_areas:
        if other.side != area.side and _holds_rest(scenario, other):
            told = _except(game, scenario, other).removeprefix(" except ")
            shared = [class_plural(one) for one in game.counters.classes if one.id in own]
            if told in shared:
                return told
    return ""


_LEAST_RUN: Final = 3
"""The number of hexes in a row from which only the first and the last are listed."""


def _hex_runs(hexes: Iterable[HexId]) -> list[str]:
    """Return hexes in order, those whose numbers follow each other as "0101–0104"."""
    runs: list[list[str]] = []
    for one in sorted(map(str, hexes)):
        follows = bool(runs) and one.isdigit() and runs[-1][-1].isdigit()
        if follows and int(one) == int(runs[-1][-1]) + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [one for run in runs for one in (run if len(run) < _LEAST_RUN else [f"{run[0]}–{run[-1]}"])]


def area_text(game: Game, scenario: Scenario, area: SetUpArea, *, rest: bool = False) -> str:
    """Return the text that says where the units of a set-up area start and how many may share a hex.

    With `rest`, the units aren't listed by name: they are all units that no other area has.
    """
    feature = next(f for f in game.hexmap.features if f.id == area.feature)
    hexes = area.open_hexes(game.hexmap)
    alike = Counter(game.counters.unit(unit).name for unit in area.units)
    named = [f"{count} × {name}" if count > 1 else name for name, count in alike.items()]
    names = join_unit_names(named)
    if rest:
        side = game.info.side(area.side).name
        placed = {unit for _, unit in scenario.setup.standing if game.counters.unit(unit).side == area.side}
        if placed <= set(area.units):
            also = _exceptions_elsewhere(game, scenario, area)
            names = f"all {len(area.units)} {side} units{f', {also} included,' if also else ''}"
        elif len(named) > _MANY:
            names = f"all {side} units on the map{_except(game, scenario, area)} ({len(area.units)} units)"
    start = "starts" if len(area.units) == 1 else "start"
    names = names[0].upper() + names[1:]
    if len(hexes) == 1:
        return f"{names} {start} in {hexes[0]}."
    if not area.hexes:
        # An area without a sign isn't on the map.
        told = feature.art == "none" and len(hexes) <= _LISTED
        listed = f" ({', '.join(sorted(hexes))})" if told else ""
        return f"{names} may start in any hex {ground_words(feature.name)}{listed}."
    among = join_with_and([str(hex_id) for hex_id in hexes], "and" if area.fill else "or")
    where = f"in {among}"
    stretch = next((one.name for one in feature.groups if {*one.hexes} == {*hexes}), "")
    if stretch and len(hexes) > _FEW:
        ground = ground_words(stretch)
        listed = join_with_and(_hex_runs(hexes), "or")
        where = f"{f'in {stretch}' if ground.startswith('of ') else ground} ({listed})"
    how = "as you choose" if area.may_stack else "one in each" if area.fill else "no two in the same hex"
    return f"{names} {start} {where}, {how}."
