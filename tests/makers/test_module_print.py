"""Sheets of any module: fronts over backs, true sizes, maps in tiles, charts; pictures one at a time."""

from __future__ import annotations

import io
import multiprocessing
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.makers.picture_encoding import EncodingJob, WholePicture, encoding_workers
from hexwright.makers.piece_faces import PieceFace
from hexwright.makers.printed_pictures import PrintedPictures
from hexwright.makers.printed_pieces import PieceChoice, list_pieces
from hexwright.render.canvas import Box
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_pictures import (
    EncodedPicture,
    LatePicture,
    encode_bands,
    encode_file,
    encode_pixels,
)
from hexwright.render.pictures_ahead import BeginEncoding, PicturesAhead
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
from hexwright.vassal.codec.module_archive import zip_entries
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from tests.paper.sheets import crop, difference, opened, picture, text_of

Told = pytest.CaptureFixture[str]
RED, BLUE, GOLD, GREEN, PINK = (200, 0, 0), (0, 0, 200), (220, 180, 0), (0, 140, 0), (230, 0, 150)


def _picture(size: tuple[int, int], colour: tuple[int, int, int], form: str = "PNG", dpi: int = 0) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, form, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def _slot(kind: type[c.PieceSlot], name: str, gpid: str, *traits: Trait, image: str = "") -> c.PieceSlot:
    slot = kind.new(entry_name=name, gpid=gpid)
    slot.text = AddPiece(GamePiece.of(t.BasicPiece(image=image, name=name, gpid=gpid), *traits)).encode()
    return slot


def _infantry(gpid: str) -> c.PieceSlot:
    return _slot(c.PieceSlot, "Infantry", gpid, t.Layer.of("Step", ("red.png", "blue.png")))


