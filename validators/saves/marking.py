"""Draw what the module draws upon its map itself: how the hexes of networks are that change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from builder.diagnostics import Faults
from builder.model.ids import HexId
from builder.render.canvas import Colour
from builder.render.map.network_marks import Owned, draw_network_marks
from builder.render.map.plan import Stretch
from builder.render.map.stretches import stretches
from builder.render.svg import SvgCanvas
from validators.rules.network_marks import marks
from validators.saves.ours import OurGame, Reading
from validators.saves.position import Position


class Marking:
    """Draws the marks of one game's positions, each on a sheet of the size of its map."""

    def __init__(self, ours: OurGame) -> None:
        self._ours = ours

    @cached_property
    def _stretches(self) -> Mapping[HexId, Stretch]:
        return stretches(self._ours.game, self._ours.places.sheet)

    def drawn(self, position: Position) -> str:
        """Return the marks as an SVG document; nothing for none, or where nobody can read the position."""
        try:
            reading = Reading.of(self._ours, position)
            if reading.setting_up or not reading.setting.changing:
                return ""
            state = reading.state()
        except Faults:
            return ""
        setting, sheet, game = reading.setting, self._ours.places.sheet, self._ours.game
        canvas = SvgCanvas(sheet.width, sheet.height)
        for one in setting.changing:
            found = marks(setting, state, one)
            ends = dict(found.heads)
            owned = [
                Owned(
                    Colour(game.info.side(side).classic.accent),
                    setting.hexes(hexes),
                    setting.hexes(ends.get(side, 0)),
                )
                for side, hexes in found.alone
            ]
            cut = setting.hexes(found.cut)
            draw_network_marks(canvas, self._stretches, cut, owned, game.counters.sheet.counter_mm)
        return canvas.to_svg()
