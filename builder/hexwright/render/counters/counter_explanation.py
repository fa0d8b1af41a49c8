"""Explain the counters of a game in words: what is printed on them, read from their own layouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.model.counter_layouts import TEMPLATE, Formation, LayoutPart
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game, Side
from hexwright.model.words.unit_groups import class_plural
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_face import (
    CounterFace,
    arrival_turns,
    back_layout_of,
    counter_size,
    layout_of,
    printed_figures,
)
from hexwright.render.theme import CLASSIC, Theme
from hexwright.support.message_wording import join_with_and

_FIGURES: Final = frozenset({"values", "strength", "ma", "defence"})


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """A part of a counter: where it lies on the grid of the layout, in mm, and what it tells."""

    box: Box
    text: str


def explained_parts(game: Game, theme: Theme, unit: Unit) -> list[ExplainedPart]:
    """Return what the front of a unit's counter tells, from the top down."""
    face = CounterFace.in_box(game, unit, 0, theme, Box(0, 0, *counter_size(game, unit)))
    wide, high = face.layout.grid
    found: dict[str, Box] = {}
    for part in face.layout.parts:
        template = part.text or part.of
        shown = face.draws(part) and (not template or face.fill_in(template).strip())
        told = _told(game, unit, part) if shown else ""
        if told:
            found.setdefault(told, Box(*part.box) if part.box is not None else Box(0, 0, wide, high / 4))
    parts = [ExplainedPart(box, told) for told, box in found.items()]
    return sorted(parts, key=lambda one: (one.box.centre.y, one.box.centre.x))


def _told(game: Game, unit: Unit, part: LayoutPart) -> str:
    """Return what a part of a unit's counter tells; "" for ornaments."""
    names = TEMPLATE.findall(part.text) + TEMPLATE.findall(part.of)
    mix, step = game.counters, unit.steps[0]
    if part.meaning:
        return part.meaning
    if part.draw == "echelon":
        return f"Size: {unit.size.replace('-', ' ')}" if unit.size != "none" else ""
    if part.draw == "symbol":
        return f"Class: {mix.class_of(unit).name}"
    if part.draw == "figures" or _FIGURES & {*names}:
        return _figures_text(game, unit)
    if part.draw == "crest" or "designation" in names or "name" in names:
        return f"Name: {unit.name}"
    if "setup" in names:
        return "Hex in which it starts"
    if "arrival" in names:
        return "Turn on which it arrives"
    if any(name.startswith("formation") for name in names):
        formation = mix.formation(unit.formation)
        # What the same text has after the formation, such as its army, is told with it.
        parts = [name.removeprefix("data.") for name in names if name.startswith("data.")]
        lower = "".join(f", {one.replace('-', ' ')} {unit.data[one]}" for one in parts if unit.data.get(one))
        return f"Formation: {formation.name}{lower}" if formation is not None else ""
    rated = {name.removeprefix("ratings.") for name in names if name.startswith("ratings.")}
    if part.draw == "ratings":
        rated = set(step.ratings)
    return next((one.name for one in mix.ratings if one.id in rated and step.ratings.get(one.id)), "")


def _figures_text(game: Game, unit: Unit) -> str:
    """Return what the figures of a unit's first step mean, in the order in which they are printed."""
    step = unit.steps[0]
    both = "strength in attack and defence" if game.rules.fire is None else "firing strength"
    words = [both] if step.defence is None else ["attack", "defence"]
    if step.strength is None and step.defence is None:
        words = []
    if step.ma is not None:
        words.append("movement allowance")
    told = ", ".join(words)
    return f"{told[:1].upper()}{told[1:]}"


def sample_unit(game: Game, theme: Theme, side: Side) -> Unit | None:
    """Return the first of a side's units whose counter tells most; None if the side has no units."""
    units = [unit for unit in game.counters.units if unit.side == side.id]
    return max(units, key=lambda unit: len(explained_parts(game, theme, unit)), default=None)


def sample_units(game: Game, theme: Theme) -> list[Unit]:
    """Return the unit of each side whose counter is explained."""
    found = (sample_unit(game, theme, side) for side in game.info.sides)
    return [unit for unit in found if unit is not None]


