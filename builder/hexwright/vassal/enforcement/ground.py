"""Score victory points for territory when phases end, and report these points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.model.rules.territory_points_record import phases_testing_front, sides_scoring_gaps
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import told
from hexwright.vassal.enforcement.traits import in_phases, keep_for_all, on, say
from hexwright.vassal.module import property_names as prop


def _paid(game: Game) -> tuple[str, ...]:
    return sides_scoring_gaps(game.rules.victory, (side.id for side in game.info.sides))


def judges(game: Game) -> tuple[PhaseId, ...]:
    """Return the phases at whose end territory scores points, in the order of the sequence of play."""
    found: set[PhaseId] = set()
    for rules in game.rules.victory:
        for holding in rules.holdings:
            found.update(holding.phases)
        for gap in rules.gaps:
            found.update(phases_testing_front(gap, game.rules.sequence))
    return tuple(phase.id for phase in game.rules.sequence if phase.id in found)


def _secures(game: Game) -> bool:
    return any(holding.phases for rules in game.rules.victory for holding in rules.holdings)


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for territory."""
    for side in _paid(game):
        name, text = prop.GAP_POINTS + side, "Points for gaps in the front of another"
        yield GlobalProperty.new(name=name, initial_value="0", description=text)
    if _secures(game):
        text = "Entries of the victory table whose points a side has for good"
        yield GlobalProperty.new(name=prop.SECURED, initial_value="", description=text)


_TELL_GROUND: Final = KeyCommand.named("hexwright.rules.tell-ground")
_NOTE_SECURED: Final = KeyCommand.named("hexwright.rules.note-secured")
_NOTE_GAPS: Final = KeyCommand.named("hexwright.rules.note-gaps")
_TELL_FRONTS: Final = KeyCommand.named("hexwright.rules.tell-fronts")


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that score territory when a phase ends.

    They report fronts and points.
    """
    if _paid(game):
        yield say(_TELL_FRONTS, f'{{"" + {told("tellFronts")}}}', "How the fronts stand")
    ends = judges(game)
    if not ends:
        return
    for side in _paid(game):
        yield keep_for_all(prop.GAP_POINTS + side, (_NOTE_GAPS, f"{{{told('gappedWith', side)}}}"))
    if _secures(game):
        yield keep_for_all(prop.SECURED, (_NOTE_SECURED, f"{{{told('securedThen')}}}"))
    yield say(_TELL_GROUND, f'{{"" + {told("tellGround")}}}', "What is judged as a phase ends")
    match = f"{{{in_phases(ends)} && !({prop.SETTING_UP} == true)}}"
    noted = (*((_NOTE_GAPS,) if _paid(game) else ()), *((_NOTE_SECURED,) if _secures(game) else ()))
    yield on("The ground is judged", names.CLOSE_TURN, match, _TELL_GROUND, *noted)


def score_keys(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that report the fronts when a player requests the score."""
    return (_TELL_FRONTS,) if _paid(game) else ()
