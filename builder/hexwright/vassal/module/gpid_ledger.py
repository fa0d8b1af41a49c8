"""The ledger of game piece ids: every slot keeps its number permanently, and no number is reused.

VASSAL updates saved games by these numbers, so they must survive every change of the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hexwright.diagnostics.diagnostic import InputError, Span

_LINE = re.compile(r'  "((?:unit|marker) [^"\\]+)": ([1-9][0-9]{0,8})')
_HEADER = (
    "# Numbers of the pieces in the VASSAL module, written by the build. Saved games find their pieces by\n"
    "# them: keep this file with the data, and don't change or reuse a number.\n"
)


@dataclass(frozen=True, slots=True)
class GpidLedger:
    """The palette slots with their numbers, including slots that were deleted."""

    numbers: Mapping[str, int] = field(default_factory=dict)

    def number(self, slot: str) -> str:
        """Return a slot's number as VASSAL writes it; raise KeyError if the slot has no number."""
        return str(self.numbers[slot])

    @property
    def next_free(self) -> int:
        """Return the first unused number."""
        return max(self.numbers.values(), default=0) + 1

    def with_slots(self, slots: Iterable[str]) -> GpidLedger:
        """Return the ledger with new numbers for the slots that have none, assigned in the given order."""
        numbers = dict(self.numbers)
        free = self.next_free
        for slot in slots:
            if slot not in numbers:
                numbers[slot] = free
                free += 1
        return self if len(numbers) == len(self.numbers) else GpidLedger(numbers)

    def format(self) -> str:
        """Return the ledger as YAML, sorted by number."""
        lines = [f'  "{slot}": {number}' for slot, number in sorted(self.numbers.items(), key=lambda i: i[1])]
        return _HEADER + "slots:\n" + "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, file: str = "gpids.yaml") -> GpidLedger:
        """Parse a ledger in the format that `format` writes.

        Raises `InputError` (B010) for an invalid line, and for a duplicate slot or number.
        """
        numbers: dict[str, int] = {}
        used: set[int] = set()
        for row, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#") or line.rstrip() == "slots:":
                continue
            found = _LINE.fullmatch(line.rstrip())
            if found is None:
                raise InputError.single(
                    "B010",
                    "invalid line in the ledger of piece ids",
                    Span(file, row, 1),
                    'write two blanks, a slot in quotes, a colon and the number, such as:   "unit xxiv": 7',
                )
            slot, number = found.group(1), int(found.group(2))
            if slot in numbers or number in used:
                raise InputError.single(
                    "B010",
                    f"slot {slot} or number {number} is repeated in the ledger of piece ids",
                    Span(file, row, 1),
                    "restore the ledger from your version history",
                )
            numbers[slot] = number
            used.add(number)
        return cls(numbers)


def unit_slot(unit: str) -> str:
    """Return the slot id of a unit."""
    return f"unit {unit}"


def marker_slot(marker: str) -> str:
    """Return the slot id of a marker."""
    return f"marker {marker}"
