"""The colours and line weights of all pictures. A theme is a set of colours, each for a role.

Drawing code uses a role (`theme.water`), never a colour. A side's own colours come from the game's data
through `Theme.side`. Line weights are in mm and the same in all themes, so that a change of theme never
moves anything. `styled_theme` applies what a game's map says about its style.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from hexwright.model.colours import Colours, Palette
from hexwright.model.counter_mix import CounterMix
from hexwright.model.game import Game, Side
from hexwright.model.hex_map import LookName, MapColour, MapStyle, TerrainArt
from hexwright.render.canvas import Colour
from hexwright.render.map_look import ACCESSIBLE, LOOKS, PUBLISHER, QUIET, MapLook

ThemeName = Literal["classic", "contrast"]

HAIR: Final = 0.12
"""Line weight of the hex grid and of vegetation marks."""
FINE: Final = 0.2
"""Line weight of lines inside tables, outlines of small symbols, and hachures."""
MEDIUM: Final = 0.35
"""Line weight of borders of boxes, outlines of regions, and rings of towns."""
STRONG: Final = 0.5
"""Line weight of railways, the edge of the hexes in play, and the front of a fortified line."""
HEAVY: Final = 0.9
"""Line weight of the map's frame."""

SMALLEST_TEXT: Final = 2.25
"""The smallest text size in mm that is still readable on paper."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, by role."""

    name: ThemeName

    sheet: Colour
    """The paper of the sheet, around the map and the panels."""
    panel: Colour
    """Background of boxes, tables and track cells."""
    panel_dark: Colour
    """Background of headers of tables and of bands in frames."""
    ink: Colour
    """Primary text and lines."""
    ink_quiet: Colour
    """Secondary text."""
    rule: Colour
    """Lines within tables and boxes."""
    on_dark: Colour
    """Text on `ink` or on a side's accent."""

    land: Colour
    """Clear terrain."""
    land_off: Colour
    """The area outside the hexes, inside the frame."""
    land_mottle: Colour
    """Faint patches on clear terrain."""
    hex_line: Colour
    """The hex grid."""
    hex_number: Colour
    """Printed hex numbers."""
    map_edge: Colour
    """The border of the hexes in play."""

    forest: Colour
    """The area of a forest."""
    forest_edge: Colour
    """The outline of a forest."""
    forest_mark: Colour
    """Trees."""
    forest_mark_light: Colour
    """The lit side of trees."""
    swamp: Colour
    """The area of a swamp."""
    swamp_mark: Colour
    """The outline of a swamp, and its reeds."""
    hills: Colour
    """The area of hills."""
    hills_mark: Colour
    """Hachures of hills."""
    water: Colour
    """Rivers and lakes."""
    water_edge: Colour
    """The casing of rivers, and the shores of lakes."""
    water_name: Colour
    """Names of rivers and lakes."""
    built_up: Colour
    """The area of a city."""
    built_up_mark: Colour
    """The outline and streets of a city."""

    rail: Colour
    """Railways with their ties, and the arrows where they leave the map."""
    rail_bed: Colour
    """The pale bed that sets a railway off from the terrain."""
    road: Colour
    """Roads."""
    road_edge: Colour
    """The casing and the centre line of roads."""
    fort: Colour
    """A fortified line and its name."""
    front: Colour
    """Front lines through rows of hexes."""
    fort_ground: Colour
    """Terrain behind fortified lines."""

    place_name: Colour
    """Names of cities, towns and other places."""
    halo: Colour
    """The outline of text on the map."""
    weather_clear: Colour
    """The sun, in pictures of the weather."""
    weather_mud: Colour
    """Ruts and puddles, in pictures of the weather."""
    weather_snow: Colour
    """Rain, snow and frost, in pictures of the weather."""

    water_deep: Colour
    """The middle of lakes and seas."""
    crops: Colour
    """Fields of farms, and terrain of the art `field`."""
    sand: Colour
    """Deserts, dunes and beaches."""
    rough: Colour
    """Broken ground, and slopes."""
    rock: Colour
    """Stones, cliffs and walls."""
    jungle: Colour
    """The area of a jungle."""
    snow: Colour
    """Terrain under snow and ice."""
    look: MapLook
    """How the map is decorated."""

    def side(self, side: Side) -> Colours:
        """Return a side's colours in this theme."""
        return side.classic if self.name == "classic" else side.contrast

    def palette(self, palette: Palette) -> Colours:
        """Return a palette's colours in this theme."""
        return palette.classic if self.name == "classic" or palette.contrast is None else palette.contrast

    def ground(self, art: TerrainArt) -> Colour:
        """Return the background colour for a kind of terrain."""
        grounds: dict[TerrainArt, Colour] = {
            "forest": self.forest,
            "swamp": self.swamp,
            "hills": self.hills,
            "lake": self.water,
            "city": self.built_up,
            "sea": self.water,
            "marsh": self.swamp,
            "jungle": self.jungle,
            "field": self.crops,
            "sand": self.sand,
            "rough": self.rough,
            "slope": self.rough,
            "snow": self.snow,
        }
        return grounds.get(art, self.land)

    def accent(self, side: Side | None) -> Colour:
        """Return the colour of a side's marks and titles; `ink` if there is no side."""
        return self.ink if side is None else Colour(self.side(side).accent)


