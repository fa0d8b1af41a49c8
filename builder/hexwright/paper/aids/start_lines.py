"""Join scenarios that start from nearly the same positions, and list their units by army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game, Side
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId
from hexwright.model.scenario import Scenario
from hexwright.model.words.unit_groups import class_plural
from hexwright.model.words.unit_list_words import join_unit_names, numbered_formation
from hexwright.paper.aids.setup_card_contents import (
    CardScenario,
    SetupSection,
    card_sections,
    free_setup_text,
    scenario_numbers,
    scenarios_by_card,
)
from hexwright.paper.aids.start_markers import railhead_text
from hexwright.paper.pages.compact_list import ListHeading, ListItem, ListNote, ListRow, SideBand
from hexwright.render.canvas import Colour
from hexwright.render.counters.unit_face import printed_figures
from hexwright.support.message_wording import join_with_and, number_ranges

_FEW_ROWS: Final = 3
"""The number of rows of an army that always share a column with its heading."""
_MANY_NUMBERED: Final = 4
"""The number of units that differ only in a number from which one row lists them."""
_UNLESS: Final = "A unit comes in every scenario that has its turn and doesn’t set it up on the map."
ALIKE: Final = 0.8
"""The share of common positions from which two set-ups share a map and a list."""


@dataclass(frozen=True, slots=True)
class StandingUnit:
    """A unit on the map when the game begins, with its hex and its step."""

    unit: Unit
    hex: HexId
    step: int
    numbers: tuple[int, ...]
    """The numbers of the scenarios; empty if it stands there in all of the start line."""


@dataclass(frozen=True, slots=True)
class StartLine:
    """Scenarios that share a map of their set-up, and the units on that map."""

    letter: str
    """A letter that distinguishes the start line; empty if the game has only one."""
    name: str
    """The word with which all its scenarios begin, such as "September"; its letter if there is none."""
    cards: tuple[tuple[CardScenario, ...], ...]
    """The scenarios, in groups with the same set-up."""
    standing: tuple[StandingUnit, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of all scenarios that begin here."""
        return tuple(sorted(one.number for card in self.cards for one in card))

    @property
    def title(self) -> str:
        """Return the title of the pages of a start line."""
        return f"{self.name} set-up" if self.name != self.letter else f"Set-up {self.letter}".strip()


def start_lines(game: Game) -> tuple[StartLine, ...]:
    """Return the start lines of a game, in the order of its scenarios."""
    joined: list[list[tuple[CardScenario, ...]]] = []
    for card in scenarios_by_card(game):
        own = set(card[0].scenario.setup.standing)
        for line in joined:
            other = set(line[0][0].scenario.setup.standing)
            if own | other and len(own & other) >= ALIKE * len(own | other):
                line.append(card)
                break
        else:
            joined.append([card])
    letters = [chr(ord("A") + n) for n in range(len(joined))] if len(joined) > 1 else [""]
    words = [_common_word(cards) for cards in joined]
    named = words if len(joined) > 1 and all(words) and len({*words}) == len(words) else letters
    return tuple(
        StartLine(letter, name, tuple(cards), _standing(game, cards))
        for letter, name, cards in zip(letters, named, joined, strict=False)
    )


def _common_word(cards: Sequence[Sequence[CardScenario]]) -> str:
    """Return the word with which the titles of all scenarios begin; "" if there is none."""
    titles = [one.scenario.title.removeprefix(f"{one.number}. ") for card in cards for one in card]
    first = {title.partition(" ")[0].rstrip(":,;") for title in titles}
    return first.pop() if len(first) == 1 else ""


def _standing(game: Game, cards: Sequence[Sequence[CardScenario]]) -> tuple[StandingUnit, ...]:
    every = {one.number for card in cards for one in card}
    found: dict[tuple[HexId, str, int], list[int]] = {}
    for card in cards:
        for variant in card:
            for hex_id, unit in variant.scenario.setup.standing:
                found.setdefault((hex_id, unit, variant.scenario.shown_step(unit)), []).append(variant.number)
    units = {unit.id: unit for unit in game.counters.units}
    return tuple(
        StandingUnit(units[unit], hex_id, step, () if set(numbers) == every else tuple(sorted(numbers)))  # type: ignore[index]
        for (hex_id, unit, step), numbers in sorted(found.items())
    )


