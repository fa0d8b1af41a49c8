"""Find strings in a game that VASSAL's encoding can't represent, before the module is written.

VASSAL joins strings with delimiters and escapes only the delimiter. Thus a string that ends in a backslash
merges with the next one. Formats are split at $, and an expression begins with {.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import Diagnostic, Span, error
from hexwright.model.charts import Charts
from hexwright.model.counter_mix import CounterMix
from hexwright.model.game import Game
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.hex_zones import HEX_ZONE
from hexwright.vassal.module.module_board import PHASE_ZONE, TURN_ZONE

Path = tuple[str | int, ...]
Locate = Callable[[Path], Span]
"""A function from the path of a value in `Game` to its source location in the data files."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_COMMANDING = "{|!~?`"
_OWN = frozenset(value for name, value in vars(prop).items() if name.isupper() and isinstance(value, str))


@dataclass(frozen=True, slots=True)
class EncodingFault:
    """A string that can't be encoded: the diagnostic code, the string's path in `Game`, and the message."""

    code: str
    path: Path
    message: str
    hint: str

    def as_diagnostic(self, locate: Locate) -> Diagnostic:
        """Return the fault as a diagnostic with its source location."""
        return error(self.code, self.message, locate(self.path), self.hint)


def encoding_faults(game: Game) -> Iterator[EncodingFault]:
    """Yield a fault for each string of the module that can't be encoded, in the order of the data."""
    for text, path in encoded_texts(game):
        if text.endswith("\\"):
            yield EncodingFault(
                "B001",
                path,
                f"VASSAL can't encode a text that ends in a backslash: {_short(text)}",
                "add another character after the backslash, or delete the backslash",
            )
    yield from _side_names(game)
    yield from _piece_names(game)
    yield from _figures(game)
    yield from _places(game)


def encoded_texts(game: Game) -> Iterator[tuple[str, Path]]:
    """Yield the strings that the module stores in VASSAL's encoding, each with its path in `Game`."""
    for side in game.info.sides:
        yield side.name, ("info", "sides", side.id, "name")
        yield side.plural, ("info", "sides", side.id, "plural")
    for box in game.hexmap.boxes:
        yield box.name, ("hexmap", "boxes", box.id, "name")
    yield from _counter_texts(game.counters)
    yield from _chart_texts(game.charts)
    for phase in game.rules.sequence:
        yield phase.name, ("rules", "sequence", phase.id, "name")
        yield phase.text, ("rules", "sequence", phase.id, "text")
    for option in game.rules.options:
        yield option.name, ("rules", "options", option.id, "name")


def _counter_texts(counters: CounterMix) -> Iterator[tuple[str, Path]]:
    for unit_class in counters.classes:
        yield unit_class.name, ("counters", "classes", unit_class.id, "name")
        yield unit_class.plural, ("counters", "classes", unit_class.id, "plural")
    for unit in counters.units:
        yield unit.designation, ("counters", "units", unit.id, "designation")
        yield unit.name, ("counters", "units", unit.id, "name")
        for number, step in enumerate(unit.steps):
            for name, value in step.ratings.items():
                yield value, ("counters", "units", unit.id, "steps", number, "ratings", name)
    for marker in counters.markers:
        yield marker.name, ("counters", "markers", marker.id, "name")


def _chart_texts(charts: Charts) -> Iterator[tuple[str, Path]]:
    for weather in charts.weather:
        yield weather.name, ("charts", "weather", weather.id, "name")
    for timetable in charts.turn_tracks:
        for position, turn in enumerate(timetable.turns):
            yield turn.date, ("charts", "turn_tracks", timetable.id, "turns", position, "date")
    for victory in charts.victory:
        yield victory.text, ("charts", "victory", victory.id, "text")


def _side_names(game: Game) -> Iterator[EncodingFault]:
    seen = {prop.BOTH_SIDES}
    for side in game.info.sides:
        path: Path = ("info", "sides", side.id, "name")
        if "$" in side.name or side.name[0] in _COMMANDING:
            yield EncodingFault(
                "B002",
                path,
                f"VASSAL would read a part of side name {_short(side.name)} as a command",
                f"write a name without $ whose first character is none of {' '.join(_COMMANDING)}",
            )
        if side.name in seen:
            yield EncodingFault(
                "B005",
                path,
                f"side name {_short(side.name)} is repeated, or is VASSAL's name for a player of both sides",
                "write a different 'name' for each side",
            )
        seen.add(side.name)


def _piece_names(game: Game) -> Iterator[EncodingFault]:
    names: list[tuple[str, Path]] = [
        (unit.designation, ("counters", "units", unit.id, "designation")) for unit in game.counters.units
    ]
    names += [(marker.name, ("counters", "markers", marker.id, "name")) for marker in game.counters.markers]
    for text, path in names:
        if any(letter in text for letter in "\t\r\n"):
            yield EncodingFault(
                "B004",
                path,
                f"a counter's name must be one line without tabs, not {_short(text)}",
                "write the name on one line, with blanks instead of tabs",
            )


def _figures(game: Game) -> Iterator[EncodingFault]:
    for unit in game.counters.units:
        for number, step in enumerate(unit.steps):
            for name in step.ratings:
                if _NAME.fullmatch(name) and name not in _OWN:
                    continue
                yield EncodingFault(
                    "B003",
                    ("counters", "units", unit.id, "steps", number, "ratings", name),
                    f"rating {_short(name)} can't be the name of a property in VASSAL",
                    "write letters, digits and _, beginning with a letter, and none of the names on the help "
                    "page 'For those who look inside'",
                )


def _places(game: Game) -> Iterator[EncodingFault]:
    seen = {HEX_ZONE, TURN_ZONE, PHASE_ZONE}
    for box in game.hexmap.boxes:
        if box.name in seen:
            yield EncodingFault(
                "B005",
                ("hexmap", "boxes", box.id, "name"),
                f"name {_short(box.name)} is repeated, or is the name of a track or of the hexes",
                "write a different 'name' for each box",
            )
        seen.add(box.name)


def _short(text: str) -> str:
    shown = text if len(text) <= 40 else text[:39] + "…"
    return repr(shown)
