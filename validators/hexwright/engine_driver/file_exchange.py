"""Pass files to VASSAL and back, through the one folder that it can access."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

from hexwright.engine_driver.engine_errors import EngineError


class FileExchange:
    """A folder in which each file has its own subfolder, so that the file keeps its name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)

    def new_folder(self) -> str:
        """Create an empty folder and return its path."""
        folder = self._folder / str(next(self._numbers))
        folder.mkdir(parents=True)
        return str(folder)

    def output_path(self, file: Path) -> str:
        """Return the path to which VASSAL writes the content of a file."""
        return str(Path(self.new_folder(), file.name))

    def input_path(self, file: Path) -> str:
        """Return the path at which VASSAL can read a file. Raise `EngineError` if the file can't be read."""
        inside = self.output_path(file)
        try:
            shutil.copyfile(file, inside)
        except OSError as fault:
            raise EngineError(f"{file} can't be read: {fault.strerror}") from None
        return inside

    def take_output(self, inside: Path | str, file: Path) -> Path:
        """Move VASSAL's output to its file and return the path. Raise `EngineError` if that fails.

        Only a regular file is moved, because a module may have put a link in the folder.
        """
        path = Path(inside)
        plain = path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(self._folder)
        if not plain:
            raise EngineError(f"VASSAL wrote no {file.name}")
        try:
            shutil.move(path, file)
        except OSError as fault:
            raise EngineError(f"{file} can't be written: {fault.strerror}") from None
        return file.resolve()
