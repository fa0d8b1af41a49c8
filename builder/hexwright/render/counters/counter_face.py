"""A face that a layout draws: its values, its colours and its place on the canvas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

from hexwright.model.colours import Colours
from hexwright.model.counter_layouts import TEMPLATE, CounterLayout, Formation, LayoutPart
from hexwright.model.counter_mix import Marker, MarkerFace, Step, Unit
from hexwright.model.game import Game, Side
from hexwright.model.standard_layouts import INFORMATIVE, INFORMATIVE_BACK, STANDARD_LAYOUTS
from hexwright.render.canvas import Box, Canvas, Colour
from hexwright.render.counters.counter_background import CounterCard
from hexwright.render.counters.counter_palette import (
    INK,
    WHITE,
    Palette,
    face_palette,
    lettering_colour,
    mix_colours,
)
from hexwright.render.counters.layout_memory import memory_of
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.theme import Theme

_ENCLOSED: Final = {None: ("", ""), "parentheses": ("(", ")"), "brackets": ("[", "]")}
_HAZARD: Final = "#3c3a36"


def printed_figures(step: Step) -> str:
    """Return strength and movement allowance as printed.

    A defence strength that differs from the strength is printed between the two.
    """
    moves = "" if step.ma is None else str(step.ma)
    opens, closes = _ENCLOSED[step.enclosed]
    fights = [f"{opens}{step.strength}{closes}"] if step.strength is not None else []
    if step.defence is not None:
        fights.append(step.defence.replace("1/2", "½"))
    # A lone movement allowance has a dot in place of the strength; otherwise it would look like a strength.
    return "–".join([*(fights or ["•"]), moves] if moves else fights)


def arrival_turns(game: Game, unit: Unit) -> tuple[int, ...]:
    """Return the turns on which a unit arrives as a reinforcement, over all scenarios."""
    return memory_of(game.counters).arrivals(game).get(unit.id, ())


def layout_of(game: Game, counter: Unit | Marker, index: int) -> CounterLayout:
    """Return the layout of a face; the standard one if the data name none that exists."""
    mix = game.counters
    if isinstance(counter, Unit):
        formation = mix.formation(counter.formation)
        named = (
            counter.steps[index].layout
            or counter.layout
            or (formation.layout if formation is not None else None)
            or mix.class_of(counter).layout
            or mix.unit_layout
        )
    else:
        named = counter.layout or mix.marker_layout
    found = mix.layout(named)
    return STANDARD_LAYOUTS["units" if isinstance(counter, Unit) else "markers"] if found is None else found


def back_layout_of(game: Game) -> CounterLayout:
    """Return the layout of the backs of units with one face."""
    named = game.counters.back_layout
    if named == INFORMATIVE:
        return INFORMATIVE_BACK
    return game.counters.layout(named) or STANDARD_LAYOUTS["backs"]


def counter_size(game: Game, counter: Unit | Marker, index: int = 0) -> tuple[float, float]:
    """Return width and height of a counter on paper, in mm."""
    edge = game.counters.sheet.counter_mm
    return layout_of(game, counter, index).size or (edge, edge)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text as it was fitted on a face, in mm on paper."""

    part: LayoutPart
    text: str
    box: Box
    points: float
    fill: Colour
    too_wide: float = 0.0
    too_high: float = 0.0


@dataclass(slots=True)
class FaceRecord:
    """What was drawn on a face, for checks."""

    texts: list[PlacedText] = field(default_factory=list)
    shapes: list[tuple[LayoutPart, Box]] = field(default_factory=list)
    """Symbols, pictures and marks, which no text may touch."""
    areas: list[tuple[Box, Colour]] = field(default_factory=list)
    """Areas of one colour, in the order of painting."""


