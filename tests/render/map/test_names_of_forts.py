"""The name along a fortress of one hex holds together, however short and bent its front is."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature, FeatureGroup
from hexwright.model.ids import HexId, Mm
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.names.label_engine import LINE_PRICES
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.line_names import offers_along
from hexwright.render.map.names.name_placement import NameStyle, PlacedName
from hexwright.render.map.polylines import resample
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from tests.render.map.boards import game, sheet

sizes = pytest.mark.parametrize("hex_mm", [17.0, 24.0])
_FORTS = {"0302": "Kirov", "0504": "Fort Suvorov", "0806": "The Bastion of Kutuzov", "1103": "Redoubt"}


@cache
def _fortresses(hex_mm: float) -> MapLayers:
    """Lay out a map with fortresses of one hex each, two of them beside railways."""
    played = game("2022")
    groups = tuple(
        FeatureGroup(f"fort-{n}", name, (HexId(hex_id),)) for n, (hex_id, name) in enumerate(_FORTS.items())
    )
    soviet = played.info.sides[1].id
    forts = Feature("forts", "Fortresses", "fortification", groups, soviet)
    others = tuple(feature for feature in played.hexmap.features if feature.art != "fortification")
    shown = replace(
        played,
        hexmap=replace(
            played.hexmap, features=(*others, forts), grid=replace(played.hexmap.grid, hex_mm=Mm(hex_mm))
        ),
    )
    return sheet_layers(shown, CLASSIC, plan_sheet(shown))


def _apart(label: PlacedName) -> list[str]:
    """Return the pairs of letters between which a name falls apart: by their distance, or by a turn."""
    style, found = label.lettering, []
    places = [n for n, char in enumerate(label.text) if not char.isspace()]
    for (n, one), (m, other) in pairwise(zip(places, label.pieces, strict=True)):
        spaces = m - n - 1
        usual = (style.width(one.text) + style.width(other.text)) / 2 + style.spacing * (1 + spaces)
        usual += spaces * style.width(" ")
        turned = abs((other.rotation - one.rotation + 180) % 360 - 180)
        if not 0.55 * usual < one.at.distance(other.at) < 1.3 * usual + 0.2 or turned > 32:
            found.append(one.text + other.text)
    return found


def _faults(board: MapLayers) -> dict[str, list[str]]:
    works = [label for label in board.labels if label.id.startswith("work:")]
    return {label.text: pairs for label in works if (pairs := _apart(label))}


@sizes
def test_names_along_fortresses_of_one_hex_hold_together(hex_mm: float) -> None:
    board = _fortresses(hex_mm)
    assert _faults(board) == {}
    placed = {label.text for label in board.labels if label.id.startswith("work:")}
    told = set(board.unplaced_names)
    assert {name.upper() for name in _FORTS.values()} == placed | {name.upper() for name in told}
    assert placed


@sizes
def test_a_name_along_a_fortress_stays_near_its_hex(hex_mm: float) -> None:
    board = _fortresses(hex_mm)
    hexes = {name.upper(): HexId(hex_id) for hex_id, name in _FORTS.items()}
    for label in board.labels:
        if label.id.startswith("work:"):
            centre = board.view.layout.centre(hexes[label.text])
            assert (
                max(centre.distance(piece.at) for piece in label.pieces) < 1.2 * board.view.layout.hex_width
            )


_LARGE = [pytest.param(case, marks=pytest.mark.slow) for case in ("letters", "campaign")]


@pytest.mark.parametrize("case", ["2022", "pointy", "fixed sheet", *_LARGE])
def test_no_name_along_a_fortified_line_falls_apart(case: str) -> None:
    assert _faults(sheet(case).board) == {}


@pytest.mark.parametrize("radius", [2.5, 3.5, 5.0, 7.0])
def test_every_position_along_the_front_of_a_small_fortress_holds_together(radius: float) -> None:
    """On the inside of a bend, a line of letters may be so short that it turns back on itself."""
    ring = [
        Point(50 + radius * math.cos(math.pi * n / 24), 50 - radius * math.sin(math.pi * n / 24))
        for n in range(-9, 34)
    ]
    style = NameStyle(FontFace.SANS_SEMIBOLD, 2.4, CLASSIC.fort, 0.6)
    ground, offers = LabelGround(Box(0, 0, 100, 100)), []
    for name in ("KIROV", "REDOUBT", "FORT SUVOROV"):
        for offset in (-2.2, 3.4, -4.0, 5.0, 5.6):
            label = PlacedName("work:fort", name, style, (), 0.5)
            offers += offers_along(label, resample(ring, 1.0), [offset], ground, LINE_PRICES, 1.0)
    assert offers
    assert [offer.label.text for offer in offers if offer.label and _apart(offer.label)] == []
