"""Join scenarios that start from nearly the same positions, and list their units by army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game, Side
from hexwright.model.ids import HexId
from hexwright.paper.compact_list import ListHeading, ListItem, ListNote, ListRow, SideBand
from hexwright.paper.setup_card_contents import (
    CardScenario,
    card_sections,
    free_setup_text,
    scenario_numbers,
    scenarios_by_card,
)
from hexwright.render.canvas import Colour
from hexwright.render.counters.unit_face import printed_figures
from hexwright.support.message_wording import number_ranges

_FEW_ROWS: Final = 3
"""The number of rows of an army that always share a column with its heading."""
_MANY_NUMBERED: Final = 4
"""The number of units that differ only in a number from which one row lists them."""
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
    """A letter that names the start line in the list of scenarios; empty if the game has only one."""
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
        return f"Set-up {self.letter}".strip()


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
    return tuple(
        StartLine(letter, tuple(cards), _standing(game, cards))
        for letter, cards in zip(letters, joined, strict=False)
    )


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
        for text in _free_texts(game, line, side):
            yield ListNote(text)


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


def _free_texts(game: Game, line: StartLine, side: Side) -> Iterator[str]:
    told: dict[str, list[int]] = {}
    for card in line.cards:
        text = free_setup_text(game, card[0].scenario, side)
        if text:
            told.setdefault(text, []).extend(one.number for one in card)
    for text, numbers in told.items():
        whose = scenario_numbers(sorted(numbers))
        yield text if len(told) == 1 else f"{whose[0].upper()}{whose[1:]}: {text}"


def off_map_items(game: Game, lines: Sequence[StartLine]) -> Iterator[ListItem]:
    """Yield the lists of units that don't start on the map, of all scenarios together."""
    variants = sorted((one for line in lines for card in line.cards for one in card), key=lambda v: v.number)
    for side in game.info.sides:
        sections = [s for s in card_sections(game, variants, side) if not s.title.startswith("On the map")]
        if not sections:
            continue
        yield SideBand(f"{side.name} off the map", side)
        for section in sections:
            yield ListHeading(section.title.replace(" alone", " only"))
            if section.note:
                yield ListNote(section.note, keeps_next=True)
            alike: dict[tuple[str, str, str], int] = {}
            for row in section.rows:
                lead = row.place.removeprefix("turn ").removeprefix("turns ")
                key = (f"T{lead}" if row.place else "", row.unit.name, values_of(row.unit, row.step))
                alike[key] = alike.get(key, 0) + 1
            yield from _later_rows(alike)


def _later_rows(alike: Mapping[tuple[str, str, str], int]) -> Iterator[ListRow]:
    """Yield a row for each turn, name and values; names that differ only in a number share one."""
    numbered: dict[tuple[str, str, str], list[int]] = {}
    for (lead, name, values), count in alike.items():
        stem, number = _numbered_name(name)
        if number is not None and count == 1:
            numbered.setdefault((lead, stem, values), []).append(number)
    for (lead, name, values), count in alike.items():
        stem, number = _numbered_name(name)
        numbers = sorted(numbered.get((lead, stem, values), ()))
        if number is None or len(numbers) < _MANY_NUMBERED:
            yield ListRow(lead, f"{count} × {name}" if count > 1 else name, values)
        elif number == numbers[0]:
            runs = number_ranges("number", numbers, "and").partition(" ")[2]
            yield ListRow(lead, f"{stem} {runs}", values)


def _numbered_name(name: str) -> tuple[str, int | None]:
    """Return a name without the number at its end, and that number; None if it has none."""
    stem, _, last = name.rpartition(" ")
    return (stem, int(last)) if stem and last.isascii() and last.isdigit() else (name, None)