def figure_sentences(game: Game, samples: Sequence[Unit]) -> Iterator[str]:
    """Yield what the samples don't show: other figures, backs, and symbols that are dark."""
    shown = {_figures_text(game, unit) for unit in samples}
    for unit in game.counters.units:
        told = _figures_text(game, unit)
        if told and told not in shown:
            shown.add(told)
            figures = printed_figures(unit.steps[0])
            inside = f"{told[:1].lower()}{told[1:]}"
            if "," in told:
                yield f"On a counter with {figures} the figures are: {inside}."
            else:
                yield f"A single figure, such as {figures}, is the {inside}."
    if any(len(unit.steps) > 1 for unit in game.counters.units):
        yield "The back of a counter shows the unit after it has lost a step."
    yield from _back_sentences(game)
    inverted = {
        name
        for unit in game.counters.units
        for part in layout_of(game, unit, 0).parts
        if part.draw == "symbol"
        for name in TEMPLATE.findall(part.invert)
    }
    for name in sorted(inverted):
        if name == "arrives":
            plain = _classes_without_dark_symbols(game)
            besides = f", but not on {join_with_and(plain, 'and')}" if plain else ""
            yield f"A dark symbol on the front marks a unit with a turn of arrival{besides}."
        elif name.startswith("data."):
            mark = name.removeprefix("data.").replace("-", " ")
            ruled = any(mark in section.text.casefold() for section in game.rules.summary)
            yield f"A dark symbol marks {mark} units{'' if ruled else '; no rule depends on it'}."


def _back_sentences(game: Game) -> Iterator[str]:
    """Yield what the backs of units with one face tell, by their layout and by what units have."""
    layout = back_layout_of(game)
    names = {name for part in layout.parts for name in TEMPLATE.findall(part.text)}
    units = [unit for unit in game.counters.units if len(unit.steps) == 1]
    faces = [CounterFace.in_box(game, unit, 0, CLASSIC, Box(0, 0, 15, 15), layout=layout) for unit in units]
    told = [
        f"{words} (“{label} {value}”)"
        for name, label, words in (
            ("setup", "Hex", "the hex in which it starts"),
            ("arrival", "Turn", "the turn on which it arrives"),
        )
        if name in names
        and (value := min(filter(None, (face.value(name) for face in faces)), key=len, default=""))
    ]
    if told and {"name", "title"} & names:
        also = f", and {' or '.join(told)}"
        several = any(len(unit.steps) > 1 for unit in game.counters.units)
        yield f"The back of a counter{' with one step' if several else ''} tells its name{also}."
        if any(face.value("arrival") and _stands_somewhere(game, face.counter.id) for face in faces):
            yield "A unit that the set-up has on the map starts there instead."


def _stands_somewhere(game: Game, unit: str) -> bool:
    """Whether a unit stands on the map at the start of some scenario."""
    return any(unit == one for scenario in game.scenarios for _, one in scenario.setup.standing)


def _classes_without_dark_symbols(game: Game) -> list[str]:
    """Return the classes of units that arrive, and whose counters don't show it by the symbol."""
    found = {
        unit.unit_class
        for unit in game.counters.units
        if arrival_turns(game, unit)
        and not any("{arrives}" in part.invert for part in layout_of(game, unit, 0).parts)
    }
    return [class_plural(one) for one in game.counters.classes if one.id in found]


def side_classes(game: Game, side: Side) -> list[tuple[Unit, str]]:
    """Return the classes of a side's units by name, each with the first unit of the class."""
    firsts = {unit.unit_class: unit for unit in reversed(game.counters.units) if unit.side == side.id}
    return [(firsts[one.id], one.name) for one in game.counters.classes if one.id in firsts]


def used_formations(game: Game) -> list[Formation]:
    """Return the formations that have units, if there are several to tell apart."""
    used = {unit.formation for unit in game.counters.units}
    found = [one for one in game.counters.formations if one.id in used]
    return found if len(found) > 1 else []


def formation_title(formation: Formation) -> str:
    """Return the name of a formation, after its short name on the counters."""
    return f"{formation.short}: {formation.name}" if formation.short else formation.name


def marker_title(marker: Marker) -> str:
    """Return the name of a marker, with the number of its counters."""
    return f"{marker.name} (×\u00a0{marker.count})" if marker.count > 1 else marker.name


def counter_texts(game: Game, theme: Theme) -> Iterator[str]:
    """Yield the key to the counters in words, for pages without pictures of them."""
    samples = sample_units(game, theme)
    for unit in samples:
        told = "; ".join(part.text for part in explained_parts(game, theme, unit))
        yield f"On the {game.info.side(unit.side).name} counter of {unit.name}, from the top: {told}."
    if told := " ".join(figure_sentences(game, samples)):
        yield told
    for side in game.info.sides:
        if classes := [name for _, name in side_classes(game, side)]:
            yield f"{side.name} classes: {', '.join(classes)}."
    if formations := used_formations(game):
        yield f"Formations: {'; '.join(map(formation_title, formations))}."
    if game.counters.markers:
        yield f"Markers: {'; '.join(map(marker_title, game.counters.markers))}."
