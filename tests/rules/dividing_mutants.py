"""Mutants of the rules on mandatory attacks, for naive oracles to find.

`python -m tests.rules.dividing_mutants` tries all mutants, or those whose name begins with its argument.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.mandatory_attacks import (
    ActiveMandatoryAttacks,
    CompiledMandatoryAttack,
    CompiledMandatoryAttacks,
)
from tests.battle_of_moscow.forced import scattered, wandered
from tests.battle_of_moscow.game import kernel as moscow
from tests.rules.games_with_attack_duties import KINDS, compared, kernel
from tests.rules.mutants import Mutant, mutants_of, within

SUBJECTS: Final[Mapping[str, Any]] = {
    **{
        name: getattr(attack_obligations, name)
        for name in (
            "find_attack_goals",
            "units_and_goals_bound",
            "_active_mandatory_attacks",
            "_units_bound_to_goal",
            "outstanding_attacks",
            "_find_outstanding_attacks",
            "match_goals",
            "_attacked_goals",
            "_attacking_units",
        )
    },
    "anything": attack_obligations.OutstandingAttacks.any_due.fget,  # type: ignore[attr-defined]
    "any": ActiveMandatoryAttacks.any.fget,  # type: ignore[attr-defined]
    "of": CompiledMandatoryAttack.of.__func__,  # type: ignore[attr-defined]
    "on": CompiledMandatoryAttacks.active_at,
}
"""The functions of which mutants are made: those that decide which attacks are mandatory. A function that
only proposes the next step of an allocation may differ without a fault."""

_BESIDE: Final = "nobody attacks from afar in the games that are tried: all in range are beside"
LIKE_RIGHT: Final[Mapping[str, str]] = {
    "find_attack_goals: near >> where[unit] & 1 -> near >> where[unit]": _BESIDE,
    "find_attack_goals: near >> where[unit] & 1 -> near >> where[unit] | 1": _BESIDE,
}
"""Mutants that are equivalent to the original function, by name, each with the reason."""


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return all mutants of the rules on mandatory attacks."""
    return tuple(one for subject, function in SUBJECTS.items() for one in mutants_of(subject, function))


def found(mutant: Mutant, seconds: int = 8) -> bool:
    """Return whether an oracle finds a mutant, on the toy or on the real map."""
    with mutant.planted():
        try:
            _anew()
            for kind in KINDS:
                with within(seconds):
                    compared(*kind, 25)
            with within(seconds):
                for seed in range(40):
                    chance = RandomStream(seed)
                    wandered(scattered(chance, 12, 8), chance)
        except Exception:
            return True
        finally:
            _anew()
    return False


def _anew() -> None:
    """Clear everything that rules engines have compiled, and the cached data of a phase."""
    kernel.cache_clear()
    moscow.cache_clear()


def main(begins: str = "") -> int:
    """Try all mutants whose name begins with `begins`; print the surviving ones and the number found."""
    tried = [one for one in mutants() if one.name.startswith(begins) and one.name not in LIKE_RIGHT]
    alive = [one for one in tried if not found(one)]
    for one in alive:
        print(one)
    print(f"{len(tried) - len(alive)} of {len(tried)} are found")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
