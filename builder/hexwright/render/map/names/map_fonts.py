"""Choose the fonts of names on the map by its style, and check that they have the letters of all names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Span, error
from hexwright.model.game import Game
from hexwright.model.hex_map import HexMap, MapLettering, MapStyle, PlaceKind
from hexwright.render.counters.own_fonts import OwnFont, UnusableFontError, unshapeable, visual_order
from hexwright.render.counters.type_faces import BUILT_IN_NAMES, BuiltInFace, type_face
from hexwright.render.designer_pictures import Art
from hexwright.render.fonts import FontFace
from hexwright.support.message_wording import did_you_mean, quote

_Path = tuple[str | int, ...]
CITIES: Final[frozenset[PlaceKind]] = frozenset({"capital", "major-city", "city"})
"""The kinds of places whose names have the font of cities."""


def map_fonts(game: Game, art: Art) -> Mapping[MapLettering, FontFace | OwnFont]:
    """Return the fonts that the style of a game's map chooses; `art` has the designer's files."""
    style = game.hexmap.style or MapStyle()
    found: dict[MapLettering, FontFace | OwnFont] = {}
    for what, name in style.fonts.items():
        face = type_face(game, name, art)
        found[what] = face.face if isinstance(face, BuiltInFace) else face.font
    return found


def check_map_fonts(game: Game, locate: Callable[[_Path], Span], art: Art) -> Iterator[Diagnostic]:
    """Yield an error for each font that doesn't exist, and for each name that its font can't show."""
    style = game.hexmap.style or MapStyle()
    known = (*BUILT_IN_NAMES, *(font.id for font in game.counters.fonts))
    wrong = {what for what, name in style.fonts.items() if name not in known}
    for what in sorted(wrong):
        name = style.fonts[what]
        yield error(
            "R001",
            f"no font {quote(name)}",
            locate(("hexmap", "style", "fonts", what)),
            did_you_mean(name, known, "fonts"),
        )
    try:
        fonts = map_fonts(game, art)
    except UnusableFontError:
        # The check of layouts reports files that aren't fonts.
        return
    for what, text, path in _names(game):
        if what not in wrong:
            yield from _name_faults(style.fonts.get(what, ""), fonts.get(what), text, locate(path))


def _name_faults(name: str, font: FontFace | OwnFont | None, text: str, span: Span) -> Iterator[Diagnostic]:
    if visual_order(text) != text:
        yield error(
            "K015",
            f"{quote(text)} contains letters written from right to left, which names on maps can't show",
            span,
            "write the name in letters that run from left to right",
        )
    elif unshapeable(text):
        yield error(
            "K014",
            f"{quote(text)} is in a script whose letters change places, which can't be set",
            span,
            "write the name in another script",
        )
    elif lacking := _lacking(font, text):
        told = f"font {quote(name)} has" if name else "the map's font has"
        yield error(
            "K014",
            f"{told} no glyph for {quote(lacking)} in {quote(text)}",
            span,
            "name a font of 'fonts' in counters.yaml that has these letters in 'fonts' of the map's 'style'",
        )


def _lacking(font: FontFace | OwnFont | None, text: str) -> str:
    """Return the letters of a name that its font lacks."""
    if isinstance(font, OwnFont):
        return font.missing(text)
    return BuiltInFace(font or FontFace.SERIF).missing(text)


_Lettered = tuple[MapLettering, str, str, _Path]
"""What names an entry, its own lettering and its name as the map writes them, and its path in the data."""


def _names(game: Game) -> Iterator[tuple[MapLettering, str, _Path]]:
    """Yield names with a font or a lettering of their own, as the map writes them, and their paths."""
    fonts = (game.hexmap.style or MapStyle()).fonts
    for what, lettered, name, path in (*_areas(game.hexmap), *_lines(game.hexmap)):
        if lettered or (what in fonts and name):
            yield what, lettered or name, (*path, "lettered" if lettered else "name")


def _areas(hexmap: HexMap) -> Iterator[_Lettered]:
    for place in hexmap.places:
        lettered, name = place.lettered, place.name
        if place.kind == "capital":
            lettered, name = lettered.upper(), name.upper()
        what: MapLettering = "cities" if place.kind in CITIES else "towns"
        yield what, lettered, name, ("hexmap", "places", place.id)
    for region in hexmap.regions:
        path = ("hexmap", "regions", region.id)
        if region.kind == "water":
            yield "water", region.lettered, region.name, path
        else:
            yield "landscapes", region.lettered.upper(), region.name.upper(), path


def _lines(hexmap: HexMap) -> Iterator[_Lettered]:
    for hexside in hexmap.hexsides:
        for line in hexside.lines:
            path = ("hexmap", "hexsides", hexside.id, "lines", line.id)
            if hexside.art in ("river", "lake"):
                yield "water", line.lettered, line.name, path
            else:
                yield "lines", line.lettered.upper(), line.name.upper(), path
    for feature in hexmap.features:
        for group in feature.groups if feature.art in ("fortification", "front") else ():
            path = ("hexmap", "features", feature.id, "groups", group.id)
            yield "lines", group.lettered.upper(), group.name.upper(), path
