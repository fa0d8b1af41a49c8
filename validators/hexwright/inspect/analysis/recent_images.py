"""The last small pictures that were decoded: pieces beside each other in a module share their layers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import Image

_MOST: Final = 16
_MOST_PIXELS: Final = 250_000


class RecentImages:
    """A few decoded pictures by name and width; threads may share them, and nobody may draw into them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int], decode: Callable[[], Image.Image | None]) -> Image.Image | None:
        """Return the picture that is kept under a key, or else the decoded one."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        decoded = decode()
        if decoded is not None and decoded.width * decoded.height <= _MOST_PIXELS:
            with self._lock:
                self._kept[key] = decoded
                if len(self._kept) > _MOST:
                    self._kept.popitem(last=False)
        return decoded
