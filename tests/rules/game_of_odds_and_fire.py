"""A game that uses odds in some phases and fire combat in others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.model.rules.fire_combat_record import Exploitation, FireAdvance, FireRetreat, FireRules
from hexwright.model.rules.rules_record import Phase, Rules
from hexwright.model.rules.stacking_record import Stacking
from tests.vassal.compile.games import game


def _phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the sequence of play with fire combat before each combat phase, and recovery at the end."""
    found: list[Phase] = []
    for phase in rules.sequence:
        if phase.kind == "combat":
            found.append(replace(phase, id=PhaseId(f"{phase.side}-allocation"), kind="allocation"))
            found.append(replace(phase, id=PhaseId(f"{phase.side}-fire"), kind="fire"))
        found.append(replace(phase, recovers="all") if phase.kind == "recovery" else phase)
    return tuple(found)


def both(change: Callable[[Rules], Rules] = lambda rules: rules) -> Game:
    """Return a toy with both odds and fire combat."""
    toy = game("toy-causeway")
    # Toy's strengths are many dice, so hits are rare.
    fire = FireRules(
        hits_on=6,
        retreat=FireRetreat(adjacent_to_attackers=True, may_join_attacked=True),
        advance=FireAdvance(mandatory=True, exploitation=(Exploitation(id="on", name="on"),)),
    )
    stacking = Stacking(1, (), "always")
    rules = replace(toy.rules, fire=fire, sequence=_phases(toy.rules), stacking=stacking)
    return replace(toy, rules=change(rules))