def _module(dpi: int = 0) -> bytes:
    grid = c.HexGrid.new(x0=40, y0=40, dx=60.0, dy=70.0)
    board = c.Board.new(grid, name="Field", image="board.jpg")
    deck = c.DrawPile.new(
        _slot(c.CardSlot, "Ambush", "5", t.Mask(image="back.png"), image="card.png"), name="Draw"
    )
    stack = c.SetupStack.new(_infantry("3"), _infantry("4"), name="At start")
    root = c.GameModule.new(
        c.PieceWindow.new(
            c.ListWidget.new(
                _infantry("1"),
                _slot(c.PieceSlot, "Supply", "2", image="gold.png"),
                _slot(c.PieceSlot, "Place", "6", image="clear.png"),
                entry_name="Units",
            ),
            name="Pieces",
        ),
        c.Map.new(c.BoardPicker.new(board), deck, stack, map_name="Main"),
        c.ChartWindow.new(c.Chart.new(chart_name="Results", file_name="chart.png"), name="Charts"),
        name="The Ford",
    )
    clear = io.BytesIO()
    Image.new("RGBA", (75, 75), (0, 0, 0, 0)).save(clear, "PNG")
    pictures = {
        "red.png": _picture((75, 75), RED, dpi=dpi),
        "blue.png": _picture((75, 74), BLUE),
        "gold.png": _picture((75, 75), GOLD, dpi=dpi),
        "card.png": _picture((300, 420), GREEN),
        "back.png": _picture((300, 420), PINK),
        "chart.png": _picture((900, 500), GOLD),
        "board.jpg": _picture((1800, 1200), GREEN, "JPEG"),
        "clear.png": clear.getvalue(),
    }
    entries = {f"images/{name}": data for name, data in pictures.items()}
    return zip_entries({"buildFile.xml": serialise(root), **entries})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Print a small module once, and return the folder with it and its sheets."""
    found = tmp_path_factory.mktemp("printed")
    (found / "ford.vmod").write_bytes(_module())
    code = run(["print", str(found / "ford.vmod"), "--out", str(found), "--copies", "supply=3"])
    assert code == ExitCode.OK
    return found


@pytest.fixture
def module(folder: Path) -> Iterator[ModuleView]:
    with open_module([folder / "ford.vmod"]) as view:
        yield view


def test_backs_lie_behind_their_fronts_at_true_size(folder: Path) -> None:
    data = (folder / "ford-counters-a4.pdf").read_bytes()
    document = opened(data)
    front, back = picture(document, 0), picture(document, 1)
    edge = 5 / 8 * 25.4
    red = _find(front, RED)
    assert (red.width, red.height) == pytest.approx((5 * edge, edge), abs=0.8)
    third = Box(210 - red.right + edge / 2, red.centre.y, 0.5, 0.5)
    assert crop(back, third).getpixel((0, 0)) == BLUE
    gold = _find(front, GOLD)
    assert gold.width == pytest.approx(3 * edge, abs=0.8)
    behind = crop(back, Box(210 - gold.right, gold.y, gold.width, gold.height).inset(1))
    assert difference(behind, Image.new("RGB", behind.size, "white")) < 1


def test_the_index_names_what_is_printed_and_no_clear_piece(folder: Path) -> None:
    document = opened((folder / "ford-counters-a4.pdf").read_bytes())
    text = text_of(document, len(document) - 1)
    assert "Infantry" in text
    assert "Supply" in text
    assert "Place" not in text


def test_a_card_is_printed_as_large_as_a_card_with_its_mask_behind(folder: Path) -> None:
    document = opened((folder / "ford-cards-a4.pdf").read_bytes())
    card = _find(picture(document, 0), GREEN)
    assert (card.width, card.height) == pytest.approx((63.5, 88.9), abs=0.8)
    assert _find(picture(document, 1), PINK).width == pytest.approx(63.5, abs=0.8)


def test_a_map_is_cut_into_tiles_through_corners_of_hexes(folder: Path) -> None:
    document = opened((folder / "ford-map-a4.pdf").read_bytes())
    assert len(document) > 3
    assert "tile" in text_of(document, 1)
    assert "corners of hexes" in text_of(document, 0)
    assert _find(picture(document, 1), GREEN).width > 120


def test_a_chart_has_a_page_of_its_own(folder: Path) -> None:
    document = opened((folder / "ford-charts-a4.pdf").read_bytes())
    assert len(document) == 1
    assert "Results" in text_of(document, 0)


def test_the_same_module_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    module = str(folder / "ford.vmod")
    assert run(["print", module, "--out", str(tmp_path), "--copies", "supply=3"]) == ExitCode.OK
    for made in tmp_path.iterdir():
        assert made.read_bytes() == (folder / made.name).read_bytes()


def test_a_piece_of_the_palette_on_the_map_is_printed_as_often_as_there(module: ModuleView) -> None:
    found = list_pieces(module, PieceChoice(), None)
    assert [piece.name for piece in found.counters] == ["Infantry", "Supply", "Infantry"]
    assert [piece.name for piece in found.cards] == ["Ambush"]
    assert found.without_picture == 1
    only = list_pieces(module, PieceChoice(("pieces",), ("supply",)), None)
    assert [piece.name for piece in only.counters] == ["Infantry"]


@pytest.mark.parametrize(
    ("dpi", "stated", "found", "words"),
    [
        (None, 0, 120.0, "guess"),
        (None, 150, 150.0, "pictures say"),
        (None, 96, 120.0, "guess"),
        (60.0, 150, 60.0, "asked"),
    ],
    ids=["guess", "stated", "screen", "asked"],
)
def test_the_resolution_is_asked_for_stated_or_guessed_and_told(
    tmp_path: Path, dpi: float | None, stated: int, found: float, words: str
) -> None:
    path = tmp_path / "ford.vmod"
    path.write_bytes(_module(stated))
    with open_module([path]) as view:
        resolution = list_pieces(view, PieceChoice(), dpi).resolution
    assert (resolution.dpi, words in resolution.told) == (found, True)


def _find(page: Image.Image, colour: tuple[int, int, int]) -> Box:
    """Return the box in mm around all pixels of nearly a colour."""
    bands = zip(page.split(), colour, strict=True)
    masks = [band.point(lambda value, want=want: 255 * (abs(value - want) < 12)) for band, want in bands]
    whole = Image.merge("RGB", masks).convert("L").point(lambda value: 255 * (value > 250))
    box = whole.getbbox()
    assert box is not None, colour
    mm = page.width / 210 if page.width < page.height else page.width / 297
    return Box(box[0] / mm, box[1] / mm, (box[2] - box[0]) / mm, (box[3] - box[1]) / mm)


# Pictures in a PDF --------------------------------------------------------------------------------------
def _drawing() -> Image.Image:
    return Image.radial_gradient("L").resize((60, 40)).convert("RGB")


def _saved(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def _shown(encoded: EncodedPicture) -> Image.Image:
    document = PdfDocument("x")
    with document.page(60, 40) as canvas:
        canvas.picture(Box(0, 0, 60, 40), LatePicture("a", lambda: encoded))
    return picture(opened(document.to_bytes()), 0)


@pytest.mark.parametrize(
    "data",
    [
        _saved(_drawing()),
        _saved(_drawing().convert("L")),
        _saved(_drawing().quantize(16)),
        _saved(_drawing().quantize(200)),
        _saved(_drawing(), "JPEG", quality=95),
    ],
    ids=["rgb", "grey", "few colours", "palette", "jpeg"],
)
def test_a_file_whose_pixels_stay_packed_looks_the_same(data: bytes) -> None:
    kept = encode_file(data)
    assert kept is not None
    assert kept.data in data or kept.compression == "FlateDecode"
    with Image.open(io.BytesIO(data)) as before:
        assert difference(_shown(kept), _shown(encode_pixels(before.convert("RGB")))) < 0.5


@pytest.mark.parametrize(
    "data",
    [
        _saved(_drawing().convert("RGBA")),
        _saved(_drawing())[:-30],
        _saved(_drawing()).replace(b"IDAT", b"JDAT", 1),
        _saved(_drawing().convert("CMYK"), "JPEG"),
        b"GIF89a",
    ],
    ids=["transparent", "cut off", "damaged", "cmyk", "gif"],
)
def test_a_file_that_a_pdf_cant_hold_as_it_is_is_decoded(data: bytes) -> None:
    assert encode_file(data) is None


def test_clear_parts_of_a_palette_are_white() -> None:
    image = Image.new("P", (10, 10))
    image.putpalette([0, 0, 0, 255, 0, 0])
    kept = encode_file(_saved(image, transparency=0))
    assert kept is not None
    assert kept.palette[:6] == b"\xff\xff\xff\xff\x00\x00"


def test_bands_and_pixels_make_the_same_picture() -> None:
    whole = _drawing().convert("RGBA")
    bands = [whole.crop((0, top, 60, top + 8)) for top in range(0, 40, 8)]
    assert difference(_shown(encode_pixels(whole)), _shown(encode_bands(60, 40, bands))) == 0


def test_pictures_are_encoded_once_and_only_when_the_file_is_written() -> None:
    calls: list[str] = []

    def late(key: str) -> LatePicture:
        def encode() -> EncodedPicture:
            calls.append(key)
            return encode_pixels(_drawing())

        return LatePicture(key, encode)

    document = PdfDocument("x")
    for _ in range(2):
        with document.page(60, 40) as canvas:
            canvas.picture(Box(0, 0, 9, 9), late("a"))
            canvas.picture(Box(9, 0, 9, 9), late("b"))
    assert calls == []
    document.to_bytes()
    assert calls == ["a", "b"]


class _Elsewhere:
    """Begins pictures and notes which; each is encoded when its result is waited for."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    def __call__(self, picture: LatePicture) -> Callable[[], EncodedPicture]:
        self.begun.append(picture.key)
        return picture.encode


