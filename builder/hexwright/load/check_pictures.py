"""Check the pictures that a game names: their location and content."""

from __future__ import annotations

import errno
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span, display_path
from hexwright.load.check_context import CheckContext
from hexwright.model.picture_references import MAP_PICTURE, pictures_named
from hexwright.sanitize import (
    ART_FORMATS,
    COUNTER_RASTER,
    DESIGNER_ART_LIMITS,
    DESIGNER_MAP_LIMITS,
    MAP_RASTER,
    TRIAL_WIDTHS,
    PictureLimits,
    RasterLimits,
    Refusal,
    RefusalKind,
    inspect_svg,
    is_raster,
    raster_refusal,
    svg_size_refusal,
    try_rendering,
)
from hexwright.support.message_wording import did_you_mean, quote
from hexwright.support.named_files import UnsuitableFileError, read_regular

_LETTERED: Final = "contains text, which can't be drawn on a computer without its font"
_AS_PATHS: Final = (
    "convert the text to paths (in Inkscape: 'Path', 'Object to Path') and save the picture again"
)
_ENDINGS: Final = "write the path of a .png, .jpg, .webp or .svg file in this folder"
_MOST_LISTED: Final = 1_000
_CODES: Final = {
    RefusalKind.UNREADABLE: "C003",
    RefusalKind.UNSAFE: "C008",
    RefusalKind.COSTLY: "C007",
    RefusalKind.UNDRAWABLE: "C009",
}


@dataclass(frozen=True, slots=True)
class _Use:
    """What a picture is used for, and its limits."""

    bytes: int
    raster: RasterLimits
    svg: PictureLimits
    needed: str
    """How large a picture for this use is."""


_ON_COUNTERS: Final = _Use(
    8_000_000, COUNTER_RASTER, DESIGNER_ART_LIMITS, "a counter is a few hundred pixels wide"
)
_AS_FONT: Final = _Use(32_000_000, COUNTER_RASTER, DESIGNER_ART_LIMITS, "fonts for Chinese have up to 20 MB")
_AS_MAP: Final = _Use(64_000_000, MAP_RASTER, DESIGNER_MAP_LIMITS, MAP_RASTER.use)


@dataclass(frozen=True, slots=True)
class _Art:
    """A picture that was read: its name, the source location of the name, its file and its content."""

    name: str
    named_at: Span
    file: str
    data: bytes


def check_pictures(check: CheckContext) -> None:
    """Read and check every picture named in the data, and add its bytes to the sources."""
    drawings: list[_Art] = []
    named: dict[str, list[tuple[str, ...]]] = {}
    for place, name in pictures_named(check.game):
        named.setdefault(name, []).append(place)
    for name, places in named.items():
        use = _AS_MAP if places == [MAP_PICTURE] else _ON_COUNTERS
        art = _read(check, name, check.spans.value(*places[0]), use)
        if art is None:
            continue
        check.sources[art.file] = art.data
        if _check_content(check, art, use):
            drawings.append(art)
    _check_rendering(check, drawings)


def read_fonts(check: CheckContext) -> None:
    """Read the fonts that the data name, and add their bytes to the sources.

    Whether they are fonts is found out when text is drawn with them.
    """
    for font in check.game.counters.fonts:
        place = check.spans.value("counters", "fonts", font.id, "file")
        if not font.file or not check.was_read_whole("counters", "fonts", font.id, "file"):
            continue
        if PurePosixPath(font.file).suffix.lower() not in (".ttf", ".otf", ".ttc"):
            check.error(
                "C003", f"font {quote(font.file)} isn't a .ttf, .otf or .ttc file", place, "use such a file"
            )
            continue
        art = _read(check, font.file, place, _AS_FONT)
        if art is not None:
            check.sources[art.file] = art.data


def _check_content(check: CheckContext, art: _Art, use: _Use) -> bool:
    """Check a picture's format and size; return whether the renderer must still try to draw it."""
    suffix = PurePosixPath(art.name).suffix.lower()
    if suffix == ".svg":
        refusals = _judge_svg(art.data, use.svg)
        _tell(check, art, refusals)
        return not refusals
    if suffix not in ART_FORMATS:
        check.error(
            "C003",
            f"art {quote(art.name)} is neither PNG, JPEG, WebP nor SVG",
            art.named_at,
            "use a .png, .jpg, .webp or .svg file",
        )
        return False
    refusal = raster_refusal(art.data, ART_FORMATS[suffix], use.raster)
    if refusal is not None:
        _tell(check, art, (refusal,))
        return False
    # A map's pixels are decoded and fitted here; the renderer never sees the file.
    return use is _ON_COUNTERS


def _check_rendering(check: CheckContext, drawings: Sequence[_Art]) -> None:
    """Add an error for each picture that the renderer can't draw.

    A pixel image is decoded in the same way at each size, so one is enough.
    """
    pixels = [art for art in drawings if is_raster(art.data)]
    vectors = [art for art in drawings if not is_raster(art.data)]
    reasons = {
        id(art): reason
        for group, widths in ((pixels, TRIAL_WIDTHS[:1]), (vectors, TRIAL_WIDTHS))
        for art, reason in zip(group, try_rendering(tuple(map(_as_drawing, group)), widths), strict=True)
    }
    for art in drawings:
        if reason := reasons[id(art)]:
            refusal = Refusal(
                RefusalKind.UNDRAWABLE,
                f"can't be drawn: {reason}",
                "simplify the picture, or export it as PNG",
            )
            _tell(check, art, (refusal,))


