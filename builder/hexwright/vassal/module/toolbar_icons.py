"""Draw the icons of the toolbars as SVG pictures, in which the sides have their own colours."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.module.side_colours import INK

ICON_PX: Final = 22
"""The width and height of an icon. With its border, a button has 34 pixels."""
_PAPER, _SKY, _GOLD, _RED, _GREEN = "#fffaf0", "#2f6c9e", "#f2b134", "#b3261e", "#2e7d4f"
_LENS = '<circle cx="10" cy="10" r="6.5" fill="{paper}"/><path d="M15 15l6 6" stroke-width="3"/>'
_PIPS = "".join(
    f'<circle cx="{x}" cy="{y}" r="1.1"/>' for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16))
)
_COUNTER = (
    '<rect x="3.5" y="5.5" width="17" height="13" rx="1.5" fill="{paper}"/><path d="M4 6l16 12M20 6L4 18"/>'
)

_SHAPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undo": '<path d="M9 4L4 9l5 5M4.5 9H14a5.5 5.5 0 0 1 0 11H8"/>',
        "step": '<path d="M5 4.5l10 7.5-10 7.5z" fill="{gold}"/><path d="M19 4.5v15"/>',
        "server": '<circle cx="12" cy="12" r="9" fill="{paper}"/><path d="M3 12h18M12 3c-5 5-5 13 0'
        ' 18M12 3c5 5 5 13 0 18"'
        ' stroke-width="1.4"/>',
        "save": '<path d="M3.5 3.5H17l3.5 3.5v13.5h-17z" fill="{sky}"/><path d="M7.5 3.5V9H15V3.5M7'
        ' 20.5V14h10v6.5"'
        ' fill="{paper}"/>',
        "load": '<path d="M3 19.5V4.5h6.5l2 3H19v3.5" fill="{paper}"/><path d="M3 19.5L6 11h16l-3'
        ' 8.5z" fill="{gold}"/>',
        "log": '<path d="M3.5 5.5h17v13h-17z" fill="{paper}"/><path d="M4 6l8 7 8-7"/>'
        '<circle cx="19" cy="18" r="3.5" fill="{red}" stroke="{paper}" stroke-width="1.2"/>',
        "next": '<path d="M3.5 8.5H12v-5l9 8.5-9 8.5v-5H3.5z" fill="{green}" stroke="{green}"/>',
        "battle": '<path d="M12 1.5l2.4 5.2 5.2-2.3-2 5.4 5.4 2.2-5.4 2.3 2 5.3-5.2-2.2L12 22.5l-2.4-5.1-5.2'
        ' 2.2 2-5.3L1 12l5.4-2.2-2-5.4 5.2 2.3z" fill="{red}" stroke="{ink}" stroke-width="1.2"/>'
        '<path d="M12 7l1.4 3.4 3.6-.4-2.3 2.6 1.5 3.1-3.3-1-2.6 2.3.1-3.5-3-1.7 3.4-.9z" fill="{gold}"'
        ' stroke="none"/>',
        "die": f'<rect x="3.5" y="3.5" width="17" height="17" rx="4" fill="{{paper}}"/><g'
        f' fill="{{ink}}" stroke="none">{_PIPS}</g>',
        "attrition-die": f'<rect x="3.5" y="3.5" width="17" height="17" rx="4" fill="{{gold}}"/>'
        f'<g fill="{{ink}}" stroke="none">{_PIPS}</g>',
        "score": '<path d="M5 21V3"/><path d="M5 4h7v9H5z" fill="{first}"/><path d="M12 4h8l-2.5'
        ' 4.5L20 13h-8z" fill="{last}"/>',
        "charts": '<path d="M3.5 4.5h17v15h-17z" fill="{paper}"/><path d="M3.5 4.5h17v4.5h-17z"'
        ' fill="{sky}"/>'
        '<path d="M3.5 14h17M9 9v10.5M15 9v10.5" stroke-width="1.4"/>',
        "inventory": '<path d="M10 6h11M10 12h11M10 18h11"/><path d="M3.5 4h4v4h-4z" fill="{first}"'
        ' stroke-width="1.2"/>'
        '<path d="M3.5 10h4v4h-4z" fill="{last}" stroke-width="1.2"/><path d="M3.5 16h4v4h-4z"'
        ' fill="{paper}" stroke-width="1.2"/>',
        "windows": '<path d="M3.5 3.5h12v10h-12z" fill="{paper}"/><path d="M8.5 9.5h12v11h-12z"'
        ' fill="{paper}"/>'
        '<path d="M8.5 9.5h12V13h-12z" fill="{sky}"/>',
        "rules": '<path d="M12 4v16M7 20.5h10M4.5 6.5h15"/><path d="M5.5 7L2.5 14h6zM18.5 7l-3 7h6z"'
        ' fill="{gold}"/>',
        "seat": '<circle cx="8" cy="7" r="3.5" fill="{first}"/><path d="M2.5 20c0-11 11-11 11 0z"'
        ' fill="{first}"/>'
        '<circle cx="17" cy="9" r="3" fill="{last}"/><path d="M12.5 20.5c0-10 9-10 9 0z" fill="{last}"/>',
        "help": '<circle cx="12" cy="12" r="9.5" fill="{sky}" stroke="{sky}"/>'
        '<path d="M9 9.5a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 2.2M12 17.6v.4" stroke="{paper}" stroke-width="2.4"/>',
        "zoom-in": f'{_LENS}<path d="M7 10h6M10 7v6"/>',
        "zoom-out": f'{_LENS}<path d="M7 10h6"/>',
        "zoom-pick": f'{_LENS}<path d="M7.2 9l2.8 2.8L12.8 9"/>',
        "overview": '<path d="M3 6l6-2.5 6 2.5 6-2.5V18l-6 2.5-6-2.5-6 2.5z" fill="{paper}"/>'
        '<path d="M9 3.5V18M15 6v14.5" stroke-width="1.2"/><path d="M6.5 8.5h7v6h-7z" stroke="{red}"/>',
        "pieces-shown": _COUNTER,
        "pieces-hidden": f'<g stroke="#8b939b">{_COUNTER}</g><path d="M3 21L21 3" stroke="{{red}}"'
        f' stroke-width="2.6"/>',
        "places": '<path d="M12 21.5C7 15 5.5 12.5 5.5 9.5a6.5 6.5 0 0 1 13 0c0 3-1.5 5.5-6.5 12z"'
        ' fill="{red}"/>'
        '<circle cx="12" cy="9.5" r="2.3" fill="{paper}" stroke="none"/>',
    }
)
"""The shapes on a square of 24 units, drawn with a line of ink 1.8 units wide unless they say otherwise."""
GAP: Final = "gap"
"""The icon of the line between two groups of buttons."""
_GAP_PICTURE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="{ICON_PX}" viewBox="0 0 3 {ICON_PX}">'
    f'<path d="M1.5 1v{ICON_PX - 2}" stroke="#a9b0b6" stroke-width="1"/></svg>'
)


def icon(name: str) -> str:
    """Return the file name of an icon; raise KeyError if there is none."""
    if name != GAP:
        _SHAPES[name]
    return f"icon-{name}.svg"


def icon_pictures(game: Game) -> Mapping[str, bytes]:
    """Return all icons as SVG, keyed by file name. A game's first and last side have their own colours."""
    first, *_, last = game.info.sides
    colours = {
        "ink": INK,
        "paper": _PAPER,
        "sky": _SKY,
        "gold": _GOLD,
        "red": _RED,
        "green": _GREEN,
        "first": first.classic.fill,
        "last": last.classic.fill,
    }
    found = {icon(name): _picture(shape.format_map(colours)) for name, shape in _SHAPES.items()}
    return {name: text.encode() for name, text in (found | {icon(GAP): _GAP_PICTURE}).items()}


def _picture(shape: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{ICON_PX}" height="{ICON_PX}" viewBox="0 0 24 24">'
        f'<g fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">'
        f"{shape}</g></svg>"
    )
