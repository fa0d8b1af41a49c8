"""Hold a position of a game as one small frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

POOL: Final = -1
"""Waits to be taken as a replacement."""
ASIDE: Final = -2
"""Not yet in play."""
GONE: Final = -3
"""Out of the game."""

Stage = Literal[
    "attrition-roll",
    "attrition-loss",
    "replace",
    "move",
    "declare",
    "resolve",
    "roll",
    "stand",
    "losses",
    "retreat",
    "advance",
    "over",
]


@dataclass(frozen=True, slots=True)
class Battle:
    """A declared battle: the number of the defender, and the attackers as a set of numbers."""

    target: int
    attackers: int


@dataclass(frozen=True, slots=True)
class Fight:
    """The battle that is being resolved."""

    target: int
    attackers: int
    """The attackers still alive."""
    hex: int
    """Where the defender stood."""
    result: str = ""
    todo: tuple[str, ...] = ()
    """Effects of the result that are not yet carried out."""
    owed: int = 0
    """Strength that the attacker must still lose, or what the defender lost until it is matched."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. Units and hexes are numbers of the `Setting`; sets of them are bits."""

    turn: int
    phase: int
    """Number of the phase in the sequence of play."""
    stage: Stage
    """What has to be decided next."""
    where: tuple[int, ...]
    """By unit: its hex, or POOL, ASIDE or GONE."""
    steps: bytes
    """By unit: the face it shows, 1 for full strength."""
    occupied: tuple[int, ...]
    """By side: the hexes with its units."""
    owned: tuple[int, ...]
    """By side: the places it owns, as hexes."""
    acted: int
    """Units that have moved, attacked or taken a replacement in this phase."""
    points: int
    """Replacements left in this phase."""
    battles: tuple[Battle, ...]
    """Battles declared and not yet resolved, by defender."""
    fight: Fight | None
    destroyed: tuple[int, ...]
    """By side: how many enemy units it has eliminated."""
    bonus: tuple[bool, ...]
    """By side: whether it has earned its bonus."""
    seed: int
    throws: int
    """Dice thrown so far."""