def army_name(game: Game, unit: Unit) -> str:
    """Return the name of a unit's formation, or of its class if it belongs to no formation."""
    formation = game.counters.formation(unit.formation)
    if formation is not None:
        return formation.name
    return next((one.name for one in game.counters.classes if one.id == unit.unit_class), "")


def _army_colour(game: Game, unit: Unit) -> Colour | None:
    formation = game.counters.formation(unit.formation)
    return Colour(formation.colour) if formation is not None else None


def values_of(unit: Unit, step: int) -> str:
    """Return the values printed on the face of a unit's step."""
    return printed_figures(unit.steps[min(step, len(unit.steps)) - 1])


def on_map_items(game: Game, line: StartLine) -> Iterator[ListItem]:
    """Yield the list of a start line: for each side its armies, and in each army its units by hex."""
    order = [one.name for one in game.counters.formations]
    for side in game.info.sides:
        own = [one for one in line.standing if one.unit.side == side.id]
        if not own:
            continue
        yield SideBand(f"{side.name} at start", side)
        armies: dict[str, list[StandingUnit]] = {}
        for one in own:
            armies.setdefault(army_name(game, one.unit), []).append(one)
        # Formations in the order of the data, then the classes of units without one.
        for name in sorted(armies, key=lambda n: order.index(n) if n in order else len(order)):
            yield from _army_items(game, name, armies[name], headed=len(armies) > 1 or name in order)
        for text in _texts_by_scenario(line, partial(railhead_text, game, side=side)):
            yield ListNote(text)
        # Both sides have the same sources, which are told once.
        for text in _free_texts(game, line, side, sourced=side.id == line.standing[0].unit.side):
            yield ListNote(text)
    yield from _control_items(game, line)


def _control_items(game: Game, line: StartLine) -> Iterator[ListItem]:
    """Yield which places get a control marker when the game begins, and with which side up."""
    marker, scenario = game.control_marker, line.cards[0][0].scenario
    held: dict[str, list[Place]] = {}
    for place in game.hexmap.places if marker is not None else ():
        owner = scenario.owner_of(place)
        if owner is not None:
            held.setdefault(owner, []).append(place)
    if marker is None or not held:
        return
    yield ListHeading("Control markers")
    sides = sorted((side for side in game.info.sides if side.id in held), key=lambda one: len(held[one.id]))
    for side in sides:
        names = join_with_and([place.name for place in held[side.id]], "and")
        last = side == sides[-1] and len(sides) > 1
        told = _all_others(held[side.id]) if last else names
        yield ListNote(f"{side.name} side up: {told}.", keeps_next=side != sides[-1])


def _all_others(places: Sequence[Place]) -> str:
    """Return "all 17 other cities and towns"."""
    towns = any(place.kind == "town" for place in places)
    return f"all {len(places)} other cities{' and towns' if towns else ''}"


def _army_items(game: Game, name: str, units: Sequence[StandingUnit], *, headed: bool) -> Iterator[ListItem]:
    """Yield the heading of an army and its units; what all of them share is told in the heading."""
    only = [
        f" ({number_ranges('scenario', one.numbers, 'and')} only)" if one.numbers else "" for one in units
    ]
    shared = headed and len(set(only)) == 1
    if headed:
        yield ListHeading(name + (only[0] if shared else ""), _army_colour(game, units[0].unit))
    for n, one in enumerate(units):
        # No column begins or ends with one row of an army.
        keeps = len(units) > _FEW_ROWS and n in (0, len(units) - 2)
        text = one.unit.name + ("" if shared else only[n])
        yield ListRow(one.hex, text, values_of(one.unit, one.step), keeps)


def _free_texts(game: Game, line: StartLine, side: Side, *, sourced: bool) -> Iterator[str]:
    yield from _texts_by_scenario(line, partial(free_setup_text, game, side=side, sourced=sourced))


def _texts_by_scenario(line: StartLine, text_of: Callable[[Scenario], str]) -> Iterator[str]:
    """Yield the text of the scenarios of a start line; texts that differ begin with their scenarios."""
    told: dict[str, list[int]] = {}
    for card in line.cards:
        text = text_of(card[0].scenario)
        if text:
            told.setdefault(text, []).extend(one.number for one in card)
    for text, numbers in told.items():
        whose = scenario_numbers(sorted(numbers))
        yield text if len(told) == 1 else f"{whose[0].upper()}{whose[1:]}: {text}"


