"""Pictures that counters name: what `check` takes must be drawn, on the screen and on paper."""

from __future__ import annotations

import io
import re
import struct
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image

from hexwright.diagnostics.diagnostic import DiagnosticReport
from hexwright.load.check_context import CheckContext
from hexwright.load.check_pictures import check_pictures
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.load.value_spans import ValueSpans
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import counter_face_svg, counter_faces
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.fuzz.frame import ROOT, Input
from tests.fuzz.mutating import SPICE, mutated_bytes, mutated_text

TOY = ROOT / "tests" / "toy"

_PARTS = (
    "<rect width='9' height='9' fill='red'/>", "<use href='#a'/>", "<g id='a'>", "</g>", "<g opacity='.5'>",
    "<image href='secret.png'/>", "<image href='file:///etc/hostname'/>",
    "<image width='9' height='9' href='",
    "data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,&lt;svg/>", "<script>", "<style>",
    "a{fill:url(x)}</style>", "<foreignObject/>", " fill='url(#b)'", " mask='url(#a)'", " filter='url(#f)'",
    "<filter id='f'><feTurbulence baseFrequency='.1' numOctaves='9'/></filter>",
    "<filter id='f'><feGaussianBlur stdDeviation='1e9'/></filter>", "<feMorphology radius='1e9'/>",
    "<pattern id='b' width='1e-9' height='1' patternUnits='userSpaceOnUse'><path d='M0 0h9'/></pattern>",
    "<linearGradient id='b' href='#b'><stop/></linearGradient>",
    "<clipPath id='a'><path d='M0 0h9v9z'/></clipPath>",
    "<mask id='a' mask='url(#a)'><rect width='9' height='9'/></mask>", "<text font-size='1e9'>x</text>",
    "<marker id='a'><path d='M0 0h1'/></marker>", " marker-mid='url(#a)'", " transform='scale(1e9)'",
    " transform='scale(0)'", " transform='rotate(1e40)'", " stroke='red' stroke-width='1e30'",
    " stroke-dasharray='1e-30'", " d='M0 0 C 1e30 1 -1e30 20 10 10'", " width='1e999'", " height='-0'",
    " viewBox='0 0 1 1000000'", " width='1' height='60'", "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "&a;",
    "<?xml?>", "<switch>", "<symbol id='a'>", "<a href='x'>", "<animate attributeName='href' to='x'/>",
    "xml:base='file:///'",
    "preserveAspectRatio='none'", "<svg width='1e9' height='1e9'>", "<svg viewBox='0 0 0 0'>", "</svg>",
)  # fmt: skip


@cache
def _drawings() -> tuple[str, ...]:
    lion = (TOY / "art" / "toy-bridge" / "lion.svg").read_text(encoding="utf-8")
    head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
    body = "".join(part for part in _PARTS if part.startswith("<") and part.endswith("/>"))
    return (
        lion,
        f"{head}<path d='M0 0h9v9H0z'/><g id='a'><circle r='3'/></g><use href='#a'/></svg>",
        head + body,
    )


@cache
def _pixels() -> tuple[bytes, ...]:
    found = []
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        stream = io.BytesIO()
        Image.linear_gradient("L").resize((24, 18)).convert(mode if mode != "I;16" else "I").convert(
            mode
        ).save(stream, "PNG")
        found.append(stream.getvalue())
    guard = (TOY / "art" / "toy-bridge" / "badges" / "guard.png").read_bytes()
    return (guard, *found)


def mutant(chance: Random) -> bytes:
    """Return a PNG or an SVG with damage."""
    if chance.random() < 0.3:
        data = chance.choice(_pixels())
        return mutated_bytes(chance, data) if chance.random() < 0.3 else _mutated_chunks(chance, data)
    text = chance.choice(_drawings())
    if chance.random() < 0.6:
        text = _with_parts(chance, text)
    else:
        text = mutated_text(chance, text, (*SPICE, *_PARTS), most=5)
    coding = chance.choice(("utf-8",) * 18 + ("utf-16", "latin-1"))
    return text.encode(coding, "replace")


def _with_parts(chance: Random, text: str) -> str:
    """Return a drawing with elements and attributes put in where XML allows them, mostly."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        part = chance.choice(_PARTS)
        attribute = not part.startswith("<") and part.endswith("'")
        tags = list(re.finditer(r"<[a-z]+" if attribute else r"(?<=>)(?=<)", text))
        if tags:
            at = chance.choice(tags).end()
            text = f"{text[:at]} {part.strip()} {text[at:]}" if attribute else text[:at] + part + text[at:]
    return text


def _mutated_chunks(chance: Random, data: bytes) -> bytes:
    """Return a PNG with damage within its parts, whose sums are right again, or with parts in odd places."""
    chunks = []
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    number = chance.randrange(len(chunks))
    kind, content = chunks[number]
    way = chance.random()
    if way < 0.1:
        chunks[number:number] = [(kind, content)] * chance.choice((2, 20, 500, 5000))
    elif way < 0.6:
        if kind == b"IDAT":
            content = zlib.compress(mutated_bytes(chance, zlib.decompress(content)))
        elif content:
            changed = bytearray(content)
            changed[chance.randrange(len(changed))] = chance.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
            content = bytes(changed)
        chunks[number] = (kind, content)
    elif way < 0.8:
        extra = (b"tRNS", b"PLTE", b"gAMA", b"iCCP", b"acTL", b"fcTL", b"eXIf", b"zTXt", b"pHYs", b"sBIT")
        chunks.insert(
            number, (chance.choice(extra), chance.randbytes(chance.choice((0, 1, 3, 6, 8, 26, 99))))
        )
    else:
        chunks.insert(chance.randrange(len(chunks)), chunks.pop(number))
    parts = (struct.pack(">I", len(c)) + k + c + struct.pack(">I", zlib.crc32(k + c)) for k, c in chunks)
    return data[:8] + b"".join(parts)


@cache
def _game() -> Game:
    """Return the toy with the one unit whose picture is damaged."""
    game = load_game(Project(TOY), "toy-bridge").game
    unit = next(unit for unit in game.counters.units if unit.symbol_picture)
    return replace(game, counters=replace(game.counters, units=(unit,), markers=()))


def run(path: Path) -> bool:
    """Check the picture as the art of a unit; draw the counter and its print where it passes."""
    data = path.read_bytes()
    name = "picture.png" if data.startswith(b"\x89") else "picture.svg"
    path.with_name(name).write_bytes(data)
    (unit,) = _game().counters.units
    game = replace(_game(), counters=replace(_game().counters, units=(replace(unit, symbol_picture=name),)))
    report = DiagnosticReport()
    sources: dict[str, bytes] = {}
    check_pictures(CheckContext(game, ValueSpans(), report, path.parent, path.parent, sources))
    for diagnostic in report:
        assert diagnostic.span is not None
        assert diagnostic.hint
        assert "\n" not in str(diagnostic)
    if report.has_errors:
        return False
    art = {name: sources[name]}
    for face in counter_faces(game):
        rasterise(counter_face_svg(game, face, CLASSIC, art), 150)
    document = PdfDocument("art")
    with document.page(60, 60) as canvas:
        canvas.image(Box(5, 5, 21, 15), art[name])
    document.to_bytes()
    return True


INPUT = Input("art", "Pictures that counters name", ".art", mutant, run, sample=15, processes=True)
