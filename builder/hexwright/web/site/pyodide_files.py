"""Python for the browser: where a site fetches it from."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.named_files import UnsuitableFileError, read_regular
from hexwright.web.site.standard_library import used_part

PYODIDE_VERSION: Final = "0.29.5"
"""The version of Pyodide whose snapshots of memory a site relies on."""
PYODIDE_ADDRESS: Final = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_MOST_BYTES: Final = 64 << 20


_LIBRARY: Final = "python_stdlib.zip"


def pyodide_files(folder: Path, imported: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Pyodide from a folder, with as much of the library as the imported modules need.

    Raise InputError (H005) for a file that is missing, or isn't what it should be.
    """
    for name in PYODIDE_FILES:
        try:
            data = read_regular(folder / name, _MOST_BYTES)
            yield name, used_part(data, imported) if name == _LIBRARY else data
        except (OSError, UnsuitableFileError, zipfile.BadZipFile) as fault:
            why = "is missing" if isinstance(fault, FileNotFoundError) else "can't be read"
            raise InputError.single(
                "H005",
                f"{name} {why} in the folder of Pyodide",
                Span(folder.as_posix()),
                f"unpack Pyodide {PYODIDE_VERSION} there, such as the npm package pyodide, "
                "or omit --pyodide: the site then fetches it itself",
            ) from None
