"""Locations in a module, such as `x.vmod!Map / At-Start Stack 'IX' / trait 3 (Layer)`."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import Span
from hexwright.support.message_wording import printable_line

#: The separator of the steps in a place.
STEP = " / "
#: The mark for parts that were left out to fit a terminal.
CUT = "…"


@dataclass(frozen=True, slots=True)
class ModulePlace:
    """A file's name, and the names that lead from the file's root to a component or trait."""

    file: str
    trail: tuple[str, ...] = ()

    def __truediv__(self, part: str) -> ModulePlace:
        """Return the location one step deeper."""
        return ModulePlace(self.file, (*self.trail, part))

    def __str__(self) -> str:
        return f"{self.file}!{self.path}" if self.trail else self.file

    @property
    def path(self) -> str:
        """Return the path inside the file, without the file's name, as `hexwright show` accepts it."""
        return STEP.join(self.trail)

    def span(self) -> Span:
        """Return the full location as the span of a diagnostic."""
        return Span(printable_line(str(self)))


def quoted(text: str) -> str:
    """Return a string in single quotes, on one line."""
    return f"'{printable_line(text)}'"


def shorten_text(text: str, limit: int) -> str:
    """Return a string shortened to a number of characters for a terminal. Its start and end are kept."""
    if len(text) <= limit:
        return text
    end = limit // 3
    return f"{text[: limit - end - 1]}{CUT}{text[len(text) - end :]}"


def shorten_place(place: str, limit: int) -> str:
    """Return a location shortened to a number of characters for a terminal; `hexwright show` accepts it."""
    if len(place) <= limit:
        return place
    first, *steps = place.split(STEP)
    last: list[str] = []
    room = limit - len(STEP + CUT + STEP) - min(len(first), limit // 3)
    while steps and room >= len(steps[-1]) + len(STEP):
        room -= len(steps[-1]) + len(STEP)
        last.insert(0, steps.pop())
    if not last:  # One step alone is too long.
        return shorten_text(place, limit)
    head = shorten_text(first, limit // 3)
    return STEP.join([head, CUT, *last] if steps else [head, *last])
