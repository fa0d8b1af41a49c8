"""What an import leaves out or changes, by component, with the path that the Editor shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.support.message_wording import count_noun, printable_line

SHOWN: Final = 5
"""The most places of one kind that are listed by default."""


@dataclass(eq=False)
class ImportNotes:
    """The notes of an import: what became of something, and each place where it was."""

    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, place: ModulePlace | str = "") -> None:
        """Note that something at a place isn't carried over as it is."""
        self.places.setdefault(what, []).append(str(place))

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """Yield the notes as lines: each kind with its number, and then its first places."""
        for what, places in self.places.items():
            named = [place for place in places if place]
            many = f" ({count_noun(len(named), 'place')})" if len(named) > 1 else ""
            yield printable_line(f"{what}{many}")
            shown = named if every else named[:SHOWN]
            yield from (f"  {printable_line(place)}" for place in shown)
            if len(named) > len(shown):
                yield f"  and {len(named) - len(shown)} more (--all lists them)"