@dataclass(frozen=True)
class CounterFace:
    """One face, and where and how it is drawn."""

    game: Game
    counter: Unit | Marker
    index: int
    theme: Theme
    layout: CounterLayout
    card: CounterCard
    art: Art
    bleed: float = 0.0
    record: FaceRecord | None = None

    @classmethod
    def in_box(
        cls,
        game: Game,
        counter: Unit | Marker,
        index: int,
        theme: Theme,
        box: Box,
        art: Art = NO_ART,
        bleed: float = 0.0,
        record: FaceRecord | None = None,
        layout: CounterLayout | None = None,
    ) -> CounterFace:
        """Return a face that fills a box as far as its proportions allow, in a layout or its own."""
        layout = layout or layout_of(game, counter, index)
        card = CounterCard(box, layout.grid, layout.corner, layout.shape)
        return cls(game, counter, index, theme, layout, card, art, bleed, record)

    @cached_property
    def side(self) -> Side | None:
        """Return the side of the unit or of the marker's face."""
        named = self.counter.side if isinstance(self.counter, Unit) else self.shown.side
        return None if named is None else self.game.info.side(named)

    @property
    def step(self) -> Step:
        """Return the step that a unit's face shows; an empty one for markers."""
        return self.counter.steps[self.index] if isinstance(self.counter, Unit) else Step()

    @property
    def shown(self) -> MarkerFace:
        """Return the face of a marker; an empty one for units."""
        return self.counter.faces[self.index] if isinstance(self.counter, Marker) else MarkerFace("")

    @property
    def reduced(self) -> bool:
        """Return whether the face shows a unit below full strength."""
        return isinstance(self.counter, Unit) and self.index > 0

    @cached_property
    def formation(self) -> Formation | None:
        """Return the unit's formation, or None."""
        return (
            self.game.counters.formation(self.counter.formation) if isinstance(self.counter, Unit) else None
        )

    @cached_property
    def colours(self) -> Colours:
        """Return the scheme of colours: the counter's palette, its formation's, or that of its side."""
        mix, own = self.game.counters, self.counter.palette
        palette = mix.palette(own) or mix.palette(self.formation.palette if self.formation else None)
        if palette is not None:
            return self.theme.palette(palette)
        if self.side is not None:
            return self.theme.side(self.side)
        return Colours(self.theme.panel, self.theme.panel, INK, _HAZARD)

    @cached_property
    def palette(self) -> Palette:
        """Return the colours of the face at its step."""
        steps = len(self.counter.steps) if isinstance(self.counter, Unit) else 1
        return face_palette(self.colours, self.index if isinstance(self.counter, Unit) else 0, steps)

    # Values ------------------------------------------------------------------------------------------

    def value(self, name: str) -> str:
        """Return a value of the unit or marker; "" if it has none of this name."""
        head, _, rest = name.partition(".")
        if head == "data":
            own = self.step.data if isinstance(self.counter, Unit) else self.shown.data
            common = self.counter.data if isinstance(self.counter, Unit) else {}
            return own.get(rest, common.get(rest, ""))
        if head == "ratings":
            return self.step.ratings.get(rest, "")
        known = UNIT_VALUES if isinstance(self.counter, Unit) else MARKER_VALUES
        return known[name](self) if name in known else ""

    def fill_in(self, template: str) -> str:
        """Return a template with its values; "" if it has values and all are empty."""
        names = TEMPLATE.findall(template)
        if not names:
            return template
        values = {name: self.value(name) for name in names}
        if not any(values.values()):
            return ""
        return TEMPLATE.sub(lambda found: values[found[1]], template)

    def draws(self, part: LayoutPart) -> bool:
        """Return whether a part is drawn on this face."""
        if part.when in ("", "full", "reduced"):
            return not part.when or (part.when == "reduced") == self.reduced
        return bool(self.fill_in(part.when).strip())

    # Colours -----------------------------------------------------------------------------------------

    def colour(self, name: str | None, default: Colour) -> Colour:
        """Return a colour that a layout names; `default` if it is omitted or the face has none such."""
        if name is None:
            return default
        if name.startswith("#"):
            return Colour(name)
        head, _, rest = name.partition(".")
        match head:
            case "side":
                return self._side_colour(rest, default)
            case "formation":
                return self.formation_colour(rest)
            case "data":
                found = self.value(name)
                return Colour(found) if re.fullmatch("#[0-9A-Fa-f]{6}", found) else default
            case "palette":
                which, _, role = rest.partition(".")
                palette = self.game.counters.palette(which)
                scheme = None if palette is None else self.theme.palette(palette)
                return default if scheme is None else Colour(getattr(scheme, role, default))
        return default

    def _side_colour(self, role: str, default: Colour) -> Colour:
        match role:
            case "ground":
                return self.palette.ground
            case "paper":
                return mix_colours(Colour(self.colours.fill), WHITE, 0.82)
        return Colour(getattr(self.colours, role, default))

    def formation_colour(self, role: str) -> Colour:
        """Return the `colour` or `ink` of the formation; those of the side without one."""
        ground = Colour(self.formation.colour if self.formation else self.colours.accent)
        if role == "ink":
            own = self.formation.ink if self.formation else None
            return Colour(own) if own else lettering_colour(ground)
        return ground

    # Places ------------------------------------------------------------------------------------------

    def box_of(self, part: LayoutPart) -> Box:
        """Return a part's box on the canvas; the whole counter if it has none."""
        return self.card.part(*(part.box or (0.0, 0.0, *self.layout.grid)))

    def area_of(self, part: LayoutPart) -> Box:
        """Return a part's box, extended into the bleed where it touches the counter's edge."""
        box = self.box_of(part)
        if self.bleed <= 0 or part.box is None:
            return box if self.bleed <= 0 else self.card.frame.inset(-self.bleed)
        left, top, right, bottom = self.touches(part)
        b = self.bleed
        return Box(
            box.x - b * left,
            box.y - b * top,
            box.width + b * (left + right),
            box.height + b * (top + bottom),
        )

    def touches(self, part: LayoutPart) -> tuple[bool, bool, bool, bool]:
        """Return whether a part touches the counter's left, upper, right and lower edge."""
        if part.box is None:
            return True, True, True, True
        x, y, width, height = part.box
        wide, high = self.layout.grid
        return x <= 1e-6, y <= 1e-6, x + width >= wide - 1e-6, y + height >= high - 1e-6


