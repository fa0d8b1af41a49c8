"""Pass files to VASSAL and back, in parts through the driver.

A module's code can replace anything in VASSAL's folder by a link or a device, so nothing there is opened by
name from outside: the driver reads and writes it, behind the same fence as the module.
"""

from __future__ import annotations

import binascii
import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.engine_driver.engine_errors import EngineEndedError, EngineError
from hexwright.support.atomic_writes import write_atomically

_PART: Final = 3 << 20
"""The number of bytes that one command passes."""
LARGEST_FILE: Final = 256 << 20
"""The number of bytes of the largest file that is taken from VASSAL."""

Ask = Callable[..., object]
"""Send the driver a command with named arguments; return its answer."""


class FileExchange:
    """A folder of VASSAL in which each file has its own subfolder, so that the file keeps its name."""

    def __init__(self, folder: Path, ask: Ask) -> None:
        self._folder = folder
        self._ask = ask
        self._numbers = itertools.count(1)

    def new_folder(self) -> Path:
        """Create an empty folder and return its path, which only VASSAL can use."""
        folder = self._folder / str(next(self._numbers))
        self._ask("new_folder", folder=str(folder))
        return folder

    def output_path(self, file: Path) -> Path:
        """Return the path to which VASSAL writes the content of a file."""
        return self.new_folder() / file.name

    def give(self, file: Path) -> Path:
        """Copy a file to VASSAL and return its path there. Raise `EngineError` if the file can't be read."""
        inside = self.output_path(file)
        try:
            with file.open("rb") as source:
                for part in iter(partial(source.read, _PART), b""):
                    data = binascii.b2a_base64(part, newline=False).decode("ascii")
                    self._ask("give_part", file=str(inside), data=data)
        except OSError as fault:
            raise EngineError(f"{file} can't be read: {fault.strerror}") from None
        return inside

    def take(self, inside: Path, file: Path) -> Path:
        """Write what VASSAL wrote to its own path into a file; return the file's full path.

        Raise `EngineError` if VASSAL wrote no regular file or more than `LARGEST_FILE` bytes, or if `file`
        can't be written, and `EngineEndedError` if the answer isn't a part of a file.
        """
        content = bytearray()
        while True:
            told = self._ask("take_part", file=str(inside), offset=len(content), most=_PART)
            part = _decoded(told)
            content += part
            if len(content) > LARGEST_FILE:
                raise EngineError(f"{file.name} is larger than {LARGEST_FILE >> 20} MiB")
            if len(part) < _PART:
                break
        try:
            write_atomically(file, bytes(content), durable=False)
        except InputError as fault:
            raise EngineError(f"{file} can't be written: {fault}") from None
        return file.resolve()


def _decoded(told: object) -> bytes:
    try:
        part = binascii.a2b_base64(told, strict_mode=True) if isinstance(told, str) else None
    except ValueError:
        part = None
    if part is None or len(part) > _PART:
        raise EngineEndedError(f"the driver sent {told!r:.200}, expected a part of a file")
    return part
