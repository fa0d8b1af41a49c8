"""Describe where and how reinforcements arrive, for set-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.rules.replacement_record import Entry, ReplacementRules
from hexwright.model.words.criteria_words import names_text, situation_text
from hexwright.support.message_wording import join_with_and

_FEW = 5
"""The maximum number of hexes that are listed one by one."""


def arrival_text(game: Game, arrival: Reinforcement, words: Sequence[str] = ()) -> str:
    """Return a description of the arrival of an entry's units: `words` or else the entry's text, then the
    places given in the rules.
    """
    entered = (
        entry_text(game, rule, entry)
        for rule in game.rules.replacements
        for entry in rule.entries
        if entry.arrives == "scheduled" and {*entry.units} & {*arrival.units}
    )
    return " ".join(dict.fromkeys(filter(None, (*(words or (arrival.text,)), *entered))))


def entry_text(game: Game, rule: ReplacementRules, entry: Entry) -> str:
    """Return a sentence that says where the units of an entry appear."""
    where = join_with_and(list(_places(game, rule, entry)), "or")
    on = ", entrained" if entry.arrive_entrained else ""
    when = f", once {situation_text(game, entry.situation)}" if entry.situation is not None else ""
    return f"{where[0].upper()}{where[1:]}{on}{when}."


def units_after_events(game: Game) -> frozenset[UnitId]:
    """Return the reinforcements that wait for a situation: on their turn they may come at the earliest."""
    return frozenset(
        unit
        for rule in game.rules.replacements
        for entry in rule.entries
        if entry.situation is not None
        for unit in entry.units
    )


def _places(game: Game, rule: ReplacementRules, entry: Entry) -> Iterator[str]:
    names = {edge.id: edge.name.lower() for edge in game.hexmap.edges}
    edges = entry.edge or (() if entry.hexes else (rule.edge,))
    if edges:
        yield f"by the {join_with_and([names[edge] for edge in edges], 'or')}"
    if entry.hexes:
        yield _hexes(game, entry.hexes)
    if entry.places:
        yield f"in {names_text(entry.places, game.hexmap.places)}, if the side holds it"
    if entry.place_kinds:
        kinds = join_with_and([kind.replace("-", " ") for kind in entry.place_kinds], "or")
        yield f"in a {kinds} that the side holds and that is in supply"
    if entry.any_supplied_hex:
        yield "in any hex in supply"


def _hexes(game: Game, hexes: tuple[HexId, ...]) -> str:
    """Return hexes in words: a stretch of an edge, or a list."""
    for edge in game.hexmap.edges:
        at = [edge.hexes.index(one) for one in hexes if one in edge.hexes]
        if len(at) == len(hexes) > _FEW and max(at) - min(at) + 1 == len(at):
            return f"by the {edge.name.lower()} from {edge.hexes[min(at)]} to {edge.hexes[max(at)]}"
    return f"in {join_with_and(list(hexes), 'or')}"
