"""What is computed from a whole counter mix and needed for each of its faces, computed once."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from hexwright.model.counter_mix import CounterMix
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.order_of_battle import OrderOfBattle
from hexwright.model.rules.rules_record import Rules
from hexwright.model.scenario import Scenario
from hexwright.model.words.arrival_words import units_after_events

SizeKey = tuple[str, int, str]
"""A layout, the number of its part, and a side, for which a text size was found."""


@dataclass(slots=True)
class LayoutMemory:
    """What layouts need of a game: sizes of texts, where units start and when they arrive."""

    sizes: dict[SizeKey, float] = field(default_factory=dict)
    """Sizes in points of texts that have one size on all faces of a side."""
    _starts: tuple[tuple[Scenario, ...], Mapping[UnitId, tuple[str, int]]] | None = None
    _arrivals: tuple[OrderOfBattle, Rules, Mapping[UnitId, tuple[int, ...]]] | None = None

    def starts(self, game: Game) -> Mapping[UnitId, tuple[str, int]]:
        """Return the hex and the step with which units start that start so in every scenario."""
        if self._starts is None or self._starts[0] is not game.scenarios:
            self._starts = (game.scenarios, starting_hexes(game))
        return self._starts[1]

    def arrivals(self, game: Game) -> Mapping[UnitId, tuple[int, ...]]:
        """Return the turns on which units arrive as reinforcements, over all scenarios.

        Units that wait for an event have none.
        """
        held = self._arrivals
        if held is None or held[0] is not game.oob or held[1] is not game.rules:
            found: dict[UnitId, set[int]] = {}
            waiting = units_after_events(game)
            for entry in game.oob.reinforcements:
                for unit in (unit for unit in entry.units if unit not in waiting):
                    found.setdefault(unit, set()).add(entry.turn)
            turns = MappingProxyType({unit: tuple(sorted(turns)) for unit, turns in found.items()})
            self._arrivals = held = (game.oob, game.rules, turns)
        return held[2]


_MEMORIES: Final[dict[int, LayoutMemory]] = {}
"""The memory of each counter mix that is in use, by its identity."""


def memory_of(mix: CounterMix) -> LayoutMemory:
    """Return the memory of a counter mix; it is forgotten with the mix."""
    key = id(mix)
    if key not in _MEMORIES:
        _MEMORIES[key] = LayoutMemory()
        weakref.finalize(mix, _MEMORIES.pop, key, None).atexit = False
    return _MEMORIES[key]


def starting_hexes(game: Game) -> Mapping[UnitId, tuple[str, int]]:
    """Return the hex and the step with which units start that start so in every scenario.

    A unit that isn't on the map in some scenario has none: its counter would send it to a hex there too.
    """
    found: dict[UnitId, list[tuple[str, int]]] = {}
    for scenario in game.scenarios:
        for hex_id, unit in scenario.setup.standing:
            found.setdefault(unit, []).append((hex_id, scenario.shown_step(unit)))
    every = len(game.scenarios)
    return MappingProxyType(
        {unit: starts[0] for unit, starts in found.items() if len(starts) == every and len({*starts}) == 1}
    )
