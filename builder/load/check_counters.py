"""Check the counter mix: steps, faces, art files."""

from __future__ import annotations

import io
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Final

from builder.diagnostics import Faults, Span, display_path
from builder.load.check import Check
from builder.wording import guess, quote

MAX_ART_BYTES: Final = 8_000_000
MAX_ART_PIXELS: Final = 40_000_000


def check_counters(check: Check) -> None:
    """Report counters that can't be made."""
    mix = check.game.counters
    units = {unit.id for unit in mix.units}
    for unit in mix.units:
        if not unit.steps:
            check.error(
                "C001",
                f"unit {quote(unit.id)} has no steps",
                check.spans.key("counters", "units", unit.id, "steps"),
                "write one entry for each face, the strongest first: [{strength: 4, ma: 4}]",
            )
        if unit.art:
            _art(check, unit.art, check.spans.value("counters", "units", unit.id, "art"))
    for marker in mix.markers:
        if marker.id in units:
            check.error(
                "C005",
                f"a marker has the id {quote(marker.id)}, and a unit too",
                check.spans.key("counters", "markers", marker.id),
                "rename one of them",
            )
        if not 1 <= len(marker.faces) <= 2:
            check.error(
                "C006",
                f"marker {quote(marker.id)} has {len(marker.faces)} faces, a counter has one or two",
                check.spans.key("counters", "markers", marker.id, "faces"),
                "write one entry for the front and, if needed, one for the back",
            )


def _art(check: Check, name: str, span: Span) -> None:
    """Check one art file, and keep its bytes among the sources."""
    relative = PurePosixPath(name)
    folder = display_path(check.art, check.root)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name or ":" in name:
        check.error(
            "C004", f"art {quote(name)} leads out of {folder}/", span, "write a path inside that folder"
        )
        return
    path = check.art / relative
    try:
        inside = path.resolve().is_relative_to(check.art.resolve())
        if not inside:
            check.error(
                "C004",
                f"art {quote(name)} is a link that leads out of {folder}/",
                span,
                "copy the file there",
            )
            return
        if not path.is_file():
            there = sorted(p.relative_to(check.art).as_posix() for p in check.art.rglob("*") if p.is_file())
            hint = guess(name, there, f"files in {folder}/") if there else f"{folder}/ holds no files"
            check.error("C002", f"there is no file {quote(name)} in {folder}/", span, hint)
            return
        if path.stat().st_size > MAX_ART_BYTES:
            size = path.stat().st_size
            check.error("C007", f"art {quote(name)} has {size:,} bytes, the limit is {MAX_ART_BYTES:,}", span)
            return
        data = path.read_bytes()
    except (OSError, ValueError) as fault:
        reason = (getattr(fault, "strerror", None) or "its name is not usable").lower()
        check.error("C003", f"art {quote(name)} can't be read: {reason}", span)
        return
    check.sources[display_path(path, check.root)] = data
    try:
        read_picture(FilePath(name).suffix.lower(), data, span, name)
    except Faults as faults:
        check.report.extend(faults.diagnostics)


def read_picture(suffix: str, data: bytes, span: Span, name: str) -> None:
    """Check that the bytes are a picture of the kind that the suffix says; raise `Faults` when not."""
    if suffix == ".png":
        _png(data, span, name)
    elif suffix == ".svg":
        _svg(data, span, name)
    else:
        raise Faults.one("C003", f"art {quote(name)} is neither PNG nor SVG", span, "use a .png or .svg file")


def _png(data: bytes, span: Span, name: str) -> None:
    from PIL import Image  # slow to import, and most games have no art of their own

    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
            width, height = picture.size
            if width * height <= MAX_ART_PIXELS:
                picture.verify()
    except Exception:
        # A damaged picture raises whatever its decoder stumbles over; there is no common class.
        raise Faults.one(
            "C003", f"art {quote(name)} is not a readable PNG picture", span, "export it again"
        ) from None
    if width * height > MAX_ART_PIXELS:
        raise Faults.one(
            "C007",
            f"art {quote(name)} has {width} × {height} pixels, the limit is {MAX_ART_PIXELS:,} in all",
            span,
            "scale it down: a counter needs no more than 600 × 600",
        )


def _svg(data: bytes, span: Span, name: str) -> None:
    from lxml import etree

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise Faults.one(
            "C003",
            f"art {quote(name)} declares a document type, which is not allowed",
            span,
            "delete the line that begins with '<!DOCTYPE'",
        )
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise Faults.one(
            "C003", f"art {quote(name)} is not a readable SVG picture", span, "export it again"
        ) from None
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        raise Faults.one("C003", f"art {quote(name)} is XML, but no SVG picture", span, "export it as SVG")
