"""Write the situations that the scripts judge as phases begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder.model.game import Game
from builder.model.ids import PhaseId
from builder.vassal.compile.enforcement.rows import Row, Table, keyed, listed, row


@row
class Situation(Row):
    """A situation: in which phases it is judged."""

    id: str
    phases: str


@row
class Fact(Row):
    """What is enough for a situation to be so, by its id: places by their hexes."""

    side: str
    owns: str
    occupies: str
    cut_off: str
    network: str


def values(game: Game) -> Mapping[str, Table]:
    """Return the tables of situations by their names in the script."""
    where = {place.id: place.hex for place in game.hexmap.places}

    def hexes(places: Iterable[str]) -> str:
        return ",".join(where[place] for place in places) or "-"

    return {
        "SITUATIONS": listed(
            Situation, (Situation(one.id, ",".join(one.phases)) for one in game.rules.situations)
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
                    ),
                )
                for one in game.rules.situations
                for fact in one.any
            ),
        ),
    }


def words(game: Game) -> Iterable[tuple[str, str]]:
    """Yield what situations are called."""
    for one in game.rules.situations:
        yield f"situation.{one.id}", one.name


def judging(game: Game) -> tuple[PhaseId, ...]:
    """Return the phases as which begin any situation is judged."""
    asked = {phase for one in game.rules.situations for phase in one.phases}
    return tuple(phase.id for phase in game.rules.sequence if phase.id in asked)


def noted(game: Game, turn: int, phase: int, counts: Sequence[int]) -> str:
    """Return what the module notes of them: when they were judged last, and how often in a row each is so."""
    told = zip(game.rules.situations, counts, strict=True)
    return f"{turn}.{game.rules.sequence[phase].id} " + ",".join(f"{one.id}={count}" for one, count in told)