def _setup_hex(face: CounterFace) -> str:
    """Return the hex in which a unit starts in every scenario, on the face that it shows.

    A counter with a turn of arrival has none: hex and turn would be of different scenarios.
    """
    if arrival_turns(face.game, _unit(face)):
        return ""
    starts = memory_of(face.game.counters).starts(face.game)
    hex_id, step = starts.get(_unit(face).id, ("", 0))
    return hex_id if step == face.index + 1 else ""


def _unit(face: CounterFace) -> Unit:
    assert isinstance(face.counter, Unit)
    return face.counter


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _arrival(face: CounterFace) -> str:
    """Return the turn on which a unit arrives, or "1–2" if it may be any of these; "" for other turns."""
    turns = arrival_turns(face.game, _unit(face))
    if not turns or turns[-1] - turns[0] >= len(turns):
        return ""
    return str(turns[0]) if len(turns) == 1 else f"{turns[0]}–{turns[-1]}"


def _next_figures(face: CounterFace) -> str:
    """Return strength and movement allowance of the step below the one that the face shows."""
    steps = _unit(face).steps
    return printed_figures(steps[face.index + 1]) if face.index + 1 < len(steps) else ""


UNIT_VALUES: Final[Mapping[str, Callable[[CounterFace], str]]] = MappingProxyType(
    {
        "id": lambda face: face.counter.id,
        "designation": lambda face: _unit(face).designation,
        "name": lambda face: face.counter.name,
        "title": lambda face: face.value("data.title") or face.counter.name,
        "class": lambda face: face.game.counters.class_of(_unit(face)).name,
        "size": lambda face: "" if _unit(face).size == "none" else _unit(face).size,
        "side": lambda face: face.side.name if face.side is not None else "",
        "formation": lambda face: face.formation.name if face.formation is not None else "",
        "formation.short": lambda face: face.formation.short if face.formation is not None else "",
        "strength": lambda face: _number(face.step.strength),
        "defence": lambda face: (face.step.defence or "").replace("1/2", "½"),
        "ma": lambda face: _number(face.step.ma),
        "values": lambda face: printed_figures(face.step),
        "values.next": _next_figures,
        "steps": lambda face: str(len(_unit(face).steps) - face.index),
        "steps.all": lambda face: str(len(_unit(face).steps)) if len(_unit(face).steps) > 1 else "",
        "strengths": lambda face: ",".join(str(step.strength or 0) for step in _unit(face).steps),
        "arrival": _arrival,
        "arrives": lambda face: "yes" if arrival_turns(face.game, _unit(face)) else "",
        "setup": _setup_hex,
    }
)
"""The values of units by their names in templates. Others are `data.NAME` and `ratings.NAME`."""

MARKER_VALUES: Final[Mapping[str, Callable[[CounterFace], str]]] = MappingProxyType(
    {
        "id": lambda face: face.counter.id,
        "name": lambda face: face.counter.name,
        "text": lambda face: face.shown.text,
        "side": lambda face: face.side.name if face.side is not None else "",
    }
)
"""The values of markers by their names in templates. Others are `data.NAME`."""

Painter = Callable[[Canvas, CounterFace, LayoutPart], None]
"""A function that draws one part of a layout."""
