"""Find the stacks of a figure whose counters would be too small side by side, for its caption.

They lie on each other, and the caption names them from the top. It also names a counter alone whose name has
no room, and places whose names counters hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from hexwright.geometry.hex_layout import Point
from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, UnitId
from hexwright.model.turn_account import StandingUnit
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.paper.figures.example_diagrams import Diagram, hidden_places
from hexwright.paper.figures.example_positions import by_hex
from hexwright.paper.figures.figure_counters import counter_boxes, stack_boxes
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.counters.diagram_face import is_legible
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.support.message_wording import join_with_and


def with_stacks(
    game: Game, settings: PrintSettings, plan: SheetPlan, diagram: Diagram, scale: float
) -> Diagram:
    """Return a diagram as it is drawn at a scale: its stacks, and a caption that tells them.

    `scale` is in mm of the page for each mm of the sheet.
    """
    wide, flat, middle = plan.layout.hex_width * scale, plan.layout.flat, Point(0.0, 0.0)
    acting = {unit for arrow in diagram.arrows for unit in arrow.units}

    def cramped(units: Sequence[ExampleUnit], *, cut: bool = False) -> dict[HexId, list[ExampleUnit]]:
        """Return the stacks of hexes that are cut, or whose counters can't be read beside each other."""
        found = {}
        for hex_id, stack in by_hex(units).items():
            beside = counter_boxes(middle, wide, len(stack), flat=flat)[0].width
            # Beside another, a counter might lie wholly beyond the frame.
            if cut or not all(_is_legible(game, settings, one, beside) for one in stack):
                edge = stack_boxes(middle, wide, len(stack), flat=flat)[0].width
                legible = {one.unit for one in stack if _is_legible(game, settings, one, edge)}
                found[hex_id] = _from_below(stack, acting, legible)
        return found

    # Counters that the frame cuts aren't told.
    told, cut = cramped(diagram.units), cramped(diagram.cut, cut=True)
    found = diagram
    if told or cut:
        found = replace(
            diagram,
            units=tuple(one for units in {**by_hex(diagram.units), **told}.values() for one in units),
            cut=tuple(one for units in {**by_hex(diagram.cut), **cut}.values() for one in units),
            stacked=frozenset(hex_id for hex_id, units in {**told, **cut}.items() if len(units) > 1),
        )
    texts = (found.text, _told(game, told), _covered(hidden_places(game, plan, found, scale), found))
    return replace(found, text=" ".join(filter(None, texts)))


def _covered(places: Sequence[Place], diagram: Diagram) -> str:
    """Return a sentence about places whose names counters hide, except those whose hexes are told already."""
    told = f"{diagram.title} {diagram.text}"
    named = [
        f"{one.name} ({one.hex})"
        for one in places
        if not any(sign in told for sign in (f"{one.name}, {one.hex}", f"{one.hex} {one.name}"))
    ]
    return f"Counters cover {join_with_and(named, 'and')}." if named else ""


def _from_below(
    units: Sequence[ExampleUnit], acting: Collection[UnitId], legible: Collection[UnitId]
) -> list[ExampleUnit]:
    """Return a stack in its order: on top lies a unit that moves or attacks, else one that can be read."""
    return sorted(units, key=lambda one: (one.unit in acting, one.unit in legible))


def _is_legible(game: Game, settings: PrintSettings, one: ExampleUnit, edge: float) -> bool:
    """Whether a unit can be read on a counter with an edge in mm."""
    conditions = one.conditions if isinstance(one, StandingUnit) else ()
    unit, step = game.counters.unit(one.unit), one.step - 1
    return is_legible(game, unit, step, settings.theme, round(edge, 2), settings.art, conditions)


def _told(game: Game, cramped: Mapping[HexId, list[ExampleUnit]]) -> str:
    """Return a sentence for each of some hexes about its units, of stacks from the top."""
    told = []
    for hex_id, units in sorted(cramped.items()):
        counted = Counter(_named(game, one, units[-1]) for one in reversed(units))
        names = join_unit_names([one if n == 1 else f"{one} ({n})" for one, n in counted.items()])
        told.append(f"In {hex_id}, {'from the top, ' if len(units) > 1 else ''}{names}.")
    return " ".join(told)


def _named(game: Game, one: ExampleUnit, top: ExampleUnit) -> str:
    """Return a unit's name, and how it lies if a counter covers it."""
    name = game.counters.unit(one.unit).name
    conditions = one.conditions if isinstance(one, StandingUnit) and one is not top else ()
    shown = [condition for condition in conditions if game.counters.display(condition) is not None]
    return f"{name} ({join_with_and(shown, 'and')})" if shown else name
