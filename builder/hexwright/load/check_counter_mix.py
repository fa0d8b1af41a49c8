"""Check the counter mix: steps of units, and ids and faces of markers."""

from __future__ import annotations

from hexwright.load.check_context import CheckContext
from hexwright.load.check_pictures import check_pictures, read_fonts
from hexwright.support.message_wording import count_noun, quote


def check_counter_mix(check: CheckContext) -> None:
    """Report counters that can't be made."""
    mix = check.game.counters
    units = {unit.id for unit in mix.units}
    for unit in mix.units:
        if not unit.steps and check.was_read_whole("counters", "units", unit.id, "steps"):
            check.error(
                "C001",
                f"unit {quote(unit.id)} has no steps",
                check.spans.key("counters", "units", unit.id, "steps"),
                "write one entry for each step, strongest first: [{strength: 4, ma: 4}]",
            )
    check_pictures(check)
    read_fonts(check)
    for marker in mix.markers:
        if marker.id in units:
            check.error(
                "C005",
                f"{quote(marker.id)} is the id of a marker and of a unit",
                check.spans.key("counters", "markers", marker.id),
                "rename the unit or the marker",
            )
        fits = 1 <= len(marker.faces) <= 2 or marker.shows_control
        if not fits and check.was_read_whole("counters", "markers", marker.id, "faces"):
            check.error(
                "C006",
                f"marker {quote(marker.id)} has {count_noun(len(marker.faces), 'face')}, but a counter has "
                f"one or two",
                check.spans.key("counters", "markers", marker.id, "faces"),
                "write one face for the front and, if needed, one for the back; a marker that shows which "
                "side "
                "controls a place has a face for each side, with 'symbol: control' and 'side'",
            )
