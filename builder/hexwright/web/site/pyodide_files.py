"""Python for the browser: where a site fetches it from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.named_files import UnsuitableFileError, read_regular

PYODIDE_VERSION: Final = "0.29.5"
"""The version of Pyodide for which the rules engine is compiled, and whose snapshots a site relies on."""
PYODIDE_ADDRESS: Final = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
)
_MOST_BYTES: Final = 64 << 20


def pyodide_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Pyodide from a folder; raise InputError (H005) for one that can't be read.

    Python's library isn't among them: the site's own archive holds it.
    """
    for name in PYODIDE_FILES:
        try:
            yield name, read_regular(folder / name, _MOST_BYTES)
        except (OSError, UnsuitableFileError) as fault:
            why = "is missing" if isinstance(fault, FileNotFoundError) else "can't be read"
            raise InputError.single(
                "H005",
                f"{name} {why} in the folder of Pyodide",
                Span(folder.as_posix()),
                f"unpack Pyodide {PYODIDE_VERSION} there, such as the npm package pyodide, "
                "or omit --pyodide: the site then fetches it itself",
            ) from None