def off_map_items(game: Game, lines: Sequence[StartLine]) -> Iterator[ListItem]:
    """Yield the lists of units that don't start on the map, of all scenarios together."""
    variants = sorted((one for line in lines for card in line.cards for one in card), key=lambda v: v.number)
    made = {one.unit for rule in game.rules.replacements for one in rule.conversions}
    """Units that show the step of the unit whose place they take."""
    told = False
    for side in game.info.sides:
        sections = [s for s in card_sections(game, variants, side) if not s.title.startswith("On the map")]
        if not sections:
            continue
        yield SideBand(f"{side.name} off the map", side)
        if not told and any(_comes_unless_it_stands(section, variants) for section in sections):
            told = True
            yield ListNote(_UNLESS, keeps_next=True)
        before = ""
        for section in sections:
            heading = _heading(game, section, sections)
            if heading != before:
                yield ListHeading(heading)
            before = heading
            if section.note:
                yield ListNote(section.note, keeps_next=True)
            alike: dict[_Alike, Counter[str]] = {}
            for row in section.rows:
                lead = row.place.removeprefix("turn ").removeprefix("turns ")
                only = f" ({number_ranges('scenario', row.numbers, 'and')})" if row.numbers else ""
                steps = range(1, len(row.unit.steps) + 1) if row.unit.id in made else (row.step,)
                figures = " or ".join(values_of(row.unit, step) for step in steps)
                key = (f"T{lead}" if row.place else "", figures, only)
                alike.setdefault(key, Counter())[row.unit.name] += 1
            for key, names in alike.items():
                yield from _later_rows(key, names)


def _heading(game: Game, section: SetupSection, every: Sequence[SetupSection]) -> str:
    """Return the heading of a section: its box, or the class of its units if the box says less.

    A box says less if it also has other units, or if it is that of eliminated units.
    """
    title = section.title.replace(" alone", " only")
    lost = {box.name for box in game.hexmap.boxes if box.kind == "eliminated"}
    told = section.title not in lost and [one.title for one in every].count(section.title) == 1
    classes = {game.counters.class_of(row.unit).id for row in section.rows}
    if told or len(classes) > 1 or any(row.unit.formation for row in section.rows):
        return title
    plural = class_plural(game.counters.class_of(section.rows[0].unit))
    return f"{plural[:1].upper()}{plural[1:]}{title.removeprefix(section.title)}"


_Alike = tuple[str, str, str]
"""The turn of units, their values, and their scenarios."""


def _comes_unless_it_stands(section: SetupSection, variants: Sequence[CardScenario]) -> bool:
    """Whether a unit of a section stands on the map in some scenarios that have its turn."""
    standing = {unit for one in variants for _, unit in one.scenario.setup.standing}
    return any(row.place and row.unit.id in standing for row in section.rows)


def _later_rows(key: _Alike, names: Mapping[str, int]) -> Iterator[ListRow]:
    """Yield the rows of units that are alike: names that differ only in a number share one."""
    lead, values, only = key
    numbered: dict[str, list[int]] = {}
    formations: dict[tuple[str, str], list[str]] = {}
    for name in (name for name, count in names.items() if count == 1):
        stem, number = _numbered_name(name)
        formation = numbered_formation(name)
        if number is not None:
            numbered.setdefault(stem, []).append(number)
        elif formation is not None:
            formations.setdefault(formation, []).append(name)
    for name, count in names.items():
        stem, number = _numbered_name(name)
        numbers = sorted(numbered.get(stem, ()))
        alike = formations.get(numbered_formation(name) or ("", ""), [])
        if number is not None and len(numbers) >= _MANY_NUMBERED:
            if number == numbers[0]:
                runs = number_ranges("number", numbers, "and").partition(" ")[2]
                yield ListRow(lead, f"{stem} {runs}{only}", values)
        elif len(alike) > 1 and count == 1:
            if name == alike[0]:
                yield ListRow(lead, f"{join_unit_names(alike)}{only}", values)
        else:
            yield ListRow(lead, f"{count} × {name}{only}" if count > 1 else f"{name}{only}", values)


def _numbered_name(name: str) -> tuple[str, int | None]:
    """Return a name without the number at its end, and that number; None if it has none."""
    stem, _, last = name.rpartition(" ")
    return (stem, int(last)) if stem and last.isascii() and last.isdigit() else (name, None)
