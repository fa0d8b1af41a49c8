"""Damages to the pictures that counters name."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from PIL import Image

from tests.load.damage import SLUG, Case, Damage, all_of, replace, write

ART = f"art/{SLUG}"
LION = f"{ART}/lion.svg"
GUARD = f"{ART}/badges/guard.png"
NS = 'xmlns="http://www.w3.org/2000/svg"'


def _drawn(body: str, size: str = 'viewBox="0 0 9 9"') -> Damage:
    return _named(f"lion.svg became {body or size}", LION, f"<svg {NS} {size}>\n {body}\n</svg>".encode())


def _png(words: str, mode: str, size: tuple[int, int], cut: int = 0, **options: Any) -> Damage:
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, "PNG", **options)
    return _named(f"guard.png became {words}", GUARD, stream.getvalue()[: -cut or None])


def _jpeg(size: tuple[int, int], mode: str = "L") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, "JPEG")
    return stream.getvalue()


def _map_picture(words: str, data: bytes) -> Damage:
    ground = replace("map.yaml", "km_per_hex:", "picture: ground.jpg\nkm_per_hex:")
    return Damage(f"the map became {words}", all_of(ground, write(f"{ART}/ground.jpg", data)).act)


def _named(words: str, path: str, data: bytes) -> Damage:
    return Damage(words, write(path, data).act)


def _link(to: str) -> Damage:
    def act(root: Path) -> None:
        (root / "secret.svg").write_text(f"<svg {NS}/>", encoding="utf-8")
        (root / LION).unlink()
        (root / LION).symlink_to(to.replace("ROOT", str(root)))

    return Damage(f"lion.svg became a link to {to}", act)


def _pipe(root: Path) -> None:
    (root / LION).unlink()
    os.mkfifo(root / LION)


def _folder(root: Path) -> None:
    (root / LION).unlink()
    (root / LION).mkdir()


def _turned() -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif


def _bomb() -> str:
    parts = "".join(f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 10 + "</g>" for n in range(1, 9))
    return f"<g id='a0'><path/></g>{parts}"


def _name(to: str) -> Damage:
    return replace("counters.yaml", "symbol_picture: lion.svg", f"symbol_picture: {to}")


PLACES = (
    Case(
        "C002",
        all_of(
            replace("map.yaml", "km_per_hex:", "picture: ground.png\nkm_per_hex:"),
            replace("map.yaml", "art: forest", "art: forest\n    picture: wood.png"),
            replace("counters.yaml", "faces: [{text: Turn,", "faces: [{picture: turn.svg, text: Turn,"),
            replace("counters.yaml", "  red-horse:", "  red-horse:\n    back_picture: back.svg"),
        ),
    ),
    Case("C002", _name("lions.svg")),
    Case("C002", _link("nothing.svg")),
    Case("C003", all_of(_name("lion.bmp"), write(f"{ART}/lion.bmp", b"BM"))),
    Case("C003", all_of(_name("lion.gif"), write(f"{ART}/lion.gif", b"GIF89a"))),
    Case("C003", _link("lion.svg")),
    Case("C003", Damage("lion.svg became a pipe", _pipe)),
    Case("C003", Damage("lion.svg became a folder", _folder)),
    Case("C004", _name("../../data/toy-bridge/map.yaml")),
    Case("C004", _name("/etc/passwd")),
    Case("C004", _name("./lion.svg")),
    Case("C004", _link("ROOT/secret.svg")),
)

DRAWINGS = (
    Case("C003", write(LION, b"<svg")),
    Case("C003", write(LION, b"<html/>")),
    Case("C003", _named("lion.svg became UTF-16", LION, f"<svg {NS}/>".encode("utf-16"))),
    Case("C003", write(LION, b'<?xml version="1.0" encoding="latin-1"?><svg/>')),
    Case("C007", write(LION, b" " * 8_000_001)),
    Case("C007", Damage("lion.svg became a bomb of references", _drawn(_bomb()).act)),
    Case("C007", Damage("lion.svg became 900 parts in one another", _drawn("<g>" * 900 + "</g>" * 900).act)),
    Case("C008", write(LION, b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')),
    Case("C008", _drawn("<image href='/home/somebody/secret.png'/>")),
    Case("C008", _drawn("<script>x</script>")),
    Case("C009", _drawn("<text y='9'>Lion</text>")),
    Case("C009", _drawn("", 'width="0" height="9"')),
    Case("C009", _drawn("", 'width="-4mm" height="9"')),
    Case("C009", _drawn("", 'width="1" height="1000000"')),
    Case("C009", _drawn("", 'width="1e999" height="1e999"')),
    Case("C009", _drawn("", 'width="NaN" height="9"')),
    Case("C009", _drawn("", 'width="\u0663" height="\u00b2"')),
    Case("C009", _drawn("", 'viewBox="0 0 -9 9"')),
    Case("C009", _drawn("", 'viewBox="0 0 9"')),
    Case("C009", _drawn("", 'width="100%"')),
    Case("C009", write(LION, b"<svg viewBox='0 0 9 9'/>")),
    Case("C009", _drawn("<g transform='scale(1e9)'><rect width='1' height='1' stroke='red'/></g>")),
)

MAPS = (
    Case("C007", _map_picture("10,001 × 10,000 pixels", _jpeg((10_001, 10_000)))),
    Case("C009", _map_picture("CMYK", _jpeg((9, 9), "CMYK"))),
)

PIXELS = (
    Case("C003", _named("guard.png became a JPEG", GUARD, _jpeg((9, 9)))),
    Case("C003", write(GUARD, b"\x89PNG\r\n\x1a\n no picture")),
    Case("C003", _png("cut short", "RGB", (90, 90), cut=20)),
    Case("C007", _png("9000 × 9000 pixels", "1", (9000, 9000))),
    Case("C009", _png("9000 × 1 pixels", "1", (9000, 1))),
    Case("C009", _png("a film", "L", (9, 9), save_all=True, append_images=[Image.new("L", (9, 9), 9)])),
    Case("C009", _png("turned by EXIF", "L", (9, 9), exif=_turned())),
)

CASES = (*PLACES, *DRAWINGS, *MAPS, *PIXELS)