CLASSIC: Final = Theme(
    name="classic",
    sheet=Colour("#efe5cd"),
    panel=Colour("#f8f2e2"),
    panel_dark=Colour("#dccfae"),
    ink=Colour("#2a241d"),
    ink_quiet=Colour("#6a5d48"),
    rule=Colour("#b7a781"),
    on_dark=Colour("#fbf6e8"),
    land=Colour("#ece4c8"),
    land_off=Colour("#e4d9bb"),
    land_mottle=Colour("#d9dab4"),
    hex_line=Colour("#8d8468"),
    hex_number=Colour("#4b4130"),
    map_edge=Colour("#6a5d48"),
    forest=Colour("#a6b580"),
    forest_edge=Colour("#7f965c"),
    forest_mark=Colour("#4f6b41"),
    forest_mark_light=Colour("#8fa860"),
    swamp=Colour("#c9d6bd"),
    swamp_mark=Colour("#4c7670"),
    hills=Colour("#dcc493"),
    hills_mark=Colour("#94703f"),
    water=Colour("#a9cedb"),
    water_edge=Colour("#3f6f88"),
    water_name=Colour("#285f8a"),
    built_up=Colour("#d9b496"),
    built_up_mark=Colour("#9c6a4b"),
    rail=Colour("#2f2a26"),
    rail_bed=Colour("#f8f3e4"),
    road=Colour("#c8553d"),
    road_edge=Colour("#f6e3c8"),
    fort=Colour("#7c3f1d"),
    front=Colour("#7d2a6e"),
    fort_ground=Colour("#e6c99c"),
    place_name=Colour("#1f1a15"),
    halo=Colour("#f7f1df"),
    weather_clear=Colour("#e0a526"),
    weather_mud=Colour("#8a5f38"),
    weather_snow=Colour("#5f93b8"),
    water_deep=Colour("#6c9cbc"),
    crops=Colour("#dccb86"),
    sand=Colour("#ecd9a0"),
    rough=Colour("#d3c3a2"),
    rock=Colour("#7d6a51"),
    jungle=Colour("#8fb079"),
    snow=Colour("#f1f3f1"),
    look=PUBLISHER,
)

CONTRAST: Final = Theme(
    name="contrast",
    sheet=Colour("#ffffff"),
    panel=Colour("#ffffff"),
    panel_dark=Colour("#e2e2e2"),
    ink=Colour("#000000"),
    ink_quiet=Colour("#3a3a3a"),
    rule=Colour("#8a8a8a"),
    on_dark=Colour("#ffffff"),
    land=Colour("#fbfaf5"),
    land_off=Colour("#e6e6e2"),
    land_mottle=Colour("#f8f7f1"),
    hex_line=Colour("#8c8c8c"),
    hex_number=Colour("#1e1e1e"),
    map_edge=Colour("#000000"),
    forest=Colour("#a8d5c2"),
    forest_edge=Colour("#2f7d63"),
    forest_mark=Colour("#1f5e49"),
    forest_mark_light=Colour("#6fb39a"),
    swamp=Colour("#d8e6f0"),
    swamp_mark=Colour("#3f6f91"),
    hills=Colour("#f0d69a"),
    hills_mark=Colour("#8a5a00"),
    water=Colour("#3d9be0"),
    water_edge=Colour("#003f7a"),
    water_name=Colour("#00386e"),
    built_up=Colour("#c792b0"),
    built_up_mark=Colour("#5e2f52"),
    rail=Colour("#000000"),
    rail_bed=Colour("#ffffff"),
    road=Colour("#d55e00"),
    road_edge=Colour("#ffffff"),
    fort=Colour("#7a2800"),
    front=Colour("#6b1f6b"),
    fort_ground=Colour("#f6c98f"),
    place_name=Colour("#000000"),
    halo=Colour("#ffffff"),
    weather_clear=Colour("#e69f00"),
    weather_mud=Colour("#6b3e12"),
    weather_snow=Colour("#0072b2"),
    water_deep=Colour("#2f86c6"),
    crops=Colour("#e6df8e"),
    sand=Colour("#f4e3b0"),
    rough=Colour("#cdbfae"),
    rock=Colour("#4d3c28"),
    jungle=Colour("#6fb58f"),
    snow=Colour("#eef3fb"),
    look=ACCESSIBLE,
)

