"""Store each printer's measured values by name, in one file in the user's settings folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.named_files import read_regular

MAX_BYTES = 1 << 20
"""The maximum size of the file with stored printers."""


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """A printer's offset of backs, in mm as seen from the front, and its scaling error."""

    offset_x: float = 0.0
    offset_y: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


def printers_file() -> Path:
    """Return the path of the file: in the folder named by `HEXWRIGHT_CONFIG`, else in the user's settings
    folder.
    """
    named = os.environ.get("HEXWRIGHT_CONFIG")
    if named:
        return Path(named) / "printers.json"
    from platformdirs import user_config_path  # imported late: most commands need no settings

    return user_config_path("hexwright", appauthor=False) / "printers.json"


def read_printers(path: Path) -> Mapping[str, PrinterProfile]:
    """Return all stored printers, keyed by name; raise `InputError` (P107) for a damaged file."""
    if not path.exists():
        return {}
    try:
        kept = json.loads(read_regular(path, MAX_BYTES))
        found = {
            str(name): PrinterProfile(**{k: float(v) for k, v in values.items()})
            for name, values in kept.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as fault:
        raise InputError.single(
            "P107",
            "the file with the stored values of printers is damaged",
            Span(path.as_posix()),
            "delete the file, and calibrate your printers again",
        ) from fault
    for name, printer in found.items():
        sound = max(abs(printer.offset_x), abs(printer.offset_y)) <= 50
        if not (sound and 0.9 < printer.scale_x < 1.1 and 0.9 < printer.scale_y < 1.1):
            raise InputError.single(
                "P107",
                f"the stored values of printer {name!r} are out of range",
                Span(path.as_posix()),
                "delete the file, and calibrate the printer again under the same name",
            )
    return found


def save_printer(path: Path, name: str, printer: PrinterProfile) -> None:
    """Add or replace a printer in the file; raise `InputError` if the file is damaged (P107) or can't be
    written (W001).
    """
    kept = {**read_printers(path), name: printer}
    text = json.dumps({key: asdict(value) for key, value in sorted(kept.items())}, indent=2)
    write_atomically(path, text.encode() + b"\n")


def read_printer(path: Path, name: str) -> PrinterProfile:
    """Return the stored values of a printer; raise `InputError` if the file is damaged (P107) or doesn't
    contain the printer (P108).
    """
    kept = read_printers(path)
    if name not in kept:
        known = ", ".join(sorted(kept)) or "none yet"
        raise InputError.single(
            "P108",
            f"no values are stored for printer {name!r}",
            Span("--printer"),
            f"known printers: {known}; hexwright print --calibrate prints the page for measuring another",
        )
    return kept[name]
