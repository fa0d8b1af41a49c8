"""Draw the marks by which module scripts show the state of network hexes on the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.ids import HexId
from hexwright.render.canvas import Colour
from hexwright.render.map.network_marks.line_stretches import line_stretches
from hexwright.render.map.network_marks.network_status_marks import SideMarks, draw_network_marks
from hexwright.render.map.sheet.sheet_plan import LineStretch
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.rules.transport.network_hex_states import marks_of_network
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition


class NetworkMarkDrawing:
    """Draws the network marks in positions of one game, each on a sheet of the size of the map."""

    def __init__(self, ours: HexwrightGame) -> None:
        self._ours = ours

    @cached_property
    def _stretches(self) -> Mapping[HexId, LineStretch]:
        return line_stretches(self._ours.game, self._ours.places.sheet)

    def draw_marks(self, position: LogPosition) -> str:
        """Return the marks as an SVG document; an empty string if there are no marks or the position can't be
        read.
        """
        try:
            reading = ReadPosition.of(self._ours, position)
            if reading.setting_up or not reading.setting.changeable_networks:
                return ""
            state = reading.state()
        except InputError:
            return ""
        setting, sheet, game = reading.setting, self._ours.places.sheet, self._ours.game
        canvas = SvgCanvas(sheet.width, sheet.height)
        for one in setting.changeable_networks:
            found = marks_of_network(setting, state, one)
            ends = dict(found.railheads)
            owned = [
                SideMarks(
                    Colour(game.info.side(side).classic.accent),
                    setting.hex_ids(hexes),
                    setting.hex_ids(ends.get(side, 0)),
                )
                for side, hexes in found.hexes_of_one_side
            ]
            cut = setting.hex_ids(found.cut_hexes)
            draw_network_marks(canvas, self._stretches, cut, owned, game.counters.sheet.counter_mm)
        return canvas.to_svg()
