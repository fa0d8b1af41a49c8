"""Write the tables for situations, which the scripts test when phases begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId, SideId
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row


@row
class Situation(Row):
    """A row for a situation, and the phases in which it is tested."""

    id: str
    phases: str
    lasting: str


@row
class Waiting(Row):
    """A row for the situation that releases a garrison unit. The key is the unit's id."""

    until: str
    rule: str


@row
class Fact(Row):
    """A row for one of the alternatives that make a situation true. The key is the situation's id.

    Places are given as hexes.
    """

    side: str
    owns: str
    occupies: str
    cut_off: str
    network: str
    reaches: str
    mode: str
    farthest: str


def values(game: Game) -> Mapping[str, Table]:
    """Return the tables for situations, keyed by their names in the script."""
    where = {place.id: place.hex for place in game.hexmap.places}

    def hexes(places: Iterable[str]) -> str:
        return ",".join(where[place] for place in places) or "-"

    return {
        "SITUATIONS": listed(
            Situation,
            (
                Situation(one.id, ",".join(one.phases), "yes" if one.permanent else "no")
                for one in game.rules.situations
            ),
        ),
        "WAITING": keyed(
            Waiting,
            (
                (unit, Waiting(one.released_by, one.rule or "-"))
                for one in game.rules.garrisons
                for unit in one.units
            ),
        ),
        "FACTS": keyed(
            Fact,
            (
                (
                    one.id,
                    Fact(
                        side=fact.side,
                        owns=hexes(fact.owns),
                        occupies=hexes(fact.occupies),
                        cut_off=hexes(fact.cut_off),
                        network=fact.network or "-",
                        reaches=hexes(fact.reaches),
                        mode=fact.mode or "-",
                        farthest=str(farthest(game, fact.side)) if fact.mode is not None else "-",
                    ),
                )
                for one in game.rules.situations
                for fact in one.any
            ),
        ),
    }


def farthest(game: Game, side: SideId) -> int:
    """Return the largest movement allowance printed on a side's units."""
    return max(
        (step.ma or 0 for unit in game.counters.units if unit.side == side for step in unit.steps), default=0
    )


def words(game: Game) -> Iterable[tuple[str, str]]:
    """Yield the names of situations, each with its key."""
    for one in game.rules.situations:
        yield f"situation.{one.id}", one.name


def judging(game: Game) -> tuple[PhaseId, ...]:
    """Return the phases at whose beginning a situation is tested."""
    asked = {phase for one in game.rules.situations for phase in one.phases}
    return tuple(phase.id for phase in game.rules.sequence if phase.id in asked)


def noted(game: Game, turn: int, phase: int, counts: Sequence[int]) -> str:
    """Return the value of the situations' stored property.

    It contains the last test, and each situation's number of consecutive true tests.
    """
    told = zip(game.rules.situations, counts, strict=True)
    return f"{turn}.{game.rules.sequence[phase].id} " + ",".join(f"{one.id}={count}" for one, count in told)
