"""Record the units that are out of supply when a movement phase begins.

This is needed only if moves depend on supply.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call, told
from hexwright.vassal.enforcement.traits import in_phases, keep_for_all, on, say
from hexwright.vassal.module import property_names as prop


def phases(game: Game) -> tuple[PhaseId, ...]:
    """Return the movement phases in which moves depend on supply at the beginning of the phase."""
    return tuple(phase.id for phase in game.rules.sequence if game.rules.moves_by_supply(phase))


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for supply."""
    if phases(game):
        yield GlobalProperty.new(
            name=names.CUT_OFF, initial_value="", description="Who was out of supply as the phase began"
        )


_NOTE_CUT_OFF: Final = KeyCommand.named("hexwright.rules.note-cut-off")
_CUT_OFF_DUE: Final = KeyCommand.named("hexwright.rules.cut-off-due")
_TELL_CUT_OFF: Final = KeyCommand.named("hexwright.rules.tell-out-of-supply")


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that record and report units out of supply.

    They work at every level of enforcement.
    """
    asking = phases(game)
    if not asking:
        return
    yield keep_for_all(names.CUT_OFF, (_NOTE_CUT_OFF, call("noteCutOff", "PieceUID")))
    yield say(_TELL_CUT_OFF, f"{{{told('tellCutOff')}}}", "Who is out of supply")
    some = f'{{{prop.ENFORCEMENT} != "{names.OFF}" && {names.CUT_OFF}.endsWith(" some")}}'
    yield on("Units are out of supply", _CUT_OFF_DUE, some, _TELL_CUT_OFF)
    begun = f"{{{in_phases(asking)}}}"
    yield on("Supply counts for moves", names.OPEN_PHASE, begun, _NOTE_CUT_OFF, _CUT_OFF_DUE)