def _late(number: int, pixels: int) -> LatePicture:
    return LatePicture(str(number), lambda: encode_pixels(Image.new("RGB", (number + 1, 1))), pixels)


def test_small_pictures_are_encoded_a_few_ahead_and_large_ones_when_their_turn_comes() -> None:
    ahead, begin = PicturesAhead(), _Elsewhere()
    written: list[tuple[int, int]] = []
    pictures = [_late(n, 100_000_000 if n % 7 == 0 else 100) for n in range(61)]
    for one in pictures:
        ahead.add(one)
    ahead.watch, ahead.begin = lambda number, count: written.append((number, count)), begin
    for n, one in enumerate(pictures):
        assert ahead.encoded(one).width == n + 1
        assert n < max(map(int, begin.begun)) <= n + 24 or n >= 59
    assert begin.begun == [str(n) for n in range(61) if n % 7]
    assert written == [(n, 61) for n in range(1, 62)]


def test_pictures_encoded_ahead_have_a_limited_number_of_pixels_together() -> None:
    ahead, begin = PicturesAhead(), _Elsewhere()
    pictures = [_late(n, 3_500_000) for n in range(9)]
    for one in pictures:
        ahead.add(one)
    ahead.begin = begin
    for n, one in enumerate(pictures):
        assert ahead.encoded(one).width == n + 1
        assert len(begin.begun) <= n + 5
    assert len(begin.begun) == 9


def test_pictures_of_the_size_of_a_card_are_encoded_ahead_and_larger_ones_arent() -> None:
    ahead, begin = PicturesAhead(), _Elsewhere()
    pictures = [_late(0, 1_500_000), _late(1, 4_500_000)]
    for one in pictures:
        ahead.add(one)
    ahead.begin = begin
    assert [ahead.encoded(one).width for one in pictures] == [1, 2]
    assert begin.begun == ["0"]


def _printed_by(module: ModuleView, begin: BeginEncoding | None) -> tuple[bytes, set[str]]:
    """Return a document with the faces and the board of a module, and the names that are missing."""
    pictures = PrintedPictures(module, 100)
    pieces = list_pieces(module, PieceChoice(), None)
    late = [pictures.face(one.front) for one in (*pieces.counters, *pieces.cards)]
    late += [pictures.whole("board.jpg", 100), pictures.face(PieceFace((t.BasicPiece(image="none.png"),)))]
    document = PdfDocument("x")
    with document.page(60, 40) as canvas:
        for n, one in enumerate(late):
            canvas.picture(Box(n, 0, 1, 1), replace(one, pixels=100))
    file = io.BytesIO()
    document.write_to(file, None, begin)
    return file.getvalue(), pictures.missing


