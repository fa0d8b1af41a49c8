"""Check the pictures that a game names: their location and content."""

from __future__ import annotations

import os
import stat
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span, display_path
from hexwright.load.check_context import CheckContext
from hexwright.model.picture_references import pictures_named
from hexwright.sanitize import (
    DESIGNER_ART_LIMITS,
    PNG_MAGIC,
    Refusal,
    RefusalKind,
    inspect_svg,
    png_refusal_reason,
    svg_size_refusal,
    try_rendering,
)
from hexwright.support.message_wording import did_you_mean, quote

_LETTERED: Final = "contains text, which can't be drawn on a computer without its font"
_AS_PATHS: Final = (
    "convert the text to paths (in Inkscape: 'Path', 'Object to Path') and save the picture again"
)
MAX_ART_BYTES: Final = 8_000_000
_MOST_LISTED: Final = 1_000
_CODES: Final = {
    RefusalKind.UNREADABLE: "C003",
    RefusalKind.UNSAFE: "C008",
    RefusalKind.COSTLY: "C007",
    RefusalKind.UNDRAWABLE: "C009",
}


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
    seen: set[str] = set()
    for place, name in pictures_named(check.game):
        if name in seen:
            continue
        seen.add(name)
        art = _read(check, name, check.spans.value(*place))
        if art is None:
            continue
        check.sources[art.file] = art.data
        suffix = PurePosixPath(art.name).suffix.lower()
        if suffix == ".png":
            refusal = png_refusal_reason(art.data)
            if refusal is None:
                drawings.append(art)
            else:
                _tell(check, art, (refusal,))
        elif suffix == ".svg":
            refusals = _judge_svg(art.data)
            _tell(check, art, refusals)
            if not refusals:
                drawings.append(art)
        else:
            check.error(
                "C003",
                f"art {quote(art.name)} is neither PNG nor SVG",
                art.named_at,
                "use a .png or .svg file",
            )
    for art, reason in zip(drawings, try_rendering(tuple(map(_as_drawing, drawings))), strict=True):
        if reason:
            refusal = Refusal(
                RefusalKind.UNDRAWABLE,
                f"can't be drawn: {reason}",
                "simplify the picture, or export it as PNG",
            )
            _tell(check, art, (refusal,))


def _as_drawing(art: _Art) -> str:
    """Return a picture as SVG for the renderer; a pixel image is embedded."""
    if not art.data.startswith(PNG_MAGIC):
        return art.data.decode("utf-8")
    data = b64encode(art.data).decode("ascii")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        f'<image width="9" height="9" href="data:image/png;base64,{data}"/></svg>'
    )


def _judge_svg(data: bytes) -> tuple[Refusal, ...]:
    found = inspect_svg(data, DESIGNER_ART_LIMITS)
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


def _read(check: CheckContext, name: str, span: Span) -> _Art | None:
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
            raise InputError.single(
                "C003", "is a folder", None, "write the path of a .png or .svg file in this folder"
            )
        data = _content(path)
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
        hint = did_you_mean(name, there, f"files in {folder}/") if there else f"{folder}/ contains no files"
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


def _content(path: Path) -> bytes:
    """Return a file's bytes without blocking; raise `InputError` if it is too large or not a regular file."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise InputError.single("C003", "is not a regular file", None, "put a .png or .svg file there")
        if status.st_size <= MAX_ART_BYTES and len(data := stream.read(MAX_ART_BYTES + 1)) <= MAX_ART_BYTES:
            return data
        raise InputError.single(
            "C007",
            f"has {status.st_size:,} bytes; the limit is {MAX_ART_BYTES:,}",
            None,
            "scale or simplify the picture: a counter is a few hundred pixels wide",
        )


def _files(folder: Path) -> Iterable[str]:
    """Yield the names of the files below a folder, without following links to folders."""
    for root, _, names in os.walk(folder):
        for name in names:
            yield (Path(root) / name).relative_to(folder).as_posix()
