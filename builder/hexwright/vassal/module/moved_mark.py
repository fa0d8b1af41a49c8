"""Mark each moved unit with a small arrow in a disc. The mark hides nothing printed on a counter."""

from __future__ import annotations

from typing import Final

from hexwright.render.counters.counter_background import DESIGN
from hexwright.vassal.codec.traits import MarkWhenMoved
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.board_positions import BoardPositions

MOVED_MARK_FILE: Final = "moved.svg"


def moved_mark_trait(places: BoardPositions) -> MarkWhenMoved:
    """Return the trait that shows the mark on a moved unit."""
    edge = places.resolution.counter
    disc = places.moved_mark
    return MarkWhenMoved(
        image=MOVED_MARK_FILE,
        x_offset=round((disc.x - disc.across / 2 - DESIGN / 2) / DESIGN * edge),
        y_offset=round((disc.y - disc.across / 2 - DESIGN / 2) / DESIGN * edge),
        menu="",
        key=key_commands.MOVED_OR_NOT,
        ignore_same_location=True,
        moved_menu="",
        moved_key=key_commands.MOVED,
        unmoved_menu="",
        unmoved_key=key_commands.UNMOVED,
    )


def moved_mark_picture(places: BoardPositions) -> bytes:
    """Return the picture of the mark as SVG."""
    edge = round(places.moved_mark.across / DESIGN * places.resolution.counter)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{edge}" height="{edge}" viewBox="0 0 44 44">'
        '<circle cx="22" cy="22" r="20" fill="#ffffff" stroke="#1f1b16" stroke-width="4"/>'
        '<path d="M9 22h18" fill="none" stroke="#1f1b16" stroke-width="7"/>'
        '<path d="M22 10l14 12-14 12z" fill="#1f1b16"/>'
        "</svg>"
    ).encode()
