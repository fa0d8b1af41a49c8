"""Write the tables for rail movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.model.game import Game
from hexwright.vassal.enforcement.tables import module_words
from hexwright.vassal.enforcement.tables.cells import yes
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row


@row
class Train(Row):
    """A row for the rules of entraining. The key is the id of the movement mode for entrained units."""

    entrain: str
    detrain: str
    hexes: str
    clear_of: str
    attacks: str
    zones: str
    network: str
    connected: str
    rule: str


@row
class TrainLimit(Row):
    """A row for the maximum number of units that may be entrained in a phase. The key is the side's id."""

    most: str
    new: str


@row
class TrainRider(Row):
    """The classes that may move by rail in some phase; the key is the side's id."""

    classes: str


def values(game: Game) -> Mapping[str, Table | str]:
    """Return the tables for rail movement, keyed by their names in the script."""
    mode = game.rules.train_mode
    rule = mode.entraining if mode is not None else None
    if mode is None or rule is None:
        return {
            "TRAIN_MODE": "",
            "TRAIN_PARTS": "1",
            "TRAINS": keyed(Train, ()),
            "TRAIN_LIMITS": keyed(TrainLimit, ()),
            "TRAIN_RIDERS": keyed(TrainRider, ()),
        }
    limits = {side.id: rule.limit(side.id) for side in game.info.sides}
    return {
        "TRAIN_MODE": mode.id,
        "TRAIN_PARTS": str(game.rules.parts_per_point),
        "TRAINS": keyed(
            Train,
            (
                (
                    mode.id,
                    Train(
                        entrain=rule.entrain,
                        detrain=rule.detrain,
                        hexes="-" if rule.hexes_per_mp is None else str(rule.hexes_per_mp),
                        clear_of=module_words.CLEAR_OF[rule.clear_of],
                        attacks=yes(rule.may_attack),
                        zones=yes(rule.may_enter_ezoc),
                        network=rule.network or "-",
                        connected=yes(rule.connected),
                        rule=rule.rule or mode.rule,
                    ),
                ),
            ),
        ),
        "TRAIN_LIMITS": keyed(
            TrainLimit,
            (
                (side, TrainLimit(most=str(limit.max), new=yes(limit.counts_reinforcements)))
                for side, limit in limits.items()
                if limit is not None
            ),
        ),
        "TRAIN_RIDERS": keyed(TrainRider, _riders(game, mode.id)),
    }


def _riders(game: Game, mode: str) -> Iterator[tuple[str, TrainRider]]:
    """Yield each side whose units may move by rail, with their classes."""
    for side in game.info.sides:
        found = [
            allowed.classes or phase.classes
            for phase in game.rules.sequence
            if phase.side == side.id
            for allowed in phase.modes
            if allowed.mode == mode
        ]
        if found:
            every = any(not classes for classes in found)
            named = dict.fromkeys(unit_class for classes in found for unit_class in classes)
            yield side.id, TrainRider("*" if every else ",".join(named))
