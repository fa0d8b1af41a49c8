"""Visible state: the units, owners of places, turn and phase of a module's game, expressed in the terms of
the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from hexwright.model.ids import SideId, UnitId
from hexwright.module_state.state_notes import whole_number

MAIN_MAP: Final = "Map"
READ_PROPERTIES: Final = (
    "Kind",
    "UnitId",
    "Side",
    "Step",
    "Disrupted_Level",
    "Fortified_Level",
    "Entrained_Level",
)


@dataclass(frozen=True, slots=True)
class VisibleUnit:
    """A unit's location, as the module names it, and the face that its counter shows."""

    location: str | None
    zone: str | None
    map: str | None
    step: int
    disrupted: bool = False
    fortified: bool = False
    entrained: bool = False


@dataclass(frozen=True, slots=True)
class VisibleState:
    """The state of a game as players see it."""

    units: Mapping[UnitId, VisibleUnit]
    owners: Mapping[str, SideId]
    """The owner of each place that has a control marker, keyed by hex."""
    turn: str
    phase: str
    over: bool
    replacements_left: str
    """The replacement points left in a replacement phase; an empty string in other phases."""
    score: Mapping[str, str]
    """The stored properties that are compared, keyed by name."""
    weather: str = ""
    """The id of the turn's weather."""
    early_entries: str = ""
    """The entries that were brought forward, and by how many turns."""


class PieceView(Protocol):
    """A piece as described by VASSAL, the emulator or a saved game."""

    @property
    def location(self) -> str | None:
        """Return the name of the piece's location in the module."""

    @property
    def zone(self) -> str | None:
        """Return the zone or box that contains the piece; None if there is none."""

    @property
    def map(self) -> str | None:
        """Return the map that contains the piece; None if there is none."""

    @property
    def properties(self) -> Mapping[str, str | None]:
        """Return the piece's properties named in `READ_PROPERTIES`."""


def visible_state_of(
    pieces: Iterable[PieceView], get: Callable[[str], str], counted: Iterable[str] = ()
) -> VisibleState:
    """Return the state of a game from its pieces and properties; `get` returns "" for an unset property.

    `counted` names the stored properties to include.
    """
    score = {name: get(name) for name in counted}
    units: dict[UnitId, VisibleUnit] = {}
    owners: dict[str, SideId] = {}
    for piece in pieces:
        given = piece.properties
        if given["Kind"] == "unit":
            units[UnitId(str(given["UnitId"]))] = VisibleUnit(
                piece.location,
                piece.zone,
                piece.map,
                whole_number(given["Step"] or "") or 0,
                given["Disrupted_Level"] == "2",
                given["Fortified_Level"] == "2",
                given["Entrained_Level"] == "2",
            )
        elif given["Kind"] == "control" and piece.location is not None and given["Side"]:
            owners[piece.location] = SideId(str(given["Side"]))
    over = get("GameOver") == "true"
    left, weather, hurried = get("ReplacementsLeft"), get("Weather"), get("Hurried")
    return VisibleState(units, owners, get("Turn"), get("Phase"), over, left, score, weather, hurried)


def is_off_map(standing: VisibleUnit, hexes: Container[object]) -> bool:
    """Return whether a unit is outside all hexes of the main map."""
    return standing.map != MAIN_MAP or standing.location not in hexes
