"""State builder: create a state from lists of units, for tests, benchmarks and positions read from files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.listed_position import listed_state
from hexwright.rules.engine.rules_engine import RulesEngine


def build_state(
    rules: RulesEngine,
    standing: Iterable[str],
    *,
    turn: int = 1,
    phase: str,
    pool: Iterable[str] = (),
    gone: Iterable[str] = (),
    owners: Mapping[str, str] | None = None,
    seed: int = 0,
    weather: str | None = None,
    based: Iterable[str] = (),
    disrupted: Iterable[str] = (),
    fortified: Iterable[str] = (),
    entrained: Iterable[str] = (),
    opened: bool = True,
    fresh: State | None = None,
    **noted: Any,
) -> State:
    """Return the state at the beginning of a phase.

    `standing` lists units on the map as "0505 german-xli" or, for a unit on its second step, "0603
    soviet-16/2". `pool` lists units available as replacements, and `gone` lists units that are out of the
    game. Units that appear in no list are out of the game too, or not yet in play if they arrive later.
    `owners` (hex → side) replaces the initial owners of places; a side always owns the places where its units
    are. `based` lists air units at their bases. `weather` is the turn's weather, if the weather isn't fixed.

    If `opened` is false, the phase hasn't begun yet. `noted` gives, as they are before the phase begins, the
    values of state fields that no counter shows, such as `serving_hexes`. All other fields have their values
    at the start of the scenario, whose state is `fresh` where it is known. Raises KeyError for an unknown
    hex, unit, side or phase.
    """
    return listed_state(
        rules,
        standing,
        turn=turn,
        phase=phase,
        pool=pool,
        gone=gone,
        owners=owners,
        seed=seed,
        weather=weather,
        based=based,
        disrupted=disrupted,
        fortified=fortified,
        entrained=entrained,
        opened=opened,
        noted=noted,
        fresh=fresh,
    )