def _as_drawing(art: _Art) -> str:
    """Return a picture as SVG for the renderer; a pixel image is embedded."""
    if not is_raster(art.data):
        return art.data.decode("utf-8")
    form = ART_FORMATS[PurePosixPath(art.name).suffix.lower()].lower()
    data = b64encode(art.data).decode("ascii")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        f'<image width="9" height="9" href="data:image/{form};base64,{data}"/></svg>'
    )


def _judge_svg(data: bytes, limits: PictureLimits) -> tuple[Refusal, ...]:
    found = inspect_svg(data, limits)
    size = svg_size_refusal(found.root) if found.line and not found.of(RefusalKind.UNREADABLE) else None
    more = () if size is None else (replace(size, line=found.line, column=found.column),)
    if found.first_text_position != (0, 0) and not found.refusals:
        more = (*more, Refusal(RefusalKind.UNDRAWABLE, _LETTERED, _AS_PATHS, *found.first_text_position))
    return (*found.refusals, *more)


def _tell(check: CheckContext, art: _Art, refusals: Iterable[Refusal]) -> None:
    for refusal in refusals:
        # For SVG, the place is a line of the file; pixel images have no lines.
        place = Span(art.file, refusal.line, refusal.column) if refusal.line else art.named_at
        check.error(_CODES[refusal.kind], f"art {quote(art.name)} {refusal.reason}", place, refusal.remedy)


def _read(check: CheckContext, name: str, span: Span, use: _Use) -> _Art | None:
    """Read a picture; add an error and return None if it isn't in an allowed folder."""
    relative = PurePosixPath(name)
    folder = display_path(check.art, check.root)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name or ":" in name:
        check.error(
            "C004", f"art {quote(name)} is outside {folder}/", span, "write a path inside that folder"
        )
        return None
    if name != relative.as_posix():
        plain = quote(relative.as_posix())
        check.error("C004", f"art {quote(name)} isn't a plain path", span, f"write {plain}")
        return None
    path = check.art / relative
    try:
        if not path.resolve().is_relative_to(check.art.resolve()):
            check.error(
                "C004",
                f"art {quote(name)} is a link to a file outside {folder}/",
                span,
                "copy the file into that folder",
            )
            return None
        if path.is_dir():
            raise InputError.single("C003", "is a folder", None, _ENDINGS)
        data = _content(path, use)
    except FileNotFoundError:
        if path.is_symlink():
            check.error(
                "C002",
                f"art {quote(name)} is a link to a file that doesn't exist",
                span,
                "put the file where the link points, or copy it into the art folder",
            )
            return None
        there = sorted(islice(_files(check.art), _MOST_LISTED))
        inside = name.removeprefix(f"{folder}/")
        within = next(
            (tail for tail in _tails(relative) if tail in there), inside if inside != name else None
        )
        if within is not None:
            hint = f"write the path within {folder}/: {quote(within)}"
        else:
            hint = (
                did_you_mean(name, there, f"files in {folder}/") if there else f"{folder}/ contains no files"
            )
        check.error("C002", f"there is no file {quote(name)} in {folder}/", span, hint)
        return None
    except InputError as faults:
        told = faults.diagnostics[0]
        check.error(told.code, f"art {quote(name)} {told.message}", span, told.hint)
        return None
    except (OSError, ValueError, RuntimeError) as fault:
        # A link to itself raises RuntimeError; a name with a zero byte raises ValueError.
        reason = (getattr(fault, "strerror", None) or "its name or a link can't be used").lower()
        check.error(
            "C003",
            f"art {quote(name)} can't be read: {reason}",
            span,
            "check the file's permissions and links, or copy the file again",
        )
        return None
    return _Art(name, span, display_path(path, check.root), data)


def _tails(path: PurePosixPath) -> Iterator[str]:
    """Yield a path without its first folders: "b/c.png" and "c.png" for "a/b/c.png"."""
    return ("/".join(path.parts[start:]) for start in range(1, len(path.parts)))


def _content(path: FilePath, use: _Use) -> bytes:
    """Return a file's bytes; raise `InputError` if it is too large or not a regular file."""
    try:
        return read_regular(path, use.bytes)
    except UnsuitableFileError as fault:
        if fault.errno != errno.EFBIG:
            raise InputError.single(
                "C003", "is not a regular file", None, "put a picture file there"
            ) from None
        raise InputError.single(
            "C007",
            f"has {path.stat().st_size:,} bytes; the limit is {use.bytes:,}",
            None,
            f"scale or simplify the picture: {use.needed}",
        ) from None


def _files(folder: FilePath) -> Iterable[str]:
    """Yield the names of the files below a folder, without following links to folders."""
    for root, _, names in os.walk(folder):
        for name in names:
            yield (FilePath(root) / name).relative_to(folder).as_posix()
