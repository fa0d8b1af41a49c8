"""The faces of pieces by their layers: which there are, and their pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexwright.inspect.analysis.module_images import open_image
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.inspect.analysis.svg_fonts import with_our_fonts
from hexwright.makers.piece_faces import MAX_FACES, draw_face, read_faces
from hexwright.render.svg_raster import rasterise
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait
from tests.makers.test_module_edit import foreign_zip
from tests.module_checks import sound

SYMBOLS = (
    b'<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="red"><stop stop-color="#f00"/>'
    b'</linearGradient><rect id="ground" width="40" height="40" fill="url(#red)"/></defs></svg>'
)
TANK = (
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" '
    b'height="40"><use xlink:href="symbols.svg#ground"/></svg>'
)
RED, BLUE, DOT = (255, 0, 0, 255), (0, 0, 255, 255), (0, 255, 0, 255)


def _png(size: int, colour: tuple[int, int, int, int]) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (size, size), colour).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleView]:
    entries = dict(sound.files().entries)
    entries |= {"images/red.png": _png(40, RED), "images/blue.png": _png(40, BLUE)}
    entries["images/dot.png"] = _png(6, DOT)
    entries |= {"images/glass.png": _png(40, (0, 0, 0, 60))}
    entries |= {"images/symbols.svg": SYMBOLS, "images/tank.svg": TANK}
    path = tmp_path / "theirs.vmod"
    path.write_bytes(foreign_zip(entries))
    with open_module([path]) as view:
        yield view


def _flip(**more: Any) -> t.Layer:
    return t.Layer.of("Step", ("red.png", "blue.png"), ("", "reduced"), **more)


def _moved(level: int) -> t.Layer:
    return t.Layer.of("Moved", ("dot.png",), always_active=False, level=level, x_offset=12, y_offset=-12)


BASE = t.BasicPiece(name="1st Foot", image="")


def test_a_layer_that_covers_the_piece_has_faces_and_another_only_marks(module: ModuleView) -> None:
    faces = read_faces(module, (BASE, _flip(), _moved(-1)))
    assert [(face.layer, face.level) for face in faces.all] == [("", ""), ("Step", "reduced")]
    assert [layer for layer, _ in faces.marks] == ["Moved"]


def test_a_transparent_or_small_level_is_a_mark_beside_levels_that_are_faces(module: ModuleView) -> None:
    layer = t.Layer.of("Step", ("red.png", "blue.png", "dot.png", "glass.png", ""))
    faces = read_faces(module, (BASE, layer))
    assert [one.pictures[-1:] for one in faces.others] == [(("blue.png", 0, 0, 0, 1.0),)]
    assert [image for _, image in faces.marks] == ["dot.png", "glass.png"]
    over = t.Layer.of("Spent", ("blue.png", ""))
    shown = read_faces(module, (t.BasicPiece(image="red.png"), over)).others
    assert [one.pictures[-1][0] for one in shown] == ["red.png"]


def test_a_drawing_shows_parts_of_another_drawing(module: ModuleView) -> None:
    picture = open_image(module, "tank.svg", 10_000)
    assert picture is not None
    assert picture.getpixel((20, 20)) == RED


@pytest.mark.parametrize(
    "named", ["font-family='Nimbus Sans L'", "style='font-family:Nimbus Roman No9 L;fill:red'"], ids=str
)
def test_text_of_a_drawing_in_an_unknown_font_is_drawn(named: str) -> None:
    text = f"<text y='30' font-size='30' fill='red' {named}>W</text>"
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>{text}</svg>"
    drawn = rasterise(with_our_fonts(drawing.encode()).decode(), 40)
    with Image.open(io.BytesIO(drawn)) as picture:
        assert picture.getbbox() is not None


def test_a_face_is_drawn_from_the_bottom_up_with_each_layer_at_its_offset(module: ModuleView) -> None:
    faces = read_faces(module, (BASE, _flip(), _moved(1)))
    front, back = (draw_face(module, face.parts) for face in faces.all[:2])
    assert front is not None
    assert back is not None
    assert (front.image.size, front.left, front.top) == ((40, 40), -20, -20)
    assert (front.image.getpixel((20, 20)), back.image.getpixel((20, 20))) == (RED, BLUE)
    assert front.image.getpixel((32, 8)) == DOT
    assert front.image.getpixel((8, 32)) == RED


@pytest.mark.parametrize(("value", "shown"), [("2", BLUE), ("1", RED), ("9", BLUE), ("none", RED)], ids=str)
def test_a_layer_follows_a_property_of_the_piece(
    module: ModuleView, value: str, shown: tuple[int, int, int, int]
) -> None:
    layer = _flip(follow=True, expression="{Steps}")
    face = draw_face(module, read_faces(module, (BASE, t.Marker.of({"Steps": value}), layer)).front.parts)
    assert face is not None
    assert face.image.getpixel((20, 20)) == shown


def test_a_label_is_written_with_the_piece_s_own_properties(module: ModuleView) -> None:
    traits: tuple[Trait, ...] = (BASE, _flip(), t.Marker.of({"Power": "8"}))
    label = t.TextLabel(
        label="$Power$", size=24, vertical="c", vertical_just="c", horizontal="c", horizontal_just="c"
    )
    face = read_faces(module, (*traits, label)).front
    assert [one.label for one in face.labels] == ["8"]
    drawn = draw_face(module, face.parts)
    assert drawn is not None
    colours = {colour for _, colour in drawn.image.getcolors(9_999) or ()}
    assert min(colour[0] for colour in colours if isinstance(colour, tuple)) < 100


def test_a_rotated_piece_is_turned_whole(module: ModuleView) -> None:
    turned = t.CanRotate(facings=6, facing=1)
    drawn = draw_face(module, read_faces(module, (BASE, _flip(), turned)).front.parts)
    assert drawn is not None
    assert drawn.image.width > 40


def test_faces_are_counted_only_up_to_a_limit(module: ModuleView) -> None:
    layers = [t.Layer.of(f"L{n}", ("red.png", "blue.png"), scale=1 + n / 100) for n in range(MAX_FACES + 20)]
    faces = read_faces(module, (BASE, *layers))
    assert len(faces.all) <= MAX_FACES + 1
    assert faces.left_out > 0


def test_a_piece_without_pictures_has_no_drawing(module: ModuleView) -> None:
    assert draw_face(module, read_faces(module, (BASE,)).front.parts) is None
