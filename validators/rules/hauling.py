"""Compile how supplies are brought to units where it costs points: as a way of moving of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from builder.geometry.bits import union
from builder.model.circumstances import When
from builder.model.moving import MovementMode
from builder.model.rules import Phase
from builder.model.supplying import Communication, Reach
from validators.rules.circumstances import timely
from validators.rules.ways import Map, Terms, Way, compiled

Hauler = tuple[MovementMode, Map]


class Hauls:
    """The ways of a game's supplies, each compiled when it is first asked for."""

    def __init__(
        self,
        rules: Mapping[int, Communication],
        modes: Mapping[str, Hauler],
        phases: Sequence[Phase],
        options: Mapping[str, str],
    ) -> None:
        """Take how sides trace supply, by number, and the modes, each with what it is compiled on."""
        self._rules, self._modes, self._phases, self._options = rules, modes, phases, options
        self._found: dict[tuple[int, int, str, int], Way | None] = {}

    def of(self, side: int, phase: int, weather: str, turn: int) -> Way | None:
        """Return how supplies are brought to a side's units at a time; None where hexes are counted."""
        key = (side, phase, weather, turn)
        if key not in self._found:
            rule = self._rules[side]
            now = partial(
                timely, phase=self._phases[phase].id, weather=weather, turn=turn, options=self._options
            )

            def counts(when: When) -> bool:
                return now(when) and (not when.side or rule.side in when.side)

            self._found[key] = None if rule.reach is None else self._hauled(rule.reach, counts)
        return self._found[key]

    def _hauled(self, reach: Reach, counts: Callable[[When], bool]) -> Way:
        mode, ground = self._modes[reach.mode]
        costs, lines = (
            union(number for number, entry in enumerate(entries) if counts(entry.when))
            for entries in (ground.costs, ground.lines)
        )
        # What else a mode says is of units alone.
        bare = replace(mode, paces=(), allowance=reach.points, one_hex=False, road=None, bonus=0)
        return compiled(ground, bare, Terms(0, 0, costs, lines, 0))[0]
