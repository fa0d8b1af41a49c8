"""Render untrusted drawings once in a separate process, in which a failure does no harm.

A drawing can overflow the renderer's stack, which ends its process without a message. The process also has
limited memory and time.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

TRIAL_MEMORY: Final = 1 << 30
TRIAL_SECONDS: Final = 4
"""Time limit for the drawings given to one process."""
_AT_ONCE: Final = 25
_CHILD: Final = Path(__file__).with_name("trial_drawing_worker.py")


TRIAL_WIDTHS: Final = (64, 150, 700)
"""Widths in pixels at which each drawing is rendered: for a preview, for a module, for paper."""


@lru_cache(maxsize=16)
def try_rendering(drawings: tuple[str, ...], widths: tuple[int, ...] = TRIAL_WIDTHS) -> tuple[str, ...]:
    """Return for each drawing the reason why it can't be drawn at all widths in pixels, or ""."""
    found: list[str] = []
    while len(found) < len(drawings):
        answers = _draw(drawings[len(found) : len(found) + _AT_ONCE], widths)
        found += ["" if answer == "drawn" else answer.removeprefix("refused ") for answer in answers]
        if not answers:
            # The first drawing ended the process, so no other can be the cause.
            found.append(
                f"the renderer takes more than {TRIAL_SECONDS} seconds or {TRIAL_MEMORY >> 30} GB, or crashes"
            )
    return tuple(found)


def _draw(drawings: tuple[str, ...], widths: tuple[int, ...]) -> list[str]:
    """Return the worker's results; only those of the first drawings if the worker crashed."""
    texts = [drawing.encode("utf-8") for drawing in drawings]
    asked = b"".join(struct.pack(">I", len(text)) + text for text in texts)
    limits = (TRIAL_MEMORY, TRIAL_SECONDS)
    command = [sys.executable, "-I", str(_CHILD), *map(str, (*limits, *widths))]
    # Windows can't start a process without this.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    with TemporaryDirectory(prefix="hexwright-") as empty:
        try:
            done = subprocess.run(
                command,
                input=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=empty,
                env=kept,
                timeout=6 * TRIAL_SECONDS,
                check=False,
            )
            said = done.stdout
        except subprocess.TimeoutExpired as late:
            said = late.stdout or b""
    return said.decode("utf-8", "replace").splitlines()
