"""Fonts of names on the map: those that come with hexwright, and the designer's, such as for Chinese."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTCollection, TTFont

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geometry.hex_layout import Point
from hexwright.load.game_loading import LoadedGame, load_game
from hexwright.render.check_drawings import check_drawings
from hexwright.render.counters.own_fonts import own_font
from hexwright.render.fonts import FontFace
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.names.map_names import NameMemory
from hexwright.render.map.names.name_placement import PlacedName
from hexwright.render.map.names.placed_names_json import names_as_json, names_from_json
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet, sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.cookbook.recipes import SLUG, write
from tests.render.counters.made_fonts import made_font

KANJI = made_font({"東": 1000, "京": 900})
ART = {"kanji.ttf": KANJI}
MILL = 'places: {mill: {name: Mill, hex: "0603", kind: town, lettered: %s}}\n'


def _loaded(
    folder: Path, lettered: str, style: str, file: str = "kanji.ttf", font: bytes = KANJI
) -> LoadedGame:
    """Return the small game with a town that has a lettering of its own and a font, checked."""
    blocks = [
        ("map.yaml", f"style: {{fonts: {style}}}\n" + MILL % lettered),
        ("counters.yaml", f"fonts: {{kanji: {{file: {file}, licence: OFL}}}}\n"),
    ]
    project = write(folder, blocks)
    project.art(SLUG).mkdir(parents=True, exist_ok=True)
    (project.art(SLUG) / file).write_bytes(font)
    return load_game(project, SLUG, sheet_faults=check_drawings)


def _laid_out(loaded: LoadedGame) -> MapLayers:
    return sheet_layers(loaded.game, CLASSIC, plan_sheet(loaded.game), art=ART, names=NameMemory())


def _mill(board: MapLayers) -> PlacedName:
    [found] = [label for label in board.labels if label.id == "place:mill"]
    return found


def test_a_name_in_a_font_of_the_designers_is_drawn_as_shapes_with_a_halo(tmp_path: Path) -> None:
    loaded = _loaded(tmp_path, "東京", "{towns: kanji}")
    assert loaded.diagnostics == ()
    board, plan, canvas = _laid_out(loaded), plan_sheet(loaded.game), RecordingCanvas()
    mill = _mill(board)
    assert mill.text == "東京"
    assert mill.boxes[0].width == pytest.approx(1.9 * mill.lettering.size)
    draw_sheet(loaded.game, CLASSIC, canvas, plan, board)
    assert not {"Mill", "東京"} & {text.text for text in canvas.texts}
    halo, shape = [path for path in canvas.paths if "label:place:mill" in path.groups]
    assert "name-halos" in halo.groups
    assert halo.style.stroke is not None
    assert shape.style.fill == mill.lettering.fill
    # The made font's letters end above the baseline and 0.02 em before their width.
    assert mill.boxes[0].inset(-0.01).holds(shape.path.box)


def test_the_first_font_of_a_collection_is_used(tmp_path: Path) -> None:
    """Debian's package of Noto fonts for Chinese, Japanese and Korean has nothing but collections."""
    collection = TTCollection()
    collection.fonts = [TTFont(io.BytesIO(KANJI)), TTFont(io.BytesIO(made_font({"東": 500})))]
    data = io.BytesIO()
    collection.save(data)
    loaded = _loaded(tmp_path, "東京", "{towns: kanji}", "kanji.ttc", data.getvalue())
    assert loaded.diagnostics == ()
    art = {"kanji.ttc": data.getvalue()}
    board = sheet_layers(loaded.game, CLASSIC, plan_sheet(loaded.game), art=art, names=NameMemory())
    mill = _mill(board)
    assert mill.boxes[0].width == pytest.approx(1.9 * mill.lettering.size)


def test_a_letter_on_a_curve_is_turned_with_its_baseline() -> None:
    font = own_font(KANJI)
    shape = font.shape("東", Point(10, 20), 5.0, rotation=90)
    assert shape is not None
    box = shape.box
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((10, 20, 13.5, 24.9))


@pytest.mark.parametrize(("name", "face"), [("bold", FontFace.SANS_BOLD), ("serif", FontFace.SERIF)])
def test_a_style_chooses_among_the_fonts_that_come_with_hexwright(
    name: str, face: FontFace, tmp_path: Path
) -> None:
    loaded = _loaded(tmp_path, "Мельница", f"{{towns: {name}}}")
    assert loaded.diagnostics == ()
    mill = _mill(_laid_out(loaded))
    assert (mill.text, mill.lettering.face) == ("Мельница", face)


def test_names_in_a_font_of_the_designers_are_kept_for_other_processes(tmp_path: Path) -> None:
    labels = _laid_out(_loaded(tmp_path, "東京", "{towns: kanji}")).labels
    kept = names_as_json(labels, ())
    assert names_from_json(kept, [own_font(KANJI)]) == (labels, ())
    assert names_from_json(kept) is None


@pytest.mark.parametrize(
    ("lettered", "style", "told"),
    [
        ("東西", "{towns: kanji}", "K014 font 'kanji' has no glyph for '西' in '東西'"),
        ("東京", "{lines: kanji}", "K014 the map's font has no glyph for '京東' in '東京'"),
        ("東京", "{towns: kanjy}", "R001 no font 'kanjy'"),
        ("חטיבה", "{towns: kanji}", "K015 'חטיבה' contains letters written from right to left"),
        ("दिल्ली", "{towns: kanji}", "K014 'दिल्ली' is in a script whose letters change places"),
        ('""', "{towns: kanji}", "K014 font 'kanji' has no glyph for 'Mil' in 'Mill'"),
    ],
)
def test_a_name_that_its_font_cannot_show_is_told(
    lettered: str, style: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as raised:
        _loaded(tmp_path, lettered, style)
    code, _, words = told.partition(" ")
    assert [found.code for found in raised.value.diagnostics] == [code]
    assert words in str(raised.value)
