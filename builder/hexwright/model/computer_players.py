"""Define the records of the computer players, `players.yaml`: the weights of the player `tuned`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import Doc, Range


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights with which a player evaluates positions in a game of battles by odds."""

    goal: Annotated[float, Doc("Closeness to objectives that the enemy owns.", "1.4"), Range(0, 10)] = 1.0
    guard: Annotated[
        float, Doc("Closeness to the side's own threatened objectives.", "0.8"), Range(0, 10)
    ] = 1.0
    attack: Annotated[float, Doc("Adjacency to enemies that can be beaten.", "1.2"), Range(0, 10)] = 1.0
    safety: Annotated[float, Doc("Distance from strong enemies.", "0.7"), Range(0, 10)] = 1.0
    line: Annotated[
        float, Doc("Enemies blocked by zones of control, and a front without gaps.", "1.5"), Range(0, 10)
    ] = 1.0
    boldness: Annotated[
        float, Doc("The least value of an attack that is declared.", "0.2"), Range(-5, 10)
    ] = 0.3


@dataclass(frozen=True, slots=True)
class FireWeights:
    """The weights with which a player evaluates positions in a game of fire combat."""

    goal: Annotated[float, Doc("Closeness to places that the side must take.", "1.4"), Range(0, 10)] = 1.0
    guard: Annotated[float, Doc("Closeness to places that it must hold.", "0.8"), Range(0, 10)] = 1.0
    attack: Annotated[float, Doc("Fire at enemies, and assaults on them.", "1.2"), Range(0, 10)] = 1.0
    caution: Annotated[float, Doc("Distance from the enemy's fire.", "0.7"), Range(0, 10)] = 1.0


@dataclass(frozen=True, slots=True)
class ComputerPlayers:
    """The content of `players.yaml`; the file is optional. `hexwright campaign tune` writes it."""

    fitted: Annotated[
        str, Doc("How the weights were found.", "hexwright campaign tune, 900 games against greedy")
    ] = ""
    odds: Annotated[
        Mapping[SideId, Weights],
        Doc("The weights of each side's player `tuned`, in a game of battles by odds."),
    ] = field(default_factory=dict)
    fire: Annotated[
        Mapping[SideId, FireWeights],
        Doc("The weights of each side's player `tuned`, in a game of fire combat."),
    ] = field(default_factory=dict)