def test_worker_processes_print_the_same_bytes_and_tell_what_is_missing(
    folder: Path, module: ModuleView
) -> None:
    with encoding_workers((folder / "ford.vmod",), is_much=True) as begin:
        found = _printed_by(module, begin)
    assert found == _printed_by(module, None)
    assert found[1] == {"none.png"}


def test_what_dead_workers_left_is_encoded_in_this_process(folder: Path, module: ModuleView) -> None:
    others = {child.pid for child in multiprocessing.active_children()}
    with encoding_workers((folder / "ford.vmod",), is_much=True) as begin:
        for worker in multiprocessing.active_children():
            if worker.pid not in others:
                worker.kill()
                worker.join()
        assert _printed_by(module, begin) == _printed_by(module, None)


def test_a_worker_encodes_the_pictures_of_extensions_too(tmp_path: Path, folder: Path) -> None:
    build = serialise(c.ModuleExtension.new(module="Ford"))
    entries = {"buildFile.xml": build, "images/more.png": _picture((30, 20), PINK)}
    (tmp_path / "more.vmdx").write_bytes(zip_entries(entries))
    job = EncodingJob((folder / "ford.vmod", tmp_path / "more.vmdx"))
    for name, size in (("red.png", (75, 75)), ("more.png", (30, 20))):
        found = job.do((WholePicture(name, 10_000), 100.0))
        assert found is not None
        assert (found.width, found.height) == size
    assert job.do((WholePicture("absent.png", 10_000), 100.0)) is None


def test_a_drawing_of_pictures_is_drawn_at_their_pixels_and_others_at_those_of_the_paper(
    tmp_path: Path,
) -> None:
    picture = b64encode(_picture((90, 60), RED)).decode()
    inside = f'<image width="60" height="40" href="data:image/png;base64,{picture}"/>'
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">{}</svg>'
    texts = {"scan.svg": root.format(inside), "shape.svg": root.format('<circle r="9"/>')}
    entries = {f"images/{name}": text.encode() for name, text in texts.items()}
    build = serialise(c.GameModule.new(name="Drawn"))
    (tmp_path / "drawn.vmod").write_bytes(zip_entries({"buildFile.xml": build, **entries}))
    with open_module([tmp_path / "drawn.vmod"]) as view:
        pictures = PrintedPictures(view, 100)
        faces = {name: pictures.face(PieceFace((t.BasicPiece(image=name),))).encode() for name in texts}
        boards = {name: pictures.whole(name, 254).encode() for name in texts}
    assert {name: (one.width, one.height) for name, one in faces.items()} == {
        "scan.svg": (90, 60),
        "shape.svg": (180, 120),
    }
    assert {name: one.width for name, one in boards.items()} == {"scan.svg": 90, "shape.svg": 3000}


# The command --------------------------------------------------------------------------------------------
def test_what_is_guessed_and_left_out_is_told(folder: Path, tmp_path: Path, capsys: Told) -> None:
    assert (
        run(["print", str(folder / "ford.vmod"), "--out", str(tmp_path), "--what", "counters"]) == ExitCode.OK
    )
    told = capsys.readouterr()
    assert "120 pixels per inch is a guess" in told.err
    assert "1 piece without a picture" in told.err
    assert "3 counters, 2 with a back" in told.out
    assert [made.name for made in tmp_path.iterdir()] == ["ford-counters-a4.pdf"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["absent.vmod"], "there is no such file"),
        (["ford.vmod", "--only", "Nowhere"], "the module has nothing of this to print"),
        (["ford.vmod", "--shop"], "--shop, --booklet, --hex and --option are for games"),
        (["ford.vmod", "--copies", "six"], "--copies takes TEXT=N"),
        (["ford.vmod", "--what", "rules"], "--what needs counters, cards, map, charts"),
        (["ford", "--dpi", "100"], "are for modules"),
        (["broken.vmod"], "not a zip archive"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
def test_mistakes_are_told_in_one_line_and_write_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told, arguments: list[str], told: str
) -> None:
    (tmp_path / "ford.vmod").write_bytes(_module())
    (tmp_path / "broken.vmod").write_bytes(b"PK")
    monkeypatch.chdir(tmp_path)
    assert run(["print", *arguments]) != ExitCode.OK
    assert told in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.glob("*.pdf"))
