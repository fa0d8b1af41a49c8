"""Encode animations frame by frame: no more than two frames are in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal

from PIL import GifImagePlugin, Image, ImageChops

if TYPE_CHECKING:
    from collections.abc import Callable

FilmFormat = Literal["webp", "gif"]
LAST_FRAME_MS: Final = 3000
"""How long the last frame is shown, in milliseconds."""


def encode_film(frames: Iterator[Image.Image], count: int, form: str, seconds: float = 0.6) -> bytes:
    """Return `count` frames of one size as an animation in the format `webp` or `gif`."""
    times = [round(seconds * 1000)] * (count - 1) + [LAST_FRAME_MS]
    encode: Callable[[Iterator[Image.Image], list[int]], bytes] = _gif if form == "gif" else _webp
    return encode(frames, times)


class _Strip(Image.Image):
    """A picture that shows the frames of a film one after the other, as Pillow's encoder asks for them."""

    def __init__(self, frames: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        first = next(frames)
        self._mode, self._size = first.mode, first.size
        self.im = first.im
        self.n_frames = count
        self._frames, self._at = frames, 0

    def seek(self, frame: int) -> None:
        while self._at < frame:
            self.im = next(self._frames).im
            self._at += 1


def _webp(frames: Iterator[Image.Image], times: list[int]) -> bytes:
    out = BytesIO()
    more = {"quality": 70, "method": 0, "allow_mixed": False, "minimize_size": False}
    _Strip(frames, len(times)).save(out, "WEBP", save_all=True, duration=times, loop=0, **more)
    return out.getvalue()


def _gif(frames: Iterator[Image.Image], times: list[int]) -> bytes:
    out = BytesIO()
    first = next(frames)
    # One palette for all frames; otherwise each frame would be matched again.
    palette = first.quantize(255)
    header, _ = GifImagePlugin.getheader(palette.copy(), info={"loop": 0, "optimize": False})
    out.writelines(header)
    shown = waiting = palette.copy()
    corner, milliseconds = (0, 0), times[0]
    for frame, time in zip(frames, times[1:], strict=True):
        fresh = frame.quantize(255, palette=palette, dither=Image.Dither.NONE)
        changed = ImageChops.difference(shown.convert("RGB"), fresh.convert("RGB")).getbbox()
        if changed is None:
            milliseconds += time
            continue
        out.writelines(GifImagePlugin.getdata(waiting, corner, duration=milliseconds))
        waiting, corner, milliseconds = fresh.crop(changed), changed[:2], time
        shown = fresh
    out.writelines(GifImagePlugin.getdata(waiting, corner, duration=milliseconds))
    out.write(b";")
    return out.getvalue()