THEMES: Final[Mapping[ThemeName, Theme]] = MappingProxyType({"classic": CLASSIC, "contrast": CONTRAST})
"""All themes by name."""

_PLAIN: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "land": Colour("#f4eed9"),
        "land_mottle": Colour("#f4eed9"),
        "hex_line": Colour("#8a8272"),
        "forest": Colour("#cbd8a6"),
        "forest_edge": Colour("#8aa05c"),
        "forest_mark": Colour("#5f7a3c"),
        "forest_mark_light": Colour("#cbd8a6"),
        "swamp": Colour("#c8dedb"),
        "swamp_mark": Colour("#3f7f94"),
        "hills": Colour("#ecc98c"),
        "hills_mark": Colour("#7a5230"),
        "water": Colour("#a5d2e8"),
        "water_deep": Colour("#a5d2e8"),
        "water_edge": Colour("#2f739c"),
        "built_up": Colour("#e0a58a"),
        "built_up_mark": Colour("#8f4a33"),
        "road": Colour("#c0452f"),
    }
)
"""The few flat inks of the style `plain`, where they differ from those of the theme `classic`."""


def styled_theme(theme: Theme, game: Game) -> Theme:
    """Return a theme with the style of a game's map.

    The theme `contrast` keeps its colours and the look `accessible`: who asks for it needs both.
    """
    style = game.hexmap.style or MapStyle()
    if theme.name == "contrast":
        return theme
    return _styled(theme_of_look(style.look), style, game.counters)


def theme_of_look(look: LookName) -> Theme:
    """Return the theme whose map has a style that comes with hexwright."""
    if look == "accessible":
        return _coloured(replace(CLASSIC, look=ACCESSIBLE), _map_colours(CONTRAST))
    if look == "plain":
        return _coloured(replace(CLASSIC, look=LOOKS[look]), _PLAIN)
    return CLASSIC


def quiet_theme(theme: Theme) -> Theme:
    """Return a theme for a small map below counters: plain colours and few marks, or few marks alone.

    Shores and names are those of the theme, so a map is laid out once for both.
    """
    plain = theme_of_look("plain") if theme.name != "contrast" else theme
    colours = {role: getattr(plain, role) for role in get_args(MapColour) if role != "water_name"}
    return replace(_coloured(theme, colours), look=replace(QUIET, wander=theme.look.wander))


def _map_colours(theme: Theme) -> dict[str, Colour]:
    """Return the colours of a theme that the map uses, by role."""
    roles = get_args(MapColour)
    more = ("map_edge", "rail_bed", "fort", "front", "fort_ground", "place_name", "halo", "rock", "jungle")
    return {role: getattr(theme, role) for role in (*roles, *more)}


def _styled(theme: Theme, style: MapStyle, mix: CounterMix) -> Theme:
    """Return a theme with the changes that a style makes."""
    look = theme.look
    changed: dict[str, Any] = {part: getattr(look, part) * by for part, by in style.weights.items()}
    changed |= {part: getattr(look, part) * by for part, by in style.density.items()}
    if style.relief is not None and look.painted_land:
        changed["relief"] = style.relief
    look = replace(look, aged_paper=style.paper == "aged", **changed)
    named = {str(role): _named_colour(theme, colour, mix) for role, colour in style.colours.items()}
    return _coloured(replace(theme, look=look), {role: colour for role, colour in named.items() if colour})


def _named_colour(theme: Theme, name: str, mix: CounterMix) -> Colour | None:
    """Return a colour as it is written, or that of a palette; None if there is no such palette."""
    if name.startswith("#"):
        return Colour(name.lower())
    _, which, role = name.split(".")
    palette = mix.palette(which)
    return None if palette is None else Colour(getattr(theme.palette(palette), role).lower())


def _coloured(theme: Theme, colours: Mapping[str, Colour]) -> Theme:
    changed: dict[str, Any] = dict(colours)
    return replace(theme, **changed)
