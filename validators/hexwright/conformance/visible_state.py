"""See a game of one of our modules as the rules do: the units, whose places are, turn and phase."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from hexwright.model.ids import SideId, UnitId
from hexwright.module_state.state_notes import whole

MAIN_MAP: Final = "Map"
READ: Final = ("Kind", "UnitId", "Side", "Step", "Disrupted_Level", "Fortified_Level", "Entrained_Level")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit stands: the location as the module names it, and the face it shows."""

    location: str | None
    zone: str | None
    map: str | None
    step: int
    disrupted: bool = False
    fortified: bool = False
    entrained: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a player sees of the state of a game."""

    units: Mapping[UnitId, Standing]
    owners: Mapping[str, SideId]
    """By the hex of a control marker, whose it is."""
    turn: str
    phase: str
    over: bool
    left: str
    """Replacements left, empty in other phases."""
    score: Mapping[str, str]
    """What counts for the victory, by the name of its property."""
    weather: str = ""
    """The id of the turn's weather."""
    hurried: str = ""
    """Entries that came before their turn, and by how many turns."""


class Looked(Protocol):
    """A piece as an engine or a saved game tells of it."""

    @property
    def location(self) -> str | None:
        """The location as the module names it."""

    @property
    def zone(self) -> str | None:
        """The zone or box, if it lies in one."""

    @property
    def map(self) -> str | None:
        """The map, if it lies on one."""

    @property
    def properties(self) -> Mapping[str, str | None]:
        """The properties of `READ`."""


def seen_of(pieces: Iterable[Looked], get: Callable[[str], str], counted: Iterable[str] = ()) -> Seen:
    """Return the state of a game from its pieces and properties; an unset property is empty.

    `counted` names the properties of what counts for the victory.
    """
    score = {name: get(name) for name in counted}
    units: dict[UnitId, Standing] = {}
    owners: dict[str, SideId] = {}
    for piece in pieces:
        given = piece.properties
        if given["Kind"] == "unit":
            units[UnitId(str(given["UnitId"]))] = Standing(
                piece.location,
                piece.zone,
                piece.map,
                whole(given["Step"] or "") or 0,
                given["Disrupted_Level"] == "2",
                given["Fortified_Level"] == "2",
                given["Entrained_Level"] == "2",
            )
        elif given["Kind"] == "control" and piece.location is not None and given["Side"]:
            owners[piece.location] = SideId(str(given["Side"]))
    over = get("GameOver") == "true"
    left, weather, hurried = get("ReplacementsLeft"), get("Weather"), get("Hurried")
    return Seen(units, owners, get("Turn"), get("Phase"), over, left, score, weather, hurried)


def off_map(standing: Standing, hexes: Container[object]) -> bool:
    """Tell whether a unit stands in no hex of the main map."""
    return standing.map != MAIN_MAP or standing.location not in hexes
