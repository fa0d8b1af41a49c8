"""Draw the marks that the module's scripts draw on its map: the state of network hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.diagnostics.diagnostic import Faults
from hexwright.model.ids import HexId
from hexwright.render.canvas import Colour
from hexwright.render.map.line_stretches import stretches
from hexwright.render.map.network_status_marks import Owned, draw_network_marks
from hexwright.render.map.sheet_plan import Stretch
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.rules.transport.network_hex_states import marks
from hexwright.saves.hexwright_saves import OurGame, Reading
from hexwright.saves.log_position import Position


class Marking:
    """A drawing of the marks in one game's positions, each on a sheet of the size of its map."""

    def __init__(self, ours: OurGame) -> None:
        self._ours = ours

    @cached_property
    def _stretches(self) -> Mapping[HexId, Stretch]:
        return stretches(self._ours.game, self._ours.places.sheet)

    def drawn(self, position: Position) -> str:
        """Return the marks as an SVG document; empty if there are none or the position can't be read."""
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
