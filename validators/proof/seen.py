"""See a game of one of our modules as the rules do: the units, whose places are, turn and phase."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from builder.geometry.bits import members
from builder.model.ground_points import paid_for_gaps
from builder.model.ids import SideId, UnitId
from builder.model.winning import left_by, paid_for_losses
from builder.vassal.compile.enforcement import situation_tables
from builder.vassal.compile.enforcement.names import NETWORKS, SITUATIONS
from builder.vassal.compile.enforcement.network_tables import changes, noted
from builder.vassal.compile.properties import (
    BREACHED,
    ELIMINATED,
    EXIT_POINTS,
    GAP_POINTS,
    LOSS_POINTS,
    SECURED,
)
from validators.rules import ground, leaving, scoring
from validators.rules.kernel import Kernel
from validators.rules.state import State

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


def whole(text: str) -> int | None:
    """Return the number that a property holds in plain figures; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def off_map(standing: Standing, hexes: Container[object]) -> bool:
    """Tell whether a unit stands in no hex of the main map."""
    return standing.map != MAIN_MAP or standing.location not in hexes


def kept_of(kernel: Kernel, state: State) -> Mapping[str, str]:
    """Return what the game as a whole keeps: the module's property of it, and its value."""
    game = kernel.setting.game
    networks = {NETWORKS: noted(game, state.serving)} if changes(game) else {}
    situations = (
        {SITUATIONS: situation_tables.noted(game, *state.situated, state.situations)}
        if state.situations
        else {}
    )
    return {**score_of(kernel, state), **networks, **situations}


def score_of(kernel: Kernel, state: State) -> Mapping[str, str]:
    """Return what counts for the victory: the module's property of it, and its value."""
    sides = kernel.setting.sides
    paid = paid_for_losses([kernel.setting.victory], sides)
    lost = {f"{LOSS_POINTS}{side}": str(scoring.bled(state, sides.index(side))) for side in paid}
    left = left_by([kernel.setting.victory])
    lost |= {f"{EXIT_POINTS}{side}": str(leaving.exited(state, sides.index(side))) for side in left}
    gapped = paid_for_gaps([kernel.setting.victory], sides)
    lost |= {f"{GAP_POINTS}{side}": str(ground.gapped(state, sides.index(side))) for side in gapped}
    if any(holding.phases for holding in kernel.setting.victory.holdings):
        lost[SECURED] = ",".join(map(str, members(state.secured)))
    if kernel.setting.works:
        lost[BREACHED] = ",".join(map(str, members(state.breached)))
    if len(sides) != 2:
        return lost | {f"{ELIMINATED}{side}": str(state.destroyed[n]) for n, side in enumerate(sides)}
    # The module counts what a side has lost, the reference what the other has eliminated.
    lost |= {f"UnitsLost_{side}": str(state.destroyed[1 - n]) for n, side in enumerate(sides)}
    if kernel.setting.victory.hold is not None:
        return lost  # Where a place decides, nobody is told of a bonus.
    return lost | {f"Bonus_{side}": str(state.bonus[n]).lower() for n, side in enumerate(sides)}
