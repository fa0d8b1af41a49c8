"""Write the files that users name for outputs. All commands write named files through `OutputFile`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexwright.cli.console import print_result
from hexwright.support.atomic_writes import refuse_inputs, write_atomically


@dataclass(frozen=True, slots=True)
class OutputFile:
    """An output, and the inputs of the command, which it must not replace."""

    path: Path
    inputs: tuple[Path, ...]

    @classmethod
    def of(cls, path: Path, *inputs: Path | None) -> OutputFile:
        """Return an output; raise `InputError` (W002) if it is one of the inputs, by any name.

        Inputs that are None were not given. Call this before the work, so that a mistake costs no time.
        """
        given = tuple(one for one in inputs if one is not None)
        refuse_inputs(path, given)
        return cls(path, given)

    @classmethod
    def optional(cls, path: Path | None, *inputs: Path | None) -> OutputFile | None:
        """Return the output for an option that may be omitted."""
        return cls.of(path, *inputs) if path is not None else None

    def write(self, data: bytes) -> None:
        """Write the file; raise `InputError` if it can't be written."""
        write_atomically(self.path, data, inputs=self.inputs)

    def write_text(self, text: str) -> None:
        """Write text and a line end as UTF-8; names of files may contain bytes that aren't characters."""
        self.write((text + "\n").encode("utf-8", "backslashreplace"))


def print_or_write(text: str, out: OutputFile | None) -> None:
    """Print a text, or write it to a file and print the file's name."""
    if out is None:
        print_result(text)
    else:
        out.write_text(text)
        print_result(str(out.path))
